//! Callbacks of hubs and sites.

use crate::{
    Error,
    push::{Announcement, Intent},
};
use futures_util::future::BoxFuture;
use std::fmt::Debug;

/// Handles confirmations and updates from hubs.
pub trait PushCallbacks: Send + Sync + Debug {
    /// Returns whether we asked a hub for what it wants confirmed. If so, the lease is stored.
    fn confirm_push<'a>(
        &'a self,
        token: &'a str,
        intent: Intent,
    ) -> BoxFuture<'a, Result<bool, Error>>;

    /// Accepts an update, which is processed shortly.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] if too many are waiting.
    fn announced(&self, announced: Announcement) -> Result<(), Error>;

    /// Accepts an XML-RPC call by which a site says that it has something new.
    ///
    /// # Errors
    ///
    /// What is wrong with the call, in words without markup.
    fn pinged(&self, call: &[u8]) -> Result<(), &'static str>;

    /// Returns the maximum size of a hub's message, in bytes.
    fn largest_push(&self) -> usize;
}
