//! Where hubs call back: `GET /push/{token}` asks whether it was us who asked, `POST /push/{token}` brings news, and
//! `POST /RPC2` takes the word of anybody that a site has something new.
//!
//! Behind the configured public address only: without one, nothing is asked of any hub and nothing answers here. Whoever
//! calls is a stranger until the token and the signature say otherwise; what is refused says nothing of what we know.

mod signature;

use crate::{Error, app::Inner, proxies::Visitor};
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{Path, RawQuery, State},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use signature::Signed;
use std::{sync::Arc, time::Duration};
use tidings_model::{PushId, SourceId, push::PushMethod};
use tidings_store::{PushKey, PushMode};
use tokio::time::timeout;
use url::{Url, form_urlencoded};

/// Longest challenge that is sent back.
const CHALLENGE_BYTES: usize = 2048;
/// Longest time for a message to arrive.
const PATIENCE: Duration = Duration::from_secs(15);
/// The longest call to `/RPC2`.
const CALL_BYTES: usize = 16 << 10;
/// Longest topic, reason or media type that is looked at.
const WORD_BYTES: usize = 4096;

/// What a hub asks us to confirm, or tells us of our wish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    /// It was asked to tell us, or to stop.
    Confirm {
        /// Which of both.
        mode: PushMode,
        /// Of what.
        topic: String,
        /// For how long it will tell us.
        lease_seconds: Option<u64>,
    },
    /// It will not tell us.
    Deny {
        /// Of what.
        topic: String,
        /// Why, in its words. Untrusted.
        reason: String,
    },
    /// A cloud was asked to tell us.
    Cloud {
        /// Of what.
        topic: String,
    },
}

/// News that somebody brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// Through which subscription.
    pub push: PushId,
    /// Of which source.
    pub source: SourceId,
    /// What they are.
    pub news: News,
}

/// What somebody brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// Articles, signed as agreed.
    Whole {
        /// As they came.
        body: Bytes,
        /// The Content-Type header.
        content_type: Option<String>,
    },
    /// Word that there are some, signed as agreed.
    Word,
    /// Word that there are some, from somebody who knows the address of the callback and proves nothing else.
    Hint,
}

/// `GET /push/{token}`: confirms what we asked for, and nothing else.
pub(crate) async fn confirm(
    State(inner): State<Arc<Inner>>,
    Path(token): Path<String>,
    RawQuery(query): RawQuery,
    visitor: Visitor,
) -> Result<Response, Error> {
    open(&inner)?;
    inner.callers.take(visitor.network(), inner.clock.now())?;
    let (intent, challenge) = read(query.as_deref().unwrap_or_default()).ok_or(Error::NotFound)?;
    if !inner.services.push.confirm_push(&token, intent).await? {
        return Err(Error::NotFound);
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], challenge).into_response())
}

/// What a hub asks, and the challenge to send back.
fn read(query: &str) -> Option<(Intent, String)> {
    let of = |name: &str| {
        form_urlencoded::parse(query.as_bytes())
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
            .filter(|value| value.len() <= WORD_BYTES)
    };
    let fits = |challenge: &String| !challenge.is_empty() && challenge.len() <= CHALLENGE_BYTES;
    let Some(mode) = of("hub.mode") else {
        return Some((Intent::Cloud { topic: of("url")? }, of("challenge").filter(fits)?));
    };
    let topic = of("hub.topic")?;
    if mode == "denied" {
        let reason = of("hub.reason").unwrap_or_default();
        return Some((Intent::Deny { topic, reason }, String::new()));
    }
    let mode = PushMode::from_code(&mode)?;
    let lease_seconds = of("hub.lease_seconds").and_then(|lease| lease.trim().parse().ok());
    Some((Intent::Confirm { mode, topic, lease_seconds }, of("hub.challenge").filter(fits)?))
}

/// `POST /push/{token}`: news. A hub is not told whether its signature was good: who guesses learns nothing.
pub(crate) async fn announce(
    State(inner): State<Arc<Inner>>,
    Path(token): Path<String>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Error> {
    open(&inner)?;
    let now = inner.clock.now();
    inner.callers.take(visitor.network(), now)?;
    let key = inner.store.push().key(token, now).await?;
    // Gone rather than not found: hubs stop calling what is gone.
    let Some((key, source)) = key.and_then(|key| key.source.map(|source| (key, source))) else {
        return Ok(StatusCode::GONE.into_response());
    };
    inner.pushes.take(key.id, now)?;
    let body = receive(&inner, &headers, body).await?;
    if let Some(news) = judge(&inner, &key, &headers, body).await? {
        inner.services.push.announced(Announcement { push: key.id, source, news })?;
    }
    Ok(StatusCode::ACCEPTED.into_response())
}

async fn receive(inner: &Inner, headers: &HeaderMap, body: Body) -> Result<Bytes, Error> {
    let most = inner.services.push.largest_push();
    let declared = headers.get(header::CONTENT_LENGTH);
    let declared = declared.and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if declared.is_some_and(|bytes| bytes > most) {
        return Err(Error::TooLarge);
    }
    // A few at a time: together they would fill the memory.
    let _place = inner.receiving.try_acquire().map_err(|_| Error::Busy)?;
    match timeout(PATIENCE, to_bytes(body, most)).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(_)) => Err(Error::TooLarge),
        Err(_) => Err(Error::Timeout),
    }
}

