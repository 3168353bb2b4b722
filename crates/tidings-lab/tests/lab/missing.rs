//! What readers miss, compared with counting posting by posting and visit by visit.

use crate::{daily_at, replay_of, trace_of};
use proptest::prelude::*;
use tidings_lab::monitor::access::{MissCounts, ReaderVisits, missed};
use tidings_lab::trace::{DAY, Events, WEEK};

fn sorted(most: usize, range: std::ops::Range<f64>) -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec(range, 0..most).prop_map(|mut times| {
        times.sort_unstable_by(f64::total_cmp);
        times
    })
}

proptest! {
    #[test]
    fn pairs_and_ages_agree_with_counting_one_by_one(
        sources in proptest::collection::vec((sorted(25, 0.0..20.0 * DAY), sorted(12, 10.0 * DAY..20.0 * DAY)), 1..4),
        at in sorted(30, 0.0..20.0 * DAY),
    ) {
        let (postings, fetches): (Vec<_>, Vec<_>) = sources.into_iter().unzip();
        let trace = trace_of(postings, 20);
        let replay = replay_of(&trace, 720.0, 1);
        let looks = ReaderVisits { at, readers: 3 };
        let (mut pairs, mut firsts, mut age, mut n) = (0, 0, 0.0, 0);
        for (postings, fetches) in trace.postings.iter().zip(&fetches) {
            for &posting in postings.iter().filter(|at| **at > replay.trained) {
                let found = fetches.iter().copied().find(|at| *at >= posting).unwrap_or(trace.end);
                let in_vain: Vec<f64> = looks.at.iter().copied().filter(|look| *look > posting && *look < found).collect();
                pairs += in_vain.len();
                firsts += usize::from(!in_vain.is_empty());
                age += in_vain.iter().map(|look| look - posting).sum::<f64>();
                n += 1;
            }
        }
        let got = missed(&replay, &fetches, &looks);
        prop_assert_eq!(got.pairs, pairs);
        let each = f64::from(n.max(1));
        prop_assert!((got.share - firsts as f64 / each).abs() < 1e-12);
        // Ages are differences of sums of times, and only as exact as those.
        let sums = looks.at.iter().sum::<f64>() * each;
        prop_assert!((got.reader_delay * each - age).abs() <= 1e-12 * (1.0 + sums), "{} {age}", got.reader_delay * each);
    }

    #[test]
    fn visits_are_moved_by_whole_weeks(weeks in 0i64..3000, seconds in proptest::collection::vec(0i64..7 * 86_400, 1..20), begin in 0u32..7) {
        let monday = 4 * 86_400;
        let events = |weeks: i64| {
            let at = seconds.iter().map(|second| monday + weeks * 7 * 86_400 + second).collect();
            Events::from([("reader".to_owned(), at)])
        };
        let (begin, end) = (f64::from(begin) * DAY, 4.0 * WEEK);
        let (here, there) = (ReaderVisits::of(&events(0), begin, end), ReaderVisits::of(&events(weeks), begin, end));
        prop_assert_eq!(&here, &there);
        prop_assert!(here.at.is_sorted() && here.at.iter().all(|at| (begin..end).contains(at)));
    }
}

#[test]
fn frequent_fetches_miss_nothing_and_no_fetches_miss_everything() {
    let trace = trace_of(vec![daily_at(600.0, 20)], 20);
    let replay = replay_of(&trace, 720.0, 1);
    let looks = ReaderVisits { at: daily_at(720.0, 20), readers: 1 };
    let always = vec![(0..20 * 1440).map(f64::from).collect()];
    assert_eq!(missed(&replay, &always, &looks), MissCounts::default());
    let never = missed(&replay, &vec![vec![]], &looks);
    // Ten postings; the first is missed by ten visits, the last by one.
    assert_eq!((never.pairs, never.share), (55, 1.0));
    // Two hours for the first visit after each, and a day more for each later visit: 55·120 + 165·1440 minutes.
    assert!((never.reader_delay * 10.0 - (55.0 * 120.0 + 165.0 * DAY)).abs() < 1e-6);
    assert_eq!(missed(&replay, &vec![vec![]], &ReaderVisits::default()), MissCounts::default());
}

#[test]
fn the_mean_of_no_runs_is_none() {
    assert_eq!(MissCounts::mean(&[]), None);
    let one = MissCounts { pairs: 3, share: 0.5, reader_delay: 7.0 };
    assert_eq!(MissCounts::mean(&[one; 5]), Some(one));
    assert_eq!(ReaderVisits::of(&Events::new(), 0.0, WEEK), ReaderVisits::default());
}
