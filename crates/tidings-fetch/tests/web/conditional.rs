//! Conditional requests: validators are sent back byte for byte, or dropped.

use crate::server::{Say, Server, header, reply, request, web_for, with};
use std::time::Duration;
use tidings_fetch::Web;
use tidings_model::Validators;

/// Fetches twice, the second time with the validators from the first response; returns the second request head and
/// response.
async fn twice(first: Vec<u8>, second: Vec<u8>) -> (String, tidings_fetch::Response) {
    let server = Server::start(move |head| {
        let is_first = header(head, "x-second").is_none() && path_is_first(head);
        Say::Bytes(if is_first { first.clone() } else { second.clone() })
    })
    .await;
    let web = web_for(&[&server]);
    let known = web.get(request(&server.url("/1"))).await.unwrap().validators;
    let mut again = request(&server.url("/2"));
    again.validators = known;
    let answer = web.get(again).await.unwrap();
    (server.heads()[1].clone(), answer)
}

fn path_is_first(head: &str) -> bool {
    head.starts_with("GET /1 ")
}

const NOT_MODIFIED: &[u8] = b"HTTP/1.1 304 Not Modified\r\n\r\n";

#[tokio::test]
async fn every_form_of_validator_is_sent_back_unchanged() {
    for tag in ["\"v1-abc\"", "W/\"v1-weak\"", "abcdef123", "\"with, comma\"", "\"smörgås\""] {
        let (head, answer) =
            twice(with(&format!("ETag: {tag}\r\n"), b"<rss/>"), NOT_MODIFIED.to_vec()).await;
        assert_eq!(header(&head, "if-none-match"), Some(tag));
        assert_eq!((answer.status, answer.validators.etag.as_deref()), (304, Some(tag)));
        assert!(answer.body.is_empty());
    }
    let date = "Tue, 1 Oct 2024 08:00:00 +0000";
    let (head, _) =
        twice(with(&format!("Last-Modified: {date}\r\n"), b"<rss/>"), NOT_MODIFIED.to_vec()).await;
    assert_eq!(header(&head, "if-modified-since"), Some(date), "not a reformatted date");
}

#[tokio::test]
async fn unsafe_validators_are_dropped() {
    let huge = format!("ETag: \"{}\"\r\n", "x".repeat(40_000));
    let (head, _) = twice(with(&huge, b"<rss/>"), with("", b"<rss/>")).await;
    assert_eq!(header(&head, "if-none-match"), None);
    let odd = "ETag: \"a\tb\"\r\nLast-Modified: x\nX-Injected: 1\r\n";
    let (head, _) = twice(with(odd, b"<rss/>"), with("", b"<rss/>")).await;
    assert!(!head.to_lowercase().contains("injected"), "{head}");
    assert_eq!(header(&head, "if-none-match"), None);
    let mut latin1 = with("ETag: \"e\"\r\n", b"<rss/>");
    let place = latin1.iter().position(|byte| *byte == b'e').unwrap_or_default();
    latin1[place] = 0xe9;
    let (head, _) = twice(latin1, with("", b"<rss/>")).await;
    assert!(!head.contains('\u{fffd}'), "bytes that are not text are not sent back mangled");
}

#[tokio::test]
async fn a_304_renews_validators() {
    let first = with("ETag: \"t1\"\r\nLast-Modified: Mon\r\n", b"<rss/>");
    let newer = b"HTTP/1.1 304 Not Modified\r\nETag: \"t2\"\r\n\r\n".to_vec();
    let (_, answer) = twice(first, newer).await;
    assert_eq!(answer.validators.etag.as_deref(), Some("\"t2\""));
    assert_eq!(
        answer.validators.last_modified.as_deref(),
        Some("Mon"),
        "validators missing from the 304 are kept"
    );
    assert!(answer.validators.body.is_some(), "the body's fingerprint is kept");
}

#[tokio::test]
async fn a_200_replaces_validators_and_an_equal_body_is_recognized() {
    let (_, answer) =
        twice(with("ETag: \"t1\"\r\n", b"<rss/>"), with("Last-Modified: Tue\r\n", b"<rss/>")).await;
    assert_eq!(answer.validators.etag, None, "the old tag belongs to the old response");
    let known = Validators { body: answer.validators.body, ..Validators::default() };
    assert!(answer.is_unchanged(&known));
    let (_, other) = twice(with("", b"<rss/>"), with("", b"<rss>new</rss>")).await;
    assert!(!other.is_unchanged(&known));
}

#[tokio::test]
async fn freshness_and_hubs_are_returned() {
    let lines = "Cache-Control: max-age=600\r\nLink: <https://hub.example/>; rel=\"hub\"\r\nLink: </me>; rel=self\r\n";
    let (_, answer) = twice(with("", b"<rss/>"), with(lines, b"<rss/>")).await;
    assert_eq!(answer.max_age, Some(Duration::from_secs(600)));
    assert_eq!(answer.hubs[0].as_str(), "https://hub.example/");
    assert_eq!(answer.self_url.unwrap().path(), "/me");
    let (_, not_modified) = twice(
        with("ETag: \"x\"\r\n", b"<rss/>"),
        b"HTTP/1.1 304 X\r\nCache-Control: max-age=9\r\n\r\n".to_vec(),
    )
    .await;
    assert_eq!(not_modified.max_age, Some(Duration::from_secs(9)));
}

#[tokio::test]
async fn conditions_survive_a_redirect() {
    let server = Server::start(|head| {
        Say::Bytes(if path_is_first(head) {
            reply("301 Moved", "Location: /2\r\n", b"")
        } else if header(head, "if-none-match") == Some("\"t\"") {
            NOT_MODIFIED.to_vec()
        } else {
            with("ETag: \"t\"\r\n", b"<rss/>")
        })
    })
    .await;
    let web = web_for(&[&server]);
    let first = web.get(request(&server.url("/1"))).await.unwrap();
    let mut again = request(&server.url("/1"));
    again.validators = first.validators;
    assert_eq!(web.get(again).await.unwrap().status, 304);
}
