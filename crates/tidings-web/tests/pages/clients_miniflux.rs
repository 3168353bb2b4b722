//! The Miniflux API as its clients call it: every endpoint, its status and its types, and what is somebody else's.

use crate::{
    harness::{Answer, House},
    searching::index,
    stock::{article, store},
};
use axum::{body::Body, extract::ConnectInfo};
use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use http::{Method, StatusCode, header};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tidings_model::{
    Article, ArticleId, Clock, Enclosure, Failure, FailureKind, Role, SourceId, UserId,
};
use tidings_store::{AppScope, Icon, Shelf};
use tidings_web::{Candidate, app_keys, routes::Access, routes::programs::MINIFLUX};

/// The place of sources in no folder.
const UNFILED: i64 = i32::MAX as i64;

/// A program with a key.
struct Client<'a> {
    house: &'a House,
    key: &'static str,
}

impl Client<'_> {
    async fn send(&self, method: Method, path: &str, body: impl Into<Body>) -> Answer {
        let request = self.house.request(&method, path).header("x-auth-token", self.key);
        knock(self.house, request.body(body.into()).unwrap()).await
    }

    /// What a GET shows.
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

    /// What is made or changed comes with 201.
    async fn made(&self, method: Method, path: &str, body: Value) -> Value {
        let answer = self.send(method, path, body.to_string()).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    /// What has nothing to say says nothing.
    async fn done(&self, method: Method, path: &str, body: Value) {
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let answer = self.send(method, path, body).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{path}: {}", answer.body);
        assert_eq!(answer.body, "", "{path}");
    }

    async fn status(&self, method: Method, path: &str) -> u16 {
        self.send(method, path, "{}").await.status.as_u16()
    }

    /// The ids of the entries at a path, and the total.
    async fn ids(&self, path: &str) -> (Vec<i64>, i64) {
        let page = self.get(path).await;
        let ids = page["entries"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap());
        (ids.collect(), page["total"].as_i64().unwrap())
    }
}

async fn knock(house: &House, mut request: http::Request<Body>) -> Answer {
    let peer: SocketAddr = "192.0.2.7:1234".parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(peer));
    house.send(request).await
}

fn now(house: &House) -> Timestamp {
    house.clock.now()
}

async fn with_key<'a>(
    house: &'a House,
    name: &str,
    key: &'static str,
    scope: AppScope,
) -> (Client<'a>, UserId) {
    let user = house.user(name, Role::User).await;
    let keys = app_keys(name, key);
    house.store.add_app_password(user, "App".to_owned(), scope, keys, now(house)).await.unwrap();
    (Client { house, key }, user)
}

/// An article so many hours old.
fn aged(title: &str, hours: i64, now: Timestamp) -> Article {
    Article {
        published: Some(now - SignedDuration::from_hours(hours)),
        authors: vec![format!("Author {}", 9 - hours)],
        ..article(title, &format!("<p>Text of {title}</p>"), now)
    }
}

/// Ada with a source in a folder and one in none.
struct Room<'a> {
    ada: Client<'a>,
    user: UserId,
    news: SourceId,
    loose: SourceId,
    folder: i64,
    /// Three of the news, oldest arrival first, then one of the other.
    ids: Vec<i64>,
}

async fn furnish(house: &House) -> Room<'_> {
    let (ada, user) = with_key(house, "ada", "ada-key", AppScope::Write).await;
    let now = now(house);
    let news = house.source(user, "https://news.example/feed").await;
    let loose = house.source(user, "https://loose.example/feed").await;
    let folder = house.store.folder(user, "News".to_owned(), now).await.unwrap();
    house.store.move_subscription(user, news, Some(folder)).await.unwrap();
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
        ids.extend(store(&house.store, news, "News of all", vec![one], now).await);
        house.clock.advance(60);
    }
    ids.extend(store(&house.store, loose, "Loose", vec![aged("Date", 4, now)], now).await);
    let ids = ids.into_iter().map(|id| id.0).collect();
    Room { ada, user, news, loose, folder: folder.0, ids }
}

