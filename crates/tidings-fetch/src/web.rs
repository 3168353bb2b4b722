//! The interface to the web: requests and responses.

use crate::{Post, PostAnswer};
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
pub use futures_util::future::BoxFuture;
use http::{HeaderName, HeaderValue, header};
use std::{fmt, time::Duration};
use tidings_model::{Failure, FailureKind, Validators};
use url::Url;

/// The result of a fetch.
pub type Result = std::result::Result<Response, Failure>;

/// Something that fetches documents.
pub trait Web: Send + Sync + fmt::Debug {
    /// Fetches one document, following redirects.
    fn get(&self, request: Request) -> BoxFuture<'_, Result>;

    /// Posts one message to one server, and returns its response; redirects are not followed.
    fn post(&self, post: Post) -> BoxFuture<'_, std::result::Result<PostAnswer, Failure>>;

    /// Rejects a URL that is forbidden without having to contact anyone, for quick feedback to the user who adds it. A
    /// URL that passes is still checked when it is dialed.
    fn check(&self, url: &Url) -> std::result::Result<(), Failure>;
}

impl<W: Web + ?Sized> Web for std::sync::Arc<W> {
    fn get(&self, request: Request) -> BoxFuture<'_, Result> {
        (**self).get(request)
    }

    fn post(&self, post: Post) -> BoxFuture<'_, std::result::Result<PostAnswer, Failure>> {
        (**self).post(post)
    }

    fn check(&self, url: &Url) -> std::result::Result<(), Failure> {
        (**self).check(url)
    }
}

/// What a document is fetched for: decides the Accept header, and whether robots.txt applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// A feed, or a page that may lead to one.
    Feed,
    /// A page for its own content: robots.txt applies.
    Page,
    /// robots.txt itself.
    Robots,
    /// An image.
    Image,
}

/// One request to the web.
#[derive(Debug, Clone)]
pub struct Request {
    /// The address to fetch.
    pub url: Url,
    /// The purpose.
    pub purpose: Purpose,
    /// The validators of an earlier response: sent byte for byte, also after redirects, so that a feed behind a
    /// redirect can still respond "not modified".
    pub validators: Validators,
    /// Credentials for the origin of `url`, and for no other.
    pub credentials: Option<Credentials>,
    /// The number of subscribers, which publishers use to count their audience.
    pub n_subscribers: u32,
    /// Maximum size of the decoded body, if it differs from the default.
    pub body_limit: Option<usize>,
    /// A User-Agent other than ours.
    pub user_agent: Option<String>,
}

impl Request {
    /// Creates a request without conditions or credentials.
    #[must_use]
    pub fn new(url: Url, purpose: Purpose) -> Self {
        Self {
            url,
            purpose,
            validators: Validators::default(),
            credentials: None,
            n_subscribers: 0,
            body_limit: None,
            user_agent: None,
        }
    }
}

/// A header that authenticates the request. Its debug output hides the value.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    pub(crate) name: HeaderName,
    pub(crate) value: HeaderValue,
}

/// Headers that shape the connection or the request itself: a setting that changes them could forge requests.
const NOT_CREDENTIALS: [HeaderName; 12] = [
    header::HOST,
    header::CONTENT_LENGTH,
    header::CONTENT_TYPE,
    header::TRANSFER_ENCODING,
    header::CONNECTION,
    header::UPGRADE,
    header::TE,
    header::TRAILER,
    header::EXPECT,
    header::ACCEPT_ENCODING,
    header::RANGE,
    header::REFERER,
];

impl Credentials {
    /// Creates HTTP Basic credentials from a user name and a password.
    pub fn basic(user: &str, password: &str) -> std::result::Result<Self, Failure> {
        if user.contains(':') {
            return Err(Failure::new(
                FailureKind::BadUrl,
                "A user name for a source cannot contain a colon.",
            ));
        }
        let encoded = BASE64_STANDARD.encode(format!("{user}:{password}"));
        Self::header("authorization", &format!("Basic {encoded}"))
    }

    /// Creates credentials from any one header, such as `Authorization: Bearer …` or `X-Api-Key: …`.
    pub fn header(name: &str, value: &str) -> std::result::Result<Self, Failure> {
        let refuse = |why| Err(Failure::new(FailureKind::BadUrl, why));
        let Ok(name) = name.parse::<HeaderName>() else {
            return refuse(
                "The name of a header for a source is not valid in HTTP: use letters, digits and - only.",
            );
        };
        if NOT_CREDENTIALS.contains(&name) {
            return refuse("This header belongs to the connection and cannot be set for a source.");
        }
        let Ok(mut value) = HeaderValue::from_str(value) else {
            return refuse("The value of a header for a source must be one line of text.");
        };
        value.set_sensitive(true);
        Ok(Self { name, value })
    }

