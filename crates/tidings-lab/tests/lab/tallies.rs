//! The results of a replay, compared with counting posting by posting.

use crate::{daily_at, replay_of, trace_of};
use proptest::prelude::*;
use tidings_lab::monitor::tally::{Tally, WINDOW, daily, least_delay, tally, within_budget};
use tidings_lab::monitor::{FetchTimes, Replay};
use tidings_lab::trace::{DAY, Trace};

/// Returns the delay of each posting of the replay, one by one, with its source's weight.
fn delays(replay: &Replay<'_>, fetches: &FetchTimes, weights: &[f64]) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    for (source, postings) in replay.trace.postings.iter().enumerate() {
        for posting in postings.iter().filter(|posting| **posting > replay.trained) {
            let at = fetches[source].iter().copied().find(|at| at >= posting);
            let weight = weights.get(source).copied().unwrap_or(1.0);
            found.push((at.unwrap_or(replay.trace.end) - posting, weight));
        }
    }
    found
}

fn times(most: usize) -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec(0.0f64..20.0 * DAY, 0..most).prop_map(|mut times| {
        times.sort_unstable_by(f64::total_cmp);
        times
    })
}

/// Postings and fetches of some sources; fetches come after training.
fn case() -> impl Strategy<Value = (Trace, FetchTimes)> {
    proptest::collection::vec((times(40), times(20)), 1..5).prop_map(|sources| {
        let (postings, fetches): (Vec<_>, Vec<_>) = sources.into_iter().unzip();
        let trace = trace_of(postings, 20);
        let after = |times: Vec<f64>| times.into_iter().map(|at| 10.0 * DAY + at / 2.0).collect();
        (trace, fetches.into_iter().map(after).collect())
    })
}

proptest! {
    #[test]
    fn a_tally_agrees_with_counting_one_by_one((trace, fetches) in case(), weights in proptest::collection::vec(0.1f64..5.0, 0..4)) {
        let replay = replay_of(&trace, 600.0, 1);
        let tally = tally(&replay, &fetches, &weights);
        let delays = delays(&replay, &fetches, &weights);
        prop_assert_eq!(tally.postings, delays.len());
        prop_assert_eq!(tally.requests, fetches.iter().map(Vec::len).sum::<usize>());
        let weight: f64 = delays.iter().map(|(_, weight)| weight).sum();
        let sum: f64 = delays.iter().map(|(delay, weight)| delay * weight).sum();
        // Spending more than the budget has a price: the delay is multiplied by spent/budget.
        let expected = if weight > 0.0 { sum / weight * tally.requests as f64 / replay.budget() } else { 0.0 };
        prop_assert!((tally.average_delay - expected).abs() <= 1e-9 * (1.0 + expected), "{} {expected}", tally.average_delay);
        let longest = delays.iter().map(|(delay, _)| *delay).fold(0.0, f64::max);
        prop_assert!((tally.max_delay - longest).abs() <= 1e-6 * (1.0 + longest));
        prop_assert!(tally.p95_delay <= tally.max_delay);
        let within = delays.iter().filter(|(delay, _)| *delay <= tally.p95_delay * (1.0 + 1e-6)).count();
        prop_assert!(within as f64 >= 0.95 * delays.len() as f64);
        prop_assert!((0.0..=1.0).contains(&tally.empty_share) && (0.0..=1.0).contains(&tally.lost_share));
    }

    #[test]
    fn one_more_fetch_never_makes_a_posting_wait_longer((trace, mut fetches) in case(), at in 10.0 * DAY..20.0 * DAY) {
        let replay = replay_of(&trace, 600.0, 1);
        let before: f64 = delays(&replay, &fetches, &[]).iter().map(|one| one.0).sum();
        let (spent, old) = (fetches.iter().map(Vec::len).sum::<usize>(), tally(&replay, &fetches, &[]));
        fetches[0].push(at);
        fetches[0].sort_unstable_by(f64::total_cmp);
        let after: f64 = delays(&replay, &fetches, &[]).iter().map(|one| one.0).sum();
        let new = tally(&replay, &fetches, &[]);
        prop_assert!(after <= before);
        prop_assert!(new.max_delay <= old.max_delay && new.lost_share <= old.lost_share);
        // Without the factor for the additional request, the delay is not longer.
        let undone = |delay: f64, spent: usize| if spent == 0 { 0.0 } else { delay / spent as f64 };
        if spent > 0 {
            prop_assert!(undone(new.average_delay, spent + 1) <= undone(old.average_delay, spent) * (1.0 + 1e-9));
        }
    }

    #[test]
    fn no_policy_beats_the_clairvoyant((trace, fetches) in case()) {
        let requests = fetches.iter().map(Vec::len).sum::<usize>();
        prop_assume!(requests > 0);
        // The budget is what was spent.
        let span = trace.end / 2.0;
        let replay = replay_of(&trace, trace.postings.len() as f64 * span / requests as f64, 1);
        let (least, got) = (least_delay(&replay), tally(&replay, &fetches, &[]).average_delay);
        // With a single price, a clairvoyant may spend one fetch more or less than the budget.
        let slack = DAY * 10.0 / requests as f64;
        prop_assert!(least >= 0.0 && least <= got * (1.0 + 1e-9) + slack, "{least} {got}");
    }

    #[test]
    fn days_add_up_to_the_requests((trace, fetches) in case()) {
        let replay = replay_of(&trace, 600.0, 1);
        let days = daily(&replay, &fetches);
        prop_assert_eq!(days.len(), 10);
        let grant = trace.postings.len() as f64 * DAY / 600.0;
        let in_whole_days = fetches.iter().flatten().filter(|at| **at < trace.end).count() as f64;
        prop_assert!((days.iter().sum::<f64>() * grant - in_whole_days).abs() < 1e-6);
    }
}

