//! Checking and testing webhook addresses.

use futures_util::future::BoxFuture;
use std::fmt::Debug;
use tidings_model::{Failure, UserId, WebhookId};
use url::Url;

/// Checks where webhooks may send to.
pub trait WebhookChecks: Send + Sync + Debug {
    /// Returns the address, or why messages may not be sent to it.
    fn check_address(&self, typed: &str) -> Result<Url, Failure>;

    /// Sends a test message through a user's webhook. Returns the receiver's response, good or bad, in words.
    fn test_webhook(
        &self,
        user: UserId,
        webhook: WebhookId,
    ) -> BoxFuture<'_, Result<Result<String, String>, Failure>>;
}
