//! The lab from outside: what its parts promise, on traces and readers small enough to check by hand.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]
#![expect(clippy::suboptimal_flops, reason = "sums read as they are written down in the papers")]
#![expect(clippy::float_cmp, reason = "what repeats must repeat to the last digit")]

mod generating;
mod logs;
mod missing;
mod readers;
mod reports;
mod rivals;
mod settings;
mod spacing;
mod tallies;
mod topics;
mod traces;

use tidings_lab::monitor::Replay;
use tidings_lab::trace::{DAY, Trace};

/// Returns a trace of these postings over `days` days, from a Monday on.
fn trace_of(postings: Vec<Vec<f64>>, days: u32) -> Trace {
    let names = (0..postings.len()).map(|source| format!("source {source}")).collect();
    Trace { names, postings, end: f64::from(days) * DAY, ..Trace::default() }
}

/// Returns one posting a day, at this minute of the day.
fn daily_at(minute: f64, days: u32) -> Vec<f64> {
    (0..days).map(|day| f64::from(day) * DAY + minute).collect()
}

/// Returns a replay whose first half is training.
fn replay_of(trace: &Trace, interval: f64, seed: u64) -> Replay<'_> {
    Replay { trace, trained: trace.end / 2.0, interval, seed, looks: None }
}
