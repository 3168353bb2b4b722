//! Callbacks of hubs: `GET /push/{token}` asks whether a request was ours, and `POST /push/{token}` delivers updates.
//! `POST /RPC2` accepts pings from anyone that a site has something new.
//!
//! These work only with a configured public address: without one, no hub is contacted and no callback is accepted.
//! Every caller is a stranger until the token and the signature prove otherwise, and a refusal reveals nothing.

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

/// Maximum length of a challenge that is echoed.
const CHALLENGE_BYTES: usize = 2048;
/// How long a message may take to arrive.
const PATIENCE: Duration = Duration::from_secs(15);
/// Maximum size of a call to `/RPC2`.
const CALL_BYTES: usize = 16 << 10;
/// Maximum length of a topic, reason or media type.
const WORD_BYTES: usize = 4096;

/// A verification request or notification of a hub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    /// It was asked to notify us, or to stop.
    Confirm {
        /// Which of the two.
        mode: PushMode,
        /// The topic.
        topic: String,
        /// How long it will notify us.
        lease_seconds: Option<u64>,
    },
    /// It refuses to notify us.
    Deny {
        /// The topic.
        topic: String,
        /// The reason, in its own words. Untrusted.
        reason: String,
    },
    /// An rssCloud server was asked to notify us.
    Cloud {
        /// The topic.
        topic: String,
    },
}

/// A delivered update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// The subscription it came through.
    pub push: PushId,
    /// The source it is about.
    pub source: SourceId,
    /// The content.
    pub news: News,
}

/// The content of an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// Articles, with a valid signature.
    Whole {
        /// The body as received.
        body: Bytes,
        /// The Content-Type header.
        content_type: Option<String>,
    },
    /// A notification without content, with a valid signature.
    Word,
    /// A notification from someone who knows the callback address and proves nothing else.
    Hint,
}

/// `GET /push/{token}`: confirms our own requests, and nothing else.
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

/// Parses a hub's query and returns the challenge to echo.
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

/// `POST /push/{token}`: an update. The hub does not learn whether its signature was valid, so guessing reveals
/// nothing.
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
    // Gone instead of not found: hubs stop calling addresses that are gone.
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

/// Returns what a message is worth; `None` if its signature is wrong.
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

/// Returns whether a message is about the topic, according to its Link header. A message without one is.
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

/// `POST /RPC2`: a site says that it has something new. The response is the same whether anyone subscribes to it or
/// not.
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
    fn verification_requests_are_parsed_within_bounds() {
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
    fn a_message_may_name_its_topic() {
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
