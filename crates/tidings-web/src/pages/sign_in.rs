//! Signing in and out.

use crate::{
    Error,
    app::Inner,
    forms::{Form, OpenForm},
    next,
    pages::{Peer, page, page_with},
    password, session,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Query, State},
    response::{IntoResponse, Redirect, Response},
};
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use std::sync::Arc;

const WRONG: &str = "Name or password is not right. Check both and try again.";

#[derive(Template)]
#[template(path = "sign_in.html")]
struct Page {
    t: Voice,
    complaint: Option<String>,
    name: String,
    next: String,
    /// Nobody has an account yet.
    is_new: bool,
}

/// Where to go afterwards.
#[derive(Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    next: String,
}

/// `GET /sign-in`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    t: Voice,
) -> Result<Response, Error> {
    let next = next::safe(&asked.next);
    if session::find(&inner, &headers).await?.is_some() {
        return Ok(Redirect::to(next).into_response());
    }
    let is_new = inner.store.count_users().await? == 0;
    page(&Page { t, complaint: None, name: String::new(), next: next.to_owned(), is_new })
}

/// The fields of the form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    name: String,
    password: String,
    #[serde(default)]
    next: String,
}

/// `POST /sign-in`.
pub(crate) async fn sign_in(
    State(inner): State<Arc<Inner>>,
    Peer(peer): Peer,
    headers: HeaderMap,
    t: Voice,
    OpenForm(form): OpenForm<Credentials>,
) -> Result<Response, Error> {
    let Credentials { name, password, next } = form;
    let name = name.trim();
    let again = |status, complaint: String| {
        let page = Page {
            t: t.clone(),
            complaint: Some(complaint),
            name: name.to_owned(),
            next: next::safe(&next).to_owned(),
            is_new: false,
        };
        page_with(status, &page)
    };
    if let Err(retry_after_s) = inner.limiter.attempt(name, peer, inner.clock.now()) {
        let error = Error::TooManyAttempts { retry_after_s };
        tracing::warn!(peer = %peer, "sign-in refused: too many attempts");
        let mut response = again(error.status(), error.to_string())?;
        response.headers_mut().insert(http::header::RETRY_AFTER, retry_after_s.into());
        return Ok(response);
    }
    let account = inner.store.account(name.to_owned()).await?;
    let (user, hash) = account.map(|account| (account.user, account.password_hash)).unzip();
    let is_right =
        password.len() <= password::MAX_BYTES && password::verify(password, hash).await?;
    let Some(user) = user.filter(|_| is_right) else {
        tracing::info!(peer = %peer, "sign-in with a wrong name or password");
        return again(StatusCode::UNAUTHORIZED, WRONG.to_owned());
    };
    inner.limiter.succeeded(name, peer);
    session::begin(&inner, &headers, user.id, next::safe(&next)).await
}

/// The form has no fields but the session's token.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// `POST /sign-out`.
pub(crate) async fn sign_out(
    State(inner): State<Arc<Inner>>,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    let Form { signed, fields: Nothing {} } = form;
    session::end(&inner, &signed).await
}
