//! What the laboratory needs to know of a simulation to replay the same postings, and what it says then.
//!
//! The laboratory is not part of the server; who simulates brings the function that replays.

use super::{Day, Life, check::mean, target::rest};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::{collections::BTreeMap, io::Write};

/// Days in which the laboratory learns, and the daemon too.
pub const TRAINING_DAYS: u32 = 14;

/// Replays the postings of a simulation in the laboratory.
pub type Replayer = fn(&History) -> Result<LabComparison>;

/// What happened in a simulation, as far as a replay needs it. Sources are known by their number.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    /// When it began.
    pub from: Timestamp,
    /// How many days it lasted.
    pub days: u32,
    /// What repeats it.
    pub seed: u64,
    /// Requests that the daemon made in a day, after the days of training.
    pub requests_per_day: f64,
    /// How long postings waited for the daemon then, in minutes.
    pub daemon_min: f64,
    /// Who posted when, in Unix seconds.
    pub postings: BTreeMap<String, Vec<i64>>,
    /// How long each source wishes to be left alone, in minutes.
    pub rests: BTreeMap<String, f64>,
    /// How long every source is left alone, in minutes.
    pub least_rest: f64,
}

/// The daemon beside the laboratory, from the third week on, at as many requests as the daemon made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabComparison {
    /// How many that were, for a day.
    pub requests_per_day: f64,
    /// How long postings waited for the daemon, in minutes.
    pub daemon_min: f64,
    /// How long they wait for `price` in the laboratory, where sources are left alone as long as they wish.
    pub lab_min: f64,
    /// And where their wishes are unknown, as in a trace.
    pub unhindered_min: f64,
    /// And when everything is asked equally often.
    pub uniform_min: f64,
}

impl Life {
    /// What a replay of the postings from the third week on needs.
    pub(super) fn history(&self, delays: &[(Timestamp, f64)], days: &[Day]) -> Result<History> {
        anyhow::ensure!(
            self.scenario.weeks > 2,
            "two weeks are for learning; comparing with the laboratory takes at least three"
        );
        let since = days.iter().skip(usize::try_from(TRAINING_DAYS)?);
        let requests_per_day = mean(since.map(|day| day.n_fetches as f64));
        anyhow::ensure!(
            requests_per_day > 0.0,
            "nothing was asked from the third week on: there is nothing to compare"
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

    /// How long each source wishes to be left alone, in minutes.
    fn rests(&self) -> BTreeMap<String, f64> {
        let sources = self.web.sources();
        let numbered = sources.iter().enumerate();
        numbered.map(|(number, source)| (number.to_string(), rest(source))).collect()
    }

    /// Who posted when, as the simulated web knows it.
    fn postings(&self) -> BTreeMap<String, Vec<i64>> {
        let postings = self.web.postings().into_iter().enumerate();
        postings
            .map(|(number, postings)| {
                let at = postings.iter().map(|posting| posting.at.as_second()).collect();
                (number.to_string(), at)
            })
            .collect()
    }

    /// The postings as a trace that `tidings lab monitor` reads.
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
