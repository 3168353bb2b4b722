//! What pages on other sites may read: answers to programs, which are given a password and bring no cookie.
//!
//! Nothing here allows credentials, so a browser never sends a cookie along and shows no answer to one; and no cookie is
//! looked at where programs call. Our own API is open only to who shows something in a header: a page elsewhere cannot even
//! see whether there is a Tidings at an address.

use crate::{api, clients};
use axum::{
    extract::Request,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};

/// What a browser is told before a page elsewhere may call.
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

/// Every answer may be read, and of its headers also these; what is a picture may be shown.
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

/// What a request means for pages on other sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The answer is for our own pages alone.
    Ours,
    /// A page elsewhere may read the answer.
    Shared,
    /// A browser asks whether a page elsewhere may call.
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

    /// The answer to a browser that asks first.
    pub(crate) fn terms() -> Response {
        let mut response = StatusCode::NO_CONTENT.into_response();
        response.headers_mut().extend(TERMS);
        response
    }

    /// Says with an answer who may read it.
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
    fn pages_of_ours_are_for_us_whoever_asks_and_however() {
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
    fn our_own_api_is_open_to_who_shows_a_password_and_other_protocols_to_all() {
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
    fn nothing_lets_a_browser_send_a_cookie_along() {
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