/// What a message is worth; `None` for one that is signed, but not as agreed.
async fn judge(
    inner: &Inner,
    key: &PushKey,
    headers: &HeaderMap,
    body: Bytes,
) -> Result<Option<News>, Error> {
    if key.way == PushMethod::Cloud {
        return Ok(Some(News::Hint));
    }
    match signature::check(headers, &key.secrets, &body) {
        Signed::Well => {}
        Signed::NotAtAll => {
            inner.store.push().count_forged(key.id).await?;
            return Ok(Some(News::Hint));
        }
        Signed::Badly => {
            inner.store.push().count_forged(key.id).await?;
            return Ok(None);
        }
    }
    let is_plain = !headers.contains_key(header::CONTENT_ENCODING);
    if body.is_empty() || !is_plain || !is_about(headers, &key.topic) {
        return Ok(Some(News::Word));
    }
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let content_type = content_type.filter(|text| text.len() <= WORD_BYTES).map(ToOwned::to_owned);
    Ok(Some(News::Whole { body, content_type }))
}

/// Whether a message is about the topic, by its Link header; one that does not say is.
fn is_about(headers: &HeaderMap, topic: &str) -> bool {
    let bare =
        |url: &str| Url::parse(url).ok().map(|url| url.as_str().replacen("https:", "http:", 1));
    let mut own = headers
        .get_all(header::LINK)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(", <"))
        .filter_map(|link| {
            let (url, parameters) = link.trim_start_matches(['<', ' ']).split_once('>')?;
            let rel = parameters.split(';').find_map(|one| one.trim().strip_prefix("rel="))?;
            rel.trim_matches('"').eq_ignore_ascii_case("self").then_some(url)
        })
        .peekable();
    own.peek().is_none() || own.any(|url| bare(url) == bare(topic))
}

/// `POST /RPC2`: a site says that it has something new. The same answer whether anybody follows it or not.
pub(crate) async fn ping(
    State(inner): State<Arc<Inner>>,
    visitor: Visitor,
    body: Body,
) -> Result<Response, Error> {
    open(&inner)?;
    inner.pings.take(visitor.network(), inner.clock.now())?;
    let call = match timeout(PATIENCE, to_bytes(body, CALL_BYTES)).await {
        Ok(Ok(call)) => call,
        Ok(Err(_)) => return Err(Error::TooLarge),
        Err(_) => return Err(Error::Timeout),
    };
    let (error, message) = match inner.services.push.pinged(&call) {
        Ok(()) => (0, "Thanks for the ping."),
        Err(why) => (1, why),
    };
    Ok(([XML], answer(error, message)).into_response())
}

const XML: (HeaderName, HeaderValue) =
    (header::CONTENT_TYPE, HeaderValue::from_static("text/xml; charset=utf-8"));

fn answer(error: u8, message: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<methodResponse><params><param><value><struct>\
         <member><name>flerror</name><value><boolean>{error}</boolean></value></member>\
         <member><name>message</name><value><string>{message}</string></value></member>\
         </struct></value></param></params></methodResponse>\n"
    )
}

fn open(inner: &Inner) -> Result<(), Error> {
    inner.public_url.as_ref().map(|_| ()).ok_or(Error::NotFound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_within_bounds() {
        let asked = "hub.mode=subscribe&hub.topic=http%3A%2F%2Fa.example%2F&hub.challenge=x%3Cy&hub.lease_seconds=90";
        let topic = "http://a.example/".to_owned();
        let mode = PushMode::Subscribe;
        let intent = Intent::Confirm { mode, topic: topic.clone(), lease_seconds: Some(90) };
        assert_eq!(read(asked), Some((intent, "x<y".to_owned())));
        let long = format!("hub.mode=subscribe&hub.topic=a&hub.challenge={}", "x".repeat(3000));
        for bad in ["", "hub.mode=subscribe", "hub.mode=publish&hub.topic=a&hub.challenge=b", &long]
        {
            assert_eq!(read(bad), None, "{bad:.60}");
        }
        assert_eq!(read("hub.mode=subscribe&hub.topic=a&hub.challenge="), None);
        let cloud = read("url=http%3A%2F%2Fa.example%2F&challenge=abc");
        assert_eq!(cloud, Some((Intent::Cloud { topic }, "abc".to_owned())));
    }

    #[test]
    fn a_message_may_say_what_it_is_about() {
        let about = |link: &str| {
            let headers: HeaderMap = [(header::LINK, link.parse().unwrap())].into_iter().collect();
            is_about(&headers, "https://a.example/feed")
        };
        assert!(is_about(&HeaderMap::new(), "https://a.example/feed"));
        assert!(about("<https://hub.example/>; rel=\"hub\""));
        assert!(about(
            "<https://hub.example/>; rel=\"hub\", <https://a.example/feed>; rel=\"self\""
        ));
        assert!(about("<http://a.example/feed>; rel=self"));
        assert!(!about(
            "<https://hub.example/>; rel=\"hub\", <https://b.example/feed>; rel=\"self\""
        ));
    }
}
