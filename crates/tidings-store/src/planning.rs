//! Plans over all sources at once: everything due now, plans left behind by a clock that was ahead, what still waits.

use crate::{error::Result, store::Store, values};
use jiff::Timestamp;
use tidings_model::SourceId;

/// Puts the hosts of due sources into the line of those to look at. Too early is harmless, too late is not.
const LOWER_HOSTS: &str = "update hosts set ready_at = $1 where (ready_at is null or ready_at > $1) \
                           and host in (select host from sources where due_at <= $1)";

impl Store {
    /// Makes every watched source due now, as when a person asks for all of them. Silence that a host asked for holds.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn make_due(&self, now: Timestamp) -> Result<u64> {
        self.write(move |c| {
            let sql = "update sources set next_at = $1, next_reason = 'asked for by hand', \
                       due_at = case when lease_until > $1 then lease_until else $1 end \
                       where state <> 'paused' and next_at > $1";
            let n = c.execute(sql, values![now])?;
            c.execute(LOWER_HOSTS, values![now])?;
            Ok(n)
        })
        .await
    }

    /// How many sources were due at an instant, wait for somebody to claim them, and may be asked now.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count_due(&self, due: Timestamp, now: Timestamp) -> Result<u64> {
        self.read(move |c| {
            let sql = "select count(*) from sources s join hosts h on h.host = s.host \
                       where s.due_at is not null and s.next_at <= $1 and s.lease_until <= $2 and h.blocked_until <= $2";
            c.query_first(sql, values![due, now])?.map_or(Ok(0), |mut row| row.take())
        })
        .await
    }

    /// Brings back plans, leases and pauses that lie beyond the horizon: they were made while the clock was ahead.
    /// `never` stands for "not any more" and stays.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn pull_in_plans(
        &self,
        horizon: Timestamp,
        never: Timestamp,
        now: Timestamp,
    ) -> Result<u64> {
        self.write(move |c| {
            let sql = "update sources set next_at = $3, lease_until = 0, lease_owner = null, due_at = $3 \
                       where due_at > $1 and due_at < $2";
            let n = c.execute(sql, values![horizon, never, now])?;
            let sql = "update hosts set blocked_until = case when blocked_until > $1 then 0 else blocked_until end, \
                       next_start_at = case when next_start_at > $1 then 0 else next_start_at end \
                       where blocked_until > $1 or next_start_at > $1";
            c.execute(sql, values![horizon])?;
            c.execute(LOWER_HOSTS, values![now])?;
            Ok(n)
        })
        .await
    }

    /// How many articles of a source are stored.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count_articles_of(&self, source: SourceId) -> Result<u64> {
        self.read(move |c| {
            let sql = "select count(*) from articles where source_id = $1";
            c.query_first(sql, values![source])?.map_or(Ok(0), |mut row| row.take())
        })
        .await
    }
}
