//! Outgoing messages: they arrive complete, once, and only at the chosen server.

use crate::server::{Say, Server, ok, reply, settings, web};
use bytes::Bytes;
use tidings_fetch::{ClientSettings, Post, PostAnswer, Web};
use tidings_model::{Failure, FailureKind};

async fn send(settings: ClientSettings, url: &str) -> Result<PostAnswer, Failure> {
    let post = Post {
        url: url.parse().unwrap(),
        content_type: "application/json",
        headers: vec![
            ("x-tidings-signature", "sha256=00".to_owned()),
            ("x-bad", "a\r\nX-Evil: 1".to_owned()),
        ],
        body: Bytes::from_static(b"{\"hello\":1}"),
    };
    web(settings).post(post).await
}

#[tokio::test]
async fn a_message_arrives_with_its_headers() {
    let server = Server::saying(Say::Last(ok(b"got it"))).await;
    let answered =
        send(settings(&server.address.to_string()), &server.url("/hook?a=b")).await.unwrap();
    assert_eq!((answered.status, answered.text.as_str()), (200, "got it"));
    let heads = server.heads();
    let head = heads[0].to_ascii_lowercase();
    assert!(head.starts_with("post /hook?a=b http/1.1\r\n"), "{head}");
    assert!(head.contains("content-type: application/json\r\n"), "{head}");
    assert!(head.contains("content-length: 11\r\n"), "{head}");
    assert!(head.contains("x-tidings-signature: sha256=00\r\n"), "{head}");
    assert!(!head.contains("evil"), "{head}");
}

#[tokio::test]
async fn every_status_is_a_response_and_redirects_are_not_followed() {
    let canary = Server::canary().await;
    for status in [204, 302, 307, 308, 404, 500] {
        let head = format!("Location: {}\r\nContent-Length: 0\r\n", canary.url("/"));
        let server = Server::saying(Say::Last(
            format!("HTTP/1.1 {status} X\r\n{head}Connection: close\r\n\r\n").into_bytes(),
        ))
        .await;
        let allow = format!("{},{}", server.address, canary.address);
        let answered = send(settings(&allow), &server.url("/")).await.unwrap();
        assert_eq!(answered.status, status);
    }
    assert_eq!(canary.n_connections(), 0);
}

#[tokio::test]
async fn messages_go_through_the_guard() {
    let canary = Server::canary().await;
    for url in [
        canary.url("/"),
        format!("http://localhost:{}/", canary.address.port()),
        format!("http://[::ffff:127.0.0.1]:{}/", canary.address.port()),
        "http://169.254.169.254/latest/meta-data".to_owned(),
        "file:///etc/passwd".to_owned(),
    ] {
        let failure = send(settings(""), &url).await.unwrap_err();
        assert!(
            matches!(failure.kind, FailureKind::ForbiddenAddress | FailureKind::UnsupportedScheme),
            "{url}: {failure}"
        );
    }
    assert_eq!(canary.n_connections(), 0);
}

#[tokio::test]
async fn a_long_response_is_a_response() {
    let server = Server::saying(Say::Bytes(reply("200 OK", "", &vec![b'x'; 1 << 20]))).await;
    let answered = send(settings(&server.address.to_string()), &server.url("/")).await.unwrap();
    assert_eq!(answered.status, 200);
    assert!(answered.text.len() <= 16 << 10);
}
