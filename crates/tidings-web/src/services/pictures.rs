//! What is fetched for an article: its pictures and its whole text.

use axum::body::Bytes;
use futures_util::future::BoxFuture;
use std::fmt::Debug;
use tidings_model::{ArticleId, Failure};
use url::Url;

/// Fetches pictures.
pub trait Pictures: Send + Sync + Debug {
    /// Fetches a picture of an article, or finds it where it was kept. What is returned is a picture, by its own bytes;
    /// [`FailureKind::Decode`](tidings_model::FailureKind::Decode) says that it is none.
    fn picture<'a>(&'a self, url: &'a Url) -> BoxFuture<'a, Result<Picture, Failure>>;
}

/// A picture, whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// By its bytes, not by what the publisher said.
    pub media_type: &'static str,
    /// At most a few megabytes.
    pub bytes: Bytes,
}

/// Fetches the pages of articles.
pub trait FullTexts: Send + Sync + Debug {
    /// Fetches the page of an article and keeps its whole text in the store, beside the source's own:
    /// `store.articles().full_text(…)` then has it. The failure's sentence is for the person.
    fn full_text(&self, article: ArticleId) -> BoxFuture<'_, Result<(), Failure>>;
}
