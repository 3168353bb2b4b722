//! Webhooks: messages to other programs when something happens.

use super::{
    call::Call,
    extract::{At, Body},
    lists::Scoped,
    problem::Problem,
    responses::{Made, Now, Silent},
    values::{Address, Id, Instant, Name, One, found},
};
use crate::acts::webhooks;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::{TagId, WebhookId};
use tidings_store::{Switch, WebhookEvent};

/// The event that triggers a webhook.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "WebhookEvent")]
enum On {
    /// A new article from any source, from a folder or from one source.
    Article(Scoped),
    /// An article was starred.
    Star,
    /// An article got this tag.
    Tag(Id),
    /// A rule sends it.
    Rule,
}

impl From<WebhookEvent> for On {
    fn from(event: WebhookEvent) -> Self {
        match event {
            WebhookEvent::Article(scope) => Self::Article(Scoped(scope)),
            WebhookEvent::Starred => Self::Star,
            WebhookEvent::Tagged(tag) => Self::Tag(Id(tag.0)),
            WebhookEvent::Rule => Self::Rule,
        }
    }
}

impl From<On> for WebhookEvent {
    fn from(on: On) -> Self {
        match on {
            On::Article(scope) => Self::Article(scope.0),
            On::Star => Self::Starred,
            On::Tag(tag) => Self::Tagged(TagId(tag.0)),
            On::Rule => Self::Rule,
        }
    }
}

/// A webhook.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Webhook {
    id: Id,
    name: String,
    /// Where messages are sent.
    url: String,
    /// The key of the signature.
    secret: String,
    event: On,
    is_on: bool,
    /// Since when deliveries have been failing.
    failing_since: Option<Instant>,
    /// When the last message was sent.
    last_at: Option<Instant>,
    /// The receiver's response.
    last_said: Option<String>,
    /// Why the server turned it off.
    fault: Option<String>,
    /// Messages waiting to be sent.
    n_waiting: u64,
}

impl From<tidings_store::Webhook> for Webhook {
    fn from(one: tidings_store::Webhook) -> Self {
        Self {
            id: Id(one.id.0),
            name: one.name,
            url: one.url,
            secret: one.secret,
            event: one.event.into(),
            is_on: one.is_on,
            failing_since: one.failing_since.map(Instant),
            last_at: one.last_at.map(Instant),
            last_said: one.last_said,
            fault: one.fault,
            n_waiting: one.n_waiting,
        }
    }
}

/// All webhooks.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Webhooks {
    /// By name.
    webhooks: Vec<Webhook>,
}

/// `GET /webhooks`.
pub(super) async fn list(call: Call) -> Result<Now<Webhooks>, Problem> {
    let webhooks = call.inner.store.outputs().webhooks(call.user()).await?;
    Ok(Now(Webhooks { webhooks: webhooks.into_iter().map(Webhook::from).collect() }))
}

async fn one(call: &Call, id: WebhookId) -> Result<Webhook, Problem> {
    Ok(found(call.inner.store.outputs().webhook(call.user(), id).await?, "webhook")?.into())
}

/// `GET /webhooks/{id}`.
pub(super) async fn get(call: Call, At(at): At<One>) -> Result<Now<Webhook>, Problem> {
    one(&call, WebhookId(at.id.0)).await.map(Now)
}

/// A new webhook.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewWebhook")]
pub(super) struct New {
    /// Where messages are sent.
    url: Address,
    event: On,
    /// By default, the host of the address.
    #[serde(default)]
    name: Option<Name>,
}

/// `POST /webhooks`.
pub(super) async fn create(call: Call, Body(new): Body<New>) -> Result<Made<Webhook>, Problem> {
    let name = new.name.map(|name| name.checked()).transpose()?;
    let address = new.url.checked()?;
    let id = webhooks::create(&call.actor(), new.event.into(), &address, name).await?;
    Ok(Made::New(one(&call, id).await?, format!("/webhooks/{id}")))
}

/// The changes of a webhook.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "WebhookChange")]
pub(super) struct Change {
    is_on: Option<bool>,
}

/// `PATCH /webhooks/{id}`.
pub(super) async fn change(
    call: Call,
    At(at): At<One>,
    Body(change): Body<Change>,
) -> Result<Now<Webhook>, Problem> {
    let id = WebhookId(at.id.0);
    one(&call, id).await?;
    if let Some(is_on) = change.is_on {
        let switch = if is_on { Switch::On } else { Switch::Off };
        webhooks::switch(&call.actor(), id, switch).await?;
    }
    one(&call, id).await.map(Now)
}

/// `DELETE /webhooks/{id}`.
pub(super) async fn remove(call: Call, At(at): At<One>) -> Result<Silent, Problem> {
    webhooks::remove(&call.actor(), WebhookId(at.id.0)).await?;
    Ok(Silent)
}

/// The receiver's response to a test message.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "WebhookTest")]
pub(super) struct Tested {
    /// Whether the receiver accepted it.
    is_good: bool,
    said: String,
}

/// `POST /webhooks/{id}/test`.
pub(super) async fn test(call: Call, At(at): At<One>) -> Result<Now<Tested>, Problem> {
    Ok(Now(match webhooks::test(&call.actor(), WebhookId(at.id.0)).await? {
        Ok(said) => Tested { is_good: true, said },
        Err(said) => Tested { is_good: false, said },
    }))
}
