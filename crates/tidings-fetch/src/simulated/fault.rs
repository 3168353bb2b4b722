//! Ways in which a simulated server fails, as seen by the client.

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http::{HeaderValue, Response, StatusCode, header};
use http_body_util::{BodyExt, Full, StreamBody, combinators::UnsyncBoxBody};
use hyper::body::Frame;
use std::time::Duration;
use tidings_model::{Failure, FailureKind};

/// The body of a simulated response.
pub(crate) type Body = UnsyncBoxBody<Bytes, Failure>;

/// One kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The name does not resolve.
    NameLost,
    /// The port is closed.
    Refused,
    /// The connection breaks before a response.
    Reset,
    /// The certificate is not valid.
    BadCertificate,
    /// Accepts the connection, and never responds.
    Silence,
    /// Sends a byte now and then, forever.
    Drip,
    /// An error status.
    Status(u16),
    /// 429, with Retry-After in seconds if it is not zero.
    RateLimited(u32),
    /// 503, with Retry-After in seconds.
    Busy(u32),
    /// The body ends early.
    Truncated,
    /// A document whose bytes and markup are broken.
    BadBytes,
    /// Declares gzip, and sends something else.
    BrokenGzip,
    /// An unknown encoding.
    UnknownEncoding,
    /// A body without end.
    Endless,
    /// An error page in HTML, as a success.
    NotAFeed,
    /// A success without a body.
    Empty,
    /// Redirects to itself.
    RedirectLoop,
    /// Redirects without a target.
    RedirectNowhere,
    /// Redirects into a private network.
    RedirectInside,
    /// Responds "not modified" to every request.
    NotModified,
    /// A status that does not exist.
    NoStatus,
    /// A response that is not HTTP.
    Gibberish,
}

impl Fault {
    /// One of each kind, to draw from at random.
    pub const ALL: [Self; 24] = [
        Self::NameLost,
        Self::Refused,
        Self::Reset,
        Self::BadCertificate,
        Self::Silence,
        Self::Drip,
        Self::Status(404),
        Self::Status(500),
        Self::Status(502),
        Self::RateLimited(0),
        Self::RateLimited(3600),
        Self::Busy(600),
        Self::Truncated,
        Self::BadBytes,
        Self::BrokenGzip,
        Self::UnknownEncoding,
        Self::Endless,
        Self::NotAFeed,
        Self::Empty,
        Self::RedirectLoop,
        Self::RedirectNowhere,
        Self::RedirectInside,
        Self::NoStatus,
        Self::Gibberish,
    ];

    /// Returns what the client sees. `document` is what a healthy server would have sent.
    pub(crate) async fn show(
        self,
        host: &str,
        asked: &str,
        document: Bytes,
    ) -> Result<Response<Body>, Failure> {
        let fail = |kind, what: &str| Err(Failure::new(kind, format!("{host} {what}.")));
        match self {
            Self::NameLost => fail(FailureKind::Dns, "is a name that does not resolve"),
            Self::Refused => fail(FailureKind::Network, "refused the connection"),
            Self::Reset => fail(FailureKind::Network, "broke the connection"),
            Self::BadCertificate => fail(FailureKind::Tls, "has a certificate that has expired"),
            Self::Gibberish => fail(FailureKind::Protocol, "did not respond with valid HTTP"),
            Self::Silence => std::future::pending().await,
            Self::Drip => Ok(streamed(dripping(document))),
            Self::Endless => Ok(streamed(endless())),
            Self::Truncated => Ok(streamed(truncated(&document, host))),
            Self::Status(status) => {
                Ok(answer(status, &[], b"<html><body>Something is wrong.</body></html>"))
            }
            Self::RateLimited(0) => Ok(answer(429, &[], b"Slow down.")),
            Self::RateLimited(after) => {
                Ok(answer(429, &[("retry-after", &after.to_string())], b"Slow down."))
            }
            Self::Busy(after) => {
                Ok(answer(503, &[("retry-after", &after.to_string())], b"Come back later."))
            }
            Self::BadBytes => Ok(answer(
                200,
                &[("content-type", "application/rss+xml")],
                b"<rss><cha\xff\xfe\x00nnel><item>",
            )),
            Self::BrokenGzip => {
                Ok(answer(200, &[("content-encoding", "gzip")], b"this was never compressed"))
            }
            Self::UnknownEncoding => {
                Ok(answer(200, &[("content-encoding", "x-homemade")], &document))
            }
            Self::NotAFeed => {
                let page = b"<!doctype html><html><title>Database error</title><body>Please try again.</body></html>";
                Ok(answer(200, &[("content-type", "text/html"), ("etag", "\"error-page\"")], page))
            }
            Self::Empty => Ok(answer(200, &[], b"")),
            Self::RedirectLoop => Ok(answer(302, &[("location", asked)], b"")),
            Self::RedirectNowhere => Ok(answer(302, &[], b"")),
            Self::RedirectInside => {
                Ok(answer(302, &[("location", "http://169.254.169.254/latest/")], b""))
            }
            Self::NotModified => Ok(answer(304, &[], b"")),
            Self::NoStatus => Ok(answer(999, &[], b"what?")),
        }
    }
}

/// Returns a response with a whole body.
pub(crate) fn answer(status: u16, headers: &[(&'static str, &str)], body: &[u8]) -> Response<Body> {
    let body =
        Full::new(Bytes::copy_from_slice(body)).map_err(|never| match never {}).boxed_unsync();
    let mut response = Response::new(body);
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().append(*name, value);
        }
    }
    response
}

type Chunk = Result<Frame<Bytes>, Failure>;

fn streamed(chunks: impl stream::Stream<Item = Chunk> + Send + 'static) -> Response<Body> {
    let mut response = Response::new(StreamBody::new(chunks).boxed_unsync());
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("application/xml"));
    response
}

fn endless() -> impl stream::Stream<Item = Chunk> {
    stream::repeat(Bytes::from_static(&[b' '; 64 << 10])).map(|chunk| Ok(Frame::data(chunk)))
}

fn truncated(document: &Bytes, host: &str) -> impl stream::Stream<Item = Chunk> + use<> {
    let half = document.slice(..document.len() / 2);
    let end = Failure::new(
        FailureKind::Incomplete,
        format!("The response from {host} ended before it was complete."),
    );
    stream::iter([Ok(Frame::data(half)), Err(end)])
}

fn dripping(document: Bytes) -> impl stream::Stream<Item = Chunk> {
    stream::unfold(0, move |sent| {
        let byte = document.slice(sent % document.len().max(1)..).slice(..1.min(document.len()));
        async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Some((Ok(Frame::data(byte)), sent + 1))
        }
    })
}
