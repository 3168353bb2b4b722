//! The same postings in the laboratory: what the policy alone comes to, without servers and a store.

use super::{Day, Life, check::mean, target::rest};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::io::Write;
use tidings_lab::{
    monitor::{Replay, online::Setup, policies, tally::tally},
    trace::{self, DAY, Events, Selection, Trace},
};

/// Days in which the laboratory learns, and the daemon too.
const TRAINING: i64 = 14;

/// The daemon beside the laboratory, from the third week on, at as many requests as the daemon made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Yardstick {
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
    /// Replays the postings from the third week on.
    pub(super) fn yardstick(&self, delays: &[(Timestamp, f64)], days: &[Day]) -> Result<Yardstick> {
        anyhow::ensure!(
            self.scenario.weeks > 2,
            "two weeks are for learning; comparing with the laboratory takes at least three"
        );
        let since = days.iter().skip(usize::try_from(TRAINING)?);
        let requests_per_day = mean(since.map(|day| day.n_retrievals as f64));
        anyhow::ensure!(
            requests_per_day > 0.0,
            "nothing was asked from the third week on: there is nothing to compare"
        );
        let trained = self.window.from + SignedDuration::from_hours(24 * TRAINING);
        let days = 7 * self.scenario.weeks;
        let from = Some(self.window.from.as_second());
        let selection = Selection { from, days, min_postings: 1, ..Selection::default() };
        let trace = trace::select(&self.events(), &selection);
        let training = TRAINING as f64 * DAY;
        let replay = Replay {
            trace: &trace,
            trained: trace.begin + training,
            interval: trace.postings.len() as f64 * DAY / requests_per_day,
            seed: self.scenario.seed,
            looks: None,
        };
        let price = |rests: Vec<f64>| {
            let setup = Setup { rests, shortest: self.least_rest(), ..Setup::default() };
            tally(&replay, &policies::price(&replay, &setup, &[]).1, &[]).average_delay
        };
        let uniform = policies::run("uniform", &replay, &[])?;
        Ok(Yardstick {
            requests_per_day,
            daemon_min: mean(delays.iter().filter(|(at, _)| *at >= trained).map(|(_, d)| *d)),
            lab_min: price(self.rests(&trace)),
            unhindered_min: price(Vec::new()),
            uniform_min: tally(&replay, &uniform, &[]).average_delay,
        })
    }

    fn least_rest(&self) -> f64 {
        self.limits.min_interval.as_secs_f64() / 60.0
    }

    /// How long each source of a trace wishes to be left alone, in minutes.
    fn rests(&self, trace: &Trace) -> Vec<f64> {
        let sources = self.web.sources();
        let of_name = |name: &String| {
            let source = name.parse::<usize>().ok().and_then(|number| sources.get(number));
            source.map_or(0.0, |source| rest(source))
        };
        trace.names.iter().map(of_name).collect()
    }

    /// Who posted when, as the simulated web knows it.
    fn events(&self) -> Events {
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
        for (source, times) in self.events() {
            for time in times {
                writeln!(to, "{source}\t{time}")?;
            }
        }
        Ok(())
    }
}
