//! Categories and feeds: their fields, and adding and removing them.

use super::{Room, UNFILED, furnish, now};
use crate::harness::TestServer;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use tidings_model::{Failure, FailureKind, SourceId};
use tidings_store::Icon;
use tidings_web::FeedChoice;

#[tokio::test]
async fn categories_are_created_renamed_and_removed() {
    let server = TestServer::new().await;
    let Room { ada, user, news, folder, .. } = furnish(&server).await;
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
    let known = (400, "This category already exists.".to_owned());
    let taken = json!({ "title": "News" });
    assert_eq!(ada.refused(Method::PUT, &path, taken.clone()).await, known);
    assert_eq!(ada.refused(Method::POST, "/v1/categories", taken).await, known);
    ada.done(Method::DELETE, &path, Value::Null).await;
    assert_eq!(ada.status(Method::DELETE, &path).await, 404, "it was removed");
    let unfiled = format!("/v1/categories/{UNFILED}");
    assert_eq!(ada.status(Method::DELETE, &unfiled).await, 400, "it is not a folder");
    let feeds = ada.get(&format!("/v1/categories/{folder}/feeds")).await;
    assert_eq!((feeds.as_array().unwrap().len(), &feeds[0]["id"]), (1, &json!(news.0)));
    assert_eq!(ada.get(&format!("{unfiled}/feeds")).await[0]["title"], "Loose");
    ada.done(Method::DELETE, &format!("/v1/categories/{folder}"), Value::Null).await;
    let feed = ada.get(&format!("/v1/feeds/{news}")).await;
    assert_eq!(feed["category"]["id"], UNFILED, "the source stays");
}

#[tokio::test]
async fn feeds_have_everything_that_clients_decode() {
    let server = TestServer::new().await;
    let Room { ada, user, news, loose, folder, .. } = furnish(&server).await;
    let never = server.source(user, "https://never.example/feed").await;
    let icon = Icon { media_type: "image/png".to_owned(), bytes: vec![1, 2, 3] };
    server.store.sources().keep_icon(news, Some(icon), now(&server)).await.unwrap();
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
            "apprise_service_urls",
            "ntfy_topic",
        ] {
            assert!(feed[name].is_string(), "{name} of {feed}");
        }
        for name in [
            "crawler",
            "disabled",
            "ignore_http_cache",
            "fetch_via_proxy",
            "hide_globally",
            "ntfy_enabled",
            "pushover_enabled",
        ] {
            assert!(feed[name].is_boolean(), "{name} of {feed}");
        }
        assert!(feed["ntfy_priority"] == 0 && feed["pushover_priority"] == 0);
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
    let none = json!({ "feed_id": loose.0, "icon_id": 0, "external_icon_id": "" });
    assert_eq!(ada.get(&format!("/v1/feeds/{loose}")).await["icon"], none);
    let entries = ada.get(&format!("/v1/feeds/{loose}/entries")).await;
    assert_eq!(entries["entries"][0]["feed"]["icon"], none, "never null");
    assert_eq!(ada.status(Method::GET, &format!("/v1/feeds/{loose}/icon")).await, 404);
    let checked = ada.get(&format!("/v1/feeds/{never}")).await["checked_at"].clone();
    assert_eq!(checked, "0001-01-01T00:00:00Z");
}

#[tokio::test]
async fn a_feed_behind_a_password_is_added_with_its_credentials() {
    let server = TestServer::new().await;
    let Room { ada, .. } = furnish(&server).await;
    let denied = Failure::new(FailureKind::Denied, "The server asks for a password.");
    *server.told.found.lock().unwrap() = Err(Failure { status: Some(401), ..denied });
    let body = |password: &str| json!({ "feed_url": "https://locked.example/feed", "username": "ada", "password": password });
    assert_eq!(ada.refused(Method::POST, "/v1/feeds", body("cod")).await.0, 400);
    assert!(ada.post("/v1/feeds", body("swordfish")).await["feed_id"].is_i64());
}

