//! The full text of an entry, and its audio and video.

use super::{
    Answer, Call, done,
    entry::{file, file_at, places, reading_time},
    marks, number, shown,
};
use crate::{
    Error,
    acts::media::{self, Seconds},
};
use axum::extract::Path;
use serde::Deserialize;
use serde_json::json;
use tidings_model::Enclosure;
use tidings_store::FullArticle;

/// `GET /v1/entries/{id}/fetch-content`: fetches the text from the article's page. It is stored beside the source's own
/// text.
pub(crate) async fn whole_text(Path(id): Path<String>, call: Call) -> Answer {
    let id = call.article(&id).await?;
    media::fetch_full_text(&call.actor(), id).await?;
    let kept =
        call.inner.store.articles().full_text(call.user(), id).await?.and_then(|kept| kept.html);
    let html = kept.ok_or(Error::NotFound)?;
    shown(&json!({ "content": html, "reading_time": reading_time(&html) }))
}

/// Returns an enclosure and its article.
async fn attached(call: &Call, id: &str) -> Result<(FullArticle, i64, Enclosure), Error> {
    let (article, index) = file_at(number(id)?);
    let article = marks::own(call, article).await?;
    let one = article.enclosures.get(index).cloned().ok_or(Error::NotFound)?;
    Ok((article, i64::try_from(index).unwrap_or(0), one))
}

/// `GET /v1/enclosures/{id}`.
pub(crate) async fn enclosure(Path(id): Path<String>, call: Call) -> Answer {
    let (article, index, one) = attached(&call, &id).await?;
    let places = places(&call, std::slice::from_ref(&article)).await?;
    shown(&file(call.user(), &article, index, &one, &places))
}

#[derive(Deserialize)]
struct Progression {
    media_progression: i64,
}

/// `PUT /v1/enclosures/{id}`: stores the playback position, in seconds.
pub(crate) async fn keep_progression(Path(id): Path<String>, call: Call) -> Answer {
    let (article, _, one) = attached(&call, &id).await?;
    let seconds = call.json::<Progression>()?.media_progression;
    let seconds = Seconds::new("media_progression", Some(seconds))?;
    let id = article.listed.id;
    media::keep_position(&call.actor(), id, &one.url, seconds, one.seconds).await?;
    done()
}
