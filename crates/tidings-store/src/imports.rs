//! Imports of subscription lists, and of read and starred marks from other programs.

mod lists;

use crate::store::Store;
pub(crate) use lists::after_fetch;
pub use lists::{
    ImportLine, ImportLineState, ImportProgress, ImportedMark, IncomingRule, IncomingRulePlace,
    Listing,
};

/// Imports of lists. See `store.imports().list`.
#[derive(Debug, Clone, Copy)]
pub struct Imports<'a>(&'a Store);

impl Store {
    /// Returns the imports of lists.
    #[must_use]
    pub fn imports(&self) -> Imports<'_> {
        Imports(self)
    }
}
