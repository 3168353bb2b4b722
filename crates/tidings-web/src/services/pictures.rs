//! What is fetched for an article: its images and its full text.

use axum::body::Bytes;
use futures_util::future::BoxFuture;
use std::fmt::Debug;
use tidings_model::{ArticleId, Failure};
use url::Url;

/// Fetches images.
pub trait Pictures: Send + Sync + Debug {
    /// Returns an image of an article, fetched or from the cache. Its bytes have been checked to be an image; otherwise
    /// it fails with [`FailureKind::Decode`](tidings_model::FailureKind::Decode).
    fn picture<'a>(&'a self, url: &'a Url) -> BoxFuture<'a, Result<Picture, Failure>>;
}

/// A complete image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Detected from the bytes, not from what the publisher says.
    pub media_type: &'static str,
    /// At most a few megabytes.
    pub bytes: Bytes,
}

/// Fetches the pages of articles.
pub trait FullTexts: Send + Sync + Debug {
    /// Fetches the page of an article and stores its full text beside the source's own; `store.articles().full_text(…)`
    /// then returns it. The failure's message is meant for the person.
    fn full_text(&self, article: ArticleId) -> BoxFuture<'_, Result<(), Failure>>;
}
