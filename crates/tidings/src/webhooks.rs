//! Sends webhooks, without ever delaying fetching.
//!
//! A message stays in the store until its receiver accepts it, so it arrives at least once, also after a crash. Its key
//! is the same at every attempt. While a receiver fails, the pauses between attempts grow, for all its messages
//! together.

use crate::context::Context;
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use tidings_fetch::{Post, PostAnswer};
use tidings_model::{Failure, FailureKind, UserId, WebhookId};
use tidings_store::{Delivery, Error, Webhook};
use tidings_web::webhooks::{WebhookMessage, article_message};
use tokio::task::JoinSet;
use tracing::{info, warn};
use url::Url;

/// Messages sent at once.
const AT_ONCE: usize = 8;
/// No other process sends a claimed message for this long: twice as long as sending can take.
const LEASE: SignedDuration = SignedDuration::from_mins(3);
/// The first pause after a failure. Later pauses are as long as the receiver has been failing …
const SHORTEST_PAUSE: SignedDuration = SignedDuration::from_mins(1);
/// … up to this.
const LONGEST_PAUSE: SignedDuration = SignedDuration::from_hours(6);
/// A webhook that fails for this long is switched off.
const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(72);
/// Most characters of a response that are shown.
const SHOWN: usize = 300;

/// Sends webhooks.
#[derive(Debug)]
pub struct WebhookService {
    context: Context,
    public_url: Option<Url>,
}

impl WebhookService {
    pub(crate) fn new(context: Context, public_url: Option<Url>) -> Self {
        Self { context, public_url }
    }

    /// Sends everything that is due.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn deliver(self: &Arc<Self>) -> Result<(), Error> {
        // Most of the time there is nothing to send, which can be seen without writing.
        let is_due = async || {
            let next = self.context.store.outputs().next_delivery().await?;
            Ok::<bool, Error>(next.is_some_and(|at| at <= self.context.now()))
        };
        while is_due().await? {
            self.deliver_due().await?;
        }
        Ok(())
    }

    /// Sends what is due now. Returns the number of messages.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn deliver_due(self: &Arc<Self>) -> Result<usize, Error> {
        let now = self.context.now();
        let lease = now.saturating_add(LEASE).unwrap_or(Timestamp::MAX);
        let due = self.context.store.outputs().take_deliveries(AT_ONCE, now, lease).await?;
        let n_due = due.len();
        let mut running = JoinSet::new();
        for delivery in due {
            let webhooks = Arc::clone(self);
            running.spawn(async move { webhooks.send(delivery).await });
        }
        while let Some(sent) = running.join_next().await {
            match sent {
                Ok(sent) => sent?,
                Err(error) => {
                    warn!(%error, "sending a webhook was interrupted; it will be sent again")
                }
            }
        }
        Ok(n_due)
    }

    async fn send(&self, delivery: Delivery) -> Result<(), Error> {
        let Delivery { id, webhook, user, article, .. } = &delivery;
        let article = match webhook.is_on {
            true => self.context.store.articles().get(*user, *article).await?,
            false => None,
        };
        // If the user can no longer see the article, nobody else may learn about it.
        let Some(article) = article else {
            return self
                .context
                .store
                .outputs()
                .delivered(*id, webhook.id, None, self.context.now())
                .await;
        };
        let rule = match delivery.rule {
            Some(rule) => {
                self.context.store.rules().get(*user, rule).await?.map(|rule| rule.rule.name)
            }
            None => None,
        };
        let public_url = self.public_url.as_ref();
        let message =
            article_message(&delivery, &article, rule.as_deref(), public_url, self.context.now());
        let answered = self.post(webhook, message).await;
        let (now, reply) = (self.context.now(), describe(&answered));
        match &answered {
            Ok(PostAnswer { status: 200..=299, .. }) => {
                self.context.store.outputs().delivered(*id, webhook.id, Some(reply), now).await
            }
            Ok(PostAnswer { status: 410, .. }) => {
                let why = "its receiver says that it is gone for good (410).".to_owned();
                self.context.store.outputs().disable_webhook(webhook.id, why, now).await
            }
            _ => self.wait(&delivery, reply, &answered, now).await,
        }
    }

    async fn wait(
        &self,
        delivery: &Delivery,
        reply: String,
        answered: &Result<PostAnswer, Failure>,
        now: Timestamp,
    ) -> Result<(), Error> {
        let webhook = &delivery.webhook;
        let trouble = now.duration_since(webhook.failing_since.unwrap_or(now));
        if trouble >= GIVE_UP_AFTER {
            info!(webhook = %webhook.id, "switching off a webhook after days of failures");
            let why =
                format!("no message got through for three days; its receiver last said: {reply}");
            return self.context.store.outputs().disable_webhook(webhook.id, why, now).await;
        }
        let asked = answered.as_ref().ok().and_then(|answered| answered.retry_after);
        let asked = asked.and_then(|time| SignedDuration::try_from(time).ok()).unwrap_or_default();
        let pause = trouble.max(asked).clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
        let next = now.saturating_add(pause).unwrap_or(Timestamp::MAX);
        self.context.store.outputs().not_delivered(delivery.id, webhook.id, reply, next, now).await
    }

    async fn post(
        &self,
        webhook: &Webhook,
        message: WebhookMessage,
    ) -> Result<PostAnswer, Failure> {
        let url = Url::parse(&webhook.url).map_err(|_| {
            Failure::new(FailureKind::BadUrl, "The address of the webhook is no longer valid.")
        })?;
        let WebhookMessage { body, headers } = message;
        let post = Post { url, content_type: "application/json", headers, body: Bytes::from(body) };
        self.context.web.post(post).await
    }

    /// Sends a test message. Returns the response in words.
    ///
    /// # Errors
    /// When the webhook does not belong to the user, or the store fails.
    pub async fn test_webhook(
        &self,
        user: UserId,
        id: WebhookId,
    ) -> Result<Result<String, String>, Error> {
        let webhook = self
            .context
            .store
            .outputs()
            .webhook(user, id)
            .await?
            .ok_or(Error::NotFound("webhook"))?;
        let message = tidings_web::webhooks::test_message(
            &webhook,
            self.public_url.as_ref(),
            self.context.now(),
        );
        let answered = self.post(&webhook, message).await;
        let reply = describe(&answered);
        Ok(match answered {
            Ok(PostAnswer { status: 200..=299, .. }) => Ok(reply),
            _ => Err(reply),
        })
    }
}

/// Returns a response in words: the status and the beginning of the text, or the failure.
fn describe(answered: &Result<PostAnswer, Failure>) -> String {
    match answered {
        Ok(answered) => {
            let text: String = answered
                .text
                .chars()
                .map(|character| if character.is_control() { ' ' } else { character })
                .take(SHOWN)
                .collect();
            format!("{} {}", answered.status, text.trim()).trim().to_owned()
        }
        Err(failure) => failure.message.clone(),
    }
}

#[cfg(test)]
pub(crate) mod tests;
