//! Fetches: storing their results, recognising known articles, the fetch log, and what they cost.

pub mod identity;
pub mod log;
pub mod spending;
pub mod storing;

use crate::store::Store;

/// The fetches of sources and their results. See [`Store::fetches`].
#[derive(Debug, Clone, Copy)]
pub struct Fetches<'a>(&'a Store);

impl Store {
    /// Returns the fetches of sources and their results.
    #[must_use]
    pub fn fetches(&self) -> Fetches<'_> {
        Fetches(self)
    }
}