    /// Returns the header's name and its value in plain text, for storing the secret.
    #[must_use]
    pub fn into_parts(self) -> (String, String) {
        let value = String::from_utf8_lossy(self.value.as_bytes()).into_owned();
        (self.name.as_str().to_owned(), value)
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Credentials({}: …)", self.name)
    }
}

/// One redirect that was followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hop {
    /// 301, 302, 303, 307 or 308.
    pub status: u16,
    /// The redirecting URL.
    pub from: Url,
    /// The target.
    pub to: Url,
}

/// A usable response: 200 to 299 with a body, or 304 without.
#[derive(Debug, Clone)]
pub struct Response {
    /// 200 to 299, or 304.
    pub status: u16,
    /// The final URL, after all redirects.
    pub url: Url,
    /// The redirects on the way, in order.
    pub hops: Vec<Hop>,
    /// The Content-Type header, at most a few hundred characters. Untrusted.
    pub content_type: Option<String>,
    /// What to send next time. After a 304 these are the request's validators, updated from the 304; after a 200 they
    /// are those of the response, with the fingerprint of its body. Keep them only if the body could be read.
    pub validators: Validators,
    /// How long the response claims to be fresh (Cache-Control, Expires), at most the longest interval.
    pub max_age: Option<Duration>,
    /// Retry-After on a success: rare, but a request to wait.
    pub retry_after: Option<Duration>,
    /// WebSub hubs named in Link headers.
    pub hubs: Vec<Url>,
    /// The document's own address from the Link header.
    pub self_url: Option<Url>,
    /// The decoded body; empty for 304.
    pub body: Bytes,
    /// Bytes of the body as received, before decoding.
    pub wire_bytes: u64,
}

impl Response {
    /// Returns whether the server responded that nothing changed, or sent the same body as before.
    #[must_use]
    pub fn is_unchanged(&self, known: &Validators) -> bool {
        self.status == 304 || (known.body.is_some() && known.body == self.validators.body)
    }

    /// Returns where the source moved permanently: the final address, if every redirect on the way was permanent.
    #[must_use]
    pub fn moved_to(&self) -> Option<&Url> {
        let permanent = |hop: &Hop| matches!(hop.status, 301 | 308);
        (!self.hops.is_empty() && self.hops.iter().all(permanent)).then_some(&self.url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_never_print() {
        let secret = Credentials::basic("ann", "swordfish").unwrap();
        let mut request = Request::new("https://example.org/".parse().unwrap(), Purpose::Feed);
        request.credentials = Some(secret.clone());
        let printed = format!("{request:?} {:?}", secret.value);
        assert!(!printed.contains("swordfish") && !printed.contains("YW5u"), "{printed}");
        assert_eq!(secret.value.as_bytes(), b"Basic YW5uOnN3b3JkZmlzaA==");
    }

    #[test]
    fn connection_headers_are_not_accepted_as_credentials() {
        for name in ["Host", "transfer-encoding", "Content-Length", "connection", "bad name", ""] {
            assert!(Credentials::header(name, "x").is_err(), "{name:?}");
        }
        assert!(Credentials::header("x-key", "a\r\nb: c").is_err());
        assert!(Credentials::header("X-Key", "token").is_ok());
        assert!(Credentials::basic("a:b", "c").is_err());
    }

    #[test]
    fn only_permanent_redirects_are_a_move() {
        let url: Url = "https://example.org/feed".parse().unwrap();
        let hop = |status| Hop { status, from: url.clone(), to: url.clone() };
        let answer = |hops| Response {
            status: 200,
            url: url.clone(),
            hops,
            content_type: None,
            validators: Validators::default(),
            max_age: None,
            retry_after: None,
            hubs: vec![],
            self_url: None,
            body: Bytes::new(),
            wire_bytes: 0,
        };
        assert_eq!(answer(vec![]).moved_to(), None);
        assert_eq!(answer(vec![hop(301), hop(308)]).moved_to(), Some(&url));
        assert_eq!(answer(vec![hop(301), hop(302)]).moved_to(), None);
    }
}
