//! A search: its parameters, and its results.

use crate::{Error, Index, Lookup, Query, collect::collect, compile::Compiler, sets::IdSet};
use jiff::{Timestamp, tz::TimeZone};
use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};
use tidings_model::ArticleId;

/// What a user may see: all articles of these sources, and these articles from any source.
#[derive(Debug, Clone, Default)]
pub struct SearchScope {
    /// The sources the user is subscribed to.
    pub sources: Arc<IdSet>,
    /// The articles the user kept: starred, saved for later, tagged.
    pub articles: Arc<IdSet>,
}

/// What a name in the query stands for.
#[derive(Debug, Clone)]
pub enum NameTarget {
    /// All articles of these sources.
    Sources(Arc<IdSet>),
    /// These articles.
    Articles(Arc<IdSet>),
}

/// What the names in a query stand for. A missing name stands for nothing.
pub type Answers = HashMap<Lookup, NameTarget>;

/// The order of hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HitOrder {
    /// Best first.
    #[default]
    Relevance,
    /// Newest first.
    Newest,
}

/// A search of the index.
#[derive(Debug, Clone)]
pub struct Search<'a> {
    /// The query.
    pub query: &'a Query,
    /// What the names in it stand for.
    pub answers: &'a Answers,
    /// What may be found.
    pub scope: &'a SearchScope,
    /// The order of the hits.
    pub order: HitOrder,
    /// Number of hits to skip.
    pub skip: usize,
    /// Maximum number of hits to return.
    pub limit: usize,
    /// The current time.
    pub now: Timestamp,
    /// The user's time zone, for the beginnings of days.
    pub zone: TimeZone,
}

/// The results of a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchResults {
    /// The total number of hits.
    pub n_hits: u64,
    /// The requested hits, in order.
    pub ids: Vec<ArticleId>,
}

/// Maximum number of hits that can be paged through; beyond them a better query helps more than another page.
pub const MOST_PAGED: usize = 2_000;

impl Index {
    /// Searches the index. This computes for milliseconds: call it where blocking is allowed.
    ///
    /// # Errors
    /// If the index cannot be read. A damaged index is rebuilt by the process that writes it.
    pub fn search(&self, search: &Search<'_>) -> Result<SearchResults, Error> {
        let mut search = search.clone();
        search.skip = search.skip.min(MOST_PAGED);
        search.limit = search.limit.min(MOST_PAGED - search.skip);
        let (searcher, fields, languages) = self.view();
        let Some(query) = (Compiler { fields, languages, search: &search }).compile() else {
            return Ok(SearchResults::default());
        };
        // Files damaged behind the library's back can make it panic.
        let found = catch_unwind(AssertUnwindSafe(|| collect(&searcher, &*query, &search)));
        let found = found.unwrap_or_else(|_| {
            Err(tantivy::TantivyError::InternalError("it made no sense while searching".to_owned()))
        });
        found.map_err(|error| {
            let error = Error::Damaged(error.to_string());
            self.distrust(&error.to_string());
            error
        })
    }
}
