//! Articles of a source that somebody else already followed arrive for a new subscriber when she subscribes, in every
//! protocol: clients ask for what is newer than the last they saw, by time or by number.

use super::fever::fever;
use super::program::{Program, READ, READING_LIST, stocked};
use crate::harness::TestServer;
use axum::body::Body;
use http::{Method, StatusCode, header};
use serde_json::Value;
use std::collections::BTreeSet;
use tidings_model::{Clock, SourceId};
use tidings_store::AppScope;

/// Calls the Miniflux API.
async fn miniflux(ada: &Program<'_>, method: Method, path: &str, body: &str) -> Value {
    let request = ada.server.request(&method, path).header("x-auth-token", &ada.secret);
    let request = request.header(header::CONTENT_TYPE, "application/json");
    let answer = ada.server.send(request.body(Body::from(body.to_owned())).unwrap()).await;
    assert!(answer.status.is_success(), "{path}: {}", answer.body);
    serde_json::from_str(&answer.body).unwrap_or_default()
}

fn numbers(list: &Value, name: &str) -> Vec<i64> {
    list[name].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect()
}

/// What each protocol returns as newer than the last sync.
struct News {
    by_time: Vec<i64>,
    by_fever: Vec<i64>,
    by_miniflux: Vec<i64>,
    unread_first: Vec<i64>,
}

async fn news(ada: &Program<'_>, synced_at: i64, newest: i64) -> News {
    let by_fever = fever(ada, &format!("items&since_id={newest}"), &[]).await;
    let path = format!("/v1/entries?after_entry_id={newest}&order=id");
    let by_miniflux = miniflux(ada, Method::GET, &path, "").await;
    News {
        by_time: ada.ids(&format!("s={READING_LIST}&ot={synced_at}")).await,
        by_fever: numbers(&by_fever, "items"),
        by_miniflux: numbers(&by_miniflux, "entries"),
        unread_first: ada.ids(&format!("s={READING_LIST}&xt={READ}")).await,
    }
}

/// A server where Ben followed a source before Ada did, and Ada's client has synced.
async fn subscribed_late<'a>(
    server: &'a TestServer,
) -> (Program<'a>, Program<'a>, SourceId, i64, i64) {
    let ada = Program::of(server, "ada", AppScope::Write).await;
    let ben = Program::of(server, "ben", AppScope::Write).await;
    let (bens, _) = stocked(&ben, "https://ben.example/feed", None).await;
    let (_, own) = stocked(&ada, "https://ada.example/feed", None).await;
    server.clock.advance(3600);
    let synced_at = server.clock.now().as_second();
    server.clock.advance(3600);
    server.store.subscriptions().subscribe(ada.user, bens, None, server.clock.now()).await.unwrap();
    let newest = own.iter().map(|id| id.0).max().unwrap();
    (ada, ben, bens, synced_at, newest)
}

#[tokio::test]
async fn articles_arrive_when_their_reader_subscribes() {
    let server = TestServer::new().await;
    let (ada, ben, bens, synced_at, newest) = subscribed_late(&server).await;
    let news = news(&ada, synced_at, newest).await;
    assert_eq!(news.by_time.len(), 3);
    let sorted: BTreeSet<i64> = news.by_time.iter().copied().collect();
    assert_eq!(news.by_fever, sorted.iter().copied().collect::<Vec<_>>());
    assert_eq!(news.by_miniflux, news.by_fever);
    assert_eq!(news.unread_first[..3], news.by_time, "newest first");
    assert_eq!(news.unread_first.len(), 6);
    assert!(ada.ids(&format!("s={READING_LIST}&nt={synced_at}")).await.len() == 3);
    // For Ben, nothing arrived.
    assert!(ben.ids(&format!("s={READING_LIST}&ot={synced_at}")).await.is_empty());
    assert!(ben.ids(&format!("s=feed/{bens}")).await.iter().all(|id| !sorted.contains(id)));
}

#[tokio::test]
async fn late_articles_are_read_by_the_numbers_they_were_given() {
    let server = TestServer::new().await;
    let (ada, ben, bens, synced_at, newest) = subscribed_late(&server).await;
    let ids = news(&ada, synced_at, newest).await.by_fever;
    let contents = ada.post("stream/items/contents", &[("i", &ids[0].to_string())]).await;
    let contents: Value = serde_json::from_str(&contents.body).unwrap();
    let item = &contents["items"][0];
    assert_eq!(item["id"], format!("tag:google.com,2005:reader/item/{:016x}", ids[0]));
    let at: i64 = item["timestampUsec"].as_str().unwrap().parse().unwrap();
    assert!(at > synced_at * 1_000_000, "{at}");
    let counts = ada.get("unread-count").await;
    let of = counts["unreadcounts"].as_array().unwrap().iter();
    let of = of.clone().find(|one| one["id"] == format!("feed/{bens}")).unwrap();
    assert_eq!(of["newestItemTimestampUsec"], item["timestampUsec"]);

    ada.do_ok("edit-tag", &[("i", &ids[0].to_string()), ("a", READ)]).await;
    fever(&ada, "", &[("mark", "item"), ("as", "read"), ("id", &ids[1].to_string())]).await;
    let body = format!(r#"{{"entry_ids":[{}],"status":"read"}}"#, ids[2]);
    miniflux(&ada, Method::PUT, "/v1/entries", &body).await;
    assert_eq!(ada.ids(&format!("s=feed/{bens}&xt={READ}")).await, Vec::<i64>::new());
    assert_eq!(ben.ids(&format!("s=feed/{bens}&xt={READ}")).await.len(), 3, "nothing of Ben's");
    let entry = miniflux(&ada, Method::GET, &format!("/v1/entries/{}", ids[2]), "").await;
    assert_eq!((&entry["id"], &entry["status"]), (&ids[2].into(), &"read".into()));
    let missing = server
        .request(&Method::GET, "/v1/entries/999999")
        .header("x-auth-token", &ada.secret)
        .body(Body::empty());
    assert_eq!(server.send(missing.unwrap()).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn pages_of_a_stream_with_late_articles_are_complete() {
    let server = TestServer::new().await;
    let (ada, ..) = subscribed_late(&server).await;
    for order in ["n", "o"] {
        let (mut all, mut next) = (Vec::new(), String::new());
        loop {
            let query = format!("stream/items/ids?s={READING_LIST}&n=2&r={order}{next}");
            let page = ada.get(&query).await;
            let refs = page["itemRefs"].as_array().unwrap();
            all.extend(refs.iter().map(|one| one["id"].as_str().unwrap().parse::<i64>().unwrap()));
            let Some(token) = page["continuation"].as_str() else { break };
            next = format!("&c={token}");
        }
        assert_eq!(all.len(), 6);
        assert!(if order == "n" {
            all.is_sorted_by(|a, b| a > b)
        } else {
            all.is_sorted_by(|a, b| a < b)
        });
    }
}
