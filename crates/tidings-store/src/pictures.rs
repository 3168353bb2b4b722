//! Pictures of articles, as far as processes must coordinate: one process fetches, and all get the result.
//!
//! Processes on one SQLite file also share the folder that pictures are cached in, so only claims and failures are stored.
//! Processes on PostgreSQL may run on different machines, so the store keeps the pictures too.

use crate::{
    engine::db::{Connection, Engine, Row},
    error::Result,
    store::Store,
    values,
};
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::{Failure, FailureKind};

/// No claim or failure counts for longer than this. One that ends later was stored before the clock was set back.
const LONGEST: Duration = Duration::from_secs(86_400);
/// The maximum number of stored failures.
const MOST_FAILURES: u64 = 20_000;
/// How many pictures are removed per statement.
const CHUNK: usize = 256;

/// The result of claiming a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureClaim {
    /// No process has the picture: the caller fetches it.
    Granted,
    /// Another process is fetching it.
    Held,
    /// A recent fetch failed.
    Failed(Failure),
    /// Another process fetched it.
    Kept {
        /// The picture.
        bytes: Vec<u8>,
        /// When it was fetched.
        fetched_at: Timestamp,
    },
}

/// The pictures of articles.
#[derive(Debug, Clone, Copy)]
pub struct StoredPictures<'a>(&'a Store);

impl Store {
    /// Returns the pictures of articles.
    #[must_use]
    pub fn pictures(&self) -> StoredPictures<'_> {
        StoredPictures(self)
    }
}

impl StoredPictures<'_> {
    /// Claims the right to fetch a picture until `until`, or returns what is already known about it. A picture fetched
    /// before `fresh_since` is fetched again.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn claim(
        self,
        key: String,
        fresh_since: Timestamp,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<PictureClaim> {
        self.0.write(move |c| claim(c, &key, fresh_since, until, now)).await
    }

    /// Ends a claim by storing the picture, for all processes.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn keep(self, key: String, bytes: Vec<u8>, now: Timestamp) -> Result<()> {
        self.0
            .write(move |c| match c.engine() {
                Engine::Sqlite => forget(c, &key),
                Engine::Postgres => {
                    let sql = "insert into pictures(key, claimed_until, fetched_at, n_bytes, bytes) values ($1, 0, $2, $3, $4) \
                               on conflict(key) do update set claimed_until = 0, failure = null, message = null, retry_at = 0, \
                               fetched_at = excluded.fetched_at, n_bytes = excluded.n_bytes, bytes = excluded.bytes";
                    c.execute(sql, values![&key, now, bytes.len(), bytes.as_slice()]).map(drop)
                }
            })
            .await
    }

    /// Ends a claim by storing a failure, for all processes, until `retry_at`. A picture fetched earlier is kept.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn fail(self, key: String, failure: Failure, retry_at: Timestamp) -> Result<()> {
        self.0
            .write(move |c| {
                let sql = "insert into pictures(key, claimed_until, failure, message, retry_at) values ($1, 0, $2, $3, $4) \
                           on conflict(key) do update set claimed_until = 0, failure = excluded.failure, \
                           message = excluded.message, retry_at = excluded.retry_at";
                let code = failure.kind.code();
                c.execute(sql, values![&key, code, failure.message.as_str(), retry_at]).map(drop)
            })
            .await
    }

    /// Ends a claim without a result, because the problem concerns this process only.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn release(self, key: String) -> Result<()> {
        self.0
            .write(move |c| {
                let sql = "update pictures set claimed_until = 0 where key = $1";
                c.execute(sql, values![&key]).map(drop)
            })
            .await
    }

    /// Removes expired claims and failures, and the oldest pictures until the rest take at most `most_bytes`.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn sweep(self, most_bytes: u64, now: Timestamp) -> Result<()> {
        self.0
            .write(move |c| {
                let sql = "delete from pictures where n_bytes = 0 and claimed_until <= $1 and retry_at <= $1";
                c.execute(sql, values![now])?;
                let sql = "delete from pictures where key in \
                           (select key from pictures where n_bytes = 0 order by retry_at desc limit $1 offset $2)";
                c.execute(sql, values![u32::MAX, MOST_FAILURES])?;
                make_room(c, most_bytes)
            })
            .await
    }
}

fn claim(
    c: &mut dyn Connection,
    key: &str,
    fresh_since: Timestamp,
    until: Timestamp,
    now: Timestamp,
) -> Result<PictureClaim> {
    let sql =
        "insert into pictures(key, claimed_until) values ($1, $2) on conflict(key) do nothing";
    if c.execute(sql, values![key, until])? > 0 {
        return Ok(PictureClaim::Granted);
    }
    let sql = "select claimed_until, failure, message, retry_at, fetched_at from pictures where key = $1 {LOCK}";
    // Swept away between the two statements: the next caller will claim it.
    let Some(row) = c.query_first(sql, values![key])? else { return Ok(PictureClaim::Held) };
    if let Some(known) = known(c, row, key, fresh_since, now)? {
        return Ok(known);
    }
    c.execute("update pictures set claimed_until = $2 where key = $1", values![key, until])?;
    Ok(PictureClaim::Granted)
}

fn known(
    c: &mut dyn Connection,
    mut row: Row,
    key: &str,
    fresh_since: Timestamp,
    now: Timestamp,
) -> Result<Option<PictureClaim>> {
    let latest = now.saturating_add(LONGEST).unwrap_or(Timestamp::MAX);
    let is_ahead = |at: Timestamp| at > now && at <= latest;
    let fetched_at: Timestamp = row.get("fetched_at")?;
    if fetched_at > fresh_since && fetched_at <= now {
        let row = c.query_first("select bytes from pictures where key = $1", values![key])?;
        if let Some(bytes) = row.map(|row| row.only::<Option<Vec<u8>>>()).transpose()?.flatten() {
            return Ok(Some(PictureClaim::Kept { bytes, fetched_at }));
        }
    }
    if is_ahead(row.get("claimed_until")?) {
        return Ok(Some(PictureClaim::Held));
    }
    if is_ahead(row.get("retry_at")?) {
        let code: Option<String> = row.get("failure")?;
        let kind = code.and_then(|code| FailureKind::from_code(&code));
        let message: Option<String> = row.get("message")?;
        let failure = kind.map(|kind| Failure::new(kind, message.unwrap_or_default()));
        return Ok(failure.map(PictureClaim::Failed));
    }
    Ok(None)
}

/// Removes the oldest pictures, and a tenth more than needed, so that this happens rarely.
fn make_room(c: &mut dyn Connection, most_bytes: u64) -> Result<()> {
    let row =
        c.query_first("select cast(coalesce(sum(n_bytes), 0) as bigint) from pictures", &[])?;
    let mut kept: u64 = row.map_or(Ok(0), |row| row.only())?;
    if kept <= most_bytes {
        return Ok(());
    }
    while kept > most_bytes - most_bytes / 10 {
        let sql =
            "select key, n_bytes from pictures where n_bytes > 0 order by fetched_at, key limit $1";
        let rows = c.query(sql, values![CHUNK])?;
        if rows.is_empty() {
            break;
        }
        for mut row in rows {
            if kept <= most_bytes - most_bytes / 10 {
                break;
            }
            forget(c, &row.get::<String>("key")?)?;
            kept = kept.saturating_sub(row.get("n_bytes")?);
        }
    }
    Ok(())
}

fn forget(c: &mut dyn Connection, key: &str) -> Result<()> {
    c.execute("delete from pictures where key = $1", values![key]).map(drop)
}
