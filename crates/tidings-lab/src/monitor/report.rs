//! One run of the experiment: every policy at every interval, as a table, as JSON and as plots.

use super::access::{MissCounts, ReaderVisits, missed};
use super::tally::{Tally, least_delay, tally};
use super::{Replay, policies};
use crate::trace::Trace;
use anyhow::Result;
use serde_json::{Value, json};
use std::time::Instant;

/// The columns of the table.
pub const HEADINGS: [&str; 12] = [
    "policy",
    "every h",
    "requests",
    "delay min",
    "/ uniform",
    "p95",
    "longest",
    "empty %",
    "lost %",
    "least",
    "worst day %",
    "µs each",
];

/// The columns that an access trace adds.
pub const READER_HEADINGS: [&str; 2] = ["missed %", "reader delay"];

/// What to run.
#[derive(Debug, Clone, Default)]
pub struct MonitorSettings {
    /// Names of policies; empty for all.
    pub policies: Vec<String>,
    /// Average intervals in hours.
    pub intervals: Vec<f64>,
    /// Days of training.
    pub train_days: f64,
    /// The random seed.
    pub seed: u64,
    /// The weight of each source; 1 if missing.
    pub weights: Vec<f64>,
    /// When readers visit, if known.
    pub looks: Option<ReaderVisits>,
}

/// The result of one policy at one interval.
#[derive(Debug, Clone)]
pub struct PolicyRow {
    /// Its name.
    pub policy: String,
    /// The average interval in hours.
    pub interval: f64,
    /// Its figures.
    pub tally: Tally,
    /// What readers missed.
    pub missed: Option<MissCounts>,
    /// The least average delay possible with as many fetches, knowing all postings in advance.
    pub least: f64,
    /// Processor time for one fetch in microseconds, planning and learning together.
    pub plan_us: f64,
}

/// All rows, and the trace they are about.
#[derive(Debug, Clone)]
pub struct MonitorReport {
    rows: Vec<PolicyRow>,
    trace: Value,
}

/// Runs the experiment. `progress` receives the policy and the interval before each part.
///
/// # Errors
/// When a policy is unknown.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::report::{MonitorSettings, run};
/// let ask = MonitorSettings { policies: vec!["uniform".into()], intervals: vec![12.0], train_days: 14.0, ..MonitorSettings::default() };
/// let report = run(&trace, &ask, |_, _| ()).unwrap();
/// assert_eq!(report.rows().len(), 1);
/// assert_eq!(report.json()["results"][0]["policy"], "uniform");
/// ```
pub fn run(
    trace: &Trace,
    ask: &MonitorSettings,
    mut progress: impl FnMut(&str, f64),
) -> Result<MonitorReport> {
    let names: Vec<String> = if ask.policies.is_empty() {
        let for_readers: &[&str] = if ask.looks.is_some() { &policies::FOR_READERS } else { &[] };
        policies::NAMES.iter().chain(for_readers).map(|&name| name.to_owned()).collect()
    } else {
        ask.policies.clone()
    };
    let mut rows = Vec::new();
    for &interval in &ask.intervals {
        let replay = Replay {
            trace,
            trained: trace.begin + ask.train_days * crate::trace::DAY,
            interval: interval * 60.0,
            seed: ask.seed,
            looks: ask.looks.as_ref(),
        };
        let least = least_delay(&replay);
        for name in &names {
            progress(name, interval);
            let (mut tallies, mut misses, mut took) = (Vec::new(), Vec::new(), 0.0);
            for draw in 0..draws(name, trace) {
                // The first draw uses the seed itself.
                let seed = ask.seed.wrapping_add(draw << 32);
                let replay = Replay { seed, ..replay };
                let start = Instant::now();
                let fetches = policies::run(name, &replay, &ask.weights)?;
                took += start.elapsed().as_secs_f64();
                tallies.push(tally(&replay, &fetches, &ask.weights));
                misses.extend(ask.looks.iter().map(|looks| missed(&replay, &fetches, looks)));
            }
            let tally = Tally::mean(&tallies);
            rows.push(PolicyRow {
                policy: name.clone(),
                interval,
                missed: MissCounts::mean(&misses),
                least,
                plan_us: took * 1e6 / (tallies.len() * tally.requests.max(1)) as f64,
                tally,
            });
        }
    }
    let from = jiff::Timestamp::from_second(trace.from)?;
    let trace = json!({
        "sources": trace.names.len(),
        "postings": trace.n_postings(),
        "from": from.to_string(),
        "days": ((trace.end - trace.begin) / crate::trace::DAY).round(),
    });
    Ok(MonitorReport { rows, trace })
}

