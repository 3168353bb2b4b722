//! Marking entries one by one and whole feeds, and full texts.

use super::{Room, UNFILED, furnish, now};
use crate::harness::TestServer;
use http::{Method, StatusCode};
use jiff::Timestamp;
use serde_json::{Value, json};
use tidings_model::{ArticleId, Failure, FailureKind};
use tidings_store::ArticleList;

#[tokio::test]
async fn entries_are_marked_read_and_starred() {
    let server = TestServer::new().await;
    let Room { ada, user, news, ids, .. } = furnish(&server).await;
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
        server.clock.advance(60);
        ada.done(Method::PUT, &path, Value::Null).await;
        assert_eq!(ada.ids("/v1/entries?starred=true").await.1, 0, "toggled back");
        let since = now(&server).as_second() - 1;
        let changed = ada.ids(&format!("/v1/entries?changed_after={since}")).await.0;
        assert_eq!(changed, [ids[1]], "which is a change, too");
    }
    let saved = ada.send(Method::POST, &format!("/v1/entries/{}/save", ids[1]), "").await;
    assert_eq!((saved.status, saved.body.as_str()), (StatusCode::ACCEPTED, ""));
    assert_eq!(
        server.store.articles().ids_on(user, ArticleList::Later).await.unwrap(),
        [ArticleId(ids[1])]
    );
    for method in [Method::PUT, Method::DELETE] {
        let answer = ada.send(method, "/v1/flush-history", "").await;
        assert_eq!((answer.status, answer.body.as_str()), (StatusCode::ACCEPTED, ""));
    }
    assert_eq!(ada.ids("/v1/entries").await.1, 4, "the history stays");
    // A person who does something in a client is present.
    let visits = server.store.users().visits(user, Timestamp::MIN).await.unwrap();
    assert_eq!(visits.len(), 1, "recorded at most once per interval");
    assert!(ada.get(&format!("/v1/feeds/{news}/entries")).await["total"] == 3);
}

#[tokio::test]
async fn whole_feeds_categories_and_everything_are_marked_read() {
    let server = TestServer::new().await;
    let Room { ada, user, news, loose, folder, ids } = furnish(&server).await;
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
        server.clock.advance(60);
        let since = now(&server).as_second() - 1;
        ada.done(Method::PUT, &format!("{path}/mark-all-as-read"), Value::Null).await;
        assert_eq!(unread().await, expected, "{path}");
        let changed = ada.ids(&format!("/v1/entries?changed_after={since}")).await.1;
        let n_read = expected["reads"].as_object().unwrap().values().filter_map(Value::as_i64);
        assert_eq!(changed, n_read.sum::<i64>(), "{path}: other clients ask for what has changed");
        server.clock.advance(60);
        all_unread().await;
    }
}

#[tokio::test]
async fn full_texts_are_fetched_once_and_shown_where_wanted() {
    let server = TestServer::new().await;
    let Room { ada, news, ids, .. } = furnish(&server).await;
    let path = format!("/v1/entries/{}", ids[0]);
    let fetch = format!("{path}/fetch-content?update_content=true");
    let expected = json!({ "content": "<p>The whole text</p>", "reading_time": 1 });
    for _ in 0..2 {
        assert_eq!(ada.get(&fetch).await, expected);
    }
    let asked = server.told.asked.lock().unwrap().clone();
    assert_eq!(asked, [format!("full text of {}", ids[0])], "the page is fetched once");
    assert_eq!(ada.get(&path).await["content"], "<p>Text of Cherry</p>");
    ada.made(Method::PUT, &format!("/v1/feeds/{news}"), json!({ "crawler": true })).await;
    assert_eq!(ada.get(&path).await["content"], "<p>The whole text</p>");
    *server.told.whole_text.lock().unwrap() = Err(Failure::new(FailureKind::Timeout, "too late"));
    let other = format!("/v1/entries/{}/fetch-content", ids[1]);
    let refused = ada.refused(Method::GET, &other, json!({})).await;
    assert_eq!(refused, (400, "too late".to_owned()));
}
