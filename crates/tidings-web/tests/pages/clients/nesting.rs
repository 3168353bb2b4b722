//! Nested folders in all protocols: a folder's name is its path, and it includes the folders inside it.

use super::agreement::{by_json, fever};
use super::program::{Program, stocked};
use crate::harness::TestServer;
use http::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tidings_store::AppScope;

/// The number of unread articles in each folder.
type Counts = BTreeMap<String, u64>;

fn counts(pairs: &[(&str, u64)]) -> Counts {
    pairs.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect()
}

async fn get(ada: &Program<'_>, path: &str) -> Value {
    let answer = by_json(ada, Method::GET, path, Value::Null).await;
    serde_json::from_str(&answer.body).unwrap()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().unwrap()
}

/// Returns the counts in our own API.
async fn by_api(ada: &Program<'_>) -> Counts {
    let told = get(ada, "/api/v1/folders").await;
    let count =
        |one: &Value| (one["name"].as_str().unwrap().to_owned(), one["n_unread"].as_u64().unwrap());
    list(&told, "folders").iter().map(count).collect()
}

/// Returns the counts in the Google Reader API, and checks that streams have as many articles.
async fn by_greader(ada: &Program<'_>) -> Counts {
    let told = ada.get("unread-count?output=json").await;
    let mut counts = Counts::new();
    for one in list(&told, "unreadcounts") {
        let id = one["id"].as_str().unwrap();
        if let Some(name) = id.strip_prefix("user/-/label/").filter(|name| *name != "Today") {
            let n = one["count"].as_u64().unwrap();
            assert_eq!(ada.ids(&format!("s={id}")).await.len() as u64, n, "{id}");
            counts.insert(name.to_owned(), n);
        }
    }
    let tags = ada.get("tag/list?output=json").await;
    for name in counts.keys() {
        let id = format!("user/-/label/{name}");
        assert!(list(&tags, "tags").iter().any(|tag| tag["id"] == id), "{id}");
    }
    counts
}

/// Returns the counts in the Fever API, by the sources in each group. Each is only in its own.
async fn by_fever(ada: &Program<'_>) -> Counts {
    let told = fever(ada, "ada", "groups&feeds").await;
    let members = list(&told, "feeds_groups");
    let count = |group: &Value| {
        let feeds = members.iter().find(|one| one["group_id"] == group["id"]);
        let ids = feeds.map_or("", |feeds| feeds["feed_ids"].as_str().unwrap());
        let n_feeds = ids.split(',').filter(|id| !id.is_empty()).count();
        (group["title"].as_str().unwrap().to_owned(), 3 * n_feeds as u64)
    };
    list(&told, "groups").iter().map(count).collect()
}

/// Returns the counts of folders without the folders inside them.
fn own(counts: &Counts) -> Counts {
    let inside = |path: &str, other: &str| {
        other
            .strip_prefix(path)
            .and_then(|rest| rest.strip_prefix('/'))
            .is_some_and(|rest| !rest.contains('/'))
    };
    let in_others = |path: &str| -> u64 {
        counts.iter().filter(|(other, _)| inside(path, other)).map(|(_, n)| n).sum()
    };
    counts.iter().map(|(path, n)| (path.clone(), n - in_others(path))).collect()
}

/// Returns the counts in the Miniflux API, and checks that lists of articles and feeds agree.
async fn by_miniflux(ada: &Program<'_>) -> Counts {
    let mut counts = Counts::new();
    for one in get(ada, "/v1/categories?counts=true").await.as_array().unwrap() {
        let (id, n) = (one["id"].as_i64().unwrap(), one["total_unread"].as_u64().unwrap());
        let entries = get(ada, &format!("/v1/categories/{id}/entries")).await;
        assert_eq!(entries["total"], n);
        let feeds = get(ada, &format!("/v1/categories/{id}/feeds")).await;
        assert_eq!(feeds.as_array().unwrap().len() as u64 * 3, n);
        counts.insert(one["title"].as_str().unwrap().to_owned(), n);
    }
    counts
}

