//! Authentication, read-only keys, and other people's things.

use super::{Room, UNFILED, furnish, now, send, with_key};
use crate::harness::TestServer;
use axum::body::Body;
use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use http::{Method, StatusCode, header};
use jiff::Timestamp;
use serde_json::json;
use tidings_store::{AppScope, Icon};
use tidings_web::routes::RouteAccess;
use tidings_web::routes::programs::MINIFLUX;

#[tokio::test]
async fn without_a_key_every_call_is_refused_in_json() {
    let server = TestServer::new().await;
    furnish(&server).await;
    for route in MINIFLUX {
        let path = route
            .path
            .replace("{id}", "1")
            .replace("{entry}", "1")
            .replace("{*rest}", "nothing/here");
        for key in [None, Some("wrong")] {
            let mut request = server.request(route.method, &path);
            if let Some(key) = key {
                request = request.header("x-auth-token", key);
            }
            let answer = send(&server, request.body(Body::from("{}")).unwrap()).await;
            if route.access == RouteAccess::Anyone {
                assert_eq!((answer.status, answer.body.as_str()), (StatusCode::OK, "OK"));
                continue;
            }
            let is_slow = answer.status == StatusCode::TOO_MANY_REQUESTS;
            assert!(is_slow || answer.status == StatusCode::UNAUTHORIZED, "{path}");
            if !is_slow {
                assert!(answer.body.contains("\"access unauthorized\""), "{path}: {}", answer.body);
                assert!(answer.headers.contains_key(header::WWW_AUTHENTICATE), "{path}");
            }
        }
    }
}

#[tokio::test]
async fn name_and_app_password_work_like_the_key() {
    let server = TestServer::new().await;
    furnish(&server).await;
    let ask = async |pair: &str| {
        let value = format!("Basic {}", BASE64.encode(pair));
        let request = server.request(&Method::GET, "/v1/me").header(header::AUTHORIZATION, value);
        send(&server, request.body(Body::empty()).unwrap()).await.status.as_u16()
    };
    assert_eq!(ask("ada:ada-key").await, 200);
    assert_eq!(ask("Ada:ada-key").await, 200, "names are case-insensitive");
    assert_eq!(ask("eve:ada-key").await, 401, "the key does not belong to that name");
    assert_eq!(ask("ada:wrong").await, 401);
    assert_eq!(ask("ada").await, 401);
}

#[tokio::test]
async fn a_read_only_key_changes_nothing() {
    let server = TestServer::new().await;
    let (client, _) = with_key(&server, "ada", "looks-only", AppScope::Read).await;
    for route in MINIFLUX.iter().filter(|route| route.access == RouteAccess::Program) {
        let is_look = *route.method == Method::GET || route.path == "/v1/discover";
        let path = route.path.replace("{id}", "1").replace("{entry}", "1").replace("{*rest}", "x");
        let status = client.status(route.method.clone(), &path).await;
        assert_eq!(status == 403, !is_look, "{} {path}: {status}", route.method);
    }
}

