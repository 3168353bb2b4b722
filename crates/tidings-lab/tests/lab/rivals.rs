//! Other feed readers by their formulas, and all policies by name.

use crate::{daily_at, replay_of, trace_of};
use proptest::prelude::*;
use tidings_lab::monitor::policies::{self, FOR_READERS, NAMES, is_by_phase};
use tidings_lab::monitor::rivals::{Rival, Roitman, Roles, replayed, roitman};
use tidings_lab::monitor::tally::tally;
use tidings_lab::trace::{DAY, WEEK};

const ALL: [Rival; 4] = [Rival::Miniflux, Rival::CommaFeed, Rival::AutoTtl, Rival::NewsBlur];

/// Returns `n` postings, one every `minutes` minutes up to now.
fn every(minutes: f64, n: usize, now: f64) -> Vec<f64> {
    (0..n).rev().map(|i| now - i as f64 * minutes).collect()
}

/// Minutes to wait by rule, with the last posting `ago` minutes before now and one every `gap` before it, `n` in total.
#[test]
fn intervals_agree_with_the_formulas() {
    let now = 1000.0 * DAY;
    for (rival, n, gap, ago, expected) in [
        // ceil(week / mean gap) a week, between five minutes and a day.
        (Rival::Miniflux, 0, DAY, 0.0, DAY),
        (Rival::Miniflux, 1, DAY, 0.0, DAY),
        (Rival::Miniflux, 50, 60.0, 0.0, 60.0),
        (Rival::Miniflux, 500, 1.0, 0.0, 5.0),
        (Rival::Miniflux, 20, 300.0, 0.0, WEEK / 34.0),
        (Rival::Miniflux, 30, 60.0, 8.0 * DAY, DAY),
        // Half the mean gap of twenty, at most an hour; longer the longer it is silent.
        (Rival::CommaFeed, 0, DAY, 0.0, 240.0),
        (Rival::CommaFeed, 1, DAY, 0.0, 240.0),
        (Rival::CommaFeed, 40, 30.0, 0.0, 15.0),
        (Rival::CommaFeed, 40, 1.0, 0.0, 5.0),
        (Rival::CommaFeed, 40, 600.0, 0.0, 60.0),
        (Rival::CommaFeed, 40, 30.0, 7.0 * DAY, 60.0),
        (Rival::CommaFeed, 40, 30.0, 14.0 * DAY, 120.0),
        (Rival::CommaFeed, 40, 30.0, 30.0 * DAY, 240.0),
        // The mean of the last month, from an hour to a day.
        (Rival::AutoTtl, 0, DAY, 0.0, DAY),
        (Rival::AutoTtl, 100, 5.0, 0.0, 60.0),
        (Rival::AutoTtl, 11, 600.0, 600.0, 600.0),
        (Rival::AutoTtl, 2, 3.0 * DAY, 0.0, DAY),
        (Rival::AutoTtl, 9, 60.0, 31.0 * DAY, DAY),
        // 45 minutes for daily postings, six hours less for occasional ones, four hours at most.
        (Rival::NewsBlur, 60, 720.0, 0.0, 45.0),
        (Rival::NewsBlur, 30, DAY, 0.0, 45.0),
        (Rival::NewsBlur, 15, DAY, 0.0, 180.0),
        (Rival::NewsBlur, 1, DAY, 0.0, 240.0),
        (Rival::NewsBlur, 0, DAY, 0.0, 240.0),
    ] {
        let known = every(gap, n, now - ago);
        let got = rival.interval(&known, now);
        assert!((got - expected).abs() < 1e-6, "{rival:?} {n} {gap} {ago}: {got}, not {expected}");
    }
}

proptest! {
    #[test]
    fn every_rival_waits_between_minutes_and_a_day(mut known in proptest::collection::vec(0.0f64..100.0 * DAY, 0..80), later in 0.0f64..50.0 * DAY) {
        known.sort_unstable_by(f64::total_cmp);
        let now = known.last().copied().unwrap_or(0.0) + later;
        for rival in ALL {
            let wait = rival.interval(&known, now);
            prop_assert!((5.0..=DAY).contains(&wait), "{rival:?}: {wait}");
        }
    }

    #[test]
    fn a_rival_does_not_know_the_future(mut postings in proptest::collection::vec(0.0f64..28.0 * DAY, 1..60), cut in 15.0 * DAY..27.0 * DAY) {
        postings.sort_unstable_by(f64::total_cmp);
        // Postings after the cut change nothing before it.
        let before: Vec<f64> = postings.iter().copied().filter(|at| *at <= cut).collect();
        let (whole, part) = (trace_of(vec![postings], 28), trace_of(vec![before], 28));
        let until_cut = |times: &[f64]| times.iter().copied().filter(|at| *at <= cut).collect::<Vec<_>>();
        for rival in ALL {
            let run = |trace| replayed(&replay_of(trace, 720.0, 4), 1.5, |_, known, now, _| rival.interval(known, now));
            prop_assert_eq!(until_cut(&run(&whole)[0]), until_cut(&run(&part)[0]));
        }
        for roles in [Roles::Printed, Roles::Swapped] {
            let rule = Roitman { alpha: 0.1, slowness: 100.0, roles };
            let run = |trace| roitman(&replay_of(trace, 720.0, 4), 1.0, rule);
            prop_assert_eq!(until_cut(&run(&whole)[0]), until_cut(&run(&part)[0]));
        }
    }
}

