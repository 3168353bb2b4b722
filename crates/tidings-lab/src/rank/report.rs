//! One run of the experiment: every strategy in every setting, as a table and as JSON.

use super::run::{Life, Tuning};
use super::setting::RankExperiment;
use crate::rank::strategy::{STRATEGIES, named};
use anyhow::{Context, Result};
use serde_json::{Value, json};

/// The columns of the table.
pub const HEADINGS: [&str; 12] = [
    "setting",
    "strategy",
    "clicks",
    "±",
    "reference",
    "% of oracle",
    "round 10",
    "round 30",
    "last round",
    "error",
    "6-10 after drift %",
    "11-20 %",
];

/// What to run.
#[derive(Debug, Clone)]
pub struct RankSettings {
    /// Settings.
    pub settings: Vec<RankExperiment>,
    /// Names of strategies; empty for all.
    pub strategies: Vec<String>,
    /// The random seed.
    pub seed: u64,
}

/// The result of one strategy in one setting.
#[derive(Debug, Clone)]
pub struct Run {
    /// The setting.
    pub setting: RankExperiment,
    /// The strategy's name.
    pub strategy: String,
    /// Average clicks by round, and their standard error.
    pub clicks: Vec<f64>,
    /// See `clicks`.
    pub clicks_se: Vec<f64>,
    /// The error of the estimated interests after each round.
    pub error: Vec<f64>,
    /// The clicks that a strategy knowing the readers would get.
    pub oracle: Vec<f64>,
    /// Average clicks of a reader in all rounds, and their standard error.
    pub total: f64,
    /// See `total`.
    pub total_se: f64,
}

/// All runs.
#[derive(Debug, Clone)]
pub struct RankReport {
    runs: Vec<Run>,
}

/// Runs the experiment. `progress` receives the setting and the strategy before each part.
///
/// # Errors
/// When a strategy is unknown or a setting is impossible.
///
/// ```
/// use tidings_lab::rank::{RankExperiment, report::{RankSettings, run}};
/// let setting = RankExperiment { readers: 20, ..RankExperiment::named("stable").unwrap() };
/// let ask = RankSettings { settings: vec![setting], strategies: vec!["random".into(), "default".into()], seed: 1 };
/// let report = run(&ask, |_, _| ()).unwrap();
/// assert!(report.runs()[1].total > 2.0 * report.runs()[0].total);
/// assert_eq!(report.json()["runs"][0]["clicks"].as_array().unwrap().len(), 100);
/// ```
pub fn run(ask: &RankSettings, mut progress: impl FnMut(&str, &str)) -> Result<RankReport> {
    let all = || STRATEGIES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let names: Vec<String> = if ask.strategies.is_empty() { all() } else { ask.strategies.clone() };
    let mut runs = Vec::new();
    for setting in &ask.settings {
        setting.check()?;
        for name in &names {
            let strategy = named(name).with_context(|| unknown(name))?;
            progress(&setting.name, name);
            let lives = super::run::run(setting, strategy, &Tuning::default(), ask.seed);
            runs.push(Run::of(setting, name, &lives));
        }
    }
    Ok(RankReport { runs })
}

/// Returns the error message for an unknown strategy.
#[must_use]
pub fn unknown(name: &str) -> String {
    let known: Vec<&str> = STRATEGIES.iter().map(|(name, _)| *name).collect();
    format!("there is no strategy \"{name}\". Choose from {}", known.join(", "))
}

/// Mean and standard error.
fn mean(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = values.clone().count().max(1) as f64;
    let mean = values.clone().sum::<f64>() / n;
    let square = values.map(|value| (value - mean).powi(2)).sum::<f64>() / n;
    (mean, (square / n).sqrt())
}

impl Run {
    /// Averages over the results of all readers.
    #[must_use]
    pub fn of(setting: &RankExperiment, strategy: &str, lives: &[Life]) -> Self {
        let by_round = |of: &dyn Fn(&Life, usize) -> f64| -> Vec<(f64, f64)> {
            (0..setting.rounds)
                .map(|round| mean(lives.iter().map(|life| of(life, round))))
                .collect()
        };
        let (clicks, clicks_se) =
            by_round(&|life, round| f64::from(life.clicks[round])).into_iter().unzip();
        let means = |of: &dyn Fn(&Life, usize) -> f64| {
            by_round(of).into_iter().map(|(mean, _)| mean).collect::<Vec<f64>>()
        };
        let totals =
            lives.iter().map(|life| life.clicks.iter().map(|n| f64::from(*n)).sum::<f64>());
        let (total, total_se) = mean(totals);
        Self {
            setting: setting.clone(),
            strategy: strategy.to_owned(),
            clicks,
            clicks_se,
            error: means(&|life, round| f64::from(life.error[round])),
            oracle: means(&|life, round| f64::from(life.best[round])),
            total,
            total_se,
        }
    }

