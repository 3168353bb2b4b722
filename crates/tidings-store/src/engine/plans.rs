//! Checks query plans on SQLite: statements that run often must not scan whole tables.

use crate::{
    articles::{self, ArticleList, Cursor, ListOrder},
    engine::{
        db::{Connection, Engine, Row, Value},
        migrate,
        sqlite::{Access, File, SqliteConnection},
    },
    error::Result,
    maintenance::retention::{self, Retention},
    sources::claims::{self, Claim},
};
use jiff::Timestamp;
use tidings_model::{ArticleId, FolderId, SourceId, TagId, UserId, limits::Limits};

/// Tables that grow with articles, users or sources.
const LARGE: [&str; 11] = [
    "articles",
    "article_content",
    "article_keys",
    "unread",
    "readings",
    "sources",
    "hosts",
    "retrievals",
    "arrivals",
    "rhythms",
    "subscriptions",
];

/// A connection that asks for the plan of each statement before running it, and records scans of large tables.
struct Explaining {
    inner: SqliteConnection,
    walks: Vec<String>,
}

impl Explaining {
    fn explain(&mut self, sql: &str, values: &[Value]) -> Result<()> {
        let aliases = aliases(sql);
        for row in self.inner.query(&format!("explain query plan {sql}"), values)? {
            let Some(Value::Text(step)) = row.rest().pop() else { continue };
            let Some(walked) = step.strip_prefix("SCAN ") else { continue };
            let name = walked.split(' ').next().unwrap_or_default();
            let table =
                aliases.iter().find(|(alias, _)| alias == name).map_or(name, |(_, table)| table);
            if LARGE.contains(&table) {
                self.walks.push(format!("{step} in: {sql}"));
            }
        }
        Ok(())
    }
}

/// Finds pairs of alias and table in `from … alias` and `join … alias`.
fn aliases(sql: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = sql.split_whitespace().collect();
    words
        .windows(3)
        .filter(|window| window[0] == "from" || window[0] == "join")
        .map(|window| (window[2].trim_end_matches(')').to_owned(), window[1].to_owned()))
        .collect()
}

impl Connection for Explaining {
    fn engine(&self) -> Engine {
        Engine::Sqlite
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
        self.explain(sql, values)?;
        self.inner.query(sql, values)
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64> {
        self.explain(sql, values)?;
        self.inner.execute(sql, values)
    }

    fn for_each(
        &mut self,
        sql: &str,
        values: &[Value],
        each: &mut dyn FnMut(Row) -> Result<()>,
    ) -> Result<()> {
        self.inner.for_each(sql, values, each)
    }
}

/// Runs work and fails on scans of large tables.
fn check(work: impl FnOnce(&mut Explaining)) {
    let mut inner = SqliteConnection::open(&File::Memory, Access::Write, None).unwrap();
    while migrate::apply_next(&mut inner, migrate::newest_version(), 0).unwrap() {}
    let mut c = Explaining { inner, walks: Vec::new() };
    work(&mut c);
    assert_eq!(c.walks, [""; 0]);
}

const ADA: UserId = UserId(1);

fn noon() -> Timestamp {
    "2026-11-15T12:00:00Z".parse().unwrap()
}

#[test]
#[should_panic(expected = "SCAN a")]
fn a_scan_is_noticed() {
    check(|c| drop(c.query("select a.id from articles a where a.title = 'x'", &[]).unwrap()));
}

#[test]
fn lists_scan_no_table() {
    for shelf in [
        ArticleList::Unread,
        ArticleList::All,
        ArticleList::Folder(FolderId(1)),
        ArticleList::Starred,
        ArticleList::Later,
        ArticleList::Tagged(TagId(1)),
        ArticleList::StarredUnread,
        ArticleList::LaterUnread,
        ArticleList::TaggedUnread(TagId(1)),
        ArticleList::today_unread(noon()),
        ArticleList::Source(SourceId(1)),
        ArticleList::SourceUnread(SourceId(1)),
        ArticleList::FolderUnread(FolderId(1)),
        ArticleList::today(noon()),
    ] {
        for order in [ListOrder::Newest, ListOrder::Oldest] {
            let start = Cursor::start(order);
            check(|c| drop(articles::list(c, order, ADA, shelf, start, 100).unwrap()));
        }
    }
}

#[test]
fn claims_scan_no_table() {
    let claim = Claim::new("me", 100, &Limits::default());
    check(|c| drop(claims::claim_due(c, &claim, noon()).unwrap()));
}

#[test]
fn watching_for_arrivals_scans_no_table() {
    check(|c| {
        crate::articles::arrivals::arrivals(c, ArticleId(5), 100).unwrap();
        crate::articles::arrivals::concerned(c, &[ArticleId(1), ArticleId(2)]).unwrap();
        crate::users::valid_sessions::lasting(c, &[vec![1; 32], vec![2; 32]], noon()).unwrap();
    });
}

#[test]
fn acts_on_articles_scan_no_table() {
    let ids = [ArticleId(1), ArticleId(2)];
    check(|c| {
        crate::readings::mark_read(c, ADA, &ids, noon()).unwrap();
        crate::readings::mark_unread(c, ADA, &ids, noon()).unwrap();
        articles::full_articles(c, ADA, &ids).unwrap();
        crate::readings::unread::fan_out(c, &ids).unwrap();
        crate::readings::unread::newest_of_source(c, ADA, SourceId(1), noon()).unwrap();
        crate::sources::hosts::refresh_for(c, SourceId(1)).unwrap();
        crate::maintenance::retention::remove_article(c, ArticleId(1)).unwrap();
        crate::subscriptions::subscriptions(c, ADA).unwrap();
        crate::subscriptions::overview::overview(c, ADA, noon()).unwrap();
    });
}

/// The queries of every iteration of the daemon's loop, and of every page about freshness.
#[test]
fn daemon_queries_scan_no_table() {
    let claim = Claim::new("me", 1, &Limits::default());
    check(|c| {
        claims::next_due(c).unwrap();
        claims::claim_one(c, SourceId(1), &claim, noon()).unwrap();
        crate::fetches::spending::came(c, noon(), Timestamp::MAX).unwrap();
        crate::fetches::log::last_before(c, noon()).unwrap();
        crate::fetches::log::watching_since(c).unwrap();
        crate::freshness::waited(c, noon(), Timestamp::MAX).unwrap();
        crate::freshness::arrivals_seen(c, (noon(), 0), Timestamp::MAX, 10).unwrap();
        crate::fetches::spending::came(c, noon(), Timestamp::MAX).unwrap();
        crate::fetches::spending::host_spend(c, noon(), 20).unwrap();
        crate::fetches::spending::count_overflowing(c, noon()).unwrap();
        crate::freshness::shadows::followers_of(c, &[SourceId(1), SourceId(2)]).unwrap();
        crate::sources::weighing::read_of_sources(c, SourceId(5), SourceId(505), noon()).unwrap();
        crate::sources::weighing::source_stride(c, SourceId(5), 500).unwrap();
        crate::learning::beliefs::posting_after(c, SourceId(5), 1).unwrap();
    });
}

#[test]
fn sweeping_scans_no_table() {
    let retention = Retention { article_days: Some(90), ..Retention::default() };
    check(|c| {
        let (first, last) = (SourceId(0), SourceId(500));
        drop(retention::to_be_swept(c, &retention, first, last, noon()).unwrap());
    });
}
