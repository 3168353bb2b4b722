//! Policies that learn from training alone: they use their budget, in order, and spend more on sources that post more.

use crate::{daily_at, replay_of, trace_of};
use proptest::prelude::*;
use tidings_lab::generate::GeneratedKind;
use tidings_lab::monitor::access::ReaderVisits;
use tidings_lab::monitor::allocation::AllocationRule;
use tidings_lab::monitor::even::{Sia, priced, spaced, timetabled, timetabled_for_readers};
use tidings_lab::monitor::{FetchTimes, Replay};
use tidings_lab::trace::{DAY, Trace};
use tidings_numerics::Draws;
use tidings_schedule::cost::Metric;

const RULES: [AllocationRule; 6] = [
    AllocationRule::Even,
    AllocationRule::Proportional,
    AllocationRule::Age,
    AllocationRule::Fresh,
    AllocationRule::Harmonic,
    AllocationRule::SquareRoot,
];

/// Returns sources of all kinds, from rare to frequent.
fn mixed(n: u32, days: u32, seed: u64) -> Trace {
    let kinds = GeneratedKind::ALL.iter().cycle();
    let one = |(source, (_, kind)): (u32, &(&str, GeneratedKind))| {
        let mut draws = Draws::part(seed, u64::from(source));
        kind.postings(0.2 + 0.7 * f64::from(source), days, &mut draws)
    };
    trace_of((0..n).zip(kinds).map(one).collect(), days)
}

fn n_all(fetches: &FetchTimes) -> f64 {
    fetches.iter().map(Vec::len).sum::<usize>() as f64
}

