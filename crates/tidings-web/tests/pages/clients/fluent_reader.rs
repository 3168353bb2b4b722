//! Fluent Reader, with each of the three APIs. It sends no token, reads the first link unchecked, and continues from
//! the newest arrival.

use super::{
    phone::{Got, Phone, Reader, Time, escaped, number, repeated},
    shapes::{Feeds, FeverFeed, Group, Ids, Items, Link, Members, Origin, Text},
};
use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use serde::Deserialize;
use serde_json::json;

const READ: &str = "user/-/state/com.google/read";
const STARRED: &str = "user/-/state/com.google/starred";
const READING_LIST: &str = "user/-/state/com.google/reading-list";
/// A page shorter than this is the last.
const PAGE: usize = 1000;

#[derive(Deserialize)]
struct Contents {
    items: Vec<Item>,
    continuation: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    id: String,
    title: String,
    published: i64,
    crawl_time_msec: String,
    summary: Text,
    canonical: Vec<Link>,
    categories: Vec<String>,
    origin: Origin,
}

async fn ids(reader: &Reader<'_>, query: &str) -> Vec<i64> {
    let path = format!("stream/items/ids?output=json&n={PAGE}&{query}");
    let page: Ids = reader.get(&path).await.decoded();
    let mut ids = page.numbers();
    assert!(ids.len() < PAGE && page.continuation.is_none());
    ids.sort_unstable();
    ids
}

/// Returns what arrived since a time, up to a known id, and the time to continue from.
async fn fetch(reader: &Reader<'_>, since: i64, known: i64) -> (Vec<i64>, i64) {
    let path = format!("stream/contents?output=json&ot={since}&n={PAGE}");
    let page: Contents = reader.get(&path).await.decoded();
    assert!(page.continuation.is_none());
    let newest = page.items.first().map(|item| item.crawl_time_msec.parse::<i64>().unwrap() / 1000);
    for item in &page.items {
        assert!(item.canonical[0].href.starts_with("https://") && !item.summary.content.is_empty());
    }
    let ids = page.items.iter().map(|item| number(&item.id)).take_while(|id| *id != known);
    (ids.collect(), newest.unwrap_or(since))
}

#[tokio::test]
async fn a_complete_session_with_google_reader() {
    let phone = Phone::new().await;
    let reader = Reader::sign_in(&phone, "").await;
    assert_eq!(reader.get("user-info").await.status, 200, "without naming a format");
    let feeds: Feeds = reader.get("subscription/list?output=json").await.decoded();
    let folders: Vec<&str> =
        feeds.subscriptions.iter().map(|feed| feed.categories[0].label.as_str()).collect();
    assert_eq!(folders.iter().filter(|folder| **folder == "News").count(), 1);
    let [one, two, three, four, five] = phone.ids;
    let unread = format!("s={}&xt={}", escaped(READING_LIST), escaped(READ));
    assert_eq!(ids(&reader, &unread).await, phone.ids);
    // One of its requests names no stream at all.
    assert_eq!(ids(&reader, &format!("xt={}", escaped(READ))).await, phone.ids);
    let (first, since) = fetch(&reader, phone.now_s() - 7 * 24 * 3600, 0).await;
    assert_eq!(first, [five, four, three, two, one], "newest arrival first");
    assert_eq!(fetch(&reader, since, five).await.0, [0_i64; 0]);
    let new = phone.arrives(phone.daily, "Newest, and old").await;
    let (fresh, since) = fetch(&reader, since, five).await;
    assert_eq!((fresh, since), (vec![new], phone.now_s()));

    let edit = async |ids: &[i64], what: &str| {
        let ids = repeated("i", ids.iter().map(ToString::to_string));
        reader.post("edit-tag", &format!("{ids}&async=true&{what}")).await.is_ok();
    };
    edit(&[one, two], &format!("a={READ}")).await;
    edit(&[two], &format!("r={READ}")).await;
    edit(&[three], &format!("a={STARRED}")).await;
    assert_eq!(phone.kept().await, (vec![two, three, four, five, new], vec![three]));
    assert_eq!(ids(&reader, &format!("s={}", escaped(STARRED))).await, [three]);
    edit(&[three], &format!("r={STARRED}")).await;
    reader.post("mark-all-as-read", &format!("s=feed/{}", phone.weekly)).await.is_ok();
    assert_eq!(phone.kept().await, (vec![two, three, new], vec![]));
    reader.post("mark-all-as-read", &format!("s={READING_LIST}")).await.is_ok();
    assert_eq!(ids(&reader, &unread).await, [0_i64; 0]);
}

#[derive(Deserialize)]
struct Groups {
    groups: Vec<Group>,
    feeds_groups: Vec<Members>,
}

#[derive(Deserialize)]
struct FeverFeeds {
    feeds: Vec<FeverFeed>,
}

/// A text, never a list.
#[derive(Deserialize)]
struct Lists {
    unread_item_ids: String,
    saved_item_ids: String,
}

