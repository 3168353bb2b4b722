//! Signing in and out.

use crate::{
    Error, account_events,
    app::Inner,
    forms::{Form, Nothing, OpenForm},
    next,
    pages::{page, page_with, sign_in_code},
    password,
    proxies::Visitor,
    session,
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
use tidings_model::{Role, UserId};
use tidings_store::Account;

#[derive(Template)]
#[template(path = "sign_in.html")]
struct Page {
    t: Voice,
    complaint: Option<String>,
    said: Option<String>,
    name: String,
    next: String,
    /// There are no accounts yet.
    is_new: bool,
    /// The user that a proxy vouches for, after they signed out here.
    vouched: Option<String>,
    is_demo: bool,
}

/// Where to go afterwards.
#[derive(Deserialize)]
pub(crate) struct SignInQuery {
    #[serde(default)]
    next: String,
    /// If present, the person has just signed out and must not be signed in again automatically.
    stay: Option<String>,
    /// If present, the account was deleted.
    gone: Option<String>,
}

/// `GET /sign-in`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Query(asked): Query<SignInQuery>,
    visitor: Visitor,
    headers: HeaderMap,
    t: Voice,
) -> Result<Response, Error> {
    let next = next::safe(&asked.next);
    if session::find(&inner, &visitor, &headers).await?.is_some() {
        return Ok(Redirect::to(next).into_response());
    }
    let is_new = inner.store.users().count().await? == 0;
    let mut shown = Page {
        said: asked.gone.map(|_| t.of("account-deleted").to_owned()),
        t,
        complaint: None,
        name: String::new(),
        next: next.to_owned(),
        is_new,
        vouched: None,
        is_demo: inner.demo.is_some(),
    };
    if let (Some(name), false) = (&visitor.vouched, is_new) {
        if asked.stay.is_some() {
            shown.vouched = Some(name.clone());
            return page(&shown);
        }
        match vouched_user(&inner, name).await? {
            Some(user) => return enter(&inner, &visitor, &headers, user, next).await,
            None => {
                tracing::info!(client = %visitor.address, "sign-in refused: the proxy vouches for a user who may not sign in");
                shown.complaint = Some(shown.t.with("sign-in-not-known", "name", name));
                return page_with(StatusCode::FORBIDDEN, &shown);
            }
        }
    }
    page(&shown)
}

/// Returns the user of a name that a proxy vouches for, creating the account if that is configured.
async fn vouched_user(inner: &Inner, name: &str) -> Result<Option<UserId>, Error> {
    if let Some(account) = inner.store.users().account(name.to_owned()).await? {
        return Ok((!account.is_disabled).then_some(account.user.id));
    }
    if !inner.proxies.creates_users {
        return Ok(None);
    }
    // No password: they can only sign in through the proxy.
    let added = inner
        .store
        .users()
        .add(name.to_owned(), String::new(), Role::User, inner.clock.now())
        .await;
    match added {
        Ok(user) => {
            tracing::info!(%user, "account created for a user that the proxy vouches for");
            Ok(Some(user))
        }
        // Two first requests at once: the other one created it.
        Err(tidings_store::Error::Taken(_)) => {
            let account = inner.store.users().account(name.to_owned()).await?;
            Ok(account.map(|account| account.user.id))
        }
        Err(tidings_store::Error::Refused(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Starts the session of someone who has passed all checks.
pub(crate) async fn enter(
    inner: &Inner,
    visitor: &Visitor,
    headers: &HeaderMap,
    user: UserId,
    next: &str,
) -> Result<Response, Error> {
    let response = session::begin(inner, visitor, headers, user, next).await?;
    account_events::signed_in(inner, user, visitor, headers).await?;
    Ok(response)
}

/// The form.
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
    visitor: Visitor,
    headers: HeaderMap,
    t: Voice,
    OpenForm(form): OpenForm<Credentials>,
) -> Result<Response, Error> {
    let Credentials { name, password, next } = form;
    let (name, next, client) = (name.trim(), next::safe(&next), visitor.address);
    let again = |status, complaint: String| {
        let page = Page {
            t: t.clone(),
            complaint: Some(complaint),
            said: None,
            name: name.to_owned(),
            next: next.to_owned(),
            is_new: false,
            vouched: None,
            is_demo: inner.demo.is_some(),
        };
        page_with(status, &page)
    };
    match inner.limiter.attempt(name, client, inner.clock.now()).await {
        Ok(()) => {}
        Err(Error::TooManyAttempts { retry_after_s }) => {
            tracing::warn!(%client, "sign-in refused: too many attempts");
            let minutes = retry_after_s.div_ceil(60).max(1);
            let mut response =
                again(StatusCode::TOO_MANY_REQUESTS, t.n("sign-in-too-many", minutes))?;
            response.headers_mut().insert(http::header::RETRY_AFTER, retry_after_s.into());
            return Ok(response);
        }
        Err(error) => return Err(error),
    }
    let Some(account) = checked(&inner, name, password).await? else {
        tracing::info!(%client, "sign-in with a wrong name or password");
        return again(StatusCode::UNAUTHORIZED, t.of("sign-in-wrong").to_owned());
    };
    inner.limiter.succeeded(name, client).await?;
    if account.is_disabled {
        // Only someone who knows the password may learn this.
        return again(StatusCode::FORBIDDEN, t.of("sign-in-disabled").to_owned());
    }
    if account.has_second_factor {
        return sign_in_code::ask(&inner, &visitor, account.user.id, next).await;
    }
    enter(&inner, &visitor, &headers, account.user.id, next).await
}

/// Returns the account of a name if the password is right. Takes as long if there is no such name.
async fn checked(inner: &Inner, name: &str, password: String) -> Result<Option<Account>, Error> {
    let account = inner.store.users().account(name.to_owned()).await?;
    // People without a password sign in through a proxy, and not through this form.
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    let hash = hash.filter(|hash| !hash.is_empty());
    let is_right =
        password.len() <= password::MAX_BYTES && password::verify(password, hash).await?;
    Ok(account.filter(|_| is_right))
}

/// `POST /sign-out`.
pub(crate) async fn sign_out(
    State(inner): State<Arc<Inner>>,
    visitor: Visitor,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    let Form { signed, fields: Nothing {} } = form;
    session::end(&inner, &visitor, &signed).await
}
