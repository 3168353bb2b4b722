//! Limits per person, which must not affect anyone else.

use crate::harness::{Browser, FORM, TestServer, form};
use axum::body::Body;
use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use http::{Method, StatusCode, header};
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

/// Sends a wrong app password by one of the protocols that also send a name.
async fn named(server: &TestServer, protocol: usize, name: &str) -> StatusCode {
    let request = match protocol % 2 {
        0 => server
            .request(&Method::POST, "/accounts/ClientLogin")
            .header(header::CONTENT_TYPE, FORM)
            .body(form(&[("Email", name), ("Passwd", "wrong")])),
        _ => server
            .request(&Method::GET, "/v1/me")
            .header(header::AUTHORIZATION, format!("Basic {}", BASE64.encode(format!("{name}:x"))))
            .body(Body::empty()),
    };
    server.browser().send(request.unwrap()).await.status
}

/// Sends a wrong app password by one of the protocols that send nothing else.
async fn nameless(server: &TestServer, protocol: usize) -> StatusCode {
    let asked = |path: &str, name: &str, value: &str| {
        server.request(&Method::GET, path).header(name, value).body(Body::empty())
    };
    let request = match protocol % 4 {
        0 => asked("/api/v1/me", "authorization", "Bearer wrong"),
        1 => asked("/v1/me", "x-auth-token", "wrong"),
        2 => asked("/reader/api/0/token", "authorization", "GoogleLogin auth=wrong"),
        _ => server
            .request(&Method::POST, "/fever/?api")
            .header(header::CONTENT_TYPE, FORM)
            .body(form(&[("api_key", "wrong")])),
    };
    server.browser().send(request.unwrap()).await.status
}

#[tokio::test]
async fn wrong_app_passwords_count_per_name_and_per_network_in_all_protocols_together() {
    let server = TestServer::new().await;
    server.user("ada", Role::User).await;
    for n in 0..10 {
        assert_eq!(named(&server, n, ["ada", "Ada "][n / 2 % 2]).await, StatusCode::UNAUTHORIZED);
    }
    for protocol in 0..2 {
        assert_eq!(named(&server, protocol, "ada").await, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(named(&server, protocol, "bob").await, StatusCode::UNAUTHORIZED);
    }
    for n in 12..100 {
        let status = nameless(&server, n).await;
        let expected = if n % 4 == 3 { StatusCode::OK } else { StatusCode::UNAUTHORIZED };
        assert_eq!(status, expected, "{n}: Fever says what is wrong in its response");
    }
    for protocol in 0..4 {
        assert_eq!(nameless(&server, protocol).await, StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(named(&server, 0, "carol").await, StatusCode::TOO_MANY_REQUESTS);
    let right = [("name", "ada"), ("password", crate::harness::PASSWORD)];
    let answer = server.browser().post_bare("/sign-in", &right).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "a client does not lock its owner out");
}
