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
