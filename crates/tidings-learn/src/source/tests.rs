//! Tests of beliefs about sources: they survive storage, and unobserved time is not silence.

use super::*;
use crate::posting::{in_the_document, since_last_look};
use proptest::prelude::*;

fn at(hours: f64) -> Timestamp {
    Timestamp::from_second(1_794_744_000 + (hours * 3600.0) as i64).unwrap()
}

proptest! {
    #[test]
    fn stored_beliefs_round_trip(
        hours in proptest::collection::vec(0.0f64..200.0, 0..80), looks in 1u32..40, failures in 0u32..5,
    ) {
        let (population, habits) = (Population::unknown(), Habits::default());
        let mut believed = SourceBelief::unknown(&population, at(0.0));
        let mut last = at(0.0);
        for look in 1..=looks {
            let now = at(f64::from(look) * 200.0 / f64::from(looks));
            let new = hours.iter().map(|hour| at(*hour)).filter(|posted| *posted > last && *posted <= now);
            let new: Vec<_> = new.map(Some).collect();
            believed.observe(&since_last_look(&new, last, now), now, &population, &habits);
            believed.fetching = believed.fetching.answered(1000.0, 0.1, Some(10));
            last = now;
        }
        (0..failures).for_each(|_| believed.fetching = believed.fetching.failed(1.0));
        let again = SourceBelief::unpacked(&believed.packed(), &population, &habits).unwrap();
        let (before, after) = (believed.per_day(&habits).0, again.per_day(&habits).0);
        prop_assert!((before / after - 1.0).abs() < 1e-3, "{before} {after}");
        prop_assert!((believed.fetching.failure() - again.fetching.failure()).abs() < 1e-6);
        prop_assert!(believed.packed().len() < 1_200);
    }

    #[test]
    fn damaged_bytes_never_decode_to_an_unsound_belief(mut bytes in proptest::collection::vec(any::<u8>(), 0..400), honest in any::<bool>()) {
        let (population, habits) = (Population::unknown(), Habits::default());
        if honest {
            let mut packed = SourceBelief::unknown(&population, at(0.0)).packed();
            for (place, byte) in bytes.iter().enumerate().take(6) {
                let place = (place * 37 + usize::from(*byte)) % packed.len();
                packed[place] ^= byte;
            }
            bytes = packed;
        }
        if let Some(mut believed) = SourceBelief::unpacked(&bytes, &population, &habits) {
            let postings = since_last_look(&[None, None], at(0.0), at(3.0));
            believed.observe(&postings, at(3.0), &population, &habits);
        }
    }
}

#[test]
fn time_with_missed_articles_is_not_silence() {
    let (population, habits) = (Population::unknown(), Habits::default());
    let hourly =
        |from: u32, to: u32| (from..to).map(|hour| Some(at(f64::from(hour)))).collect::<Vec<_>>();
    let mut believed = SourceBelief::unknown(&population, at(0.0));
    believed.observe(
        &in_the_document(&hourly(1, 100), at(100.0)).unwrap(),
        at(100.0),
        &population,
        &habits,
    );
    let before = believed.per_day(&habits).0;
    assert!((20.0..28.0).contains(&before), "{before}");
    // A week later the document shows the last ten of 168 articles.
    let told = in_the_document(&hourly(258, 268), at(268.0)).unwrap();
    believed.observe(&told, at(268.0), &population, &habits);
    let after = believed.per_day(&habits).0;
    assert!((18.0..30.0).contains(&after), "{after}");
}

#[test]
fn a_first_fetch_counts_from_the_oldest_article() {
    let (population, habits) = (Population::unknown(), Habits::default());
    let mut believed = SourceBelief::unknown(&population, at(100.0));
    let document = in_the_document(&[Some(at(10.0)), Some(at(50.0))], at(100.0)).unwrap();
    believed.observe(&document, at(100.0), &population, &habits);
    // Ninety hours, of which the earliest have faded a little.
    let watched = believed.rhythm.watched();
    assert!((90.0 * 60.0 - watched).abs() < 60.0, "{watched}");
    assert!((believed.rhythm.as_of() - week_time(at(100.0))).abs() < 1e-6);
    // A source that is already observed does not start again.
    believed.observe(&document, at(101.0), &population, &habits);
    assert!((believed.rhythm.watched() - watched - 60.0).abs() < 10.0);
}

#[test]
fn a_new_source_is_expected_to_post_as_often_as_others() {
    let (population, habits) = (Population::unknown(), Habits::default());
    let believed = SourceBelief::unknown(&population, at(0.0));
    assert!((believed.per_day(&habits).0 - 1.0).abs() < 1e-9);
}

#[test]
fn overflow_depends_on_how_many_articles_are_shown() {
    let (population, habits) = (Population::unknown(), Habits::default());
    let mut believed = SourceBelief::unknown(&population, at(0.0));
    assert!(believed.fullest(&population, &habits).is_infinite(), "not known yet");
    assert!(believed.overflow(100.0, &population, &habits).abs() < 1e-12);
    believed.fetching = believed.fetching.answered(1.0, 1.0, Some(10));
    let echo = 0.2;
    let (fullest, chance) = (overflow::fullest(10, echo), overflow::chance(10, 5.0, echo));
    assert!((believed.fullest(&population, &habits) - fullest).abs() < 1e-9);
    assert!((believed.overflow(5.0, &population, &habits) - chance).abs() < 1e-9);
}

#[test]
fn truncated_bytes_and_negative_costs_are_rejected() {
    let (population, habits) = (Population::unknown(), Habits::default());
    let mut believed = SourceBelief::unknown(&population, at(0.0));
    believed.fetching = believed.fetching.answered(1000.0, 0.5, Some(12)).failed(2.0).caught();
    let bytes = believed.packed();
    for length in 0..bytes.len() {
        assert_eq!(
            SourceBelief::unpacked(&bytes[..length], &population, &habits),
            None,
            "{length}"
        );
    }
    let again = SourceBelief::unpacked(&bytes, &population, &habits).unwrap().fetching;
    for (one, other) in [
        (again.asked, 1.98),
        (again.failed, 1.0),
        (again.bytes, 980.0),
        (again.seconds, 2.49),
        (again.shown, 12.0),
        (again.caught, 1.0),
    ] {
        assert!((one - other).abs() < 1e-3, "{one}, expected {other}");
    }
    believed.fetching.caught = -1.0;
    assert_eq!(SourceBelief::unpacked(&believed.packed(), &population, &habits), None);
    believed.fetching.caught = 0.0;
    assert!(SourceBelief::unpacked(&believed.packed(), &population, &habits).is_some());
}
