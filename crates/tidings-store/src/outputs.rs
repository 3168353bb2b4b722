//! What leaves the reader: feeds behind secret links, single shared articles, and webhooks.

mod feeds;
pub mod shares;
pub mod webhooks;

use crate::store::Store;
pub use feeds::{Output, OutputList};

/// What leaves the reader. See `store.outputs().list`.
#[derive(Debug, Clone, Copy)]
pub struct Outputs<'a>(&'a Store);

impl Store {
    /// What leaves the reader.
    #[must_use]
    pub fn outputs(&self) -> Outputs<'_> {
        Outputs(self)
    }
}
