//! Tests of posting times: dates from untrusted documents cannot do harm.

use super::*;
use proptest::prelude::*;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

proptest! {
    #[test]
    fn postings_lie_between_the_fetches_and_in_order(
        dates in proptest::collection::vec(proptest::option::of(-1_000_000i64..3_000_000_000), 0..60),
        begin in 0i64..2_000_000_000, length in 0i64..10_000_000,
    ) {
        let dates: Vec<_> = dates.into_iter().map(|date| date.map(at)).collect();
        let (last, now) = (at(begin), at(begin + length));
        let postings = since_last_look(&dates, last, now);
        prop_assert!(postings.at.is_sorted() && postings.at.len() <= dates.len());
        prop_assert!(postings.at.iter().all(|posted| *posted >= last && *posted <= now));
        prop_assert!(postings.dated.iter().all(|posted| postings.at.contains(posted)));
        if let Some(told) = in_the_document(&dates, now) {
            prop_assert!(told.at.is_sorted() && told.at.len() < dates.len() + 1);
            prop_assert!(told.at.iter().all(|posted| *posted >= told.since && *posted <= now));
            prop_assert!(now.as_millisecond() - told.since.as_millisecond() <= HISTORY.to_ms());
        }
    }
}

#[test]
fn republished_articles_do_not_count() {
    let (look, now) = (at(10 * 86_400), at(11 * 86_400));
    let dates = [Some(at(86_400)), Some(at(10 * 86_400 - 3600)), Some(at(10 * 86_400 + 60))];
    let postings = since_last_look(&dates, look, now);
    assert_eq!(postings.at.len(), 2);
    assert_eq!(postings.dated, [at(10 * 86_400 + 60)]);
}

#[test]
fn a_rebuilt_site_posted_once() {
    let dates = [Some(at(5)); 20];
    assert_eq!(in_the_document(&dates, at(86_400)).unwrap().at, []);
    assert_eq!(in_the_document(&[None; 20], at(86_400)), None);
}

#[test]
fn the_limits_of_a_gap_are_exact() {
    let (look, now) = (at(10 * 86_400), at(11 * 86_400));
    let dated = |date: Timestamp| since_last_look(&[Some(date)], look, now).dated.len();
    assert_eq!(dated(now), 1, "at the fetch itself");
    assert_eq!(dated(look), 0, "it was already there at the previous fetch");
    assert_eq!(dated(at(10 * 86_400 + 1)), 1);
    assert_eq!(dated(at(11 * 86_400 + 1)), 0, "in the future");
    let counted = |date: Timestamp| since_last_look(&[Some(date)], look, now).at.len();
    assert_eq!(counted(at(9 * 86_400)), 1, "exactly a day before");
    assert_eq!(counted(at(9 * 86_400 - 1)), 0);
    assert_eq!(counted(at(11 * 86_400 + 1)), 1);
}

#[test]
fn undated_articles_are_spread_evenly_between_the_fetches() {
    let postings = since_last_look(&[None, None, None, None], at(1000), at(1800));
    assert_eq!(postings.at, [at(1100), at(1300), at(1500), at(1700)]);
    assert_eq!((postings.since, postings.dated.len()), (at(1000), 0));
    assert_eq!(since_last_look(&[None], at(1000), at(1001)).at[0].as_millisecond(), 1_000_500);
    assert_eq!(since_last_look(&[], at(1000), at(1800)).at, []);
}

#[test]
fn a_document_begins_with_its_oldest_article_or_with_the_history() {
    let now = at(200 * 86_400);
    let begin = at(80 * 86_400);
    let told = |dates: &[Timestamp]| {
        let dates: Vec<_> = dates.iter().copied().map(Some).collect();
        let postings = in_the_document(&dates, now).unwrap();
        (postings.since, postings.at)
    };
    // The history begins 120 days back. An article dated exactly then is the oldest.
    assert_eq!(told(&[begin, at(90 * 86_400)]), (begin, vec![at(90 * 86_400)]));
    assert_eq!(told(&[at(81 * 86_400), at(90 * 86_400)]), (at(81 * 86_400), vec![at(90 * 86_400)]));
    // With an older article, one dated exactly then counts as posted within the history.
    assert_eq!(told(&[at(86_400), begin, at(90 * 86_400)]), (begin, vec![begin, at(90 * 86_400)]));
    assert_eq!(told(&[at(86_400)]), (begin, vec![]));
    assert_eq!(told(&[now, at(90 * 86_400)]), (at(90 * 86_400), vec![now]));
    assert_eq!(
        in_the_document(&[Some(at(201 * 86_400))], now),
        None,
        "dates in the future are ignored"
    );
    assert_eq!(in_the_document(&[], now), None);
}

#[test]
fn articles_were_missed_if_none_is_known() {
    for (n_in_document, n_new, expected) in [
        (10, 10, true),
        (10, 11, true),
        (10, 9, false),
        (1, 1, true),
        (1, 0, false),
        (0, 0, false),
        (0, 3, false),
    ] {
        assert_eq!(probably_missed(n_in_document, n_new), expected, "{n_in_document} {n_new}");
    }
}
