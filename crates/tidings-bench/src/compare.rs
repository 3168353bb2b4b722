//! `tidings simulate --compare`: the same postings in the lab, which shows what the policy alone achieves, without
//! servers and a store.

use anyhow::Result;
use tidings::simulate::{History, LabComparison, TRAINING_DAYS};
use tidings_lab::{
    monitor::{Replay, online::Setup, policies, tally::tally},
    trace::{self, DAY, Selection},
};

/// Replays the postings of a simulation from the third week on, with as many requests as the server made.
///
/// # Errors
/// When a policy cannot be replayed.
pub fn replay(history: &History) -> Result<LabComparison> {
    let from = Some(history.from.as_second());
    let selection = Selection { from, days: history.days, min_postings: 1, ..Selection::default() };
    let trace = trace::select(&history.postings, &selection);
    let replay = Replay {
        trace: &trace,
        trained: f64::from(TRAINING_DAYS).mul_add(DAY, trace.begin),
        interval: trace.postings.len() as f64 * DAY / history.requests_per_day,
        seed: history.seed,
        looks: None,
    };
    let rests = |name| history.rests.get(name).copied().unwrap_or(0.0);
    let price = |rests: Vec<f64>| {
        let setup = Setup { rests, shortest: history.least_rest, ..Setup::default() };
        tally(&replay, &policies::price(&replay, &setup, &[]).1, &[]).average_delay
    };
    let uniform = policies::run("uniform", &replay, &[])?;
    Ok(LabComparison {
        requests_per_day: history.requests_per_day,
        daemon_min: history.daemon_min,
        lab_min: price(trace.names.iter().map(rests).collect()),
        unhindered_min: price(Vec::new()),
        uniform_min: tally(&replay, &uniform, &[]).average_delay,
    })
}
