//! The rules of users: kept in their order, with what they matched, and carried out in the transaction that stores an
//! article.

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
    /// The rules of users.
    #[must_use]
    pub fn rules(&self) -> Rules<'_> {
        Rules(self)
    }
}