/// Returns how many draws of phases a row is averaged over: on a small trace, enough to average out luck.
fn draws(name: &str, trace: &Trace) -> u64 {
    const MANY_SOURCES: usize = 1_000;
    let is_small = trace.names.len() < MANY_SOURCES;
    if is_small && policies::is_by_phase(name) { 16 } else { 1 }
}

impl MonitorReport {
    /// Returns the report as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let row = |row: &PolicyRow| {
            let mut value = json!({
                "policy": row.policy,
                "interval_h": row.interval,
                "requests": row.tally.requests,
                "average_delay_min": row.tally.average_delay,
                "p95_delay_min": row.tally.p95_delay,
                "max_delay_min": row.tally.max_delay,
                "empty_share": row.tally.empty_share,
                "lost10_share": row.tally.lost_share,
                "plan_us": row.plan_us,
                "clairvoyant_delay_min": row.least,
                "worst_day_deviation": row.tally.worst_day,
                "ratio_to_uniform": self.against_uniform(row),
            });
            if let Some(missed) = row.missed {
                value["missed"] = json!(missed.pairs);
                value["missed_share"] = json!(missed.share);
                value["reader_delay_min"] = json!(missed.reader_delay);
            }
            value
        };
        json!({"trace": self.trace, "results": self.rows.iter().map(row).collect::<Vec<_>>()})
    }

    fn against_uniform(&self, row: &PolicyRow) -> Option<f64> {
        let uniform = |other: &&PolicyRow| {
            other.policy == "uniform" && (other.interval - row.interval).abs() < 1e-9
        };
        self.rows
            .iter()
            .find(uniform)
            .filter(|uniform| uniform.tally.average_delay > 0.0)
            .map(|uniform| row.tally.average_delay / uniform.tally.average_delay)
    }

    /// Returns headings and rows for a terminal.
    #[must_use]
    pub fn table(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let mut headings = HEADINGS.to_vec();
        if self.rows.iter().any(|row| row.missed.is_some()) {
            headings.extend(READER_HEADINGS);
        }
        let cells = |row: &PolicyRow| {
            let ratio = self
                .against_uniform(row)
                .map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"));
            let mut cells = vec![
                row.policy.clone(),
                format!("{}", row.interval),
                row.tally.requests.to_string(),
                format!("{:.1}", row.tally.average_delay),
                ratio,
                format!("{:.0}", row.tally.p95_delay),
                format!("{:.0}", row.tally.max_delay),
                format!("{:.1}", 100.0 * row.tally.empty_share),
                format!("{:.2}", 100.0 * row.tally.lost_share),
                format!("{:.1}", row.least),
                row.tally
                    .worst_day
                    .map_or_else(|| "-".to_owned(), |part| format!("{:.1}", 100.0 * part)),
                format!("{:.1}", row.plan_us),
            ];
            if let Some(missed) = row.missed {
                cells.push(format!("{:.2}", 100.0 * missed.share));
                cells.push(format!("{:.1}", missed.reader_delay));
            }
            cells
        };
        (headings, self.rows.iter().map(cells).collect())
    }

    /// Returns the rows.
    #[must_use]
    pub fn rows(&self) -> &[PolicyRow] {
        &self.rows
    }
}
