//! Hours of the week and time windows: posting and reading have daily and weekly rhythms.

use jiff::Timestamp;

/// An hour of the week in UTC: 0 is Monday 00:00-01:00, 167 is Sunday 23:00-24:00.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HourOfWeek(u8);

impl HourOfWeek {
    /// The number of hours in a week.
    pub const COUNT: usize = 168;

    /// Returns the hour of the week that contains an instant.
    ///
    /// ```
    /// use tidings_model::calendar::HourOfWeek;
    /// // 15 November 2026 was a Sunday.
    /// let sunday = "2026-11-15T17:20:00Z".parse().unwrap();
    /// assert_eq!(HourOfWeek::of(sunday).index(), 6 * 24 + 17);
    /// ```
    #[must_use]
    pub fn of(instant: Timestamp) -> Self {
        // 1 January 1970 was a Thursday, three days after a Monday.
        let hours = instant.as_second().div_euclid(3600) + 3 * 24;
        Self(hours.rem_euclid(168) as u8)
    }

    /// Returns the number of the hour, 0..168.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the hour of the day, 0..24, in UTC.
    #[must_use]
    pub fn hour_of_day(self) -> u8 {
        self.0 % 24
    }

    /// Returns the day of the week, with Monday = 0.
    #[must_use]
    pub fn weekday(self) -> u8 {
        self.0 / 24
    }
}

/// A span of time that includes its start and excludes its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The first instant inside.
    pub from: Timestamp,
    /// The first instant after it.
    pub to: Timestamp,
}

impl Window {
    /// Returns whether an instant lies inside.
    #[must_use]
    pub fn contains(&self, instant: Timestamp) -> bool {
        self.from <= instant && instant < self.to
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;
    use proptest::prelude::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn weeks_begin_on_monday_even_before_1970() {
        for (instant, weekday, hour) in [
            ("2026-11-16T00:00:00Z", 0, 0),
            ("2026-11-16T00:59:59.999Z", 0, 0),
            ("2026-11-16T01:00:00Z", 0, 1),
            ("2026-11-17T12:34:56Z", 1, 12),
            ("2026-11-15T23:59:59.999Z", 6, 23),
            ("1970-01-01T00:00:00Z", 3, 0),
            ("1969-12-31T23:30:00Z", 2, 23),
            ("1969-12-29T00:00:00Z", 0, 0),
            ("2024-02-29T06:00:00Z", 3, 6),
            ("2000-01-01T00:00:00Z", 5, 0),
        ] {
            let place = HourOfWeek::of(at(instant));
            assert_eq!((place.weekday(), place.hour_of_day()), (weekday, hour), "{instant}");
            assert_eq!(place.index(), usize::from(weekday) * 24 + usize::from(hour), "{instant}");
        }
    }

    #[test]
    fn every_hour_of_the_week_has_its_own_number() {
        let monday = at("2026-11-16T00:30:00Z").as_second();
        for hour in 0..HourOfWeek::COUNT {
            let instant = Timestamp::from_second(monday + 3600 * hour as i64).unwrap();
            assert_eq!(HourOfWeek::of(instant).index(), hour);
        }
        assert_eq!(HourOfWeek::COUNT, 7 * 24);
    }

    #[test]
    fn a_window_contains_its_start_but_not_its_end() {
        let window = Window { from: at("2026-11-16T08:00:00Z"), to: at("2026-11-16T09:00:00Z") };
        for (instant, is_inside) in [
            ("2026-11-16T07:59:59.999999999Z", false),
            ("2026-11-16T08:00:00Z", true),
            ("2026-11-16T08:30:00Z", true),
            ("2026-11-16T08:59:59.999999999Z", true),
            ("2026-11-16T09:00:00Z", false),
            ("2026-11-17T08:30:00Z", false),
        ] {
            assert_eq!(window.contains(at(instant)), is_inside, "{instant}");
        }
        let empty = Window { to: window.from, ..window };
        assert!(!empty.contains(window.from));
    }

    proptest! {
        #[test]
        fn hours_and_weekdays_agree_with_jiff(second in -10_000_000_000i64..10_000_000_000) {
            let instant = Timestamp::from_second(second).unwrap();
            let civil = instant.to_zoned(TimeZone::UTC);
            let place = HourOfWeek::of(instant);
            prop_assert_eq!(i64::from(place.weekday()), i64::from(civil.weekday().to_monday_zero_offset()));
            prop_assert_eq!(i64::from(place.hour_of_day()), i64::from(civil.hour()));
        }

        #[test]
        fn a_week_later_is_the_same_hour(second in -10_000_000_000i64..10_000_000_000) {
            let of = |second| HourOfWeek::of(Timestamp::from_second(second).unwrap());
            prop_assert_eq!(of(second), of(second + 7 * 86_400));
            prop_assert_eq!((of(second).index() + 1) % HourOfWeek::COUNT, of(second + 3600).index());
        }
    }
}
