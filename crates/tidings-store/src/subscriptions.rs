//! Subscriptions: their folders, titles and options, and the snapshots that make changes undoable.

mod folders;
mod following;
pub mod overview;
pub(crate) mod snapshots;
pub mod wishes;

use crate::store::Store;
pub use folders::Folder;
pub(crate) use folders::{check_folder, folder_at, folders, inside};
#[cfg(test)]
pub(crate) use following::subscriptions;
pub use following::{SubscribedSource, Wish};
pub(crate) use following::{check_may_see, grant, subscribe, unsubscribe};

/// The users' subscriptions. See `store.subscriptions().list`.
#[derive(Debug, Clone, Copy)]
pub struct Subscriptions<'a>(&'a Store);

impl Store {
    /// Returns the users' subscriptions.
    #[must_use]
    pub fn subscriptions(&self) -> Subscriptions<'_> {
        Subscriptions(self)
    }
}
