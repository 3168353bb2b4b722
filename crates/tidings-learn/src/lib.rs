//! Learns beliefs from history: observations become estimates that the deciding crates read.
//!
//! Every function takes the belief so far and a new observation, and returns the updated belief. None of them makes
//! decisions, reads a clock or draws random numbers.

#![expect(
    clippy::suboptimal_flops,
    reason = "a fused multiply-add is a slow library call on CPUs without the instruction, and formulas match the papers"
)]

pub mod access;
pub mod attention;
pub mod cluster;
pub mod evidence;
pub mod fetching;
pub mod filter;
pub mod grid;
pub mod habits;
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

/// The first Monday of the Unix epoch in minutes. 1 January 1970 was a Thursday.
const FIRST_MONDAY: f64 = 4.0 * 1440.0;

/// Converts an instant to minutes since a Monday 00:00 UTC, the time axis of rhythms.
///
/// ```
/// let monday = tidings_learn::week_time("2026-11-16T00:30:00Z".parse().unwrap());
/// assert_eq!(monday % (7.0 * 1440.0), 30.0);
/// ```
#[must_use]
pub fn week_time(at: Timestamp) -> f64 {
    at.as_millisecond() as f64 / 60_000.0 - FIRST_MONDAY
}

/// Converts minutes since a Monday 00:00 UTC back to an instant.
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
    fn instants_round_trip_to_the_millisecond() {
        for ms in [0, 1, -1, 1_794_744_000_123, -86_400_001, 4_000_000_000_007] {
            let at = Timestamp::from_millisecond(ms).unwrap();
            assert_eq!(of_week_time(week_time(at)), at);
        }
    }

    #[test]
    fn times_out_of_range_become_the_last_instant() {
        assert_eq!(of_week_time(1e18), Timestamp::MAX);
        assert_eq!(of_week_time(f64::INFINITY), Timestamp::MAX);
    }
}
