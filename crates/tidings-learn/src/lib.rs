//! From history to beliefs: what has been seen becomes values that deciding crates read.
//!
//! Every function here takes the belief so far and what was just seen, and returns the belief from now on. None of
//! them decides anything, reads a clock or draws a number.

#![expect(
    clippy::suboptimal_flops,
    reason = "without the instruction a fused multiply-add is a slow library call, and formulas read as in the papers"
)]

pub mod access;
pub mod attention;
pub mod cluster;
pub mod evidence;
pub mod fetching;
pub mod filter;
pub mod grid;
pub mod interest;
pub mod overflow;
pub mod pattern;
pub mod posting;
pub mod prior;
pub mod readership;
pub mod rhythm;
pub mod source;
pub mod taste;

use jiff::Timestamp;

/// The first Monday, in minutes: 1970 began on a Thursday.
const FIRST_MONDAY: f64 = 4.0 * 1440.0;

/// An instant as minutes since a Monday 00:00 UTC: how rhythms count.
///
/// ```
/// let monday = tidings_learn::week_time("2026-11-16T00:30:00Z".parse().unwrap());
/// assert_eq!(monday % (7.0 * 1440.0), 30.0);
/// ```
#[must_use]
pub fn week_time(at: Timestamp) -> f64 {
    at.as_millisecond() as f64 / 60_000.0 - FIRST_MONDAY
}

/// The instant of a time so counted.
///
/// ```
/// let at = "2026-11-16T00:30:00Z".parse().unwrap();
/// assert_eq!(tidings_learn::of_week_time(tidings_learn::week_time(at)), at);
/// ```
#[must_use]
pub fn of_week_time(minutes: f64) -> Timestamp {
    let ms = (minutes + FIRST_MONDAY) * 60_000.0;
    Timestamp::from_millisecond(ms.round() as i64).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_are_counted_from_the_first_monday() {
        for (instant, minutes) in [
            ("1970-01-05T00:00:00Z", 0.0),
            ("1970-01-05T00:01:30Z", 1.5),
            ("1970-01-01T00:00:00Z", -5760.0),
            ("1970-01-12T00:00:00Z", 10_080.0),
        ] {
            let at: Timestamp = instant.parse().unwrap();
            assert!((week_time(at) - minutes).abs() < 1e-9, "{instant}: {}", week_time(at));
            assert_eq!(of_week_time(minutes), at);
        }
    }

    #[test]
    fn instants_survive_to_the_millisecond() {
        for ms in [0, 1, -1, 1_794_744_000_123, -86_400_001, 4_000_000_000_007] {
            let at = Timestamp::from_millisecond(ms).unwrap();
            assert_eq!(of_week_time(week_time(at)), at);
        }
    }

    #[test]
    fn a_time_beyond_all_instants_is_the_last() {
        assert_eq!(of_week_time(1e18), Timestamp::MAX);
        assert_eq!(of_week_time(f64::INFINITY), Timestamp::MAX);
    }
}
