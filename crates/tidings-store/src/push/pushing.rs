//! Storing what a hub sent, and comparing it with what its source shows.
//!
//! A message is no fetch: it says nothing of validators, of moves, of how the source is doing, nor of what it does not
//! contain. It adds articles, and a line to the log.

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

/// After so many looks at a source that do not show an article, it does not show it …
const LOOKS: u32 = 3;
/// … unless they came so late that it may have been and gone.
const SHOWN_WITHIN: jiff::SignedDuration = jiff::SignedDuration::from_hours(6);
/// Articles whose showing is waited for, for each source; a flood proves nothing more.
const MOST_AWAITED: usize = 200;

/// What a hub sent, read and cleaned.
#[derive(Debug, Clone, PartialEq)]
pub struct PushRecord {
    /// Of which source.
    pub source: SourceId,
    /// When it came.
    pub received_at: Timestamp,
    /// When it was read; new articles are first seen then.
    pub finished_at: Timestamp,
    /// Its size.
    pub wire_bytes: u64,
    /// Its articles, and what subscribers' rules say of them. Nothing else of it is kept.
    pub document: ParsedDocument,
    /// When those of them were posted that tell a date that can be believed.
    pub posted: Vec<Timestamp>,
}

/// Which of the articles that a hub sent a source shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PushOverlap {
    /// Shown now.
    pub n_shown: u32,
    /// Not shown, several looks later.
    pub n_unshown: u32,
    /// Not shown yet.
    pub n_awaited: u32,
}

impl Push<'_> {
    /// Stores what a hub sent, whole or not at all. The same twice stores nothing twice.
    ///
    /// # Errors
    /// [`Error::Stale`](crate::Error::Stale) when an article handed over as known is not; otherwise why the store cannot
    /// write.
    pub async fn store(self, record: PushRecord) -> Result<StoringResult> {
        self.0.write(move |c| store(c, &record)).await
    }

    /// Compares what a hub sent before `started_at` with what its source showed then, and changes what the hub's word is
    /// worth. Returns what it is worth before and after, and what was found.
    ///
    /// # Errors
    /// When the store cannot write.
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

    /// When those articles were posted that a hub sent since the last look at its source.
    ///
    /// # Errors
    /// When the store cannot read.
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
