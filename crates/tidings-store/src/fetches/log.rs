//! The log of fetches: what was asked of whom, when, why, and what came of it.

use crate::{
    engine::db::{Connection, Row},
    error::{Error, Result},
    fetches::Fetches,
    values,
};
use jiff::Timestamp;
use tidings_model::{Failure, FailureKind, FetchId, Outcome, SourceId};

/// A fetch as logged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedFetch {
    /// Its id.
    pub id: FetchId,
    /// What was asked.
    pub source: SourceId,
    /// When it began.
    pub started_at: Timestamp,
    /// When it was over.
    pub finished_at: Timestamp,
    /// The HTTP status, where there was one.
    pub status: Option<u16>,
    /// Bytes received, as sent over the wire.
    pub wire_bytes: u64,
    /// What came of it.
    pub outcome: Outcome,
    /// Why it was made then.
    pub reason: String,
    /// Articles had probably come and gone since the look before: none in the document was known.
    pub has_missed: bool,
}

/// How many fetches there were in some time, and what came of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FetchCounts {
    /// All.
    pub n_fetches: u64,
    /// Those with news.
    pub n_changed: u64,
    /// Those that failed.
    pub n_failed: u64,
    /// Bytes received.
    pub wire_bytes: u64,
}

impl Fetches<'_> {
    /// The last fetches of a source, latest first.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn list(self, source: SourceId, limit: usize) -> Result<Vec<LoggedFetch>> {
        self.0.read(move |c| {
            let sql = "select id, source_id, started_at, finished_at, status, wire_bytes, outcome, n_new, n_updated, \
                       failure_kind, failure_message, reason, missed from retrievals where source_id = $1 \
                       order by id desc limit $2";
            c.query(sql, values![source, limit])?.into_iter().map(read).collect()
        })
        .await
    }

    /// When the last fetch before an instant began.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn last_before(self, before: Timestamp) -> Result<Option<Timestamp>> {
        self.0.read(move |c| last_before(c, before)).await
    }

    /// When the first source came into the store: since then something is watched.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn watching_since(self) -> Result<Option<Timestamp>> {
        self.0.read(move |c| watching_since(c)).await
    }

    /// Fetches that began in a stretch of time, from (inclusive) to (exclusive). What hubs sent was not asked for.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count(self, from: Timestamp, to: Timestamp) -> Result<FetchCounts> {
        self.0.read(move |c| count(c, from, to)).await
    }
}

pub(crate) fn watching_since(c: &mut dyn Connection) -> Result<Option<Timestamp>> {
    let sql = "select created_at from sources where id = (select min(id) from sources)";
    c.query_first(sql, &[])?.map_or(Ok(None), |row| row.only())
}

pub(crate) fn last_before(c: &mut dyn Connection, before: Timestamp) -> Result<Option<Timestamp>> {
    let sql = "select max(started_at) from retrievals where started_at < $1";
    c.query_first(sql, values![before])?.map_or(Ok(None), |row| row.only())
}

pub(crate) fn count(c: &mut dyn Connection, from: Timestamp, to: Timestamp) -> Result<FetchCounts> {
    let sql = "select count(*) as n_retrievals, \
               cast(coalesce(sum(case when outcome = 'changed' then 1 else 0 end), 0) as bigint) as n_changed, \
               cast(coalesce(sum(case when outcome = 'failed' then 1 else 0 end), 0) as bigint) as n_failed, \
               cast(coalesce(sum(wire_bytes), 0) as bigint) as wire_bytes \
               from retrievals where started_at >= $1 and started_at < $2 and reason <> 'pushed'";
    let Some(mut row) = c.query_first(sql, values![from, to])? else {
        return Ok(FetchCounts::default());
    };
    Ok(FetchCounts {
        n_fetches: row.get("n_retrievals")?,
        n_changed: row.get("n_changed")?,
        n_failed: row.get("n_failed")?,
        wire_bytes: row.get("wire_bytes")?,
    })
}

/// Logs a fetch.
pub(crate) fn log(c: &mut dyn Connection, entry: &LoggedFetch) -> Result<()> {
    let (outcome, n_new, n_updated, failure) = match &entry.outcome {
        Outcome::Changed { n_new, n_updated } => ("changed", *n_new, *n_updated, None),
        Outcome::Unchanged => ("unchanged", 0, 0, None),
        Outcome::Failed(failure) => ("failed", 0, 0, Some(failure)),
    };
    let sql = "insert into retrievals(source_id, started_at, finished_at, status, wire_bytes, outcome, n_new, n_updated, \
               failure_kind, failure_message, reason, missed) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    let parameters = values![
        entry.source,
        entry.started_at,
        entry.finished_at,
        entry.status.map(i64::from),
        entry.wire_bytes,
        outcome,
        n_new,
        n_updated,
        failure.map(|failure| failure.kind.code()),
        failure.map(|failure| failure.message.as_str()),
        &entry.reason,
        entry.has_missed
    ];
    c.execute(sql, parameters).map(drop)
}

fn read(mut row: Row) -> Result<LoggedFetch> {
    let (id, source, started_at, finished_at) =
        (row.get("id")?, row.get("source_id")?, row.get("started_at")?, row.get("finished_at")?);
    let status = row.get::<Option<i64>>("status")?.and_then(|status| u16::try_from(status).ok());
    let (wire_bytes, outcome) = (row.get("wire_bytes")?, row.get::<String>("outcome")?);
    let (n_new, n_updated) = (row.get("n_new")?, row.get("n_updated")?);
    let (kind, message) =
        (row.get::<Option<String>>("failure_kind")?, row.get::<Option<String>>("failure_message")?);
    let outcome = match outcome.as_str() {
        "changed" => Outcome::Changed { n_new, n_updated },
        "unchanged" => Outcome::Unchanged,
        "failed" => {
            let kind =
                kind.as_deref().and_then(FailureKind::from_code).unwrap_or(FailureKind::Protocol);
            Outcome::Failed(Failure { status, ..Failure::new(kind, message.unwrap_or_default()) })
        }
        other => return Err(Error::Unreadable(format!("{other:?} is no outcome of a fetch"))),
    };
    Ok(LoggedFetch {
        id,
        source,
        started_at,
        finished_at,
        status,
        wire_bytes,
        outcome,
        reason: row.get("reason")?,
        has_missed: row.get("missed")?,
    })
}
