//! Checks that a request is meant for this server, and that an unsafe one comes from our own pages.
//!
//! Both checks run before routing, so no route can forget them. Forms of signed-in people also carry a token (see
//! `forms.rs`).

use crate::Error;
use http::{HeaderMap, Method, Uri, header, uri::Authority};
use std::net::IpAddr;
use url::Url;

/// Paths that monitoring requests by address instead of host name.
const STATUS_PATHS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Returns the host the request was sent to: exactly one, from HTTP/2's authority or the Host header.
pub(crate) fn host(uri: &Uri, headers: &HeaderMap) -> Result<Authority, Error> {
    let bad = || Error::BadRequest("exactly one host name is needed".to_owned());
    let mut named = headers.get_all(header::HOST).iter();
    let first = named.next().map(|value| {
        value.to_str().ok().and_then(|text| text.parse::<Authority>().ok()).ok_or_else(bad)
    });
    if named.next().is_some() {
        return Err(bad());
    }
    match (uri.authority(), first.transpose()?) {
        (Some(target), Some(host)) if *target != host => Err(bad()),
        (Some(target), _) => Ok(target.clone()),
        (None, Some(host)) => Ok(host),
        (None, None) => Err(bad()),
    }
}

/// Refuses requests for host names that are not ours. Without a public address, every name is accepted.
pub(crate) fn check_host(
    public_url: Option<&Url>,
    host: &Authority,
    path: &str,
) -> Result<(), Error> {
    let Some(public) = public_url else { return Ok(()) };
    let is_public = is_same_host(public, host);
    // A malicious page that points its own host name at this machine still sends that name; an address or "localhost"
    // is safe.
    let is_machine = STATUS_PATHS.contains(&path) && is_address_or_localhost(host.host());
    if is_public || is_machine { Ok(()) } else { Err(Error::Misdirected) }
}

fn is_same_host(public: &Url, host: &Authority) -> bool {
    let port = host.port_u16().or_else(|| default_port(public.scheme()));
    public.host_str().is_some_and(|name| name.eq_ignore_ascii_case(host.host()))
        && public.port_or_known_default() == port
}

fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "https" => Some(443),
        "http" => Some(80),
        _ => None,
    }
}

fn is_address_or_localhost(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost") || address(name).is_some()
}

fn address(name: &str) -> Option<IpAddr> {
    name.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

/// Refuses unsafe requests caused by a page of another origin.
///
/// Browsers send `Sec-Fetch-Site` (to https and localhost) and `Origin` (always, with unsafe methods). Those that are
/// present must be right. Programs send neither, and cannot be tricked into sending someone's cookie.
pub(crate) fn check_origin(
    public_url: Option<&Url>,
    host: &Authority,
    method: &Method,
    headers: &HeaderMap,
) -> Result<(), Error> {
    if method.is_safe() {
        return Ok(());
    }
    let site_is_ours = headers
        .get_all("sec-fetch-site")
        .iter()
        .all(|site| site == "same-origin" || site == "none");
    let origin_is_ours = headers
        .get_all(header::ORIGIN)
        .iter()
        .all(|origin| origin.to_str().is_ok_and(|origin| is_own_origin(public_url, host, origin)));
    if site_is_ours && origin_is_ours { Ok(()) } else { Err(Error::Forged) }
}

/// Returns whether one of our own pages led to this request, such as its form or a link on it. Browsers say so in
/// `Sec-Fetch-Site` (to https and localhost), otherwise at most in `Referer`. Where neither says it, the person may have
/// come from anywhere.
pub(crate) fn is_led_here(base: &str, headers: &HeaderMap) -> bool {
    let mut sites = headers.get_all("sec-fetch-site").iter().peekable();
    if sites.peek().is_some() {
        return sites.all(|site| site == "same-origin");
    }
    let from = headers.get(header::REFERER).and_then(|from| from.to_str().ok());
    let origin = |text: &str| Url::parse(text).ok().map(|url| url.origin());
    from.and_then(origin).is_some_and(|from| Some(from) == origin(base))
}

fn is_own_origin(public_url: Option<&Url>, host: &Authority, origin: &str) -> bool {
    let Ok(origin) = Url::parse(origin) else { return false };
    match public_url {
        Some(public) => public.origin() == origin.origin(),
        // Behind a proxy that terminates TLS, the scheme is unknown here.
        None => matches!(origin.scheme(), "http" | "https") && is_same_host(&origin, host),
    }
}

/// Returns whether a request comes from this machine and not through a proxy on it, which would forward requests from
/// anywhere.
pub(crate) fn is_local(peer: IpAddr, host: &Authority, headers: &HeaderMap) -> bool {
    const FORWARDED: [&str; 4] = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];
    peer.to_canonical().is_loopback()
        && !FORWARDED.iter().any(|name| headers.contains_key(*name))
        && (host.host().eq_ignore_ascii_case("localhost")
            || address(host.host()).is_some_and(|ip| ip.is_loopback()))
}

