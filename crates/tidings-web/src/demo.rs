//! A demonstration's door: it stands open for this machine, and for who holds the link that was printed.
//!
//! [`crate::app`] puts [`welcome`] before the pages only when it is given a [`crate::Demo`]; a server has none.

use crate::{
    Error,
    app::Inner,
    guard,
    layers::wants_page,
    proxies::{Peer, Visitor},
    session::{self, Signed},
    token,
};
use axum::{
    extract::{Query, Request, State, rejection::QueryRejection},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, header};
use serde::Deserialize;
use std::sync::Arc;
use url::Url;

/// The token of the link, on any page.
#[derive(Debug, Deserialize)]
pub(crate) struct Invited {
    #[serde(default)]
    visit: String,
}

/// Signs a person in who opens a page and is not signed in yet.
pub(crate) async fn welcome(
    State(inner): State<Arc<Inner>>,
    Peer(peer): Peer,
    visitor: Visitor,
    Query(invited): Query<Invited>,
    mut request: Request,
    next: Next,
) -> Result<Response, Error> {
    let Some(demo) = inner.demo.as_ref().filter(|_| is_page(&request)) else {
        return Ok(next.run(request).await);
    };
    let headers = request.headers();
    if token::has_hash(&invited.visit, &demo.link) {
        let place = request.uri().path();
        return session::begin(&inner, &visitor, headers, demo.visitor, place).await;
    }
    let host = guard::host(request.uri(), headers)?;
    if !guard::is_local(peer, &host, headers)
        || session::find(&inner, &visitor, headers).await?.is_some()
    {
        return Ok(next.run(request).await);
    }
    // No redirect: a browser that keeps no cookies would go round in circles.
    let cookie = session::open(&inner, &visitor, headers, demo.visitor).await?;
    request.headers_mut().insert(header::COOKIE, sent_back(&cookie));
    let mut response = next.run(request).await;
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

/// Where pages of the simulated web are shown.
pub(crate) const SITE: &str = "/site";

/// They show themselves and do nothing.
const SITE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

#[derive(Debug, Deserialize)]
pub(crate) struct DemoQuery {
    url: String,
}

/// Where the original of an article can be looked at.
pub(crate) fn place(original: &str) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new());
    format!("{SITE}?{}", { query }.append_pair("url", original).finish())
}

/// `GET /site?url=…`.
pub(crate) async fn site(
    State(inner): State<Arc<Inner>>,
    _: Signed,
    asked: Result<Query<DemoQuery>, QueryRejection>,
) -> Result<Response, Error> {
    let (Some(demo), Ok(Query(asked))) = (&inner.demo, asked) else { return Err(Error::NotFound) };
    let url = Url::parse(&asked.url).map_err(|_| Error::NotFound)?;
    let page = demo.sites.page(url).await.ok_or(Error::NotFound)?;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, SITE_POLICY),
    ];
    Ok((headers, page).into_response())
}

/// Whether somebody opens a page, rather than a program a file. Who signed out may see the door from outside.
fn is_page(request: &Request) -> bool {
    request.method().is_safe()
        && wants_page(request.headers())
        && !matches!(request.uri().path(), "/sign-in" | "/healthz" | "/readyz" | "/metrics")
}

/// A cookie as the browser would send it from now on.
fn sent_back(cookie: &HeaderValue) -> HeaderValue {
    let pair = cookie.as_bytes().split(|byte| *byte == b';').next().unwrap_or_default();
    HeaderValue::from_bytes(pair).expect("a part of a header is a header")
}
