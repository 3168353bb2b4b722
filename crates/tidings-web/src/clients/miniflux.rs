//! The Miniflux API, version 1, as today's clients use it, under `/v1`.
//!
//! Clients check the exact status: 201 with what was created or changed, 204 with an empty body if there is nothing to
//! return. Errors are JSON with an `error_message`. Folders are its categories, sources its feeds, articles its
//! entries; ids are those of the web pages. Other people's things are not found.

mod categories;
mod entries;
mod entry;
mod feeds;
mod filters;
mod icons;
mod marks;
mod media;
mod people;
mod subscribing;
mod views;

use super::{
    Caller, authorization,
    call::{self, Protocol, Written},
};
use crate::{Error, app::Inner};
use axum::response::{IntoResponse, Response};
use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use http::{HeaderValue, StatusCode, header, request::Parts};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tidings_model::{ArticleId, EntryId, SourceId, UserId};
use tidings_store::SubscribedSource;

use views::MinifluxLibrary;

pub(crate) use categories::{
    add_category, categories, category_feeds, change_category, read_category, refresh_category,
    remove_category,
};
pub(crate) use entries::{
    category_entries, category_entry, entries, entry, entry_ids, feed_entries, feed_entry,
};
pub(crate) use feeds::{
    change_feed, counters, feed, feeds, read_feed, refresh_feed, refresh_feeds, remove_feed,
};
pub(crate) use icons::{feed_icon, icon};
pub(crate) use marks::{change_entry, flush_history, mark, save, star};
pub(crate) use media::{enclosure, keep_progression, whole_text};
pub(crate) use people::{integrations, me, read_everything, user, users, version};
pub(crate) use subscribing::{add_feed, discover, export, import};

/// The protocol with its own calls and errors.
#[derive(Debug)]
pub(crate) struct Miniflux;
type Answer = call::Answer<Miniflux>;
type Call = call::Call<Miniflux>;

impl Protocol for Miniflux {
    /// Refuses changes by read-only app passwords.
    async fn admit(inner: &Inner, parts: &Parts) -> Result<Caller, Error> {
        let caller = caller(inner, parts).await?;
        if !parts.method.is_safe() && !ONLY_LOOKS.contains(&parts.uri.path()) {
            caller.check_may_write()?;
        }
        Ok(caller)
    }

    fn body(path: &str) -> Written {
        if path == "/v1/import" { Written::File } else { Written::Json }
    }

    fn refusal(error: &Error) -> Response {
        let words = match error {
            Error::WrongKey => "access unauthorized".to_owned(),
            Error::Forbidden => "access forbidden".to_owned(),
            Error::NotFound => "resource not found".to_owned(),
            Error::BadRequest(why) => why.clone(),
            Error::Refused(refusal) => refusal.to_string(),
            other => other.to_string(),
        };
        let mut response = told(error.status(), &json!({ "error_message": words }));
        if *error == Error::WrongKey {
            let asks = HeaderValue::from_static("Basic realm=\"Restricted\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, asks);
        }
        response
    }
}

/// Paths that are posted to but change nothing.
const ONLY_LOOKS: [&str; 1] = ["/v1/discover"];

/// Authenticates the caller by the key alone, or by name and app password.
async fn caller(inner: &Inner, parts: &Parts) -> Result<Caller, Error> {
    if let Some(key) = parts.headers.get("x-auth-token") {
        let key = key.to_str().map_err(|_| Error::WrongKey)?;
        return Caller::by_password(inner, parts, key.trim()).await;
    }
    let pair = authorization(&parts.headers, "Basic ").ok_or(Error::WrongKey)?;
    let pair = BASE64.decode(pair).ok().and_then(|pair| String::from_utf8(pair).ok());
    let pair = pair.ok_or(Error::WrongKey)?;
    let (name, password) = pair.split_once(':').ok_or(Error::WrongKey)?;
    Caller::by_name(inner, parts, name, password).await
}

impl Call {
    fn user(&self) -> UserId {
        self.caller.id()
    }

    /// Returns the caller's sources and folders.
    async fn known(&self) -> Result<MinifluxLibrary, Error> {
        MinifluxLibrary::of(&self.inner, self.user()).await
    }

    /// Returns the article of an entry.
    async fn article(&self, id: &str) -> Result<ArticleId, Error> {
        let numbers = vec![EntryId(number(id)?)];
        let found = self.inner.store.articles().by_entries(self.user(), numbers).await?;
        found.first().copied().ok_or(Error::NotFound)
    }

    /// Returns one of the caller's subscriptions.
    async fn followed(&self, id: &str) -> Result<SubscribedSource, Error> {
        let id = SourceId(number(id)?);
        self.inner.store.subscriptions().get(self.user(), id).await?.ok_or(Error::NotFound)
    }

    /// Parses the body.
    fn json<T: DeserializeOwned>(&self) -> Result<T, Error> {
        serde_json::from_slice(&self.body)
            .map_err(|error| Error::BadRequest(format!("unable to decode the request: {error}")))
    }
}

/// Parses an id in a path. Anything but a number is not found.
fn number(text: &str) -> Result<i64, Error> {
    text.parse().map_err(|_| Error::NotFound)
}

fn told(status: StatusCode, value: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}

fn shown(value: &Value) -> Answer {
    Ok(told(StatusCode::OK, value))
}

fn made(value: &Value) -> Answer {
    Ok(told(StatusCode::CREATED, value))
}

/// Returns success without content: clients check that the body is empty.
fn done() -> Answer {
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn accepted() -> Answer {
    Ok(StatusCode::ACCEPTED.into_response())
}

/// `GET /healthcheck`: that the server runs.
pub(crate) async fn healthcheck() -> &'static str {
    "OK"
}

/// Any other path: managing people and keys is refused, and the rest is not found.
pub(crate) async fn elsewhere(call: Call) -> Answer {
    let path = call.parts.uri.path();
    let is_office = ["/v1/users", "/v1/api-keys"].iter().any(|place| path.starts_with(place));
    Err(if is_office { Error::Forbidden.into() } else { Error::NotFound.into() })
}