/// Returns whether people reach us over TLS, so that cookies can be bound to it and to the host.
pub(crate) fn is_https(public_url: Option<&Url>) -> bool {
    public_url.is_some_and(|url| url.scheme() == "https")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn authority(text: &str) -> Authority {
        text.parse().unwrap()
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in pairs {
            map.append(*name, value.parse().unwrap());
        }
        map
    }

    #[test]
    fn a_request_names_exactly_one_host() {
        let host = |uri: &str, pairs: &[(&'static str, &str)]| {
            host(&uri.parse().unwrap(), &headers(pairs)).map(|host| host.to_string())
        };
        assert_eq!(host("/", &[("host", "a.example:8080")]).unwrap(), "a.example:8080");
        assert_eq!(host("http://a.example/", &[]).unwrap(), "a.example");
        assert!(host("/", &[]).is_err());
        assert!(host("/", &[("host", "a"), ("host", "b")]).is_err());
        assert!(host("http://a/", &[("host", "b")]).is_err());
        assert!(host("/", &[("host", "a b")]).is_err());
    }

    #[test]
    fn other_host_names_are_refused_when_ours_is_known() {
        let public: Url = "https://news.example/".parse().unwrap();
        let check =
            |host: &str, path: &str| check_host(Some(&public), &authority(host), path).is_ok();
        assert!(check("news.example", "/"));
        assert!(check("NEWS.example:443", "/"));
        assert!(!check("news.example:80", "/"));
        assert!(!check("evil.example", "/"));
        assert!(!check("127.0.0.1:8080", "/"));
        assert!(check("127.0.0.1:8080", "/healthz"));
        assert!(check("localhost:8080", "/metrics"));
        assert!(!check("evil.example", "/metrics"));
        assert!(check_host(None, &authority("anything.example"), "/").is_ok());
    }

    #[test]
    fn unsafe_requests_come_from_our_own_pages_or_from_programs() {
        let https: Url = "https://news.example/".parse().unwrap();
        let check = |public: Option<&Url>, pairs: &[(&'static str, &str)]| {
            check_origin(public, &authority("news.example"), &Method::POST, &headers(pairs)).is_ok()
        };
        for public in [None, Some(&https)] {
            assert!(check(public, &[]));
            assert!(check(public, &[("origin", "https://news.example")]));
            assert!(check(
                public,
                &[("origin", "https://news.example"), ("sec-fetch-site", "same-origin")]
            ));
            for origin in [
                "null",
                "https://evil.example",
                "https://news.example.evil",
                "https://news.example:8443",
                "file://",
                "",
            ] {
                assert!(!check(public, &[("origin", origin)]), "{origin}");
                assert!(
                    !check(public, &[("origin", origin), ("sec-fetch-site", "same-origin")]),
                    "{origin}"
                );
            }
            for site in ["cross-site", "same-site", "nonsense"] {
                assert!(!check(public, &[("sec-fetch-site", site)]), "{site}");
            }
        }
        assert!(!check(Some(&https), &[("origin", "http://news.example")]));
        let get = check_origin(
            None,
            &authority("a"),
            &Method::GET,
            &headers(&[("sec-fetch-site", "cross-site")]),
        );
        assert!(get.is_ok());
    }

    #[test]
    fn only_our_own_pages_lead_here() {
        let check = |pairs: &[(&'static str, &str)]| {
            is_led_here("http://news.example:8080", &headers(pairs))
        };
        assert!(check(&[("sec-fetch-site", "same-origin")]));
        assert!(check(&[("referer", "http://news.example:8080/add?url=x")]));
        for site in ["cross-site", "same-site", "none", "nonsense", ""] {
            let own = "http://news.example:8080/";
            assert!(!check(&[("sec-fetch-site", site), ("referer", own)]), "{site}");
        }
        assert!(!check(&[("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")]));
        for from in
            ["http://news.example/", "https://news.example:8080/", "http://evil.example/", "x", ""]
        {
            assert!(!check(&[("referer", from)]), "{from}");
        }
        assert!(!check(&[]));
    }

    #[test]
    fn a_proxy_on_this_machine_does_not_count_as_this_machine() {
        let local: IpAddr = "127.0.0.1".parse().unwrap();
        assert!(is_local(local, &authority("localhost:8080"), &headers(&[])));
        assert!(is_local("::1".parse().unwrap(), &authority("[::1]:8080"), &headers(&[])));
        assert!(!is_local(local, &authority("news.example"), &headers(&[])));
        assert!(!is_local(
            local,
            &authority("localhost"),
            &headers(&[("x-forwarded-for", "192.0.2.1")])
        ));
        assert!(!is_local("192.0.2.1".parse().unwrap(), &authority("localhost"), &headers(&[])));
    }
}
