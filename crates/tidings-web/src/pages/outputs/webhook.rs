//! Creating, switching, testing and removing webhooks.

use super::{read_event, refuse};
use crate::{
    Error,
    acts::{ActError, Address, Name, webhooks},
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
use tidings_store::{Switch, WebhookEvent};

/// The form for a new webhook.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WebhookForm {
    event: String,
    url: String,
    #[serde(default)]
    name: String,
}

/// `POST /webhooks`.
pub(crate) async fn create(
    State(inner): State<Arc<Inner>>,
    form: Form<WebhookForm>,
) -> Result<Response, Error> {
    let Form { signed, fields } = form;
    let made = match checked(&fields) {
        Ok((event, address, name)) => {
            webhooks::create(&signed.actor(&inner), event, &address, name).await
        }
        Err(refusal) => Err(refusal),
    };
    match made {
        Ok(_) => Ok(Redirect::to("/outputs#webhooks").into_response()),
        Err(refusal) => refuse(&inner, &signed, "hook-bad-event", &refusal).await,
    }
}

fn checked(fields: &WebhookForm) -> Result<(WebhookEvent, Address, Option<Name>), ActError> {
    let event = read_event(&fields.event).ok_or(ActError::Choice { field: "event" })?;
    let name = match fields.name.trim() {
        "" => None,
        name => Some(Name::new(name)?),
    };
    Ok((event, Address::new(&fields.url)?, name))
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
    webhooks::switch(&form.actor(inner), id(webhook)?, switch).await?;
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
    webhooks::remove(&form.actor(&inner), id(&webhook)?).await?;
    Ok(Redirect::to("/outputs#webhooks"))
}

/// `POST /webhooks/{id}/test`: sends a message and shows the receiver's response.
pub(crate) async fn test(
    State(inner): State<Arc<Inner>>,
    Path(webhook): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    let webhook = id(&webhook)?;
    let word = match webhooks::test(&form.actor(&inner), webhook).await? {
        Ok(_) => "good",
        Err(_) => "bad",
    };
    Ok(Redirect::to(&format!("/outputs?tried={webhook}&answer={word}")))
}
