//! Access to a demonstration: it is open to this machine, and to anyone with the printed link.
//!
//! [`crate::app`] adds [`welcome`] only if it is given a [`crate::Demo`]; a real server has none.

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

/// The token of the link, accepted on any page.
#[derive(Debug, Deserialize)]
pub(crate) struct Invited {
    #[serde(default)]
    visit: String,
}

/// Signs in a visitor who opens a page and is not signed in yet.
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
    // No redirect: a browser that refuses cookies would loop.
    let cookie = session::open(&inner, &visitor, headers, demo.visitor).await?;
    request.headers_mut().insert(header::COOKIE, sent_back(&cookie));
    let mut response = next.run(request).await;
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

/// The path under which pages of the simulated web are shown.
pub(crate) const SITE: &str = "/site";

/// Such pages may only be displayed.
const SITE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

#[derive(Debug, Deserialize)]
pub(crate) struct DemoQuery {
    url: String,
}

/// Returns where the original of an article is shown.
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

/// Returns whether someone opens a page, as opposed to a program that fetches a file. Someone who has signed out may
/// see the sign-in page.
fn is_page(request: &Request) -> bool {
    request.method().is_safe()
        && wants_page(request.headers())
        && !matches!(request.uri().path(), "/sign-in" | "/healthz" | "/readyz" | "/metrics")
}

/// Returns the cookie as the browser will send it back.
fn sent_back(cookie: &HeaderValue) -> HeaderValue {
    let pair = cookie.as_bytes().split(|byte| *byte == b';').next().unwrap_or_default();
    HeaderValue::from_bytes(pair).expect("a part of a header value is a valid header value")
}
