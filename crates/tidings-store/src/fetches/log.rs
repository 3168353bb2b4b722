//! The fetch log: which source was fetched, when and why, and the result.

use crate::{
    engine::db::{Connection, Row},
    error::{Error, Result},
    fetches::Fetches,
    values,
};
use jiff::Timestamp;
use tidings_model::{Failure, FailureKind, FetchId, Outcome, SourceId};

/// A fetch in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedFetch {
    /// Its id.
    pub id: FetchId,
    /// The source that was fetched.
    pub source: SourceId,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended.
    pub finished_at: Timestamp,
    /// The HTTP status, if there was one.
    pub status: Option<u16>,
    /// Bytes received over the wire.
    pub wire_bytes: u64,
    /// The result.
    pub outcome: Outcome,
    /// Why it was made at that time.
    pub reason: String,
    /// Whether articles have probably appeared and disappeared since the previous fetch: none in the document was known.
    pub has_missed: bool,
}

impl Fetches<'_> {
    /// Returns the latest fetches of a source, newest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn list(self, source: SourceId, limit: usize) -> Result<Vec<LoggedFetch>> {
        self.0.read(move |c| {
            let sql = "select id, source_id, started_at, finished_at, status, wire_bytes, outcome, n_new, n_updated, \
                       failure_kind, failure_message, reason, missed from retrievals where source_id = $1 \
                       order by id desc limit $2";
            c.query(sql, values![source, limit])?.into_iter().map(read).collect()
        })
        .await
    }

    /// Returns when the last fetch before the given time began.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn last_before(self, before: Timestamp) -> Result<Option<Timestamp>> {
        self.0.read(move |c| last_before(c, before)).await
    }

    /// Returns when the first source was added.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn watching_since(self) -> Result<Option<Timestamp>> {
        self.0.read(move |c| watching_since(c)).await
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
        other => return Err(Error::Unreadable(format!("{other:?} is not an outcome of a fetch"))),
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
