//! What a page on another site can do here: call APIs with a password it was given, and nothing with a cookie.

use crate::{
    harness::{Answer, TestServer},
    samples,
};
use axum::body::Body;
use http::{Method, Request, StatusCode};
use std::collections::BTreeSet;
use tidings_model::{Clock, Role};
use tidings_store::AppScope;
use tidings_web::{
    api::API,
    app_keys,
    routes::{
        ROUTES,
        programs::{GREADER, GREADER_AT, MINIFLUX, PROGRAMS},
    },
};

const ELSEWHERE: &str = "https://elsewhere.example";
const PASSWORD: &str = "a password that a page elsewhere was given";

/// Returns a request as a browser sends it for a page on another site.
fn from_elsewhere(server: &TestServer, method: &Method, path: &str) -> http::request::Builder {
    server.request(method, path).header("origin", ELSEWHERE).header("sec-fetch-site", "cross-site")
}

fn empty(request: http::request::Builder) -> Request<Body> {
    request.body(Body::empty()).unwrap()
}

/// Sends the preflight request for a method and headers.
async fn asked_first(server: &TestServer, path: &str, method: &str, headers: &str) -> Answer {
    let request = from_elsewhere(server, &Method::OPTIONS, path)
        .header("access-control-request-method", method)
        .header("access-control-request-headers", headers);
    server.send(empty(request)).await
}

/// Returns whether a browser would proceed, by the rules of the Fetch standard.
fn is_allowed(answer: &Answer, method: &str, headers: &[&str]) -> bool {
    let list = |name: &str| -> BTreeSet<String> {
        answer.header(name).split(',').map(|one| one.trim().to_ascii_lowercase()).collect()
    };
    let (methods, allowed) =
        (list("access-control-allow-methods"), list("access-control-allow-headers"));
    answer.status.is_success()
        && answer.header("access-control-allow-origin") == "*"
        && (["GET", "POST", "HEAD"].contains(&method)
            || methods.contains(&method.to_ascii_lowercase()))
        && headers.iter().all(|name| allowed.contains(*name))
}

async fn with_password(server: &TestServer) {
    let user = server.user("ada", Role::User).await;
    let (keys, now) = (app_keys("ada", PASSWORD), server.clock.now());
    let added = server
        .store
        .users()
        .add_app_password(user, "Web".to_owned(), AppScope::Write, keys, now)
        .await;
    added.unwrap();
}

#[tokio::test]
async fn a_page_elsewhere_may_call_our_api_with_a_password() {
    let server = TestServer::new().await;
    with_password(&server).await;
    for one in API {
        let path = one.path.replace("{id}", "1").replace("{tag}", "1");
        let sent = ["authorization", "content-type", "if-none-match"];
        let answer = asked_first(&server, &path, one.method.as_str(), &sent.join(",")).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{path}");
        assert!(is_allowed(&answer, one.method.as_str(), &sent), "{} {path}", one.method);
    }
    let ask = async |path: &str, password: &str| {
        let request = from_elsewhere(&server, &Method::GET, path);
        server.send(empty(request.header("authorization", format!("Bearer {password}")))).await
    };
    let me = ask("/api/v1/me", PASSWORD).await;
    assert_eq!(
        (me.status, me.header("access-control-allow-origin")),
        (StatusCode::OK, "*"),
        "{}",
        me.body
    );
    assert!(me.header("access-control-expose-headers").contains("ETag"));
    // Errors can be read too.
    for (path, password, status) in [
        ("/api/v1/me", "wrong", StatusCode::UNAUTHORIZED),
        ("/api/v1/articles/4711", PASSWORD, StatusCode::NOT_FOUND),
        ("/api/v1/nothing/here", PASSWORD, StatusCode::NOT_FOUND),
    ] {
        let answer = ask(path, password).await;
        let told = (answer.status, answer.header("access-control-allow-origin"));
        assert_eq!(told, (status, "*"), "{path}");
    }
    let folder = from_elsewhere(&server, &Method::POST, "/api/v1/folders")
        .header("authorization", format!("Bearer {PASSWORD}"))
        .header("content-type", "application/json")
        .body(Body::from("{\"name\":\"From elsewhere\"}"));
    assert_eq!(server.send(folder.unwrap()).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn a_page_elsewhere_can_do_nothing_with_a_cookie() {
    let server = TestServer::new().await;
    let (mut ada, things) = samples::with_things(&server).await;
    let before = samples::fingerprint(&server).await;
    for one in API {
        let path = one.path.replace("{id}", &things.article.to_string()).replace("{tag}", "1");
        let answer = ada.send(empty(from_elsewhere(&server, one.method, &path))).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{} {path}", one.method);
        assert_eq!(answer.header("access-control-allow-origin"), "", "{path}");
    }
    assert_eq!(samples::fingerprint(&server).await, before);
    // No page of a person can be read from elsewhere, and no response allows credentials.
    for route in ROUTES.iter().filter(|route| *route.method == Method::GET) {
        let path = samples::path(route, &things);
        let answer = ada.send(empty(from_elsewhere(&server, &Method::GET, &path))).await;
        assert_eq!(answer.header("access-control-allow-origin"), "", "{path}");
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin", "{path}");
        let first = asked_first(&server, &path, "GET", "authorization").await;
        assert!(!is_allowed(&first, "GET", &["authorization"]), "{path}");
    }
    let programs = GREADER.iter().chain(MINIFLUX).chain(PROGRAMS).chain(ROUTES);
    for path in programs.map(|route| route.path).chain(API.iter().map(|one| one.path)) {
        let first = asked_first(&server, path, "GET", "authorization").await;
        assert!(!first.headers.contains_key("access-control-allow-credentials"), "{path}");
    }
}

#[tokio::test]
async fn pages_elsewhere_may_call_the_client_protocols() {
    let server = TestServer::new().await;
    let greader = ["", GREADER_AT]
        .into_iter()
        .flat_map(|at| GREADER.iter().map(move |one| (one.method, format!("{at}{}", one.path))));
    let others = MINIFLUX.iter().chain(PROGRAMS.iter().filter(|one| !one.path.contains("/v1/")));
    let others = others.map(|one| (one.method, one.path.to_owned()));
    for (method, path) in greader.chain(others) {
        let path =
            path.replace("{*stream}", "feed/1").replace("{*rest}", "x").replace(['{', '}'], "");
        let sent = ["authorization", "x-auth-token", "content-type"];
        let first = asked_first(&server, &path, method.as_str(), &sent.join(",")).await;
        assert!(is_allowed(&first, method.as_str(), &sent), "{method} {path}");
        let answer = server.send(empty(from_elsewhere(&server, method, &path))).await;
        let told = answer.header("access-control-allow-origin");
        assert_eq!(told, "*", "{method} {path}: {}", answer.status);
        // An icon can be displayed, not only read.
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin", "{path}");
    }
}
