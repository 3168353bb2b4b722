//! The whole navigation as a page of its own, for small screens.

use crate::{
    Error,
    app::Inner,
    pages::{Place, Shell, page},
    session::Signed,
    voice::Voice,
};
use askama::Template;
use axum::{extract::State, response::Response};
use std::sync::Arc;

#[derive(Template)]
#[template(path = "more.html")]
struct Page {
    t: Voice,
    shell: Shell,
}

/// `GET /more`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
) -> Result<Response, Error> {
    let shell = Shell::new(&inner, &signed, Place::More).await?;
    page(&Page { t: signed.voice.clone(), shell })
}