fn is_sound(replay: &Replay<'_>, fetches: &FetchTimes) -> Result<(), TestCaseError> {
    prop_assert_eq!(fetches.len(), replay.trace.postings.len());
    for times in fetches {
        prop_assert!(times.is_sorted());
        prop_assert!(
            times.iter().all(|at| *at >= replay.trained && *at <= replay.trace.end + 1e-6)
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_rule_spends_its_budget_within_a_request_for_each_source(n in 1u32..12, interval in 120.0f64..3000.0, seed in any::<u64>()) {
        let trace = mixed(n, 28, seed);
        let replay = replay_of(&trace, interval, seed);
        for rule in RULES {
            let fetches = spaced(&replay, rule, &[]);
            is_sound(&replay, &fetches)?;
            let budget = replay.budget();
            prop_assert!((n_all(&fetches) - budget).abs() <= f64::from(n), "{rule:?}: {} of {budget}", n_all(&fetches));
        }
        for kind in [Sia::Scheduling, Sia::Combined, Sia::Rolling] {
            let fetches = timetabled(&replay, kind, &[]);
            is_sound(&replay, &fetches)?;
            let budget = replay.budget();
            prop_assert!((n_all(&fetches) - budget).abs() <= 1.0 + f64::from(n), "{kind:?}: {} of {budget}", n_all(&fetches));
        }
    }

    #[test]
    fn a_higher_price_never_buys_more(n in 1u32..6, seed in 0u64..1000, price in 20.0f64..5000.0) {
        let trace = mixed(n, 28, seed);
        let replay = replay_of(&trace, 720.0, seed);
        let (cheap, dear) = (priced(&replay, price, &[]), priced(&replay, 1.5 * price, &[]));
        is_sound(&replay, &cheap)?;
        for (cheap, dear) in cheap.iter().zip(&dear) {
            prop_assert!(dear.len() <= cheap.len());
        }
    }
}

#[test]
fn the_even_rule_fetches_all_sources_equally_and_evenly() {
    let trace = mixed(7, 28, 5);
    let replay = replay_of(&trace, 500.0, 9);
    for times in spaced(&replay, AllocationRule::Even, &[]) {
        assert!(times.windows(2).all(|pair| (pair[1] - pair[0] - 500.0).abs() < 1e-6));
        assert!(times[0] - replay.trained <= 500.0 && trace.end - times[times.len() - 1] < 500.0);
    }
}

/// r ∝ λ, √λ and so on, for two sources of which one posts nine times as much: Sia (2009), chapter 2.4 and after.
#[test]
fn rules_allocate_as_their_formulas_say() {
    let often: Vec<f64> = (0..9 * 28).map(|i| f64::from(i) * DAY / 9.0 + 7.0).collect();
    let trace = trace_of(vec![daily_at(600.0, 28), often], 28);
    let replay = replay_of(&trace, 60.0, 1);
    for (rule, ratio) in [
        (AllocationRule::Even, 1.0),
        (AllocationRule::Proportional, 9.0),
        (AllocationRule::SquareRoot, 3.0),
    ] {
        let found = spaced(&replay, rule, &[]);
        let got = found[1].len() as f64 / found[0].len() as f64;
        assert!((got / ratio - 1.0).abs() < 0.03, "{rule:?}: {got}");
        // A source with nine times the weight counts as one that posts nine times as much.
        let weighed = spaced(&replay, rule, &[9.0, 1.0]);
        let got = weighed[1].len() as f64 / weighed[0].len() as f64;
        assert!((got - 1.0).abs() < 0.03, "{rule:?} weighed: {got}");
    }
}

#[test]
fn timetables_fetch_soon_after_the_hour_of_posting() {
    for minute in [30.0, 600.0, 1290.0] {
        let trace = trace_of(vec![daily_at(minute, 28)], 28);
        let replay = replay_of(&trace, DAY, 3);
        for kind in [Sia::Scheduling, Sia::Combined, Sia::Rolling] {
            let found = timetabled(&replay, kind, &[]);
            let wait = |at: &f64| (at - minute).rem_euclid(DAY);
            let mean = found[0].iter().map(wait).sum::<f64>() / found[0].len() as f64;
            // Half a day without knowledge; smoothed bins of an hour leave about two hours.
            assert!(mean < 180.0, "{kind:?} at {minute}: {mean}");
        }
    }
}

#[test]
fn a_source_that_never_posted_is_still_fetched() {
    let trace = trace_of(vec![vec![], daily_at(60.0, 28)], 28);
    let replay = replay_of(&trace, 720.0, 1);
    for rule in RULES {
        // Fresh and harmonic may give up on sources that post too rarely or too often; none posts too often here.
        assert!(!spaced(&replay, rule, &[])[0].is_empty(), "{rule:?}");
    }
    for kind in [Sia::Scheduling, Sia::Combined, Sia::Rolling] {
        assert!(!timetabled(&replay, kind, &[])[0].is_empty(), "{kind:?}");
    }
    assert!(!priced(&replay, 100.0, &[])[0].is_empty());
}

#[test]
fn plans_for_readers_fetch_before_they_visit() {
    // Posted at six every day, visited at eight: fetched between the two.
    let trace = trace_of(vec![daily_at(360.0, 28)], 28);
    let looks = ReaderVisits { at: daily_at(490.0, 28), readers: 1 };
    let replay = Replay { looks: Some(&looks), ..replay_of(&trace, DAY, 1) };
    for (rule, metric) in [
        (AllocationRule::SquareRoot, Metric::Misses),
        (AllocationRule::CubeRoot, Metric::ReaderDelay),
    ] {
        let found = timetabled_for_readers(&replay, rule, metric);
        is_sound(&replay, &found).unwrap();
        assert!((13..=14).contains(&found[0].len()), "{metric:?}: {}", found[0].len());
        let in_time = found[0].iter().filter(|at| (360.0..=500.0).contains(&(**at % DAY))).count();
        assert!(in_time == found[0].len(), "{metric:?}: {:?}", found[0].iter().map(|at| at % DAY));
    }
}

#[test]
fn phases_differ_between_sources_and_seeds_and_repeat() {
    let trace = trace_of(vec![daily_at(600.0, 28); 20], 28);
    let first = |seed: u64| -> Vec<f64> {
        let found = spaced(&replay_of(&trace, 720.0, seed), AllocationRule::Even, &[]);
        found.iter().map(|times| times[0] - 14.0 * DAY).collect()
    };
    let (one, other) = (first(1), first(2));
    assert_eq!(one, first(1));
    assert!(one.iter().zip(&other).all(|(a, b)| (a - b).abs() > 1e-9));
    // Spread over the interval: each quarter of it has some of twenty.
    for quarter in 0..4 {
        let part = 180.0 * f64::from(quarter)..180.0 * f64::from(quarter + 1);
        let n = one.iter().filter(|at| part.contains(at)).count();
        assert!((4..=6).contains(&n), "{quarter}: {n}");
    }
}