#[tokio::test]
async fn the_caller_and_the_server_are_described() {
    let server = TestServer::new().await;
    let Room { ada, user, .. } = furnish(&server).await;
    let me = ada.get("/v1/me").await;
    assert_eq!((&me["id"], &me["username"]), (&json!(user.0), &json!("ada")));
    assert_eq!((&me["is_admin"], &me["entry_sorting_direction"]), (&json!(false), &json!("desc")));
    for name in ["theme", "language", "timezone", "stylesheet", "google_id", "openid_connect_id"] {
        assert!(me[name].is_string(), "{name}");
    }
    assert!(me["entries_per_page"].is_u64() && me["entry_swipe"].is_boolean());
    me["last_login_at"].as_str().unwrap().parse::<Timestamp>().unwrap();
    let version = ada.get("/v1/version").await;
    let numbers: Vec<u32> =
        version["version"].as_str().unwrap().split('.').map(|part| part.parse().unwrap()).collect();
    assert!(numbers >= vec![2, 3, 2], "clients use entries/ids from 2.3.2 on");
    for name in ["commit", "build_date", "go_version", "compiler", "arch", "os"] {
        assert!(version[name].is_string(), "{name}");
    }
    assert_eq!(ada.get("/v1/integrations/status").await, json!({ "has_integrations": false }));
    let users = ada.get("/v1/users").await;
    assert_eq!(users, json!([me]), "she may not know about others");
    assert_eq!(ada.get(&format!("/v1/users/{user}")).await, me);
    assert_eq!(ada.get("/v1/users/ADA").await, me);
    for (method, path) in [
        (Method::GET, "/v1/users/4711"),
        (Method::POST, "/v1/users"),
        (Method::PUT, "/v1/users/1"),
        (Method::DELETE, "/v1/users/1"),
        (Method::GET, "/v1/api-keys"),
        (Method::PUT, "/v1/users/4711/mark-all-as-read"),
    ] {
        let (status, why) = ada.refused(method.clone(), path, json!({})).await;
        assert_eq!((status, why.as_str()), (403, "access forbidden"), "{method} {path}");
    }
    let (status, why) = ada.refused(Method::GET, "/v1/nothing/here", json!({})).await;
    assert_eq!((status, why.as_str()), (404, "resource not found"));
}

#[tokio::test]
async fn other_peoples_things_are_not_found() {
    let server = TestServer::new().await;
    let Room { ada, user, news, folder, ids, .. } = furnish(&server).await;
    let icon = Icon { media_type: "image/png".to_owned(), bytes: vec![1] };
    server.store.sources().keep_icon(news, Some(icon), now(&server)).await.unwrap();
    let icon = ada.get(&format!("/v1/feeds/{news}")).await["icon"]["icon_id"].clone();
    let (eve, _) = with_key(&server, "eve", "eve-key", AppScope::Write).await;
    let before = crate::samples::state_of(&server, user).await;
    for route in MINIFLUX.iter().filter(|route| route.path.contains("{id}")) {
        let id = match route.path {
            path if path.starts_with("/v1/feeds/") => news.0,
            path if path.starts_with("/v1/categories/") => folder,
            path if path.starts_with("/v1/entries/") => ids[0],
            path if path.starts_with("/v1/enclosures/") => ids[0] * 64,
            path if path.starts_with("/v1/icons/") => icon.as_i64().unwrap(),
            path if path.starts_with("/v1/users/") => user.0,
            path => panic!("what does {path} name?"),
        };
        let expected = if route.path.starts_with("/v1/users/") { 403 } else { 404 };
        let entry = ids[0].to_string();
        let path = route.path.replace("{id}", &id.to_string()).replace("{entry}", &entry);
        let body = json!({ "title": "x", "media_progression": 1 }).to_string();
        let answer = eve.send(route.method.clone(), &path, body).await;
        assert_eq!(answer.status.as_u16(), expected, "{} {path}: {}", route.method, answer.body);
    }
    let body = json!({ "entry_ids": ids, "status": "read", "starred": true });
    eve.done(Method::PUT, "/v1/entries", body).await;
    eve.done(Method::PUT, "/v1/entries", json!({ "entry_ids": [ids[0]], "status": "read" })).await;
    for path in ["/v1/feeds", "/v1/entries", "/v1/entries?search=text", "/v1/entries/ids"] {
        let answer = eve.send(Method::GET, path, "").await;
        assert!(answer.status == 200 && !answer.body.contains("Cherry"), "{path}: {}", answer.body);
    }
    assert_eq!(eve.get("/v1/entries").await, json!({ "total": 0, "entries": [] }));
    assert_eq!(eve.get("/v1/feeds").await, json!([]), "an empty list is still a list");
    assert_eq!(eve.get("/v1/categories").await[0]["id"], UNFILED, "there is always a category");
    assert_eq!(eve.get("/v1/feeds/counters").await, json!({ "reads": {}, "unreads": {} }));
    assert_eq!(crate::samples::state_of(&server, user).await, before, "nothing of hers changed");
}
