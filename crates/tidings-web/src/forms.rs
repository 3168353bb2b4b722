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

    /// A body of which nothing ever comes.
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
            // What is no UTF-8 is replaced, and harms nothing.
            ("a=%ff", vec![("a", "\u{fffd}")]),
        ] {
            assert_eq!(read(body).await, owned(&expected), "{body}");
        }
    }

    #[tokio::test]
    async fn boxes_ticked_on_several_cards_are_one_list_and_nothing_else_is() {
        let ticked = read("ids=1&act=read&ids=2%2C3&ids=4").await;
        assert_eq!(ticked, owned(&[("ids", "1,2,3,4"), ("act", "read")]));
        let twice = read("name=a&name=b").await;
        assert_eq!(twice, owned(&[("name", "a"), ("name", "b")]));
    }

    #[tokio::test]
    async fn only_the_media_type_that_asks_first_elsewhere_is_a_form() {
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
    async fn a_form_holds_so_many_bytes_and_not_one_more() {
        let largest = format!("a={}", "x".repeat(MAX_BYTES - 2));
        assert_eq!(read(&largest).await[0].1.len(), MAX_BYTES - 2);
        let larger = pairs(request(FORM, format!("{largest}x"))).await;
        assert_eq!(larger, Err(Error::TooLarge));
    }

    #[tokio::test]
    async fn a_form_that_says_it_is_too_large_is_not_waited_for() {
        let mut request = request(FORM, silence());
        request.headers_mut().insert(header::CONTENT_LENGTH, (MAX_BYTES + 1).into());
        assert_eq!(pairs(request).await, Err(Error::TooLarge));
    }

    #[tokio::test(start_paused = true)]
    async fn a_form_that_does_not_come_is_given_up() {
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
    fn fields_are_known_complete_and_said_once() {
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
