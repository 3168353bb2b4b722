//! The same postings in the laboratory: what the policy alone comes to, without servers, hints and a store.

use super::{Life, check::mean};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::io::Write;
use tidings_lab::{
    monitor::{Replay, policies, tally::tally},
    trace::{self, Events, Selection},
};

/// Weeks in which the laboratory learns, and the daemon too.
const TRAINING: i64 = 2;

/// The daemon beside the laboratory, from the third week on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Yardstick {
    /// How long postings waited for the daemon, in minutes.
    pub daemon_min: f64,
    /// How long they wait for `price` in the laboratory, at as many requests as the daemon made.
    pub lab_min: f64,
    /// And when everything is asked equally often.
    pub uniform_min: f64,
}

impl Life {
    /// Replays the postings from the third week on.
    pub(super) fn yardstick(&self, delays: &[(Timestamp, f64)]) -> Result<Yardstick> {
        let trained = self.window.from + SignedDuration::from_hours(168 * TRAINING);
        anyhow::ensure!(
            self.scenario.weeks > TRAINING as u32,
            "two weeks are for learning; comparing with the laboratory takes at least three"
        );
        let days = 7 * self.scenario.weeks;
        let from = Some(self.window.from.as_second());
        let selection = Selection { from, days, min_postings: 1, ..Selection::default() };
        let trace = trace::select(&self.events(), &selection);
        let replay = Replay {
            trace: &trace,
            trained: trace.begin + 14.0 * 1440.0,
            interval: trace.postings.len() as f64 * 1440.0 / self.budget_at(self.window.to),
            seed: self.scenario.seed,
            looks: None,
        };
        let delay = |name: &str| -> Result<f64> {
            Ok(tally(&replay, &policies::run(name, &replay, &[])?, &[]).average_delay)
        };
        Ok(Yardstick {
            daemon_min: mean(delays.iter().filter(|(at, _)| *at >= trained).map(|(_, d)| *d)),
            lab_min: delay("price")?,
            uniform_min: delay("uniform")?,
        })
    }

    /// Who posted when, as the simulated web knows it.
    fn events(&self) -> Events {
        let postings = self.web.postings().into_iter().enumerate();
        postings
            .map(|(number, postings)| {
                let at = postings.iter().map(|posting| posting.at.as_second()).collect();
                (format!("{number}"), at)
            })
            .collect()
    }

    /// The postings as a trace that `tidings lab monitor` reads.
    pub(super) fn write_trace(&self, to: &mut impl Write) -> Result<()> {
        writeln!(to, "source\ttime")?;
        for (source, times) in self.events() {
            for time in times {
                writeln!(to, "{source}\t{time}")?;
            }
        }
        Ok(())
    }
}
