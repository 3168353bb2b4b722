//! Who was asked to tell us of news, what they may ask us in return, what they sent, and what their word has been
//! worth.

mod hubs;
pub mod pushing;

use crate::store::Store;
pub use hubs::{Confirmation, PushDue, PushKey, PushMode, PushState, PushSubscription};
pub(crate) use hubs::{detach, of_source, set_standing};

/// Who tells us of news. See [`Store::push`].
#[derive(Debug, Clone, Copy)]
pub struct Push<'a>(&'a Store);

impl Store {
    /// Who tells us of news.
    #[must_use]
    pub fn push(&self) -> Push<'_> {
        Push(self)
    }
}
