//! Headers as servers send them, valid and invalid.

use super::*;
use proptest::prelude::*;

const HOUR: u64 = 3600;
const WEEK: u64 = 7 * 24 * HOUR;

fn now() -> Timestamp {
    "2026-11-15T12:00:00Z".parse().unwrap()
}

fn head(lines: &[(&str, &str)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in lines {
        let name: HeaderName = name.parse().unwrap();
        headers.append(name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
    }
    headers
}

fn seconds_of_patience(status: u16, lines: &[(&str, &str)]) -> Option<u64> {
    let status = StatusCode::from_u16(status).unwrap();
    retry_after(status, &head(lines), now(), &Limits::default()).map(|time| time.as_secs())
}

#[test]
fn retry_after_is_accepted_in_both_forms_within_bounds() {
    let after = |value| seconds_of_patience(429, &[("retry-after", value)]);
    assert_eq!(after("60"), Some(60));
    assert_eq!(after(" 3600 "), Some(3600));
    assert_eq!(after("Sun, 15 Nov 2026 12:02:00 GMT"), Some(120));
    assert_eq!(after("99999999999"), Some(WEEK));
    assert_eq!(after("99999999999999999999999999"), Some(WEEK));
    assert_eq!(after("Fri, 31 Dec 9999 23:59:59 GMT"), Some(WEEK));
    for senseless in ["Sun, 15 Nov 2026 11:00:00 GMT", "-5", "soon", "", "0", "1e9", "0x10"] {
        assert_eq!(after(senseless), None, "{senseless:?}");
    }
    assert_eq!(seconds_of_patience(503, &[("retry-after", "120")]), Some(120));
}

#[test]
fn the_end_of_a_rate_limit_replaces_retry_after() {
    assert_eq!(seconds_of_patience(429, &[("x-ratelimit-reset", "300")]), Some(300));
    assert_eq!(seconds_of_patience(429, &[("X-Ratelimit-Reset", "299.5")]), Some(299));
    assert_eq!(
        seconds_of_patience(429, &[("ratelimit-reset", "300"), ("x-ratelimit-reset", "9")]),
        Some(300)
    );
    let in_ten_minutes = (now().as_second() + 600).to_string();
    assert_eq!(seconds_of_patience(429, &[("x-ratelimit-reset", &in_ten_minutes)]), Some(600));
    let ten_minutes_ago = (now().as_second() - 600).to_string();
    assert_eq!(seconds_of_patience(429, &[("x-ratelimit-reset", &ten_minutes_ago)]), None);
    assert_eq!(seconds_of_patience(503, &[("x-ratelimit-reset", "300")]), None);
    assert_eq!(
        seconds_of_patience(429, &[("retry-after", "5"), ("x-ratelimit-reset", "300")]),
        Some(5)
    );
}

#[test]
fn freshness_is_accepted_up_to_a_day() {
    let age = |lines: &[(&str, &str)]| {
        max_age(&head(lines), now(), &Limits::default()).map(|age| age.as_secs())
    };
    assert_eq!(age(&[("cache-control", "max-age=600")]), Some(600));
    assert_eq!(age(&[("cache-control", "public, Max-Age=\"600\"")]), Some(600));
    assert_eq!(age(&[("cache-control", "max-age=600"), ("age", "500")]), Some(100));
    assert_eq!(age(&[("cache-control", "max-age=600"), ("age", "900")]), None);
    assert_eq!(age(&[("cache-control", "max-age=31536000, immutable")]), Some(24 * HOUR));
    assert_eq!(age(&[("cache-control", "max-age=99999999999999999999")]), Some(24 * HOUR));
    assert_eq!(age(&[("cache-control", "max-age=abc, max-age=-1, =, ,,")]), None);
    assert_eq!(age(&[("cache-control", "max-age=abc, max-age=60")]), Some(60));
    assert_eq!(age(&[("cache-control", "max-age=0")]), None);
    assert_eq!(age(&[("cache-control", "max-age=600, no-cache")]), None);
    assert_eq!(age(&[("cache-control", "no-store")]), None);
    assert_eq!(age(&[("expires", "Sun, 15 Nov 2026 13:00:00 GMT")]), Some(HOUR));
    let date = ("date", "Sun, 15 Nov 2026 12:30:00 GMT");
    assert_eq!(age(&[("expires", "Sun, 15 Nov 2026 13:00:00 GMT"), date]), Some(HOUR / 2));
    assert_eq!(age(&[("expires", "Fri, 31 Dec 9999 23:59:59 GMT")]), Some(24 * HOUR));
    assert_eq!(age(&[("expires", "0")]), None);
    assert_eq!(age(&[("expires", "Sun, 15 Nov 2026 11:00:00 GMT")]), None);
    assert_eq!(
        age(&[("cache-control", "max-age=5"), ("expires", "Sun, 15 Nov 2026 13:00:00 GMT")]),
        Some(5)
    );
    assert_eq!(age(&[]), None);
}

#[test]
fn validators_are_sent_back_byte_for_byte_or_dropped() {
    let limits = Limits::default();
    let there_and_back = |tag: &str| {
        let kept = validators(&head(&[("etag", tag)]), &limits);
        conditions(&kept, &limits).get(header::IF_NONE_MATCH).map(|value| value.as_bytes().to_vec())
    };
    for tag in ["\"abc\"", "W/\"abc\"", "unquoted", "\"smörgås\"", "\"a b, c\"", "\"\""] {
        assert_eq!(there_and_back(tag), Some(tag.as_bytes().to_vec()), "{tag}");
    }
    assert_eq!(there_and_back("\"tab\there\""), None);
    assert_eq!(there_and_back(""), None);
    assert_eq!(there_and_back(&"x".repeat(1025)), None);
    let latin1 = HeaderValue::from_bytes(b"\"\xe9\"").unwrap();
    assert_eq!(
        echoable(&latin1, 100),
        None,
        "not text: it could not be stored and sent back unchanged"
    );

    let odd_date = "Sunday, 15. November 2026 at noon";
    let kept = validators(&head(&[("last-modified", odd_date)]), &limits);
    assert_eq!(conditions(&kept, &limits)[header::IF_MODIFIED_SINCE], odd_date);
}

#[test]
fn a_stored_validator_cannot_add_a_header() {
    let stored = Validators {
        etag: Some("x\r\nEvil: 1".into()),
        last_modified: Some("y\nz".into()),
        body: None,
    };
    assert!(conditions(&stored, &Limits::default()).is_empty());
}

#[test]
fn hubs_and_self_are_found_in_link_headers() {
    let base: Url = "https://example.org/blog/feed".parse().unwrap();
    let found = |lines: &[(&str, &str)]| {
        let (hubs, own) = links(&head(lines), &base);
        (hubs.iter().map(Url::to_string).collect::<Vec<_>>(), own.map(|url| url.to_string()))
    };
    let (hubs, own) = found(&[(
        "link",
        "<https://hub.example/>; rel=\"hub\", </feed,x>; title=\"a, b\"; rel=self",
    )]);
    assert_eq!(hubs, ["https://hub.example/"]);
    assert_eq!(own.as_deref(), Some("https://example.org/feed,x"));
    assert_eq!(
        found(&[("link", "<https://h.example/>; rel=\"nofollow HUB\"")]).0,
        ["https://h.example/"]
    );
    assert_eq!(
        found(&[("link", "<javascript:x>; rel=hub"), ("link", "<<>>;;; rel"), ("link", "<a")])
            .0
            .len(),
        0
    );
    let many =
        (0..50).map(|n| format!("<https://h{n}.example/>; rel=hub")).collect::<Vec<_>>().join(", ");
    assert_eq!(found(&[("link", &many)]).0.len(), MOST_HUBS);
}

proptest! {
    #[test]
    fn no_header_causes_a_panic(value in "[ -~]{0,80}") {
        let names = ["retry-after", "cache-control", "expires", "date", "age", "link", "etag", "x-ratelimit-reset"];
        let headers = head(&names.map(|name| (name, value.as_str())));
        let limits = Limits::default();
        let _ = max_age(&headers, now(), &limits);
        let _ = retry_after(StatusCode::TOO_MANY_REQUESTS, &headers, now(), &limits);
        let _ = links(&headers, &"https://example.org/".parse().unwrap());
        let _ = conditions(&validators(&headers, &limits), &limits);
    }
}
