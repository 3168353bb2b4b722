//! Push: subscriptions at hubs, their requests for confirmation, what they sent, and how reliable they have been.

mod hubs;
pub mod pushing;

use crate::store::Store;
pub use hubs::{Confirmation, PushDue, PushKey, PushMode, PushState, PushSubscription};
pub(crate) use hubs::{detach, of_source, set_standing};

/// Subscriptions at hubs. See [`Store::push`].
#[derive(Debug, Clone, Copy)]
pub struct Push<'a>(&'a Store);

impl Store {
    /// Returns the subscriptions at hubs.
    #[must_use]
    pub fn push(&self) -> Push<'_> {
        Push(self)
    }
}
