//! Plans: when a source is fetched next, and why then.

use crate::Reason;
use jiff::Timestamp;
use tidings_model::units::Minutes;

/// When a source is fetched next, and why then.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// The time in whole milliseconds, or [`Plan::NEVER`] if the source is no longer fetched.
    pub at: Timestamp,
    /// The consideration that decided.
    pub reason: Reason,
}

impl Plan {
    /// Stands for "never": the last whole second that can be stored.
    pub const NEVER: Timestamp = Timestamp::constant(253_402_207_200, 0);

    /// Creates a plan for a time relative to now.
    ///
    /// ```
    /// use tidings_model::units::Minutes;
    /// use tidings_schedule::{Plan, Reason};
    /// let now = "2026-11-15T12:00:00Z".parse().unwrap();
    /// let plan = Plan::after(now, Minutes(90.0), Reason::Share { every: Minutes(90.0) });
    /// assert_eq!(plan.at.to_string(), "2026-11-15T13:30:00Z");
    /// ```
    #[must_use]
    pub fn after(now: Timestamp, wait: Minutes, reason: Reason) -> Self {
        Self { at: later(now, wait), reason }
    }

    /// Creates a plan never to fetch the source again.
    ///
    /// ```
    /// use tidings_schedule::{Plan, Reason};
    /// assert_eq!(Plan::never(Reason::GoneForGood).at, Plan::NEVER);
    /// ```
    #[must_use]
    pub fn never(reason: Reason) -> Self {
        Self { at: Self::NEVER, reason }
    }
}

/// Adds minutes to an instant. Returns [`Plan::NEVER`] if the result cannot be represented.
pub(crate) fn later(now: Timestamp, wait: Minutes) -> Timestamp {
    let ms = now.as_millisecond().saturating_add(wait.to_ms());
    Timestamp::from_millisecond(ms).unwrap_or(Plan::NEVER)
}

/// Returns the minutes from one instant to another, negative if the other is earlier.
pub(crate) fn between(from: Timestamp, to: Timestamp) -> Minutes {
    Minutes::from_ms(to.as_millisecond().saturating_sub(from.as_millisecond()))
}

/// Converts a duration of the settings to minutes.
pub(crate) fn minutes(duration: std::time::Duration) -> Minutes {
    Minutes(duration.as_secs_f64() / 60.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_saturates_instead_of_overflowing() {
        let reason = Reason::First;
        assert_eq!(Plan::after(Timestamp::MAX, Minutes(1.0), reason).at, Plan::NEVER);
        assert_eq!(
            Plan::after(Timestamp::UNIX_EPOCH, Minutes(f64::INFINITY), reason).at,
            Plan::NEVER
        );
        assert_eq!(Plan::after(Timestamp::UNIX_EPOCH, Minutes(f64::NAN), reason).at, Plan::NEVER);
        assert_eq!(
            Plan::after(Timestamp::UNIX_EPOCH, Minutes(-5.0), reason).at,
            Timestamp::UNIX_EPOCH
        );
    }

    #[test]
    fn later_and_between_are_inverse_to_a_millisecond() {
        let now: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        for minutes in [0.0, 0.5, 1.0, 90.0, 1e6] {
            assert_eq!(between(now, later(now, Minutes(minutes))), Minutes(minutes));
            assert_eq!(between(later(now, Minutes(minutes)), now), Minutes(-minutes));
        }
        assert_eq!(minutes(std::time::Duration::from_millis(90_000)), Minutes(1.5));
        assert!(between(Timestamp::MIN, Timestamp::MAX).0.is_finite());
    }

    #[test]
    fn never_is_a_whole_second_near_the_end_of_time() {
        assert_eq!(Plan::never(Reason::Paused), Plan { at: Plan::NEVER, reason: Reason::Paused });
        assert!(Plan::NEVER <= Timestamp::MAX && Plan::NEVER.subsec_nanosecond() == 0);
    }
}
