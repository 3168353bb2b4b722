//! Tests of rate limits, with a clock set by hand.

use super::*;

#[test]
fn each_person_has_a_limit_of_their_own() {
    let pace = Pace::new(2, 10);
    let at = |second| Timestamp::from_second(second).unwrap();
    assert_eq!(pace.take(UserId(1), at(0)), Ok(()));
    assert_eq!(pace.take(UserId(1), at(1)), Ok(()));
    assert_eq!(pace.take(UserId(1), at(2)), Err(Error::TooOften { retry_after_s: 8 }));
    assert_eq!(pace.take(UserId(2), at(2)), Ok(()));
    assert_eq!(pace.take(UserId(1), at(10)), Ok(()));
    assert_eq!(pace.take(UserId(1), at(-100)), Ok(()));
}

#[test]
fn memory_is_bounded_and_known_keys_are_still_served() {
    let pace = Pace::new(2, 10);
    let at = |second| Timestamp::from_second(second).unwrap();
    for who in 0..MOST_COUNTED {
        assert_eq!(pace.take(who, at(0)), Ok(()));
    }
    assert_eq!(pace.take(MOST_COUNTED, at(9)), Err(Error::Busy));
    assert_eq!(pace.take(7, at(9)), Ok(()), "a known key");
    assert_eq!(pace.take(7, at(9)), Err(Error::TooOften { retry_after_s: 1 }));
    assert_eq!(pace.take(MOST_COUNTED, at(10)), Ok(()), "all other windows have ended");
    assert_eq!(pace.counts.lock().unwrap().len(), 1, "ended windows are removed");
}

#[test]
fn a_window_starts_with_the_first_request_and_ends() {
    let pace = Pace::new(1, 10);
    let at = |ms| Timestamp::from_millisecond(ms).unwrap();
    assert_eq!(pace.take((), at(500)), Ok(()));
    // Rounded up: a client that waits as long as it was told is not refused again.
    for (ms, wait) in [(500, 10), (501, 10), (1_500, 9), (9_501, 1), (10_499, 1)] {
        let refused = Err(Error::TooOften { retry_after_s: wait });
        assert_eq!(pace.take((), at(ms)), refused, "{ms}");
    }
    assert_eq!(pace.take((), at(10_500)), Ok(()));
}

proptest::proptest! {
    #[test]
    fn clients_that_wait_are_served_and_none_exceeds_its_window(
        steps in proptest::collection::vec((0..3_u8, 0..4_000_i64), 1..80),
    ) {
        let (most, window_ms) = (3, 5_000);
        let pace = Pace::new(most, window_ms / 1000);
        let mut now = 1_000_000;
        let mut taken: HashMap<u8, Vec<i64>> = HashMap::new();
        for (who, step) in steps {
            now += step;
            let mut came_at = now;
            if let Err(error) = pace.take(who, Timestamp::from_millisecond(now).unwrap()) {
                let Error::TooOften { retry_after_s } = error else { panic!("{error}") };
                proptest::prop_assert!((1..=5).contains(&retry_after_s));
                came_at = now + i64::try_from(retry_after_s).unwrap() * 1000;
                let again = pace.take(who, Timestamp::from_millisecond(came_at).unwrap());
                proptest::prop_assert_eq!(again, Ok(()));
                now = came_at;
            }
            taken.entry(who).or_default().push(came_at);
        }
        for times in taken.values() {
            // An interval as long as a window overlaps at most two windows.
            for from in times {
                let within = times.iter().filter(|at| (*from..from + window_ms).contains(at));
                proptest::prop_assert!(within.count() <= 2 * most as usize);
            }
        }
    }
}
