//! Who follows what: in which folder, under which title, with which wishes; and what is given back when it is undone.

mod following;
pub mod overview;
pub(crate) mod snapshots;
pub mod wishes;

use crate::store::Store;
#[cfg(test)]
pub(crate) use following::subscriptions;
pub use following::{Folder, SubscribedSource, Wish};
pub(crate) use following::{
    check_folder, check_may_see, folder_named, folders, grant, subscribe, unsubscribe,
};

/// Who follows what. See `store.subscriptions().list`.
#[derive(Debug, Clone, Copy)]
pub struct Subscriptions<'a>(&'a Store);

impl Store {
    /// Who follows what.
    #[must_use]
    pub fn subscriptions(&self) -> Subscriptions<'_> {
        Subscriptions(self)
    }
}
