//! Where somebody stopped in a sound or film. Players tell it now and then; the next page shows it on any device.

use crate::{Error, app::Inner, content::media_key, forms::Form};
use axum::extract::{Path, State};
use http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::ArticleId;
use tidings_store::Position;

/// Nothing that people listen to is longer than a hundred hours.
pub(crate) const LONGEST: u32 = 360_000;

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
    let user = form.signed.user.id;
    let id = id.parse::<ArticleId>().map_err(|_| Error::NotFound)?;
    // Whether there is such an article for this person is said before how the form is: a foreign one does not exist.
    if !inner.store.readings().sees(user, id).await? {
        return Err(Error::NotFound);
    }
    let seconds = seconds(&form.fields.seconds)
        .ok_or_else(|| Error::BadRequest("seconds is no place in a sound or film".to_owned()))?;
    let now = inner.clock.now();
    inner.positions.take(user, now)?;
    let media = media_key(&form.fields.url);
    let length = seconds_of_length(&form.fields.length);
    inner
        .store
        .readings()
        .keep_position(user, id, Position { media, seconds, length }, now)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

fn seconds(text: &str) -> Option<u32> {
    text.parse().ok().filter(|seconds| *seconds <= LONGEST)
}

/// A live stream has no length, and players say so in many ways.
fn seconds_of_length(text: &str) -> Option<u32> {
    seconds(text).filter(|length| *length > 0)
}
