//! Lists of subscriptions, and what another program knew as read or starred, on their way in.

mod lists;

use crate::store::Store;
pub(crate) use lists::after_fetch;
pub use lists::{
    ImportLine, ImportLineState, ImportProgress, ImportedMark, IncomingRule, IncomingRulePlace,
    Listing,
};

/// Lists on their way in. See `store.imports().list`.
#[derive(Debug, Clone, Copy)]
pub struct Imports<'a>(&'a Store);

impl Store {
    /// Lists on their way in.
    #[must_use]
    pub fn imports(&self) -> Imports<'_> {
        Imports(self)
    }
}
