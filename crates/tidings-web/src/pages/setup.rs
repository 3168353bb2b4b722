//! Set-up: the first account, created once, by whoever has the link that the program printed.

use crate::{
    Error,
    app::Inner,
    error::DeadLink,
    forms::OpenForm,
    pages::{Linked, page, page_with, sign_in},
    password,
    proxies::Visitor,
    token,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Query, State},
    response::Response,
};
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use std::sync::Arc;
use tidings_store::users::MAX_NAME_BYTES;

#[derive(Template)]
#[template(path = "setup.html")]
struct Page {
    t: Voice,
    complaint: Option<String>,
    setup_token: String,
    name: String,
}

/// `GET /setup?token=…`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Query(asked): Query<Linked>,
    t: Voice,
) -> Result<Response, Error> {
    check(&inner, &asked.token).await?;
    page(&Page { t, complaint: None, setup_token: asked.token, name: String::new() })
}

/// The form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Account {
    setup_token: String,
    name: String,
    password: String,
}

/// `POST /setup`.
pub(crate) async fn create(
    State(inner): State<Arc<Inner>>,
    visitor: Visitor,
    headers: HeaderMap,
    t: Voice,
    OpenForm(form): OpenForm<Account>,
) -> Result<Response, Error> {
    let Account { setup_token, name, password } = form;
    check(&inner, &setup_token).await?;
    let name = name.trim().to_owned();
    let checked = check_name(&t, &name)
        .and_then(|()| password::check_new_password(&password).map_err(|unfit| unfit.said(&t)));
    if let Err(complaint) = checked {
        return page_with(
            StatusCode::UNPROCESSABLE_ENTITY,
            &Page { t, complaint: Some(complaint), setup_token, name },
        );
    }
    let hash = password::hash(password).await?;
    // The store lets only one of two concurrent requests be the first.
    let user = match inner.store.users().add_first(name, hash, inner.clock.now()).await {
        Err(tidings_store::Error::Refused(_)) => return Err(Error::DeadLink(DeadLink::SetUpDone)),
        added => added?,
    };
    tracing::info!(%user, "first operator created");
    sign_in::enter(&inner, &visitor, &headers, user, "/").await
}

/// The page exists only for the right token, and only until there is an account.
async fn check(inner: &Inner, setup_token: &str) -> Result<(), Error> {
    if inner.store.users().count().await? > 0 {
        return Err(Error::DeadLink(DeadLink::SetUpDone));
    }
    let is_right = inner.setup_token.is_some_and(|hash| token::has_hash(setup_token, &hash));
    if is_right { Ok(()) } else { Err(Error::DeadLink(DeadLink::SetUpOld)) }
}

/// Returns what is wrong with a new name, as a sentence.
pub(crate) fn check_name(t: &Voice, name: &str) -> Result<(), String> {
    let name = name.trim();
    if name.is_empty() {
        return Err(t.of("name-empty").to_owned());
    }
    if name.len() > MAX_NAME_BYTES {
        return Err(t.n("name-too-long", name.chars().count()));
    }
    if name.chars().any(char::is_control) {
        return Err(t.of("name-invisible").to_owned());
    }
    Ok(())
}
