//! Actions on one source. Each is a form whose response is the source's page again.

use super::followed;
use crate::{
    AddressChange, CheckOutcome, Error,
    acts::{
        ActError, Actor, Address, Number, Title,
        fetching::{self, Fetching},
        following, subscriptions,
        wishes::{self, Wishes},
    },
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
use tidings_model::{Failure, SourceId};
use tidings_store::SubscribedSource;

type At = State<Arc<Inner>>;

/// A form on a source's page. Whoever sends it must subscribe to that source; otherwise it is not found.
pub(crate) struct Act<T> {
    form: Form<T>,
    subscribed: SubscribedSource,
}

impl<T> Act<T> {
    fn actor<'a>(&'a self, inner: &'a Inner) -> Actor<'a> {
        self.form.actor(inner)
    }

    fn source(&self) -> SourceId {
        self.subscribed.source.id
    }
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

/// Redirects to the page with a network failure. Only its kind is part of the address.
fn failed(id: SourceId, refusal: ActError) -> Result<Response, Error> {
    match refusal {
        ActError::Network(failure) => Ok(unwell(id, &failure)),
        refusal => Err(refusal.into()),
    }
}

fn unwell(id: SourceId, failure: &Failure) -> Response {
    back(id, &format!("failed&why={}", failure.kind.code()))
}

/// `POST /sources/{id}/refresh`.
pub(crate) async fn refresh(State(inner): At, act: Act<Nothing>) -> Result<Response, Error> {
    let id = act.source();
    match subscriptions::check_now(&act.actor(&inner), id).await {
        Ok(CheckOutcome::Asked(tidings_model::Outcome::Failed(failure))) => {
            Ok(unwell(id, &failure))
        }
        Ok(CheckOutcome::Asked(_)) => Ok(back(id, "refreshed")),
        Ok(CheckOutcome::NotNow(reason)) => {
            let why: String =
                url::form_urlencoded::byte_serialize(reason.code().as_bytes()).collect();
            Ok(back(id, &format!("not-now&why={why}")))
        }
        Err(refusal) => failed(id, refusal),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    #[serde(default)]
    title: String,
}

/// `POST /sources/{id}/rename`.
pub(crate) async fn rename(State(inner): At, act: Act<Named>) -> Result<Response, Error> {
    let (id, title) = (act.source(), Title::new(&act.form.fields.title)?);
    subscriptions::rename(&act.actor(&inner), &act.subscribed, title).await?;
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
    let target = folder(&act.actor(&inner), text.map_or("", String::as_str)).await?;
    following::move_to(&act.actor(&inner), id, target).await?;
    Ok(back(id, "saved"))
}

/// `POST /sources/{id}/pause`.
pub(crate) async fn pause(
    State(inner): At,
    sent: Sent,
    act: Act<Nothing>,
) -> Result<Response, Error> {
    let id = act.source();
    let done = subscriptions::pause(&act.actor(&inner), vec![id]).await?;
    Ok(undo::answer(&act.form.signed.voice, sent, "pause", done, &format!("/sources/{id}")))
}

/// `POST /sources/{id}/resume`.
pub(crate) async fn resume(State(inner): At, act: Act<Nothing>) -> Result<Response, Error> {
    subscriptions::resume(&act.actor(&inner), vec![act.source()]).await?;
    Ok(back(act.source(), "resumed"))
}

/// `POST /sources/{id}/unsubscribe`.
pub(crate) async fn unsubscribe(
    State(inner): At,
    sent: Sent,
    act: Act<Nothing>,
) -> Result<Response, Error> {
    let id = act.source();
    let done = subscriptions::end(&act.actor(&inner), vec![id]).await?;
    Ok(undo::answer(&act.form.signed.voice, sent, "unsubscribe", done, "/sources"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Elsewhere {
    url: String,
}

/// `POST /sources/{id}/address`.
pub(crate) async fn address(State(inner): At, act: Act<Elsewhere>) -> Result<Response, Error> {
    let id = act.source();
    let address = Address::new(&act.form.fields.url)?;
    match following::change_address(&act.actor(&inner), id, &address).await {
        Ok(now) => Ok(readdressed(&now)),
        Err(refusal) => failed(id, refusal),
    }
}

fn readdressed(now: &AddressChange) -> Response {
    match now.undo {
        None => back(now.source, "moved"),
        undo => Redirect::to(&with_undo(&format!("/sources/{}", now.source), undo)).into_response(),
    }
}

/// `POST /sources/{id}/accept-move`.
pub(crate) async fn accept_move(State(inner): At, act: Act<Nothing>) -> Result<Response, Error> {
    let id = act.source();
    match following::accept_move(&act.actor(&inner), id).await {
        Ok(now) => Ok(readdressed(&now)),
        Err(refusal) => failed(id, refusal),
    }
}

/// `POST /sources/{id}/keep-address`: declines the announced address.
pub(crate) async fn keep_address(State(inner): At, act: Act<Nothing>) -> Result<Response, Error> {
    following::keep_address(&act.actor(&inner), &act.subscribed).await?;
    Ok(back(act.source(), "saved"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wished {
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

impl Wished {
    fn checked(&self) -> Result<Wishes, ActError> {
        let number = |field, text| Number::typed(field, text).map(Some);
        Ok(Wishes {
            is_muted: Some(!self.muted.is_empty()),
            full_text: Some(!self.full_text.is_empty()),
            is_pinned: Some(!self.pinned.is_empty()),
            min_minutes: number("min_minutes", &self.min_minutes)?,
            max_minutes: number("max_minutes", &self.max_minutes)?,
            keep_days: number("keep_days", &self.keep_days)?,
            keep_count: number("keep_count", &self.keep_count)?,
        })
    }
}

/// `POST /sources/{id}/options`. If only the intervals are wrong, the rest is saved, and the page says so.
pub(crate) async fn options(State(inner): At, act: Act<Wished>) -> Result<Response, Error> {
    let (actor, wished) = (act.actor(&inner), act.form.fields.checked()?);
    match wishes::set(&actor, &act.subscribed, &wished).await {
        Ok(()) => Ok(back(act.source(), "saved")),
        Err(ActError::Contrary) => {
            wishes::set(&actor, &act.subscribed, &wished.without_intervals()).await?;
            Ok(back(act.source(), "contrary"))
        }
        Err(refusal) => Err(refusal.into()),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FetchForm {
    #[serde(default)]
    user_agent: String,
    #[serde(default)]
    min_minutes: String,
    #[serde(default)]
    max_minutes: String,
}

/// `POST /sources/{id}/fetching`: how a source is fetched for everybody; for operators.
pub(crate) async fn fetching(State(inner): At, act: Act<FetchForm>) -> Result<Response, Error> {
    let fields = &act.form.fields;
    let manner = Fetching {
        user_agent: fields.user_agent.clone(),
        min_minutes: Number::typed("min_minutes", &fields.min_minutes)?,
        max_minutes: Number::typed("max_minutes", &fields.max_minutes)?,
    };
    match fetching::set(&act.actor(&inner), &act.subscribed, &manner).await {
        Ok(()) => Ok(back(act.source(), "saved")),
        Err(ActError::Contrary) => Ok(back(act.source(), "contrary")),
        // Only operators see this form.
        Err(ActError::OperatorsOnly) => {
            Ok(Redirect::to(&format!("/sources/{}", act.source())).into_response())
        }
        Err(refusal) => Err(refusal.into()),
    }
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

/// `POST /sources/{id}/key`: the credentials for the source. Empty fields delete them.
pub(crate) async fn key(State(inner): At, act: Act<Secret>) -> Result<Response, Error> {
    let (id, fields) = (act.source(), &act.form.fields);
    let key = fetching::key((&fields.name, &fields.password), (&fields.header, &fields.value))?;
    match fetching::set_key(&act.actor(&inner), id, key).await {
        Ok(id) => Ok(back(id, "key")),
        Err(refusal) => failed(id, refusal),
    }
}
