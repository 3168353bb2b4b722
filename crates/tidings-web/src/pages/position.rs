//! Playback positions in audio and video. Players report them now and then; the next page resumes there, on any device.

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
    /// The address of the audio or video.
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
    // Checked before the form, so that other people's articles look as if they did not exist.
    actor.check_visible(id).await?;
    let seconds = Seconds::new("seconds", fields.seconds.parse().ok())?;
    let length = Seconds::length(fields.length.parse().ok());
    media::keep_position(&actor, id, &fields.url, seconds, length).await?;
    Ok(StatusCode::NO_CONTENT)
}
