//! What may be said of every posting rate, and what the dates of strangers cannot do to it.

use super::*;
use proptest::prelude::*;

const NOW: i64 = 1_794_744_000; // 2026-11-15T12:00:00Z
const DAY: i64 = 86_400;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

/// The rate that is believed after `days` daily looks, each bringing `n` articles dated evenly over the day.
fn after_daily_looks(mut belief: PostingRate, n: i64, days: i64) -> PostingRate {
    let begin = belief.as_of.as_second();
    for day in 0..days {
        let (from, to) = (begin + day * DAY, begin + (day + 1) * DAY);
        let dates: Vec<_> = (0..n).map(|i| Some(at(from + i * DAY / n))).collect();
        belief = observe(belief, &dates, Some(at(from)), at(to));
    }
    belief
}

#[test]
fn a_steady_source_is_learned_and_a_changed_one_relearned() {
    let steady = after_daily_looks(PostingRate::unknown(at(NOW)), 8, 30);
    assert!((7.0..8.5).contains(&steady.mean().0), "{steady:?}");
    let changed = after_daily_looks(steady, 1, 60);
    assert!((0.9..1.7).contains(&changed.mean().0), "{changed:?}");
}

#[test]
fn looking_twice_as_often_changes_little() {
    let daily = after_daily_looks(PostingRate::unknown(at(NOW)), 4, 14);
    let mut hourly = PostingRate::unknown(at(NOW));
    for hour in 0..14 * 24 {
        let (from, to) = (NOW + hour * 3600, NOW + (hour + 1) * 3600);
        let dates = if hour % 6 == 0 { vec![Some(at(from))] } else { Vec::new() };
        hourly = observe(hourly, &dates, Some(at(from)), at(to));
    }
    assert!((daily.mean().0 - hourly.mean().0).abs() < 0.1, "{daily:?} {hourly:?}");
}

#[test]
fn the_first_document_tells_the_rate_by_its_dates() {
    let dates: Vec<_> = (0..20).map(|i| Some(at(NOW - i * DAY / 4))).collect();
    let busy = observe(PostingRate::unknown(at(NOW)), &dates, None, at(NOW));
    assert!((3.0..4.5).contains(&busy.mean().0), "{busy:?}");
    let monthly: Vec<_> = (0..20).map(|i| Some(at(NOW - i * 30 * DAY))).collect();
    let slow = observe(PostingRate::unknown(at(NOW)), &monthly, None, at(NOW));
    assert!((0.02..0.2).contains(&slow.mean().0), "{slow:?}");
}

#[test]
fn a_rebuilt_site_that_dates_everything_alike_says_nothing() {
    let alike = vec![Some(at(NOW)); 2_000];
    let unknown = PostingRate::unknown(at(NOW));
    assert_eq!(observe(unknown, &alike, None, at(NOW)), unknown);
}

#[test]
fn future_and_ancient_dates_do_not_poison() {
    let unknown = PostingRate::unknown(at(NOW));
    let future = vec![Some(at(NOW + 20 * 365 * DAY)); 50];
    assert_eq!(
        observe(unknown, &future, None, at(NOW)),
        unknown,
        "no date in the past, no evidence"
    );

    let quiet = observe(unknown, &[], Some(at(NOW)), at(NOW + DAY));
    let ancient = vec![Some(at(0)); 50];
    assert_eq!(
        observe(unknown, &ancient, Some(at(NOW)), at(NOW + DAY)),
        quiet,
        "dug out, not posted"
    );

    let undated = observe(unknown, &[None], Some(at(NOW)), at(NOW + DAY));
    let tomorrow = observe(unknown, &[Some(at(NOW + 9 * DAY))], Some(at(NOW)), at(NOW + DAY));
    assert_eq!(tomorrow, undated, "a date in the future is no date, but the article did appear");
}

#[test]
fn local_time_labelled_as_utc_still_counts() {
    let unknown = PostingRate::unknown(at(NOW));
    let five_hours_behind =
        observe(unknown, &[Some(at(NOW - 5 * 3600))], Some(at(NOW)), at(NOW + 3600));
    let right = observe(unknown, &[Some(at(NOW + 1800))], Some(at(NOW)), at(NOW + 3600));
    assert_eq!(five_hours_behind, right);
}

#[test]
fn a_source_unseen_for_years_is_believed_like_one_never_seen() {
    let busy = after_daily_looks(PostingRate::unknown(at(NOW)), 50, 60);
    let later = at(NOW + 20 * 365 * DAY);
    let mean = faded(busy, later).mean().0;
    assert!((mean - 1.0).abs() < 1e-6, "{mean}");
}

#[test]
fn a_clock_set_back_fades_nothing_and_watches_nothing() {
    let known = after_daily_looks(PostingRate::unknown(at(NOW)), 8, 30);
    let past = at(NOW - 365 * DAY);
    let after = observe(known, &[], Some(known.as_of), past);
    assert_eq!((after.postings, after.days, after.as_of), (known.postings, known.days, past));
}

/// Instants anywhere that can be written down, and often at the same few moments.
fn any_instant() -> impl Strategy<Value = Timestamp> {
    prop_oneof![
        (Timestamp::MIN.as_second()..=Timestamp::MAX.as_second()).prop_map(at),
        (NOW - 2 * DAY..NOW + 2 * DAY).prop_map(at),
        Just(at(NOW)),
        Just(Timestamp::MIN),
        Just(Timestamp::MAX),
    ]
}

fn any_belief() -> impl Strategy<Value = PostingRate> {
    let any_number = || prop_oneof![any::<f64>(), 0.0..100.0, Just(f64::NAN), Just(f64::INFINITY)];
    (any_number(), any_number(), any_instant()).prop_map(|(postings, days, as_of)| PostingRate {
        postings,
        days,
        as_of,
    })
}

proptest! {
    #[test]
    fn every_belief_is_finite_positive_and_bounded(
        belief in any_belief(),
        dates in proptest::collection::vec(proptest::option::of(any_instant()), 0..40),
        last_look in proptest::option::of(any_instant()),
        now in any_instant(),
    ) {
        let after = observe(belief, &dates, last_look, now);
        prop_assert!(after.postings.is_finite() && after.postings > 0.0, "{after:?}");
        prop_assert!(after.days.is_finite() && after.days >= 1.0, "{after:?}");
        prop_assert!(after.mean().0 > 0.0 && after.mean().0 <= FASTEST.0 * 1.000_001, "{after:?}");
        prop_assert_eq!(after.as_of, now);
    }

    #[test]
    fn the_order_of_articles_does_not_matter(
        mut dates in proptest::collection::vec(proptest::option::of(any_instant()), 0..40),
        last_look in proptest::option::of(any_instant()),
    ) {
        let forward = observe(PostingRate::unknown(at(NOW)), &dates, last_look, at(NOW));
        dates.reverse();
        prop_assert_eq!(observe(PostingRate::unknown(at(NOW)), &dates, last_look, at(NOW)), forward);
    }

    #[test]
    fn one_more_article_never_lowers_the_rate(n in 0..200_usize, hours in 0..2_000_i64) {
        let (from, to) = (at(NOW), at(NOW + hours * 3600));
        let fewer = observe(PostingRate::unknown(from), &vec![None; n], Some(from), to);
        let more = observe(PostingRate::unknown(from), &vec![None; n + 1], Some(from), to);
        prop_assert!(more.mean() > fewer.mean());
    }
}
