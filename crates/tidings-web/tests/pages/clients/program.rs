//! A client with an app password, and its owner's subscriptions.

use crate::fixtures;
use crate::harness::{Answer, FORM, TestServer, form};
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{Method, StatusCode, header};
use serde_json::Value;
use std::net::SocketAddr;
use tidings_model::{ArticleId, Role, SourceId, UserId};
use tidings_store::AppScope;
use tidings_web::app_keys;

pub(super) const SECRET: &str = "kP3-a_long_and_random_app_password_of_ada00";

/// A person's client.
pub(super) struct Program<'a> {
    pub(super) server: &'a TestServer,
    pub(super) user: UserId,
    pub(super) name: String,
    pub(super) secret: String,
    pub(super) base: &'static str,
}

impl<'a> Program<'a> {
    pub(super) async fn of(server: &'a TestServer, name: &str, scope: AppScope) -> Self {
        let user = server.user(name, Role::User).await;
        let secret = format!("{SECRET}{name}");
        let (keys, now) = (app_keys(name, &secret), tidings_model::Clock::now(&*server.clock));
        server
            .store
            .users()
            .add_app_password(user, "Phone".to_owned(), scope, keys, now)
            .await
            .unwrap();
        Self { server, user, name: name.to_owned(), secret, base: "" }
    }

    pub(super) async fn send(&self, method: Method, path: &str, body: Body) -> Answer {
        let mut request = self
            .server
            .request(&method, &format!("{}{path}", self.base))
            .header(header::CONTENT_TYPE, FORM)
            .header(header::AUTHORIZATION, format!("GoogleLogin auth={}", self.secret))
            .body(body)
            .unwrap();
        let peer: SocketAddr = "192.0.2.7:999".parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        self.server.send(request).await
    }

    pub(super) async fn get(&self, path: &str) -> Value {
        let answer = self.send(Method::GET, &format!("/reader/api/0/{path}"), Body::empty()).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.body);
        assert_eq!(answer.header("content-type"), "application/json; charset=UTF-8");
        serde_json::from_str(&answer.body).unwrap()
    }

    pub(super) async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.send(Method::POST, &format!("/reader/api/0/{path}"), form(fields)).await
    }

    pub(super) async fn do_ok(&self, path: &str, fields: &[(&str, &str)]) {
        let answer = self.post(path, fields).await;
        assert_eq!(
            (answer.status, answer.body.as_str()),
            (StatusCode::OK, "OK"),
            "{path} {fields:?}"
        );
    }

    /// Returns the ids of a stream, newest first.
    pub(super) async fn ids(&self, query: &str) -> Vec<i64> {
        let answer = self.get(&format!("stream/items/ids?output=json&n=10000&{query}")).await;
        let refs = answer["itemRefs"].as_array().unwrap();
        refs.iter().map(|one| one["id"].as_str().unwrap().parse().unwrap()).collect()
    }
}

/// Creates a source with three articles, in a folder.
pub(super) async fn stocked(
    program: &Program<'_>,
    url: &str,
    folder: Option<&str>,
) -> (SourceId, Vec<ArticleId>) {
    let (server, user) = (program.server, program.user);
    let now = tidings_model::Clock::now(&*server.clock);
    let source = server.source(user, url).await;
    if let Some(name) = folder {
        let id = server.store.subscriptions().folder(user, name.to_owned(), now).await.unwrap();
        server.store.subscriptions().move_to(user, source, Some(id)).await.unwrap();
    }
    let titles = ["one & <two>", "three", "four"].map(|title| format!("{title} of {url}"));
    let articles =
        titles.iter().map(|title| fixtures::article(title, "<p>text</p>", now)).collect();
    let ids = fixtures::store(&server.store, source, "A site", articles, now).await;
    (source, ids)
}

pub(super) const READING_LIST: &str = "user/-/state/com.google/reading-list";
pub(super) const READ: &str = "user/-/state/com.google/read";
pub(super) const STARRED: &str = "user/-/state/com.google/starred";
