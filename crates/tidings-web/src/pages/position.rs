//! Where somebody stopped in a sound or film. Players tell it now and then; the next page shows it on any device.

use crate::{
    Error,
    acts::media::{self, Seconds},
    app::Inner,
    forms::Form,
};
use axum::extract::{Path, State};
use http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::ArticleId;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    /// The address of the sound or film.
    url: String,
    seconds: String,
    #[serde(default)]
    length: String,
}

/// `POST /article/{id}/position`.
pub(crate) async fn keep(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    form: Form<Place>,
) -> Result<StatusCode, Error> {
    let (actor, fields) = (form.actor(&inner), &form.fields);
    let id = id.parse::<ArticleId>().map_err(|_| Error::NotFound)?;
    // Whether there is such an article for this person is said before how the form is: a foreign one does not exist.
    actor.check_visible(id).await?;
    let seconds = Seconds::new("seconds", fields.seconds.parse().ok())?;
    let length = Seconds::length(fields.length.parse().ok());
    media::keep_position(&actor, id, &fields.url, seconds, length).await?;
    Ok(StatusCode::NO_CONTENT)
}
