//! The second factor of signing in: a code from the person's device, or a recovery code.

use crate::{
    Error, SecretToken, account_events,
    app::Inner,
    forms::OpenForm,
    next,
    pages::{page, page_with, sign_in},
    proxies::Visitor,
    session,
    sign_in_limit::UserProof,
    totp,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Query, State},
    response::{IntoResponse, Redirect, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use jiff::SignedDuration;
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{User, UserId};

/// How long the person may take.
const LIFETIME: SignedDuration = SignedDuration::from_mins(10);

#[derive(Template)]
#[template(path = "code.html")]
struct Page {
    t: Voice,
    complaint: Option<String>,
    next: String,
}

/// Redirects to the page that requests the code, after the right password. This is not a session: only that page knows
/// its cookie.
pub(crate) async fn ask(
    inner: &Inner,
    visitor: &Visitor,
    user: UserId,
    next: &str,
) -> Result<Response, Error> {
    let token = SecretToken::new(&*inner.clock);
    let ends = inner.clock.now().saturating_add(LIFETIME).unwrap_or(jiff::Timestamp::MAX);
    inner.store.users().begin_second_step(token.hash.to_vec(), user, ends).await?;
    let cookie = session::set_cookie(name(inner, visitor), &token.text, LIFETIME);
    let place = format!("/sign-in/code?next={}", crate::error::encode(next));
    Ok(session::redirect(&place, cookie))
}

fn name(inner: &Inner, visitor: &Visitor) -> &'static str {
    if session::is_https(inner, visitor) { "__Host-tidings-step" } else { "tidings-step" }
}

/// Returns the user who must enter a code, and the token of this sign-in.
async fn owing(
    inner: &Inner,
    visitor: &Visitor,
    headers: &HeaderMap,
) -> Result<Option<(User, Vec<u8>)>, Error> {
    let Some(token) = session::cookie(headers, name(inner, visitor)) else { return Ok(None) };
    let hash = SecretToken::hash(token).to_vec();
    let user = inner.store.users().second_step(hash.clone(), inner.clock.now()).await?;
    Ok(user.map(|user| (user, hash)))
}

/// Where to go afterwards.
#[derive(Deserialize)]
pub(crate) struct CodeQuery {
    #[serde(default)]
    next: String,
}

/// `GET /sign-in/code`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Query(asked): Query<CodeQuery>,
    visitor: Visitor,
    headers: HeaderMap,
    t: Voice,
) -> Result<Response, Error> {
    if owing(&inner, &visitor, &headers).await?.is_none() {
        return Ok(Redirect::to("/sign-in").into_response());
    }
    page(&Page { t, complaint: None, next: next::safe(&asked.next).to_owned() })
}

/// The form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    code: String,
    #[serde(default)]
    next: String,
}

/// `POST /sign-in/code`.
pub(crate) async fn check(
    State(inner): State<Arc<Inner>>,
    visitor: Visitor,
    headers: HeaderMap,
    t: Voice,
    OpenForm(form): OpenForm<Answer>,
) -> Result<Response, Error> {
    let Some((user, hash)) = owing(&inner, &visitor, &headers).await? else {
        return Ok(Redirect::to("/sign-in").into_response());
    };
    let next = next::safe(&form.next).to_owned();
    let again = |status, complaint| {
        page_with(status, &Page { t: t.clone(), complaint: Some(complaint), next: next.clone() })
    };
    match inner.limiter.attempt_of(user.id, UserProof::SignInCode, inner.clock.now()).await {
        Ok(()) => {}
        Err(Error::TooManyAttempts { retry_after_s }) => {
            let minutes = retry_after_s.div_ceil(60).max(1);
            let mut response = again(StatusCode::TOO_MANY_REQUESTS, t.n("code-too-many", minutes))?;
            response.headers_mut().insert(header::RETRY_AFTER, retry_after_s.into());
            return Ok(response);
        }
        Err(error) => return Err(error),
    }
    if !is_right(&inner, user.id, &form.code).await? {
        tracing::info!(client = %visitor.address, user = %user.id, "sign-in with a wrong two-factor code");
        account_events::about(&inner, user.id, "code_refused", &visitor.address.to_string())
            .await?;
        return again(StatusCode::UNAUTHORIZED, t.of("code-wrong").to_owned());
    }
    // Of two concurrent requests with one token, only one succeeds.
    if !inner.store.users().end_second_step(hash).await? {
        return Ok(Redirect::to("/sign-in").into_response());
    }
    inner.limiter.succeeded_of(user.id, UserProof::SignInCode).await?;
    let mut response = sign_in::enter(&inner, &visitor, &headers, user.id, &next).await?;
    response.headers_mut().append(header::SET_COOKIE, forget(&inner, &visitor));
    Ok(response)
}

fn forget(inner: &Inner, visitor: &Visitor) -> HeaderValue {
    session::set_cookie(name(inner, visitor), "", SignedDuration::ZERO)
}

/// Returns whether a code is right. A right one is used up.
pub(crate) async fn is_right(inner: &Inner, user: UserId, code: &str) -> Result<bool, Error> {
    let Some(factor) = inner.store.users().second_factor(user).await? else { return Ok(false) };
    if factor.confirmed_at.is_none() || code.len() > 100 {
        return Ok(false);
    }
    if let Some(step) = totp::step_of(&factor.secret, code, inner.clock.now()) {
        return Ok(inner.store.users().take_step(user, step).await?);
    }
    let hash = SecretToken::hash(&totp::normalized(code)).to_vec();
    let is_taken = inner.store.users().take_recovery_code(user, hash).await?;
    if is_taken {
        let left = factor.n_recovery_codes.saturating_sub(1);
        account_events::about(inner, user, "recovery_code_used", &left.to_string()).await?;
    }
    Ok(is_taken)
}
