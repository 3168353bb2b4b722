//! `lab monitor`: every policy on the same postings, with the same number of requests.
//!
//! The protocol: postings up to the end of training are known. From there each policy fetches, and at a fetch it learns
//! all postings up to that moment and nothing else. A posting's delay lasts until the first fetch at or after it; at
//! the end, the remaining postings count as fetched. Every policy gets sources × days / interval requests.

pub mod access;
pub mod allocation;
pub mod even;
pub mod live;
pub mod online;
pub mod plot;
pub mod policies;
pub mod report;
pub mod rivals;
pub mod tally;
pub mod timetable;

use crate::trace::Trace;

/// A replay to run: a trace, the end of training, and the budget.
///
/// ```
/// use tidings_lab::{monitor::Replay, trace::Trace};
/// let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// assert_eq!(replay.span(), 14.0 * 1440.0);
/// assert_eq!(replay.budget(), 28.0);
/// assert_eq!(replay.training(0).len(), 14);
/// assert_eq!(replay.raw_rates(), [1.0 / 1440.0]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Replay<'a> {
    /// The postings.
    pub trace: &'a Trace,
    /// The end of training.
    pub trained: f64,
    /// The average interval in minutes.
    pub interval: f64,
    /// The random seed.
    pub seed: u64,
    /// When readers visit, if known.
    pub looks: Option<&'a access::ReaderVisits>,
}

impl Replay<'_> {
    /// Returns the minutes of the replay.
    #[must_use]
    pub fn span(&self) -> f64 {
        self.trace.end - self.trained
    }

    /// Returns the requests in the budget.
    #[must_use]
    pub fn budget(&self) -> f64 {
        self.trace.postings.len() as f64 * self.span() / self.interval
    }

    /// Returns the postings of a source that are known when training ends.
    #[must_use]
    pub fn training(&self, source: usize) -> &[f64] {
        let postings = &self.trace.postings[source];
        &postings[..postings.partition_point(|&posting| posting < self.trained)]
    }

    /// Returns the rate of each source in training, in postings per minute, with at least half a posting.
    #[must_use]
    pub fn raw_rates(&self) -> Vec<f64> {
        let watched = self.trained - self.trace.begin;
        let rate = |source| (self.training(source).len() as f64).max(0.5) / watched;
        (0..self.trace.postings.len()).map(rate).collect()
    }
}

/// The fetches of each source, in order.
pub type FetchTimes = Vec<Vec<f64>>;
