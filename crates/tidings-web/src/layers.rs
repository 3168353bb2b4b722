//! What is done to every request and every answer, errors and static files included.

use crate::{
    Error, app::Inner, guard, images::Told, pages::error::dressed, preferences::Preferences,
    voice::Voice,
};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures_util::FutureExt;
use http::{HeaderMap, HeaderName, HeaderValue, header};
use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, LazyLock},
    time::Duration,
};

/// Longest time for an answer. Adding a source may ask several strangers' servers, each with a deadline of its own.
const PATIENCE: Duration = Duration::from_secs(90);

/// Our own scripts from files, never from a page; no frames, no pictures from elsewhere. Sounds and films come from their
/// publisher when somebody presses play, and not before.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
                      img-src 'self' data:; media-src 'self' https: http:; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The same for those who let pictures come from their publishers.
static DIRECT_POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let policy = POLICY.replace("img-src 'self' data:", "img-src 'self' data: https: http:");
    HeaderValue::try_from(policy).expect("a policy is plain text")
});

const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// The outermost layer: checks whom the request is for and where it comes from, bounds its time, turns panics into errors,
/// shows errors as pages to browsers, and sets the headers that keep pages safe.
pub(crate) async fn around(
    State(inner): State<Arc<Inner>>,
    mut request: Request,
    next: Next,
) -> Response {
    let told = Told::default();
    request.extensions_mut().insert(told.clone());
    let wants_page = wants_page(request.headers());
    let voice = Voice::new(Preferences::default(), request.headers());
    let mut response = match admit(&inner, &request) {
        Ok(()) => answer(request, next).await,
        Err(error) => error.into_response(),
    };
    if let Some(error) = response.extensions().get::<Error>().cloned()
        && wants_page
        && !response.status().is_redirection()
    {
        response = dressed(voice, &error, response);
    }
    set_headers(response.headers_mut(), &told);
    response
}

fn admit(inner: &Inner, request: &Request) -> Result<(), Error> {
    let public_url = inner.public_url.as_ref();
    let host = guard::host(request.uri(), request.headers())?;
    guard::check_host(public_url, &host, request.uri().path())?;
    guard::check_origin(public_url, &host, request.method(), request.headers())
}

async fn answer(request: Request, next: Next) -> Response {
    match tokio::time::timeout(PATIENCE, AssertUnwindSafe(next.run(request)).catch_unwind()).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => {
            Error::internal("a page panicked", &"see the panic's own message").into_response()
        }
        Err(_) => Error::Timeout.into_response(),
    }
}

pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    headers
        .get_all(header::ACCEPT)
        .iter()
        .any(|value| value.to_str().is_ok_and(|accept| accept.contains("text/html")))
}

fn set_headers(headers: &mut HeaderMap, told: &Told) {
    // A picture that is a document has a stricter policy of its own.
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert_with(|| {
        if told.is_direct() { DIRECT_POLICY.clone() } else { HeaderValue::from_static(POLICY) }
    });
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
    // Pages show one person's reading: after signing out, the back button must not show them to the next.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
}
