//! Webhooks: whether messages may go to an address, and whether they arrive.

use futures_util::future::BoxFuture;
use std::fmt::Debug;
use tidings_model::{Failure, UserId, WebhookId};
use url::Url;

/// Checks where webhooks send to.
pub trait WebhookChecks: Send + Sync + Debug {
    /// An address that messages may be sent to, or why not.
    fn check_address(&self, typed: &str) -> Result<Url, Failure>;

    /// Sends a message through a user's webhook that says nothing; the receiver's answer, good or bad, in words.
    fn test_webhook(
        &self,
        user: UserId,
        webhook: WebhookId,
    ) -> BoxFuture<'_, Result<Result<String, String>, Failure>>;
}
