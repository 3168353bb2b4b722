//! Undoing: once, within an hour, by the person who acted.

use crate::{
    fixtures,
    harness::{Browser, TestServer},
};
use http::StatusCode;
use tidings_model::{Clock, Role, UserId};

/// Creates a person who marked five unread articles read. Returns the id of the undo.
async fn after_reading<'h>(server: &'h TestServer, name: &str) -> (Browser<'h>, UserId, i64) {
    let (mut browser, user) = server.signed_in(name, Role::User).await;
    let source = server.source(user, &format!("https://{name}.example/feed")).await;
    let now = server.clock.now();
    let articles = (0..5).map(|n| fixtures::article(&format!("{name} {n}"), "<p>Text</p>", now));
    let ids = fixtures::store(&server.store, source, name, articles.collect(), now).await;
    let up_to = ids.iter().map(|id| id.0).max().unwrap().to_string();
    let place = format!("source.{source}");
    let answer = browser.post("/read-all", &[("in", &place), ("up_to", &up_to)]).await;
    let undo = answer.header("location").split_once("undo=").expect("a way back").1;
    assert_eq!(n_unread(server, user).await, 0);
    (browser, user, undo.parse().unwrap())
}

async fn n_unread(server: &TestServer, user: UserId) -> usize {
    server.store.readings().unread_ids(user, 99).await.unwrap().len()
}

#[tokio::test]
async fn an_action_is_undone_once() {
    let server = TestServer::new().await;
    let (mut ada, user, undo) = after_reading(&server, "ada").await;
    let path = format!("/undo/{undo}");
    let answer = ada.post(&path, &[("back", "/unread?show=all")]).await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (StatusCode::SEE_OTHER, "/unread?show=all")
    );
    assert_eq!(n_unread(&server, user).await, 5);
    let id = server.store.readings().unread_ids(user, 1).await.unwrap()[0];
    server.store.readings().mark_read(user, vec![id], server.clock.now()).await.unwrap();
    assert_eq!(ada.post(&path, &[("back", "/")]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(n_unread(&server, user).await, 4, "the second time changes nothing");
}

#[tokio::test]
async fn an_undo_expires_after_an_hour() {
    for (seconds, status, n_expected) in
        [(3599, StatusCode::SEE_OTHER, 5), (3601, StatusCode::NOT_FOUND, 0)]
    {
        let server = TestServer::new().await;
        let (mut ada, user, undo) = after_reading(&server, "ada").await;
        server.clock.advance(seconds);
        assert_eq!(ada.post(&format!("/undo/{undo}"), &[]).await.status, status, "{seconds} s");
        assert_eq!(n_unread(&server, user).await, n_expected, "{seconds} s");
    }
}

#[tokio::test]
async fn nobody_can_undo_another_persons_action() {
    let server = TestServer::new().await;
    let (_, ada, undo) = after_reading(&server, "ada").await;
    let (mut bob, of_bob, own) = after_reading(&server, "bob").await;
    assert_eq!(bob.post(&format!("/undo/{undo}"), &[]).await.status, StatusCode::NOT_FOUND);
    assert_eq!((n_unread(&server, ada).await, n_unread(&server, of_bob).await), (0, 0));
    assert_eq!(bob.post(&format!("/undo/{own}"), &[]).await.status, StatusCode::SEE_OTHER);
    assert_eq!((n_unread(&server, ada).await, n_unread(&server, of_bob).await), (0, 5));
}

#[tokio::test]
async fn undo_does_not_redirect_to_other_sites_and_unknown_ids_are_not_found() {
    let server = TestServer::new().await;
    let (mut ada, user, undo) = after_reading(&server, "ada").await;
    for odd in ["0", "-1", "x", "1.5", "99999999999999999999", "%00"] {
        let answer = ada.post(&format!("/undo/{odd}"), &[]).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{odd}");
    }
    assert_eq!(n_unread(&server, user).await, 0);
    let answer = ada.post(&format!("/undo/{undo}"), &[("back", "//elsewhere.example")]).await;
    assert_eq!(answer.header("location"), "/");
}

#[tokio::test]
async fn undo_leaves_articles_read_that_were_read_before() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let source = server.source(user, "https://example.org/feed").await;
    let now = server.clock.now();
    let articles = (0..4).map(|n| fixtures::article(&format!("Story {n}"), "<p>Text</p>", now));
    let ids = fixtures::store(&server.store, source, "Example", articles.collect(), now).await;
    server.store.readings().mark_read(user, vec![ids[2]], now).await.unwrap();
    let list = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let answer = ada.post("/marks", &[("act", "read"), ("ids", &list), ("back", "/")]).await;
    let undo = answer.header("location").split_once("undo=").expect("a way back").1.to_owned();
    ada.post(&format!("/undo/{undo}"), &[]).await;
    let mut unread = server.store.readings().unread_ids(user, 9).await.unwrap();
    unread.sort_unstable();
    let mut expected = vec![ids[0], ids[1], ids[3]];
    expected.sort_unstable();
    assert_eq!(unread, expected);
}
