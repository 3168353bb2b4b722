//! What users publish: feeds behind secret links, share links of single articles, and webhooks.

mod feeds;
pub mod shares;
pub mod webhooks;

use crate::store::Store;
pub use feeds::{Output, OutputList};

/// Shared feeds, share links and webhooks. See `store.outputs().list`.
#[derive(Debug, Clone, Copy)]
pub struct Outputs<'a>(&'a Store);

impl Store {
    /// Returns the shared feeds, share links and webhooks.
    #[must_use]
    pub fn outputs(&self) -> Outputs<'_> {
        Outputs(self)
    }
}
