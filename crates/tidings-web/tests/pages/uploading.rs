//! Uploading a file from a page: the token precedes it, and nothing large is read without one.

use crate::harness::{Answer, Browser, TestServer};
use axum::body::Body;
use http::{Method, StatusCode, header};
use tidings_model::{Role, UserId};

/// Returns one part of a multipart form.
fn part(head: &str, body: &str) -> String {
    format!("--b\r\nContent-Disposition: form-data; {head}\r\n\r\n{body}\r\n")
}

fn token(text: &str) -> String {
    part("name=\"token\"", text)
}

fn file(name: &str, text: &str) -> String {
    part(&format!("name=\"file\"; filename=\"{name}\""), text)
}

async fn send(browser: &mut Browser<'_>, kind: &str, body: impl Into<Body>) -> Answer {
    let request = browser.server.request(&Method::POST, "/sources/import");
    let request = request.header(header::CONTENT_TYPE, kind).body(body.into()).unwrap();
    browser.send(request).await
}

async fn send_parts(browser: &mut Browser<'_>, parts: &[String]) -> StatusCode {
    let body = format!("{}--b--\r\n", parts.concat());
    send(browser, "multipart/form-data; boundary=b", body).await.status
}

/// Uploads a file from the import page.
pub(crate) async fn upload(browser: &mut Browser<'_>, name: &str, text: &str) -> Answer {
    let own = browser.token().await;
    let body = format!("{}{}--b--\r\n", token(&own), file(name, text));
    send(browser, "multipart/form-data; boundary=b", body).await
}

async fn n_imports(server: &TestServer, user: UserId) -> usize {
    server.store.imports().list(user, 99).await.unwrap().len()
}

#[tokio::test]
async fn a_file_without_a_preceding_token_is_refused() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let (mut bob, _) = server.signed_in("bob", Role::User).await;
    let (own, other) = (ada.token().await, bob.token().await);
    let list = file("list.opml", "https://a.example/feed");
    for parts in [
        vec![list.clone()],
        vec![list.clone(), token(&own)],
        vec![token(&other), list.clone()],
        vec![token(""), list.clone()],
        vec![token(&own)],
        vec![token(&own), part("name=\"note\"", "x"), list.clone()],
        vec![part("filename=\"x\"", "x"), token(&own), list.clone()],
        vec![],
    ] {
        assert_eq!(send_parts(&mut ada, &parts).await, StatusCode::FORBIDDEN, "{parts:?}");
    }
    assert_eq!(n_imports(&server, user).await, 0);
    assert_eq!(send_parts(&mut ada, &[token(&own), list]).await, StatusCode::SEE_OTHER);
    assert_eq!(n_imports(&server, user).await, 1);
}

#[tokio::test]
async fn an_upload_may_be_exactly_as_large_as_the_limit() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let own = ada.token().await;
    for (n_bytes, status) in
        [((1 << 20) + 1, StatusCode::PAYLOAD_TOO_LARGE), (1 << 20, StatusCode::SEE_OTHER)]
    {
        let list = file("list", &"x".repeat(n_bytes));
        assert_eq!(send_parts(&mut ada, &[token(&own), list]).await, status, "{n_bytes}");
    }
    assert_eq!(n_imports(&server, user).await, 1);
}

#[tokio::test]
async fn an_upload_that_declares_too_large_a_size_is_not_read() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let silence = futures_util::stream::pending::<Result<axum::body::Bytes, std::io::Error>>();
    let request = server
        .request(&Method::POST, "/sources/import")
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=b")
        .header(header::CONTENT_LENGTH, 2 << 20)
        .body(Body::from_stream(silence))
        .unwrap();
    assert_eq!(ada.send(request).await.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn a_stranger_is_redirected_to_sign_in_and_the_file_is_not_read() {
    let server = TestServer::new().await;
    server.signed_in("ada", Role::User).await;
    let silence = futures_util::stream::pending::<Result<axum::body::Bytes, std::io::Error>>();
    let mut stranger = server.browser();
    let kind = "multipart/form-data; boundary=b";
    let answer = send(&mut stranger, kind, Body::from_stream(silence)).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert!(answer.header("location").starts_with("/sign-in"), "{:?}", answer.headers);
}

#[tokio::test]
async fn an_invalid_multipart_form_is_refused() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    for kind in ["multipart/form-data", "multipart/form-data; boundary=other"] {
        let body = format!("{}{}--b--\r\n", token("x"), file("x", "x"));
        assert_eq!(send(&mut ada, kind, body).await.status, StatusCode::FORBIDDEN, "{kind}");
    }
    assert_eq!(n_imports(&server, user).await, 0);
}

#[tokio::test]
async fn the_name_of_a_file_is_one_short_line() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let own = ada.token().await;
    let long = format!("ü{}", "x".repeat(300));
    send_parts(&mut ada, &[token(&own), file(&long, "https://a.example/feed")]).await;
    let name = server.store.imports().list(user, 1).await.unwrap().remove(0).name;
    assert_eq!(name, format!("ü{}", "x".repeat(199)));
}
