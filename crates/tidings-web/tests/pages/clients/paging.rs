//! Paging compared with a model: whatever the query, its pages have every article once, in order.

use super::program::{Program, READ, READING_LIST, STARRED};
use crate::{fixtures, harness::TestServer};
use serde_json::Value;
use std::collections::BTreeSet;
use tidings_model::{ArticleId, Clock, SourceId};
use tidings_store::AppScope;

/// The model of an article.
#[derive(Debug, Clone)]
struct Known {
    id: i64,
    source: SourceId,
    arrived_s: i64,
    is_read: bool,
    is_starred: bool,
}

/// Returns whether an article is in a stream.
type IsIn = Box<dyn Fn(&Known) -> bool>;

/// Creates two sources, the first in the folder News. Their articles arrive in turn, a minute apart; every third is
/// read, every fourth starred.
async fn furnish(program: &Program<'_>) -> (SourceId, Vec<Known>) {
    let (server, user) = (program.server, program.user);
    let first = server.source(user, "https://a.example/feed").await;
    let second = server.source(user, "https://b.example/feed").await;
    let (store, now) = (&server.store, server.clock.now());
    let folder = store.subscriptions().folder(user, "News".to_owned(), now).await.unwrap();
    store.subscriptions().move_to(user, first, Some(folder)).await.unwrap();
    let mut all = Vec::new();
    for n in 0..23 {
        server.clock.advance(60);
        let (now, source) = (server.clock.now(), if n % 2 == 0 { first } else { second });
        // The newest arrivals are the oldest articles: the arrival counts.
        let mut article = fixtures::article(&format!("Article {n}"), "", now);
        article.published = Some(now - jiff::SignedDuration::from_hours(n * 5));
        let id = fixtures::store(store, source, "Site", vec![article], now).await[0];
        let (is_read, is_starred) = (n % 3 == 0, n % 4 == 0);
        if is_read {
            store.readings().mark_read(user, vec![id], now).await.unwrap();
        }
        if is_starred {
            store.readings().star(user, id, Some(now)).await.unwrap();
        }
        all.push(Known { id: id.0, source, arrived_s: now.as_second(), is_read, is_starred });
    }
    (first, all)
}

/// Returns all pages of a stream, following its continuations.
async fn walk(program: &Program<'_>, query: &str, n: usize) -> Vec<i64> {
    let (mut seen, mut next) = (Vec::new(), String::new());
    loop {
        let page = program.get(&format!("stream/items/ids?output=json&n={n}&{query}{next}")).await;
        let refs = page["itemRefs"].as_array().unwrap();
        assert!(refs.len() <= n, "{query}");
        assert!(next.is_empty() || !refs.is_empty(), "a continuation leads to something: {query}");
        seen.extend(refs.iter().map(|one| one["id"].as_str().unwrap().parse::<i64>().unwrap()));
        match page.get("continuation") {
            Some(Value::String(place)) => {
                assert_eq!(refs.len(), n, "only a full page has another behind it: {query}");
                next = format!("&c={place}");
            }
            None => return seen,
            Some(other) => panic!("{other} is no continuation"),
        }
    }
}

#[tokio::test]
async fn every_stream_is_complete_page_by_page_in_either_order() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (first, all) = furnish(&ada).await;
    let middle = all[11].arrived_s;
    let streams: Vec<(String, IsIn)> = vec![
        (format!("s={READING_LIST}"), Box::new(|_| true)),
        (format!("s={READING_LIST}&xt={READ}"), Box::new(|one| !one.is_read)),
        (format!("s={READ}"), Box::new(|one| one.is_read)),
        (format!("s={READING_LIST}&it={READ}"), Box::new(|one| one.is_read)),
        (format!("s={STARRED}"), Box::new(|one| one.is_starred)),
        (format!("s={STARRED}&xt={READ}"), Box::new(|one| one.is_starred && !one.is_read)),
        (format!("s={READING_LIST}&xt={STARRED}"), Box::new(|one| !one.is_starred)),
        (format!("s=feed/{first}"), Box::new(move |one| one.source == first)),
        (
            format!("s=feed/feed/{first}&xt={READ}"),
            Box::new(move |one| one.source == first && !one.is_read),
        ),
        ("s=user/-/label/News".to_owned(), Box::new(move |one| one.source == first)),
        ("s=user/7/label/Uncategorized".to_owned(), Box::new(move |one| one.source != first)),
        (format!("s={READING_LIST}&xt=feed/{first}"), Box::new(move |one| one.source != first)),
        (format!("s={READING_LIST}&xt={READING_LIST}"), Box::new(|_| false)),
        ("s=user/-/state/com.google/broadcast".to_owned(), Box::new(|_| false)),
        (format!("s={READING_LIST}&ot={middle}"), Box::new(move |one| one.arrived_s >= middle)),
        (format!("s={READING_LIST}&nt={middle}"), Box::new(move |one| one.arrived_s <= middle)),
        (
            format!("s={STARRED}&ot={middle}&nt={middle}"),
            Box::new(move |one| one.is_starred && one.arrived_s == middle),
        ),
    ];
    for (query, is_in) in &streams {
        let oldest: Vec<i64> = all.iter().filter(|one| is_in(one)).map(|one| one.id).collect();
        let newest: Vec<i64> = oldest.iter().rev().copied().collect();
        for n in [1, 4, oldest.len().max(1), 50] {
            assert_eq!(walk(&ada, query, n).await, newest, "{query} by {n}");
            assert_eq!(walk(&ada, &format!("{query}&r=o"), n).await, oldest, "{query}&r=o by {n}");
        }
        let path = format!("/reader/api/0/stream/items/count?{query}");
        let count = ada.send(http::Method::GET, &path, axum::body::Body::empty());
        assert_eq!(count.await.body, oldest.len().to_string(), "{query}");
    }
}