#[tokio::test]
async fn every_protocol_names_folders_by_their_paths_and_includes_the_folders_inside() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    stocked(&ada, "https://a.example/feed", Some("News")).await;
    let (b, _) = stocked(&ada, "https://b.example/feed", Some("News/Tech")).await;
    stocked(&ada, "https://c.example/feed", Some("News/Tech/Rust")).await;
    stocked(&ada, "https://d.example/feed", Some("Newsletters")).await;
    let expected =
        counts(&[("News", 9), ("News/Tech", 6), ("News/Tech/Rust", 3), ("Newsletters", 3)]);
    let check = async |expected: &Counts| {
        assert_eq!(&by_api(&ada).await, expected, "our own API");
        let mut unread = expected.clone();
        unread.retain(|_, n| *n > 0);
        assert_eq!(by_greader(&ada).await, unread, "Google Reader");
        assert_eq!(&by_fever(&ada).await, &own(expected), "Fever");
        assert_eq!(&by_miniflux(&ada).await, expected, "Miniflux");
    };
    check(&expected).await;
    // Each moves the second source into a new folder in the middle; Fever cannot change folders.
    let id = b.to_string();
    let edit = [("ac", "edit"), ("s", &*format!("feed/{id}")), ("a", "user/-/label/Art / New")];
    ada.do_ok("subscription/edit", &edit).await;
    check(&counts(&[
        ("Art", 3),
        ("Art/New", 3),
        ("News", 6),
        ("News/Tech", 3),
        ("News/Tech/Rust", 3),
        ("Newsletters", 3),
    ]))
    .await;
    let made = by_json(&ada, Method::POST, "/api/v1/folders", json!({ "name": "Art/Old" })).await;
    let made: Value = serde_json::from_str(&made.body).unwrap();
    assert_eq!((&made["name"], made["parent"].is_i64()), (&json!("Art/Old"), true));
    let path = format!("/api/v1/sources/{id}");
    by_json(&ada, Method::PATCH, &path, json!({ "folder": made["id"] })).await;
    let categories = get(&ada, "/v1/categories").await;
    let number = |title: &str| {
        let all = categories.as_array().unwrap();
        all.iter().find(|one| one["title"] == title).unwrap()["id"].clone()
    };
    let path = format!("/v1/categories/{}", number("News/Tech"));
    by_json(&ada, Method::PUT, &path, json!({ "title": "Art/Tech" })).await;
    check(&counts(&[
        ("Art", 6),
        ("Art/New", 0),
        ("Art/Old", 3),
        ("Art/Tech", 3),
        ("Art/Tech/Rust", 3),
        ("News", 3),
        ("Newsletters", 3),
    ]))
    .await;
    // Marking the outer folder read marks what is in the inner ones.
    let path = format!("/v1/categories/{}/mark-all-as-read", number("Art"));
    by_json(&ada, Method::PUT, &path, Value::Null).await;
    let unread = by_api(&ada).await;
    assert_eq!((unread["Art"], unread["Art/Tech/Rust"], unread["News"]), (0, 0, 3));
    fever(&ada, "ada", &format!("mark=group&as=read&id={}", number("News"))).await;
    ada.do_ok("mark-all-as-read", &[("s", "user/-/label/Newsletters")]).await;
    assert_eq!(by_api(&ada).await.values().sum::<u64>(), 0);
}

#[tokio::test]
async fn a_fever_group_stands_for_the_sources_that_it_lists() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (a, _) = stocked(&ada, "https://a.example/feed", Some("News")).await;
    let (b, _) = stocked(&ada, "https://b.example/feed", Some("News/Tech")).await;
    stocked(&ada, "https://c.example/feed", Some("News/Tech/Rust")).await;
    let told = fever(&ada, "ada", "groups").await;
    let id = |title: &str| {
        let group = list(&told, "groups").iter().find(|one| one["title"] == title).unwrap();
        group["id"].to_string()
    };
    let sources = async |group: &str| {
        let page = fever(&ada, "ada", &format!("items&group_ids={}", id(group))).await;
        let all = list(&page, "items").iter().map(|one| one["feed_id"].as_i64().unwrap());
        all.collect::<Vec<_>>()
    };
    assert_eq!(sources("News").await, [a.0; 3]);
    assert_eq!(sources("News/Tech").await, [b.0; 3]);
    fever(&ada, "ada", &format!("mark=group&as=read&id={}", id("News"))).await;
    assert_eq!(by_api(&ada).await, counts(&[("News", 6), ("News/Tech", 6), ("News/Tech/Rust", 3)]));
}
