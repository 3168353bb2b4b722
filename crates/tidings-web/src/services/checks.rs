//! Checking a source now, forecasts for its next fetch, and the operator's defaults.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::fmt::Debug;
use tidings_model::{Failure, Outcome, Reason, SourceId, UserId};

/// Checks sources and forecasts their next fetch.
pub trait Checks: Send + Sync + Debug {
    /// Fetches a source now, if politeness allows it.
    fn refresh(
        &self,
        user: UserId,
        source: SourceId,
    ) -> BoxFuture<'_, Result<CheckOutcome, Failure>>;

    /// Returns what is expected of a source whose next fetch is at `at`; `None` before anything is known.
    fn outlook(
        &self,
        source: SourceId,
        next_at: Timestamp,
    ) -> BoxFuture<'_, Result<Option<Outlook>, Failure>>;

    /// Returns the operator's defaults for all sources.
    fn source_defaults(&self) -> SourceDefaults;
}

/// The result of checking a source now.
#[derive(Debug, Clone, PartialEq)]
pub enum CheckOutcome {
    /// It was fetched.
    Asked(Outcome),
    /// It is not fetched now, for this reason.
    NotNow(Reason),
}

/// What was learned about a source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlook {
    /// How much it posts in each hour of the week, Monday 0 h UTC first; 1 is its average.
    pub pattern: [f32; 168],
    /// Articles per day, on average.
    pub per_day: f64,
    /// Bytes per fetch, on average.
    pub bytes: f64,
    /// Seconds per fetch.
    pub seconds: f64,
    /// Articles in the feed at any time; 0 if unknown.
    pub n_shown: u32,
    /// New articles expected by the next fetch.
    pub expected: f64,
    /// The chance that some will have dropped out by then.
    pub loss: f64,
}

/// What applies to every source unless its options say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceDefaults {
    /// Days for which articles are stored; `None` forever.
    pub keep_days: Option<u32>,
    /// Minimum interval between two fetches, in minutes.
    pub min_minutes: u32,
    /// Maximum interval.
    pub max_minutes: u32,
    /// The average wait that the operator wants, instead of a budget.
    pub target_delay: Option<std::time::Duration>,
    /// Whether articles wait longer than that, and no number of requests would change it.
    pub is_target_out_of_reach: bool,
    /// Maximum number of subscriptions per user.
    pub most_subscriptions: usize,
    /// Maximum size of an import file, in bytes.
    pub import_bytes: usize,
}
