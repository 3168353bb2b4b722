//! Checks of a source: now by a person's wish, the next one as it is expected, and the bounds that the operator set.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::fmt::Debug;
use tidings_model::{Failure, Outcome, Reason, SourceId, UserId};

/// Has sources checked, and tells what is expected of them.
pub trait Checks: Send + Sync + Debug {
    /// Fetches a source now, if that is polite.
    fn refresh(
        &self,
        user: UserId,
        source: SourceId,
    ) -> BoxFuture<'_, Result<CheckOutcome, Failure>>;

    /// What is believed of a source that is looked at next at an instant; `None` before anything is known.
    fn outlook(
        &self,
        source: SourceId,
        next_at: Timestamp,
    ) -> BoxFuture<'_, Result<Option<Outlook>, Failure>>;

    /// What the operator set for everybody's sources.
    fn source_defaults(&self) -> SourceDefaults;
}

/// What came of the wish to look now.
#[derive(Debug, Clone, PartialEq)]
pub enum CheckOutcome {
    /// It was asked.
    Asked(Outcome),
    /// It is not asked now, and why.
    NotNow(Reason),
}

/// What is believed of a source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlook {
    /// How much it posts in each hour of the week, Monday 0 h UTC first; 1 is its average.
    pub pattern: [f32; 168],
    /// Postings a day, on average.
    pub per_day: f64,
    /// Bytes that a look takes, on average.
    pub bytes: f64,
    /// Seconds that it takes.
    pub seconds: f64,
    /// Articles that it shows at once; none where that is not known.
    pub n_shown: u32,
    /// New articles by the next look.
    pub expected: f64,
    /// The chance that some of them are gone by then.
    pub loss: f64,
}

/// What holds for every source unless its options say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceDefaults {
    /// Days for which articles are kept; `None`: for ever.
    pub keep_days: Option<u32>,
    /// The shortest interval between two fetches, in minutes.
    pub min_minutes: u32,
    /// The longest.
    pub max_minutes: u32,
    /// How long an article shall wait on average, where the operator asks for that instead of granting a budget.
    pub target_delay: Option<std::time::Duration>,
    /// Whether articles wait longer than that and no number of requests would change it.
    pub is_target_out_of_reach: bool,
    /// Subscriptions of one user.
    pub most_subscriptions: usize,
    /// The largest file that can be imported, in bytes.
    pub import_bytes: usize,
}
