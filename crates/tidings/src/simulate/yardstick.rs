//! What the lab needs from a simulation to replay the same postings, and the comparison it returns.
//!
//! The lab is not part of the server, so whoever simulates passes in the function that replays.

use super::{Day, Simulation, check::mean, target::rest};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::{collections::BTreeMap, io::Write};

/// Days in which the lab learns, and the server too.
pub const TRAINING_DAYS: u32 = 14;

/// Replays the postings of a simulation in the lab.
pub type Replayer = fn(&History) -> Result<LabComparison>;

/// What happened in a simulation, as far as a replay needs it. Sources are identified by number.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    /// When it began.
    pub from: Timestamp,
    /// Its length in days.
    pub days: u32,
    /// Its seed.
    pub seed: u64,
    /// The server's requests per day, after the days of training.
    pub requests_per_day: f64,
    /// How long postings waited for the server then, in minutes.
    pub daemon_min: f64,
    /// When each source posted, in Unix seconds.
    pub postings: BTreeMap<String, Vec<i64>>,
    /// The interval that each source asks for, in minutes.
    pub rests: BTreeMap<String, f64>,
    /// The minimum interval for every source, in minutes.
    pub least_rest: f64,
}

/// The server next to the lab, from the third week on, with as many requests as the server made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabComparison {
    /// Requests per day.
    pub requests_per_day: f64,
    /// How long postings waited for the server, in minutes.
    pub daemon_min: f64,
    /// How long they wait for `price` in the lab if the intervals that sources ask for are respected.
    pub lab_min: f64,
    /// The same if those intervals are unknown, as in a trace.
    pub unhindered_min: f64,
    /// The same if all sources are fetched equally often.
    pub uniform_min: f64,
}

impl Simulation {
    /// Returns what a replay of the postings from the third week on needs.
    pub(super) fn history(&self, delays: &[(Timestamp, f64)], days: &[Day]) -> Result<History> {
        anyhow::ensure!(
            self.scenario.weeks > 2,
            "the first two weeks are for learning, so a comparison with the lab takes at least three"
        );
        let since = days.iter().skip(usize::try_from(TRAINING_DAYS)?);
        let requests_per_day = mean(since.map(|day| day.n_fetches as f64));
        anyhow::ensure!(
            requests_per_day > 0.0,
            "nothing was fetched from the third week on, so there is nothing to compare"
        );
        let trained = self.window.from + SignedDuration::from_hours(24 * i64::from(TRAINING_DAYS));
        Ok(History {
            from: self.window.from,
            days: 7 * self.scenario.weeks,
            seed: self.scenario.seed,
            requests_per_day,
            daemon_min: mean(delays.iter().filter(|(at, _)| *at >= trained).map(|(_, d)| *d)),
            postings: self.postings(),
            rests: self.rests(),
            least_rest: self.limits.min_interval.as_secs_f64() / 60.0,
        })
    }

    /// Returns the interval that each source asks for, in minutes.
    fn rests(&self) -> BTreeMap<String, f64> {
        let sources = self.web.sources();
        let numbered = sources.iter().enumerate();
        numbered.map(|(number, source)| (number.to_string(), rest(source))).collect()
    }

    /// Returns when each source posted, as the simulated web knows it.
    fn postings(&self) -> BTreeMap<String, Vec<i64>> {
        let postings = self.web.postings().into_iter().enumerate();
        postings
            .map(|(number, postings)| {
                let at = postings.iter().map(|posting| posting.at.as_second()).collect();
                (number.to_string(), at)
            })
            .collect()
    }

    /// Writes the postings as a trace that `tidings lab monitor` reads.
    pub(super) fn write_trace(&self, to: &mut impl Write) -> Result<()> {
        writeln!(to, "source\ttime")?;
        for (source, times) in self.postings() {
            for time in times {
                writeln!(to, "{source}\t{time}")?;
            }
        }
        Ok(())
    }
}
