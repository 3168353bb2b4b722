//! Today: what it shows on a visit, and what was learned to make it.

use futures_util::future::BoxFuture;
use jiff::SignedDuration;
use std::{collections::BTreeMap, fmt::Debug};
use tidings_model::{
    ArticleId, UserId,
    taste::{ListShowing, Subject, TopicId},
};

/// Makes the page Today and tells what was learned.
pub trait TodayPages: Send + Sync + Debug {
    /// What Today shows a reader on this visit, in its order, each with the code of its [reason](tidings_model::Why).
    fn today(
        &self,
        user: UserId,
        ask: TodayRequest,
    ) -> BoxFuture<'_, Result<ListShowing, tidings_store::Error>>;

    /// What was learned of a reader.
    fn learned(
        &self,
        user: UserId,
    ) -> BoxFuture<'_, Result<LearnedInterests, tidings_store::Error>>;

    /// What topics are called.
    fn topic_names(&self) -> BTreeMap<TopicId, String>;

    /// Gives a topic a name that it keeps; `None` gives it the learned one back.
    fn rename_topic(
        &self,
        topic: TopicId,
        name: Option<String>,
    ) -> BoxFuture<'_, Result<(), tidings_store::Error>>;
}

/// What of Today is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TodayRequest {
    /// Articles on the page, with those that the visit has already.
    pub length: usize,
    /// How much is shown to find out, in percent of what is usual.
    pub surprise: u16,
    /// Which page.
    pub turn: TodayPage,
    /// How long a visit lasts, by the clock.
    pub lasts: SignedDuration,
}

/// A visit lasts so long: a page does not change under the hand of who reads it.
pub const VISIT: SignedDuration = SignedDuration::from_mins(30);

/// Which page of Today, and whether the reader has it before her.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TodayPage {
    /// That of this visit; it is noted as shown.
    Visit,
    /// Another than this visit has; it is noted as shown.
    Anew,
    /// As a program looks on its own: that of this visit where there is one, and nothing is noted.
    Unseen,
    /// As it stands beside an article: that of the last visit, however long she reads, and nothing is noted.
    Beside,
}

/// What was learned of a reader.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LearnedInterests {
    /// Of topics, in the order of their numbers.
    pub topics: Vec<LearnedInterest>,
    /// Of the sources she follows.
    pub sources: Vec<LearnedInterest>,
}

/// What was learned of a reader and one subject.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnedInterest {
    /// Which.
    pub subject: Subject,
    /// What it is called.
    pub name: String,
    /// The share of it that she is believed to open.
    pub opens: f64,
    /// How much of the doubt is gone, 0 to 1.
    pub sure: f64,
    /// What she said of it herself, 0 (never) to 100 (always).
    pub told: Option<u8>,
    /// Of a topic: an article of hers about it, its number and its headline.
    pub example: Option<(ArticleId, String)>,
}
