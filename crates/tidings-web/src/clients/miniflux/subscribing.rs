//! Following: finding feeds and adding them; OPML out and in.

use super::{
    Answer, Call,
    feeds::{Changes, change, no_category},
    made, shown,
};
use crate::{Candidate, Error, Look, clients};
use axum::response::IntoResponse;
use http::header;
use serde::Deserialize;
use serde_json::{Value, json};

/// `POST /v1/feeds`: what is followed already is refused.
pub(crate) async fn add_feed(call: Call) -> Answer {
    let mut changes: Changes = call.json()?;
    let url = changes.feed_url.take().unwrap_or_default().trim().to_owned();
    if url.is_empty() {
        return Err(Error::BadRequest("the address of a feed is missing".to_owned()).into());
    }
    let known = call.known().await?;
    if known.library.at(&url).is_some() {
        return Err(known_already().into());
    }
    let number = changes.category_id.take().filter(|number| *number > 0);
    let place = number.map(|number| known.place(number).ok_or_else(no_category)).transpose()?;
    let folder = place.flatten();
    let name = folder.map(|_| known.library.folders.name(folder));
    let followed = clients::follow(&call.inner, call.user(), &url, name).await?;
    if let Some(before) = known.library.source(followed.source) {
        // The address led to what was followed already, which stays where it was.
        let (store, place) = (&call.inner.store, before.subscription.folder);
        store.subscriptions().move_to(call.user(), followed.source, place).await?;
        return Err(known_already().into());
    }
    let one = call.followed(&followed.source.to_string()).await?;
    let source = change(&call, one, changes).await?;
    made(&json!({ "feed_id": source.0 }))
}

fn known_already() -> Error {
    Error::BadRequest("this feed already exists".to_owned())
}

#[derive(Deserialize)]
struct Place {
    url: String,
}

/// `POST /v1/discover`: the feeds at an address; where there is none, nothing is found.
pub(crate) async fn discover(call: Call) -> Answer {
    let place: Place = call.json()?;
    let looked = call.inner.actions.look(call.user(), place.url.trim()).await;
    let found = match looked.map_err(|_| Error::NotFound)? {
        Look::Source(preview) => vec![Candidate { url: preview.url, title: preview.title }],
        Look::Choice(candidates) => candidates,
    };
    if found.is_empty() {
        return Err(Error::NotFound.into());
    }
    let list = found
        .iter()
        .map(|one| json!({ "url": one.url, "title": one.title, "type": format_of(&one.url) }));
    shown(&list.collect::<Value>())
}

/// What a feed's address looks like. Nothing depends on it: every format is read here.
fn format_of(url: &str) -> &'static str {
    let url = url.to_ascii_lowercase();
    ["atom", "json", "rdf"].into_iter().find(|format| url.contains(format)).unwrap_or("rss")
}

/// `GET /v1/export`.
pub(crate) async fn export(call: Call) -> Answer {
    let opml = clients::export(&call.inner, call.user()).await?;
    Ok(([(header::CONTENT_TYPE, "text/xml; charset=utf-8")], opml).into_response())
}

/// `POST /v1/import`: the body is the file.
pub(crate) async fn import(call: Call) -> Answer {
    clients::import(&call.inner, call.user(), call.body.to_vec()).await?;
    made(&json!({ "message": "Feeds imported successfully" }))
}
