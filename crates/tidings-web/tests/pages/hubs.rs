//! What hubs, and those who pretend to be one, get in response, and which of their messages are accepted.

use crate::harness::{Answer, TestServer};
use axum::body::Body;
use hmac::{Hmac, KeyInit, Mac};
use http::{Method, StatusCode};
use jiff::SignedDuration;
use tidings_model::{
    Clock, PushId, Role, SourceId,
    push::{Offer, PushMethod},
};
use tidings_store::{Confirmation, PushMode};

const PUBLIC: &str = "https://news.example/";
const TOPIC: &str = "https://example.org/feed";
const KEY: &str = "a key that the hub has";

/// A source with a hub whose callback is `/push/token`.
async fn announced(way: PushMethod) -> (TestServer, SourceId, PushId) {
    let server = TestServer::at(Some(PUBLIC)).await;
    let ada = server.user("ada", Role::User).await;
    let source = server.source(ada, TOPIC).await;
    let now = server.clock.now();
    let offer = Offer {
        way,
        hub: "https://hub.example/ask".parse().unwrap(),
        topic: TOPIC.parse().unwrap(),
    };
    let push = server.store.push();
    push.wish(source, offer, "token".to_owned(), PUBLIC.to_owned(), now).await.unwrap();
    let id = push.of_source(source).await.unwrap().unwrap().id;
    push.asking(id, PushMode::Subscribe, KEY.to_owned(), now).await.unwrap();
    let confirmation = Confirmation {
        way,
        mode: PushMode::Subscribe,
        topic: TOPIC.to_owned(),
        lease_until: now + SignedDuration::from_hours(240),
        renew_at: now + SignedDuration::from_hours(200),
        asked_since: now,
    };
    assert!(push.confirm("token".to_owned(), confirmation, now).await.unwrap());
    (server, source, id)
}

