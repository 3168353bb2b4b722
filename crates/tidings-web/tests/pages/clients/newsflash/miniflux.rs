//! As Miniflux: every field that its types require, and the statuses that it checks.

use crate::clients::phone::{NEW, Phone, Time};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct User {
    id: i64,
    username: String,
    is_admin: bool,
    theme: String,
    language: String,
    timezone: String,
    entry_sorting_direction: String,
}

#[derive(Deserialize)]
struct Category {
    id: i64,
    title: String,
    user_id: i64,
}

#[derive(Deserialize)]
struct Feed {
    id: i64,
    user_id: i64,
    title: String,
    site_url: String,
    feed_url: String,
    rewrite_rules: String,
    scraper_rules: String,
    crawler: bool,
    checked_at: Time,
    etag_header: String,
    last_modified_header: String,
    parsing_error_count: u32,
    parsing_error_message: String,
    category: Category,
    icon: Option<FeedIcon>,
}

#[derive(Deserialize)]
struct FeedIcon {
    feed_id: i64,
    icon_id: i64,
}

#[derive(Deserialize)]
struct Icon {
    id: i64,
    data: String,
    mime_type: String,
}

#[derive(Deserialize)]
struct Entries {
    total: i64,
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: i64,
    user_id: i64,
    feed_id: i64,
    title: String,
    url: String,
    comments_url: String,
    author: String,
    content: String,
    hash: String,
    published_at: Time,
    created_at: Time,
    status: String,
    starred: bool,
    feed: Feed,
    enclosures: Option<Vec<Enclosure>>,
}

#[derive(Deserialize)]
struct Enclosure {
    id: i64,
    user_id: i64,
    entry_id: i64,
    url: String,
    mime_type: String,
    size: i64,
}

#[derive(Deserialize)]
struct Made {
    feed_id: i64,
}

async fn entries(phone: &Phone, query: &str) -> Vec<i64> {
    let page: Entries = phone.miniflux("GET", &format!("entries?{query}"), "").await.decoded();
    assert_eq!(page.total, page.entries.len() as i64);
    let mut ids: Vec<i64> = page.entries.iter().map(|entry| entry.id).collect();
    ids.sort_unstable();
    ids
}

async fn done(phone: &Phone, method: &str, path: &str, body: serde_json::Value) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let got = phone.miniflux(method, path, &body).await;
    assert_eq!((got.status, got.body.as_str()), (204, ""), "{method} {path}");
}

#[tokio::test]
async fn a_complete_session_with_miniflux() {
    let phone = Phone::new().await;
    let health = phone.call("GET", "/healthcheck", &[], "").await;
    assert_eq!((health.status, health.body.as_str()), (200, "OK"));
    let me: User = phone.miniflux("GET", "me", "").await.decoded();
    assert_eq!((me.id, me.username.as_str()), (phone.user.0, "ada"));
    let categories: Vec<Category> = phone.miniflux("GET", "categories", "").await.decoded();
    let feeds: Vec<Feed> = phone.miniflux("GET", "feeds", "").await.decoded();
    for feed in &feeds {
        assert!(categories.iter().any(|category| category.id == feed.category.id));
    }
    let daily = feeds.iter().find(|feed| feed.id == phone.daily.0).unwrap();
    assert_eq!(daily.icon.as_ref().unwrap().feed_id, daily.id);
    let icon: Icon = phone.miniflux("GET", &format!("feeds/{}/icon", daily.id), "").await.decoded();
    assert_eq!(icon.data, "image/png;base64,AQID");
    let none = phone.miniflux("GET", &format!("feeds/{}/icon", phone.weekly), "").await;
    assert_eq!(none.status, 404);

    let [one, two, three, four, five] = phone.ids;
    assert_eq!(entries(&phone, "status=unread&order=published_at&direction=desc").await, phone.ids);
    done(&phone, "PUT", "entries", json!({ "entry_ids": [one, two], "status": "read" })).await;
    done(&phone, "PUT", "entries", json!({ "entry_ids": [two], "status": "unread" })).await;
    done(&phone, "PUT", &format!("entries/{three}/bookmark"), json!(null)).await;
    assert_eq!(phone.kept().await, (vec![two, three, four, five], vec![three]));
    assert_eq!(entries(&phone, "starred=true").await, [three]);
    done(&phone, "PUT", &format!("entries/{three}/bookmark"), json!(null)).await;
    done(&phone, "PUT", &format!("feeds/{}/mark-all-as-read", phone.daily), json!(null)).await;
    assert_eq!(phone.kept().await, (vec![four, five], vec![]));
    let since = phone.now_s();
    let new = phone.arrives(phone.daily, "Newest").await;
    assert_eq!(entries(&phone, &format!("after_entry_id={five}")).await, [new]);
    assert_eq!(entries(&phone, &format!("changed_after={since}")).await, [new]);

    phone.finds();
    let science = phone.miniflux("POST", "categories", "{\"title\":\"Science\"}").await;
    assert_eq!(science.status, 201);
    let science: Category = science.decoded();
    let body = json!({ "feed_url": NEW, "category_id": science.id }).to_string();
    let made = phone.miniflux("POST", "feeds", &body).await;
    assert_eq!(made.status, 201);
    let Made { feed_id } = made.decoded();
    assert_eq!(entries(&phone, &format!("feed_id={feed_id}")).await.len(), 2);
    let path = format!("feeds/{feed_id}");
    let body = json!({ "title": "Renamed", "category_id": daily.category.id }).to_string();
    let changed = phone.miniflux("PUT", &path, &body).await;
    assert_eq!(changed.status, 201);
    let changed: Feed = changed.decoded();
    assert_eq!((changed.title.as_str(), changed.category.title.as_str()), ("Renamed", "News"));
    let path_of_category = format!("categories/{}", science.id);
    let renamed = phone.miniflux("PUT", &path_of_category, "{\"title\":\"Arts\"}").await;
    assert_eq!(renamed.status, 201);
    done(&phone, "DELETE", &path_of_category, json!(null)).await;
    done(&phone, "DELETE", &path, json!(null)).await;
    assert_eq!(phone.shelves().await.len(), 2);
    let out = phone.miniflux("GET", "export", "").await;
    assert_eq!(out.status, 200);
    assert_eq!(phone.miniflux("POST", "import", &out.body).await.status, 201);
    assert_eq!(phone.imported().await, [out.body]);
}
