//! What fetches were spent on: per day, per host, and one by one for replays. What hubs sent costs nothing.

use crate::{
    engine::db::{Connection, Row},
    error::Result,
    fetches::Fetches,
    values,
};
use jiff::Timestamp;
use tidings_model::SourceId;

/// The number of fetches in a period, by result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FetchTotals {
    /// All fetches.
    pub n_requests: u64,
    /// Fetches that found new articles.
    pub n_fruitful: u64,
    /// Fetches that failed.
    pub n_failed: u64,
    /// Fetches before which articles had probably appeared and disappeared.
    pub n_missed: u64,
    /// Bytes received.
    pub wire_bytes: u64,
}

/// The fetches spent on one host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostSpend {
    /// The registrable domain.
    pub host: String,
    /// The fetches and their results.
    pub came: FetchTotals,
}

/// The fetches spent on hosts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostsSpend {
    /// Counted since this time.
    pub since: Timestamp,
    /// The hosts, most requests first.
    pub hosts: Vec<HostSpend>,
}

/// A fetch as a replay reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayFetch {
    /// Its position in the log.
    pub id: i64,
    /// The source that was fetched.
    pub source: SourceId,
    /// When it began.
    pub started_at: Timestamp,
    /// `changed`, `unchanged` or `failed`.
    pub outcome: String,
    /// The number of new articles.
    pub n_new: u64,
}

/// The maximum number of fetches counted by host, so that a page never waits for millions of them; equals a day of four
/// thousand sources with the default budget.
pub const COUNTED: usize = 50_000;

/// The columns of [`FetchTotals`].
const CAME: &str = "count(*) as n_requests, \
    cast(coalesce(sum(case when r.n_new > 0 then 1 else 0 end), 0) as bigint) as n_fruitful, \
    cast(coalesce(sum(case when r.outcome = 'failed' then 1 else 0 end), 0) as bigint) as n_failed, \
    cast(coalesce(sum(r.missed), 0) as bigint) as n_missed, \
    cast(coalesce(sum(r.wire_bytes), 0) as bigint) as wire_bytes";

impl Fetches<'_> {
    /// Counts the fetches that began between `from` (inclusive) and `to` (exclusive), by result.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn came(self, from: Timestamp, to: Timestamp) -> Result<FetchTotals> {
        self.0.read(move |c| came(c, from, to)).await
    }

    /// Returns the hosts with the most fetches since the given time, and their results. Counts only the last [`COUNTED`]
    /// fetches; the returned `since` tells how far back that is.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn host_spend(self, since: Timestamp, limit: usize) -> Result<HostsSpend> {
        self.0.read(move |c| host_spend(c, since, limit)).await
    }

    /// Counts the sources that lost articles between two fetches since the given time.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count_overflowing(self, since: Timestamp) -> Result<u64> {
        self.0.read(move |c| count_overflowing(c, since)).await
    }

    /// Returns the fetches after a position in the log and before a time, in order. A position is a time and an id: start
    /// with id 0 and continue with the last fetch returned.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn made(
        self,
        (after, id): (Timestamp, i64),
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<ReplayFetch>> {
        self.0.read(move |c| {
            let sql = "select id, source_id, started_at, outcome, n_new from retrievals \
                       where started_at >= $1 and started_at < $2 and (started_at > $1 or id > $3) and reason <> 'pushed' \
                       order by started_at, id limit $4";
            let rows = c.query(sql, values![after, before, id, limit])?;
            rows.into_iter()
                .map(|mut row| {
                    let (id, source, started_at) = (row.get("id")?, row.get("source_id")?, row.get("started_at")?);
                    Ok(ReplayFetch { id, source, started_at, outcome: row.get("outcome")?, n_new: row.get("n_new")? })
                })
                .collect()
        })
        .await
    }
}

pub(crate) fn came(c: &mut dyn Connection, from: Timestamp, to: Timestamp) -> Result<FetchTotals> {
    let sql = format!(
        "select {CAME} from retrievals r where r.started_at >= $1 and r.started_at < $2 \
         and r.reason <> 'pushed'"
    );
    c.query_first(&sql, values![from, to])?
        .map_or(Ok(FetchTotals::default()), |mut row| read(&mut row))
}

pub(crate) fn host_spend(
    c: &mut dyn Connection,
    since: Timestamp,
    limit: usize,
) -> Result<HostsSpend> {
    let sql = "select started_at from retrievals where started_at >= $1 order by started_at desc limit 1 offset $2";
    let since = match c.query_first(sql, values![since, COUNTED])? {
        Some(row) => row.only()?,
        None => since,
    };
    let sql = format!(
        "select s.host, {CAME} from retrievals r join sources s on s.id = r.source_id \
         where r.started_at >= $1 and r.reason <> 'pushed' group by s.host order by 2 desc, 1 limit $2"
    );
    let rows = c.query(&sql, values![since, limit])?;
    let host = |mut row: Row| Ok(HostSpend { host: row.get("host")?, came: read(&mut row)? });
    Ok(HostsSpend { since, hosts: rows.into_iter().map(host).collect::<Result<_>>()? })
}

pub(crate) fn count_overflowing(c: &mut dyn Connection, since: Timestamp) -> Result<u64> {
    // The plus keeps SQLite from scanning the whole log in the order of sources.
    let sql =
        "select count(distinct +source_id) from retrievals where started_at >= $1 and missed > 0";
    c.query_first(sql, values![since])?.map_or(Ok(0), |row| row.only())
}

fn read(row: &mut Row) -> Result<FetchTotals> {
    Ok(FetchTotals {
        n_requests: row.get("n_requests")?,
        n_fruitful: row.get("n_fruitful")?,
        n_failed: row.get("n_failed")?,
        n_missed: row.get("n_missed")?,
        wire_bytes: row.get("wire_bytes")?,
    })
}
