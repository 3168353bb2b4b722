//! Stores what a hub sent, and compares it with what its source shows.
//!
//! A message from a hub is not a fetch: it says nothing about validators, moves, the health of the source or articles it
//! does not contain. It adds articles and a log entry.

use crate::{
    engine::db::{Connection, insert_many},
    error::Result,
    fetches::{
        identity::{Recognizable, recognize},
        log::{self, LoggedFetch},
        storing::{self, Known, ParsedDocument, StoringResult},
    },
    freshness, imports,
    push::{self, Push},
    values,
};
use jiff::Timestamp;
use std::collections::HashSet;
use tidings_model::{ArticleId, FetchId, Outcome, Reason, SourceId, push::HubRecord};

/// An article counts as not shown by a source after this many fetches without it…
const LOOKS: u32 = 3;
/// …unless these came so late that it may have appeared and disappeared.
const SHOWN_WITHIN: jiff::SignedDuration = jiff::SignedDuration::from_hours(6);
/// The maximum number of articles per source that we expect to see at the source; a flood of them proves nothing more.
const MOST_AWAITED: usize = 200;

/// What a hub sent, parsed and sanitised.
#[derive(Debug, Clone, PartialEq)]
pub struct PushRecord {
    /// The source.
    pub source: SourceId,
    /// When it was received.
    pub received_at: Timestamp,
    /// When it was processed; new articles count as first seen then.
    pub finished_at: Timestamp,
    /// Its size in bytes.
    pub wire_bytes: u64,
    /// Its articles, and the decisions of subscribers' rules. Nothing else is stored.
    pub document: ParsedDocument,
    /// When its articles were posted, where they have a credible date.
    pub posted: Vec<Timestamp>,
}

/// How many of the articles that a hub sent are shown by the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PushOverlap {
    /// Shown by the source.
    pub n_shown: u32,
    /// Not shown after several fetches.
    pub n_unshown: u32,
    /// Not shown yet.
    pub n_awaited: u32,
}

impl Push<'_> {
    /// Stores what a hub sent, atomically. Storing the same message twice adds nothing.
    ///
    /// # Errors
    /// Returns [`Error::Stale`](crate::Error::Stale) when an article passed as known is not, and otherwise fails when the
    /// store cannot be written.
    pub async fn store(self, record: PushRecord) -> Result<StoringResult> {
        self.0.write(move |c| store(c, &record)).await
    }

    /// Compares what a hub sent before `started_at` with what its source showed then, and updates the hub's record. Returns
    /// the record before and after, and the comparison.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn compare(
        self,
        source: SourceId,
        items: Vec<Recognizable>,
        started_at: Timestamp,
        change: impl Fn(HubRecord, PushOverlap) -> HubRecord + Send + 'static,
    ) -> Result<Option<(HubRecord, HubRecord, PushOverlap)>> {
        self.0
            .write(move |c| {
                let Some(before) = push::of_source(c, source)? else { return Ok(None) };
                let shown = compare(c, source, &items, started_at)?;
                let standing = change(before.standing, shown);
                if standing != before.standing {
                    push::set_standing(c, before.id, &standing)?;
                }
                Ok(Some((before.standing, standing, shown)))
            })
            .await
    }

    /// Returns when the articles that a hub sent since the last fetch of its source were posted.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn pushed_since_look(self, source: SourceId) -> Result<Vec<Option<Timestamp>>> {
        self.0.read(move |c| {
            let sql = "select a.published from pushed_articles p join articles a on a.id = p.article_id \
                       where p.source_id = $1 and p.n_looks = 0";
            c.query(sql, values![source])?.into_iter().map(|row| row.only()).collect()
        })
        .await
    }
}

fn store(c: &mut dyn Connection, record: &PushRecord) -> Result<StoringResult> {
    crate::sources::lock(c, record.source)?;
    let stored = storing::store_articles(c, record.source, record.finished_at, &record.document)?;
    imports::after_fetch(c, record.source, record.finished_at)?;
    await_showing(c, record, &stored.new_ids)?;
    let (n_new, n_updated) = (stored.n_new, stored.n_updated);
    let outcome = if n_new + n_updated > 0 {
        Outcome::Changed { n_new, n_updated }
    } else {
        Outcome::Unchanged
    };
    let entry = LoggedFetch {
        id: FetchId(0),
        source: record.source,
        started_at: record.received_at,
        finished_at: record.finished_at,
        status: None,
        wire_bytes: record.wire_bytes,
        outcome,
        reason: Reason::Pushed.code(),
        has_missed: false,
    };
    freshness::log(c, record.source, &record.posted, record.finished_at)?;
    log::log(c, &entry)?;
    Ok(stored)
}

fn await_showing(c: &mut dyn Connection, record: &PushRecord, new: &[ArticleId]) -> Result<()> {
    let sql = "select count(*) from pushed_articles where source_id = $1";
    let n_awaited: usize = c
        .query_first(sql, values![record.source])?
        .map_or(Ok(0), |row| row.only::<u32>().map(|n| n as usize))?;
    let rows: Vec<_> = new
        .iter()
        .take(MOST_AWAITED.saturating_sub(n_awaited))
        .map(|id| values![*id, record.source, record.received_at].to_vec())
        .collect();
    let head = "insert into pushed_articles(article_id, source_id, pushed_at) values";
    insert_many(c, head, &rows, "").map(drop)
}

fn compare(
    c: &mut dyn Connection,
    source: SourceId,
    items: &[Recognizable],
    started_at: Timestamp,
) -> Result<PushOverlap> {
    let sql = "select article_id, n_looks, pushed_at from pushed_articles where source_id = $1 and pushed_at < $2";
    let awaited: Vec<(ArticleId, u32, Timestamp)> = c
        .query(sql, values![source, started_at])?
        .into_iter()
        .map(|mut row| Ok((row.get("article_id")?, row.get("n_looks")?, row.get("pushed_at")?)))
        .collect::<Result<_>>()?;
    let mut shown = PushOverlap::default();
    if awaited.is_empty() {
        return Ok(shown);
    }
    let known = Known::load(c, source, items)?;
    let seen: HashSet<ArticleId> =
        recognize(items, &known.candidates).into_iter().flatten().collect();
    for (article, n_looks, pushed_at) in awaited {
        let is_late = started_at.duration_since(pushed_at) > SHOWN_WITHIN;
        let count = match () {
            () if seen.contains(&article) => &mut shown.n_shown,
            () if is_late => &mut 0,
            () if n_looks + 1 >= LOOKS => &mut shown.n_unshown,
            () => {
                let sql = "update pushed_articles set n_looks = n_looks + 1 where article_id = $1";
                c.execute(sql, values![article])?;
                shown.n_awaited += 1;
                continue;
            }
        };
        *count += 1;
        c.execute("delete from pushed_articles where article_id = $1", values![article])?;
    }
    Ok(shown)
}
