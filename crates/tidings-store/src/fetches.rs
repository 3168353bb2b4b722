//! What was asked of sources and what came of it: fetches stored whole, articles recognised again, and what all of it
//! cost.

pub mod identity;
pub mod log;
pub mod spending;
pub mod storing;

use crate::store::Store;

/// What was asked of sources, and what came of it. See [`Store::fetches`].
#[derive(Debug, Clone, Copy)]
pub struct Fetches<'a>(&'a Store);

impl Store {
    /// What was asked of sources, and what came of it.
    #[must_use]
    pub fn fetches(&self) -> Fetches<'_> {
        Fetches(self)
    }
}
