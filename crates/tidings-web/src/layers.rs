//! What happens to every request and every response, including errors and static files.

use crate::{
    Error, api, app::Inner, clients, cross_origin::Reach, guard, images::ImagePolicy,
    pages::error::dressed, preferences::Preferences, voice::Voice,
};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures_util::FutureExt;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, LazyLock, OnceLock},
    time::Duration,
};

/// Maximum time for a response. Adding a source may contact several servers, each with a deadline of its own.
const PATIENCE: Duration = Duration::from_secs(90);

/// Scripts only from our own files, never inline; no frames, no images from elsewhere. Audio and video come from their
/// publisher when someone presses play, and not before.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
                      img-src 'self' data:; media-src 'self' https: http:; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The same for people who load images from their publishers.
static DIRECT_POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let policy = POLICY.replace("img-src 'self' data:", "img-src 'self' data: https: http:");
    HeaderValue::try_from(policy).expect("a policy is a valid header value")
});

/// Anything but a page may neither display nor load anything if someone opens it in a window.
const FILE_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; sandbox");

/// On every response.
const HEADERS: [(HeaderName, HeaderValue); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// On every response that may be a page. A list loads a dozen files, on which these would be wasted kilobytes.
const PAGE_HEADERS: [(HeaderName, HeaderValue); 3] = [
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// The outermost layer: checks host and origin, limits the time, turns panics into errors, renders errors as pages for
/// browsers, and sets security headers.
pub(crate) async fn around(
    State(inner): State<Arc<Inner>>,
    mut request: Request,
    next: Next,
) -> Response {
    let told = ImagePolicy::default();
    request.extensions_mut().insert(told.clone());
    let asked = Asked::of(request.headers());
    let is_for_api = api::is_ours(request.uri().path());
    let reach = Reach::of(&request);
    let heard = Heard::default();
    request.extensions_mut().insert(heard.clone());
    // Some clients test that way whether there is a server.
    let is_probe = request.method() == Method::HEAD && request.uri().path() == "/";
    let mut response = match admit(&inner, &request) {
        Ok(()) if is_probe => StatusCode::OK.into_response(),
        Ok(()) if reach == Reach::Asked => Reach::terms(),
        Ok(()) => answer(request, next).await,
        Err(error) => error.into_response(),
    };
    if let Some(error) = response.extensions().get::<Error>().cloned() {
        if is_for_api {
            response = api::problem::dressed(error, response);
        } else if asked.wants_page && !response.status().is_redirection() {
            let voice = heard.0.get().cloned().unwrap_or_else(|| asked.voice());
            response = dressed(voice, &error, response);
        }
    }
    set_headers(response.headers_mut(), &told);
    reach.say(response.headers_mut());
    response
}

/// The language and formats of the person, once they are identified, so that errors can use them too.
#[derive(Debug, Clone, Default)]
pub(crate) struct Heard(pub(crate) Arc<OnceLock<Voice>>);

/// What is needed of a request to render an error.
struct Asked {
    wants_page: bool,
    about_voice: HeaderMap,
}

impl Asked {
    fn of(headers: &HeaderMap) -> Self {
        let wants_page = wants_page(headers);
        let mut about_voice = HeaderMap::new();
        if wants_page {
            for name in [header::ACCEPT_LANGUAGE, header::COOKIE] {
                about_voice.extend(headers.get(&name).cloned().map(|value| (name, value)));
            }
        }
        Self { wants_page, about_voice }
    }

    fn voice(&self) -> Voice {
        Voice::new(Preferences::default(), &self.about_voice)
    }
}

fn admit(inner: &Inner, request: &Request) -> Result<(), Error> {
    let public_url = inner.public_url.as_ref();
    let host = guard::host(request.uri(), request.headers())?;
    guard::check_host(public_url, &host, request.uri().path())?;
    if clients::is_for_programs(request.uri().path()) {
        return Ok(());
    }
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

/// Returns whether a response is certainly not a page.
fn is_file(media_type: &HeaderValue) -> bool {
    let media_type = media_type.as_bytes();
    [&b"image/"[..], b"text/css", b"text/javascript"]
        .iter()
        .any(|kind| media_type.starts_with(kind))
}

pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    headers
        .get_all(header::ACCEPT)
        .iter()
        .any(|value| value.to_str().is_ok_and(|accept| accept.contains("text/html")))
}

fn set_headers(headers: &mut HeaderMap, told: &ImagePolicy) {
    let is_file = headers.get(header::CONTENT_TYPE).is_some_and(is_file);
    // An image that is a document (SVG) and the service worker have policies of their own.
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert_with(|| {
        if is_file {
            FILE_POLICY
        } else if told.is_direct() {
            DIRECT_POLICY.clone()
        } else {
            HeaderValue::from_static(POLICY)
        }
    });
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
    if !is_file {
        for (name, value) in PAGE_HEADERS {
            headers.entry(name).or_insert(value);
        }
    }
    // Pages show one person's reading: after signing out, the back button must not show them to the next person.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
}