#[tokio::test]
async fn articles_that_arrive_between_pages_do_not_shift_them() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (first, all) = furnish(&ada).await;
    let page = ada.get(&format!("stream/items/ids?output=json&n=10&s={READING_LIST}")).await;
    let next = page["continuation"].as_str().unwrap();
    server.clock.advance(60);
    let now = server.clock.now();
    fixtures::store(&server.store, first, "Site", vec![fixtures::article("Late", "", now)], now)
        .await;
    let read = ArticleId(all[20].id);
    server.store.readings().mark_read(ada.user, vec![read], now).await.unwrap();
    let rest = walk(&ada, &format!("s={READING_LIST}&c={next}"), 50).await;
    let expected: Vec<i64> = all.iter().rev().skip(10).map(|one| one.id).collect();
    assert_eq!(rest, expected);
}

#[tokio::test]
async fn contents_come_in_the_order_of_the_ids_and_by_id_once_each() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (_, all) = furnish(&ada).await;
    let numbers = |answer: &Value| -> Vec<i64> {
        let long =
            answer["items"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap());
        long.map(|id| i64::from_str_radix(id.rsplit('/').next().unwrap(), 16).unwrap()).collect()
    };
    for order in ["", "&r=o"] {
        let ids = walk(&ada, &format!("s={READING_LIST}{order}"), 50).await;
        let answer = ada.get(&format!("stream/contents?n=50&s={READING_LIST}{order}")).await;
        assert_eq!(numbers(&answer), ids, "{order}");
    }
    let texts: Vec<String> =
        [3, 9, 3, 5].iter().map(|at: &usize| all[*at].id.to_string()).collect();
    let fields: Vec<(&str, &str)> = texts.iter().map(|id| ("i", id.as_str())).collect();
    let answer = ada.post("stream/items/contents", &fields).await;
    let told = numbers(&serde_json::from_str(&answer.body).unwrap());
    assert_eq!(told, [all[9].id, all[5].id, all[3].id], "newest first, each once");
}

#[tokio::test]
async fn unknown_streams_and_other_peoples_are_not_found() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let bob = Program::of(&server, "bob", AppScope::Write).await;
    let (first, _) = furnish(&ada).await;
    for name in [
        format!("feed/{first}"),
        "feed/https://a.example/feed".to_owned(),
        "user/-/label/News".to_owned(),
        "feed/x".to_owned(),
        "nonsense".to_owned(),
    ] {
        for place in ["stream/items/ids", "stream/contents", "stream/items/count"] {
            let path = format!("/reader/api/0/{place}?output=json&s={name}");
            let answer = bob.send(http::Method::GET, &path, axum::body::Body::empty()).await;
            assert_eq!(answer.status, http::StatusCode::NOT_FOUND, "{path}");
        }
        let answer = bob.post("mark-all-as-read", &[("s", &name)]).await;
        assert_eq!(answer.status, http::StatusCode::NOT_FOUND, "{name}");
    }
    let by_address = ada.ids("s=feed/https://a.example/feed").await;
    assert_eq!(by_address, ada.ids(&format!("s=feed/{first}")).await);
}

#[tokio::test]
async fn pages_of_miniflux_are_complete_in_every_order() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (_, all) = furnish(&ada).await;
    let entries = async |query: &str| -> (Vec<i64>, u64) {
        let request = server
            .request(&http::Method::GET, &format!("/v1/entries?{query}"))
            .header("x-auth-token", &ada.secret);
        let answer = server.send(request.body(axum::body::Body::empty()).unwrap()).await;
        let page: Value = serde_json::from_str(&answer.body).unwrap();
        let ids = page["entries"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap());
        (ids.collect(), page["total"].as_u64().unwrap())
    };
    let every: BTreeSet<i64> = all.iter().map(|one| one.id).collect();
    let unread = all.iter().filter(|one| !one.is_read).map(|one| one.id).collect();
    for order in [
        "id",
        "created_at",
        "changed_at",
        "published_at",
        "status",
        "category_title",
        "category_id",
        "title",
        "author",
    ] {
        for (status, expected) in [("", &every), ("&status=unread", &unread)] {
            let mut by_direction = Vec::new();
            for direction in ["asc", "desc"] {
                let query = format!("order={order}&direction={direction}{status}");
                let mut seen = Vec::new();
                for offset in (0..expected.len() + 7).step_by(7) {
                    let (ids, total) = entries(&format!("{query}&limit=7&offset={offset}")).await;
                    assert_eq!(total, expected.len() as u64, "{query} from {offset}");
                    seen.extend(ids);
                }
                assert_eq!(seen.len(), expected.len(), "nothing twice: {query}");
                assert_eq!(&seen.iter().copied().collect::<BTreeSet<i64>>(), expected, "{query}");
                by_direction.push(seen);
            }
            by_direction[1].reverse();
            if ["id", "created_at", "published_at"].contains(&order) {
                assert_eq!(by_direction[0], by_direction[1], "{order} has two ends");
            }
        }
    }
}
