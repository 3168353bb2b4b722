//! People with accounts: how they sign in, how they are invited, and when they come.

mod accounts;
pub mod invitations;
pub mod second_factors;
pub mod sessions;
pub mod valid_sessions;
pub mod visits;

use crate::store::Store;
pub use accounts::{Account, KeptCounts, MAX_NAME_BYTES, Member};
pub(crate) use accounts::{PERSONAL_TABLES, add, set_password, touch};

/// People with accounts. See `store.users().all`.
#[derive(Debug, Clone, Copy)]
pub struct Users<'a>(&'a Store);

impl Store {
    /// People with accounts.
    #[must_use]
    pub fn users(&self) -> Users<'_> {
        Users(self)
    }
}
