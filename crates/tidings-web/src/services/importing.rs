//! Importing and exporting subscriptions.

use futures_util::future::BoxFuture;
use std::fmt::Debug;
use tidings_model::{Failure, UserId};

/// Imports and exports subscription files.
pub trait Importing: Send + Sync + Debug {
    /// Starts importing a subscription file or another reader's export. Returns the import's number; the import
    /// continues.
    fn begin<'a>(
        &'a self,
        user: UserId,
        name: &'a str,
        bytes: Vec<u8>,
    ) -> BoxFuture<'a, Result<i64, Failure>>;

    /// Imports a file as [`Importing::begin`] does, and returns when its subscriptions exist.
    fn import<'a>(
        &'a self,
        user: UserId,
        name: &'a str,
        bytes: Vec<u8>,
    ) -> BoxFuture<'a, Result<i64, Failure>>;

    /// Returns a user's subscriptions as OPML.
    fn export(&self, user: UserId) -> BoxFuture<'_, Result<String, Failure>>;
}
