//! The daemon's controller on made-up sources: what is granted is spent.

use super::*;
use crate::generate::GeneratedKind;
use crate::monitor::online::train;
use crate::monitor::tally::{daily, tally};
use crate::trace::Trace;
use tidings_numerics::Draws;

/// Sixty sources of all kinds for so many days after two weeks of training.
fn made_up(days: u32) -> Trace {
    let postings = |source: u64| {
        let mut draws = Draws::part(5, source);
        let per_day = 10f64.powf(2.0 * draws.unit() - 1.0);
        GeneratedKind::ALL[source as usize % GeneratedKind::ALL.len()].1.postings(
            per_day,
            days + 14,
            &mut draws,
        )
    };
    Trace {
        names: (0..60).map(|source| format!("{source}")).collect(),
        postings: (0..60).map(postings).collect(),
        end: f64::from(days + 14) * DAY,
        ..Trace::default()
    }
}

/// The spending of each day, and the average delay.
fn lived(trace: &Trace, script: &Script) -> (Vec<f64>, f64) {
    let replay = Replay { trace, trained: 14.0 * DAY, interval: 120.0, seed: 1, looks: None };
    let setup = Setup::default();
    let lived = replayed(&replay, &train(&replay, &setup), &setup, script, &[]);
    assert!(lived.prices.iter().all(|price| price.is_finite()));
    let tally = tally(&replay, &lived.retrievals, &[]);
    // The tally multiplies by spent/budget, which says nothing where a delay is aimed at.
    let delay = tally.average_delay * replay.budget() / tally.requests as f64;
    (daily(&replay, &lived.retrievals), delay)
}

#[test]
fn the_budget_is_spent_after_a_sleep_and_a_restart_too() {
    let trace = made_up(12);
    let day = |n: f64| (14.0 + n) * DAY;
    let script = Script {
        sleeps: vec![(day(4.0), day(5.0))],
        restarts: vec![day(9.2)],
        ..Script::default()
    };
    let (spent, _) = lived(&trace, &script);
    // Sixty sources are a fifth of what the daemon is asked for, and chance is twice as large.
    let settled = spent[2..4].iter().chain(&spent[7..]);
    assert!(settled.clone().all(|day| (day - 1.0).abs() <= 0.04), "{spent:.3?}");
    assert!(spent[4] < 0.01 && spent[5] < 1.15, "{spent:.3?}");
}

#[test]
fn a_wanted_delay_is_met() {
    let script = Script { delay: Some(30.0), ..Script::default() };
    let (_, delay) = lived(&made_up(14), &script);
    assert!((delay / 30.0 - 1.0).abs() < 0.15, "{delay}");
}
