//! Dates as people type them: a year, a month, a day, or how long ago.

use jiff::{Span, Timestamp, civil, tz::TimeZone};
use std::fmt::{self, Display};

/// A time that `before:` and `after:` understand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Date {
    /// `2026`.
    Year(i16),
    /// `2026-11`.
    Month(i16, i8),
    /// `2026-11-15`.
    Day(civil::Date),
    /// `today`.
    Today,
    /// `yesterday`.
    Yesterday,
    /// `7d`: so long ago.
    Ago(u16, Unit),
}

/// How long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// `h`.
    Hours,
    /// `d`.
    Days,
    /// `w`.
    Weeks,
    /// `m`.
    Months,
    /// `y`.
    Years,
}

impl Unit {
    const ALL: [(char, Self); 5] = [
        ('h', Self::Hours),
        ('d', Self::Days),
        ('w', Self::Weeks),
        ('m', Self::Months),
        ('y', Self::Years),
    ];
}

impl Date {
    /// Reads a date; `None` where it is none.
    pub(super) fn parse(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "today" => return Some(Self::Today),
            "yesterday" => return Some(Self::Yesterday),
            _ => {}
        }
        if let Some(ago) = parse_ago(text) {
            return Some(ago);
        }
        let mut parts = text.split('-');
        let year = digits(parts.next()?, 4)?;
        let month = parts.next().map(|part| digits(part, 2));
        let day = parts.next().map(|part| digits(part, 2));
        if parts.next().is_some() {
            return None;
        }
        match (month, day) {
            (None, _) => Some(Self::Year(year)),
            (Some(month), None) => {
                let month = i8::try_from(month?).ok()?;
                civil::Date::new(year, month, 1).ok().map(|_| Self::Month(year, month))
            }
            (Some(month), Some(day)) => {
                let (month, day) = (i8::try_from(month?).ok()?, i8::try_from(day?).ok()?);
                civil::Date::new(year, month, day).ok().map(Self::Day)
            }
        }
    }

    /// When it begins, for a person in a time zone.
    #[must_use]
    pub fn start(self, now: Timestamp, zone: &TimeZone) -> Timestamp {
        let local = now.to_zoned(zone.clone());
        let midnight =
            |date: civil::Date| date.to_zoned(zone.clone()).map(|zoned| zoned.timestamp());
        let started = match self {
            Self::Year(year) => civil::Date::new(year, 1, 1).and_then(midnight),
            Self::Month(year, month) => civil::Date::new(year, month, 1).and_then(midnight),
            Self::Day(date) => midnight(date),
            Self::Today => midnight(local.date()),
            Self::Yesterday => local.date().yesterday().and_then(midnight),
            Self::Ago(n, unit) => local.checked_sub(span(n, unit)).map(|then| then.timestamp()),
        };
        started.unwrap_or(Timestamp::MIN)
    }
}

fn parse_ago(text: &str) -> Option<Date> {
    let unit = text.chars().next_back()?;
    let number = &text[..text.len() - unit.len_utf8()];
    let unit = Unit::ALL.iter().find(|(letter, _)| *letter == unit.to_ascii_lowercase())?.1;
    let is_number = (1..=4).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| number.parse().ok()).flatten().map(|n| Date::Ago(n, unit))
}

fn digits(text: &str, n: usize) -> Option<i16> {
    (text.len() == n && text.bytes().all(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

fn span(n: u16, unit: Unit) -> Span {
    let n = i64::from(n);
    match unit {
        Unit::Hours => Span::new().hours(n),
        Unit::Days => Span::new().days(n),
        Unit::Weeks => Span::new().weeks(n),
        Unit::Months => Span::new().months(n),
        Unit::Years => Span::new().years(n),
    }
}

impl Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Year(year) => write!(f, "{year:04}"),
            Self::Month(year, month) => write!(f, "{year:04}-{month:02}"),
            Self::Day(date) => {
                write!(f, "{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
            }
            Self::Today => f.write_str("today"),
            Self::Yesterday => f.write_str("yesterday"),
            Self::Ago(n, unit) => {
                let letter = Unit::ALL.iter().find(|(_, known)| known == unit);
                write!(f, "{n}{}", letter.map_or('d', |(letter, _)| *letter))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_begin_where_the_person_is() {
        let now: Timestamp = "2026-11-15T22:30:00Z".parse().unwrap();
        let zone = TimeZone::fixed(jiff::tz::offset(2));
        let check = |text: &str, expected: &str| {
            let date = Date::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(date.start(now, &zone).to_string(), expected, "{text}");
        };
        check("2026", "2025-12-31T22:00:00Z");
        check("2026-11", "2026-10-31T22:00:00Z");
        check("2026-11-15", "2026-11-14T22:00:00Z");
        // There it is the 16th already.
        check("today", "2026-11-15T22:00:00Z");
        check("Yesterday", "2026-11-14T22:00:00Z");
        check("7d", "2026-11-08T22:30:00Z");
        check("36H", "2026-11-14T10:30:00Z");
        check("1m", "2026-10-15T22:30:00Z");
        assert!(Date::parse("9999y").unwrap().start(now, &zone) < Timestamp::UNIX_EPOCH);
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "soon",
            "2026-13",
            "2026-02-30",
            "26",
            "2026-1",
            "2026-11-15-1",
            "d",
            "99999d",
            "-7d",
            "２０２６",
        ] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }
}
