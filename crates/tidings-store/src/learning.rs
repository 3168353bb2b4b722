//! What was learned and what it is learned from: beliefs, topics, showings in lists, and who allows learning.

pub mod beliefs;
pub mod showings;
pub mod tastes;
pub mod topics;

use crate::store::Store;

/// What was learned, and from what. See [`Store::learning`].
#[derive(Debug, Clone, Copy)]
pub struct Learning<'a>(&'a Store);

impl Store {
    /// Returns what was learned, and from what.
    #[must_use]
    pub fn learning(&self) -> Learning<'_> {
        Learning(self)
    }
}
