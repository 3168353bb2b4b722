//! Dates as people type them: a year, a month, a day, or how long ago.

use jiff::{Span, Timestamp, civil, tz::TimeZone};
use std::fmt::{self, Display};

/// A date for `before:` and `after:`.
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
    /// `7d`: a period before now.
    Ago(u16, Unit),
}

/// The unit of a period.
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
    /// Parses a date; `None` if it is not one.
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

    /// Returns when it begins, in the user's time zone.
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
        // Years have four digits: a date can only be too late for the calendar, and a period ago only too early.
        started.unwrap_or(match self {
            Self::Year(_) | Self::Month(..) | Self::Day(_) => Timestamp::MAX,
            Self::Today | Self::Yesterday | Self::Ago(..) => Timestamp::MIN,
        })
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
    use proptest::prelude::*;

    #[test]
    fn days_begin_in_the_users_time_zone() {
        let now: Timestamp = "2026-11-15T22:30:00Z".parse().unwrap();
        let zone = TimeZone::fixed(jiff::tz::offset(2));
        let check = |text: &str, expected: &str| {
            let date = Date::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(date.start(now, &zone).to_string(), expected, "{text}");
        };
        check("2026", "2025-12-31T22:00:00Z");
        check("2026-11", "2026-10-31T22:00:00Z");
        check("2026-11-15", "2026-11-14T22:00:00Z");
        // It is already the 16th there.
        check("today", "2026-11-15T22:00:00Z");
        check("Yesterday", "2026-11-14T22:00:00Z");
        check("7d", "2026-11-08T22:30:00Z");
        check("36H", "2026-11-14T10:30:00Z");
        check("1m", "2026-10-15T22:30:00Z");
        assert!(Date::parse("9999y").unwrap().start(now, &zone) < Timestamp::UNIX_EPOCH);
    }

    #[test]
    fn other_texts_are_not_dates() {
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

    fn start(text: &str, now: &str, zone: &str) -> String {
        let zone = TimeZone::posix(zone).unwrap();
        Date::parse(text).unwrap().start(now.parse().unwrap(), &zone).to_string()
    }

    /// Central Europe: one hour ahead of UTC, two in summer.
    const BERLIN: &str = "CET-1CEST,M3.5.0,M10.5.0/3";

    #[test]
    fn days_follow_daylight_saving_time() {
        // The night of March 29, 2026 has no hour from 2 to 3.
        let check = |text: &str, now: &str, expected: &str| {
            assert_eq!(start(text, now, BERLIN), expected, "{text}");
        };
        check("2026-03-29", "2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z");
        check("2026-03-30", "2026-03-29T12:00:00Z", "2026-03-29T22:00:00Z");
        // One day ago is the same time on the clock, 23 hours before; 24 hours ago are 24 hours.
        check("1d", "2026-03-29T12:00:00Z", "2026-03-28T13:00:00Z");
        check("24h", "2026-03-29T12:00:00Z", "2026-03-28T12:00:00Z");
        // Half past two the next day is half past three where there was no half past two.
        check("1d", "2026-03-30T00:30:00Z", "2026-03-29T01:30:00Z");
        // And 25 hours when the clock is set back.
        check("1d", "2026-10-25T12:00:00Z", "2026-10-24T11:00:00Z");
        check("1w", "2026-10-27T12:00:00Z", "2026-10-20T11:00:00Z");
        check("2026-11", "2026-10-25T12:00:00Z", "2026-10-31T23:00:00Z");
        check("2026-07", "2026-10-25T12:00:00Z", "2026-06-30T22:00:00Z");
    }

    #[test]
    fn a_day_without_midnight_begins_an_hour_late() {
        // São Paulo set its clocks forward at midnight.
        let zone = "<-03>3<-02>,M11.1.0/0,M2.3.0/0";
        assert_eq!(start("2018-11-04", "2018-12-01T00:00:00Z", zone), "2018-11-04T03:00:00Z");
        assert_eq!(start("today", "2018-11-04T15:00:00Z", zone), "2018-11-04T03:00:00Z");
        assert_eq!(start("yesterday", "2018-11-05T15:00:00Z", zone), "2018-11-04T03:00:00Z");
    }

    #[test]
    fn months_and_years_ago_are_cut_to_the_end_of_a_month() {
        let check = |text: &str, now: &str, expected: &str| {
            assert_eq!(start(text, now, "UTC0"), expected, "{text} {now}");
        };
        check("1m", "2026-03-31T10:00:00Z", "2026-02-28T10:00:00Z");
        check("1m", "2028-03-31T10:00:00Z", "2028-02-29T10:00:00Z");
        check("1y", "2028-02-29T10:00:00Z", "2027-02-28T10:00:00Z");
        check("4Y", "2028-02-29T10:00:00Z", "2024-02-29T10:00:00Z");
        check("13m", "2026-01-15T10:00:00Z", "2024-12-15T10:00:00Z");
        check("0d", "2026-01-15T10:00:00Z", "2026-01-15T10:00:00Z");
        check("yesterday", "2026-01-01T10:00:00Z", "2025-12-31T00:00:00Z");
        check("yesterday", "2028-03-01T10:00:00Z", "2028-02-29T00:00:00Z");
    }

    #[test]
    fn today_is_the_day_in_the_users_time_zone() {
        for (zone, today) in [
            ("<+14>-14", "2026-11-15T10:00:00Z"),
            ("<-11>11", "2026-11-15T11:00:00Z"),
            ("<+0545>-5:45", "2026-11-15T18:15:00Z"),
            ("UTC0", "2026-11-15T00:00:00Z"),
        ] {
            assert_eq!(start("today", "2026-11-15T20:00:00Z", zone), today, "{zone}");
        }
    }

    /// Years have four digits, so that a date can be too late for the calendar, but not too early.
    #[test]
    fn dates_at_the_end_of_the_calendar_are_in_order() {
        let now = "2026-11-15T12:00:00Z";
        let of = |text: &str| start(text, now, "UTC0").parse::<Timestamp>().unwrap();
        assert_eq!(start("9999", now, "UTC0"), "9999-01-01T00:00:00Z");
        assert!(of("9999-12-31") > of("9999-12-30"));
        assert!(of("0000") < of("0001-01-01"));
        assert_eq!(of("0000").to_string(), "0000-01-01T00:00:00Z");
        assert_eq!(of("9999y").to_string(), "-007973-11-15T12:00:00Z");
        assert_eq!(of("9999m").to_string(), "1193-08-15T12:00:00Z");
    }

    #[test]
    fn dates_are_parsed_only_in_the_documented_forms() {
        for (text, expected) in [
            ("TODAY", Some(Date::Today)),
            ("yesterDAY", Some(Date::Yesterday)),
            ("2026", Some(Date::Year(2026))),
            ("0000", Some(Date::Year(0))),
            ("2026-02", Some(Date::Month(2026, 2))),
            ("2028-02-29", Some(Date::Day(civil::date(2028, 2, 29)))),
            ("007d", Some(Date::Ago(7, Unit::Days))),
            ("9999h", Some(Date::Ago(9999, Unit::Hours))),
            ("3W", Some(Date::Ago(3, Unit::Weeks))),
            ("10000d", None),
            ("2026-02-29", None),
            ("2026-00", None),
            ("2026-01-00", None),
            ("2026-11-31", None),
            ("2026-", None),
            ("2026--01", None),
            ("-2026", None),
            ("+026", None),
            ("2026/11", None),
            ("2026-11-15T00", None),
            (" 2026", None),
            ("7", None),
            ("7 d", None),
            ("7ｄ", None),
            ("d7", None),
            ("1.5d", None),
            ("tomorrow", None),
            ("2026-١١", None),
        ] {
            assert_eq!(Date::parse(text), expected, "{text:?}");
        }
    }

    fn any_date() -> impl Strategy<Value = Date> {
        let unit = proptest::sample::select(Unit::ALL.map(|(_, unit)| unit).to_vec());
        let day = (0i16..=9999, 1i8..=12, 1i8..=28);
        prop_oneof![
            (0i16..=9999).prop_map(Date::Year),
            (0i16..=9999, 1i8..=12).prop_map(|(year, month)| Date::Month(year, month)),
            day.prop_map(|(year, month, day)| Date::Day(civil::date(year, month, day))),
            Just(Date::Today),
            Just(Date::Yesterday),
            (0u16..=9999, unit).prop_map(|(n, unit)| Date::Ago(n, unit)),
        ]
    }

    proptest! {
        #[test]
        fn formatted_dates_are_parsed_back(date in any_date()) {
            prop_assert_eq!(Date::parse(&date.to_string()), Some(date));
        }

        #[test]
        fn a_later_day_begins_later(
            year in 0i16..=9998, month in 1i8..=12, day in 1i8..=28, later in 1i64..300,
        ) {
            let now = Timestamp::UNIX_EPOCH;
            let zone = TimeZone::posix(BERLIN).unwrap();
            let one = civil::date(year, month, day);
            let next = one.checked_add(Span::new().days(later)).unwrap();
            prop_assert!(Date::Day(one).start(now, &zone) < Date::Day(next).start(now, &zone));
            prop_assert!(Date::Month(year, month).start(now, &zone) <= Date::Day(one).start(now, &zone));
            prop_assert!(Date::Year(year).start(now, &zone) <= Date::Month(year, month).start(now, &zone));
        }
    }
}
