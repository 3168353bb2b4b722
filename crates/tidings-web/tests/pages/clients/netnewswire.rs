//! NetNewsWire with an account of the kind FreshRSS: conditional requests for lists, the date of a response as the next
//! `ot`, contents 150 at a time.

use super::{
    phone::{NEW, Phone, Reader, escaped, long, number, repeated},
    shapes::{Added, Category, Ids, Tags},
};
use jiff::fmt::rfc2822::DateTimeParser;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

const BATCH: usize = 150;
const READING_LIST: &str = "user/-/state/com.google/reading-list";
const READ: &str = "user/-/state/com.google/read";
const STARRED: &str = "user/-/state/com.google/starred";

#[derive(Deserialize)]
struct Subscriptions {
    subscriptions: Vec<Subscription>,
}

#[derive(Deserialize)]
struct Subscription {
    id: String,
    title: Option<String>,
    categories: Vec<Category>,
    url: String,
    #[serde(rename = "htmlUrl")]
    home: Option<String>,
    #[serde(rename = "iconUrl")]
    icon: Option<String>,
}

#[derive(Deserialize)]
struct Entries {
    id: String,
    updated: i64,
    items: Vec<Entry>,
}

/// One entry that cannot be decoded fails the whole page.
#[derive(Deserialize)]
struct Entry {
    id: String,
    title: Option<String>,
    author: Option<String>,
    published: Option<f64>,
    #[serde(rename = "crawlTimeMsec")]
    crawled_ms: Option<String>,
    #[serde(rename = "timestampUsec")]
    arrived_us: Option<String>,
    summary: Summary,
    alternate: Option<Vec<Alternate>>,
    categories: Vec<String>,
    origin: Origin,
}

#[derive(Deserialize)]
struct Summary {
    content: Option<String>,
}

#[derive(Deserialize)]
struct Alternate {
    href: String,
}

#[derive(Deserialize)]
struct Origin {
    #[serde(rename = "streamId")]
    stream: Option<String>,
    title: Option<String>,
}

/// The client's state.
struct Account<'a> {
    reader: Reader<'a>,
    token: String,
    since: i64,
    /// The `ETag` of the last response to each list.
    tags: BTreeMap<&'static str, String>,
    /// The folder of each feed.
    folders: BTreeMap<String, String>,
    articles: BTreeMap<i64, Entry>,
    unread: BTreeSet<i64>,
    starred: BTreeSet<i64>,
}

impl<'a> Account<'a> {
    async fn of(phone: &'a Phone) -> Self {
        let reader = Reader::sign_in(phone, "/api/greader.php").await;
        let token = reader.get("token").await.body;
        Self {
            reader,
            token,
            since: phone.now_s() - 90 * 24 * 3600,
            tags: BTreeMap::new(),
            folders: BTreeMap::new(),
            articles: BTreeMap::new(),
            unread: BTreeSet::new(),
            starred: BTreeSet::new(),
        }
    }

    /// Fetches a list, unless it is unchanged.
    async fn list<T: serde::de::DeserializeOwned>(&mut self, path: &'static str) -> Option<T> {
        let tag = self.tags.get(path).cloned().unwrap_or_default();
        let known: &[(&str, &str)] = &[("if-none-match", &tag)];
        let headers = if tag.is_empty() { &[] } else { known };
        let got = self.reader.call("GET", &format!("{path}?output=json"), headers, "").await;
        if got.status == 304 {
            assert_eq!(got.body, "");
            return None;
        }
        self.tags.insert(path, got.header("etag").to_owned());
        Some(got.decoded())
    }

    /// Returns all ids of a stream, and the date of the first page.
    async fn ids(&self, query: &str) -> (BTreeSet<i64>, i64) {
        let (mut ids, mut next, mut date) = (BTreeSet::new(), String::new(), None);
        loop {
            let path = format!("stream/items/ids?n=1000&output=json&{query}{next}");
            let got = self.reader.get(&path).await;
            let at = || DateTimeParser::new().parse_timestamp(got.header("date")).unwrap();
            date.get_or_insert_with(|| at().as_second());
            let page: Ids = got.decoded();
            ids.extend(page.numbers());
            match page.continuation {
                Some(continuation) => next = format!("&c={continuation}"),
                None => return (ids, date.unwrap()),
            }
        }
    }