#[tokio::test]
async fn a_complete_session_with_fever() {
    let phone = Phone::new().await;
    let groups: Groups = phone.fever("&groups", "").await.decoded();
    assert_eq!(groups.groups.len(), groups.feeds_groups.len());
    let feeds: FeverFeeds = phone.fever("&feeds", "").await.decoded();
    assert_eq!(feeds.feeds.len(), 2);
    // From the largest JavaScript integer downwards, until a page is not full or contains what is known.
    let down = async |known: i64| {
        let (mut all, mut max) = (Vec::new(), 9_007_199_254_740_991_i64);
        loop {
            let page: Items = phone.fever(&format!("&items&max_id={max}"), "").await.decoded();
            let ids = page.numbers();
            let is_last = ids.len() < 50 || ids.contains(&known);
            all.extend(ids.into_iter().take_while(|id| *id != known));
            if is_last {
                return all;
            }
            max = *all.last().unwrap();
        }
    };
    let [one, two, three, four, five] = phone.ids;
    assert_eq!(down(0).await, [five, four, three, two, one]);
    let lists: Lists = phone.fever("&unread_item_ids&saved_item_ids", "").await.decoded();
    assert_eq!(lists.unread_item_ids.split(',').count(), 5);
    assert_eq!(lists.saved_item_ids, "");
    let mark = async |what: &str| assert_eq!(phone.fever("", what).await.status, 200);
    mark(&format!("mark=item&as=read&id={one}")).await;
    mark(&format!("mark=item&as=saved&id={two}")).await;
    assert_eq!(phone.kept().await, (vec![two, three, four, five], vec![two]));
    mark(&format!("mark=item&as=unread&id={one}")).await;
    mark(&format!("mark=item&as=unsaved&id={two}")).await;
    let (before, new) = (phone.now_s(), phone.arrives(phone.daily, "Newest").await);
    mark(&format!("mark=feed&as=read&id={}&before={before}", phone.daily)).await;
    assert_eq!(phone.kept().await, (vec![four, five, new], vec![]));
    assert_eq!(down(five).await, [new]);
    for _ in 0..120 {
        phone.arrives(phone.weekly, &format!("At {}", phone.now_s())).await;
    }
    assert_eq!(down(new).await.len(), 120, "three pages");
}

#[derive(Deserialize)]
struct Me {
    username: String,
}

#[derive(Deserialize)]
struct MinifluxFeed {
    id: i64,
    feed_url: String,
    title: String,
    category: MinifluxCategory,
}

#[derive(Deserialize)]
struct MinifluxCategory {
    id: i64,
    title: String,
}

#[derive(Deserialize)]
struct Entries {
    total: i64,
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: i64,
    title: String,
    url: String,
    content: String,
    author: String,
    status: String,
    starred: bool,
    published_at: Time,
    created_at: Time,
    feed: MinifluxFeed,
}

/// Returns entries, 125 at a time, between what is known and what was shown.
async fn entries(phone: &Phone, known: i64) -> Vec<i64> {
    let (mut all, mut before) = (Vec::new(), String::new());
    loop {
        let query = format!("order=id&direction=desc&after_entry_id={known}{before}&limit=125");
        let page: Entries = phone.miniflux("GET", &format!("entries?{query}"), "").await.decoded();
        all.extend(page.entries.iter().map(|entry| entry.id));
        if page.entries.len() < 125 {
            return all;
        }
        before = format!("&before_entry_id={}", all[all.len() - 1]);
    }
}

async fn state(phone: &Phone, which: &str) -> Vec<i64> {
    let path = format!("entries?{which}&limit=1000&offset=0");
    let page: Entries = phone.miniflux("GET", &path, "").await.decoded();
    assert_eq!(page.total, page.entries.len() as i64);
    let mut ids: Vec<i64> = page.entries.iter().map(|entry| entry.id).collect();
    ids.sort_unstable();
    ids
}

#[tokio::test]
async fn a_complete_session_with_miniflux() {
    let phone = Phone::new().await;
    let me: Me = phone.miniflux("GET", "me", "").await.decoded();
    assert_eq!(me.username, "ada");
    // With a name and a password instead of a key.
    let pair = format!("Basic {}", BASE64.encode(format!("ada:{}", phone.password)));
    let got: Got = phone.call("GET", "/v1/me", &[("authorization", &pair)], "").await;
    assert_eq!(got.decoded::<Me>().username, "ada");
    let categories: Vec<MinifluxCategory> = phone.miniflux("GET", "categories", "").await.decoded();
    let feeds: Vec<MinifluxFeed> = phone.miniflux("GET", "feeds", "").await.decoded();
    assert!(feeds.iter().all(|feed| categories.iter().any(|one| one.id == feed.category.id)));
    let [one, two, three, four, five] = phone.ids;
    assert_eq!(entries(&phone, 0).await, [five, four, three, two, one]);
    let put = async |path: &str, body: serde_json::Value| {
        let got = phone.miniflux("PUT", path, &body.to_string()).await;
        assert_eq!((got.status, got.body.as_str()), (204, ""), "{path}");
    };
    put("entries", json!({ "entry_ids": [one], "status": "read" })).await;
    put(&format!("entries/{two}/bookmark"), json!({})).await;
    assert_eq!(state(&phone, "status=unread").await, [two, three, four, five]);
    assert_eq!(state(&phone, "starred=true").await, [two]);
    put(&format!("entries/{two}/bookmark"), json!({})).await;
    put("entries", json!({ "entry_ids": [one], "status": "unread" })).await;
    let new = phone.arrives(phone.daily, "Newest").await;
    assert_eq!(entries(&phone, five).await, [new]);
    put(&format!("feeds/{}/mark-all-as-read", phone.weekly), json!({})).await;
    assert_eq!(phone.kept().await, (vec![one, two, three, new], vec![]));
}
