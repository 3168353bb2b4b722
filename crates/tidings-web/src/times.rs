//! Times as people say them: relative up to a day, then dates; the exact instant beside.

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// An instant for a `<time>` element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Time {
    /// For `datetime`, to the second.
    pub(crate) machine: String,
    /// For hovering: the exact date and time.
    pub(crate) exact: String,
    /// For reading.
    pub(crate) words: String,
}

impl Time {
    /// How long ago: "now", "12 min", "3 h", then the date.
    pub(crate) fn age(instant: Timestamp, now: Timestamp) -> Self {
        let words = match now.as_second() - instant.as_second() {
            ..MINUTE => "now".to_owned(),
            s @ MINUTE..HOUR => format!("{} min", s / MINUTE),
            s @ HOUR..DAY => format!("{} h", s / HOUR),
            _ => date(utc(instant), utc(now)),
        };
        Self::with(instant, words)
    }

    /// When it happened, within a sentence: "4 minutes ago", then "on 12 October".
    pub(crate) fn past(instant: Timestamp, now: Timestamp) -> Self {
        let words = match now.as_second() - instant.as_second() {
            ..MINUTE => "just now".to_owned(),
            s @ MINUTE..DAY => format!("{} ago", span(s)),
            _ => format!("on {}", date(utc(instant), utc(now))),
        };
        Self::with(instant, words)
    }

    /// When it will happen: "in 4 minutes", "now", then "on 16 November".
    pub(crate) fn future(instant: Timestamp, now: Timestamp) -> Self {
        let words = match instant.as_second() - now.as_second() {
            ..=0 => "now".to_owned(),
            s @ 1..DAY => format!("in {}", span(s.max(MINUTE))),
            _ => format!("on {}", date(utc(instant), utc(now))),
        };
        Self::with(instant, words)
    }

    /// Date and time of day: "15 November, 14:02 UTC".
    pub(crate) fn full(instant: Timestamp, now: Timestamp) -> Self {
        let words =
            format!("{}, {} UTC", date(utc(instant), utc(now)), utc(instant).strftime("%H:%M"));
        Self::with(instant, words)
    }

    fn with(instant: Timestamp, words: String) -> Self {
        let civil = utc(instant);
        Self {
            machine: civil.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            exact: civil.strftime("%-d %B %Y, %H:%M UTC").to_string(),
            words,
        }
    }
}

/// A length of time in its largest whole unit: "1 minute", "3 hours", "2 days".
pub(crate) fn span(seconds: i64) -> String {
    let (n, unit) = match seconds {
        ..MINUTE => (seconds.max(0), "second"),
        MINUTE..HOUR => (seconds / MINUTE, "minute"),
        HOUR..DAY => (seconds / HOUR, "hour"),
        _ => (seconds / DAY, "day"),
    };
    format!("{n} {unit}{}", if n == 1 { "" } else { "s" })
}

/// "15 November", with the year when it is another one.
fn date(day: DateTime, today: DateTime) -> String {
    let form = if day.year() == today.year() { "%-d %B" } else { "%-d %B %Y" };
    day.strftime(form).to_string()
}

fn utc(instant: Timestamp) -> DateTime {
    TimeZone::UTC.to_datetime(instant)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn check(of: fn(Timestamp, Timestamp) -> Time, instant: &str, expected: &str) {
        assert_eq!(of(at(instant), at("2026-11-15T14:30:00Z")).words, expected, "{instant}");
    }

    #[test]
    fn ages_are_relative_up_to_a_day() {
        check(Time::age, "2026-11-15T14:29:30Z", "now");
        check(Time::age, "2026-11-15T13:42:00Z", "48 min");
        check(Time::age, "2026-11-14T14:30:01Z", "23 h");
        check(Time::age, "2026-11-14T14:30:00Z", "14 November");
        check(Time::age, "2025-02-03T00:00:00Z", "3 February 2025");
        check(Time::age, "2026-11-16T00:00:00Z", "now");
    }

    #[test]
    fn past_and_future_read_in_a_sentence() {
        check(Time::past, "2026-11-15T14:29:00Z", "1 minute ago");
        check(Time::past, "2026-11-15T12:00:00Z", "2 hours ago");
        check(Time::past, "2026-10-12T12:00:00Z", "on 12 October");
        check(Time::future, "2026-11-15T14:30:20Z", "in 1 minute");
        check(Time::future, "2026-11-15T17:30:00Z", "in 3 hours");
        check(Time::future, "2026-11-15T14:00:00Z", "now");
        check(Time::future, "2026-12-24T14:00:00Z", "on 24 December");
    }

    #[test]
    fn machines_get_the_instant_to_the_second() {
        let time = Time::full(at("2026-11-15T14:02:03.250Z"), at("2026-11-15T14:30:00Z"));
        assert_eq!(
            (time.machine.as_str(), time.words.as_str()),
            ("2026-11-15T14:02:03Z", "15 November, 14:02 UTC")
        );
        assert_eq!(time.exact, "15 November 2026, 14:02 UTC");
    }

    #[test]
    fn the_ends_of_time_are_dates_too() {
        let _ = (
            Time::age(Timestamp::MIN, Timestamp::MAX),
            Time::future(Timestamp::MAX, Timestamp::MIN),
        );
        assert_eq!(span(-5), "0 seconds");
    }
}
