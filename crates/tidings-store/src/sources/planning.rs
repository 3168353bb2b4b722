//! Plans across all sources: making everything due, and spreading overdue fetches.

use crate::{
    engine::db::Row,
    error::Result,
    sources::{Sources, by_ids, hosts},
    values,
};
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::{
    Reason, SourceId,
    source::{DueSource, Source},
};

/// The number of sources changed per transaction.
const SPREAD_AT_ONCE: usize = 500;

impl Sources<'_> {
    /// Makes every active source due now, as when a user checks all of them. Blocked hosts stay blocked.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn make_due(self, now: Timestamp) -> Result<u64> {
        self.0.write(move |c| {
            let sql = "update sources set next_at = $1, next_reason = $2, \
                       due_at = case when lease_until > $1 then lease_until else $1 end \
                       where state <> 'paused' and next_at > $1";
            let n = c.execute(sql, values![now, Reason::ByHand.code()])?;
            // Too early is harmless, too late is not.
            let sql = "update hosts set ready_at = $1 where (ready_at is null or ready_at > $1) \
                       and host in (select host from sources where due_at <= $1)";
            c.execute(sql, values![now])?;
            Ok(n)
        })
        .await
    }

    /// Counts the sources that were due at the given time, are not leased, and may be fetched now.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count_due(self, due: Timestamp, now: Timestamp) -> Result<u64> {
        self.0.read(move |c| {
            let sql = "select count(*) from sources s join hosts h on h.host = s.host \
                       where s.due_at is not null and s.next_at <= $1 and s.lease_until <= $2 and h.blocked_until <= $2";
            c.query_first(sql, values![due, now])?.map_or(Ok(0), |row| row.only())
        })
        .await
    }

    /// Counts the sources that are overdue for another fetch.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count_overdue(self, now: Timestamp) -> Result<u64> {
        self.0.read(move |c| {
            let sql =
                "select count(*) from sources where due_at <= $1 and last_retrieval is not null";
            c.query_first(sql, values![now])?.map_or(Ok(0), |row| row.only())
        })
        .await
    }

    /// Spreads sources that are overdue for another fetch over some time from now on, the most valuable first. New sources
    /// are not delayed, because a user is waiting for them. Returns the number of sources.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn spread_overdue(self, now: Timestamp, over: Duration) -> Result<u64> {
        let waiting = self.0
            .read(move |c| {
                let sql = "select s.id from sources s left join rhythms r on r.source_id = s.id where s.due_at <= $1 \
                           and s.last_retrieval is not null \
                           order by s.weight * coalesce(r.per_day, 1) desc, s.id";
                // Eight bytes per source rather than a row for each: everything may be overdue.
                let mut waiting: Vec<SourceId> = Vec::new();
                c.for_each(sql, values![now], &mut |row| {
                    waiting.push(row.only()?);
                    Ok(())
                })?;
                Ok(waiting)
            })
            .await?;
        self.one_after_the_other(waiting, now, over, None).await
    }

    /// Returns the sources in a range of ids that respond successfully and wait for their next fetch.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn waiting(
        self,
        after: SourceId,
        last: SourceId,
        now: Timestamp,
    ) -> Result<Vec<Source>> {
        self.0.read(move |c| {
            let sql = "select id from sources where id > $1 and id <= $2 and state = 'active' and failures = 0 \
                       and due_at > $3 and lease_until = 0";
            let rows = c.query(sql, values![after, last, now])?;
            let ids: Vec<SourceId> = rows.into_iter().map(|row| row.only()).collect::<Result<_>>()?;
            by_ids(c, &ids)
        })
        .await
    }

    /// Returns the sources that are due by the given time and were fetched before, so that the caller can decide which go
    /// first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn due_sources(self, until: Timestamp) -> Result<Vec<DueSource>> {
        self.0.read(move |c| {
            let sql = "select s.id, s.last_retrieval, s.weight, r.per_day, s.next_reason \
                       from sources s left join rhythms r on r.source_id = s.id \
                       where s.due_at <= $1 and s.last_retrieval is not null and s.lease_until = 0 order by s.id";
            let read = |mut row: Row| {
                Ok(DueSource {
                    id: row.get("id")?,
                    last_fetch: row.get("last_retrieval")?,
                    weight: row.get("weight")?,
                    per_day: row.get("per_day")?,
                    reason: Reason::of_code(&row.get::<String>("next_reason")?),
                })
            };
            c.query(sql, values![until])?.into_iter().map(read).collect()
        })
        .await
    }

    /// Postpones sources that are due by the given time: from then on they become due one after another.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn put_off(
        self,
        sources: Vec<SourceId>,
        until: Timestamp,
        over: Duration,
        reason: Reason,
    ) -> Result<u64> {
        self.one_after_the_other(sources, until, over, Some(reason)).await
    }

    /// Makes sources that are due by then due one after another, from then on.
    async fn one_after_the_other(
        self,
        sources: Vec<SourceId>,
        from: Timestamp,
        over: Duration,
        reason: Option<Reason>,
    ) -> Result<u64> {
        let n = sources.len();
        let reason = reason.map(|reason| reason.code());
        for (number, part) in sources.chunks(SPREAD_AT_ONCE).enumerate() {
            let (part, reason) = (part.to_vec(), reason.clone());
            self.0.write(move |c| {
                for (place, id) in part.iter().enumerate() {
                    let share = (number * SPREAD_AT_ONCE + place) as f64 / n as f64;
                    let at = from.saturating_add(over.mul_f64(share)).unwrap_or(from);
                    let sql = "update sources set next_at = $2, next_reason = coalesce($4, next_reason), \
                               due_at = case when lease_until > $2 then lease_until else $2 end \
                               where id = $1 and due_at <= $3";
                    c.execute(sql, values![*id, at, from, reason.as_deref()])?;
                }
                Ok(())
            })
            .await?;
        }
        Ok(n as u64)
    }

    /// Counts the stored articles of a source.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count_articles_of(self, source: SourceId) -> Result<u64> {
        self.0
            .read(move |c| {
                let sql = "select count(*) from articles where source_id = $1";
                c.query_first(sql, values![source])?.map_or(Ok(0), |row| row.only())
            })
            .await
    }

    /// Brings the next fetch of an active source forward to the given time. Returns `false` if it is due earlier anyway, or
    /// not active.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn call(self, source: SourceId, at: Timestamp, reason: Reason) -> Result<bool> {
        self.0
            .write(move |c| {
                let sql = "update sources set next_at = $2, next_reason = $3, \
                       due_at = case when lease_until > $2 then lease_until else $2 end \
                       where id = $1 and state = 'active' and next_at > $2";
                if c.execute(sql, values![source, at, reason.code()])? == 0 {
                    return Ok(false);
                }
                hosts::refresh_for(c, source)?;
                Ok(true)
            })
            .await
    }
}
