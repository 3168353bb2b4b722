//! Our own API: every operation of its table, who may use it, and its errors.

mod events;
mod refusals;
mod today;

use crate::{
    fixtures,
    harness::{Answer, TestServer},
    samples::{Things, with_things},
};
use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tidings_model::{Clock, Role, UserId};
use tidings_store::AppScope;
use tidings_web::{
    FeedChoice,
    api::{API, Operation},
    app_keys,
};
use tower_service::Service;

/// A program with an app password.
#[derive(Clone)]
pub(crate) struct Program<'h> {
    server: &'h TestServer,
    password: String,
}

pub(crate) async fn program<'h>(
    server: &'h TestServer,
    user: UserId,
    scope: AppScope,
) -> Program<'h> {
    let name = server.store.users().get(user).await.unwrap().unwrap().name;
    let password = format!("secret of {name} to {scope:?}");
    let keys = app_keys(&name, &password);
    let now = server.clock.now();
    server.store.users().add_app_password(user, "test".to_owned(), scope, keys, now).await.unwrap();
    Program { server, password }
}

impl Program<'_> {
    fn request(&self, method: &Method, path: &str) -> http::request::Builder {
        let bearer = format!("Bearer {}", self.password);
        self.server.request(method, path).header("authorization", bearer)
    }

    async fn send(&self, method: &Method, path: &str, body: Option<Value>) -> Answer {
        let request = self.request(method, path);
        let request = match body {
            Some(body) => request
                .header("content-type", "application/json")
                .body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        self.server.send(request.unwrap()).await
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let answer = self.send(&Method::GET, path, None).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    /// Sends a request that must succeed.
    pub(crate) async fn act(&self, method: Method, path: &str, body: Value) -> Value {
        let answer = self.send(&method, path, Some(body)).await;
        assert!(answer.status.is_success(), "{method} {path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap_or_default()
    }
}

/// Checks that a response is a problem document as promised.
fn check_problem(answer: &Answer, status: u16, code: &str) {
    let context = format!("{} {}", answer.status, answer.body);
    assert_eq!(answer.status.as_u16(), status, "{context}");
    assert_eq!(answer.header("content-type"), "application/problem+json", "{context}");
    let told: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(told["type"], format!("/api#{code}"), "{context}");
    assert_eq!(told["status"], status, "{context}");
    for words in ["title", "detail"] {
        assert!(!told[words].as_str().unwrap().is_empty(), "{context}");
    }
}

/// Returns the path of an operation on someone's things.
fn path(one: &Operation, things: &Things) -> String {
    let kinds = [
        ("/articles/", things.article),
        ("/sources/", things.source),
        ("/folders/", things.folder),
        ("/tags/", things.tag),
        ("/rules/", things.rule),
        ("/shares/", things.share),
        ("/outputs/", things.output),
        ("/webhooks/", things.webhook),
        ("/imports/", things.import),
        ("/undo/", things.undo),
        ("/taught/sources/", things.source),
        ("/taught/topics/", 1),
    ];
    let kind = kinds.iter().find(|(part, _)| one.path.starts_with(&format!("/api/v1{part}")));
    let id = kind.map_or(0, |(_, id)| *id);
    one.path.replace("{id}", &id.to_string()).replace("{tag}", &things.tag.to_string())
}

/// Returns a rule that can be saved.
fn rule() -> Value {
    json!({ "name": "Mute", "scope": "all", "matching": "any", "accents_count": false,
        "conditions": [{ "field": "title", "test": "words", "text": "Private", "is_not": false }],
        "actions": ["star", { "tag": "muted" }] })
}

/// Returns a valid body of an operation.
fn body(one: &Operation, things: &Things) -> Option<Value> {
    Some(match one.id {
        "me.change" => json!({ "theme": "dark", "page_size": 20, "language": null }),
        "articles.change" => json!({ "is_starred": true }),
        "articles.tag_by_name" => json!({ "name": "new" }),
        "outputs.share" => json!({ "days": 7 }),
        "outputs.create" => json!({ "name": "Out", "list": { "source": things.source } }),
        "webhooks.create" => {
            json!({ "url": "https://hook.example/", "event": { "article": "all" } })
        }
        "webhooks.change" => json!({ "is_on": false }),
        "marks.mark" => json!({ "act": "read", "ids": [things.article] }),
        "marks.read_all" => json!({ "in": "all", "up_to": 1000 }),
        "marks.tag" => json!({ "ids": [things.article] }),
        "sources.add" | "sources.look" | "sources.address" => {
            json!({ "url": "https://found.example/feed" })
        }
        "sources.change" => json!({ "title": "Mine", "folder": null, "is_pinned": true }),
        "folders.create" | "tags.create" => json!({ "name": "fresh" }),
        "folders.rename" | "tags.rename" => json!({ "name": "renamed" }),
        "folders.order" => json!({ "ids": [things.folder] }),
        "rules.create" | "rules.replace" | "rules.attempt" => rule(),
        "today.show" => json!({ "limit": 5 }),
        "articles.react" => json!({ "reaction": "more" }),
        "learned.rename" => json!({ "name": "Stars" }),
        "learned.topic" | "learned.source" => json!({ "level": 95 }),
        "rules.change" => json!({ "is_on": false, "step": "up" }),
        // Any file will do.
        "imports.begin" => json!("https://found.example/feed"),
        _ => return None,
    })
}

fn found(server: &TestServer) {
    let candidate =
        FeedChoice { url: "https://found.example/feed".to_owned(), title: "Found".to_owned() };
    *server.told.found.lock().unwrap() = Ok(vec![candidate]);
}

async fn ada(server: &TestServer) -> (Program<'_>, Things) {
    let (_, things) = with_things(server).await;
    (program(server, UserId(things.user), AppScope::Write).await, things)
}

/// Returns the query of an operation that needs one.
fn query(one: &Operation) -> &'static str {
    if one.id == "articles.search" { "?q=private" } else { "" }
}

#[tokio::test]
async fn every_operation_responds_to_those_who_may_use_it() {
    for one in API {
        let server = TestServer::new().await;
        let (ada, things) = ada(&server).await;
        found(&server);
        let path = format!("{}{}", path(one, &things), query(one));
        if one.id == "rules.restore" {
            ada.send(&Method::DELETE, &format!("/api/v1/rules/{}", things.rule), None).await;
        }
        if one.id == "events.stream" {
            continue;
        }
        let answer = ada.send(one.method, &path, body(one, &things)).await;
        assert!(answer.status.is_success(), "{} {path}: {}", one.method, answer.body);
    }
}

#[tokio::test]
async fn other_peoples_things_are_not_found() {
    let server = TestServer::new().await;
    let (_, things) = ada(&server).await;
    let bob = server.user("bob", Role::User).await;
    let bob = program(&server, bob, AppScope::Write).await;
    found(&server);
    let before = crate::samples::state_of(&server, UserId(things.user)).await;
    // Topics belong to nobody.
    let is_theirs = |one: &&Operation| one.path.contains('{') && !one.path.contains("/topics/");
    for one in API.iter().filter(is_theirs) {
        let answer = bob.send(one.method, &path(one, &things), body(one, &things)).await;
        check_problem(&answer, 404, "not-found");
    }
    for place in ["source:1", "folder:1", "tag:1"] {
        let answer = bob.send(&Method::GET, &format!("/api/v1/articles?in={place}"), None).await;
        check_problem(&answer, 404, "not-found");
        let whole = json!({ "in": place, "up_to": 1000 });
        let answer = bob.send(&Method::POST, "/api/v1/read-all", Some(whole)).await;
        check_problem(&answer, 404, "not-found");
    }
    for act in ["read", "unread", "star", "later"] {
        let marks = json!({ "act": act, "ids": [things.article] });
        let done = bob.act(Method::POST, "/api/v1/marks", marks).await;
        assert_eq!(done, json!({ "n": 0, "undo": null }), "{act}");
    }
    let order = json!({ "ids": [things.folder] });
    let answer = bob.send(&Method::PUT, "/api/v1/folders/order", Some(order)).await;
    check_problem(&answer, 404, "not-found");
    let wish = json!({ "url": "https://found.example/feed", "folder": things.folder });
    let answer = bob.send(&Method::POST, "/api/v1/sources", Some(wish)).await;
    check_problem(&answer, 404, "not-found");
    assert_eq!(crate::samples::state_of(&server, UserId(things.user)).await, before);
    let seen = bob.get("/api/v1/articles").await;
    assert_eq!(seen, json!({ "articles": [], "next": null }));
}

#[tokio::test]
async fn a_read_only_password_changes_nothing() {
    let server = TestServer::new().await;
    let (_, things) = ada(&server).await;
    let looker = program(&server, UserId(things.user), AppScope::Read).await;
    found(&server);
    // The first use is recorded.
    assert_eq!(looker.get("/api/v1/me").await["may_write"], false);
    let before = crate::samples::fingerprint(&server).await;
    for one in API.iter().filter(|one| *one.method != Method::GET) {
        let answer = looker.send(one.method, &path(one, &things), body(one, &things)).await;
        check_problem(&answer, 403, "read-only");
    }
    assert_eq!(crate::samples::fingerprint(&server).await, before);
}

#[tokio::test]
async fn without_a_known_password_nothing_is_revealed() {
    let server = TestServer::new().await;
    let (ada, things) = ada(&server).await;
    for one in API {
        let path = path(one, &things);
        let bare = server.request(one.method, &path).body(Body::empty()).unwrap();
        let answer = server.send(bare).await;
        check_problem(&answer, 401, "wrong-password");
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }
    let wrong = Program { password: "wrong".to_owned(), ..ada.clone() };
    check_problem(&wrong.send(&Method::GET, "/api/v1/me", None).await, 401, "wrong-password");
    let basic = server.request(&Method::GET, "/api/v1/me").header("authorization", "Basic YTpi");
    let answer = server.send(basic.body(Body::empty()).unwrap()).await;
    check_problem(&answer, 401, "wrong-password");
}

#[tokio::test]
async fn unreadable_requests_get_a_problem_document() {
    let server = TestServer::new().await;
    let (ada, things) = ada(&server).await;
    let get = async |path: &str| ada.send(&Method::GET, path, None).await;
    check_problem(&get("/api/v1").await, 404, "not-found");
    check_problem(&get("/api/v1/nothing").await, 404, "not-found");
    for id in ["0", "-1", "x", "1.5", "99999999999999999999", "%00"] {
        check_problem(&get(&format!("/api/v1/articles/{id}")).await, 404, "not-found");
    }
    for query in
        ["in=nothing", "limit=0", "limit=201", "limit=x", "after=x", "wish=1", "in=source:x"]
    {
        check_problem(&get(&format!("/api/v1/articles?{query}")).await, 400, "unreadable");
    }
    let answer = ada.send(&Method::DELETE, "/api/v1/me", None).await;
    check_problem(&answer, 405, "method");
    assert!(answer.header("allow").contains("GET"), "{:?}", answer.headers);

    let article = format!("/api/v1/articles/{}", things.article);
    let sent = async |kind: &str, text: String| {
        let request = ada.request(&Method::PATCH, &article).header("content-type", kind);
        server.send(request.body(Body::from(text)).unwrap()).await
    };
    const JSON: &str = "application/json";
    check_problem(&sent(JSON, "{".to_owned()).await, 400, "unreadable");
    check_problem(&sent(JSON, String::new()).await, 400, "unreadable");
    check_problem(&sent(JSON, r#"{"is_read":"yes"}"#.to_owned()).await, 422, "refused");
    check_problem(&sent(JSON, r#"{"is_raed":true}"#.to_owned()).await, 422, "refused");
    check_problem(&sent(JSON, "[true]".to_owned()).await, 422, "refused");
    check_problem(&sent("text/plain", "{}".to_owned()).await, 415, "media-type");
    check_problem(&sent(JSON, " ".repeat(300 << 10)).await, 413, "too-large");
    assert_eq!(sent("application/json; charset=utf-8", "{}".to_owned()).await.status, 200);

    let many = json!({ "act": "read", "ids": (1..=1001).collect::<Vec<_>>() });
    let answer = ada.send(&Method::POST, "/api/v1/marks", Some(many)).await;
    check_problem(&answer, 422, "refused");
    let thousand = json!({ "act": "read", "ids": (1..=1000).collect::<Vec<_>>() });
    ada.act(Method::POST, "/api/v1/marks", thousand).await;
}

async fn arrive(server: &TestServer, source: tidings_model::SourceId, n: usize) -> Vec<i64> {
    let now = server.clock.now();
    let articles = (0..n).map(|number| {
        // Several share an instant: a page may end between them.
        let mut one = fixtures::article(&format!("Article {number}"), "<p>Text</p>", now);
        one.published = Some(now - jiff::SignedDuration::from_hours((number / 3) as i64));
        one
    });
    let ids = fixtures::store(&server.store, source, "Example", articles.collect(), now).await;
    let mut ids: Vec<i64> = ids.into_iter().map(|id| id.0).collect();
    ids.sort_unstable();
    ids
}

#[tokio::test]
async fn pages_of_a_list_have_every_article_exactly_once() {
    let server = TestServer::new().await;
    let user = server.user("ada", Role::User).await;
    let ada = program(&server, user, AppScope::Write).await;
    let source = server.source(user, "https://example.org/feed").await;
    let all: BTreeSet<i64> = arrive(&server, source, 25).await.into_iter().collect();
    let ids: Vec<i64> = all.iter().copied().collect();
    for act in ["star", "later"] {
        ada.act(Method::POST, "/api/v1/marks", json!({ "act": act, "ids": ids })).await;
    }
    let tag = ada.act(Method::POST, "/api/v1/tags", json!({ "name": "all" })).await["id"].clone();
    ada.act(Method::POST, &format!("/api/v1/tags/{tag}/articles"), json!({ "ids": ids })).await;
    let lists = [
        "unread".to_owned(),
        "all".to_owned(),
        "starred".to_owned(),
        "later".to_owned(),
        "today".to_owned(),
        format!("source:{source}"),
        format!("source:{source}:unread"),
        format!("tag:{tag}"),
    ];
    for list in lists {
        for order in ["newest", "oldest"] {
            let seen =
                walk(&ada, &format!("/api/v1/articles?in={list}&order={order}&limit=4")).await;
            assert_eq!(seen.len(), 25, "{list} {order}");
            assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), all, "{list} {order}");
        }
    }
    let (mut after, mut came) = (0, Vec::new());
    loop {
        let page = ada.get(&format!("/api/v1/arrivals?after={after}&limit=7")).await;
        came.extend(
            page["articles"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()),
        );
        after = page["next"].as_i64().unwrap();
        if page["has_more"] == false {
            break;
        }
    }
    assert_eq!(came, ids, "in order of arrival");
}

async fn walk(program: &Program<'_>, address: &str) -> Vec<i64> {
    let (mut seen, mut next) = (Vec::new(), address.to_owned());
    loop {
        let page = program.get(&next).await;
        seen.extend(
            page["articles"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()),
        );
        match page["next"].as_str() {
            Some(place) => next = format!("{address}&after={place}"),
            None => return seen,
        }
    }
}

#[tokio::test]
async fn an_unchanged_response_is_not_sent_again() {
    let server = TestServer::new().await;
    let (ada, things) = ada(&server).await;
    let known = async |tag: &str| {
        let request = ada.request(&Method::GET, "/api/v1/articles").header("if-none-match", tag);
        server.send(request.body(Body::empty()).unwrap()).await
    };
    let first = ada.send(&Method::GET, "/api/v1/articles", None).await;
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with("W/\""), "{tag}");
    assert_eq!(first.header("cache-control"), "private, no-cache");
    for asked in [tag.as_str(), &tag[2..], "*", &format!("\"x\", {tag}")] {
        let again = known(asked).await;
        assert_eq!((again.status, again.body.as_str()), (StatusCode::NOT_MODIFIED, ""), "{asked}");
        assert_eq!(again.header("etag"), tag);
    }
    let change = json!({ "is_starred": true });
    ada.act(Method::PATCH, &format!("/api/v1/articles/{}", things.article), change).await;
    let after = known(&tag).await;
    assert_eq!(after.status, StatusCode::OK);
    assert_ne!(after.header("etag"), tag);
}

#[tokio::test]
async fn repeating_a_request_changes_nothing_more() {
    let server = TestServer::new().await;
    let (ada, things) = ada(&server).await;
    let article = format!("/api/v1/articles/{}", things.article);
    let wish = json!({ "is_read": true, "is_starred": true, "is_later": true });
    let first = ada.act(Method::PATCH, &article, wish.clone()).await;
    server.clock.advance(60);
    assert_eq!(ada.act(Method::PATCH, &article, wish).await, first);
    assert_eq!(ada.get(&article).await, first);
    let back = json!({ "is_read": false, "is_starred": false, "is_later": false });
    let back = ada.act(Method::PATCH, &article, back).await;
    let state = ["is_read", "is_starred", "is_later"].map(|name| back[name].clone());
    assert_eq!(state, [json!(false), json!(false), json!(false)]);
    assert_eq!(back["n_opened"], 0);
    let opened = ada.act(Method::PATCH, &article, json!({ "opened": true })).await;
    assert_eq!((&opened["is_read"], &opened["n_opened"]), (&json!(true), &json!(1)));

    for (place, name) in [("folders", "f"), ("tags", "t")] {
        let place = format!("/api/v1/{place}");
        let first = ada.send(&Method::POST, &place, Some(json!({ "name": name }))).await;
        assert_eq!(first.status, StatusCode::CREATED);
        let made = first.header("location").to_owned();
        let again = ada.send(&Method::POST, &place, Some(json!({ "name": name }))).await;
        assert_eq!((again.status, &again.body), (StatusCode::OK, &first.body));
        assert_eq!(ada.send(&Method::GET, &made, None).await.body, first.body);
        ada.act(Method::POST, &place, json!({ "name": "other" })).await;
        let taken = ada.send(&Method::PATCH, &made, Some(json!({ "name": "other" }))).await;
        check_problem(&taken, 409, "conflict");
        assert!(ada.send(&Method::DELETE, &made, None).await.status.is_success());
        check_problem(&ada.send(&Method::DELETE, &made, None).await, 404, "not-found");
    }
    for name in ["", " x", "x\n", "\u{7}"] {
        let answer = ada.send(&Method::POST, "/api/v1/tags", Some(json!({ "name": name }))).await;
        check_problem(&answer, 422, "refused");
    }
}

#[tokio::test]
async fn marking_a_list_read_spares_what_was_not_shown_and_can_be_undone() {
    let server = TestServer::new().await;
    let user = server.user("ada", Role::User).await;
    let ada = program(&server, user, AppScope::Write).await;
    let source = server.source(user, "https://example.org/feed").await;
    let ids = arrive(&server, source, 9).await;
    let shown = ids.iter().copied().max().unwrap() - 2;
    let whole = json!({ "in": format!("source:{source}"), "up_to": shown });
    let done = ada.act(Method::POST, "/api/v1/read-all", whole).await;
    assert_eq!(done["n"], 7);
    assert_eq!(ada.get("/api/v1/me").await["counts"]["n_unread"], 2);
    let undo = format!("/api/v1/undo/{}", done["undo"]);
    let undone = ada.act(Method::POST, &undo, Value::Null).await;
    assert_eq!((&undone["kind"], &undone["n"]), (&json!("read"), &json!(7)));
    assert_eq!(ada.get("/api/v1/me").await["counts"]["n_unread"], 9);
    check_problem(&ada.send(&Method::POST, &undo, None).await, 404, "not-found");
}

#[tokio::test]
async fn a_source_has_its_plan_with_the_reason_and_what_was_learned() {
    let server = TestServer::new().await;
    let (ada, things) = ada(&server).await;
    let place = format!("/api/v1/sources/{}", things.source);
    let source = ada.get(&place).await;
    assert!(source["plan"]["next_at"].as_str().unwrap().ends_with('Z'), "{source}");
    assert!(!source["plan"]["reason"]["sentence"].as_str().unwrap().is_empty(), "{source}");
    assert_eq!(source["outlook"]["pattern"].as_array().unwrap().len(), 168);
    assert!(source["weight"].is_number() && source["state"]["health"].is_string());
    let wish = json!({ "min_minutes": 1, "max_minutes": 5, "is_paused": true, "title": "Mine" });
    let changed = ada.act(Method::PATCH, &place, wish).await;
    assert_eq!(changed["options"]["min_minutes"], 5, "the operator's bound");
    assert_eq!(changed["options"]["max_minutes"], 60, "one reader cannot demand more");
    assert_eq!((&changed["is_paused"], &changed["plan"]), (&json!(true), &Value::Null));
    assert_eq!(changed["title"], "Mine");
    let back = json!({ "min_minutes": null, "is_paused": false, "title": null });
    let back = ada.act(Method::PATCH, &place, back).await;
    assert_eq!((&back["options"]["min_minutes"], &back["own_title"]), (&Value::Null, &Value::Null));
    assert_eq!(back["options"]["max_minutes"], 60, "omitted fields stay");
    let answer = ada.send(&Method::PATCH, &place, Some(json!({ "folder": 999 }))).await;
    check_problem(&answer, 404, "not-found");
    let german = ada.request(&Method::GET, &place).header("accept-language", "de");
    let german = server.send(german.body(Body::empty()).unwrap()).await;
    let german: Value = serde_json::from_str(&german.body).unwrap();
    assert_ne!(german["state"]["sentence"], source["state"]["sentence"]);
}

#[tokio::test]
async fn a_page_with_several_feeds_lets_the_program_choose() {
    let server = TestServer::new().await;
    let user = server.user("ada", Role::User).await;
    let ada = program(&server, user, AppScope::Write).await;
    let candidate = |number: u8| FeedChoice {
        url: format!("https://found.example/{number}"),
        title: format!("Feed {number}"),
    };
    *server.told.found.lock().unwrap() = Ok(vec![candidate(1), candidate(2)]);
    let wish = json!({ "url": "found.example" });
    let choice = ada.act(Method::POST, "/api/v1/sources", wish.clone()).await;
    assert_eq!(choice["source"], Value::Null);
    assert_eq!(choice["candidates"][1]["title"], "Feed 2");
    let chosen = json!({ "url": choice["candidates"][1]["url"] });
    let added = ada.send(&Method::POST, "/api/v1/sources", Some(chosen.clone())).await;
    assert_eq!(added.status, StatusCode::CREATED, "{}", added.body);
    let source = ada.get(added.header("location")).await;
    assert_eq!(source["url"], "https://found.example/2");
    let again = ada.send(&Method::POST, "/api/v1/sources", Some(chosen)).await;
    assert_eq!(again.status, StatusCode::OK);
    *server.told.found.lock().unwrap() = Ok(Vec::new());
    let nothing = ada.send(&Method::POST, "/api/v1/sources", Some(wish)).await;
    check_problem(&nothing, 422, "refused");
}

#[tokio::test]
async fn the_document_lists_exactly_the_operations_of_the_table() {
    let server = TestServer::new().await;
    let request = server.request(&Method::GET, "/api/v1/openapi.json").body(Body::empty()).unwrap();
    let answer = server.send(request).await;
    assert_eq!(answer.header("content-type"), "application/json");
    let document: Value = serde_json::from_str(&answer.body).unwrap();
    let mut told = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, one) in methods.as_object().unwrap() {
            let id = one["operationId"].as_str().unwrap();
            told.insert((path.clone(), method.to_ascii_uppercase(), id.to_owned()));
        }
    }
    let table: BTreeSet<_> = API
        .iter()
        .map(|one| (one.path.to_owned(), one.method.to_string(), one.id.to_owned()))
        .collect();
    assert_eq!(told, table);
    assert_eq!(table.len(), API.len(), "every operation is listed once");
    let ids: BTreeSet<&str> = API.iter().map(|one| one.id).collect();
    assert_eq!(ids.len(), API.len(), "every operation has a unique name");
    for one in API {
        let parameters =
            document["paths"][one.path][one.method.as_str().to_ascii_lowercase()]["parameters"]
                .as_array()
                .cloned()
                .unwrap_or_default();
        let named: Vec<&str> = parameters
            .iter()
            .filter(|parameter| parameter["in"] == "path")
            .map(|parameter| parameter["name"].as_str().unwrap())
            .collect();
        let written = one.path.matches('{').count();
        assert_eq!(named.len(), written, "{}", one.path);
        assert!(named.iter().all(|name| one.path.contains(&format!("{{{name}}}"))), "{}", one.path);
    }
    let text = &answer.body;
    for part in text.split("\"$ref\":\"#").skip(1) {
        let place = part.split('"').next().unwrap();
        assert!(document.pointer(place).is_some(), "{place} leads nowhere");
    }
    let schemas = document["components"]["schemas"].as_object().unwrap();
    assert!(schemas["Article"]["properties"]["html"].is_object());
    let numbered: Vec<&String> =
        schemas.keys().filter(|name| name.ends_with(char::is_numeric)).collect();
    assert!(numbered.is_empty(), "two types have one name: {numbered:?}");
}

