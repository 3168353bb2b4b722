//! Creating, switching, testing and removing webhooks.

use super::{ActError, Actor, Address, Name, outputs::full};
use crate::SecretToken;
use tidings_model::WebhookId;
use tidings_store::{NewWebhook, Switch, Webhook, WebhookEvent};

/// Maximum number of webhooks per person.
const MOST_WEBHOOKS: u32 = 20;

/// Creates a webhook. Without a name it is named after the host of its address.
pub(crate) async fn create(
    actor: &Actor<'_>,
    event: WebhookEvent,
    address: &Address,
    name: Option<Name>,
) -> Result<WebhookId, ActError> {
    let url = actor.inner.services.webhooks.check_address(address.as_str())?;
    let name = match name {
        Some(name) => name,
        None => Name::cut(url.host_str().unwrap_or_default())?,
    };
    let secret = SecretToken::new(&*actor.inner.clock).text;
    let new = NewWebhook { name: name.into(), url: url.into(), secret, event };
    let added =
        actor.store.outputs().add_webhook(actor.id(), new, MOST_WEBHOOKS, actor.now()).await;
    added.map_err(full("webhooks", MOST_WEBHOOKS))
}

/// Returns one of their webhooks.
pub(crate) async fn own(actor: &Actor<'_>, id: WebhookId) -> Result<Webhook, ActError> {
    let one = actor.store.outputs().webhook(actor.id(), id).await?;
    one.ok_or(ActError::NotFound("webhook"))
}

/// Switches a webhook on or off.
pub(crate) async fn switch(
    actor: &Actor<'_>,
    id: WebhookId,
    switch: Switch,
) -> Result<(), ActError> {
    Ok(actor.store.outputs().switch_webhook(actor.id(), id, switch).await?)
}

/// Removes a webhook.
pub(crate) async fn remove(actor: &Actor<'_>, id: WebhookId) -> Result<(), ActError> {
    Ok(actor.store.outputs().remove_webhook(actor.id(), id).await?)
}

/// Sends a test message. The receiver's response, good or bad, is stored and returned.
pub(crate) async fn test(
    actor: &Actor<'_>,
    id: WebhookId,
) -> Result<Result<String, String>, ActError> {
    own(actor, id).await?;
    let answered = actor.inner.services.webhooks.test_webhook(actor.id(), id).await?;
    let (Ok(said) | Err(said)) = &answered;
    actor.store.outputs().webhook_said(actor.id(), id, said.clone(), actor.now()).await?;
    Ok(answered)
}
