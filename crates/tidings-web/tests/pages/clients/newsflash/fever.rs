//! As Fever: the key in a multipart form, numbers that must be numbers, and members that must be present.

use crate::clients::{
    phone::{Got, Phone, fever_key},
    shapes::{Favicon, FeverFeed, FeverItem, Group, Items, Members},
};
use serde::Deserialize;

/// Every response.
#[derive(Deserialize)]
struct Base {
    api_version: i64,
    auth: i64,
}

#[derive(Deserialize)]
struct Groups {
    last_refreshed_on_time: i64,
    groups: Vec<Group>,
    feeds_groups: Vec<Members>,
}

#[derive(Deserialize)]
struct Feeds {
    feeds: Vec<FeverFeed>,
    feeds_groups: Vec<Members>,
}

#[derive(Deserialize)]
struct Favicons {
    favicons: Vec<Favicon>,
}

#[derive(Deserialize)]
struct Links {
    links: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct Unread {
    unread_item_ids: String,
}

#[derive(Deserialize)]
struct Saved {
    saved_item_ids: String,
}

async fn call(phone: &Phone, query: &str) -> Got {
    let key = fever_key("ada", phone.password);
    let body = format!(
        "--xYz\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\n{key}\r\n--xYz--\r\n"
    );
    let kind = [("content-type", "multipart/form-data; boundary=xYz")];
    let got = phone.call("POST", &format!("/fever/?api{query}"), &kind, &body).await;
    let base: Base = got.decoded();
    assert_eq!((base.api_version, base.auth), (3, 1));
    got
}

fn numbers(list: &str) -> Vec<i64> {
    list.split(',').filter(|one| !one.is_empty()).map(|one| one.parse().unwrap()).collect()
}

#[tokio::test]
async fn a_complete_session_with_fever() {
    let phone = Phone::new().await;
    let groups: Groups = call(&phone, "&groups").await.decoded();
    let news = groups.groups.iter().find(|group| group.title == "News").unwrap().id;
    let members = groups.feeds_groups.iter().find(|one| one.group_id == news).unwrap();
    assert_eq!(numbers(&members.feed_ids), [phone.daily.0]);
    let feeds: Feeds = call(&phone, "&feeds").await.decoded();
    assert!(feeds.feeds.iter().all(|feed| feed.is_spark == 0) && feeds.feeds.len() == 2);
    let favicons: Favicons = call(&phone, "&favicons").await.decoded();
    assert_eq!(favicons.favicons[0].data.split(';').nth(1), Some("base64,AQID"));
    let _: Links = call(&phone, "&links").await.decoded();
    // Fetches everything after what it has, until nothing is left.
    let (mut all, mut since): (Vec<FeverItem>, i64) = (Vec::new(), 0);
    loop {
        let page: Items = call(&phone, &format!("&items&since_id={since}")).await.decoded();
        assert_eq!(page.total_items, 5);
        let Some(last) = page.items.last() else { break };
        since = last.id;
        all.extend(page.items);
    }
    let ids: Vec<i64> = all.iter().map(|item| item.id).collect();
    assert_eq!(ids, phone.ids);
    assert!(all.iter().all(|item| item.is_read == 0 && item.is_saved == 0));
    let with: Items =
        call(&phone, &format!("&items&with_ids={},{}", ids[1], ids[4])).await.decoded();
    assert_eq!(with.items.len(), 2);

    let mark = async |what: &str| call(&phone, &format!("&&mark={what}")).await;
    let unread: Unread = mark(&format!("item&as=read&id={}", ids[0])).await.decoded();
    assert_eq!(numbers(&unread.unread_item_ids), phone.ids[1..]);
    for _ in 0..2 {
        let saved: Saved = mark(&format!("item&as=saved&id={}", ids[2])).await.decoded();
        assert_eq!(numbers(&saved.saved_item_ids), [ids[2]], "set, not toggled");
    }
    mark(&format!("item&as=unread&id={}", ids[0])).await;
    mark(&format!("item&as=unsaved&id={}", ids[2])).await;
    assert_eq!(phone.kept().await, (phone.ids.to_vec(), vec![]));
    let before = phone.now_s();
    let late = phone.arrives(phone.daily, "Too late").await;
    mark(&format!("group&as=read&id={news}&before={before}")).await;
    assert_eq!(phone.kept().await.0, [ids[3], ids[4], late]);
    mark(&format!("feed&as=read&id={}&before={before}", phone.weekly)).await;
    let unread: Unread = call(&phone, "&unread_item_ids").await.decoded();
    assert_eq!(numbers(&unread.unread_item_ids), [late]);
    let next: Items = call(&phone, &format!("&items&since_id={since}")).await.decoded();
    assert_eq!(next.numbers(), [late]);
}
