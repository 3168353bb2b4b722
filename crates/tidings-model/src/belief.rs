//! Beliefs: what learning has concluded, as values. The crates that decide read them without knowing how they were
//! learned.

use crate::units::PerDay;
use jiff::Timestamp;

/// The estimate of when and how often a source posts.
#[derive(Debug, Clone, PartialEq)]
pub struct PostingBelief {
    /// The average number of postings per day, for lists.
    pub per_day: PerDay,
    /// The time up to which the history has been counted.
    pub as_of: Timestamp,
    /// The whole estimate, in the encoding of the crate that learned it.
    pub body: Vec<u8>,
}
