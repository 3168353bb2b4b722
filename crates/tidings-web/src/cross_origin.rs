//! What pages on other sites may read: responses to programs that authenticate with a password and send no cookie.
//!
//! Nothing here allows credentials, so browsers send no cookies and withhold any response to a request with cookies;
//! and cookies are ignored on the paths of programs. Our own API is open only to requests with an `Authorization`
//! header: a page elsewhere cannot even detect whether there is a Tidings server at an address.

use crate::{api, clients};
use axum::{
    extract::Request,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};

/// The headers of a preflight response.
const TERMS: [(HeaderName, HeaderValue); 3] = [
    (
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static(
            "Authorization, X-Auth-Token, Content-Type, Accept, Accept-Language, If-None-Match, Last-Event-ID",
        ),
    ),
    (
        header::ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static("GET, POST, PUT, PATCH, DELETE"),
    ),
    (header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600")),
];

/// The headers of a shared response: every header listed here may be read, and images may be displayed.
const SHARED: [(HeaderName, HeaderValue); 3] = [
    (header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
    (
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("Date, ETag, Location, Retry-After, Google-Bad-Token"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    ),
];

/// How far a response may be shared with other sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Only with our own pages.
    Ours,
    /// A page on another site may read the response.
    Shared,
    /// A preflight: the browser asks whether a page elsewhere may make the call.
    Asked,
}

impl Reach {
    pub(crate) fn of(request: &Request) -> Self {
        let path = request.uri().path();
        if !clients::is_for_programs(path) {
            return Self::Ours;
        }
        if request.method() == Method::OPTIONS {
            return Self::Asked;
        }
        let has_password = request.headers().contains_key(header::AUTHORIZATION);
        if api::is_ours(path) && !has_password { Self::Ours } else { Self::Shared }
    }

    /// Returns the preflight response.
    pub(crate) fn terms() -> Response {
        let mut response = StatusCode::NO_CONTENT.into_response();
        response.headers_mut().extend(TERMS);
        response
    }

    /// Adds the headers that say who may read a response.
    pub(crate) fn say(self, headers: &mut HeaderMap) {
        if self != Self::Ours {
            for (name, value) in SHARED {
                headers.insert(name, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn reach(method: &Method, path: &str, headers: &[(&'static str, &str)]) -> Reach {
        let mut request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        Reach::of(&request)
    }

    #[test]
    fn our_pages_are_never_shared() {
        let password = [("authorization", "Bearer x"), ("origin", "https://elsewhere.example")];
        for path in [
            "/",
            "/sources",
            "/settings/passwords",
            "/apix",
            "/api",
            "/live",
            "/image/a/b",
            "/v1",
            "/x/api/v1/me",
        ] {
            for method in [Method::GET, Method::POST, Method::OPTIONS] {
                assert_eq!(reach(&method, path, &password), Reach::Ours, "{method} {path}");
            }
        }
    }

    #[test]
    fn our_own_api_is_shared_only_with_a_password_and_other_protocols_always() {
        let password = [("authorization", "Bearer x")];
        for (path, without, with) in [
            ("/api/v1/me", Reach::Ours, Reach::Shared),
            ("/api/v1/openapi.json", Reach::Ours, Reach::Shared),
            ("/reader/api/0/token", Reach::Shared, Reach::Shared),
            ("/api/greader.php", Reach::Shared, Reach::Shared),
            ("/fever/", Reach::Shared, Reach::Shared),
            ("/v1/me", Reach::Shared, Reach::Shared),
            ("//v1/me", Reach::Shared, Reach::Shared),
        ] {
            for method in [Method::GET, Method::POST, Method::DELETE] {
                assert_eq!(reach(&method, path, &[]), without, "{method} {path}");
                assert_eq!(reach(&method, path, &password), with, "{method} {path}");
            }
            assert_eq!(reach(&Method::OPTIONS, path, &[]), Reach::Asked, "{path}");
        }
    }

    #[test]
    fn no_header_lets_a_browser_send_a_cookie() {
        let terms = Reach::terms();
        assert_eq!(terms.status(), StatusCode::NO_CONTENT);
        for reach in [Reach::Asked, Reach::Shared] {
            let mut headers = terms.headers().clone();
            reach.say(&mut headers);
            assert!(!headers.contains_key(header::ACCESS_CONTROL_ALLOW_CREDENTIALS));
            assert_eq!(headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*");
        }
        let mut ours = HeaderMap::new();
        Reach::Ours.say(&mut ours);
        assert_eq!(ours, HeaderMap::new());
    }
}
