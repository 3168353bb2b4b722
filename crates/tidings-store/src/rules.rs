//! The rules of users: their order and matches, and applying them in the transaction that stores an article.

pub mod judging;
mod records;
pub(crate) mod undo;

use crate::store::Store;
pub use records::{Direction, LOG_DAYS, RuleArticle, RuleHolder, StoredRule, Switch, UNDO};
pub(crate) use records::{bring, check_scope, read_scope, scope_columns};

/// The rules of users. See `store.rules().list`.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a>(&'a Store);

impl Store {
    /// Returns the rules of users.
    #[must_use]
    pub fn rules(&self) -> Rules<'_> {
        Rules(self)
    }
}
