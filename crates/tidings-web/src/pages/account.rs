//! `/settings/account`: user name, password, two-factor authentication.

use crate::{
    Error,
    acts::{
        ActError,
        account::{self, AppPasswords},
    },
    app::Inner,
    confirmation,
    forms::Form,
    pages::{DoneQuery, Place, Shell, page, page_with, setup::check_name, sign_in},
    password,
    proxies::Visitor,
    session::Signed,
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

#[derive(Template)]
#[template(path = "account.html")]
struct Page {
    t: Voice,
    shell: Shell,
    said: Option<String>,
    complaint: Option<String>,
    name: String,
    is_operator: bool,
    has_password: bool,
    is_second_step_on: bool,
    codes_left: String,
    sessions: String,
}

/// `GET /settings/account`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Query(asked): Query<DoneQuery>,
    signed: Signed,
) -> Result<Response, Error> {
    let t = &signed.voice;
    let said = match asked.done.as_str() {
        "name" => Some(t.of("account-name-changed").to_owned()),
        "password" => Some(t.of("account-password-changed").to_owned()),
        "second-step-off" => Some(t.of("second-step-is-off").to_owned()),
        _ => None,
    };
    page(&make(&inner, &signed, said, None).await?)
}

async fn make(
    inner: &Inner,
    signed: &Signed,
    said: Option<String>,
    complaint: Option<String>,
) -> Result<Page, Error> {
    let user = signed.user.id;
    let factor = inner.store.users().second_factor(user).await?;
    let factor = factor.filter(|factor| factor.confirmed_at.is_some());
    let n_sessions = inner.store.users().sessions(user, inner.clock.now()).await?.len() as u64;
    let t = signed.voice.clone();
    Ok(Page {
        shell: Shell::new(inner, signed, Place::Account).await?,
        said,
        complaint,
        name: signed.user.name.clone(),
        is_operator: signed.user.role == tidings_model::Role::Operator,
        has_password: confirmation::has_password(inner, signed).await?,
        is_second_step_on: factor.is_some(),
        codes_left: t.n("second-step-codes-left", factor.map_or(0, |it| it.n_recovery_codes)),
        sessions: t.n("account-sessions", n_sessions),
        t,
    })
}

async fn again(inner: &Inner, signed: &Signed, complaint: String) -> Result<Response, Error> {
    let page = make(inner, signed, None, Some(complaint)).await?;
    page_with(StatusCode::UNPROCESSABLE_ENTITY, &page)
}

/// The form for the name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Name {
    name: String,
}

/// `POST /settings/account/name`.
pub(crate) async fn rename(
    State(inner): State<Arc<Inner>>,
    form: Form<Name>,
) -> Result<Response, Error> {
    let Form { signed, fields: Name { name } } = form;
    let t = &signed.voice;
    if let Err(complaint) = check_name(t, &name) {
        return again(&inner, &signed, complaint).await;
    }
    match account::rename(&signed.actor(&inner), name.clone()).await {
        Ok(()) => Ok(Redirect::to("/settings/account?done=name").into_response()),
        Err(ActError::Taken(_)) => {
            let complaint = t.with("name-taken", "name", name.trim());
            again(&inner, &signed, complaint).await
        }
        Err(error) => Err(error.into()),
    }
}

/// The form for the password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Passwords {
    /// The current password; empty if there is none.
    #[serde(default)]
    current: String,
    password: String,
    /// If not empty, app passwords are revoked too.
    #[serde(default)]
    revoke: String,
}

/// `POST /settings/account/password`. Every other session ends, and this one gets a new token.
pub(crate) async fn change_password(
    State(inner): State<Arc<Inner>>,
    visitor: Visitor,
    headers: HeaderMap,
    form: Form<Passwords>,
) -> Result<Response, Error> {
    let Form { signed, fields: Passwords { current, password, revoke } } = form;
    let t = &signed.voice;
    if let Err(unfit) = password::check_new_password(&password) {
        return again(&inner, &signed, unfit.said(t)).await;
    }
    if let Err(missing) = confirmation::check_owner(&inner, &signed, &visitor, current).await? {
        return again(&inner, &signed, t.of(missing).to_owned()).await;
    }
    let others = if revoke.is_empty() { AppPasswords::Stay } else { AppPasswords::Go };
    account::change_password(&signed.actor(&inner), password, others).await?;
    let user = signed.user.id;
    sign_in::enter(&inner, &visitor, &headers, user, "/settings/account?done=password").await
}
