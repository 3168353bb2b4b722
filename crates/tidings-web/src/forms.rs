//! Forms: small, quick to arrive, URL-encoded, with known fields only, and with the session's token.

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

/// Maximum form size: an address and a folder, with room to spare.
const MAX_BYTES: usize = 32 << 10;
/// How long a form may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);
/// The field with the session's token.
const TOKEN: &str = "token";
/// The only field that may be repeated.
const MANY: &str = "ids";

/// A form sent by a signed-in person from one of our pages, made for their session.
#[derive(Debug)]
pub(crate) struct Form<T> {
    pub(crate) signed: Signed,
    pub(crate) fields: T,
}

impl<T> Form<T> {
    /// Returns the person who sent it.
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

/// A form that anyone may send: set-up and sign-in. That it comes from our own origin has already been checked.
#[derive(Debug)]
pub(crate) struct OpenForm<T>(pub(crate) T);

/// Who sent a form, which decides the response: a browser shows the next page, a script already has one.
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
        let (signed, pairs) = own_pairs(request, inner).await?;
        Ok(Self { signed, fields: fields(pairs)? })
    }
}

/// Returns who sent a form, and its pairs. The form must have come from one of our own pages.
async fn own_pairs(
    request: Request,
    inner: &Arc<Inner>,
) -> Result<(Signed, Vec<(String, String)>), Error> {
    let (mut parts, body) = request.into_parts();
    let signed = Signed::from_request_parts(&mut parts, inner).await?;
    let mut pairs = pairs(Request::from_parts(parts, body)).await?;
    let sent = pairs.iter().position(|(name, _)| name == TOKEN).map(|at| pairs.remove(at).1);
    if !sent.is_some_and(|sent| token::is_masked(&sent, &signed.csrf)) {
        return Err(Error::Forged);
    }
    Ok((signed, pairs))
}

impl<T: DeserializeOwned> FromRequest<Arc<Inner>> for OperatorForm<T> {
    type Rejection = Error;

    async fn from_request(request: Request, inner: &Arc<Inner>) -> Result<Self, Error> {
        let (mut parts, body) = request.into_parts();
        // Refuses people without the right before reading the form.
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

/// Returns the pairs of a form. Other media types have none, because pages on other sites can send plain text without a
/// preflight.
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
        // Checkboxes of several cards form one list.
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, Bytes};
    use futures_util::stream;

    const FORM: &str = "application/x-www-form-urlencoded";

    fn request(kind: &str, body: impl Into<Body>) -> Request {
        Request::builder().header(header::CONTENT_TYPE, kind).body(body.into()).unwrap()
    }

    async fn read(body: &str) -> Vec<(String, String)> {
        pairs(request(FORM, body.to_owned())).await.unwrap()
    }

    fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    /// Returns a body that never arrives.
    fn silence() -> Body {
        Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>())
    }

    #[tokio::test]
    async fn what_a_browser_sends_is_read_back() {
        for (body, expected) in [
            ("", vec![]),
            ("a=1&b=", vec![("a", "1"), ("b", "")]),
            ("a+b=c+d", vec![("a b", "c d")]),
            ("name=%C3%BC%26%3D%2B", vec![("name", "ü&=+")]),
            ("bare", vec![("bare", "")]),
            ("&&a=1&&", vec![("a", "1")]),
            ("a=1=2", vec![("a", "1=2")]),
            // Invalid UTF-8 is replaced, which is harmless.
            ("a=%ff", vec![("a", "\u{fffd}")]),
        ] {
            assert_eq!(read(body).await, owned(&expected), "{body}");
        }
    }

    #[tokio::test]
    async fn only_the_ids_of_several_cards_form_a_list() {
        let ticked = read("ids=1&act=read&ids=2%2C3&ids=4").await;
        assert_eq!(ticked, owned(&[("ids", "1,2,3,4"), ("act", "read")]));
        let twice = read("name=a&name=b").await;
        assert_eq!(twice, owned(&[("name", "a"), ("name", "b")]));
    }

    #[tokio::test]
    async fn only_url_encoded_bodies_are_forms() {
        for kind in
            [FORM, "Application/X-WWW-Form-Urlencoded; charset=UTF-8", &format!(" {FORM} ;")]
        {
            assert!(pairs(request(kind, "a=1")).await.is_ok(), "{kind}");
        }
        for kind in ["text/plain", "multipart/form-data; boundary=x", "application/json", "", "x"] {
            assert_eq!(pairs(request(kind, "a=1")).await, Err(Error::Forged), "{kind}");
        }
        let untyped = Request::builder().body(Body::from("a=1")).unwrap();
        assert_eq!(pairs(untyped).await, Err(Error::Forged));
    }

    #[tokio::test]
    async fn a_form_may_be_exactly_as_large_as_the_limit() {
        let largest = format!("a={}", "x".repeat(MAX_BYTES - 2));
        assert_eq!(read(&largest).await[0].1.len(), MAX_BYTES - 2);
        let larger = pairs(request(FORM, format!("{largest}x"))).await;
        assert_eq!(larger, Err(Error::TooLarge));
    }

    #[tokio::test]
    async fn a_form_that_declares_too_large_a_size_is_refused_at_once() {
        let mut request = request(FORM, silence());
        request.headers_mut().insert(header::CONTENT_LENGTH, (MAX_BYTES + 1).into());
        assert_eq!(pairs(request).await, Err(Error::TooLarge));
    }

    #[tokio::test(start_paused = true)]
    async fn a_form_that_does_not_arrive_is_given_up() {
        let begun = tokio::time::Instant::now();
        assert_eq!(pairs(request(FORM, silence())).await, Err(Error::Timeout));
        assert_eq!(begun.elapsed(), PATIENCE);
    }

    #[derive(Debug, PartialEq, Eq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Folder {
        name: String,
        #[serde(default)]
        note: String,
    }

    #[test]
    fn fields_must_be_known_complete_and_unique() {
        let folder = |pairs: &[(&str, &str)]| fields::<Folder>(owned(pairs));
        let named =
            |name: &str, note: &str| Folder { name: name.to_owned(), note: note.to_owned() };
        assert_eq!(folder(&[("name", "News")]), Ok(named("News", "")));
        assert_eq!(folder(&[("note", ""), ("name", "1")]), Ok(named("1", "")));
        for bad in [
            &[][..],
            &[("note", "x")],
            &[("name", "a"), ("name", "a")],
            &[("name", "a"), ("colour", "red")],
            &[("name", "a"), ("", "")],
        ] {
            assert!(matches!(folder(bad), Err(Error::BadRequest(_))), "{bad:?}");
        }
        assert!(fields::<Nothing>(Vec::new()).is_ok());
        assert!(fields::<Nothing>(owned(&[("act", "read")])).is_err());
    }
}
