//! The event stream of new articles.

use super::*;
use futures_util::{Stream, StreamExt};
use std::{pin::Pin, time::Duration};

type Events = Pin<Box<dyn Stream<Item = String> + Send>>;

async fn listen(program: &Program<'_>, known: Option<i64>) -> Result<Events, StatusCode> {
    let mut request = program.request(&Method::GET, "/api/v1/events");
    if let Some(known) = known {
        request = request.header("last-event-id", known.to_string());
    }
    let request = request.body(Body::empty()).unwrap();
    let response = program.server.router.clone().call(request).await.unwrap();
    if response.status() != StatusCode::OK {
        return Err(response.status());
    }
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let chunks = response.into_body().into_data_stream();
    let texts = chunks.map(|chunk| String::from_utf8(chunk.unwrap().to_vec()).unwrap());
    Ok(Box::pin(texts.filter(|text| std::future::ready(!text.starts_with(':')))))
}

async fn next(events: &mut Events) -> Option<String> {
    tokio::time::timeout(Duration::from_secs(180), events.next()).await.expect("silence")
}

/// Returns the ids in an event.
fn ids(event: &str) -> Vec<i64> {
    assert!(event.contains("event: arrived\n"), "{event}");
    let data = event.lines().find_map(|line| line.strip_prefix("data: ")).unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    data["articles"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn a_stream_delivers_articles_until_its_password_is_revoked() {
    let server = TestServer::new().await;
    let user = server.user("ada", Role::User).await;
    let ada = program(&server, user, AppScope::Read).await;
    let bob = server.user("bob", Role::User).await;
    let bob = program(&server, bob, AppScope::Read).await;
    let source = server.source(user, "https://example.org/feed").await;
    let old = arrive(&server, source, 2).await;
    let mut to_ada = listen(&ada, None).await.unwrap();
    let mut to_bob = listen(&bob, None).await.unwrap();
    let mut behind = listen(&ada, Some(old[0])).await.unwrap();
    assert_eq!(
        ids(&next(&mut behind).await.unwrap()),
        [old[1]],
        "articles that the program missed"
    );
    let now = server.clock.now();
    let fresh = vec![fixtures::article("Fresh", "<p>New</p>", now)];
    let fresh = fixtures::store(&server.store, source, "Example", fresh, now).await[0].0;
    assert_eq!(ids(&next(&mut to_ada).await.unwrap()), [fresh]);
    // The watcher notifies all streams at once: whatever it had for another one has arrived by now, or never will.
    let silence = tokio::time::timeout(Duration::from_millis(1500), to_bob.next()).await;
    assert!(silence.is_err(), "only subscribers are notified: {silence:?}");
    let password = server.store.users().app_passwords(user).await.unwrap()[0].id;
    server.store.users().remove_app_password(user, password).await.unwrap();
    assert!(next(&mut to_ada).await.unwrap().contains("event: over"));
    assert_eq!(next(&mut to_ada).await, None);
}

#[tokio::test]
async fn one_person_has_a_bounded_number_of_streams() {
    let server = TestServer::new().await;
    let user = server.user("ada", Role::User).await;
    let ada = program(&server, user, AppScope::Read).await;
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(listen(&ada, None).await.unwrap());
    }
    assert_eq!(listen(&ada, None).await.err(), Some(StatusCode::SERVICE_UNAVAILABLE));
    drop(open);
    assert!(listen(&ada, None).await.is_ok());
}
