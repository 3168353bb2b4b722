//! Arithmetic with instants that saturates at the ends of the range of [`Timestamp`] instead of failing.

use crate::units::Minutes;
use jiff::{SignedDuration, Timestamp, TimestampArithmetic};
use std::time::Duration;

/// Returns the instant that lies a span of time after `at`.
///
/// ```
/// use std::time::Duration;
/// use tidings_model::dates::later;
/// let now: jiff::Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
/// assert_eq!(later(now, Duration::from_secs(90)).to_string(), "2026-11-15T12:01:30Z");
/// assert_eq!(later(now, Duration::MAX), jiff::Timestamp::MAX);
/// ```
#[must_use]
pub fn later(at: Timestamp, by: impl Into<TimestampArithmetic>) -> Timestamp {
    at.saturating_add(by).unwrap_or(Timestamp::MAX)
}

/// Returns the instant that lies a span of time before `at`.
///
/// ```
/// use std::time::Duration;
/// use tidings_model::dates::earlier;
/// let now: jiff::Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
/// assert_eq!(earlier(now, Duration::from_secs(90)).to_string(), "2026-11-15T11:58:30Z");
/// assert_eq!(earlier(now, Duration::MAX), jiff::Timestamp::MIN);
/// ```
#[must_use]
pub fn earlier(at: Timestamp, by: impl Into<TimestampArithmetic>) -> Timestamp {
    at.saturating_sub(by).unwrap_or(Timestamp::MIN)
}

/// Returns the instant that lies a number of 24-hour days before `now`.
///
/// ```
/// use tidings_model::dates::days_before;
/// let now: jiff::Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
/// assert_eq!(days_before(now, 7).to_string(), "2026-11-08T12:00:00Z");
/// assert_eq!(days_before(now, i64::MAX), jiff::Timestamp::MIN);
/// ```
#[must_use]
pub fn days_before(now: Timestamp, days: impl Into<i64>) -> Timestamp {
    earlier(now, SignedDuration::from_secs(days.into().saturating_mul(86_400)))
}

/// Returns the first instant of the day, in UTC.
///
/// ```
/// use tidings_model::dates::start_of_day;
/// let now: jiff::Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
/// assert_eq!(start_of_day(now).to_string(), "2026-11-15T00:00:00Z");
/// ```
#[must_use]
pub fn start_of_day(at: Timestamp) -> Timestamp {
    start_of(at, 86_400)
}

/// Returns the first instant of the hour, in UTC.
///
/// ```
/// use tidings_model::dates::start_of_hour;
/// let now: jiff::Timestamp = "2026-11-15T12:34:56Z".parse().unwrap();
/// assert_eq!(start_of_hour(now).to_string(), "2026-11-15T12:00:00Z");
/// ```
#[must_use]
pub fn start_of_hour(at: Timestamp) -> Timestamp {
    start_of(at, 3_600)
}

fn start_of(at: Timestamp, seconds: i64) -> Timestamp {
    Timestamp::from_second(at.as_second().div_euclid(seconds) * seconds).unwrap_or(at)
}

/// Returns whether an amount of time has passed since an instant. If the clock was set back, this stays `false` until
/// it catches up. Where that matters, use [`is_over`].
///
/// ```
/// use std::time::Duration;
/// use tidings_model::dates::has_passed;
/// let at = |minute: i64| jiff::Timestamp::from_second(60 * minute).unwrap();
/// assert!(has_passed(at(0), Duration::from_secs(60), at(1)));
/// assert!(!has_passed(at(0), Duration::from_secs(61), at(1)));
/// ```
#[must_use]
pub fn has_passed(since: Timestamp, time: Duration, now: Timestamp) -> bool {
    now.as_millisecond() - since.as_millisecond()
        >= i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Returns whether a period that began at an instant is over, either because enough time passed or because the clock
/// was set back to before its start.
///
/// ```
/// use std::time::Duration;
/// use tidings_model::dates::is_over;
/// let at = |minute: i64| jiff::Timestamp::from_second(60 * minute).unwrap();
/// let hour = Duration::from_secs(3600);
/// assert!(!is_over(at(0), hour, at(59)));
/// assert!(is_over(at(0), hour, at(60)));
/// assert!(is_over(at(0), hour, at(-1)));
/// ```
#[must_use]
pub fn is_over(since: Timestamp, period: Duration, now: Timestamp) -> bool {
    now < since || has_passed(since, period, now)
}

/// Returns the time from now until an instant, or zero if the instant has passed.
///
/// ```
/// use std::time::Duration;
/// use tidings_model::dates::until;
/// let at = |minute: i64| jiff::Timestamp::from_second(60 * minute).unwrap();
/// assert_eq!(until(at(0), at(2)), Duration::from_secs(120));
/// assert_eq!(until(at(2), at(0)), Duration::ZERO);
/// ```
#[must_use]
pub fn until(now: Timestamp, at: Timestamp) -> Duration {
    Duration::from_millis(u64::try_from(at.as_millisecond() - now.as_millisecond()).unwrap_or(0))
}

/// Returns the minutes from one instant to a later one, or zero if it is not later.
///
/// ```
/// use tidings_model::{dates::minutes_between, units::Minutes};
/// let at = |minute: i64| jiff::Timestamp::from_second(60 * minute).unwrap();
/// assert_eq!(minutes_between(at(0), at(2)), Minutes(2.0));
/// assert_eq!(minutes_between(at(2), at(0)), Minutes(0.0));
/// ```
#[must_use]
pub fn minutes_between(from: Timestamp, to: Timestamp) -> Minutes {
    Minutes::from_ms((to.as_millisecond() - from.as_millisecond()).max(0))
}

/// Returns the seconds from one instant to a later one, or zero if it is not later.
///
/// ```
/// use tidings_model::dates::seconds_between;
/// let at = |ms: i64| jiff::Timestamp::from_millisecond(ms).unwrap();
/// assert_eq!(seconds_between(at(0), at(1500)), 1.5);
/// ```
#[must_use]
pub fn seconds_between(from: Timestamp, to: Timestamp) -> f64 {
    (to.as_millisecond() - from.as_millisecond()).max(0) as f64 / 1000.0
}
