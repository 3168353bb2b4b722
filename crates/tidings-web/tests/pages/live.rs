//! Live arrival: what an open page is told, and when it is told no more.

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

/// The next event; one that does not come for minutes does not come.
async fn next(events: &mut Events) -> Option<String> {
    tokio::time::timeout(Duration::from_secs(180), events.next()).await.expect("silence")
}

/// Whether nothing has been told by now. The watcher tells everybody at once: who was passed over when another was told,
/// hears nothing later either.
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
async fn who_follows_a_source_is_told_of_its_articles_and_nobody_else() {
    let server = TestServer::new().await;
    let (ada, user) = server.signed_in("ada", Role::User).await;
    let (bob, _) = server.signed_in("bob", Role::User).await;
    let source = server.source(user, "https://example.org/feed").await;
    let (mut to_ada, mut to_bob) = (listen(&ada).await.unwrap(), listen(&bob).await.unwrap());
    assert_eq!(next(&mut to_ada).await.unwrap(), "event: newest\nid: 0\ndata: 0\n\n");
    next(&mut to_bob).await.unwrap();
    let first = arrive(&server, source, &["One"]).await;
    assert!(next(&mut to_ada).await.unwrap().contains(&format!("data: {first}\n")));
    // The watcher corrects everybody once, if something arrived before its first look.
    let _ = is_silent(&mut to_bob);
    for titles in [&["Two", "Three"][..], &["Four"]] {
        let newest = arrive(&server, source, titles).await;
        // What is known is not told again: each event is of what arrived last.
        assert!(next(&mut to_ada).await.unwrap().contains(&format!("data: {newest}\n")));
        assert!(is_silent(&mut to_ada) && is_silent(&mut to_bob));
    }
}

#[tokio::test]
async fn an_article_that_a_rule_hides_is_not_told_of() {
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
    // Whoever is told of this knows that the watcher has had its first look.
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
    assert!(is_silent(&mut to_bob), "other sessions go on");
    server.store.users().remove(of_bob).await.unwrap();
    assert!(next(&mut to_bob).await.unwrap().starts_with("event: over\n"));
    assert!(next(&mut to_bob).await.is_none());
}

#[tokio::test]
async fn streams_are_few_and_a_place_is_given_back() {
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
async fn stopping_waits_for_no_stream() {
    let server = TestServer::new().await;
    let (ada, _) = server.signed_in("ada", Role::User).await;
    let mut to_ada = listen(&ada).await.unwrap();
    next(&mut to_ada).await.unwrap();
    server.health.is_stopping.store(true, Ordering::Relaxed);
    assert!(next(&mut to_ada).await.is_none());
    assert_eq!(listen(&ada).await.err(), Some(StatusCode::SERVICE_UNAVAILABLE));
}
