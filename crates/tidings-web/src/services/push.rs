//! What hubs and sites call us with.

use crate::{
    Error,
    push::{Announcement, Intent},
};
use futures_util::future::BoxFuture;
use std::fmt::Debug;

/// Takes in what hubs confirm and bring.
pub trait PushCallbacks: Send + Sync + Debug {
    /// Whether a hub was asked for what it asks us to confirm; if it was, what follows is kept.
    fn confirm_push<'a>(
        &'a self,
        token: &'a str,
        intent: Intent,
    ) -> BoxFuture<'a, Result<bool, Error>>;

    /// Takes in what somebody brought, to be looked at in a moment; [`Error::Busy`] when too much waits.
    ///
    /// # Errors
    /// When there is no room for it now.
    fn announced(&self, announced: Announcement) -> Result<(), Error>;

    /// Takes in an XML-RPC call by which a site says that it has something new.
    ///
    /// # Errors
    /// What is wrong with the call, in words without markup.
    fn pinged(&self, call: &[u8]) -> Result<(), &'static str>;

    /// The largest message that is taken from a hub, in bytes.
    fn largest_push(&self) -> usize;
}
