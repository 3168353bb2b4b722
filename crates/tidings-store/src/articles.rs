//! What sources told: articles as a user sees them, in lists and streams, their whole texts, and the log that indexes
//! live by.

pub mod arrivals;
pub mod changes;
pub mod full_texts;
mod lists;
pub mod searching;
pub mod streams;

use crate::store::Store;
#[cfg(test)]
pub(crate) use lists::list;
pub use lists::{
    ArticleList, ArticlePage, Cursor, FullArticle, ListOrder, ListedArticle, MAX_PAGE, Neighbours,
    TODAY, TODAY_PUBLISHED,
};
pub(crate) use lists::{
    JOINS, LISTED, NOT_MUTED, UNREAD_JOIN, VISIBLE, full_articles, read_listed,
};

/// What sources told. See `store.articles().get_all`.
#[derive(Debug, Clone, Copy)]
pub struct Articles<'a>(&'a Store);

impl Store {
    /// What sources told.
    #[must_use]
    pub fn articles(&self) -> Articles<'_> {
        Articles(self)
    }
}
