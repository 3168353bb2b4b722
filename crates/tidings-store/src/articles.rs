//! Articles as a user sees them, in lists and streams; their full texts; and the change log that search indexes follow.

pub mod arrivals;
pub mod changes;
pub mod entries;
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

/// The stored articles. See `store.articles().get_all`.
#[derive(Debug, Clone, Copy)]
pub struct Articles<'a>(&'a Store);

impl Store {
    /// Returns the stored articles.
    #[must_use]
    pub fn articles(&self) -> Articles<'_> {
        Articles(self)
    }
}
