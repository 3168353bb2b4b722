//! Hubs' callbacks, and what the page of a source says about its hub.

use crate::{fixtures, harness::TestServer};
use axum::body::Body;
use http::{Method, StatusCode};
use jiff::SignedDuration;
use tidings_model::{
    Clock, Hints, Role, SourceId,
    push::{HubRecord, Offer, PushMethod},
};
use tidings_store::{Confirmation, FetchedContent, ParsedDocument, PushMode};

const PUBLIC: &str = "https://news.example/";
const TOPIC: &str = "https://example.org/feed";

/// Subscribes to a source's hub.
async fn asked(server: &TestServer, source: SourceId) -> tidings_model::PushId {
    let now = server.clock.now();
    let offer = Offer {
        way: PushMethod::Hub,
        hub: "https://hub.example/ask".parse().unwrap(),
        topic: TOPIC.parse().unwrap(),
    };
    let token = "token".to_owned();
    server.store.push().wish(source, offer, token, PUBLIC.to_owned(), now).await.unwrap();
    let id = server.store.push().of_source(source).await.unwrap().unwrap().id;
    server.store.push().asking(id, PushMode::Subscribe, "key".to_owned(), now).await.unwrap();
    id
}

async fn confirmed(server: &TestServer) {
    let now = server.clock.now();
    let confirmation = Confirmation {
        way: PushMethod::Hub,
        mode: PushMode::Subscribe,
        topic: TOPIC.to_owned(),
        lease_until: now + SignedDuration::from_hours(240),
        renew_at: now + SignedDuration::from_hours(200),
        asked_since: now,
    };
    assert!(server.store.push().confirm("token".to_owned(), confirmation, now).await.unwrap());
}

#[tokio::test]
async fn the_page_of_a_source_says_whether_it_announces_its_articles() {
    let server = TestServer::at(Some(PUBLIC)).await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let source = server.source(user, TOPIC).await;
    let now = server.clock.now();
    fixtures::store(
        &server.store,
        source,
        "Feed",
        vec![fixtures::article("A", "<p>a</p>", now)],
        now,
    )
    .await;
    let path = format!("/sources/{source}");
    assert!(!ada.get(&path).await.body.contains("push"), "the source names no hub");
    let id = asked(&server, source).await;
    let page = ada.get(&path).await.body;
    assert!(page.contains("Tidings asked hub.example to push new articles"), "{page}");
    let fault = "<b>500</b>".to_owned();
    server.store.push().failed(id, fault, now).await.unwrap();
    assert!(ada.get(&path).await.body.contains("&#60;b&#62;500"));
    server.store.push().asking(id, PushMode::Subscribe, "key".to_owned(), now).await.unwrap();
    confirmed(&server).await;
    let page = ada.get(&path).await.body;
    assert!(
        page.contains("hub.example pushes new articles. The source is still checked as usual"),
        "{page}"
    );
    assert!(page.contains("No messages yet. Valid until 25 November, 14:30."), "{page}");
    let reason = tidings_model::Reason::Announces { every: tidings_model::units::Minutes(480.0) };
    let next = now + SignedDuration::from_hours(8);
    server.store.sources().reschedule(source, next, reason.code()).await.unwrap();
    let heard =
        move |standing: HubRecord| HubRecord { last_ping: Some(now), n_doubts: 2, ..standing };
    server.store.push().heard(id, heard).await.unwrap();
    server.store.push().count_forged(id).await.unwrap();
    let page = ada.get(&path).await.body;
    for part in [
        "hub.example pushes new articles, so the source is checked less often.",
        "It failed to announce new articles 2 times.",
        "One message had a wrong signature and was ignored.",
        "it pushes new articles, but is still checked every 8 hours",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("/push/"), "the callback address is secret");
    for (language, part) in
        [("de", "stellt neue Artikel zu"), ("fr", "envoie les nouveaux articles")]
    {
        let set = vec![("language", Some(language.to_owned()))];
        server.store.settings().set_all(user, set).await.unwrap();
        assert!(ada.get(&path).await.body.contains(part), "{language}");
    }
}

#[tokio::test]
async fn without_a_public_address_the_page_says_what_one_would_enable() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let source = server.source(user, TOPIC).await;
    let now = server.clock.now();
    let hints = Hints { hubs: vec!["https://hub.example/".parse().unwrap()], ..Hints::default() };
    let document = ParsedDocument { hints, ..ParsedDocument::default() };
    let record = fixtures::fetch(source, FetchedContent::Document(document), now);
    server.store.fetches().store(record).await.unwrap();
    let page = ada.get(&format!("/sources/{source}")).await.body;
    assert!(page.contains("This source can push new articles through hub.example."), "{page}");
}

#[tokio::test]
async fn callbacks_respond_to_programs_and_reveal_little() {
    let server = TestServer::at(Some(PUBLIC)).await;
    let (_, user) = server.signed_in("ada", Role::User).await;
    let source = server.source(user, TOPIC).await;
    asked(&server, source).await;
    let send = async |method: Method, path: &str, body: &'static str| {
        let request = server.request(&method, path).body(Body::from(body)).unwrap();
        let answer = server.send(request).await;
        (answer.status, answer.body)
    };
    let nothing = (StatusCode::GONE, String::new());
    assert_eq!(send(Method::POST, "/push/guess", "x").await, nothing);
    assert_eq!(send(Method::POST, "/push/token", "x").await, (StatusCode::ACCEPTED, String::new()));
    let (status, _) = send(Method::GET, "/push/token?hub.mode=subscribe", "").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, body) = send(Method::POST, "/RPC2", "<methodCall/>").await;
    assert!(status == StatusCode::OK && body.contains("<name>flerror</name>"), "{body}");
    let asked = server.told.asked.lock().unwrap().clone();
    assert!(asked.iter().any(|one| one.contains("announced") && one.contains("Hint")), "{asked:?}");
    for n in 0..700 {
        let (status, _) = send(Method::POST, "/push/guess", "x").await;
        if status == StatusCode::TOO_MANY_REQUESTS {
            assert!(n > 500, "{n}");
            return;
        }
    }
    panic!("whoever guesses can go on for ever");
}