#[tokio::test]
async fn the_api_page_shows_every_operation_and_every_problem() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let page = ada.get("/api").await.body;
    for one in API {
        assert!(
            page.contains(&format!("<code>{} {}</code>", one.method, one.path)),
            "{}",
            one.path
        );
        assert!(page.contains(&format!("id=\"{}\"", one.id)), "{}", one.id);
    }
    assert!(page.contains("id=\"not-found\"") && page.contains("/api/v1/openapi.json"));
    for link in page.split("href=\"#").skip(1) {
        let name = link.split('"').next().unwrap();
        assert!(page.contains(&format!("id=\"{name}\"")), "#{name} leads nowhere");
    }
    assert!(ada.get("/settings/passwords").await.body.contains("href=\"/api\""));
}

#[tokio::test]
async fn rules_are_created_tried_out_and_removed() {
    let server = TestServer::new().await;
    let (ada, _) = ada(&server).await;
    let tried = ada.act(Method::POST, "/api/v1/rules/try", rule()).await;
    assert!(tried["n_looked_at"].is_number());
    let made = ada.send(&Method::POST, "/api/v1/rules", Some(rule())).await;
    let place = made.header("location").to_owned();
    let told = ada.get(&place).await;
    assert_eq!(told["rule"]["actions"], json!(["star", { "tag": "muted" }]));
    assert_eq!(told["rule"]["conditions"][0]["is_not"], false);
    let off = ada.act(Method::PATCH, &place, json!({ "is_on": false })).await;
    assert_eq!(off["is_on"], false);
    let mut both = rule();
    both["actions"] = json!(["block", "keep"]);
    check_problem(&ada.send(&Method::PUT, &place, Some(both)).await, 422, "refused");
    let mut foreign = rule();
    foreign["actions"] = json!([{ "webhook": 999 }]);
    check_problem(&ada.send(&Method::PUT, &place, Some(foreign)).await, 404, "not-found");
    assert_eq!(ada.act(Method::PUT, &place, rule()).await["is_on"], true);
    assert_eq!(ada.send(&Method::DELETE, &place, None).await.status, StatusCode::NO_CONTENT);
    check_problem(&ada.send(&Method::GET, &place, None).await, 404, "not-found");
    ada.act(Method::POST, &format!("{place}/restore"), Value::Null).await;
    assert_eq!(ada.get(&place).await["rule"]["name"], "Mute");
}

#[tokio::test]
async fn numbers_are_whole_however_they_are_written() {
    let server = TestServer::new().await;
    let (ada, things) = ada(&server).await;
    let marks = json!({ "act": "star", "ids": [things.article as f64] });
    assert_eq!(ada.act(Method::POST, "/api/v1/marks", marks).await["n"], 1);
    for id in [json!(1.5), json!("1"), json!(0), json!(1e300), json!(-1), json!(null)] {
        let marks = json!({ "act": "star", "ids": [id] });
        let answer = ada.send(&Method::POST, "/api/v1/marks", Some(marks)).await;
        check_problem(&answer, 422, "refused");
    }
}