#[tokio::test]
async fn nobody_gets_in_without_a_key_and_is_told_so_in_json() {
    let house = House::new().await;
    furnish(&house).await;
    for route in MINIFLUX {
        let path = route
            .path
            .replace("{id}", "1")
            .replace("{entry}", "1")
            .replace("{*rest}", "nothing/here");
        for key in [None, Some("wrong")] {
            let mut request = house.request(route.method, &path);
            if let Some(key) = key {
                request = request.header("x-auth-token", key);
            }
            let answer = knock(&house, request.body(Body::from("{}")).unwrap()).await;
            if route.access == Access::Anyone {
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
async fn name_and_app_password_do_as_well_as_the_key() {
    let house = House::new().await;
    furnish(&house).await;
    let ask = async |pair: &str| {
        let value = format!("Basic {}", BASE64.encode(pair));
        let request = house.request(&Method::GET, "/v1/me").header(header::AUTHORIZATION, value);
        knock(&house, request.body(Body::empty()).unwrap()).await.status.as_u16()
    };
    assert_eq!(ask("ada:ada-key").await, 200);
    assert_eq!(ask("Ada:ada-key").await, 200, "names are the same in whatever case");
    assert_eq!(ask("eve:ada-key").await, 401, "the key is hers, the name is not");
    assert_eq!(ask("ada:wrong").await, 401);
    assert_eq!(ask("ada").await, 401);
}

#[tokio::test]
async fn a_key_for_reading_changes_nothing() {
    let house = House::new().await;
    let (client, _) = with_key(&house, "ada", "looks-only", AppScope::Read).await;
    for route in MINIFLUX.iter().filter(|route| route.access == Access::Program) {
        let is_look = *route.method == Method::GET || route.path == "/v1/discover";
        let path = route.path.replace("{id}", "1").replace("{entry}", "1").replace("{*rest}", "x");
        let status = client.status(route.method.clone(), &path).await;
        assert_eq!(status == 403, !is_look, "{} {path}: {status}", route.method);
    }
}

#[tokio::test]
async fn who_calls_and_what_answers_is_told() {
    let house = House::new().await;
    let Room { ada, user, .. } = furnish(&house).await;
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
    assert!(numbers >= vec![2, 3, 2], "entries/ids is asked for from 2.3.2 on");
    for name in ["commit", "build_date", "go_version", "compiler", "arch", "os"] {
        assert!(version[name].is_string(), "{name}");
    }
    assert_eq!(ada.get("/v1/integrations/status").await, json!({ "has_integrations": false }));
    let users = ada.get("/v1/users").await;
    assert_eq!(users, json!([me]), "others are not hers to know");
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
async fn categories_are_made_renamed_and_removed() {
    let house = House::new().await;
    let Room { ada, user, news, folder, .. } = furnish(&house).await;
    let named = |id: i64, title: &str| json!({ "id": id, "title": title, "user_id": user.0, "hide_globally": false });
    let list = ada.get("/v1/categories").await;
    assert_eq!(list, json!([named(folder, "News"), named(UNFILED, "Uncategorized")]));
    let counted = ada.get("/v1/categories?counts=true").await;
    assert_eq!((&counted[0]["feed_count"], &counted[0]["total_unread"]), (&json!(1), &json!(3)));
    let made = ada.post("/v1/categories", json!({ "title": "Science" })).await;
    let id = made["id"].as_i64().unwrap();
    assert_eq!(made, named(id, "Science"));
    for (body, what) in [
        (json!({ "title": "Science" }), "one of that name is there"),
        (json!({ "title": "  " }), "no name"),
        (json!({}), "no title"),
        (json!([1]), "something else"),
    ] {
        assert_eq!(ada.refused(Method::POST, "/v1/categories", body).await.0, 400, "{what}");
    }
    let path = format!("/v1/categories/{id}");
    let changed = ada.made(Method::PUT, &path, json!({ "title": "Arts" })).await;
    assert_eq!(changed, named(id, "Arts"));
    assert_eq!(ada.refused(Method::PUT, &path, json!({ "title": "News" })).await.0, 400);
    ada.done(Method::DELETE, &path, Value::Null).await;
    assert_eq!(ada.status(Method::DELETE, &path).await, 404, "it is gone");
    let unfiled = format!("/v1/categories/{UNFILED}");
    assert_eq!(ada.status(Method::DELETE, &unfiled).await, 400, "it is no folder");
    let feeds = ada.get(&format!("/v1/categories/{folder}/feeds")).await;
    assert_eq!((feeds.as_array().unwrap().len(), &feeds[0]["id"]), (1, &json!(news.0)));
    assert_eq!(ada.get(&format!("{unfiled}/feeds")).await[0]["title"], "Loose");
    ada.done(Method::DELETE, &format!("/v1/categories/{folder}"), Value::Null).await;
    let feed = ada.get(&format!("/v1/feeds/{news}")).await;
    assert_eq!(feed["category"]["id"], UNFILED, "the source stays");
}

#[tokio::test]
async fn feeds_have_everything_that_clients_decode() {
    let house = House::new().await;
    let Room { ada, user, news, loose, folder, .. } = furnish(&house).await;
    let never = house.source(user, "https://never.example/feed").await;
    let icon = Icon { media_type: "image/png".to_owned(), bytes: vec![1, 2, 3] };
    house.store.keep_icon(news, Some(icon), now(&house)).await.unwrap();
    let feeds = ada.get("/v1/feeds").await;
    assert_eq!(feeds.as_array().unwrap().len(), 3);
    for feed in feeds.as_array().unwrap() {
        for name in [
            "title",
            "site_url",
            "feed_url",
            "rewrite_rules",
            "scraper_rules",
            "etag_header",
            "last_modified_header",
            "parsing_error_message",
            "blocklist_rules",
            "keeplist_rules",
            "user_agent",
            "username",
            "password",
        ] {
            assert!(feed[name].is_string(), "{name} of {feed}");
        }
        for name in ["crawler", "disabled", "ignore_http_cache", "fetch_via_proxy", "hide_globally"]
        {
            assert!(feed[name].is_boolean(), "{name} of {feed}");
        }
        assert!(feed["user_id"] == user.0 && feed["parsing_error_count"].is_u64());
        assert!(feed["category"]["title"].is_string());
    }
    let feed = ada.get(&format!("/v1/feeds/{news}")).await;
    assert_eq!(feed["feed_url"], "https://news.example/feed");
    assert_eq!((&feed["title"], &feed["category"]["id"]), (&json!("News of all"), &json!(folder)));
    let icon = feed["icon"]["icon_id"].as_i64().unwrap();
    assert_eq!(feed["icon"]["feed_id"], news.0);
    let shown = json!({ "id": icon, "mime_type": "image/png", "data": "image/png;base64,AQID" });
    assert_eq!(ada.get(&format!("/v1/feeds/{news}/icon")).await, shown);
    assert_eq!(ada.get(&format!("/v1/icons/{icon}")).await, shown);
    assert!(ada.get(&format!("/v1/feeds/{loose}")).await["icon"].is_null());
    assert_eq!(ada.status(Method::GET, &format!("/v1/feeds/{loose}/icon")).await, 404);
    let checked = ada.get(&format!("/v1/feeds/{never}")).await["checked_at"].clone();
    assert_eq!(checked, "0001-01-01T00:00:00Z");
}

#[tokio::test]
async fn feeds_are_added_changed_and_removed() {
    let house = House::new().await;
    let Room { ada, user, news, loose, folder, .. } = furnish(&house).await;
    let found = |url: &str| vec![Candidate { url: url.to_owned(), title: "New".to_owned() }];
    *house.told.found.lock().unwrap() = Ok(found("https://new.example/feed"));
    let body = json!({ "feed_url": "https://new.example/feed", "category_id": folder });
    let made = ada.post("/v1/feeds", body.clone()).await;
    let id = made["feed_id"].as_i64().unwrap();
    assert!(house.told.asked.lock().unwrap().last().unwrap().contains("in Some(\"News\")"));
    assert_eq!(ada.refused(Method::POST, "/v1/feeds", body).await.0, 400, "it is there already");
    *house.told.found.lock().unwrap() = Ok(found("https://loose.example/feed"));
    let page = json!({ "feed_url": "https://loose.example/", "category_id": folder });
    assert_eq!(ada.refused(Method::POST, "/v1/feeds", page).await.0, 400, "by its page");
    let foreign = json!({ "feed_url": "https://x.example/", "category_id": 4711 });
    assert_eq!(ada.refused(Method::POST, "/v1/feeds", foreign).await.0, 400);
    assert_eq!(ada.refused(Method::POST, "/v1/feeds", json!({})).await.0, 400);

    let path = format!("/v1/feeds/{id}");
    let wishes = json!({ "title": "Mine", "category_id": UNFILED, "crawler": true,
                         "hide_globally": true, "disabled": true, "scraper_rules": null });
    let feed = ada.made(Method::PUT, &path, wishes).await;
    assert_eq!((&feed["title"], &feed["category"]["id"]), (&json!("Mine"), &json!(UNFILED)));
    for name in ["crawler", "hide_globally", "disabled"] {
        assert_eq!(feed[name], true, "{name}");
    }
    let feed = ada.made(Method::PUT, &path, json!({ "disabled": false })).await;
    assert_eq!((&feed["disabled"], &feed["crawler"]), (&json!(false), &json!(true)));
    for body in [json!({ "title": " " }), json!({ "category_id": 4711 }), json!("x")] {
        assert_eq!(ada.refused(Method::PUT, &path, body).await.0, 400);
    }
    ada.made(Method::PUT, &path, json!({ "feed_url": "https://moved.example/feed" })).await;
    ada.made(Method::PUT, &path, json!({ "username": "ada", "password": "secret" })).await;
    let asked = house.told.asked.lock().unwrap().join("\n");
    assert!(asked.contains(&format!("change {id} to https://moved.example/feed")), "{asked}");
    assert!(asked.contains(&format!("key of {id}")), "{asked}");

    ada.done(Method::PUT, &format!("{path}/refresh"), Value::Null).await;
    assert!(house.told.asked.lock().unwrap().contains(&format!("refresh {id}")));
    ada.done(Method::PUT, "/v1/feeds/refresh", Value::Null).await;
    ada.done(Method::PUT, &format!("/v1/categories/{folder}/refresh"), Value::Null).await;
    tokio::task::yield_now().await;
    let n_asked = |source: SourceId| {
        let wanted = format!("refresh {source}");
        house.told.asked.lock().unwrap().iter().filter(|asked| **asked == wanted).count()
    };
    assert_eq!((n_asked(news), n_asked(loose)), (1, 1), "all of them, and not at once again");

    ada.done(Method::DELETE, &path, Value::Null).await;
    assert!(house.store.subscription(user, SourceId(id)).await.unwrap().is_none());
    assert_eq!(ada.status(Method::DELETE, &path).await, 404);
}

#[tokio::test]
async fn what_is_at_an_address_is_told_before_it_is_followed() {
    let house = House::new().await;
    let Room { ada, .. } = furnish(&house).await;
    let candidate = |url: &str| Candidate { url: url.to_owned(), title: "T".to_owned() };
    *house.told.found.lock().unwrap() =
        Ok(vec![candidate("https://a.example/atom.xml"), candidate("https://a.example/feed")]);
    let ask = async || {
        let body = json!({ "url": "https://a.example/" }).to_string();
        let answer = ada.send(Method::POST, "/v1/discover", body).await;
        (answer.status.as_u16(), serde_json::from_str::<Value>(&answer.body).unwrap())
    };
    let (status, list) = ask().await;
    assert_eq!(status, 200);
    let expected = json!([
        { "url": "https://a.example/atom.xml", "title": "T", "type": "atom" },
        { "url": "https://a.example/feed", "title": "T", "type": "rss" },
    ]);
    assert_eq!(list, expected);
    *house.told.found.lock().unwrap() = Ok(vec![candidate("https://a.example/json")]);
    assert_eq!(ask().await.1[0]["type"], "json");
    *house.told.found.lock().unwrap() = Ok(Vec::new());
    assert_eq!(ask().await.0, 404);
    *house.told.found.lock().unwrap() = Err(Failure::new(FailureKind::NotAFeed, "none"));
    assert_eq!(ask().await.0, 404);
}

#[tokio::test]
async fn an_entry_is_whole_and_carries_its_feed() {
    let house = House::new().await;
    let Room { ada, user, news, folder, ids, .. } = furnish(&house).await;
    let path = format!("/v1/entries/{}", ids[0]);
    let entry = ada.get(&path).await;
    let hash = entry["hash"].as_str().unwrap();
    assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let file = json!({
        "id": ids[0] * 64, "user_id": user.0, "entry_id": ids[0], "url": "https://news.example/a.mp3",
        "mime_type": "audio/mpeg", "size": 1234, "media_progression": 0,
    });
    let expected = json!({
        "id": ids[0],
        "user_id": user.0,
        "feed_id": news.0,
        "status": "unread",
        "hash": hash,
        "title": "Cherry",
        "url": "https://example.org/article",
        "comments_url": "https://news.example/talk",
        "published_at": "2026-11-15T13:30:00Z",
        "created_at": "2026-11-15T14:30:00Z",
        "changed_at": "2026-11-15T14:30:00Z",
        "content": "<p>Text of Cherry</p>",
        "author": "Author 8",
        "share_code": "",
        "starred": false,
        "reading_time": 1,
        "enclosures": [file.clone()],
        "feed": ada.get(&format!("/v1/feeds/{news}")).await,
        "tags": ["Sound", "100%"],
    });
    assert_eq!(entry, expected);
    assert_eq!(ada.get(&format!("/v1/feeds/{news}/entries/{}", ids[0])).await, entry);
    assert_eq!(ada.get(&format!("/v1/categories/{folder}/entries/{}", ids[0])).await, entry);
    let elsewhere = [
        format!("/v1/feeds/{news}/entries/{}", ids[3]),
        format!("/v1/categories/{UNFILED}/entries/{}", ids[0]),
        "/v1/entries/4711".to_owned(),
        "/v1/entries/abc".to_owned(),
    ];
    for path in elsewhere {
        assert_eq!(ada.status(Method::GET, &path).await, 404, "{path}");
    }
    let file_path = format!("/v1/enclosures/{}", ids[0] * 64);
    assert_eq!(ada.get(&file_path).await, file);
    ada.done(Method::PUT, &file_path, json!({ "media_progression": 42 })).await;
    assert_eq!(ada.get(&file_path).await["media_progression"], 42);
    assert_eq!(ada.get(&path).await["enclosures"][0]["media_progression"], 42);
    let bad = json!({ "media_progression": -1 });
    assert_eq!(ada.refused(Method::PUT, &file_path, bad).await.0, 400);
    assert_eq!(ada.status(Method::GET, &format!("/v1/enclosures/{}", ids[0] * 64 + 1)).await, 404);
    let same = ada.made(Method::PUT, &path, json!({ "title": "Cherry" })).await;
    assert_eq!(same["id"], ids[0]);
    let other = json!({ "title": "Mine alone" });
    assert_eq!(ada.refused(Method::PUT, &path, other).await.0, 400, "it is everybody's");
}

#[tokio::test]
async fn entries_come_in_the_order_asked_for() {
    let house = House::new().await;
    let Room { ada, news, folder, ids, .. } = furnish(&house).await;
    let [cherry, apple, banana, date] = ids[..] else { panic!("four articles") };
    for (query, expected) in [
        ("", [date, apple, banana, cherry]),
        ("?order=published_at&direction=desc", [cherry, banana, apple, date]),
        ("?order=id&direction=desc", [date, banana, apple, cherry]),
        ("?order=created_at", [cherry, apple, banana, date]),
        ("?order=title", [apple, banana, cherry, date]),
        ("?order=author", [date, apple, banana, cherry]),
        ("?order=category_id", [cherry, apple, banana, date]),
        ("?order=category_title&direction=desc", [date, banana, apple, cherry]),
        ("?order=changed_at", [cherry, apple, banana, date]),
        ("?order=status", [cherry, apple, banana, date]),
    ] {
        let (got, total) = ada.ids(&format!("/v1/entries{query}")).await;
        assert_eq!((got, total), (expected.to_vec(), 4), "{query}");
    }
    for query in ["order=x", "direction=up", "status=removed", "limit=1001", "limit=-1"] {
        let (status, _) =
            ada.refused(Method::GET, &format!("/v1/entries?{query}"), json!({})).await;
        assert_eq!(status, 400, "{query}");
    }
    let page = ada.ids(&format!("/v1/feeds/{news}/entries?order=id&limit=1&offset=1")).await;
    assert_eq!(page, (vec![apple], 3), "the total is of all pages");
    assert_eq!(ada.ids("/v1/entries?limit=2&offset=9").await, (Vec::new(), 4), "beyond the end");
    assert_eq!(ada.ids("/v1/entries?limit=4").await.1, 4);
    let folder = format!("/v1/categories/{folder}/entries?order=id");
    assert_eq!(ada.ids(&folder).await, (vec![cherry, apple, banana], 3));
    let unfiled = format!("/v1/categories/{UNFILED}/entries");
    assert_eq!(ada.ids(&unfiled).await, (vec![date], 1));
}

#[tokio::test]
async fn entries_are_filtered_by_everything_at_once() {
    let house = House::new().await;
    let Room { ada, user, news, loose, folder, ids, .. } = furnish(&house).await;
    let [cherry, apple, banana, date] = ids[..] else { panic!("four articles") };
    let later = now(&house) + SignedDuration::from_mins(5);
    house.store.opened(user, ArticleId(apple), later).await.unwrap();
    house.store.star(user, ArticleId(banana), Some(later)).await.unwrap();
    house.store.tag(user, ArticleId(date), "Übung".to_owned(), later).await.unwrap();
    let published = |id: i64| {
        let hours = if id == apple { 3 } else { 2 };
        (crate::harness::NOW.parse::<Timestamp>().unwrap() - SignedDuration::from_hours(hours))
            .as_second()
    };
    let moment = (later - SignedDuration::from_secs(1)).as_second();
    for (query, expected) in [
        ("status=unread".to_owned(), vec![cherry, banana, date]),
        ("status=read".to_owned(), vec![apple]),
        ("status=read&status=unread".to_owned(), vec![cherry, apple, banana, date]),
        ("starred=true".to_owned(), vec![banana]),
        ("starred=false".to_owned(), vec![cherry, apple, date]),
        ("starred=1&status=read".to_owned(), Vec::new()),
        (format!("after_entry_id={cherry}&before_entry_id={date}"), vec![apple, banana]),
        (format!("after={}", published(apple)), vec![cherry, banana]),
        (format!("published_after={}", published(apple) - 1), vec![cherry, apple, banana]),
        (format!("before={}", published(apple)), vec![date]),
        (format!("published_before={}&status=unread", published(banana)), vec![date]),
        (format!("changed_after={moment}"), vec![apple, banana]),
        (format!("changed_before={moment}&status=unread"), vec![cherry, date]),
        (format!("category_id={folder}&status=unread"), vec![cherry, banana]),
        (format!("category_id={UNFILED}"), vec![date]),
        (format!("feed_id={loose}"), vec![date]),
        ("tags=sound".to_owned(), vec![cherry]),
        ("tags=100%25&tags=Sound".to_owned(), vec![cherry]),
        ("tags=100".to_owned(), Vec::new()),
        ("tags=%C3%9Cbung".to_owned(), vec![date]),
    ] {
        let (got, total) = ada.ids(&format!("/v1/entries?order=id&{query}")).await;
        assert_eq!((&got, total), (&expected, expected.len() as i64), "{query}");
    }
    ada.made(Method::PUT, &format!("/v1/feeds/{news}"), json!({ "hide_globally": true })).await;
    assert_eq!(ada.ids("/v1/entries?globally_visible=true").await.0, [date]);
    for query in ["feed_id=4711", "category_id=4711"] {
        let path = format!("/v1/entries?{query}");
        assert_eq!(ada.status(Method::GET, &path).await, 404, "{query}");
    }
    let all = ada.get("/v1/entries/ids").await;
    assert_eq!(all, json!({ "total": 4, "entry_ids": [date, banana, apple, cherry] }));
    let some = ada.get("/v1/entries/ids?status=unread&limit=2&offset=1").await;
    assert_eq!(some, json!({ "total": 3, "entry_ids": [banana, cherry] }));
    let starred = ada.get("/v1/entries/ids?starred=true&limit=10000").await;
    assert_eq!(starred, json!({ "total": 1, "entry_ids": [banana] }));
    assert_eq!(ada.status(Method::GET, "/v1/entries/ids?limit=10001").await, 400);
}

#[tokio::test]
async fn words_are_searched_for_among_what_is_asked_for() {
    let house = House::new().await;
    let Room { ada, user, ids, .. } = furnish(&house).await;
    index(&house).await;
    assert_eq!(ada.ids("/v1/entries?search=banana").await, (vec![ids[2]], 1));
    assert_eq!(ada.ids("/v1/entries?search=text&order=id&limit=2").await, (ids[..2].to_vec(), 4));
    house.store.opened(user, ArticleId(ids[2]), now(&house)).await.unwrap();
    assert_eq!(ada.ids("/v1/entries?search=banana&status=unread").await, (Vec::new(), 0));
    assert_eq!(ada.ids("/v1/entries?search=nowhere").await, (Vec::new(), 0));
}

#[tokio::test]
async fn entries_are_marked_read_and_starred() {
    let house = House::new().await;
    let Room { ada, user, news, ids, .. } = furnish(&house).await;
    let put = |body: Value| ada.done(Method::PUT, "/v1/entries", body);
    put(json!({ "entry_ids": [ids[0], 4711], "status": "read" })).await;
    assert_eq!(ada.ids("/v1/entries?status=read").await.0, [ids[0]]);
    let changed = ada.get(&format!("/v1/entries/{}", ids[0])).await["changed_at"].clone();
    assert_ne!(changed, "2026-11-15T14:30:00Z", "a mark is a change");
    put(json!({ "entry_ids": [ids[0]], "status": "unread" })).await;
    put(json!({ "entry_ids": ids, "status": "read", "starred": true })).await;
    assert_eq!(ada.ids("/v1/entries?status=unread").await.1, 0);
    assert_eq!(ada.ids("/v1/entries?starred=true").await.1, 4);
    put(json!({ "entry_ids": ids, "starred": false })).await;
    assert_eq!(ada.ids("/v1/entries?starred=true").await.1, 0);
    for body in [
        json!({ "entry_ids": [], "status": "read" }),
        json!({ "status": "read" }),
        json!({ "entry_ids": [1], "status": "removed" }),
        json!({ "entry_ids": [1] }),
        json!({ "entry_ids": ["1"], "status": "read" }),
    ] {
        let why = ada.refused(Method::PUT, "/v1/entries", body.clone()).await;
        assert_eq!(why.0, 400, "{body}");
    }
    for name in ["bookmark", "star"] {
        let path = format!("/v1/entries/{}/{name}", ids[1]);
        ada.done(Method::PUT, &path, Value::Null).await;
        assert_eq!(ada.ids("/v1/entries?starred=true").await.0, [ids[1]]);
        ada.done(Method::PUT, &path, Value::Null).await;
        assert_eq!(ada.ids("/v1/entries?starred=true").await.1, 0, "the other way round");
    }
    let saved = ada.send(Method::POST, &format!("/v1/entries/{}/save", ids[1]), "").await;
    assert_eq!((saved.status, saved.body.as_str()), (StatusCode::ACCEPTED, ""));
    assert_eq!(house.store.ids_on(user, Shelf::Later).await.unwrap(), [ArticleId(ids[1])]);
    for method in [Method::PUT, Method::DELETE] {
        let answer = ada.send(method, "/v1/flush-history", "").await;
        assert_eq!((answer.status, answer.body.as_str()), (StatusCode::ACCEPTED, ""));
    }
    assert_eq!(ada.ids("/v1/entries").await.1, 4, "history is kept");
    // A person who does something in a program is there.
    let visits = house.store.visits(user, Timestamp::MIN).await.unwrap();
    assert_eq!(visits.len(), 1, "and that is noted once in a while");
    assert!(ada.get(&format!("/v1/feeds/{news}/entries")).await["total"] == 3);
}

#[tokio::test]
async fn whole_feeds_categories_and_everything_are_marked_read() {
    let house = House::new().await;
    let Room { ada, user, news, loose, folder, ids } = furnish(&house).await;
    let unread = async || ada.get("/v1/feeds/counters").await;
    let (n, l) = (news.to_string(), loose.to_string());
    assert_eq!(unread().await, json!({ "reads": {}, "unreads": { &n: 3, &l: 1 } }));
    let all_unread = async || {
        let body = json!({ "entry_ids": ids, "status": "unread" });
        ada.done(Method::PUT, "/v1/entries", body).await;
    };
    for (path, expected) in [
        (format!("/v1/feeds/{news}"), json!({ "reads": { &n: 3 }, "unreads": { &l: 1 } })),
        (format!("/v1/categories/{folder}"), json!({ "reads": { &n: 3 }, "unreads": { &l: 1 } })),
        (format!("/v1/categories/{UNFILED}"), json!({ "reads": { &l: 1 }, "unreads": { &n: 3 } })),
        (format!("/v1/users/{user}"), json!({ "reads": { &n: 3, &l: 1 }, "unreads": {} })),
    ] {
        ada.done(Method::PUT, &format!("{path}/mark-all-as-read"), Value::Null).await;
        assert_eq!(unread().await, expected, "{path}");
        all_unread().await;
    }
}

#[tokio::test]
async fn whole_texts_are_fetched_once_and_shown_where_wanted() {
    let house = House::new().await;
    let Room { ada, news, ids, .. } = furnish(&house).await;
    let path = format!("/v1/entries/{}", ids[0]);
    let fetch = format!("{path}/fetch-content?update_content=true");
    let expected = json!({ "content": "<p>The whole text</p>", "reading_time": 1 });
    for _ in 0..2 {
        assert_eq!(ada.get(&fetch).await, expected);
    }
    let asked = house.told.asked.lock().unwrap().clone();
    assert_eq!(asked, [format!("full text of {}", ids[0])], "a page is asked once");
    assert_eq!(ada.get(&path).await["content"], "<p>Text of Cherry</p>");
    ada.made(Method::PUT, &format!("/v1/feeds/{news}"), json!({ "crawler": true })).await;
    assert_eq!(ada.get(&path).await["content"], "<p>The whole text</p>");
    *house.told.whole_text.lock().unwrap() = Err(Failure::new(FailureKind::Timeout, "too late"));
    let other = format!("/v1/entries/{}/fetch-content", ids[1]);
    let refused = ada.refused(Method::GET, &other, json!({})).await;
    assert_eq!(refused, (400, "too late".to_owned()));
}

#[tokio::test]
async fn subscriptions_go_out_and_come_in() {
    let house = House::new().await;
    let Room { ada, user, .. } = furnish(&house).await;
    let answer = ada.send(Method::GET, "/v1/export", "").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(answer.header("content-type").contains("xml"));
    assert_eq!(answer.body, format!("<opml><!-- of {user} --></opml>"));
    let answer = ada.send(Method::POST, "/v1/import", "https://a.example/\n").await;
    assert_eq!(answer.status, StatusCode::CREATED);
    let told: Value = serde_json::from_str(&answer.body).unwrap();
    assert!(told["message"].is_string());
    assert_eq!(house.store.imports(user, 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn what_is_somebody_elses_is_not_there() {
    let house = House::new().await;
    let Room { ada, user, news, folder, ids, .. } = furnish(&house).await;
    let icon = Icon { media_type: "image/png".to_owned(), bytes: vec![1] };
    house.store.keep_icon(news, Some(icon), now(&house)).await.unwrap();
    let icon = ada.get(&format!("/v1/feeds/{news}")).await["icon"]["icon_id"].clone();
    let (eve, _) = with_key(&house, "eve", "eve-key", AppScope::Write).await;
    let before = crate::samples::state_of(&house, user).await;
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
    assert_eq!(eve.get("/v1/feeds").await, json!([]), "an empty list is one");
    assert_eq!(eve.get("/v1/categories").await[0]["id"], UNFILED, "there is always a category");
    assert_eq!(eve.get("/v1/feeds/counters").await, json!({ "reads": {}, "unreads": {} }));
    assert_eq!(crate::samples::state_of(&house, user).await, before, "nothing of hers changed");
}

#[tokio::test]
async fn what_was_kept_of_a_source_no_longer_followed_stays_on_the_pages() {
    let house = House::new().await;
    let Room { ada, user, news, ids, .. } = furnish(&house).await;
    house.store.star(user, ArticleId(ids[0]), Some(now(&house))).await.unwrap();
    house.store.unsubscribe(user, news).await.unwrap();
    let page = ada.get("/v1/entries?starred=true").await;
    assert_eq!(page, json!({ "total": 0, "entries": [] }), "clients know only feeds in their list");
    assert_eq!(ada.status(Method::GET, &format!("/v1/entries/{}", ids[0])).await, 404);
}
