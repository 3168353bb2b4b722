//! The seam: what can be asked of the web, and what it answers.

use crate::{Post, PostAnswer};
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
pub use futures_util::future::BoxFuture;
use http::{HeaderName, HeaderValue, header};
use std::{fmt, time::Duration};
use tidings_model::{Failure, FailureKind, Validators};
use url::Url;

/// What a question to the web came to.
pub type Result = std::result::Result<Response, Failure>;

/// Something that can be asked for documents.
pub trait Web: Send + Sync + fmt::Debug {
    /// Asks for one document, following redirects.
    fn get(&self, request: Request) -> BoxFuture<'_, Result>;

    /// Sends one server one message, and returns what it says; redirects are not followed.
    fn post(&self, post: Post) -> BoxFuture<'_, std::result::Result<PostAnswer, Failure>>;

    /// Refuses a URL that can be seen to be forbidden without asking anybody: for a quick word to the person who adds it.
    /// What passes here is still checked when it is dialled.
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

/// What a document is wanted for: decides what we say we accept, and whether robots.txt is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// A feed, or a page that may lead to one.
    Feed,
    /// A page for its own sake: robots.txt has a say.
    Page,
    /// robots.txt itself.
    Robots,
    /// A picture.
    Image,
}

/// One question to the web.
#[derive(Debug, Clone)]
pub struct Request {
    /// What is wanted.
    pub url: Url,
    /// What for.
    pub purpose: Purpose,
    /// What we have already: sent byte for byte, on every hop, so that a feed behind a redirect can still say "not
    /// modified".
    pub validators: Validators,
    /// A secret for the origin of `url`, and for no other.
    pub credentials: Option<Credentials>,
    /// How many people wait for it; publishers count their readers by it.
    pub n_subscribers: u32,
    /// Largest decoded body, where it differs from the ordinary limit.
    pub body_limit: Option<usize>,
    /// Another User-Agent than ours.
    pub user_agent: Option<String>,
}

impl Request {
    /// A question without conditions or secrets.
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

/// A header that proves who asks. It prints as dots.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    pub(crate) name: HeaderName,
    pub(crate) value: HeaderValue,
}

/// Headers that shape the connection or the request itself: letting a setting change them would let it forge requests.
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
    /// A user name and a password (HTTP Basic).
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

    /// Any one header, such as `Authorization: Bearer …` or `X-Api-Key: …`.
    pub fn header(name: &str, value: &str) -> std::result::Result<Self, Failure> {
        let refuse = |why| Err(Failure::new(FailureKind::BadUrl, why));
        let Ok(name) = name.parse::<HeaderName>() else {
            return refuse(
                "The name of a header for a source is not one that HTTP knows: letters, digits and - only.",
            );
        };
        if NOT_CREDENTIALS.contains(&name) {
            return refuse(
                "This header belongs to the connection itself and cannot be set for a source.",
            );
        }
        let Ok(mut value) = HeaderValue::from_str(value) else {
            return refuse("The value of a header for a source must be one line of text.");
        };
        value.set_sensitive(true);
        Ok(Self { name, value })
    }

    /// The header's name and its value in plain text, for whoever keeps the secret.
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
    /// Who redirected.
    pub from: Url,
    /// Where to.
    pub to: Url,
}

/// An answer that can be used: 200 to 299 with a body, or 304 without.
#[derive(Debug, Clone)]
pub struct Response {
    /// 200 to 299, or 304.
    pub status: u16,
    /// Who answered, after all redirects.
    pub url: Url,
    /// The redirects on the way, in order.
    pub hops: Vec<Hop>,
    /// The Content-Type header, at most a few hundred characters. Untrusted.
    pub content_type: Option<String>,
    /// What to send next time. After a 304 these are the request's, renewed by what the 304 brought; after a 200 they
    /// are the answer's own, with the fingerprint of its body. Keep them only if the body could be read.
    pub validators: Validators,
    /// How long the answer is fresh by its own account (Cache-Control, Expires), bounded by the longest interval.
    pub max_age: Option<Duration>,
    /// Retry-After on a success: rare, but a wish.
    pub retry_after: Option<Duration>,
    /// WebSub hubs named in Link headers.
    pub hubs: Vec<Url>,
    /// The address the Link header calls the document's own.
    pub self_url: Option<Url>,
    /// The decoded body; empty for 304.
    pub body: Bytes,
    /// Bytes of the body as they came, before decoding.
    pub wire_bytes: u64,
}

impl Response {
    /// Whether the server said that nothing changed, or sent the very body we know.
    #[must_use]
    pub fn is_unchanged(&self, known: &Validators) -> bool {
        self.status == 304 || (known.body.is_some() && known.body == self.validators.body)
    }

    /// Where the source moved for good: the final address, if every redirect on the way was permanent.
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
    fn headers_of_the_connection_are_no_credentials() {
        for name in ["Host", "transfer-encoding", "Content-Length", "connection", "bad name", ""] {
            assert!(Credentials::header(name, "x").is_err(), "{name:?}");
        }
        assert!(Credentials::header("x-key", "a\r\nb: c").is_err());
        assert!(Credentials::header("X-Key", "token").is_ok());
        assert!(Credentials::basic("a:b", "c").is_err());
    }

    #[test]
    fn only_a_chain_of_permanent_redirects_is_a_move() {
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
