//! Webhooks: made, switched, tried and removed.

use super::{cut, read_event, refuse};
use crate::{
    Error, Token,
    app::Inner,
    forms::{Form, Nothing},
};
use axum::{
    extract::{Path, State},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::WebhookId;
use tidings_store::{NewWebhook, Switch};

/// Webhooks of one user.
pub(crate) const MOST_WEBHOOKS: u32 = 20;

/// The fields of a new webhook.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    event: String,
    url: String,
    #[serde(default)]
    name: String,
}

/// `POST /webhooks`.
pub(crate) async fn create(
    State(inner): State<Arc<Inner>>,
    form: Form<Asked>,
) -> Result<Response, Error> {
    let (signed, fields) = (form.signed, form.fields);
    let t = &signed.voice;
    let Some(event) = read_event(&fields.event) else {
        return refuse(&inner, &signed, t.of("hook-bad-event").to_owned()).await;
    };
    let url = match inner.actions.check_address(fields.url.trim()) {
        Ok(url) => url,
        Err(failure) => return refuse(&inner, &signed, failure.message).await,
    };
    let name = match fields.name.trim() {
        "" => url.host_str().unwrap_or_default().to_owned(),
        name => name.to_owned(),
    };
    let secret = Token::new(&*inner.clock).text;
    let new = NewWebhook { name: cut(name), url: url.into(), secret, event };
    match inner
        .store
        .outputs()
        .add_webhook(signed.user.id, new, MOST_WEBHOOKS, inner.clock.now())
        .await
    {
        Ok(_) => Ok(Redirect::to("/outputs#webhooks").into_response()),
        Err(tidings_store::Error::NotFound(_)) => {
            refuse(&inner, &signed, t.of("hook-bad-event").to_owned()).await
        }
        Err(tidings_store::Error::Refused(_)) => {
            refuse(&inner, &signed, t.n("hook-too-many", MOST_WEBHOOKS)).await
        }
        Err(error) => Err(error.into()),
    }
}

fn id(text: &str) -> Result<WebhookId, Error> {
    text.parse().map_err(|_| Error::NotFound)
}

async fn switch(
    inner: &Inner,
    form: &Form<Nothing>,
    webhook: &str,
    switch: Switch,
) -> Result<Redirect, Error> {
    inner.store.outputs().switch_webhook(form.signed.user.id, id(webhook)?, switch).await?;
    Ok(Redirect::to("/outputs#webhooks"))
}

/// `POST /webhooks/{id}/on`.
pub(crate) async fn on(
    State(inner): State<Arc<Inner>>,
    Path(webhook): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    switch(&inner, &form, &webhook, Switch::On).await
}

/// `POST /webhooks/{id}/off`.
pub(crate) async fn off(
    State(inner): State<Arc<Inner>>,
    Path(webhook): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    switch(&inner, &form, &webhook, Switch::Off).await
}

/// `POST /webhooks/{id}/remove`.
pub(crate) async fn remove(
    State(inner): State<Arc<Inner>>,
    Path(webhook): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    inner.store.outputs().remove_webhook(form.signed.user.id, id(&webhook)?).await?;
    Ok(Redirect::to("/outputs#webhooks"))
}

/// `POST /webhooks/{id}/test`: sends a message and shows what the receiver says.
pub(crate) async fn test(
    State(inner): State<Arc<Inner>>,
    Path(webhook): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    let (signed, webhook) = (form.signed, id(&webhook)?);
    inner.store.outputs().webhook(signed.user.id, webhook).await?.ok_or(Error::NotFound)?;
    let answered = inner.actions.test_webhook(signed.user.id, webhook).await;
    let answered =
        answered.map_err(|failure| Error::internal("a webhook could not be tried", &failure))?;
    let (word, said) = match answered {
        Ok(said) => ("good", said),
        Err(said) => ("bad", said),
    };
    inner.store.outputs().webhook_said(signed.user.id, webhook, said, inner.clock.now()).await?;
    Ok(Redirect::to(&format!("/outputs?tried={webhook}&answer={word}")))
}
