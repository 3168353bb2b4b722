//! Host names, size limits, error pages, and monitoring.

use crate::harness::{FORM, TestServer};
use axum::body::Body;
use http::{Method, Request, StatusCode, header};
use std::sync::atomic::Ordering;
use tidings_model::Role;

#[tokio::test]
async fn other_host_names_are_refused_when_ours_is_known() {
    let server = TestServer::at(Some("https://news.example/")).await;
    let ask = async |host: &str, path: &str| {
        let request = Request::builder()
            .uri(path)
            .header(header::HOST, host)
            .header("x-forwarded-host", "news.example");
        server.send(request.body(Body::empty()).unwrap()).await.status
    };
    assert_eq!(ask("news.example", "/sign-in").await, StatusCode::OK);
    assert_eq!(ask("evil.example", "/sign-in").await, StatusCode::MISDIRECTED_REQUEST);
    assert_eq!(ask("127.0.0.1:8080", "/sign-in").await, StatusCode::MISDIRECTED_REQUEST);
    assert_eq!(ask("127.0.0.1:8080", "/healthz").await, StatusCode::OK);
    let double = Request::builder()
        .uri("/sign-in")
        .header(header::HOST, "news.example")
        .header(header::HOST, "evil.example");
    assert_eq!(
        server.send(double.body(Body::empty()).unwrap()).await.status,
        StatusCode::BAD_REQUEST
    );
    let none = Request::builder().uri("/sign-in").body(Body::empty()).unwrap();
    assert_eq!(server.send(none).await.status, StatusCode::BAD_REQUEST);
    let absolute =
        Request::builder().uri("http://evil.example/sign-in").body(Body::empty()).unwrap();
    assert_eq!(server.send(absolute).await.status, StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn large_forms_are_refused() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let large = "x".repeat(40_000);
    assert_eq!(ada.post("/add", &[("url", &large)]).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    // Without a declared length the body is cut off while it arrives.
    let endless = Body::from_stream(futures_util::stream::repeat(
        Ok::<_, std::convert::Infallible>(vec![b'x'; 1024]),
    ));
    let request = server
        .request(&Method::POST, "/sign-in")
        .header("content-type", FORM)
        .body(endless)
        .unwrap();
    assert_eq!(server.send(request).await.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test(start_paused = true)]
async fn forms_that_arrive_too_slowly_are_given_up() {
    let server = TestServer::new().await;
    let request = server.request(&Method::POST, "/sign-in").header("content-type", FORM);
    let request = request
        .body(Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>()))
        .unwrap();
    assert_eq!(server.send(request).await.status, StatusCode::REQUEST_TIMEOUT);
}

#[tokio::test]
async fn errors_are_pages_for_browsers_and_text_for_programs() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let page = ada.get("/nothing").await;
    assert_eq!(
        (page.status, page.header("content-type")),
        (StatusCode::NOT_FOUND, "text/html; charset=utf-8")
    );
    assert!(
        page.body.contains("<h1>Page not found</h1>") && page.body.contains("Go to your articles")
    );
    let request = Request::builder()
        .uri("/nothing")
        .header(header::HOST, "tidings.test")
        .body(Body::empty())
        .unwrap();
    let text = server.send(request).await;
    assert_eq!(
        (text.status, text.header("content-type")),
        (StatusCode::NOT_FOUND, "text/plain; charset=utf-8")
    );
    assert!(text.body.starts_with("There is nothing at this address"));
    let method =
        ada.send(server.request(&Method::DELETE, "/sources").body(Body::empty()).unwrap()).await;
    assert_eq!(method.status, StatusCode::METHOD_NOT_ALLOWED);
    assert!(method.header("allow").contains("GET"));
}

#[tokio::test]
async fn details_go_to_the_log_and_not_to_the_page() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    server.store.close().await;
    let answer = ada.get("/").await;
    assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR);
    assert!(answer.body.contains("Something went wrong") && !answer.body.contains("closed"));
}

#[tokio::test]
async fn health_does_not_query_the_database_and_readiness_does() {
    let server = TestServer::new().await;
    assert_eq!(server.browser().get("/readyz").await.status, StatusCode::OK);
    server.health.is_live.store(false, Ordering::Relaxed);
    let answer = server.browser().get("/readyz").await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.body.contains("heartbeat"));
    server.health.is_live.store(true, Ordering::Relaxed);
    server.store.close().await;
    assert_eq!(server.browser().get("/readyz").await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(server.browser().get("/healthz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn metrics_are_for_operators_and_for_this_machine() {
    let server = TestServer::new().await;
    let ask = async |host: &str, peer: &str, forwarded: bool| {
        let mut request = Request::builder().uri("/metrics").header(header::HOST, host);
        if forwarded {
            request = request.header("x-forwarded-for", "203.0.113.9");
        }
        let mut browser = server.browser();
        browser.peer = peer.parse().unwrap();
        browser.send(request.body(Body::empty()).unwrap()).await
    };
    let local = ask("127.0.0.1:8080", "127.0.0.1:5000", false).await;
    assert_eq!((local.status, local.body.as_str()), (StatusCode::OK, "tidings_up 1\n"));
    assert_eq!(ask("localhost", "[::1]:5000", false).await.status, StatusCode::OK);
    assert_eq!(ask("news.example", "127.0.0.1:5000", false).await.status, StatusCode::SEE_OTHER);
    assert_eq!(ask("localhost", "127.0.0.1:5000", true).await.status, StatusCode::SEE_OTHER);
    assert_eq!(ask("localhost", "192.0.2.5:5000", false).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn pages_are_compressed_if_the_browser_supports_it() {
    let server = TestServer::new().await;
    let request = server
        .request(&Method::GET, "/sign-in")
        .header("accept-encoding", "gzip")
        .body(Body::empty())
        .unwrap();
    let response = tower_service::Service::call(&mut server.router.clone(), request).await.unwrap();
    assert_eq!(response.headers()["content-encoding"], "gzip");
    assert!(response.headers().contains_key("content-security-policy"));
}

#[tokio::test]
async fn personal_pages_are_never_cached() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    for path in ["/", "/sources", "/add", "/nothing"] {
        assert_eq!(ada.get(path).await.header("cache-control"), "private, no-store", "{path}");
    }
}

#[tokio::test]
async fn a_panic_becomes_an_error_page_and_the_next_request_works() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let answer = ada.preview("panic.example", "").await;
    assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR);
    assert!(
        answer.body.contains("Something went wrong") && !answer.body.contains("as the test asked")
    );
    assert_ne!(answer.header("content-security-policy"), "");
    assert_eq!(ada.get("/").await.status, StatusCode::OK);
}
