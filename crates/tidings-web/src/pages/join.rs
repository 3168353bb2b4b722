//! Links from operators: to create an account, or to choose a new password.

use crate::{
    Error, SecretToken, account_events,
    app::Inner,
    error::DeadLink,
    forms::OpenForm,
    pages::{Linked, page, page_with, setup::check_name, sign_in},
    password,
    proxies::Visitor,
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
use tidings_store::InvitationPurpose;

#[derive(Template)]
#[template(path = "join.html")]
struct Page {
    t: Voice,
    complaint: Option<String>,
    link_token: String,
    name: String,
    /// Whether an account is created; otherwise an existing one gets a new password.
    is_new: bool,
}

/// `GET /join?token=…`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Query(asked): Query<Linked>,
    t: Voice,
) -> Result<Response, Error> {
    let (name, is_new) = errand(&inner, &asked.token).await?;
    page(&Page { t, complaint: None, link_token: asked.token, name, is_new })
}

/// Returns what a link is for: the name of the user who gets a new password, and whether the account is new.
async fn errand(inner: &Inner, token: &str) -> Result<(String, bool), Error> {
    if token.len() != SecretToken::CHARS {
        return Err(Error::DeadLink(DeadLink::Incomplete));
    }
    let hash = SecretToken::hash(token).to_vec();
    let found = inner.store.users().invitation(hash).await?;
    let found = found.ok_or(Error::DeadLink(DeadLink::Used))?;
    if found.expires_at <= inner.clock.now() {
        return Err(Error::DeadLink(DeadLink::Expired));
    }
    match found.errand {
        InvitationPurpose::Join(_) => Ok((String::new(), true)),
        InvitationPurpose::NewPassword(user) => {
            let user = inner.store.users().get(user).await?.ok_or(Error::NotFound)?;
            Ok((user.name, false))
        }
    }
}

/// The form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinForm {
    link_token: String,
    #[serde(default)]
    name: String,
    password: String,
}

/// `POST /join`.
pub(crate) async fn accept(
    State(inner): State<Arc<Inner>>,
    visitor: Visitor,
    headers: HeaderMap,
    t: Voice,
    OpenForm(form): OpenForm<JoinForm>,
) -> Result<Response, Error> {
    let JoinForm { link_token, name, password } = form;
    let (known, is_new) = errand(&inner, &link_token).await?;
    let name = if is_new { name.trim().to_owned() } else { known };
    let again = |complaint: String| {
        let (t, name, link_token) = (t.clone(), name.clone(), link_token.clone());
        let page = Page { t, complaint: Some(complaint), link_token, name, is_new };
        page_with(StatusCode::UNPROCESSABLE_ENTITY, &page)
    };
    if let Err(complaint) = check_name(&t, &name) {
        return again(complaint);
    }
    if let Err(unfit) = password::check_new_password(&password) {
        return again(unfit.said(&t));
    }
    let hash = password::hash(password).await?;
    let link = SecretToken::hash(&link_token).to_vec();
    let now = inner.clock.now();
    match inner.store.users().use_invitation(link, name.clone(), hash, now).await {
        Ok(user) => {
            if !is_new {
                account_events::about(&inner, user, "password_changed", "").await?;
            }
            let account = inner.store.users().account_of(user).await?.ok_or(Error::NotFound)?;
            if account.has_second_factor {
                return crate::pages::sign_in_code::ask(&inner, &visitor, user, "/").await;
            }
            sign_in::enter(&inner, &visitor, &headers, user, "/").await
        }
        Err(tidings_store::Error::Taken(_)) => again(t.with("name-taken", "name", &name)),
        // Of two concurrent requests with one link, one finds it used.
        Err(tidings_store::Error::NotFound("invitation")) => Err(Error::DeadLink(DeadLink::Used)),
        Err(error) => Err(error.into()),
    }
}
