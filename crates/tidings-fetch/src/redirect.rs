//! Redirects: followed here, so that every redirect is checked like a first request.

use crate::{Hop, Request};
use http::{HeaderMap, StatusCode, header};
use tidings_model::{Failure, FailureKind, limits::Limits};
use url::Url;

/// Whether a status is a redirect.
pub(crate) fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

/// Returns the target of a redirect, if it is valid.
pub(crate) fn target(headers: &HeaderMap, from: &Url, limits: &Limits) -> Result<Url, Failure> {
    let host = from.host_str().unwrap_or_default();
    let bad =
        |why: &str| Err(Failure::new(FailureKind::BadRedirect, format!("{host} redirects {why}.")));
    let Some(location) = headers.get(header::LOCATION) else {
        return bad("without a target");
    };
    let Ok(location) = std::str::from_utf8(location.as_bytes()) else {
        return bad("to an address that is not text");
    };
    let location = location.trim();
    if location.is_empty() {
        return bad("without a target");
    }
    if location.len() > limits.url_bytes {
        return bad("to an address that is too long");
    }
    if location.contains(char::is_control) {
        return bad("to an address with control characters");
    }
    let Ok(mut to) = from.join(location) else {
        return bad("to something that is not an address");
    };
    to.set_fragment(None);
    Ok(to)
}

/// Rejects a redirect that is one too many, goes in a circle, or would carry credentials from https to http.
pub(crate) fn check(
    request: &Request,
    hops: &[Hop],
    next: &Hop,
    limits: &Limits,
) -> Result<(), Failure> {
    let host = next.from.host_str().unwrap_or_default();
    let is_circle =
        next.to == next.from || next.to == request.url || hops.iter().any(|hop| hop.to == next.to);
    if is_circle {
        return Err(Failure::new(
            FailureKind::RedirectLoop,
            format!("{host} redirects in a circle."),
        ));
    }
    if hops.len() >= limits.redirects as usize {
        let message =
            format!("{host} redirects again after {} redirects, which is too many.", hops.len());
        return Err(Failure::new(FailureKind::RedirectLoop, message));
    }
    let is_downgrade = next.from.scheme() == "https" && next.to.scheme() == "http";
    if is_downgrade && request.credentials.is_some() {
        let message =
            format!("{host} redirects from https to http, which is not followed with credentials.");
        return Err(Failure::new(FailureKind::BadRedirect, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Credentials, Purpose};
    use http::HeaderValue;
    use proptest::prelude::*;

    fn url(text: &str) -> Url {
        text.parse().unwrap()
    }

    fn leads(location: &[u8]) -> Result<String, FailureKind> {
        let mut headers = HeaderMap::new();
        headers.insert(header::LOCATION, HeaderValue::from_bytes(location).unwrap());
        let to = target(&headers, &url("https://example.org/a/b?c"), &Limits::default());
        to.map(|url| url.to_string()).map_err(|failure| failure.kind)
    }

    #[test]
    fn locations_are_resolved_against_the_redirecting_url() {
        assert_eq!(leads(b"/feed"), Ok("https://example.org/feed".to_owned()));
        assert_eq!(leads(b"feed#top"), Ok("https://example.org/a/feed".to_owned()));
        assert_eq!(leads(b"//other.example/x"), Ok("https://other.example/x".to_owned()));
        assert_eq!(leads("/ü x".as_bytes()), Ok("https://example.org/%C3%BC%20x".to_owned()));
        assert_eq!(
            leads(b"/a%0d%0aX-Injected:%201"),
            Ok("https://example.org/a%0d%0aX-Injected:%201".to_owned())
        );
    }

    #[test]
    fn redirects_to_nowhere_are_failures() {
        let from = url("https://example.org/");
        let none = target(&HeaderMap::new(), &from, &Limits::default()).unwrap_err();
        assert_eq!(none.kind, FailureKind::BadRedirect);
        for location in
            [&b""[..], b"  ", b"http://", b"http://[::1", b"/\xff", b"http://a\tb/", &[b'x'; 5000]]
        {
            assert_eq!(leads(location), Err(FailureKind::BadRedirect), "{location:?}");
        }
    }

    fn verdict(request: &Request, path: &[&str]) -> Option<FailureKind> {
        let mut hops: Vec<Hop> = Vec::new();
        for to in path {
            let from = hops.last().map_or(&request.url, |hop| &hop.to).clone();
            let next = Hop { status: 302, from, to: url(to) };
            if let Err(failure) = check(request, &hops, &next, &Limits::default()) {
                return Some(failure.kind);
            }
            hops.push(next);
        }
        None
    }

    #[test]
    fn redirect_loops_and_long_chains_are_failures() {
        let request = Request::new(url("http://a.example/0"), Purpose::Feed);
        let path: Vec<String> = (1..=6).map(|n| format!("http://a.example/{n}")).collect();
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        assert_eq!(verdict(&request, &path[..5]), None);
        assert_eq!(verdict(&request, &path), Some(FailureKind::RedirectLoop));
        assert_eq!(verdict(&request, &["http://a.example/0"]), Some(FailureKind::RedirectLoop));
        assert_eq!(
            verdict(&request, &[path[0], path[1], path[0]]),
            Some(FailureKind::RedirectLoop)
        );
    }

    #[test]
    fn credentials_are_not_sent_from_https_to_http() {
        let mut request = Request::new(url("https://a.example/"), Purpose::Feed);
        assert_eq!(verdict(&request, &["http://a.example/"]), None);
        request.credentials = Some(Credentials::basic("a", "b").unwrap());
        assert_eq!(verdict(&request, &["http://a.example/"]), Some(FailureKind::BadRedirect));
        assert_eq!(
            verdict(&request, &["https://b.example/", "http://c.example/"]),
            Some(FailureKind::BadRedirect)
        );
    }

    proptest! {
        #[test]
        fn no_location_causes_a_panic(location in proptest::collection::vec(any::<u8>(), 0..60)) {
            let mut headers = HeaderMap::new();
            if let Ok(value) = HeaderValue::from_bytes(&location) {
                headers.insert(header::LOCATION, value);
                let _ = target(&headers, &url("https://example.org/"), &Limits::default());
            }
        }
    }
}
