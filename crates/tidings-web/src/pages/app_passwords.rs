//! `/settings/passwords`: one password per client program, each shown once.

use crate::{
    Error,
    acts::{
        ActError,
        account::{self, Label},
    },
    app::Inner,
    forms::{Form, Nothing},
    once::Once,
    pages::{Place, Shell, page, page_with},
    proxies::Base,
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Path, Query, State},
    response::{IntoResponse, Redirect, Response},
};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tidings_store::AppScope;

struct Row {
    id: i64,
    label: String,
    may_write: bool,
    since: Time,
    used: Option<Time>,
}

/// A new password, shown only this once.
#[derive(Serialize, Deserialize)]
struct Fresh {
    label: String,
    secret: String,
}

#[derive(Template)]
#[template(path = "app_passwords.html")]
struct Page {
    t: Voice,
    shell: Shell,
    said: Option<String>,
    complaint: Option<String>,
    fresh: Option<Fresh>,
    rows: Vec<Row>,
    /// What to enter in a client: the server's address and the user name.
    base: String,
    name: String,
}

/// The page, which also shows a new password.
const PAGE: &str = "/settings/passwords";

async fn make(inner: &Inner, signed: &Signed, Base(base): Base) -> Result<Page, Error> {
    let now = inner.clock.now();
    let t = signed.voice.clone();
    let rows =
        inner.store.users().app_passwords(signed.user.id).await?.into_iter().map(|password| Row {
            id: password.id,
            label: password.label,
            may_write: password.scope == AppScope::Write,
            since: t.past(password.created_at, now),
            used: password.used_at.map(|at| t.past(at, now)),
        });
    let rows = rows.collect();
    let shell = Shell::new(inner, signed, Place::Passwords).await?;
    let name = signed.user.name.clone();
    Ok(Page { t, shell, said: None, complaint: None, fresh: None, rows, base, name })
}

/// What was just done.
#[derive(Deserialize)]
pub(crate) struct AppPasswordsQuery {
    revoked: Option<String>,
}

/// `GET /settings/passwords`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Query(asked): Query<AppPasswordsQuery>,
    signed: Signed,
    base: Base,
    once: Once,
) -> Result<Response, Error> {
    let mut made = make(&inner, &signed, base).await?;
    made.said = asked.revoked.map(|_| signed.voice.of("app-password-revoked").to_owned());
    made.fresh = once.open(&signed.csrf, PAGE);
    Ok(once.forget(&signed.csrf, PAGE, page(&made)?))
}

/// The label and the rights of a new app password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wish {
    label: String,
    scope: String,
}

/// `POST /settings/passwords`: creates a password, which the next page shows and no other.
pub(crate) async fn add(
    State(inner): State<Arc<Inner>>,
    base: Base,
    once: Once,
    form: Form<Wish>,
) -> Result<Response, Error> {
    let Form { signed, fields: Wish { label, scope } } = form;
    let scope = AppScope::from_code(&scope).ok_or_else(|| {
        Error::BadRequest(format!("scope must be read or write, found {scope:?}"))
    })?;
    let actor = signed.actor(&inner);
    let made = match Label::typed(&label) {
        Ok(label) => account::add_app_password(&actor, label.clone(), scope)
            .await
            .map(|secret| Fresh { label: label.into(), secret }),
        Err(refused) => Err(refused),
    };
    match made {
        Ok(fresh) => once.redirect(&signed.csrf, PAGE, &fresh),
        Err(ActError::Text { most, .. }) => {
            let complaint =
                signed.voice.with("app-password-label-wrong", "most", &most.to_string());
            complain(&inner, &signed, base, complaint).await
        }
        Err(ActError::Full { most, .. }) => {
            let complaint = signed.voice.n("app-passwords-too-many", most as u64);
            complain(&inner, &signed, base, complaint).await
        }
        Err(refused) => Err(refused.into()),
    }
}

async fn complain(
    inner: &Inner,
    signed: &Signed,
    base: Base,
    complaint: String,
) -> Result<Response, Error> {
    let made = make(inner, signed, base).await?;
    let shown = Page { complaint: Some(complaint), ..made };
    page_with(StatusCode::UNPROCESSABLE_ENTITY, &shown)
}

/// `POST /settings/passwords/{id}/revoke`.
pub(crate) async fn revoke(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    let id = id.parse().map_err(|_| Error::NotFound)?;
    account::revoke_app_password(&form.actor(&inner), id).await?;
    Ok(Redirect::to("/settings/passwords?revoked=1").into_response())
}
