//! The server's controller on generated sources: the budget is used.

use super::*;
use crate::generate::GeneratedKind;
use crate::monitor::online::train;
use crate::monitor::tally::{daily, tally};
use crate::trace::Trace;
use tidings_numerics::Draws;

/// Returns sixty sources of all kinds for `days` days after two weeks of training.
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

/// Returns the share of the budget used on each day, and the average delay.
fn lived(trace: &Trace, script: &Script) -> (Vec<f64>, f64) {
    let replay = Replay { trace, trained: 14.0 * DAY, interval: 120.0, seed: 1, looks: None };
    let setup = Setup::default();
    let lived = replayed(&replay, &train(&replay, &setup), &setup, script, &[]);
    assert!(lived.prices.iter().all(|price| price.is_finite()));
    let tally = tally(&replay, &lived.fetches, &[]);
    // The tally multiplies by spent/budget, which means nothing with a target delay.
    let delay = tally.average_delay * replay.budget() / tally.requests as f64;
    (daily(&replay, &lived.fetches), delay)
}

#[test]
fn the_budget_is_used_even_after_a_sleep_and_a_restart() {
    let trace = made_up(12);
    let day = |n: f64| (14.0 + n) * DAY;
    let script = Script {
        sleeps: vec![(day(4.0), day(5.0))],
        restarts: vec![day(9.2)],
        ..Script::default()
    };
    let (spent, _) = lived(&trace, &script);
    // Sixty sources are a fifth of what the server is designed for, and random variation is twice as large.
    let settled = spent[2..4].iter().chain(&spent[7..]);
    assert!(settled.clone().all(|day| (day - 1.0).abs() <= 0.04), "{spent:.3?}");
    assert!(spent[4] < 0.01 && spent[5] < 1.15, "{spent:.3?}");
}

#[test]
fn a_target_delay_is_met() {
    let script = Script { delay: Some(30.0), ..Script::default() };
    let (_, delay) = lived(&made_up(14), &script);
    assert!((delay / 30.0 - 1.0).abs() < 0.15, "{delay}");
}

/// Replays a small installation: eight sources for ten days.
fn small(script: &Script) -> LiveRun {
    let whole = made_up(10);
    let trace =
        Trace { names: whole.names[..8].to_vec(), postings: whole.postings[..8].to_vec(), ..whole };
    let replay =
        Replay { trace: &trace, trained: 14.0 * DAY, interval: 120.0, seed: 1, looks: None };
    let setup = Setup::default();
    replayed(&replay, &train(&replay, &setup), &setup, script, &[])
}

fn at(day: f64) -> f64 {
    (14.0 + day) * DAY
}

#[test]
fn a_restart_changes_nothing() {
    let script = Script { restarts: vec![at(1.0), at(2.0) + 1.0, at(6.9)], ..Script::default() };
    let (plain, restarted) = (small(&Script::default()), small(&script));
    assert_eq!(plain.fetches, restarted.fetches);
    assert_eq!(plain.prices, restarted.prices);
}

#[test]
fn nothing_is_fetched_during_a_sleep_and_everything_due_right_after_it() {
    let script = Script { sleeps: vec![(at(3.0), at(4.5))], ..Script::default() };
    let lived = small(&script);
    for times in &lived.fetches {
        assert!(times.is_sorted());
        assert!(!times.iter().any(|time| (at(3.0) + 1e-6..at(4.5)).contains(time)), "{times:?}");
        assert!(times.iter().any(|time| (at(4.5)..at(4.5) + 61.0).contains(time)), "{times:?}");
    }
    // The price is not adjusted while the machine sleeps.
    assert_eq!(lived.prices.len(), 10 * 144 - 216);
}

#[test]
fn a_new_budget_applies_from_its_day_on() {
    let script = Script { budgets: vec![(at(4.0), 3.0), (at(7.0), 0.5)], ..Script::default() };
    let lived = small(&script);
    let n = |from: f64, to: f64| {
        let all = lived.fetches.iter().flatten();
        all.filter(|time| (at(from)..at(to)).contains(time)).count() as f64 / (to - from)
    };
    // Eight sources every two hours are 96 fetches a day.
    assert!((n(1.0, 4.0) / 96.0 - 1.0).abs() < 0.15, "{}", n(1.0, 4.0));
    assert!((n(4.5, 7.0) / 288.0 - 1.0).abs() < 0.2, "{}", n(4.5, 7.0));
    assert!(n(7.5, 10.0) < 70.0, "{}", n(7.5, 10.0));
}

#[test]
fn times_are_distinguished_to_the_millisecond() {
    assert_eq!(milliseconds(0.0), 0);
    assert_eq!((milliseconds(1.0), milliseconds(1.0 / 60_000.0)), (60_000, 1));
    assert!(milliseconds(1e9) < milliseconds(1e9 + 0.001));
}
