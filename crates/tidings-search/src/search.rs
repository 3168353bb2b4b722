//! A search: what is asked, by whom, and what comes of it.

use crate::{Error, Index, Lookup, Query, collect::collect, compile::Compiler, sets::IdSet};
use jiff::{Timestamp, tz::TimeZone};
use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};
use tidings_model::ArticleId;

/// What a person may see: all of these sources, and these articles whatever their source.
#[derive(Debug, Clone, Default)]
pub struct SearchScope {
    /// The sources they follow.
    pub sources: Arc<IdSet>,
    /// What they kept: starred, put aside, tagged.
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

/// What the names in a query stand for. A name that is missing stands for nothing.
pub type Answers = HashMap<Lookup, NameTarget>;

/// In which order hits come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HitOrder {
    /// Best first.
    #[default]
    Relevance,
    /// Newest first.
    Newest,
}

/// What is asked of the index.
#[derive(Debug, Clone)]
pub struct Search<'a> {
    /// The words.
    pub query: &'a Query,
    /// What the names among them stand for.
    pub answers: &'a Answers,
    /// What may be found.
    pub scope: &'a SearchScope,
    /// In which order.
    pub order: HitOrder,
    /// Hits before the first one wanted.
    pub skip: usize,
    /// Most hits wanted.
    pub limit: usize,
    /// The present.
    pub now: Timestamp,
    /// Where the person's days begin.
    pub zone: TimeZone,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchResults {
    /// How many there are in all.
    pub n_hits: u64,
    /// The wanted ones, in order.
    pub ids: Vec<ArticleId>,
}

/// Most hits that can be paged through; beyond them a better query helps more than another page.
pub const MOST_PAGED: usize = 2_000;

impl Index {
    /// Searches. This computes for milliseconds: call it where that disturbs nobody.
    ///
    /// # Errors
    /// When the index cannot be read. What turns out to be damaged is built anew by whoever keeps the index.
    pub fn search(&self, search: &Search<'_>) -> Result<SearchResults, Error> {
        let mut search = search.clone();
        search.skip = search.skip.min(MOST_PAGED);
        search.limit = search.limit.min(MOST_PAGED - search.skip);
        let (searcher, fields, languages) = self.view();
        let Some(query) = (Compiler { fields, languages, search: &search }).compile() else {
            return Ok(SearchResults::default());
        };
        // Files that were damaged behind the library's back can make it panic.
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
