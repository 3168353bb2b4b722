//! Beliefs: what learning has concluded, as values. Deciding crates read them and know nothing of how they came about.

use crate::units::PerDay;
use jiff::Timestamp;

/// How often a source posts: a Gamma posterior over its rate, with old evidence fading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PostingRate {
    /// Postings counted, faded (the Gamma's shape).
    pub postings: f64,
    /// Days watched, faded (the Gamma's rate parameter).
    pub days: f64,
    /// Up to when history is counted in.
    pub as_of: Timestamp,
}

impl PostingRate {
    /// What is believed of a source never seen: one posting a day, as sure as one day's watching would make it.
    #[must_use]
    pub fn unknown(as_of: Timestamp) -> Self {
        Self { postings: 1.0, days: 1.0, as_of }
    }

    /// The expected rate.
    ///
    /// ```
    /// use tidings_model::PostingRate;
    /// let mut rate = PostingRate::unknown("2026-11-15T00:00:00Z".parse().unwrap());
    /// rate.postings += 6.0;
    /// rate.days += 1.0;
    /// assert_eq!(rate.mean().0, 3.5);
    /// ```
    #[must_use]
    pub fn mean(&self) -> PerDay {
        PerDay(if self.days > 0.0 { self.postings / self.days } else { 0.0 })
    }
}
