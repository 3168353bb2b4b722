//! One request from beginning to end: turns, redirects, the deadline, and how the response is interpreted.
//!
//! The same code runs over real sockets and over the simulated web; they differ in their [`Transport`].

use crate::{
    Hop, Purpose, Request, Response, answer,
    body::{self, BodyPermits, Bounds},
    faults,
    guard::Guard,
    hosts::Hosts,
    redirect,
    status::{self, Circumstances},
};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use hyper::body::Body;
use std::{error::Error, fmt::Debug, future::Future, sync::Arc, time::Duration};
use tidings_model::{
    Clock, Failure, FailureKind, Fingerprint, HostKey, Validators, limits::Limits,
};
use tokio::time::{Instant, timeout};
use url::Url;

#[cfg(test)]
mod tests;

/// Sends one request to one server and returns its response.
pub(crate) trait Transport: Send + Sync + Debug {
    /// How the body of a response arrives.
    type Body: Body<Data = Bytes, Error: Into<Box<dyn Error + Send + Sync>>> + Send + Unpin;

    /// Sends one request to one server, without following redirects.
    fn send(
        &self,
        url: &Url,
        headers: HeaderMap,
    ) -> impl Future<Output = Result<http::Response<Self::Body>, Failure>> + Send;

    /// Posts one message to one server.
    fn post(
        &self,
        url: &Url,
        headers: HeaderMap,
        message: Bytes,
    ) -> impl Future<Output = Result<http::Response<Self::Body>, Failure>> + Send;
}

/// Everything a fetch needs besides the request.
#[derive(Debug)]
pub(crate) struct Road<T> {
    pub(crate) transport: T,
    pub(crate) guard: Guard,
    pub(crate) hosts: Hosts,
    /// Turns for images, which users wait for: they take no turn from sources, and wait for none.
    pub(crate) pictures: Hosts,
    pub(crate) limits: Limits,
    pub(crate) clock: Arc<dyn Clock>,
    /// Maximum wait for turns over all redirects together. It does not count towards the deadline: the wait is our own.
    pub(crate) patience: Duration,
    /// Permits for large bodies.
    pub(crate) room: BodyPermits,
}

enum Step {
    Redirected(Hop),
    Answered(Box<Response>),
}

impl<T: Transport> Road<T> {
    /// Fetches a document, following redirects, and returns a complete usable response or a failure.
    pub(crate) async fn fetch(&self, request: Request) -> crate::Result {
        let begun = Instant::now();
        let outcome = self.follow(&request).await;
        let took_ms = begun.elapsed().as_millis() as u64;
        let host = request.url.host_str().unwrap_or_default();
        match &outcome {
            Ok(answer) => {
                tracing::debug!(
                    host,
                    status = answer.status,
                    bytes = answer.wire_bytes,
                    took_ms,
                    "fetched"
                );
            }
            Err(failure) => {
                tracing::debug!(host, failure = failure.kind.code(), took_ms, "fetch failed")
            }
        }
        outcome
    }

    async fn follow(&self, request: &Request) -> crate::Result {
        let (hosts, deadline) = match request.purpose {
            Purpose::Image => (&self.pictures, self.limits.image_deadline),
            Purpose::Feed | Purpose::Page | Purpose::Robots => {
                (&self.hosts, self.limits.total_deadline)
            }
        };
        let mut patience = self.patience;
        let mut time_left = deadline;
        let mut hops: Vec<Hop> = Vec::new();
        let mut url = request.url.clone();
        url.set_fragment(None);
        loop {
            self.guard.check_url(&url).map_err(|failure| at_hop(failure, hops.len()))?;
            let waiting = Instant::now();
            let turn = hosts.turn(&HostKey::of(&url), patience).await?;
            let started = Instant::now();
            patience = patience.saturating_sub(started - waiting);
            let Ok(step) = timeout(time_left, self.hop(request, &url)).await else {
                return Err(faults::timeout(host_of(&url), deadline.as_secs_f32()));
            };
            drop(turn);
            time_left = time_left.saturating_sub(started.elapsed());
            let failed = |failure| {
                let host = Some(HostKey::of(&url));
                Failure { host, ..at_hop(failure, hops.len()) }
            };
            match step.map_err(failed)? {
                Step::Answered(answer) => return Ok(Response { hops, ..*answer }),
                Step::Redirected(hop) => {
                    redirect::check(request, &hops, &hop, &self.limits)?;
                    url = hop.to.clone();
                    hops.push(hop);
                }
            }
        }
    }

