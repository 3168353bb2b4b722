//! The Miniflux API as its clients call it: every endpoint, its status and its types, and other people's things.

mod access;
mod entries;
mod feeds;
mod marks;

use crate::fixtures::{article, store};
use crate::harness::{Answer, TestServer};
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{Method, StatusCode};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use std::net::SocketAddr;
use tidings_model::{Article, ArticleId, Clock, Enclosure, Role, SourceId, UserId};
use tidings_store::AppScope;
use tidings_web::app_keys;

/// The place of sources without a folder.
const UNFILED: i64 = i32::MAX as i64;

/// A client with a key.
struct Client<'a> {
    server: &'a TestServer,
    key: &'static str,
}

impl Client<'_> {
    async fn send(&self, method: Method, path: &str, body: impl Into<Body>) -> Answer {
        let request = self.server.request(&method, path).header("x-auth-token", self.key);
        send(self.server, request.body(body.into()).unwrap()).await
    }

    /// Returns the body of a GET.
    async fn get(&self, path: &str) -> Value {
        let answer = self.send(Method::GET, path, Body::empty()).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.body);
        assert_eq!(answer.header("content-type"), "application/json", "{path}");
        serde_json::from_str(&answer.body).unwrap()
    }

    async fn refused(&self, method: Method, path: &str, body: Value) -> (u16, String) {
        let answer = self.send(method, path, body.to_string()).await;
        let told: Value = serde_json::from_str(&answer.body).unwrap();
        (answer.status.as_u16(), told["error_message"].as_str().unwrap().to_owned())
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.made(Method::POST, path, body).await
    }

    /// Expects 201, for what is created or changed.
    async fn made(&self, method: Method, path: &str, body: Value) -> Value {
        let answer = self.send(method, path, body.to_string()).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    /// Expects 204 without a body.
    async fn done(&self, method: Method, path: &str, body: Value) {
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let answer = self.send(method, path, body).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{path}: {}", answer.body);
        assert_eq!(answer.body, "", "{path}");
    }

    async fn status(&self, method: Method, path: &str) -> u16 {
        self.send(method, path, "{}").await.status.as_u16()
    }

    /// Returns the ids of the entries at a path, and the total.
    async fn ids(&self, path: &str) -> (Vec<i64>, i64) {
        let page = self.get(path).await;
        let ids = page["entries"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap());
        (ids.collect(), page["total"].as_i64().unwrap())
    }
}

async fn send(server: &TestServer, mut request: http::Request<Body>) -> Answer {
    let peer: SocketAddr = "192.0.2.7:1234".parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(peer));
    server.send(request).await
}

fn now(server: &TestServer) -> Timestamp {
    server.clock.now()
}

async fn with_key<'a>(
    server: &'a TestServer,
    name: &str,
    key: &'static str,
    scope: AppScope,
) -> (Client<'a>, UserId) {
    let user = server.user(name, Role::User).await;
    let keys = app_keys(name, key);
    server
        .store
        .users()
        .add_app_password(user, "App".to_owned(), scope, keys, now(server))
        .await
        .unwrap();
    (Client { server, key }, user)
}

/// Returns an article some hours old.
fn aged(title: &str, hours: i64, now: Timestamp) -> Article {
    Article {
        published: Some(now - SignedDuration::from_hours(hours)),
        authors: vec![format!("Author {}", 9 - hours)],
        ..article(title, &format!("<p>Text of {title}</p>"), now)
    }
}

/// Ada with a source in a folder and one without.
struct Room<'a> {
    ada: Client<'a>,
    user: UserId,
    news: SourceId,
    loose: SourceId,
    folder: i64,
    /// Three articles of the news in order of arrival, then one of the other.
    ids: Vec<i64>,
}

async fn furnish(server: &TestServer) -> Room<'_> {
    let (ada, user) = with_key(server, "ada", "ada-key", AppScope::Write).await;
    let now = now(server);
    let news = server.source(user, "https://news.example/feed").await;
    let loose = server.source(user, "https://loose.example/feed").await;
    let folder = server.store.subscriptions().folder(user, "News".to_owned(), now).await.unwrap();
    server.store.subscriptions().move_to(user, news, Some(folder)).await.unwrap();
    let file = Enclosure {
        url: "https://news.example/a.mp3".to_owned(),
        media_type: Some("audio/mpeg".to_owned()),
        bytes: Some(1234),
        seconds: Some(600),
        title: None,
    };
    let mut ids: Vec<ArticleId> = Vec::new();
    let heard = Article {
        enclosures: vec![file],
        tags: vec!["Sound".to_owned(), "100%".to_owned()],
        comments: Some("https://news.example/talk".to_owned()),
        ..aged("Cherry", 1, now)
    };
    // One by one, so that arrival and publication differ.
    for one in [heard, aged("Apple", 3, now), aged("Banana", 2, now)] {
        ids.extend(store(&server.store, news, "News of all", vec![one], now).await);
        server.clock.advance(60);
    }
    ids.extend(store(&server.store, loose, "Loose", vec![aged("Date", 4, now)], now).await);
    let ids = ids.into_iter().map(|id| id.0).collect();
    Room { ada, user, news, loose, folder: folder.0, ids }
}
