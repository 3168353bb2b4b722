//! Limits per person, which must not affect anyone else.

use crate::harness::{Browser, TestServer};
use http::StatusCode;
use tidings_model::{Clock, Role, UserId};

/// Sends a form that creates something until it is refused. Returns how many were created.
async fn made(
    browser: &mut Browser<'_>,
    path: &str,
    fields: &[(&str, &str)],
    most: usize,
) -> usize {
    let token = browser.token().await;
    let fields = [fields, &[("token", &token)]].concat();
    for n in 0..=most {
        let answer = browser.post_bare(path, &fields).await;
        if answer.status != StatusCode::SEE_OTHER && answer.status != StatusCode::OK {
            assert!(answer.status.is_client_error(), "{path}: {}", answer.status);
            return n;
        }
    }
    most + 1
}

#[tokio::test]
async fn each_person_may_have_a_limited_number_of_feeds_and_webhooks() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let (mut bob, of_bob) = server.signed_in("bob", Role::User).await;
    let feed = [("list", "all"), ("name", "Mine")];
    assert_eq!(made(&mut ada, "/outputs", &feed, 110).await, 100);
    assert_eq!(server.store.outputs().list(user).await.unwrap().len(), 100);
    let hook = [("event", "star"), ("url", "https://hooks.example/")];
    assert_eq!(made(&mut ada, "/webhooks", &hook, 30).await, 20);
    assert_eq!(server.store.outputs().webhooks(user).await.unwrap().len(), 20);
    for (path, fields) in [("/outputs", &feed), ("/webhooks", &hook)] {
        let answer = bob.post(path, fields).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{path}");
    }
    assert_eq!(server.store.outputs().list(of_bob).await.unwrap().len(), 1);
    let first = server.store.outputs().list(user).await.unwrap()[0].id;
    ada.post(&format!("/outputs/{first}/remove"), &[]).await;
    assert_eq!(
        ada.post("/outputs", &feed).await.status,
        StatusCode::SEE_OTHER,
        "there is room for another"
    );
}

#[tokio::test]
async fn a_person_may_have_a_hundred_app_passwords() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let fields = [("label", "Phone"), ("scope", "read")];
    assert_eq!(made(&mut ada, "/settings/passwords", &fields, 110).await, 100);
    assert_eq!(n_passwords(&server, user).await, 100);
    let one = server.store.users().app_passwords(user).await.unwrap()[0].id;
    ada.post(&format!("/settings/passwords/{one}/revoke"), &[]).await;
    assert_eq!(n_passwords(&server, user).await, 99);
}

async fn n_passwords(server: &TestServer, user: UserId) -> usize {
    server.store.users().app_passwords(user).await.unwrap().len()
}

#[tokio::test]
async fn padding_a_name_does_not_allow_more_guesses() {
    let server = TestServer::new().await;
    server.user("ada", Role::User).await;
    let mut stranger = server.browser();
    let names = ["ada", " ada", "ADA ", "\tAda", "ada\u{a0}", "aDa  "];
    let mut n_guesses = 0;
    for n in 0..30 {
        let fields = [("name", names[n % names.len()]), ("password", "a wrong password")];
        let answer = stranger.post_bare("/sign-in", &fields).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        n_guesses += 1;
    }
    assert_eq!(n_guesses, 10);
}

#[tokio::test]
async fn waiting_as_long_as_told_is_enough() {
    let server = TestServer::new().await;
    server.user("ada", Role::User).await;
    let mut stranger = server.browser();
    let wrong = [("name", "ada"), ("password", "a wrong password")];
    let begun = server.clock.now();
    for _ in 0..10 {
        server.clock.advance(7);
        stranger.post_bare("/sign-in", &wrong).await;
    }
    let refused = stranger.post_bare("/sign-in", &wrong).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    assert!(wait > 0 && wait <= 15 * 60, "{wait}");
    server.clock.advance(wait - 1);
    let right = [("name", "ada"), ("password", crate::harness::PASSWORD)];
    assert_eq!(stranger.post_bare("/sign-in", &right).await.status, StatusCode::TOO_MANY_REQUESTS);
    server.clock.advance(1);
    assert_eq!(stranger.post_bare("/sign-in", &right).await.status, StatusCode::SEE_OTHER);
    assert!(server.clock.now().duration_since(begun).as_secs() <= 15 * 60 + 70);
}
