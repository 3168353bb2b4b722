//! Plans over all sources at once: everything due now, what still waits.

use crate::{error::Result, store::Store, values};
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::SourceId;

/// Sources moved in one transaction.
const SPREAD_AT_ONCE: usize = 500;

impl Store {
    /// Makes every watched source due now, as when a person asks for all of them. Silence that a host asked for holds.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn make_due(&self, now: Timestamp) -> Result<u64> {
        self.write(move |c| {
            let sql = "update sources set next_at = $1, next_reason = 'by-hand', \
                       due_at = case when lease_until > $1 then lease_until else $1 end \
                       where state <> 'paused' and next_at > $1";
            let n = c.execute(sql, values![now])?;
            // Too early is harmless, too late is not.
            let sql = "update hosts set ready_at = $1 where (ready_at is null or ready_at > $1) \
                       and host in (select host from sources where due_at <= $1)";
            c.execute(sql, values![now])?;
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

    /// How many sources wait to be asked again.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count_overdue(&self, now: Timestamp) -> Result<u64> {
        self.read(move |c| {
            let sql =
                "select count(*) from sources where due_at <= $1 and last_retrieval is not null";
            c.query_first(sql, values![now])?.map_or(Ok(0), |mut row| row.take())
        })
        .await
    }

    /// Spreads what waits to be asked again over some time from now on, what is worth most first; somebody waits for what
    /// is new. Returns how many sources that were.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn spread_overdue(&self, now: Timestamp, over: Duration) -> Result<u64> {
        let waiting = self
            .read(move |c| {
                let sql = "select s.id from sources s left join rhythms r on r.source_id = s.id where s.due_at <= $1 \
                           and s.last_retrieval is not null \
                           order by s.weight * coalesce(r.per_day, 1) desc, s.id";
                let rows = c.query(sql, values![now])?;
                rows.into_iter().map(|mut row| row.take()).collect::<Result<Vec<SourceId>>>()
            })
            .await?;
        let n = waiting.len();
        for (number, part) in waiting.chunks(SPREAD_AT_ONCE).enumerate() {
            let part = part.to_vec();
            self.write(move |c| {
                for (place, id) in part.iter().enumerate() {
                    let share = (number * SPREAD_AT_ONCE + place) as f64 / n as f64;
                    let at = now.saturating_add(over.mul_f64(share)).unwrap_or(now);
                    let sql = "update sources set next_at = $2, \
                               due_at = case when lease_until > $2 then lease_until else $2 end \
                               where id = $1 and due_at <= $3";
                    c.execute(sql, values![*id, at, now])?;
                }
                Ok(())
            })
            .await?;
        }
        Ok(n as u64)
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
