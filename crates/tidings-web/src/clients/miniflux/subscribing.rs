//! Finding feeds and subscribing to them; importing and exporting OPML.

use super::{
    Answer, Call,
    feeds::{Changes, change, no_category},
    made, shown,
};
use crate::{
    AddressContent, Error, FeedChoice,
    acts::{
        self, ActError, Address,
        following::{self, Following, Several},
    },
    clients,
};
use axum::response::IntoResponse;
use http::header;
use serde::Deserialize;
use serde_json::{Value, json};

/// `POST /v1/feeds`. Existing subscriptions are refused.
pub(crate) async fn add_feed(call: Call) -> Answer {
    let mut changes: Changes = call.json()?;
    let address = Address::new(&changes.feed_url.take().unwrap_or_default())?;
    let known = call.known().await?;
    if known.library.at(address.as_str()).is_some() {
        return Err(known_already().into());
    }
    let number = changes.category_id.take().filter(|number| *number > 0);
    let place = number.map(|number| known.place(number).ok_or_else(no_category)).transpose()?;
    let folder = place.flatten();
    let name = folder.map(|_| known.library.folders.name(folder));
    let (actor, key) = (call.actor(), changes.take_key()?);
    let followed = following::follow(&actor, &address, name, key, Several::FirstMeant).await?;
    let followed = match followed {
        Following::New(followed) => followed,
        Following::Known(followed) => {
            // The address led to an existing subscription, which stays as it is.
            let before = known.library.source(followed.source);
            let place = before.and_then(|before| before.subscription.folder);
            following::move_to(&actor, followed.source, place).await?;
            return Err(known_already().into());
        }
        Following::Choice(_) => return Err(ActError::NoFeed.into()),
    };
    let one = call.followed(&followed.source.to_string()).await?;
    let source = change(&call, one, changes).await?;
    made(&json!({ "feed_id": source.0 }))
}

fn known_already() -> Error {
    Error::BadRequest("This feed already exists.".to_owned())
}

#[derive(Deserialize)]
struct Place {
    url: String,
}

/// `POST /v1/discover`: the feeds at an address. If there are none, that is an error.
pub(crate) async fn discover(call: Call) -> Answer {
    let place: Place = call.json()?;
    let looked = following::look(&call.actor(), &Address::new(&place.url)?).await;
    let found = match looked.map_err(|_| Error::NotFound)? {
        AddressContent::Source(preview) => {
            vec![FeedChoice { url: preview.url, title: preview.title }]
        }
        AddressContent::Choice(candidates) => candidates,
    };
    if found.is_empty() {
        return Err(Error::NotFound.into());
    }
    let list = found
        .iter()
        .map(|one| json!({ "url": one.url, "title": one.title, "type": format_of(&one.url) }));
    shown(&list.collect::<Value>())
}

/// Guesses the format from a feed's address. Nothing depends on it, because every format is parsed here.
fn format_of(url: &str) -> &'static str {
    let url = url.to_ascii_lowercase();
    ["atom", "json", "rdf"].into_iter().find(|format| url.contains(format)).unwrap_or("rss")
}

/// `GET /v1/export`.
pub(crate) async fn export(call: Call) -> Answer {
    let opml = clients::export(&call.inner, call.user()).await?;
    Ok(([(header::CONTENT_TYPE, "text/xml; charset=utf-8")], opml).into_response())
}

/// `POST /v1/import`. The body is the file.
pub(crate) async fn import(call: Call) -> Answer {
    acts::imports::finish(&call.actor(), call.body.to_vec()).await?;
    made(&json!({ "message": "Feeds imported successfully" }))
}
