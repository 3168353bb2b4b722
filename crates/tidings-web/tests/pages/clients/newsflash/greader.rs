//! As FreshRSS: the types of versions 3 and 4, contents by stream, a time in microseconds in the address of a POST.

use crate::clients::{
    phone::{NEW, Phone, Reader, escaped, long, number},
    shapes::{Added, Feeds, Ids, Link, Origin, Tags, Text},
};
use serde::{Deserialize, de::DeserializeOwned};

const READING_LIST: &str = "user/-/state/com.google/reading-list";
const READ: &str = "user/-/state/com.google/read";
const STARRED: &str = "user/-/state/com.google/starred";
/// It appends this to whatever is typed.
const AT: &str = "/api/greader.php";

/// All four are strings.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct User {
    user_id: String,
    user_name: String,
    user_profile_id: String,
    user_email: String,
}

#[derive(Deserialize)]
struct Stream<I> {
    id: String,
    /// An object, if present.
    #[serde(rename = "self")]
    own: Option<Link>,
    updated: i64,
    items: Vec<I>,
    continuation: Option<String>,
}

/// Version 3: `content` and `summary` are one field, so having both is an error.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item3 {
    id: String,
    title: String,
    crawl_time_msec: String,
    timestamp_usec: String,
    published: i64,
    updated: i64,
    alternate: Vec<Link>,
    canonical: Option<Vec<Link>>,
    categories: Vec<String>,
    origin: Origin,
    #[serde(alias = "summary")]
    content: Text,
    author: Option<String>,
    #[serde(default)]
    enclosure: Vec<Link>,
}

/// Version 4: the two are separate, and either may be missing.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item4 {
    id: String,
    title: Option<String>,
    crawl_time_msec: Option<String>,
    published: i64,
    alternate: Vec<Link>,
    categories: Vec<String>,
    origin: Origin,
    content: Option<Text>,
    summary: Option<Text>,
}

/// Fetches a stream to its end, a thousand articles at a time.
async fn stream<I: DeserializeOwned>(reader: &Reader<'_>, name: &str, query: &str) -> Vec<I> {
    let (mut all, mut next) = (Vec::new(), String::new());
    loop {
        let place = escaped(name).replace('+', "%20");
        let place = if name.is_empty() { place } else { format!("/{place}") };
        let path = format!("stream/contents{place}?output=json&n=1000{query}{next}");
        let page: Stream<I> = reader.get(&path).await.decoded();
        all.extend(page.items);
        match page.continuation {
            Some(continuation) => next = format!("&c={continuation}"),
            None => return all,
        }
    }
}

/// Returns the ids of a stream, as requested from the second sync on.
async fn ids(reader: &Reader<'_>, query: &str) -> Vec<i64> {
    let path = format!("stream/items/ids?output=json&n=10000&{query}");
    let page: Ids = reader.get(&path).await.decoded();
    assert_eq!(page.continuation, None);
    let mut ids = page.numbers();
    ids.sort_unstable();
    ids
}

/// Returns the states in an article's categories, recognized by how they end.
fn states(categories: &[String]) -> (bool, bool) {
    let has = |end: &str| categories.iter().any(|one| one.ends_with(end));
    (has("/read"), has("/starred"))
}

async fn signed_in(phone: &Phone) -> (Reader<'_>, String) {
    assert_eq!(
        phone.call("HEAD", "/", &[], "").await.status,
        200,
        "clients test that way whether the server exists"
    );
    let reader = Reader::sign_in(phone, AT).await;
    let user: User = reader.get("user-info?output=json").await.decoded();
    assert_eq!(user.user_name, "ada");
    let token = reader.get("token").await.body;
    assert_eq!(token.trim(), token);
    (reader, token)
}

#[tokio::test]
async fn both_versions_decode_a_first_and_a_second_sync() {
    let phone = Phone::new().await;
    let (reader, token) = signed_in(&phone).await;
    let feeds: Feeds = reader.get("subscription/list?output=json").await.decoded();
    assert_eq!(feeds.subscriptions.len(), 2);
    let tags: Tags = reader.get("tag/list?output=json").await.decoded();
    for feed in &feeds.subscriptions {
        assert!(tags.tags.iter().any(|tag| tag.id == feed.categories[0].id), "{}", feed.id);
    }
    let read = |id: i64| format!("T={token}&i={}&a={}", escaped(&long(id)), escaped(READ));
    reader.post("edit-tag", &read(phone.ids[0])).await.is_ok();
    let star = format!("T={token}&i={}&a={}", escaped(&long(phone.ids[0])), escaped(STARRED));
    reader.post("edit-tag", &star).await.is_ok();
    let unread = format!("&xt={}", escaped(READ));
    let mut first: Vec<Item3> = stream(&reader, READING_LIST, &unread).await;
    assert_eq!(first.len(), 4);
    let starred: Vec<Item3> = stream(&reader, STARRED, "").await;
    assert_eq!(states(&starred[0].categories), (true, true));
    first.extend(stream::<Item3>(&reader, "", "").await);
    assert_eq!(first.len(), 4 + 5, "without a stream, everything is returned");
    let four: Vec<Item4> = stream(&reader, "", "").await;
    assert_eq!(four[4].summary.as_ref().unwrap().content, "<p>text</p>");
    assert_eq!((number(&four[4].id), four[4].title.as_deref()), (phone.ids[0], Some("AT&T <3")));
    // It continues from its own clock at the last sync, whatever the dates of articles.
    phone.server.clock.advance(60);
    let since = phone.now_s();
    let new = phone.arrives(phone.daily, "Newest").await;
    let fresh: Vec<Item3> = stream(&reader, READING_LIST, &format!("{unread}&ot={since}")).await;
    assert_eq!(fresh.iter().map(|one| number(&one.id)).collect::<Vec<_>>(), [new]);
    let all_unread = ids(&reader, &format!("s={}{unread}", escaped(READING_LIST))).await;
    assert_eq!(all_unread, [&phone.ids[1..], &[new]].concat());
    assert_eq!(ids(&reader, &format!("s={}", escaped(STARRED))).await, [phone.ids[0]]);
}

