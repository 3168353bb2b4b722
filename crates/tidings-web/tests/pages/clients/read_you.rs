//! Read You, with the Google Reader API and with Fever. It decodes responses with Gson: an empty body where an object
//! is expected crashes it.

use super::{
    phone::{NEW, Phone, Reader, escaped, long, number, repeated},
    shapes::{
        Added, Favicon, Feeds, FeverFeed, FeverItem, Group, Ids, Link, Members, Origin, Text,
    },
};
use crate::harness::FORM;
use serde::Deserialize;
use std::collections::BTreeSet;

const READING_LIST: &str = "user/-/state/com.google/reading-list";
const READ: &str = "user/-/state/com.google/read";
const STARRED: &str = "user/-/state/com.google/starred";

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct SignedIn {
    #[serde(rename = "SID")]
    sid: String,
    auth: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct User {
    user_id: String,
    user_name: String,
}

#[derive(Deserialize)]
struct Contents {
    items: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    id: String,
    published: i64,
    title: String,
    summary: Text,
    canonical: Vec<Link>,
    alternate: Vec<Link>,
    categories: Vec<String>,
    origin: Origin,
}

async fn ids(reader: &Reader<'_>, query: &str) -> BTreeSet<i64> {
    let (mut all, mut next) = (BTreeSet::new(), String::new());
    loop {
        let path = format!("stream/items/ids?output=json&n=10000&{query}{next}");
        let page: Ids = reader.get(&path).await.decoded();
        all.extend(page.numbers());
        match page.continuation {
            Some(continuation) => next = format!("&c={continuation}"),
            None => return all,
        }
    }
}

/// Makes the requests of a sync: unread, starred, and read within a month in both of its ways.
async fn sync(reader: &Reader<'_>) -> [BTreeSet<i64>; 3] {
    let month = reader.phone.now_s() - 30 * 24 * 3600;
    let unread = format!("s={READING_LIST}&xt={READ}");
    let starred = format!("s={STARRED}");
    let (read, as_generic) =
        (format!("s={READING_LIST}&it={READ}&ot={month}"), format!("s={READ}&ot={month}"));
    let (unread, starred, read, as_generic) = tokio::join!(
        ids(reader, &unread),
        ids(reader, &starred),
        ids(reader, &read),
        ids(reader, &as_generic)
    );
    assert_eq!(read, as_generic, "both requests return exactly the read articles");
    [unread, starred, read]
}

#[tokio::test]
async fn a_complete_session_with_google_reader() {
    let phone = Phone::new().await;
    let form = format!("Email=ada&Passwd={}&output=json", phone.password);
    let got = phone.call("POST", "/accounts/ClientLogin", &[("content-type", FORM)], &form).await;
    let signed_in: SignedIn = got.decoded();
    assert_eq!(signed_in.auth, phone.password);
    let reader = Reader::sign_in(&phone, "").await;
    let user: User = reader.get("user-info").await.decoded();
    assert_eq!(user.user_name, "ada");
    // The raw body of the response.
    let token = escaped(&reader.get("token").await.body);

    let [one, two, three, four, five] = phone.ids;
    assert_eq!(sync(&reader).await, [BTreeSet::from(phone.ids), [].into(), [].into()]);
    let feeds: Feeds = reader.get("subscription/list?output=json").await.decoded();
    assert_eq!(feeds.subscriptions[0].categories.len(), 1);
    let wanted = repeated("i", phone.ids.map(|id| id.to_string()));
    let contents: Contents = reader
        .post("stream/items/contents?output=json", &format!("T={token}&{wanted}"))
        .await
        .decoded();
    let got: BTreeSet<i64> = contents.items.iter().map(|item| number(&item.id)).collect();
    assert_eq!(got, BTreeSet::from(phone.ids));
    assert!(contents.items.iter().all(|item| item.canonical[0].href.starts_with("https://")));

    let edit = async |ids: &[i64], what: &str| {
        let ids = repeated("i", ids.iter().map(|id| long(*id)));
        let got = reader.post("edit-tag", &format!("T={token}&{ids}&{what}")).await;
        assert_eq!((got.status, got.body.as_str()), (200, "OK"));
    };
    edit(&[one, two, three, four], &format!("a={READ}")).await;
    edit(&[two], &format!("r={READ}")).await;
    edit(&[one], &format!("a={STARRED}")).await;
    let after = [[two, five].into(), [one].into(), [one, three, four].into()];
    assert_eq!(sync(&reader).await, after);
    edit(&[one], &format!("r={STARRED}")).await;
    phone.server.clock.advance(40 * 24 * 3600);
    assert_eq!(
        sync(&reader).await[2],
        [].into(),
        "articles that arrived more than a month ago are left out"
    );
    let new = phone.arrives(phone.daily, "Newest").await;
    assert_eq!(sync(&reader).await[0], [two, five, new].into());

    phone.finds();
    // The address twice: unescaped in the query, where it is cut short, and in the body.
    let path = format!("subscription/quickadd?quickadd={NEW}");
    let form = format!("T={token}&quickadd={}", escaped(NEW));
    let added: Added = reader.post(&path, &form).await.decoded();
    assert_eq!((added.num_results, added.stream_name.as_deref()), (1, Some("The New")));
    let asked = phone.server.told.asked.lock().unwrap().clone();
    assert_eq!(asked, [format!("follow {NEW} in None")], "the body takes precedence");
    let again: Added = reader.post(&path, &form).await.decoded();
    assert_eq!(again.stream_id, added.stream_id, "an existing subscription is returned");
    let stream = escaped(&added.stream_id.unwrap());
    let change = async |form: &str| {
        reader.post("subscription/edit", &format!("T={token}&{form}")).await.is_ok();
    };
    change("ac=edit&a=user/-/label/Empty%20%2F%20new").await;
    assert!(reader.get("tag/list?output=json").await.body.contains("user/-/label/Empty/new"));
    change(&format!("ac=edit&s={stream}&t=Mine&a=user/-/label/Empty%20%2F%20new")).await;
    let shelf = ("Mine".to_owned(), Some("Empty/new".to_owned()));
    assert!(phone.shelves().await.contains(&shelf));
    reader.post("rename-tag", "s=user/-/label/News&dest=user/-/label/Newer").await.is_ok();
    reader.post("disable-tag", "s=user/-/label/Newer").await.is_ok();
    change(&format!("ac=unsubscribe&s={stream}")).await;
    assert!(phone.shelves().await.iter().all(|(_, folder)| folder.is_none()));
    assert_eq!(phone.shelves().await.len(), 2);
    reader.post("mark-all-as-read", &format!("T={token}&s={READING_LIST}")).await.is_ok();
    assert_eq!(phone.kept().await.0, [0_i64; 0]);
}

/// Gson turns numbers into strings where it expects strings; null crashes it.
#[derive(Deserialize)]
struct Answer {
    api_version: i64,
    auth: i64,
    last_refreshed_on_time: i64,
    groups: Option<Vec<Group>>,
    feeds_groups: Option<Vec<Members>>,
    feeds: Option<Vec<FeverFeed>>,
    favicons: Option<Vec<Favicon>>,
    items: Option<Vec<FeverItem>>,
    unread_item_ids: Option<String>,
    saved_item_ids: Option<String>,
}

#[tokio::test]
async fn a_complete_session_with_fever() {
    let phone = Phone::new().await;
    let ask = async |query: &str| -> Answer { phone.fever(query, "").await.decoded() };
    let first = ask("").await;
    assert_eq!((first.api_version, first.auth), (3, 1));
    let groups = ask("&groups").await;
    assert_eq!(groups.groups.unwrap().len(), 2);
    assert!(groups.feeds_groups.unwrap().iter().any(|one| one.feed_ids == phone.daily.to_string()));
    assert_eq!(ask("&feeds").await.feeds.unwrap().len(), 2);
    assert!(ask("&favicons").await.favicons.unwrap()[0].data.starts_with("image/png;base64,"));
    // Fetches what follows the last known id until nothing comes.
    let newest = async |mut since: i64| {
        let mut ids = Vec::new();
        loop {
            let items = ask(&format!("&items&since_id={since}")).await.items.unwrap();
            let Some(last) = items.last() else { return ids };
            since = last.id;
            ids.extend(items.iter().map(|item| item.id));
        }
    };
    assert_eq!(newest(0).await, phone.ids);
    let [one, two, three, four, five] = phone.ids;
    let mark = async |fields: &str| {
        let answer: Answer = phone.fever("", fields).await.decoded();
        assert_eq!(answer.auth, 1);
    };
    mark(&format!("mark=item&as=read&id={one}")).await;
    mark(&format!("mark=item&as=saved&id={two}")).await;
    mark(&format!("mark=item&as=saved&id={two}")).await;
    let state = ask("&unread_item_ids&saved_item_ids").await;
    assert_eq!(state.unread_item_ids, Some(format!("{two},{three},{four},{five}")));
    assert_eq!(state.saved_item_ids, Some(two.to_string()));
    mark(&format!("mark=item&as=unread&id={one}")).await;
    mark(&format!("mark=item&as=unsaved&id={two}")).await;
    assert_eq!(ask("&saved_item_ids").await.saved_item_ids.as_deref(), Some(""));
    let (before, late) = (phone.now_s(), phone.arrives(phone.weekly, "Too late").await);
    mark(&format!("mark=feed&as=read&id={}&before={before}", phone.weekly)).await;
    assert_eq!(phone.kept().await.0, [one, two, three, late]);
    mark(&format!("mark=group&as=read&id=0&before={before}")).await;
    assert_eq!(phone.kept().await.0, [late]);
    assert_eq!(newest(five).await, [late]);
}