    async fn hop(&self, request: &Request, url: &Url) -> Result<Step, Failure> {
        let conditions = answer::conditions(&request.validators, &self.limits);
        let is_conditional = !conditions.is_empty();
        let headers = self.headers(request, url, conditions);
        let (head, body) = self.transport.send(url, headers).await?.into_parts();
        if redirect::is_redirect(head.status) {
            let to = redirect::target(&head.headers, url, &self.limits)?;
            return Ok(Step::Redirected(Hop {
                status: head.status.as_u16(),
                from: url.clone(),
                to,
            }));
        }
        let now = self.clock.now();
        let around = Circumstances {
            host: host_of(url),
            purpose: request.purpose,
            is_conditional,
            retry_after: answer::retry_after(head.status, &head.headers, now, &self.limits),
            is_challenge: head.headers.contains_key("cf-mitigated"),
        };
        if let Some(failure) = status::failure(head.status, around) {
            return Err(failure);
        }
        let (body, wire_bytes) = self.body(request, &head, body, around).await?;
        let (hubs, self_url) = answer::links(&head.headers, url);
        Ok(Step::Answered(Box::new(Response {
            status: head.status.as_u16(),
            url: url.clone(),
            hops: Vec::new(),
            content_type: answer::content_type(&head.headers),
            validators: self.validators(request, &head, &body),
            max_age: answer::max_age(&head.headers, now, &self.limits),
            retry_after: around.retry_after,
            hubs,
            self_url,
            body,
            wire_bytes,
        })))
    }

    async fn body(
        &self,
        request: &Request,
        head: &http::response::Parts,
        body: T::Body,
        around: Circumstances<'_>,
    ) -> Result<(Bytes, u64), Failure> {
        if head.status == StatusCode::NOT_MODIFIED {
            return Ok((Bytes::new(), 0));
        }
        let limit = request.body_limit.unwrap_or(match request.purpose {
            Purpose::Image => self.limits.image_bytes,
            Purpose::Feed | Purpose::Page | Purpose::Robots => self.limits.body_bytes,
        });
        let codings = body::codings(&head.headers)?;
        let (bytes, wire_bytes) =
            body::read(body, &codings, Bounds { limit, room: &self.room }, around.host).await?;
        match status::empty(head.status, around) {
            Some(failure) if bytes.is_empty() => Err(failure),
            _ => Ok((bytes, wire_bytes)),
        }
    }

    /// Returns the validators for the next request: after a 304, those of the request, updated from the response (RFC
    /// 9111, 4.3.4).
    fn validators(
        &self,
        request: &Request,
        head: &http::response::Parts,
        body: &[u8],
    ) -> Validators {
        let new = answer::validators(&head.headers, &self.limits);
        if head.status == StatusCode::NOT_MODIFIED {
            let known = request.validators.clone();
            return Validators {
                etag: new.etag.or(known.etag),
                last_modified: new.last_modified.or(known.last_modified),
                body: known.body,
            };
        }
        Validators { body: Some(Fingerprint::of_bytes(body)), ..new }
    }

    fn headers(&self, request: &Request, url: &Url, conditions: HeaderMap) -> HeaderMap {
        let mut headers = conditions;
        headers.insert(header::USER_AGENT, self.user_agent(request));
        headers.insert(header::ACCEPT, HeaderValue::from_static(accept(request.purpose)));
        headers
            .insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip, deflate, br, zstd"));
        if let Some(secret) = &request.credentials
            && url.origin() == request.url.origin()
        {
            headers.insert(secret.name.clone(), secret.value.clone());
        }
        headers
    }

    fn user_agent(&self, request: &Request) -> HeaderValue {
        let given =
            request.user_agent.as_deref().and_then(|agent| HeaderValue::from_str(agent).ok());
        given.unwrap_or_else(|| self.name_for(request.n_subscribers))
    }

    /// Returns the User-Agent for messages.
    pub(crate) fn own_name(&self) -> HeaderValue {
        self.name_for(0)
    }

    fn name_for(&self, n_subscribers: u32) -> HeaderValue {
        let ours = user_agent(self.guard.own_url.as_ref(), n_subscribers);
        HeaderValue::try_from(ours).unwrap_or(HeaderValue::from_static(NAME))
    }
}

const NAME: &str =
    concat!("Tidings/", env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

/// Returns the User-Agent: our name, our address for complaints, and the number of subscribers.
fn user_agent(own: Option<&Url>, n_subscribers: u32) -> String {
    let own = own.map(|url| format!("+{url}"));
    let readers = match n_subscribers {
        0 => None,
        1 => Some("1 subscriber".to_owned()),
        n => Some(format!("{n} subscribers")),
    };
    let comment: Vec<String> = own.into_iter().chain(readers).collect();
    if comment.is_empty() { NAME.to_owned() } else { format!("{NAME} ({})", comment.join("; ")) }
}

fn accept(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Feed => {
            "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, \
             text/xml;q=0.9, application/json;q=0.8, text/html;q=0.7, */*;q=0.5"
        }
        Purpose::Page => "text/html, application/xhtml+xml, */*;q=0.5",
        Purpose::Robots => "text/plain, */*;q=0.5",
        Purpose::Image => "image/*, */*;q=0.1",
    }
}

/// Adds which redirect led to a forbidden address: the address that was typed is not at fault.
fn at_hop(failure: Failure, n_hops: usize) -> Failure {
    use FailureKind::{BadUrl, ForbiddenAddress, ForbiddenPort, UnsupportedScheme};
    let kind = match failure.kind {
        _ if n_hops == 0 => return failure,
        kind @ (ForbiddenAddress | ForbiddenPort | UnsupportedScheme) => kind,
        BadUrl => FailureKind::BadRedirect,
        _ => return failure,
    };
    let message = format!("Redirect {n_hops} was not followed. {}", failure.message);
    Failure { kind, message, ..failure }
}

fn host_of(url: &Url) -> &str {
    url.host_str().unwrap_or_default()
}