    /// Syncs once. Returns what was fetched.
    async fn sync(&mut self) -> Vec<i64> {
        let tags: Option<Tags> = self.list("tag/list").await;
        let subscriptions: Option<Subscriptions> = self.list("subscription/list").await;
        if let Some(tags) = &tags {
            assert!(tags.tags.iter().any(|tag| tag.kind.as_deref() == Some("folder")));
        }
        if let (Some(tags), Some(list)) = (tags, subscriptions) {
            self.folders.clear();
            for one in list.subscriptions {
                let folder = &one.categories[0];
                let is_known = tags.tags.iter().any(|tag| tag.id == folder.id);
                assert!(is_known, "{} is not among the tags", folder.id);
                self.folders.insert(one.id, folder.label.clone());
            }
        }
        let (recent, date) = self.ids(&format!("s={READING_LIST}&ot={}", self.since)).await;
        self.since = date;
        self.unread = self.ids(&format!("s={READING_LIST}&xt={READ}")).await.0;
        self.starred = self.ids(&format!("s={STARRED}")).await.0;
        let all = recent.iter().chain(&self.unread).chain(&self.starred).copied();
        let missing: BTreeSet<i64> = all.filter(|id| !self.articles.contains_key(id)).collect();
        let missing: Vec<i64> = missing.into_iter().collect();
        for part in missing.chunks(BATCH) {
            let ids = repeated("i", part.iter().map(|id| long(*id)));
            let form = format!("T={}&output=json&{ids}", self.token);
            let entries: Entries = self.reader.post("stream/items/contents", &form).await.decoded();
            self.articles.extend(entries.items.into_iter().map(|one| (number(&one.id), one)));
        }
        missing
    }

    async fn edit(&self, ids: &[i64], what: &str) {
        let ids = repeated("i", ids.iter().map(|id| long(*id)));
        self.reader.post("edit-tag", &format!("T={}&{ids}&{what}", self.token)).await.is_ok();
    }

    async fn change(&self, stream: &str, what: &str) {
        let form = format!("T={}&s={}&ac=edit&{what}", self.token, escaped(stream));
        self.reader.post("subscription/edit", &form).await.is_ok();
    }
}

#[tokio::test]
async fn a_first_sync_has_everything_and_a_second_only_what_is_new() {
    let phone = Phone::new().await;
    let mut account = Account::of(&phone).await;
    assert_eq!(account.sync().await, phone.ids);
    let daily = format!("feed/{}", phone.daily);
    assert_eq!(account.folders[&daily], "News");
    assert_eq!(account.folders[&format!("feed/{}", phone.weekly)], "Uncategorized");
    let first = &account.articles[&phone.ids[0]];
    assert_eq!(first.title.as_deref(), Some("AT&T <3"), "plain text");
    assert_eq!(first.summary.content.as_deref(), Some("<p>text</p>"));
    assert_eq!(first.origin.stream.as_deref(), Some(daily.as_str()));
    phone.server.clock.advance(1);
    let tags = account.tags.clone();
    assert!(account.sync().await.is_empty());
    assert_eq!(account.tags, tags, "unchanged lists are not sent again");
    let n_articles = account.articles.len();
    let newer = phone.arrives(phone.weekly, "Newer").await;
    let newest = phone.arrives(phone.daily, "Newest").await;
    phone.server.clock.advance(1);
    let recent = async |since: i64| account.ids(&format!("s={READING_LIST}&ot={since}")).await.0;
    let since = BTreeSet::from([newer, newest]);
    assert_eq!(recent(account.since).await, since, "although they are dated days ago");
    assert_eq!(account.sync().await, [newer, newest]);
    assert_eq!(account.articles.len(), n_articles + 2);
    assert_eq!(account.tags["tag/list"], tags["tag/list"]);
    assert_ne!(account.tags["subscription/list"], tags["subscription/list"], "for Liferea");
    phone.server.clock.advance(3600);
    let recent = account.ids(&format!("s={READING_LIST}&ot={}", account.since)).await.0;
    assert_eq!(recent, BTreeSet::new(), "the date of a response is this server's time");
}

