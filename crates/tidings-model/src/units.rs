//! Units: newtypes for quantities.
//!
//! Only meaningful arithmetic is defined: a rate per day times minutes is an expected number of postings.

use std::ops::{Add, Div, Mul};

/// Declares a unit: a newtype over `f64` with a public field.
macro_rules! unit {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
        pub struct $name(pub f64);
    };
}

unit!(/** A duration in minutes. */ Minutes);
unit!(/** How often something happens on an average day. */ PerDay);
unit!(/** How much a source matters relative to others; 1 is average. */ Weight);

impl Minutes {
    /// One day.
    pub const DAY: Self = Self(1440.0);

    /// Returns the duration in whole milliseconds, at least zero. Infinity and NaN become the largest number.
    ///
    /// ```
    /// use tidings_model::units::Minutes;
    /// assert_eq!(Minutes(1.5).to_ms(), 90_000);
    /// ```
    #[must_use]
    pub fn to_ms(self) -> i64 {
        if self.0.is_nan() {
            return i64::MAX;
        }
        // Float to integer casts saturate, as a bound on time should.
        (self.0 * 60_000.0).round().max(0.0) as i64
    }

    /// Creates a duration from milliseconds.
    #[must_use]
    pub fn from_ms(ms: i64) -> Self {
        Self(ms as f64 / 60_000.0)
    }
}

impl Add for Minutes {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Mul<f64> for Minutes {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self(self.0 * factor)
    }
}

impl Mul<Minutes> for PerDay {
    /// The expected number of events in that time.
    type Output = f64;
    fn mul(self, time: Minutes) -> f64 {
        self.0 * time.0 / Minutes::DAY.0
    }
}

impl PerDay {
    /// Returns the mean of some rates, or `None` if there are none.
    ///
    /// ```
    /// use tidings_model::units::PerDay;
    /// assert_eq!(PerDay::mean([PerDay(2.0), PerDay(4.0)]), Some(PerDay(3.0)));
    /// assert_eq!(PerDay::mean([]), None);
    /// ```
    #[must_use]
    pub fn mean(rates: impl IntoIterator<Item = Self>) -> Option<Self> {
        let (sum, n) = rates.into_iter().fold((0.0, 0.0), |(sum, n), rate| (sum + rate.0, n + 1.0));
        (n > 0.0).then(|| Self(sum / n))
    }

    /// Returns the mean gap between events of this rate. Infinite for a rate of zero.
    ///
    /// ```
    /// use tidings_model::units::{Minutes, PerDay};
    /// assert_eq!(PerDay(12.0).gap(), Minutes(120.0));
    /// ```
    #[must_use]
    pub fn gap(self) -> Minutes {
        Minutes(Minutes::DAY.0 / self.0)
    }
}

impl Div<f64> for PerDay {
    type Output = Self;
    fn div(self, parts: f64) -> Self {
        Self(self.0 / parts)
    }
}

/// A fraction of a whole, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Share(f64);

impl Share {
    /// Creates a share if the value lies in 0..=1.
    ///
    /// ```
    /// use tidings_model::units::Share;
    /// assert!(Share::new(0.25).is_some());
    /// assert!(Share::new(1.01).is_none());
    /// assert!(Share::new(f64::NAN).is_none());
    /// ```
    #[must_use]
    pub fn new(value: f64) -> Option<Self> {
        (0.0..=1.0).contains(&value).then_some(Self(value))
    }

    /// Returns the value, in 0..=1.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
    }

    #[test]
    fn a_rate_times_a_time_is_an_expected_count() {
        close(PerDay(24.0) * Minutes(30.0), 0.5);
        close(PerDay(1.0) * Minutes::DAY, 1.0);
        close(PerDay(3.0) * Minutes(0.0), 0.0);
    }

    #[test]
    fn unusual_durations_become_bounds() {
        assert_eq!(Minutes(-3.0).to_ms(), 0);
        assert_eq!(Minutes(f64::INFINITY).to_ms(), i64::MAX);
        assert_eq!(Minutes(f64::NEG_INFINITY).to_ms(), 0);
        assert_eq!(Minutes(f64::NAN).to_ms(), i64::MAX);
        assert_eq!(Minutes(1e300).to_ms(), i64::MAX);
        assert!(PerDay(0.0).gap().0.is_infinite());
    }

    #[test]
    fn minutes_are_sixty_thousand_milliseconds() {
        for (minutes, ms) in [
            (0.0, 0),
            (1.0, 60_000),
            (1440.0, 86_400_000),
            (0.000_01, 1),
            (0.000_008, 0),
            (2.5, 150_000),
        ] {
            assert_eq!(Minutes(minutes).to_ms(), ms, "{minutes}");
        }
        close(Minutes::from_ms(90_000).0, 1.5);
        close(Minutes::from_ms(-60_000).0, -1.0);
        assert_eq!(Minutes::DAY.to_ms(), 24 * 60 * 60 * 1000);
    }

    #[test]
    fn durations_add_and_scale() {
        assert_eq!(Minutes(2.0) + Minutes(3.5), Minutes(5.5));
        assert_eq!(Minutes(2.0) * 3.5, Minutes(7.0));
        assert_eq!(PerDay(12.0) / 4.0, PerDay(3.0));
        assert_eq!(PerDay(12.0).gap(), Minutes(120.0));
        assert_eq!(PerDay(0.5).gap(), Minutes(2880.0));
        assert!(Minutes(1.0) < Minutes(1.5));
        assert_eq!((Minutes::default(), Weight::default()), (Minutes(0.0), Weight(0.0)));
    }

    #[test]
    fn a_share_lies_between_zero_and_one() {
        for inside in [0.0, -0.0, f64::MIN_POSITIVE, 0.5, 1.0] {
            close(Share::new(inside).unwrap().get(), inside);
        }
        for outside in [
            -f64::MIN_POSITIVE,
            -1.0,
            1.0 + f64::EPSILON,
            2.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ] {
            assert_eq!(Share::new(outside), None, "{outside}");
        }
    }

    proptest! {
        #[test]
        fn whole_milliseconds_round_trip_through_minutes(ms in 0i64..4_000_000_000_000) {
            prop_assert_eq!(Minutes::from_ms(ms).to_ms(), ms);
        }

        #[test]
        fn one_event_is_expected_per_gap(rate in 1e-6f64..1e6) {
            prop_assert!((PerDay(rate) * PerDay(rate).gap() - 1.0).abs() < 1e-9);
        }

        #[test]
        fn no_duration_is_negative_in_milliseconds(minutes in any::<f64>()) {
            prop_assert!(Minutes(minutes).to_ms() >= 0);
        }
    }
}
