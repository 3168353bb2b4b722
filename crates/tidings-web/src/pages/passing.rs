//! Marking many articles that were read in passing, as one scrolls through a list.

use crate::{Error, app::Inner, forms::Form};
use axum::{
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::ArticleId;

/// Articles in one form at most.
const MOST: usize = 1000;

/// The field of the form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Passed {
    /// Ids, with dots between them.
    ids: String,
}

/// `POST /read`: those that the reader may not see are passed over.
pub(crate) async fn read(
    State(inner): State<Arc<Inner>>,
    headers: HeaderMap,
    form: Form<Passed>,
) -> Result<Response, Error> {
    let ids = form.fields.ids.split('.').map(str::parse).collect::<Result<Vec<ArticleId>, _>>();
    let ids = ids
        .ok()
        .filter(|ids| ids.len() <= MOST)
        .ok_or_else(|| Error::BadRequest("ids are no articles, or too many".to_owned()))?;
    inner.store.mark_read(form.signed.user.id, ids, inner.clock.now()).await?;
    Ok(if headers.contains_key("x-tidings") {
        StatusCode::NO_CONTENT.into_response()
    } else {
        Redirect::to("/").into_response()
    })
}