#[tokio::test]
async fn feeds_are_added_changed_and_removed() {
    let server = TestServer::new().await;
    let Room { ada, user, news, loose, folder, .. } = furnish(&server).await;
    let found = |url: &str| vec![FeedChoice { url: url.to_owned(), title: "New".to_owned() }];
    *server.told.found.lock().unwrap() = Ok(found("https://new.example/feed"));
    let body = json!({ "feed_url": "https://new.example/feed", "category_id": folder });
    let made = ada.post("/v1/feeds", body.clone()).await;
    let id = made["feed_id"].as_i64().unwrap();
    assert!(server.told.asked.lock().unwrap().last().unwrap().contains("in Some(\"News\")"));
    let known = (400, "This feed already exists.".to_owned());
    assert_eq!(ada.refused(Method::POST, "/v1/feeds", body).await, known);
    *server.told.found.lock().unwrap() = Ok(found("https://loose.example/feed"));
    let page = json!({ "feed_url": "https://loose.example/", "category_id": folder });
    assert_eq!(ada.refused(Method::POST, "/v1/feeds", page).await, known, "by its page");
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
    let asked = server.told.asked.lock().unwrap().join("\n");
    assert!(asked.contains(&format!("change {id} to https://moved.example/feed")), "{asked}");
    assert!(asked.contains(&format!("key of {id}")), "{asked}");

    ada.done(Method::PUT, &format!("{path}/refresh"), Value::Null).await;
    assert!(server.told.asked.lock().unwrap().contains(&format!("refresh {id}")));
    ada.done(Method::PUT, "/v1/feeds/refresh", Value::Null).await;
    ada.done(Method::PUT, &format!("/v1/categories/{folder}/refresh"), Value::Null).await;
    tokio::task::yield_now().await;
    let n_asked = |source: SourceId| {
        let wanted = format!("refresh {source}");
        server.told.asked.lock().unwrap().iter().filter(|asked| **asked == wanted).count()
    };
    assert_eq!((n_asked(news), n_asked(loose)), (1, 1), "each source is fetched once");

    ada.done(Method::DELETE, &path, Value::Null).await;
    assert!(server.store.subscriptions().get(user, SourceId(id)).await.unwrap().is_none());
    assert_eq!(ada.status(Method::DELETE, &path).await, 404);
}

#[tokio::test]
async fn an_address_can_be_examined_before_subscribing() {
    let server = TestServer::new().await;
    let Room { ada, .. } = furnish(&server).await;
    let candidate = |url: &str| FeedChoice { url: url.to_owned(), title: "T".to_owned() };
    *server.told.found.lock().unwrap() =
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
    *server.told.found.lock().unwrap() = Ok(vec![candidate("https://a.example/json")]);
    assert_eq!(ask().await.1[0]["type"], "json");
    *server.told.found.lock().unwrap() = Ok(Vec::new());
    assert_eq!(ask().await.0, 404);
    *server.told.found.lock().unwrap() = Err(Failure::new(FailureKind::NotAFeed, "none"));
    assert_eq!(ask().await.0, 404);
}

#[tokio::test]
async fn subscriptions_are_exported_and_imported() {
    let server = TestServer::new().await;
    let Room { ada, user, .. } = furnish(&server).await;
    let answer = ada.send(Method::GET, "/v1/export", "").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(answer.header("content-type").contains("xml"));
    assert_eq!(answer.body, format!("<opml><!-- of {user} --></opml>"));
    let answer = ada.send(Method::POST, "/v1/import", "https://a.example/\n").await;
    assert_eq!(answer.status, StatusCode::CREATED);
    let told: Value = serde_json::from_str(&answer.body).unwrap();
    assert!(told["message"].is_string());
    assert_eq!(server.store.imports().list(user, 9).await.unwrap().len(), 1);
}
