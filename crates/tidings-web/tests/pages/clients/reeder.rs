//! Reeder, as FreshRSS and with Fever: ids of sixteen digits without a prefix, string continuations, `x` as the token.

use super::{
    phone::{NEW, Phone, Reader, escaped, number, repeated},
    shapes::{
        Added, Favicon, Feeds, FeverFeed, Group, Ids, Items, Link, Members, Origin, Tags, Text,
    },
};
use serde::Deserialize;
use std::collections::BTreeSet;

const READING_LIST: &str = "user/-/state/com.google/reading-list";
const READ: &str = "user/-/state/com.google/read";
const STARRED: &str = "user/-/state/com.google/starred";
const AT: &str = "/api/greader.php";

#[derive(Deserialize)]
struct Contents {
    items: Vec<Item>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    id: String,
    title: String,
    published: i64,
    crawl_time_msec: String,
    timestamp_usec: String,
    categories: Vec<String>,
    origin: Origin,
    summary: Text,
    canonical: Vec<Link>,
}

#[derive(Deserialize)]
struct Counts {
    max: i64,
    unreadcounts: Vec<Count>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Count {
    id: String,
    count: i64,
    newest_item_timestamp_usec: String,
}

fn short(id: i64) -> String {
    format!("{id:016x}")
}

/// Returns all ids of a stream, two at a time.
async fn ids(reader: &Reader<'_>, query: &str) -> BTreeSet<i64> {
    let (mut all, mut next, mut n_pages) = (BTreeSet::new(), String::new(), 0);
    loop {
        let path = format!("stream/items/ids?output=json&n=2&{query}{next}");
        let page: Ids = reader.get(&path).await.decoded();
        n_pages += 1;
        assert!(n_pages < 9, "paging does not end");
        let (found, n_before) = (page.numbers(), all.len());
        assert!(!found.is_empty() || page.continuation.is_none());
        all.extend(&found);
        assert_eq!(all.len(), n_before + found.len(), "nothing twice");
        match page.continuation {
            Some(continuation) => next = format!("&c={continuation}"),
            None => return all,
        }
    }
}

#[tokio::test]
async fn a_complete_session_as_freshrss() {
    let phone = Phone::new().await;
    let reader = Reader::sign_in(&phone, AT).await;
    let tags: Tags = reader.get("tag/list?output=json").await.decoded();
    assert!(tags.tags.iter().any(|tag| tag.id == "user/-/label/News"));
    let feeds: Feeds = reader.get("subscription/list?output=json").await.decoded();
    let icon = &feeds.subscriptions.iter().find(|feed| feed.id == format!("feed/{}", phone.daily));
    let (_, icon) = icon.unwrap().icon_url.split_once("/api/icon/").expect("an address of ours");
    let icon = phone.call("HEAD", &format!("/api/icon/{icon}"), &[], "").await;
    assert_eq!((icon.status, icon.header("content-type")), (200, "image/png"));
    let counts: Counts = reader.get("unread-count?output=json").await.decoded();
    let all = counts.unreadcounts.iter().find(|one| one.id == READING_LIST).unwrap();
    assert_eq!((counts.max, all.count), (5, 5));
    assert!(all.newest_item_timestamp_usec.len() == 16);

    let [one, two, three, four, five] = phone.ids;
    let unread = format!("s={READING_LIST}&xt={READ}");
    assert_eq!(ids(&reader, &unread).await, BTreeSet::from(phone.ids));
    let oldest = ids(&reader, &format!("{unread}&r=o")).await;
    assert_eq!(oldest, BTreeSet::from(phone.ids), "oldest first as well");
    let wanted = repeated("i", phone.ids.map(short));
    let form = format!("output=json&T=x&{wanted}");
    let contents: Contents = reader.post("stream/items/contents", &form).await.decoded();
    let got: Vec<i64> = contents.items.iter().map(|item| number(&item.id)).collect();
    assert_eq!(got, [five, four, three, two, one]);
    let arrived: i64 = contents.items[0].timestamp_usec.parse().unwrap();
    assert_eq!(arrived, phone.now_s() * 1_000_000, "version 4 shows it as the date");

    let edit = async |ids: &[i64], what: &str| {
        let ids = repeated("i", ids.iter().map(|id| short(*id)));
        reader.post("edit-tag", &format!("T=x&{ids}&{what}")).await.is_ok();
    };
    edit(&[one, two], &format!("a={READ}")).await;
    edit(&[two], &format!("r={READ}")).await;
    edit(&[two], &format!("a={STARRED}")).await;
    edit(&[four], "a=user/-/label/Read%20%2F%20later").await;
    assert_eq!(phone.kept().await, (vec![two, three, four, five], vec![two]));
    assert_eq!(ids(&reader, "s=user/-/label/Read%20%2F%20later").await, [four].into());
    edit(&[four], "r=user/-/label/Read%20%2F%20later").await;
    edit(&[two], &format!("r={STARRED}")).await;
    let seen_us = phone.now_s() * 1_000_000;
    let new = phone.arrives(phone.daily, "Newest").await;
    reader.post("mark-all-as-read", &format!("T=x&s=user/-/label/News&ts={seen_us}")).await.is_ok();
    assert_eq!(phone.kept().await, (vec![four, five, new], vec![]));
    let since = format!("s={READING_LIST}&ot={}", phone.now_s());
    assert_eq!(ids(&reader, &since).await, [new].into());

    phone.finds();
    let form = format!("T=x&quickadd={}", escaped(NEW));
    let added: Added = reader.post("subscription/quickadd", &form).await.decoded();
    assert_eq!(added.num_results, 1);
    let stream = added.stream_id.unwrap();
    let change = async |what: &str| {
        let form = format!("T=x&s={stream}&{what}");
        reader.post("subscription/edit", &form).await.is_ok();
    };
    change("ac=edit&t=Mine").await;
    change("ac=edit&a=user/-/label/News").await;
    change("ac=edit&r=user/-/label/News").await;
    assert!(phone.shelves().await.contains(&("Mine".to_owned(), None)));
    change("ac=unsubscribe").await;
    assert_eq!(phone.shelves().await.len(), 2);
}

#[derive(Deserialize)]
struct All {
    auth: i64,
    groups: Vec<Group>,
    feeds: Vec<FeverFeed>,
    feeds_groups: Vec<Members>,
    favicons: Vec<Favicon>,
    unread_item_ids: String,
    saved_item_ids: String,
}

#[tokio::test]
async fn a_complete_session_with_fever() {
    let phone = Phone::new().await;
    let all = "&groups&feeds&favicons&unread_item_ids&saved_item_ids";
    let all: All = phone.fever(all, "").await.decoded();
    assert_eq!((all.auth, all.groups.len(), all.feeds.len(), all.feeds_groups.len()), (1, 2, 2, 2));
    for n in 0..60 {
        phone.arrives(phone.weekly, &format!("Number {n}")).await;
    }
    let up = async |mut since: i64| {
        let mut ids = Vec::new();
        loop {
            let query = format!("&items&since_id={since}");
            let page: Items = phone.fever(&query, "").await.decoded();
            let Some(last) = page.items.last() else { return ids };
            assert!(page.items.len() <= 50 && page.items.iter().all(|item| item.id > since));
            since = last.id;
            ids.extend(page.numbers());
        }
    };
    let ids = up(0).await;
    assert_eq!((ids.len(), ids.is_sorted()), (65, true));
    let wanted: Vec<String> = ids[..50].iter().map(ToString::to_string).collect();
    let query = format!("&items&with_ids={}", wanted.join(","));
    let page: Items = phone.fever(&query, "").await.decoded();
    assert_eq!(page.items.len(), 50);
    let mark = async |what: &str| assert_eq!(phone.fever("", what).await.status, 200);
    for id in &ids[..5] {
        mark(&format!("mark=item&as=read&id={id}")).await;
    }
    mark(&format!("mark=item&as=unread&id={}", ids[0])).await;
    mark(&format!("mark=item&as=saved&id={}", ids[1])).await;
    let (unread, starred) = phone.kept().await;
    assert_eq!((unread.len(), unread[0], starred), (61, ids[0], vec![ids[1]]));
    mark(&format!("mark=item&as=unsaved&id={}", ids[1])).await;
    let (before, new) = (phone.now_s(), phone.arrives(phone.daily, "Newest").await);
    mark(&format!("mark=group&as=read&id=0&before={before}")).await;
    assert_eq!(phone.kept().await, (vec![new], vec![]));
    assert_eq!(up(ids[64]).await, [new]);
}
