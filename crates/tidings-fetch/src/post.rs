//! Outgoing messages: one POST to one server, through the same connector and guard as everything else.
//!
//! Redirects are not followed: the user who set up a webhook chose the server that gets the message, and no other.
//! Every status counts as a response; the sender decides what it means.

use crate::{
    body::{self, Bounds},
    faults,
    fetch::{Road, Transport},
};
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, header};
use std::time::Duration;
use tidings_model::{Failure, HostKey};
use tokio::time::timeout;
use url::Url;

/// Maximum time for a message and its response.
const DEADLINE: Duration = Duration::from_secs(15);
/// Maximum number of bytes read from the response.
const ANSWER_BYTES: usize = 16 << 10;

/// A message to a server.
#[derive(Debug, Clone)]
pub struct Post {
    /// The recipient.
    pub url: Url,
    /// The media type of the body.
    pub content_type: &'static str,
    /// Additional headers, such as a signature. Values that are not valid in HTTP are dropped.
    pub headers: Vec<(&'static str, String)>,
    /// The message.
    pub body: Bytes,
}

/// A server's response to a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostAnswer {
    /// The status, any at all.
    pub status: u16,
    /// How long the server asks us to wait.
    pub retry_after: Option<Duration>,
    /// The beginning of the response body, as text. Untrusted.
    pub text: String,
}

impl<T: Transport> Road<T> {
    /// Sends a message and returns the response, whatever its status.
    pub(crate) async fn post(&self, post: Post) -> Result<PostAnswer, Failure> {
        self.guard.check_url(&post.url)?;
        let mut url = post.url.clone();
        url.set_fragment(None);
        let host = url.host_str().unwrap_or_default().to_owned();
        let _turn = self.hosts.turn(&HostKey::of(&url), self.patience).await?;
        let headers = self.post_headers(&post);
        match timeout(DEADLINE, self.exchange(&url, headers, post.body, &host)).await {
            Ok(answered) => answered,
            Err(_) => Err(faults::timeout(&host, DEADLINE.as_secs_f32())),
        }
    }

    async fn exchange(
        &self,
        url: &Url,
        headers: HeaderMap,
        message: Bytes,
        host: &str,
    ) -> Result<PostAnswer, Failure> {
        let (head, said) = self.transport.post(url, headers, message).await?.into_parts();
        let bounds = Bounds { limit: ANSWER_BYTES, room: &self.room };
        // A response that is too long or cut off is still a response.
        let said = match body::codings(&head.headers) {
            Ok(codings) => body::read(said, &codings, bounds, host).await.map(|(bytes, _)| bytes),
            Err(failure) => Err(failure),
        };
        Ok(PostAnswer {
            status: head.status.as_u16(),
            retry_after: crate::answer::retry_after(
                head.status,
                &head.headers,
                self.clock.now(),
                &self.limits,
            ),
            text: said
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                .unwrap_or_default(),
        })
    }

    fn post_headers(&self, post: &Post) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::USER_AGENT, self.own_name());
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(post.content_type));
        headers.insert(header::ACCEPT, HeaderValue::from_static("*/*"));
        for (name, value) in &post.headers {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
        headers
    }
}
