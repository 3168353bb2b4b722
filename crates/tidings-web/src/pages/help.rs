//! `/help`: the manual.

use crate::{
    Error,
    app::Inner,
    manual::{self, ManualPage},
    pages::{Place, Shell, page},
    session::Signed,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Path, State},
    response::Response,
};
use std::sync::Arc;

#[derive(Template)]
#[template(path = "help.html")]
struct Page {
    t: Voice,
    shell: Shell,
    shown: &'static ManualPage,
}

/// `GET /help`: the table of contents.
pub(crate) async fn contents(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
) -> Result<Response, Error> {
    made(&inner, &signed, "").await
}

/// `GET /help/{page}`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Path(name): Path<String>,
) -> Result<Response, Error> {
    made(&inner, &signed, &name).await
}

async fn made(inner: &Inner, signed: &Signed, name: &str) -> Result<Response, Error> {
    let shown = manual::page(name).ok_or(Error::NotFound)?;
    let shell = Shell::new(inner, signed, Place::Help).await?;
    page(&Page { t: signed.voice.clone(), shell, shown })
}
