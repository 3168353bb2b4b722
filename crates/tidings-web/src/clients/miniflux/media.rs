//! What belongs to an entry: its whole text, its sounds and films.

use super::{
    Answer, Call, done,
    entry::{file, file_at, places, reading_time},
    marks, number, shown,
};
use crate::{Error, clients::failed, content::media_key, pages::position::LONGEST};
use axum::extract::Path;
use serde::Deserialize;
use serde_json::json;
use tidings_model::Enclosure;
use tidings_store::{FullArticle, Position};

/// `GET /v1/entries/{id}/fetch-content`: from the page of the article. It is kept beside the source's own text.
pub(crate) async fn whole_text(Path(id): Path<String>, call: Call) -> Answer {
    let article = marks::article(&call, &id).await?;
    let (inner, user, id) = (&call.inner, call.user(), article.listed.id);
    let mut kept = inner.store.articles().full_text(user, id).await?.and_then(|kept| kept.html);
    if kept.is_none() {
        inner.full_texts.take(user, inner.clock.now())?;
        inner.actions.full_text(id).await.map_err(failed)?;
        kept = inner.store.articles().full_text(user, id).await?.and_then(|kept| kept.html);
    }
    let html = kept.ok_or(Error::NotFound)?;
    shown(&json!({ "content": html, "reading_time": reading_time(&html) }))
}

/// An attached file, and the article it is attached to.
async fn attached(call: &Call, id: &str) -> Result<(FullArticle, i64, Enclosure), Error> {
    let (article, index) = file_at(number(id)?);
    let article = marks::article(call, &article.to_string()).await?;
    let one = article.enclosures.get(index).cloned().ok_or(Error::NotFound)?;
    Ok((article, i64::try_from(index).unwrap_or(0), one))
}

/// `GET /v1/enclosures/{id}`.
pub(crate) async fn enclosure(Path(id): Path<String>, call: Call) -> Answer {
    let (article, index, one) = attached(&call, &id).await?;
    let places = places(&call, std::slice::from_ref(&article)).await?;
    shown(&file(call.user(), article.listed.id, index, &one, &places))
}

#[derive(Deserialize)]
struct Progression {
    media_progression: i64,
}

/// `PUT /v1/enclosures/{id}`: where somebody stopped, in seconds.
pub(crate) async fn keep_progression(Path(id): Path<String>, call: Call) -> Answer {
    let (article, _, one) = attached(&call, &id).await?;
    let seconds = call.json::<Progression>()?.media_progression;
    let seconds = u32::try_from(seconds).ok().filter(|seconds| *seconds <= LONGEST);
    let seconds = seconds.ok_or_else(|| {
        Error::BadRequest(format!("media_progression is expected from 0 to {LONGEST}"))
    })?;
    let (inner, now) = (&call.inner, call.inner.clock.now());
    inner.positions.take(call.user(), now)?;
    let place = Position { media: media_key(&one.url), seconds, length: one.seconds };
    inner.store.readings().keep_position(call.user(), article.listed.id, place, now).await?;
    done()
}
