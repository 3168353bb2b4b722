//! Beliefs: what learning has concluded, as values. Deciding crates read them and know nothing of how they came about.

use crate::units::PerDay;
use jiff::Timestamp;

/// What is believed of how a source posts.
#[derive(Debug, Clone, PartialEq)]
pub struct PostingBelief {
    /// Postings a day on average, for lists.
    pub per_day: PerDay,
    /// Up to when history is counted in.
    pub as_of: Timestamp,
    /// All of it, in the encoding of whoever learned it.
    pub body: Vec<u8>,
}