#[tokio::test]
async fn marks_are_sent_in_batches_and_come_back() {
    let phone = Phone::new().await;
    let mut account = Account::of(&phone).await;
    account.sync().await;
    let [one, two, three, four, five] = phone.ids;
    account.edit(&[one, two, three], &format!("a={READ}")).await;
    account.edit(&[two], &format!("r={READ}")).await;
    account.edit(&[four], &format!("a={STARRED}")).await;
    assert_eq!(phone.kept().await, (vec![two, four, five], vec![four]));
    account.sync().await;
    assert_eq!(account.unread, BTreeSet::from([two, four, five]));
    assert_eq!(account.starred, BTreeSet::from([four]));
    account.edit(&[four], &format!("r={STARRED}")).await;
    // A batch of a thousand, most of which no longer exist here.
    let many: Vec<i64> = (1..=1000).collect();
    account.edit(&many, &format!("a={READ}")).await;
    assert_eq!(phone.kept().await, (vec![], vec![]));
    // The token is not checked: an old one needs no second attempt, and a wrong password is a different error.
    account.token = "grown-old".to_owned();
    account.edit(&[one], &format!("r={READ}")).await;
    let stranger = phone.call("GET", "/api/greader.php/reader/api/0/token", &[], "").await;
    assert_eq!((stranger.status, stranger.header("google-bad-token")), (401, "true"));
    let nowhere = phone.call("POST", "/nowhere/accounts/ClientLogin", &[], "").await;
    assert_eq!(nowhere.status, 404, "the client reports a wrong address");
}

#[tokio::test]
async fn sources_are_added_moved_renamed_and_removed() {
    let phone = Phone::new().await;
    let mut account = Account::of(&phone).await;
    account.sync().await;
    phone.finds();
    let form = format!("T={}&quickadd={}", account.token, escaped(NEW));
    let added: Added = account.reader.post("subscription/quickadd", &form).await.decoded();
    assert_eq!((added.num_results, added.error), (1, None));
    let stream = added.stream_id.unwrap();
    let list: Subscriptions = account.list("subscription/list").await.expect("it changed");
    assert_eq!(list.subscriptions.iter().find(|one| one.id == stream).unwrap().url, NEW);
    // Labels are percent-encoded except for their slash.
    account.change(&stream, "a=user/-/label/Far%20%26%20away/100%25&t=Mine").await;
    let path = format!("stream/items/ids?s={}&n=1000&output=json", escaped(&stream));
    let ids: Ids = account.reader.get(&path).await.decoded();
    assert_eq!(ids.numbers().len(), 2, "its articles came with it");
    let shelf = ("Mine".to_owned(), Some("Far & away/100%".to_owned()));
    assert!(phone.shelves().await.contains(&shelf));
    account.change(&stream, "r=user/-/label/Far%20%26%20away/100%25&a=user/-/label/News").await;
    let rename = format!("T={}&s=user/-/label/News&dest=user/-/label/Newer", account.token);
    account.reader.post("rename-tag", &rename).await.is_ok();
    account.sync().await;
    assert_eq!(account.folders[&stream], "Newer");
    let remove = format!("T={}&s=user/-/label/Newer", account.token);
    account.reader.post("disable-tag", &remove).await.is_ok();
    let away = format!("T={}&s={stream}&ac=unsubscribe", account.token);
    account.reader.post("subscription/edit", &away).await.is_ok();
    account.sync().await;
    assert!(!account.folders.contains_key(&stream));
    assert!(account.folders.values().all(|folder| folder == "Uncategorized"));
    let nothing = format!("T={}&quickadd=https://nothing.example/", account.token);
    *phone.server.told.found.lock().unwrap() = Ok(Vec::new());
    let failed: Added = account.reader.post("subscription/quickadd", &nothing).await.decoded();
    assert_eq!((failed.num_results, failed.stream_id), (0, None));
}

#[tokio::test]
async fn subscriptions_are_exported_and_imported_as_a_file() {
    let phone = Phone::new().await;
    let account = Account::of(&phone).await;
    let out = account.reader.get("subscription/export").await;
    assert!(out.status == 200 && out.header("content-type").starts_with("application/xml"));
    let kind = [("content-type", "text/xml")];
    let answer = account.reader.call("POST", "subscription/import", &kind, &out.body).await;
    assert_eq!(answer.status, 200);
    assert_eq!(phone.imported().await, [out.body]);
}