#[test]
fn twice_the_factor_is_half_the_requests() {
    let trace = trace_of(vec![daily_at(600.0, 60), daily_at(30.0, 60)], 60);
    let replay = replay_of(&trace, 720.0, 4);
    let n = |factor: f64| {
        let found = replayed(&replay, factor, |_, _, _, _| 30.0);
        found.iter().map(Vec::len).sum::<usize>() as f64
    };
    assert!((n(1.0) / n(2.0) - 2.0).abs() < 0.01 && (n(1.0) / n(4.0) - 4.0).abs() < 0.02);
    // Even a tiny interval makes progress.
    let quick = replayed(&replay_of(&trace_of(vec![vec![]], 2), 720.0, 4), 0.0, |_, _, _, _| 1.0);
    assert_eq!(quick[0].len(), 14_401, "a tenth of a minute at least");
}

#[test]
fn a_learned_rate_follows_as_printed_and_settles_when_swapped() {
    // Every ten hours in training, then every hour.
    let mut postings: Vec<f64> = (0..34).map(|i| f64::from(i) * 600.0).collect();
    postings.extend((0..14 * 24).map(|hour| 14.0 * DAY + f64::from(hour) * 60.0));
    let trace = trace_of(vec![postings], 28);
    let replay = replay_of(&trace, 720.0, 4);
    let rule = |roles| Roitman { alpha: 0.1, slowness: 10.0, roles };
    let last_gap = |roles| {
        let times = roitman(&replay, 1.0, rule(roles)).remove(0);
        times[times.len() - 1] - times[times.len() - 2]
    };
    assert!((last_gap(Roles::Printed) - 60.0).abs() < 1.0, "{}", last_gap(Roles::Printed));
    assert!(last_gap(Roles::Swapped) > 80.0, "{}", last_gap(Roles::Swapped));
}

#[test]
fn every_policy_uses_the_same_budget() {
    let often: Vec<f64> = (0..28 * 12).map(|i| f64::from(i) * 120.0 + 5.0).collect();
    let trace = trace_of(vec![daily_at(600.0, 28), daily_at(70.0, 28), often, vec![]], 28);
    let replay = replay_of(&trace, 360.0, 2);
    for name in NAMES {
        let fetches = policies::run(name, &replay, &[]).unwrap();
        let found = tally(&replay, &fetches, &[]);
        let spent = found.requests as f64 / replay.budget();
        // The controller finds its price during the run.
        let slack = if name == "price-live" { 0.25 } else { 0.06 };
        assert!((spent - 1.0).abs() <= slack, "{name} spends {spent}");
        assert!(found.average_delay > 0.0 && found.average_delay < 600.0, "{name}: {found:?}");
        assert_eq!(fetches, policies::run(name, &replay, &[]).unwrap(), "{name} repeats");
    }
}

#[test]
fn policies_are_found_by_name_and_unknown_ones_are_refused() {
    let trace = trace_of(vec![daily_at(600.0, 28)], 28);
    let replay = replay_of(&trace, 720.0, 1);
    for name in ["", "Price", "uniform ", "best"] {
        let told = policies::run(name, &replay, &[]).unwrap_err().to_string();
        assert!(told.contains(&format!("no policy \"{name}\"")), "{told}");
        assert!(NAMES.iter().all(|known| told.contains(known)), "{told}");
    }
    let mut names: Vec<&str> = NAMES.iter().chain(&FOR_READERS).copied().collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), NAMES.len() + FOR_READERS.len(), "no name twice");
    let by_phase: Vec<&str> = names.into_iter().filter(|name| is_by_phase(name)).collect();
    assert_eq!(by_phase.len(), 12, "{by_phase:?}");
    assert!(!by_phase.iter().any(|name| name.starts_with("price") || name.contains("roitman")));
}
