//! What can be done with one source. Each act is a form; the answer is the source's page again.

use super::followed;
use crate::{
    Error, Key, Readdressed, Refreshed,
    app::Inner,
    forms::{Form, Nothing, Sent},
    pages::{
        sources::folder,
        undo::{self, with_undo},
    },
};
use axum::{
    extract::{FromRequest, FromRequestParts, Path, Request, State},
    response::{IntoResponse, Redirect, Response},
};
use serde::{Deserialize, de::DeserializeOwned};
use std::sync::Arc;
use tidings_model::{Failure, Role, SourceId, SourceState, User, UserId};
use tidings_store::{SourceOptions, Subscribed, SubscriberOptions};

type At = State<Arc<Inner>>;

/// A form of the page of a source: who sent it follows that source, or gets the answer that it is not there.
pub(crate) struct Act<T> {
    form: Form<T>,
    subscribed: Subscribed,
}

impl<T> Act<T> {
    fn user(&self) -> UserId {
        self.form.signed.user.id
    }

    fn source(&self) -> SourceId {
        self.subscribed.source.id
    }

    fn is_operator(&self) -> bool {
        self.form.signed.user.role == Role::Operator
    }
}

/// Whether a person decides how a source is fetched: an operator, or whoever is alone with it.
fn decides(user: &User, subscribed: &Subscribed) -> bool {
    user.role == Role::Operator || subscribed.source.n_subscribers == 1
}

impl<T: DeserializeOwned + Send> FromRequest<Arc<Inner>> for Act<T> {
    type Rejection = Error;

    async fn from_request(request: Request, inner: &Arc<Inner>) -> Result<Self, Error> {
        let (mut parts, body) = request.into_parts();
        let id = Path::<String>::from_request_parts(&mut parts, inner).await;
        let form = Form::<T>::from_request(Request::from_parts(parts, body), inner).await?;
        let Path(id) = id.map_err(|_| Error::NotFound)?;
        let subscribed = followed(inner, &form.signed, &id).await?;
        Ok(Self { form, subscribed })
    }
}

fn back(id: SourceId, said: &str) -> Response {
    Redirect::to(&format!("/sources/{id}?said={said}")).into_response()
}

/// Back to the page with what went wrong; only its kind travels in the address.
fn failed(id: SourceId, failure: &Failure) -> Response {
    back(id, &format!("failed&why={}", failure.kind.code()))
}

