//! Resolves names to addresses. The result is not trusted: the connector checks every address before it dials.

use futures_util::future::BoxFuture;
use std::{fmt::Debug, io, net::IpAddr};

/// Resolves names. Tests and unusual installations provide their own.
pub trait Resolve: Send + Sync + Debug {
    /// Returns all addresses of a name, the preferred one first.
    fn resolve<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>>;
}

/// The operating system's resolver, called on a thread that may block.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async move {
            Ok(tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect())
        })
    }
}
