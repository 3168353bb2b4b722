//! User accounts: signing in, invitations and visits.

mod accounts;
pub mod invitations;
pub mod second_factors;
pub mod sessions;
pub mod valid_sessions;
pub mod visits;

use crate::store::Store;
pub use accounts::{Account, KeptCounts, MAX_NAME_BYTES, Member};
pub(crate) use accounts::{PERSONAL_TABLES, add, set_password, touch};

/// The user accounts. See `store.users().all`.
#[derive(Debug, Clone, Copy)]
pub struct Users<'a>(&'a Store);

impl Store {
    /// Returns the user accounts.
    #[must_use]
    pub fn users(&self) -> Users<'_> {
        Users(self)
    }
}