/// `POST /sources/{id}/refresh`.
pub(crate) async fn refresh(State(inner): At, act: Act<Nothing>) -> Result<Response, Error> {
    let id = act.source();
    Ok(match inner.actions.refresh(act.user(), id).await {
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
pub(crate) async fn rename(State(inner): At, act: Act<Title>) -> Result<Response, Error> {
    let title: String = act.form.fields.title.trim().chars().take(300).collect();
    let former = &act.subscribed.source.title;
    let title = Some(title).filter(|title| !title.is_empty() && title != former);
    let id = act.source();
    inner.store.subscriptions().rename(act.user(), id, title).await?;
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
pub(crate) async fn move_to(State(inner): At, act: Act<Target>) -> Result<Response, Error> {
    let id = act.source();
    let named = [&act.form.fields.new_folder, &act.form.fields.folder];
    let text = named.into_iter().find(|text| !text.trim().is_empty());
    let target = folder(&inner, &act.form.signed, text.map_or("", String::as_str)).await?;
    inner.store.subscriptions().move_to(act.user(), id, target).await?;
    Ok(back(id, "saved"))
}

/// `POST /sources/{id}/pause`.
pub(crate) async fn pause(
    State(inner): At,
    sent: Sent,
    act: Act<Nothing>,
) -> Result<Response, Error> {
    let id = act.source();
    let done =
        inner.store.subscriptions().pause_all(act.user(), vec![id], inner.clock.now()).await?;
    Ok(undo::answer(&act.form.signed.voice, sent, "pause", done, &format!("/sources/{id}")))
}

/// `POST /sources/{id}/resume`.
pub(crate) async fn resume(State(inner): At, act: Act<Nothing>) -> Result<Response, Error> {
    let form = &act.form;
    ask_again(&inner, &form.signed.user, &act.subscribed).await?;
    Ok(back(act.source(), "resumed"))
}

/// A source is retrieved for this person's sake again.
pub(crate) async fn ask_again(
    inner: &Inner,
    user: &User,
    subscribed: &Subscribed,
) -> Result<(), Error> {
    let (id, now) = (subscribed.source.id, inner.clock.now());
    inner.store.subscriptions().resume(user.id, vec![id], now).await?;
    if decides(user, subscribed) && subscribed.source.state != SourceState::Active {
        inner.store.sources().resume(id, now).await?;
    }
    Ok(())
}

/// `POST /sources/{id}/unsubscribe`.
pub(crate) async fn unsubscribe(
    State(inner): At,
    sent: Sent,
    act: Act<Nothing>,
) -> Result<Response, Error> {
    let id = act.source();
    let done = inner
        .store
        .subscriptions()
        .unsubscribe_all(act.user(), vec![id], inner.clock.now())
        .await?;
    Ok(undo::answer(&act.form.signed.voice, sent, "unsubscribe", done, "/sources"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Address {
    url: String,
}

/// `POST /sources/{id}/address`.
pub(crate) async fn address(State(inner): At, act: Act<Address>) -> Result<Response, Error> {
    let id = act.source();
    let url = act.form.fields.url.trim();
    Ok(match inner.actions.change_address(act.user(), id, url).await {
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
pub(crate) async fn accept_move(State(inner): At, act: Act<Nothing>) -> Result<Response, Error> {
    let id = act.source();
    Ok(match inner.actions.accept_move(&act.form.signed.user, id).await {
        Ok(now) => readdressed(&now),
        Err(failure) => failed(id, &failure),
    })
}

/// `POST /sources/{id}/keep-address`: the announced address is not wanted.
pub(crate) async fn keep_address(State(inner): At, act: Act<Nothing>) -> Result<Response, Error> {
    stay(&inner, &act.form.signed.user, &act.subscribed).await?;
    Ok(back(act.source(), "saved"))
}

/// The new address that a source announced is not gone to.
pub(crate) async fn stay(inner: &Inner, user: &User, subscribed: &Subscribed) -> Result<(), Error> {
    let source = &subscribed.source;
    let seen = source.move_seen.as_ref().map(|seen| &seen.target);
    let Some(target) = seen.or(source.hints.moved_to.as_ref()).map(ToString::to_string) else {
        return Ok(());
    };
    if decides(user, subscribed) {
        let set = inner.store.sources().options(source.id).await?;
        let set = SourceOptions { refused_move: Some(target.clone()), ..set };
        inner.store.sources().set_options(source.id, set).await?;
    }
    let options = SubscriberOptions { kept_move: Some(target), ..subscribed.options.clone() };
    Ok(inner.store.subscriptions().set_options(user.id, source.id, options).await?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wishes {
    #[serde(default)]
    muted: String,
    #[serde(default)]
    full_text: String,
    #[serde(default)]
    pinned: String,
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

/// The shortest and the longest interval that somebody wishes.
type Intervals = (Option<u32>, Option<u32>);

/// Intervals that do not contradict each other, or the former ones and a word that they stay.
fn agreeing(wished: Intervals, former: Intervals) -> (&'static str, Intervals) {
    match wished {
        (Some(least), Some(most)) if least > most => ("contrary", former),
        wished => ("saved", wished),
    }
}

/// `POST /sources/{id}/options`.
pub(crate) async fn options(State(inner): At, act: Act<Wishes>) -> Result<Response, Error> {
    let (fields, id) = (&act.form.fields, act.source());
    let house = inner.actions.house_rules();
    let soonest =
        if act.is_operator() { house.min_minutes } else { HOUR_MIN.max(house.min_minutes) };
    let min_minutes = number(&fields.min_minutes, house.min_minutes, WEEK_MIN)?;
    let max_minutes = number(&fields.max_minutes, soonest, house.max_minutes)?;
    let former = &act.subscribed.options;
    let wished = (min_minutes, max_minutes);
    let (said, (min_minutes, max_minutes)) =
        agreeing(wished, (former.min_minutes, former.max_minutes));
    let options = SubscriberOptions {
        is_muted: !fields.muted.is_empty(),
        full_text: !fields.full_text.is_empty(),
        is_pinned: !fields.pinned.is_empty(),
        min_minutes,
        max_minutes,
        keep_days: number(&fields.keep_days, 1, 36_500)?,
        keep_count: number(&fields.keep_count, 50, 1_000_000)?,
        kept_move: former.kept_move.clone(),
    };
    inner.store.subscriptions().set_options(act.user(), id, options).await?;
    Ok(back(id, said))
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
pub(crate) async fn fetching(State(inner): At, act: Act<Fetching>) -> Result<Response, Error> {
    let id = act.source();
    if !act.is_operator() || act.subscribed.source.owner.is_some() {
        // The page has no such form for others; whoever sends one all the same changes nothing.
        return Ok(Redirect::to(&format!("/sources/{id}")).into_response());
    }
    let fields = act.form.fields;
    let house = inner.actions.house_rules();
    let user_agent: String =
        fields.user_agent.trim().chars().filter(|c| !c.is_control()).take(300).collect();
    let former = inner.store.sources().options(id).await?;
    let wished = (
        number(&fields.min_minutes, house.min_minutes, WEEK_MIN)?,
        number(&fields.max_minutes, house.min_minutes, house.max_minutes)?,
    );
    let (said, (min_minutes, max_minutes)) =
        agreeing(wished, (former.min_minutes, former.max_minutes));
    let set = SourceOptions {
        user_agent: Some(user_agent).filter(|agent| !agent.is_empty()),
        min_minutes,
        max_minutes,
        ..former
    };
    inner.store.sources().set_options(id, set).await?;
    Ok(back(id, said))
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
pub(crate) async fn key(State(inner): At, act: Act<Secret>) -> Result<Response, Error> {
    let (user, id) = (act.user(), act.source());
    let Secret { name, password, header, value } = act.form.fields;
    let key = match (name.trim(), header.trim()) {
        ("", "") => None,
        ("", header) => Some(Key::Header(header.to_owned(), value)),
        (name, _) => Some(Key::Password(name.to_owned(), password)),
    };
    Ok(match inner.actions.set_key(user, id, key).await {
        Ok(id) => back(id, "key"),
        Err(failure) => failed(id, &failure),
    })
}
