//! Subscriptions in and out as files.

use futures_util::future::BoxFuture;
use std::fmt::Debug;
use tidings_model::{Failure, UserId};

/// Takes files of subscriptions in and makes them.
pub trait Importing: Send + Sync + Debug {
    /// Takes in a file of subscriptions or another reader's export; returns the number of the import, which goes on.
    fn import<'a>(
        &'a self,
        user: UserId,
        name: &'a str,
        bytes: Vec<u8>,
    ) -> BoxFuture<'a, Result<i64, Failure>>;

    /// A user's subscriptions as OPML.
    fn export(&self, user: UserId) -> BoxFuture<'_, Result<String, Failure>>;
}