#[tokio::test]
async fn everything_it_has_seen_is_marked_read_and_nothing_else() {
    let phone = Phone::new().await;
    let (reader, token) = signed_in(&phone).await;
    let seen_us = phone.now_s() * 1_000_000;
    let late = phone.arrives(phone.daily, "Too late").await;
    // Version 3 sends the time in the address, version 4 in the body.
    let news = escaped("user/-/label/News");
    let path = format!("mark-all-as-read?s={news}&ts={seen_us}");
    reader.post(&path, &format!("T={token}")).await.is_ok();
    let [.., four, five] = phone.ids;
    assert_eq!(phone.kept().await.0, [four, five, late]);
    let form = format!("T={token}&s=feed%2F{}&ts={seen_us}", phone.weekly);
    reader.post("mark-all-as-read", &form).await.is_ok();
    assert_eq!(phone.kept().await.0, [late]);
    let unread = format!("T={token}&i={}&r={}", escaped(&long(five)), escaped(READ));
    reader.post("edit-tag", &unread).await.is_ok();
    assert_eq!(phone.kept().await.0, [five, late]);
}

#[tokio::test]
async fn feeds_folders_and_labels_are_created_and_removed() {
    let phone = Phone::new().await;
    let (reader, token) = signed_in(&phone).await;
    phone.finds();
    let added: Added = reader
        .post("subscription/quickadd", &format!("T={token}&quickadd={}", escaped(NEW)))
        .await
        .decoded();
    assert_eq!((added.num_results, added.error), (1, None));
    let feed = added.stream_id.unwrap();
    let edit = async |what: &str| {
        let form = format!("T={token}&ac=edit&s={}&{what}", escaped(&feed));
        reader.post("subscription/edit", &form).await.is_ok();
    };
    edit("t=Renamed").await;
    edit(&format!("a={}", escaped("user/-/label/A"))).await;
    edit(&format!("r={}&a={}", escaped("user/-/label/A"), escaped("user/-/label/B"))).await;
    assert!(phone.shelves().await.contains(&("Renamed".to_owned(), Some("B".to_owned()))));
    // A label of an article is one that is not a feed's folder.
    let label = escaped("user/-/label/to keep/50 %");
    let mark = format!("T={token}&i={}&a={label}", escaped(&long(phone.ids[1])));
    reader.post("edit-tag", &mark).await.is_ok();
    let tags: Tags = reader.get("tag/list?output=json").await.decoded();
    assert!(tags.tags.iter().any(|tag| tag.id == "user/-/label/to keep/50 %"));
    let labelled: Vec<Item3> = stream(&reader, "user/-/label/to keep/50 %", "").await;
    assert!(labelled[0].categories.contains(&"user/-/label/to keep/50 %".to_owned()));
    reader
        .post("rename-tag", &format!("T={token}&s={label}&dest={}", escaped("user/-/label/kept")))
        .await
        .is_ok();
    // Version 3.2 sends the id where others send the name.
    for (name, value) in [("t", "user/-/label/kept"), ("s", "user/-/label/B"), ("t", "A")] {
        let form = format!("T={token}&{name}={}", escaped(value));
        reader.post("disable-tag", &form).await.is_ok();
    }
    assert!(phone.shelves().await.contains(&("Renamed".to_owned(), None)), "the feed stays");
    // It may immediately remove what it adds, by address.
    let away = format!("T={token}&ac=unsubscribe&s={}", escaped(&format!("feed/{NEW}")));
    reader.post("subscription/edit", &away).await.is_ok();
    assert_eq!(phone.shelves().await.len(), 2);
    let subscribe = format!(
        "T={token}&ac=subscribe&s={}&t=Again&a={}",
        escaped(&format!("feed/{NEW}")),
        escaped("user/-/label/C")
    );
    reader.post("subscription/edit", &subscribe).await.is_ok();
    assert!(phone.shelves().await.contains(&("Again".to_owned(), Some("C".to_owned()))));
    let out = reader.get("subscription/export").await;
    reader.post(&format!("subscription/import?T={token}"), &out.body).await.is_ok();
    assert_eq!(phone.imported().await, [out.body], "a file, although it is declared as a form");
}