#[test]
fn postings_that_a_feed_no_longer_shows_are_lost() {
    let begin = 10.0 * DAY;
    for (n, lost) in [(1, 0), (WINDOW, 0), (WINDOW + 1, 1), (3 * WINDOW, 2 * WINDOW)] {
        let postings: Vec<f64> = (1..=n).map(|i| begin + i as f64).collect();
        let trace = trace_of(vec![postings], 20);
        let replay = replay_of(&trace, DAY, 1);
        let found = tally(&replay, &vec![vec![15.0 * DAY]], &[]);
        assert_eq!((found.lost_share * n as f64).round() as usize, lost, "{n}");
        // With a fetch in between, nothing is lost that fits.
        let asked = vec![vec![begin + n as f64 / 2.0 + 0.5, 15.0 * DAY]];
        let twice = tally(&replay, &asked, &[]).lost_share * n as f64;
        assert!(twice.round() as usize <= lost.saturating_sub(WINDOW.min(lost)), "{n}: {twice}");
    }
}

#[test]
fn a_fetch_at_the_moment_of_a_posting_finds_it() {
    let trace = trace_of(vec![daily_at(600.0, 20)], 20);
    let replay = replay_of(&trace, DAY, 1);
    let found = tally(&replay, &vec![daily_at(600.0, 20)[10..].to_vec()], &[]);
    assert_eq!((found.average_delay, found.max_delay, found.empty_share), (0.0, 0.0, 0.0));
    // What was posted at the end of training was known then.
    let trace = trace_of(vec![vec![10.0 * DAY, 10.0 * DAY + 1.0]], 20);
    assert_eq!(tally(&replay_of(&trace, DAY, 1), &vec![vec![]], &[]).postings, 1);
}

#[test]
fn no_postings_and_no_fetches_give_an_empty_tally() {
    for postings in [vec![], vec![vec![]], vec![vec![], vec![]]] {
        let trace = trace_of(postings.clone(), 20);
        let replay = replay_of(&trace, DAY, 1);
        let found = tally(&replay, &vec![vec![]; postings.len()], &[]);
        assert_eq!((found.postings, found.requests), (0, 0));
        assert_eq!((found.max_delay, found.p95_delay, found.lost_share), (0.0, 0.0, 0.0));
        assert_eq!(least_delay(&replay), 0.0);
    }
    assert_eq!(Tally::mean(&[]), Tally::default());
}

#[test]
fn the_mean_of_one_run_is_that_run() {
    let one = Tally {
        requests: 7,
        postings: 3,
        average_delay: 1.5,
        p95_delay: 2.5,
        max_delay: 9.0,
        empty_share: 0.25,
        lost_share: 0.125,
        worst_day: Some(0.5),
    };
    assert_eq!(Tally::mean(std::slice::from_ref(&one)), one);
    let other = Tally { requests: 8, worst_day: None, ..one.clone() };
    let mean = Tally::mean(&[one, other]);
    assert_eq!((mean.requests, mean.worst_day), (8, Some(0.5)), "7.5 is rounded up");
}

#[test]
fn a_clairvoyant_with_few_requests_has_the_least_delay() {
    // Three postings and one request: at the later of the two that are close together; the third waits until the end.
    let begin = 10.0 * DAY;
    let postings = vec![begin + 100.0, begin + 110.0, 20.0 * DAY - 50.0];
    let trace = trace_of(vec![postings], 20);
    let least = least_delay(&replay_of(&trace, 10.0 * DAY, 1));
    // A single price may buy one fetch more than the budget; then the third does not wait.
    assert!((10.0 / 3.0 - 1e-6..=60.0 / 3.0 + 1e-6).contains(&least), "{least}");
    // More requests make it shorter, and one for each posting makes it zero.
    let mut before = f64::INFINITY;
    for requests in 1..=3 {
        let least = least_delay(&replay_of(&trace, 10.0 * DAY / f64::from(requests), 1));
        assert!(least <= before, "{requests}: {least}");
        before = least;
    }
    assert_eq!(before, 0.0);
}

#[test]
fn the_search_for_a_budget_ends_near_it_whatever_the_policy() {
    type Spends = fn(f64) -> f64;
    let policies: [(&str, Spends); 4] = [
        ("as 1/x", |x| 50_000.0 / x),
        ("as 1/√x", |x| 50_000.0 / x.sqrt()),
        ("as 1/x²", |x| 9e6 / (x * x)),
        ("as e^-x", |x| 20_000.0 * (-x / 40.0).exp()),
    ];
    for (name, spends) in policies {
        for guess in [0.5, 20.0, 900.0] {
            let mut tries = 0;
            let (_, found) = within_budget(2_000.0, guess, |x| {
                tries += 1;
                vec![vec![0.0; spends(x).min(1e6) as usize]]
            });
            let spent = found[0].len() as f64;
            assert!((spent / 2_000.0 - 1.0).abs() < 0.01, "{name} from {guess}: {spent}");
            assert!(tries <= 20, "{name}: {tries}");
        }
    }
    // A policy that always spends the same is tried twenty times and then accepted as it is.
    let mut tries = 0;
    let (_, found) = within_budget(10.0, 1.0, |_| {
        tries += 1;
        vec![vec![1.0; 3]]
    });
    assert_eq!((found[0].len(), tries), (3, 20));
    let (_, none) = within_budget(10.0, 1.0, |_| vec![vec![]]);
    assert!(none[0].is_empty());
}
