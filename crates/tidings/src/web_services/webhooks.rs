//! Where webhooks may be sent, and whether they arrive.

use super::{WebServices, failure_of};
use tidings_fetch::BoxFuture;
use tidings_model::{Failure, UserId, WebhookId};
use tidings_web::WebhookChecks;
use url::Url;

impl WebhookChecks for WebServices {
    fn check_address(&self, typed: &str) -> Result<Url, Failure> {
        let url = tidings_fetch::check_url(typed)?;
        self.0.context.web.check(&url)?;
        Ok(url)
    }

    fn test_webhook(
        &self,
        user: UserId,
        webhook: WebhookId,
    ) -> BoxFuture<'_, Result<Result<String, String>, Failure>> {
        Box::pin(async move {
            let answered = self.0.webhooks.test_webhook(user, webhook).await;
            answered.map_err(|error| failure_of(error.into()))
        })
    }
}
