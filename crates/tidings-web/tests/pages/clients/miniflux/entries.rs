//! Entries: their fields, their order, and filters.

use super::{Room, UNFILED, furnish, now};
use crate::harness::TestServer;
use crate::searching::index;
use http::Method;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tidings_model::ArticleId;

#[tokio::test]
async fn an_entry_is_complete_and_includes_its_feed() {
    let server = TestServer::new().await;
    let Room { ada, user, news, folder, ids, .. } = furnish(&server).await;
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
    assert_eq!(
        ada.refused(Method::PUT, &path, other).await.0,
        400,
        "articles belong to all subscribers"
    );
}

#[tokio::test]
async fn entries_come_in_the_requested_order() {
    let server = TestServer::new().await;
    let Room { ada, news, folder, ids, .. } = furnish(&server).await;
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
    assert_eq!(page, (vec![apple], 3), "the total covers all pages");
    assert_eq!(ada.ids("/v1/entries?limit=2&offset=9").await, (Vec::new(), 4), "beyond the end");
    assert_eq!(ada.ids("/v1/entries?limit=4").await.1, 4);
    let folder = format!("/v1/categories/{folder}/entries?order=id");
    assert_eq!(ada.ids(&folder).await, (vec![cherry, apple, banana], 3));
    let unfiled = format!("/v1/categories/{UNFILED}/entries");
    assert_eq!(ada.ids(&unfiled).await, (vec![date], 1));
}

#[tokio::test]
async fn filters_can_be_combined() {
    let server = TestServer::new().await;
    let Room { ada, user, news, loose, folder, ids, .. } = furnish(&server).await;
    let [cherry, apple, banana, date] = ids[..] else { panic!("four articles") };
    let later = now(&server) + SignedDuration::from_mins(5);
    server.store.readings().opened(user, ArticleId(apple), later).await.unwrap();
    server.store.readings().star(user, ArticleId(banana), Some(later)).await.unwrap();
    server.store.readings().tag(user, ArticleId(date), "Übung".to_owned(), later).await.unwrap();
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
async fn a_search_respects_the_other_filters() {
    let server = TestServer::new().await;
    let Room { ada, user, ids, .. } = furnish(&server).await;
    index(&server).await;
    assert_eq!(ada.ids("/v1/entries?search=banana").await, (vec![ids[2]], 1));
    assert_eq!(ada.ids("/v1/entries?search=text&order=id&limit=2").await, (ids[..2].to_vec(), 4));
    server.store.readings().opened(user, ArticleId(ids[2]), now(&server)).await.unwrap();
    assert_eq!(ada.ids("/v1/entries?search=banana&status=unread").await, (Vec::new(), 0));
    assert_eq!(ada.ids("/v1/entries?search=nowhere").await, (Vec::new(), 0));
}

#[tokio::test]
async fn saved_articles_of_a_source_no_longer_subscribed_stay_on_the_pages() {
    let server = TestServer::new().await;
    let Room { ada, user, news, ids, .. } = furnish(&server).await;
    server.store.readings().star(user, ArticleId(ids[0]), Some(now(&server))).await.unwrap();
    server.store.subscriptions().unsubscribe(user, news).await.unwrap();
    let page = ada.get("/v1/entries?starred=true").await;
    assert_eq!(page, json!({ "total": 0, "entries": [] }), "clients know only their own feeds");
    assert_eq!(ada.status(Method::GET, &format!("/v1/entries/{}", ids[0])).await, 404);
}
