//! Times in words: relative up to a day, then dates in the reader's time zone, with the exact instant for hovering.

use crate::voice::Voice;
use jiff::{Timestamp, Zoned};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

const MONTHS: [&str; 12] = [
    "month-1", "month-2", "month-3", "month-4", "month-5", "month-6", "month-7", "month-8",
    "month-9", "month-10", "month-11", "month-12",
];

/// An instant for a `<time>` element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Time {
    /// For `datetime`, to the second.
    pub(crate) machine: String,
    /// For hovering: the exact date and time.
    pub(crate) exact: String,
    /// The visible text.
    pub(crate) words: String,
}

impl Voice {
    /// Returns how long ago: "now", "12 min", "3 h", then the date.
    pub(crate) fn age(&self, instant: Timestamp, now: Timestamp) -> Time {
        let words = match now.as_second() - instant.as_second() {
            ..MINUTE => self.of("age-now").to_owned(),
            s @ MINUTE..HOUR => self.n("age-minutes", s / MINUTE),
            s @ HOUR..DAY => self.n("age-hours", s / HOUR),
            _ => self.date(instant, now),
        };
        self.time(instant, words)
    }

    /// Returns when it happened, within a sentence: "4 minutes ago", then "on 12 October".
    pub(crate) fn past(&self, instant: Timestamp, now: Timestamp) -> Time {
        let words = match now.as_second() - instant.as_second() {
            ..MINUTE => self.of("past-now").to_owned(),
            s @ MINUTE..DAY => self.with("past-span", "span", &self.span(s)),
            _ => self.with("past-date", "date", &self.date(instant, now)),
        };
        self.time(instant, words)
    }

    /// Returns when it will happen: "in 4 minutes", "now", then "on 16 November".
    pub(crate) fn future(&self, instant: Timestamp, now: Timestamp) -> Time {
        let words = match instant.as_second() - now.as_second() {
            ..=0 => self.of("future-now").to_owned(),
            s @ 1..DAY => self.with("future-span", "span", &self.span(s.max(MINUTE))),
            _ => self.with("future-date", "date", &self.date(instant, now)),
        };
        self.time(instant, words)
    }

    /// Returns date and time of day: "15 November, 14:02".
    pub(crate) fn full(&self, instant: Timestamp, now: Timestamp) -> Time {
        let words = self.date_time(&self.date(instant, now), &self.local(instant));
        self.time(instant, words)
    }

    /// Returns the time of day: "14:02".
    pub(crate) fn time_of_day(&self, instant: Timestamp) -> String {
        clock(&self.local(instant))
    }

    /// Returns a duration in its largest whole unit: "1 minute", "3 hours", "2 days".
    pub(crate) fn span(&self, seconds: i64) -> String {
        match seconds {
            ..MINUTE => self.n("span-second", seconds.max(0)),
            MINUTE..HOUR => self.n("span-minute", seconds / MINUTE),
            HOUR..DAY => self.n("span-hour", seconds / HOUR),
            _ => self.n("span-day", seconds / DAY),
        }
    }

    /// Returns "15 November", with the year unless it is the current one.
    pub(crate) fn date(&self, instant: Timestamp, now: Timestamp) -> String {
        let (day, today) = (self.local(instant), self.local(now));
        let date = self.day_and_month(&day);
        if day.year() == today.year() { date } else { self.with_year(&date, &day) }
    }

    /// Returns the name of the month.
    pub(crate) fn month(&self, instant: Timestamp) -> String {
        let month = self.local(instant).month();
        self.of(MONTHS[usize::from(month.unsigned_abs()) - 1]).to_owned()
    }

    fn day_and_month(&self, day: &Zoned) -> String {
        let month = self.of(MONTHS[usize::from(day.month().unsigned_abs()) - 1]);
        self.joined("date", &day.day().to_string(), month)
    }

    fn with_year(&self, date: &str, day: &Zoned) -> String {
        self.joined("date-year", date, &day.year().to_string())
    }

    fn date_time(&self, date: &str, at: &Zoned) -> String {
        self.joined("date-time", date, &clock(at))
    }

    fn local(&self, instant: Timestamp) -> Zoned {
        instant.to_zoned(self.zone.clone())
    }

    fn time(&self, instant: Timestamp, words: String) -> Time {
        let at = self.local(instant);
        let exact = self.date_time(&self.with_year(&self.day_and_month(&at), &at), &at);
        Time {
            machine: instant.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            exact: format!("{exact} {}", at.strftime("%Z")),
            words,
        }
    }
}

fn clock(at: &Zoned) -> String {
    format!("{:02}:{:02}", at.hour(), at.minute())
}

#[cfg(test)]
mod tests;