    /// Returns the share of the oracle's clicks in all rounds.
    #[must_use]
    pub fn of_oracle(&self) -> f64 {
        self.clicks.iter().sum::<f64>() / self.oracle.iter().sum::<f64>()
    }

    /// Returns the share of the oracle's clicks in these rounds after each drift, counted from 1; `None` if there are
    /// no such rounds.
    #[must_use]
    pub fn after_drift(&self, rounds: std::ops::RangeInclusive<usize>) -> Option<f64> {
        let every = self.setting.drift.every()?;
        let wanted = |round: &usize| *round >= every && rounds.contains(&(round % every + 1));
        let (mut clicks, mut oracle) = (0.0, 0.0);
        for round in (0..self.setting.rounds).filter(wanted) {
            clicks += self.clicks[round];
            oracle += self.oracle[round];
        }
        (oracle > 0.0).then(|| clicks / oracle)
    }

    /// Returns the result of an independent implementation for the same rounds and readers: clicks, or per cent of the
    /// oracle.
    fn reference(&self) -> Option<String> {
        let named = RankExperiment::named(&self.setting.name)?;
        if (RankExperiment { readers: self.setting.readers, ..named }) != self.setting {
            return None;
        }
        let (_, stable, drift, mixed, low) =
            REFERENCE.iter().find(|(name, ..)| *name == self.strategy)?;
        match self.setting.name.as_str() {
            "stable" => Some(format!("{stable:.1}")),
            "drift" => Some(format!("{drift:.1}")),
            "mixed" => Some(format!("{mixed:.1} %")),
            "low" => Some(format!("{low:.1} %")),
            _ => None,
        }
    }
}

/// The results of an independent implementation: clicks in `stable` and `drift`, per cent of the oracle in `mixed` and
/// `low`. The dissertation itself prints only curves.
const REFERENCE: [(&str, f64, f64, f64, f64); 10] = [
    ("random", 182.5, 273.9, 31.3, 20.6),
    ("greedy", 457.1, 601.1, 81.1, 71.5),
    ("ee-10", 492.0, 683.3, 81.6, 68.7),
    ("ee-20", 491.1, 709.5, 79.0, 64.7),
    ("ee-10-forget", 493.6, 725.0, 73.2, 49.2),
    ("thompson", 468.6, 666.2, 72.5, 53.7),
    ("ucb", 499.7, 708.3, 81.3, 67.9),
    ("default", 495.4, 722.6, 82.9, 71.0),
    ("default-common", 500.2, 730.4, 81.7, 70.3),
    ("default-topic", 497.0, 728.1, 81.6, 79.1),
];

impl RankReport {
    /// Returns the runs.
    #[must_use]
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns the report as JSON. If settings differ in rounds or readers, the top level has the largest numbers.
    #[must_use]
    pub fn json(&self) -> Value {
        let run = |run: &Run| {
            json!({
                "setting": run.setting.name,
                "strategy": run.strategy,
                "clicks": run.clicks,
                "clicks_se": run.clicks_se,
                "error": run.error,
                "oracle": run.oracle,
                "rounds": run.setting.rounds,
                "readers": run.setting.readers,
                "total": run.total,
                "total_se": run.total_se,
                "oracle_share": run.of_oracle(),
            })
        };
        let most =
            |of: fn(&RankExperiment) -> usize| self.runs.iter().map(|run| of(&run.setting)).max();
        json!({
            "rounds": most(|setting| setting.rounds),
            "readers": most(|setting| setting.readers),
            "runs": self.runs.iter().map(run).collect::<Vec<_>>(),
        })
    }

    /// Returns headings and rows for a terminal.
    #[must_use]
    pub fn table(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let of_round = |values: &[f64], round: usize| {
            values.get(round - 1).map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"))
        };
        let percent = |part: Option<f64>| {
            part.map_or_else(|| "-".to_owned(), |part| format!("{:.1}", 100.0 * part))
        };
        let cells = |run: &Run| {
            vec![
                run.setting.name.clone(),
                run.strategy.clone(),
                format!("{:.1}", run.total),
                format!("{:.1}", run.total_se),
                run.reference().unwrap_or_else(|| "-".to_owned()),
                percent(Some(run.of_oracle())),
                of_round(&run.clicks, 10),
                of_round(&run.clicks, 30),
                of_round(&run.clicks, run.setting.rounds),
                of_round(&run.error, run.setting.rounds),
                percent(run.after_drift(6..=10)),
                percent(run.after_drift(11..=20)),
            ]
        };
        (HEADINGS.to_vec(), self.runs.iter().map(cells).collect())
    }
}

#[cfg(test)]
mod tests;
