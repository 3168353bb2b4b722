//! Live updates: the messages an open page gets, and when they end.

use crate::{
    fixtures,
    harness::{Browser, TestServer},
};
use axum::body::Body;
use futures_util::{FutureExt, Stream, StreamExt};
use http::{Method, StatusCode};
use std::{pin::Pin, sync::atomic::Ordering, time::Duration};
use tidings_model::{Role, RuleId, rule::Verdict};
use tidings_store::{FetchedContent, Judgement, ParsedDocument};
use tower_service::Service;

type Events = Pin<Box<dyn Stream<Item = String> + Send>>;

/// Opens a stream.
async fn listen(browser: &Browser<'_>) -> Result<Events, StatusCode> {
    let mut request = browser.server.request(&Method::GET, "/live").body(Body::empty()).unwrap();
    request.headers_mut().insert("cookie", browser.cookie.clone().unwrap().parse().unwrap());
    let response = browser.server.router.clone().call(request).await.unwrap();
    if response.status() != StatusCode::OK {
        return Err(response.status());
    }
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert!(!response.headers().contains_key("content-encoding"));
    let chunks = response.into_body().into_data_stream();
    let texts = chunks.map(|chunk| String::from_utf8(chunk.unwrap().to_vec()).unwrap());
    Ok(Box::pin(texts.filter(|text| std::future::ready(!text.starts_with(':')))))
}

/// Returns the next event; `None` if none comes for minutes.
async fn next(events: &mut Events) -> Option<String> {
    tokio::time::timeout(Duration::from_secs(180), events.next()).await.expect("silence")
}

/// Returns whether no event has come. The watcher notifies all streams at once: a stream skipped by one notification
/// gets nothing later either.
fn is_silent(events: &mut Events) -> bool {
    events.next().now_or_never().is_none()
}

async fn arrive(server: &TestServer, source: tidings_model::SourceId, titles: &[&str]) -> i64 {
    let now = tidings_model::Clock::now(&*server.clock);
    let articles = titles.iter().map(|title| fixtures::article(title, "<p>New</p>", now)).collect();
    let ids = fixtures::store(&server.store, source, "Example", articles, now).await;
    ids.into_iter().map(|id| id.0).max().unwrap()
}

#[tokio::test]
async fn only_subscribers_are_notified_of_a_sources_articles() {
    let server = TestServer::new().await;
    let (ada, user) = server.signed_in("ada", Role::User).await;
    let (bob, _) = server.signed_in("bob", Role::User).await;
    let source = server.source(user, "https://example.org/feed").await;
    let (mut to_ada, mut to_bob) = (listen(&ada).await.unwrap(), listen(&bob).await.unwrap());
    assert_eq!(next(&mut to_ada).await.unwrap(), "event: newest\nid: 0\ndata: 0\n\n");
    next(&mut to_bob).await.unwrap();
    let first = arrive(&server, source, &["One"]).await;
    assert!(next(&mut to_ada).await.unwrap().contains(&format!("data: {first}\n")));
    // The watcher sends everyone one correction if something arrived before its first query.
    let _ = is_silent(&mut to_bob);
    for titles in [&["Two", "Three"][..], &["Four"]] {
        let newest = arrive(&server, source, titles).await;
        // Nothing is sent twice: each event is about the latest arrival.
        assert!(next(&mut to_ada).await.unwrap().contains(&format!("data: {newest}\n")));
        assert!(is_silent(&mut to_ada) && is_silent(&mut to_bob));
    }
}

#[tokio::test]
async fn an_article_hidden_by_a_rule_causes_no_event() {
    let server = TestServer::new().await;
    let (ada, of_ada) = server.signed_in("ada", Role::User).await;
    let (bob, of_bob) = server.signed_in("bob", Role::User).await;
    let source = server.source(of_ada, "https://example.org/feed").await;
    let now = tidings_model::Clock::now(&*server.clock);
    server.store.subscriptions().subscribe(of_bob, source, None, now).await.unwrap();
    arrive(&server, source, &["One"]).await;
    let (mut to_ada, mut to_bob) = (listen(&ada).await.unwrap(), listen(&bob).await.unwrap());
    next(&mut to_ada).await.unwrap();
    next(&mut to_bob).await.unwrap();
    // After this event the watcher has made its first query.
    arrive(&server, source, &["Two"]).await;
    next(&mut to_ada).await.unwrap();
    next(&mut to_bob).await.unwrap();
    let verdict = Verdict { blocked_by: Some(RuleId(1)), ..Verdict::default() };
    let articles = vec![fixtures::article("Spoiler", "<p>New</p>", now)];
    let judgements = vec![Judgement { article: 0, user: of_ada, verdict }];
    let document = FetchedContent::Document(ParsedDocument {
        articles,
        judgements,
        ..ParsedDocument::default()
    });
    server.store.fetches().store(fixtures::fetch(source, document, now)).await.unwrap();
    assert!(next(&mut to_bob).await.unwrap().starts_with("event: newest\n"));
    assert!(is_silent(&mut to_ada));
}

#[tokio::test]
async fn a_stream_ends_with_its_session_and_says_why() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let (bob, of_bob) = server.signed_in("bob", Role::User).await;
    let (mut to_ada, mut to_bob) = (listen(&ada).await.unwrap(), listen(&bob).await.unwrap());
    next(&mut to_ada).await.unwrap();
    next(&mut to_bob).await.unwrap();
    ada.post("/sign-out", &[]).await;
    assert!(next(&mut to_ada).await.unwrap().starts_with("event: over\n"));
    assert!(next(&mut to_ada).await.is_none());
    assert!(is_silent(&mut to_bob), "other sessions continue");
    server.store.users().remove(of_bob).await.unwrap();
    assert!(next(&mut to_bob).await.unwrap().starts_with("event: over\n"));
    assert!(next(&mut to_bob).await.is_none());
}

#[tokio::test]
async fn the_number_of_streams_is_limited_and_closing_one_makes_room() {
    let server = TestServer::new().await;
    let (ada, _) = server.signed_in("ada", Role::User).await;
    let (bob, _) = server.signed_in("bob", Role::User).await;
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(listen(&ada).await.unwrap());
    }
    assert_eq!(listen(&ada).await.err(), Some(StatusCode::SERVICE_UNAVAILABLE));
    assert!(listen(&bob).await.is_ok());
    open.pop();
    assert!(listen(&ada).await.is_ok());
}

#[tokio::test]
async fn shutdown_does_not_wait_for_streams() {
    let server = TestServer::new().await;
    let (ada, _) = server.signed_in("ada", Role::User).await;
    let mut to_ada = listen(&ada).await.unwrap();
    next(&mut to_ada).await.unwrap();
    server.health.is_stopping.store(true, Ordering::Relaxed);
    assert!(next(&mut to_ada).await.is_none());
    assert_eq!(listen(&ada).await.err(), Some(StatusCode::SERVICE_UNAVAILABLE));
}
