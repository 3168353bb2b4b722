//! Forms: small, quick, urlencoded, with known fields only, and with the session's token.

use crate::{
    Error,
    acts::Actor,
    app::Inner,
    session::{Operator, Signed},
    token,
};
use axum::{
    extract::{FromRequest, FromRequestParts, Request},
    http::{header, request::Parts},
};
use serde::{
    Deserialize,
    de::{DeserializeOwned, value::MapDeserializer},
};
use std::{sync::Arc, time::Duration};

/// Largest form: an address and a folder, with room.
const MAX_BYTES: usize = 32 << 10;
/// Longest time for a form to arrive.
const PATIENCE: Duration = Duration::from_secs(10);
/// The field that carries the session's token.
const TOKEN: &str = "token";
/// The only field that may come several times.
const MANY: &str = "ids";

/// A form sent by a person who is signed in, from a page of ours made for their session.
#[derive(Debug)]
pub(crate) struct Form<T> {
    pub(crate) signed: Signed,
    pub(crate) fields: T,
}

impl<T> Form<T> {
    /// The person who sent it.
    pub(crate) fn actor<'a>(&'a self, inner: &'a Inner) -> Actor<'a> {
        self.signed.actor(inner)
    }
}

/// A form sent by an operator.
#[derive(Debug)]
pub(crate) struct OperatorForm<T> {
    pub(crate) operator: Operator,
    pub(crate) fields: T,
}

/// A form without fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// A form that anybody may send: set-up and sign-in. That it comes from our own origin was checked at the door.
#[derive(Debug)]
pub(crate) struct OpenForm<T>(pub(crate) T);

/// Who sent a form, for what the answer is: a page wants to be shown the next one, a script has one already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sent {
    ByPage,
    ByScript,
}

impl<S: Sync> FromRequestParts<S> for Sent {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let is_script = parts.headers.get("x-tidings").is_some_and(|value| value == "script");
        Ok(if is_script { Self::ByScript } else { Self::ByPage })
    }
}

impl<T: DeserializeOwned> FromRequest<Arc<Inner>> for Form<T> {
    type Rejection = Error;

    async fn from_request(request: Request, inner: &Arc<Inner>) -> Result<Self, Error> {
        let (mut parts, body) = request.into_parts();
        let signed = Signed::from_request_parts(&mut parts, inner).await?;
        let mut pairs = pairs(Request::from_parts(parts, body)).await?;
        let sent = pairs.iter().position(|(name, _)| name == TOKEN).map(|at| pairs.remove(at).1);
        if !sent.is_some_and(|sent| token::is_masked(&sent, &signed.csrf)) {
            return Err(Error::Forged);
        }
        Ok(Self { signed, fields: fields(pairs)? })
    }
}

impl<T: DeserializeOwned> FromRequest<Arc<Inner>> for OperatorForm<T> {
    type Rejection = Error;

    async fn from_request(request: Request, inner: &Arc<Inner>) -> Result<Self, Error> {
        let (mut parts, body) = request.into_parts();
        // Who may not is told so before the form is looked at.
        Operator::from_request_parts(&mut parts, inner).await?;
        let Form { signed, fields } =
            Form::from_request(Request::from_parts(parts, body), inner).await?;
        Ok(Self { operator: Operator::of(signed)?, fields })
    }
}

impl<T: DeserializeOwned> FromRequest<Arc<Inner>> for OpenForm<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &Arc<Inner>) -> Result<Self, Error> {
        Ok(Self(fields(pairs(request).await?)?))
    }
}

/// The pairs of a form. Another media type has none: cross-site pages can send plain text without asking.
async fn pairs(request: Request) -> Result<Vec<(String, String)>, Error> {
    let is_form = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| {
            value.split(';').next().is_some_and(|kind| {
                kind.trim().eq_ignore_ascii_case("application/x-www-form-urlencoded")
            })
        });
    if !is_form {
        return Err(Error::Forged);
    }
    let declared = request
        .headers()
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if declared.is_some_and(|bytes| bytes > MAX_BYTES) {
        return Err(Error::TooLarge);
    }
    let body = tokio::time::timeout(PATIENCE, axum::body::to_bytes(request.into_body(), MAX_BYTES))
        .await
        .map_err(|_| Error::Timeout)?
        .map_err(|_| Error::TooLarge)?;
    let mut pairs: Vec<(String, String)> = Vec::new();
    for (name, value) in url::form_urlencoded::parse(&body) {
        // Boxes ticked on several cards are one list.
        let former = pairs.iter_mut().find(|(former, _)| name == MANY && *former == name);
        match former {
            Some((_, values)) => {
                values.push(',');
                values.push_str(&value);
            }
            None => pairs.push((name.into_owned(), value.into_owned())),
        }
    }
    Ok(pairs)
}

fn fields<T: DeserializeOwned>(pairs: Vec<(String, String)>) -> Result<T, Error> {
    T::deserialize(MapDeserializer::new(pairs.into_iter()))
        .map_err(|error: serde::de::value::Error| Error::BadRequest(error.to_string()))
}
