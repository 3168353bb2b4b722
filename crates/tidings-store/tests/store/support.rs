//! Test fixtures: a fresh store on SQLite and, if `TIDINGS_TEST_POSTGRES` names a server, on PostgreSQL.

use jiff::Timestamp;
use std::{
    future::Future,
    sync::atomic::{AtomicU32, Ordering},
};
use tidings_model::{
    Article, ArticleKeys, Fingerprint, Role, SourceId, SourceKind, UserId, article::Content,
    limits::Limits,
};
use tidings_store::{
    Claim, FetchRecord, FetchedContent, Options, ParsedDocument, Store, StoreLocation,
    StoringResult,
};

/// Where a test's data is stored; removed when the test ends.
pub(crate) enum Ground {
    /// A file in its own folder.
    Sqlite(tempfile::TempDir),
    /// A separate schema.
    Postgres { url: String, schema: String },
}

impl Ground {
    /// Returns the options for opening a store here.
    pub(crate) fn options(&self) -> Options {
        match self {
            Self::Sqlite(folder) => {
                Options::new(StoreLocation::File(folder.path().join("tidings.db")), noon())
            }
            Self::Postgres { url, schema } => {
                let url =
                    format!("{url}?options=-csearch_path%3D{schema}&application_name={schema}");
                Options::new(StoreLocation::Postgres(url), noon())
            }
        }
    }

    /// Opens a store here.
    pub(crate) async fn open(&self) -> Store {
        Store::open(self.options()).await.unwrap()
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        if let Self::Postgres { url, schema } = self {
            ask_postgres(url, &format!("drop schema {schema} cascade"));
        }
    }
}

pub(crate) fn sqlite() -> Ground {
    Ground::Sqlite(tempfile::tempdir().unwrap())
}

fn postgres(url: &str) -> Ground {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let schema = format!("test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::SeqCst));
    ask_postgres(url, &format!("create schema {schema}"));
    Ground::Postgres { url: url.to_owned(), schema }
}

/// Runs a statement outside the store.
pub(crate) fn ask_postgres(url: &str, sql: &str) {
    let (url, sql) = (url.to_owned(), sql.to_owned());
    std::thread::spawn(move || {
        postgres::Client::connect(&url, postgres::NoTls).unwrap().batch_execute(&sql).unwrap();
    })
    .join()
    .unwrap();
}

/// Returns a schema on the PostgreSQL server to test on, if there is one.
pub(crate) fn postgres_ground() -> Option<Ground> {
    std::env::var("TIDINGS_TEST_POSTGRES").ok().map(|url| postgres(&url))
}

/// Runs a test on SQLite and, if there is a server, on PostgreSQL.
pub(crate) fn on_both<F, R>(test: F)
where
    F: Fn(Ground) -> R,
    R: Future<Output = ()>,
{
    run(test(sqlite()));
    if let Some(ground) = postgres_ground() {
        run(test(ground));
    }
}

/// Runs a future to completion.
pub(crate) fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// The time at which tests begin.
pub(crate) fn noon() -> Timestamp {
    "2026-11-15T12:00:00Z".parse().unwrap()
}

/// Returns the time this many minutes after the beginning.
pub(crate) fn at(minutes: i64) -> Timestamp {
    noon() + jiff::SignedDuration::from_mins(minutes)
}

pub(crate) async fn add_user(store: &Store, name: &str) -> UserId {
    store.users().add(name.to_owned(), "hash".to_owned(), Role::User, noon()).await.unwrap()
}

pub(crate) async fn add_source(store: &Store, url: &str) -> SourceId {
    store.sources().add(SourceKind::Feed, url.parse().unwrap(), noon()).await.unwrap().id()
}

/// Merges two sources, as when the first turns out to have moved to the second.
pub(crate) async fn merge(store: &Store, from: SourceId, into: SourceId, now: Timestamp) {
    let url = store.sources().get(into).await.unwrap().unwrap().url;
    assert_eq!(store.sources().change_url(from, url, now).await.unwrap(), into);
}

/// Creates a store with a user who subscribes to a source.
pub(crate) async fn with_reader(ground: &Ground) -> (Store, UserId, SourceId) {
    let store = ground.open().await;
    let user = add_user(&store, "ada").await;
    let source = add_source(&store, "https://example.org/feed").await;
    store.subscriptions().subscribe(user, source, None, noon()).await.unwrap();
    (store, user, source)
}

pub(crate) fn key(text: &str) -> Option<Fingerprint> {
    (!text.is_empty()).then(|| Fingerprint::of(&[text]))
}

/// Creates an article as a parser returns it; empty texts are absent.
pub(crate) fn article(guid: &str, link: &str, title: &str, text: &str) -> Article {
    let link_path = link
        .split_once("//")
        .map_or(link, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    let guid_path = guid
        .split_once("://")
        .map_or("", |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    Article {
        keys: ArticleKeys {
            guid: key(guid),
            guid_path: key(guid_path),
            link: key(link_path),
            title: key(title),
            content: key(&format!("{title}\n{text}")),
        },
        version: Fingerprint::of(&[title, text, link]),
        guid: (!guid.is_empty()).then(|| guid.to_owned()),
        title: title.to_owned(),
        link: (!link.is_empty()).then(|| link.to_owned()),
        comments: None,
        n_comments: None,
        authors: vec!["Ada".to_owned()],
        published: None,
        updated: None,
        summary: text.chars().take(100).collect(),
        content: Content::Clean(format!("<p>{text}</p>")),
        language: None,
        tags: vec!["news".to_owned()],
        enclosures: Vec::new(),
        image: None,
    }
}

/// The n-th article, published at this minute.
pub(crate) fn dated(n: usize, minute: i64) -> Article {
    Article { published: Some(at(minute)), ..tidy(n) }
}

/// The n-th article of a well-behaved feed.
pub(crate) fn tidy(n: usize) -> Article {
    let url = format!("https://example.org/{n}");
    Article {
        published: Some(at(n as i64 - 1000)),
        ..article(&url, &url, &format!("Title {n}"), &format!("Text {n}"))
    }
}

/// The record of a successfully parsed document, fetched at the given time.
pub(crate) fn record(source: SourceId, articles: Vec<Article>, now: Timestamp) -> FetchRecord {
    let title = Some("A feed".to_owned());
    let document = ParsedDocument { articles, title, ..ParsedDocument::default() };
    FetchRecord {
        status: Some(200),
        wire_bytes: 1000,
        reason: "test".to_owned(),
        next_at: now + jiff::SignedDuration::from_hours(1),
        next_reason: "hourly".to_owned(),
        ..FetchRecord::new(source, FetchedContent::Document(document), now)
    }
}

pub(crate) async fn store_articles(
    store: &Store,
    source: SourceId,
    articles: Vec<Article>,
    now: Timestamp,
) -> StoringResult {
    store.fetches().store(record(source, articles, now)).await.unwrap()
}

pub(crate) fn claim(owner: &str, limit: usize) -> Claim {
    Claim::new(owner, limit, &Limits::default())
}
