//! Places on the week: posting and reading have daily and weekly rhythms.

use jiff::Timestamp;

/// An hour of the week in UTC: 0 is Monday 00:00-01:00, 167 is Sunday 23:00-24:00.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HourOfWeek(u8);

impl HourOfWeek {
    /// Hours in a week.
    pub const COUNT: usize = 168;

    /// The hour of the week that an instant falls into.
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

    /// Its number, 0..168.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Hour of the day, 0..24, UTC.
    #[must_use]
    pub fn hour_of_day(self) -> u8 {
        self.0 % 24
    }

    /// Day of the week, Monday = 0.
    #[must_use]
    pub fn weekday(self) -> u8 {
        self.0 / 24
    }
}

/// A stretch of time, from (inclusive) to (exclusive).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// First instant inside.
    pub from: Timestamp,
    /// First instant after it.
    pub to: Timestamp,
}

impl Window {
    /// Whether an instant lies inside.
    #[must_use]
    pub fn contains(&self, instant: Timestamp) -> bool {
        self.from <= instant && instant < self.to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_week_begins_on_monday_and_holds_before_1970() {
        let monday: Timestamp = "2026-11-16T00:00:00Z".parse().unwrap();
        assert_eq!(HourOfWeek::of(monday).index(), 0);
        let before: Timestamp = "1969-12-31T23:30:00Z".parse().unwrap();
        assert_eq!(
            (HourOfWeek::of(before).weekday(), HourOfWeek::of(before).hour_of_day()),
            (2, 23)
        );
    }
}
