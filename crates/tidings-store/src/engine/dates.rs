//! Instants before and after another one, kept within what an instant can be.

use jiff::{SignedDuration, Timestamp, TimestampArithmetic};

/// That long before; the first of all instants where there is none.
pub(crate) fn earlier(now: Timestamp, by: impl Into<TimestampArithmetic>) -> Timestamp {
    now.saturating_sub(by).unwrap_or(Timestamp::MIN)
}

/// That long after; the last of all instants where there is none.
pub(crate) fn later(now: Timestamp, by: impl Into<TimestampArithmetic>) -> Timestamp {
    now.saturating_add(by).unwrap_or(Timestamp::MAX)
}

/// So many days of 24 hours before.
pub(crate) fn days_before(now: Timestamp, days: impl Into<i64>) -> Timestamp {
    earlier(now, SignedDuration::from_secs(days.into().saturating_mul(24 * 3600)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_stay_within_what_can_be() {
        let noon: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        assert_eq!(days_before(noon, 2), "2026-11-13T12:00:00Z".parse().unwrap());
        assert_eq!(
            later(noon, SignedDuration::from_mins(1)),
            "2026-11-15T12:01:00Z".parse().unwrap()
        );
        assert_eq!(days_before(noon, i64::MAX / 7), Timestamp::MIN);
        assert_eq!(later(noon, SignedDuration::MAX), Timestamp::MAX);
    }
}
