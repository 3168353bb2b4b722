//! What the dates of strangers cannot do.

use super::*;
use proptest::prelude::*;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

proptest! {
    #[test]
    fn postings_lie_between_the_looks_and_in_order(
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
fn what_was_dug_out_does_not_count() {
    let (look, now) = (at(10 * 86_400), at(11 * 86_400));
    let dates = [Some(at(86_400)), Some(at(10 * 86_400 - 3600)), Some(at(10 * 86_400 + 60))];
    let postings = since_last_look(&dates, look, now);
    assert_eq!(postings.at.len(), 2);
    assert_eq!(postings.dated, [at(10 * 86_400 + 60)]);
}

#[test]
fn a_site_that_was_rebuilt_posted_once() {
    let dates = [Some(at(5)); 20];
    assert_eq!(in_the_document(&dates, at(86_400)).unwrap().at, []);
    assert_eq!(in_the_document(&[None; 20], at(86_400)), None);
}
