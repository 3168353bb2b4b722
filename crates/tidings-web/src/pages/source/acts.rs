//! What can be done with one source. Each act is a form; the answer is the source's page again.

use super::followed;
use crate::{
    Error, Key, Readdressed, Refreshed,
    app::Inner,
    forms::{Form, Sent},
    pages::{
        sources::folder,
        undo::{self, with_undo},
    },
};
use axum::{
    extract::{Path, State},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{Failure, Role, SourceId};
use tidings_store::{SourceOptions, Subscribed, SubscriberOptions, options::is_private};

/// A form without fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

type At = State<Arc<Inner>>;

fn back(id: SourceId, said: &str) -> Response {
    Redirect::to(&format!("/sources/{id}?said={said}")).into_response()
}

/// Back to the page with what went wrong; only its kind travels in the address.
fn failed(id: SourceId, failure: &Failure) -> Response {
    back(id, &format!("failed&why={}", failure.kind.code()))
}

/// `POST /sources/{id}/refresh`.
pub(crate) async fn refresh(
    State(inner): At,
    Path(id): Path<String>,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    let id = followed(&inner, &form.signed, &id).await?.source.id;
    Ok(match inner.actions.refresh(form.signed.user.id, id).await {
        Ok(Refreshed::Asked(tidings_model::Outcome::Failed(failure))) => failed(id, &failure),
        Ok(Refreshed::Asked(_)) => back(id, "refreshed"),
        Ok(Refreshed::NotNow(reason)) => {
            let why: String =
                url::form_urlencoded::byte_serialize(reason.code().as_bytes()).collect();
            back(id, &format!("not-now&why={why}"))
        }
        Err(failure) => failed(id, &failure),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Title {
    #[serde(default)]
    title: String,
}

/// `POST /sources/{id}/rename`.
pub(crate) async fn rename(
    State(inner): At,
    Path(id): Path<String>,
    form: Form<Title>,
) -> Result<Response, Error> {
    let subscribed = followed(&inner, &form.signed, &id).await?;
    let title: String = form.fields.title.trim().chars().take(300).collect();
    let title = Some(title).filter(|title| !title.is_empty() && *title != subscribed.source.title);
    let id = subscribed.source.id;
    inner.store.rename_subscription(form.signed.user.id, id, title).await?;
    Ok(back(id, "saved"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Target {
    #[serde(default)]
    folder: String,
    #[serde(default)]
    new_folder: String,
}

/// `POST /sources/{id}/move`.
pub(crate) async fn move_to(
    State(inner): At,
    Path(id): Path<String>,
    form: Form<Target>,
) -> Result<Response, Error> {
    let id = followed(&inner, &form.signed, &id).await?.source.id;
    let named = [&form.fields.new_folder, &form.fields.folder];
    let text = named.into_iter().find(|text| !text.trim().is_empty());
    let target = folder(&inner, &form.signed, text.map_or("", String::as_str)).await?;
    inner.store.move_subscription(form.signed.user.id, id, target).await?;
    Ok(back(id, "saved"))
}

/// `POST /sources/{id}/pause`.
pub(crate) async fn pause(
    State(inner): At,
    Path(id): Path<String>,
    sent: Sent,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    let id = followed(&inner, &form.signed, &id).await?.source.id;
    let done = inner.store.pause_all(form.signed.user.id, vec![id], inner.clock.now()).await?;
    Ok(undo::answer(&form.signed.voice, sent, "pause", done, &format!("/sources/{id}")))
}

/// `POST /sources/{id}/resume`.
pub(crate) async fn resume(
    State(inner): At,
    Path(id): Path<String>,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    let subscribed = followed(&inner, &form.signed, &id).await?;
    let (id, now) = (subscribed.source.id, inner.clock.now());
    inner.store.resume(form.signed.user.id, vec![id], now).await?;
    let decides = decides(&form.signed, &subscribed);
    if decides && subscribed.source.state != tidings_model::SourceState::Active {
        inner.store.resume_source(id, now).await?;
    }
    Ok(back(id, "resumed"))
}

/// `POST /sources/{id}/unsubscribe`.
pub(crate) async fn unsubscribe(
    State(inner): At,
    Path(id): Path<String>,
    sent: Sent,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    let id = followed(&inner, &form.signed, &id).await?.source.id;
    let done =
        inner.store.unsubscribe_all(form.signed.user.id, vec![id], inner.clock.now()).await?;
    Ok(undo::answer(&form.signed.voice, sent, "unsubscribe", done, "/sources"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Address {
    url: String,
}

/// `POST /sources/{id}/address`.
pub(crate) async fn address(
    State(inner): At,
    Path(id): Path<String>,
    form: Form<Address>,
) -> Result<Response, Error> {
    let id = followed(&inner, &form.signed, &id).await?.source.id;
    let url = form.fields.url.trim();
    Ok(match inner.actions.change_address(form.signed.user.id, id, url).await {
        Ok(now) => readdressed(&now),
        Err(failure) => failed(id, &failure),
    })
}

fn readdressed(now: &Readdressed) -> Response {
    match now.undo {
        None => back(now.source, "moved"),
        undo => Redirect::to(&with_undo(&format!("/sources/{}", now.source), undo)).into_response(),
    }
}

/// `POST /sources/{id}/accept-move`.
pub(crate) async fn accept_move(
    State(inner): At,
    Path(id): Path<String>,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    let id = followed(&inner, &form.signed, &id).await?.source.id;
    Ok(match inner.actions.accept_move(&form.signed.user, id).await {
        Ok(now) => readdressed(&now),
        Err(failure) => failed(id, &failure),
    })
}

/// `POST /sources/{id}/keep-address`: the announced address is not wanted.
pub(crate) async fn keep_address(
    State(inner): At,
    Path(id): Path<String>,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    let subscribed = followed(&inner, &form.signed, &id).await?;
    let source = &subscribed.source;
    let seen = source.move_seen.as_ref().map(|seen| &seen.target);
    let Some(target) = seen.or(source.hints.moved_to.as_ref()).map(ToString::to_string) else {
        return Ok(back(source.id, "saved"));
    };
    if decides(&form.signed, &subscribed) {
        let set = inner.store.source_options(source.id).await?;
        let set = SourceOptions { refused_move: Some(target.clone()), ..set };
        inner.store.set_source_options(source.id, set).await?;
    }
    let options = SubscriberOptions { kept_move: Some(target), ..subscribed.options.clone() };
    inner.store.set_subscriber_options(form.signed.user.id, source.id, options).await?;
    Ok(back(source.id, "saved"))
}

/// Whether this person decides how a source is fetched: an operator, or whoever is alone with it.
fn decides(signed: &crate::session::Signed, subscribed: &Subscribed) -> bool {
    signed.user.role == Role::Operator || subscribed.source.n_subscribers == 1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wishes {
    #[serde(default)]
    muted: String,
    #[serde(default)]
    full_text: String,
    #[serde(default)]
    min_minutes: String,
    #[serde(default)]
    max_minutes: String,
    #[serde(default)]
    keep_days: String,
    #[serde(default)]
    keep_count: String,
}

/// A number within bounds, or nothing where nothing was written.
fn number(text: &str, least: u32, most: u32) -> Result<Option<u32>, Error> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let number: u32 = text
        .parse()
        .map_err(|_| Error::BadRequest(format!("a whole number was expected, {text:?} came")))?;
    Ok(Some(number.clamp(least, most)))
}

/// The longest interval anybody may wish: a week.
const WEEK_MIN: u32 = 7 * 24 * 60;
/// The shortest that one reader may ask of a publisher; operators may go down to the house's own bound.
const HOUR_MIN: u32 = 60;

/// `POST /sources/{id}/options`.
pub(crate) async fn options(
    State(inner): At,
    Path(id): Path<String>,
    form: Form<Wishes>,
) -> Result<Response, Error> {
    let subscribed = followed(&inner, &form.signed, &id).await?;
    let (fields, id) = (form.fields, subscribed.source.id);
    let house = inner.actions.house_rules();
    let is_operator = form.signed.user.role == Role::Operator;
    let soonest = if is_operator { house.min_minutes } else { HOUR_MIN.max(house.min_minutes) };
    let min_minutes = number(&fields.min_minutes, house.min_minutes, WEEK_MIN)?;
    let max_minutes = number(&fields.max_minutes, soonest, house.max_minutes)?;
    let options = SubscriberOptions {
        is_muted: !fields.muted.is_empty(),
        full_text: !fields.full_text.is_empty(),
        min_minutes,
        max_minutes: max_minutes.map(|most| most.max(min_minutes.unwrap_or(0))),
        keep_days: number(&fields.keep_days, 1, 36_500)?,
        keep_count: number(&fields.keep_count, 50, 1_000_000)?,
        kept_move: subscribed.options.kept_move,
    };
    inner.store.set_subscriber_options(form.signed.user.id, id, options).await?;
    Ok(back(id, "saved"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fetching {
    #[serde(default)]
    user_agent: String,
    #[serde(default)]
    min_minutes: String,
    #[serde(default)]
    max_minutes: String,
}

/// `POST /sources/{id}/fetching`: how a source is fetched for everybody; for operators.
pub(crate) async fn fetching(
    State(inner): At,
    Path(id): Path<String>,
    form: Form<Fetching>,
) -> Result<Response, Error> {
    let subscribed = followed(&inner, &form.signed, &id).await?;
    let id = subscribed.source.id;
    if form.signed.user.role != Role::Operator || is_private(&subscribed.source.url) {
        // The page has no such form for others; whoever sends one all the same changes nothing.
        return Ok(Redirect::to(&format!("/sources/{id}")).into_response());
    }
    let fields = form.fields;
    let house = inner.actions.house_rules();
    let user_agent: String =
        fields.user_agent.trim().chars().filter(|c| !c.is_control()).take(300).collect();
    let set = SourceOptions {
        user_agent: Some(user_agent).filter(|agent| !agent.is_empty()),
        min_minutes: number(&fields.min_minutes, house.min_minutes, WEEK_MIN)?,
        max_minutes: number(&fields.max_minutes, house.min_minutes, house.max_minutes)?,
        ..inner.store.source_options(id).await?
    };
    inner.store.set_source_options(id, set).await?;
    Ok(back(id, "saved"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Secret {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    header: String,
    #[serde(default)]
    value: String,
}

/// `POST /sources/{id}/key`: what lets us in; all fields empty forgets it.
pub(crate) async fn key(
    State(inner): At,
    Path(id): Path<String>,
    form: Form<Secret>,
) -> Result<Response, Error> {
    let id = followed(&inner, &form.signed, &id).await?.source.id;
    let Secret { name, password, header, value } = form.fields;
    let key = match (name.trim(), header.trim()) {
        ("", "") => None,
        ("", header) => Some(Key::Header(header.to_owned(), value)),
        (name, _) => Some(Key::Password(name.to_owned(), password)),
    };
    Ok(match inner.actions.set_key(form.signed.user.id, id, key).await {
        Ok(id) => back(id, "key"),
        Err(failure) => failed(id, &failure),
    })
}