fn signature(body: &str, key: &str) -> String {
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(key.as_bytes()).unwrap();
    mac.update(body.as_bytes());
    let bytes = mac.finalize().into_bytes();
    format!("sha256={}", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

async fn bring(server: &TestServer, body: &str, headers: &[(&'static str, &str)]) -> Answer {
    let mut request = server.request(&Method::POST, "/push/token");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    server.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

/// Returns what the program was sent since the last call.
fn told(server: &TestServer) -> Vec<String> {
    std::mem::take(&mut *server.told.asked.lock().unwrap())
}

#[tokio::test]
async fn only_correctly_signed_messages_about_the_topic_are_read() {
    let (server, ..) = announced(PushMethod::Hub).await;
    let body = "<feed/>";
    let (good, bad) = (signature(body, KEY), signature(body, "a guess"));
    let other = "<https://elsewhere.example/feed>; rel=\"self\"";
    let own = "<https://example.org/feed>; rel=\"self\"";
    let signed = ("x-hub-signature", good.as_str());
    for (text, headers, expected) in [
        (body, vec![signed], Some("Whole")),
        (body, vec![signed, ("link", own)], Some("Whole")),
        (body, vec![signed, ("link", other)], Some("Word")),
        (body, vec![signed, ("content-encoding", "gzip")], Some("Word")),
        (body, vec![], Some("Hint")),
        (body, vec![("x-hub-signature", bad.as_str())], None),
        ("<feed></feed>", vec![signed], None),
        (body, vec![("x-hub-signature", "sha256=")], None),
        (body, vec![("x-hub-signature", bad.as_str()), signed], Some("Whole")),
    ] {
        let answer = bring(&server, text, &headers).await;
        // Guessing reveals nothing.
        assert_eq!(
            (answer.status, answer.body.as_str()),
            (StatusCode::ACCEPTED, ""),
            "{headers:?}"
        );
        let told = told(&server);
        assert_eq!(told.len(), usize::from(expected.is_some()), "{headers:?} {told:?}");
        if let Some(news) = expected {
            assert!(told[0].contains(&format!("news: {news}")), "{headers:?} {told:?}");
        }
    }
    let empty = signature("", KEY);
    bring(&server, "", &[("x-hub-signature", &empty)]).await;
    assert!(told(&server)[0].contains("news: Word"), "the message has no content");
}

#[tokio::test]
async fn messages_with_wrong_signatures_are_counted() {
    let (server, source, _) = announced(PushMethod::Hub).await;
    let good = signature("x", KEY);
    for headers in
        [vec![], vec![("x-hub-signature", "sha256=00")], vec![("x-hub-signature", good.as_str())]]
    {
        bring(&server, "x", &headers).await;
    }
    let kept = server.store.push().of_source(source).await.unwrap().unwrap();
    assert_eq!(kept.n_forged, 2);
}

#[tokio::test]
async fn an_rsscloud_message_proves_nothing_and_is_only_a_hint() {
    let (server, source, _) = announced(PushMethod::Cloud).await;
    let good = signature("x", KEY);
    bring(&server, "x", &[("x-hub-signature", &good)]).await;
    assert!(told(&server)[0].contains("news: Hint"));
    let kept = server.store.push().of_source(source).await.unwrap().unwrap();
    assert_eq!(kept.n_forged, 0, "no secret was agreed on");
}

#[tokio::test]
async fn a_valid_media_type_is_passed_on() {
    let (server, ..) = announced(PushMethod::Hub).await;
    let good = signature("x", KEY);
    let signed = ("x-hub-signature", good.as_str());
    bring(&server, "x", &[signed, ("content-type", "application/atom+xml")]).await;
    assert!(told(&server)[0].contains("content_type: Some(\"application/atom+xml\")"));
    let long = "x".repeat(4097);
    bring(&server, "x", &[signed, ("content-type", &long)]).await;
    assert!(told(&server)[0].contains("content_type: None"));
}

#[tokio::test]
async fn a_message_that_is_too_large_is_refused_before_it_is_read() {
    let (server, ..) = announced(PushMethod::Hub).await;
    let answer = bring(&server, "x", &[("content-length", "1048577")]).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    let answer = bring(&server, &"x".repeat((1 << 20) + 1), &[]).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(told(&server), Vec::<String>::new());
    assert_eq!(bring(&server, &"x".repeat(1 << 20), &[]).await.status, StatusCode::ACCEPTED);
}

#[tokio::test]
async fn one_subscription_may_send_sixty_messages_a_minute() {
    let (server, ..) = announced(PushMethod::Hub).await;
    for n in 0..60 {
        assert_eq!(bring(&server, "x", &[]).await.status, StatusCode::ACCEPTED, "{n}");
    }
    let refused = bring(&server, "x", &[]).await;
    assert_eq!(
        (refused.status, refused.header("retry-after")),
        (StatusCode::TOO_MANY_REQUESTS, "60")
    );
    assert_eq!(told(&server).len(), 60);
    server.clock.advance(60);
    assert_eq!(bring(&server, "x", &[]).await.status, StatusCode::ACCEPTED);
}

#[tokio::test]
async fn only_our_own_requests_are_confirmed() {
    let (server, ..) = announced(PushMethod::Hub).await;
    let ask = async |query: &str| {
        let path = format!("/push/token?{query}");
        server.send(server.request(&Method::GET, &path).body(Body::empty()).unwrap()).await
    };
    let topic = "hub.topic=https%3A%2F%2Fexample.org%2Ffeed";
    for (query, expected) in [
        (
            format!("hub.mode=subscribe&{topic}&hub.challenge=abc&hub.lease_seconds=90"),
            "lease_seconds: Some(90)",
        ),
        (
            format!("hub.mode=subscribe&{topic}&hub.challenge=abc&hub.lease_seconds=soon"),
            "lease_seconds: None",
        ),
        (format!("hub.mode=unsubscribe&{topic}&hub.challenge=abc"), "mode: Unsubscribe"),
        (format!("hub.mode=denied&{topic}&hub.reason=full"), "reason: \"full\""),
        ("url=https%3A%2F%2Fexample.org%2Ffeed&challenge=abc".to_owned(), "Cloud {"),
    ] {
        // The program of these tests has requested nothing.
        let answer = ask(&query).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{query}");
        assert!(!answer.body.contains("abc"), "a challenge is not sent back: {}", answer.body);
        let told = told(&server);
        assert!(told.len() == 1 && told[0].contains(expected), "{query}: {told:?}");
    }
    let long = "x".repeat(2049);
    for query in [
        String::new(),
        format!("hub.mode=subscribe&{topic}"),
        format!("hub.mode=subscribe&{topic}&hub.challenge={long}"),
        "hub.mode=subscribe&hub.challenge=abc".to_owned(),
        format!("hub.mode=publish&{topic}&hub.challenge=abc"),
        format!("hub.mode=subscribe&hub.topic={}&hub.challenge=abc", long.repeat(2)),
        "url=https%3A%2F%2Fexample.org%2Ffeed".to_owned(),
    ] {
        assert_eq!(ask(&query).await.status, StatusCode::NOT_FOUND, "{query:.80}");
        assert_eq!(told(&server), Vec::<String>::new(), "{query:.80}");
    }
}

#[tokio::test]
async fn without_a_public_address_there_are_no_callbacks() {
    let server = TestServer::new().await;
    for (method, path) in [
        (Method::GET, "/push/token?hub.mode=subscribe&hub.topic=a&hub.challenge=b"),
        (Method::POST, "/push/token"),
        (Method::POST, "/RPC2"),
    ] {
        let request = server.request(&method, path).body(Body::from("x")).unwrap();
        assert_eq!(server.send(request).await.status, StatusCode::NOT_FOUND, "{method} {path}");
    }
    assert_eq!(told(&server), Vec::<String>::new());
}

#[tokio::test]
async fn pings_are_short_and_few_per_network() {
    let server = TestServer::at(Some(PUBLIC)).await;
    let ping = async |n_bytes: usize| {
        let body = Body::from("x".repeat(n_bytes));
        server.send(server.request(&Method::POST, "/RPC2").body(body).unwrap()).await.status
    };
    assert_eq!(ping(16 << 10).await, StatusCode::OK);
    assert_eq!(ping((16 << 10) + 1).await, StatusCode::PAYLOAD_TOO_LARGE);
    for n in 2..20 {
        assert_eq!(ping(1).await, StatusCode::OK, "{n}");
    }
    assert_eq!(ping(1).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(told(&server).len(), 19);
    server.clock.advance(60);
    assert_eq!(ping(1).await, StatusCode::OK);
}
