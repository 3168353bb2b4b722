//! Units: numbers that know what they count.
//!
//! Only arithmetic that means something exists: a rate per day times minutes gives expected postings.

use std::ops::{Add, Div, Mul};

/// Declares a unit: a newtype over `f64` with a public field.
macro_rules! unit {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
        pub struct $name(pub f64);
    };
}

unit!(/** A length of time in minutes. */ Minutes);
unit!(/** How often something happens on an average day. */ PerDay);
unit!(/** How much a source matters, relative to others; 1 is ordinary. */ Weight);

impl Minutes {
    /// Minutes in a day.
    pub const DAY: Self = Self(1440.0);

    /// The same length in whole milliseconds, at least zero; infinite and unknown lengths become the largest number.
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
        // Float to integer casts saturate, which is what a bound on time wants.
        (self.0 * 60_000.0).round().max(0.0) as i64
    }

    /// A length given in milliseconds.
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
    /// Expected number of events in that time.
    type Output = f64;
    fn mul(self, time: Minutes) -> f64 {
        self.0 * time.0 / Minutes::DAY.0
    }
}

impl PerDay {
    /// The mean of some rates; `None` of none.
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

    /// The even gap between events of this rate; infinite for a rate of zero.
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

/// A part of a whole, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Share(f64);

impl Share {
    /// A share, if the value lies in 0..=1.
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

    /// The value, in 0..=1.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_times_a_time_is_an_expected_count() {
        assert!((PerDay(24.0) * Minutes(30.0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn odd_lengths_become_bounds_not_nonsense() {
        assert_eq!(Minutes(-3.0).to_ms(), 0);
        assert_eq!(Minutes(f64::INFINITY).to_ms(), i64::MAX);
        assert_eq!(Minutes(f64::NAN).to_ms(), i64::MAX);
        assert!(PerDay(0.0).gap().0.is_infinite());
    }
}
