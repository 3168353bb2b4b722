//! Today: the articles to show, and what was learned to choose them.

use futures_util::future::BoxFuture;
use jiff::SignedDuration;
use std::{collections::BTreeMap, fmt::Debug};
use tidings_model::{
    ArticleId, UserId,
    taste::{ListShowing, Subject, TopicId},
};

/// Selects the articles of Today and returns what was learned.
pub trait TodayPages: Send + Sync + Debug {
    /// Returns the articles of Today for a reader's visit, ranked, each with the code of its
    /// [reason](tidings_model::Why).
    fn today(
        &self,
        user: UserId,
        ask: TodayRequest,
    ) -> BoxFuture<'_, Result<ListShowing, tidings_store::Error>>;

    /// Returns what was learned about a reader.
    fn learned(
        &self,
        user: UserId,
    ) -> BoxFuture<'_, Result<LearnedInterests, tidings_store::Error>>;

    /// Returns the names of those topics that reasons may mention.
    fn topic_names(&self) -> BTreeMap<TopicId, String>;

    /// Renames a topic for good; `None` restores the automatic name.
    fn rename_topic(
        &self,
        topic: TopicId,
        name: Option<String>,
    ) -> BoxFuture<'_, Result<(), tidings_store::Error>>;
}

/// A request for Today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TodayRequest {
    /// Number of articles, including those that the visit already has.
    pub length: usize,
    /// How many articles test new interests, in percent of the normal number.
    pub surprise: u16,
    /// Which selection.
    pub turn: TodayPage,
}

/// How long a visit lasts: the page must not change while someone reads it. Afterwards there is a new selection. This
/// is measured on the clock by which articles arrive, which runs fast in a demonstration.
pub const VISIT: SignedDuration = SignedDuration::from_mins(30);

/// Which selection of Today, and whether it counts as shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TodayPage {
    /// The selection of this visit. Recorded as shown.
    Visit,
    /// A new selection for this visit. Recorded as shown.
    Anew,
    /// More of the last selection, however long it has been read. Recorded as shown.
    Longer,
    /// For programs that fetch automatically: the selection of this visit if there is one. Nothing is recorded.
    Unseen,
    /// Beside an article: the selection of the last visit, however long the article is read. Nothing is recorded.
    Beside,
}

/// What was learned about a reader.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LearnedInterests {
    /// Topics, by number.
    pub topics: Vec<LearnedInterest>,
    /// The sources they subscribe to.
    pub sources: Vec<LearnedInterest>,
}

/// What was learned about a reader's interest in a subject.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnedInterest {
    /// The subject.
    pub subject: Subject,
    /// Its name.
    pub name: String,
    /// The estimated share of its articles that they open.
    pub opens: f64,
    /// How certain the estimate is, 0 to 1.
    pub sure: f64,
    /// Their own setting, 0 (never) to 100 (always).
    pub told: Option<u8>,
    /// For a topic: an example among their articles, its id and title.
    pub example: Option<(ArticleId, String)>,
}
