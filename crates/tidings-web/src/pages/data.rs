//! `/settings/data`: exporting all data, and deleting the account.

use crate::{
    Error,
    acts::{ActError, account},
    app::Inner,
    confirmation,
    forms::Form,
    pages::{Place, Shell, page, page_with},
    proxies::Visitor,
    session::{self, Signed, is_same_name},
    voice::Voice,
};
use askama::Template;
use axum::{
    body::Body,
    extract::State,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use serde::Deserialize;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "data.html")]
struct Page {
    t: Voice,
    shell: Shell,
    complaint: Option<String>,
    /// What would be deleted, one line each.
    goes: Vec<String>,
    name: String,
    has_password: bool,
}

async fn make(inner: &Inner, signed: &Signed, complaint: Option<String>) -> Result<Page, Error> {
    let (t, user) = (signed.voice.clone(), signed.user.id);
    let counts = inner.store.users().count_kept(user).await?;
    Ok(Page {
        shell: Shell::new(inner, signed, Place::Data).await?,
        complaint,
        goes: vec![
            t.n("data-goes-subscriptions", counts.n_subscriptions),
            t.n("data-goes-starred", counts.n_starred),
            t.n("data-goes-later", counts.n_later),
            t.n("data-goes-tags", counts.n_tags),
            t.of("data-goes-rest").to_owned(),
        ],
        name: signed.user.name.clone(),
        has_password: confirmation::has_password(inner, signed).await?,
        t,
    })
}

/// `GET /settings/data`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
) -> Result<Response, Error> {
    page(&make(&inner, &signed, None).await?)
}

/// `GET /settings/data/export`: a zip archive, streamed as it is written.
pub(crate) async fn export(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
) -> Result<Response, Error> {
    let Some(bytes) =
        inner.keeping.export(signed.user.clone()).await.map_err(|error| cannot_read(&error))?
    else {
        return Err(Error::Busy);
    };
    let day = inner.clock.now().strftime("%Y-%m-%d");
    let name = format!("attachment; filename=\"tidings-{day}.zip\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/zip")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::try_from(name).expect("a date is a valid header value"),
        ),
    ];
    let body = Body::from_stream(session::while_it_lasts(inner, signed, bytes));
    Ok((headers, body).into_response())
}

fn cannot_read(error: &std::io::Error) -> Error {
    Error::internal("a file could not be read for a page", error)
}

/// The confirmation of a deletion.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Farewell {
    #[serde(default)]
    password: String,
    /// The user name, typed again.
    name: String,
}

/// `POST /settings/data/delete`: deletes the account and everything that belongs to it.
pub(crate) async fn delete(
    State(inner): State<Arc<Inner>>,
    visitor: Visitor,
    form: Form<Farewell>,
) -> Result<Response, Error> {
    let Form { signed, fields: Farewell { password, name } } = form;
    let t = &signed.voice;
    let complain = async |key: &'static str| {
        let page = make(&inner, &signed, Some(t.of(key).to_owned())).await?;
        page_with(StatusCode::UNPROCESSABLE_ENTITY, &page)
    };
    if !is_same_name(&name, &signed.user.name) {
        return complain("data-name-differs").await;
    }
    if let Err(missing) = confirmation::check_owner(&inner, &signed, &visitor, password).await? {
        return complain(missing).await;
    }
    match account::leave(&signed.actor(&inner)).await {
        Ok(()) => {
            let cookie = session::forget_cookie(&inner, &visitor);
            Ok(session::redirect("/sign-in?gone=1&stay=1", cookie))
        }
        Err(ActError::Stored(_)) => complain("data-last-operator").await,
        Err(error) => Err(error.into()),
    }
}
