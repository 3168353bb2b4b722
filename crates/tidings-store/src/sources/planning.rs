//! Plans over all sources at once: everything due now, what still waits.

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

/// Sources moved in one transaction.
const SPREAD_AT_ONCE: usize = 500;

impl Sources<'_> {
    /// Makes every watched source due now, as when a person asks for all of them. Silence that a host asked for holds.
    ///
    /// # Errors
    /// When the store cannot write.
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

    /// How many sources were due at an instant, wait for somebody to claim them, and may be asked now.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count_due(self, due: Timestamp, now: Timestamp) -> Result<u64> {
        self.0.read(move |c| {
            let sql = "select count(*) from sources s join hosts h on h.host = s.host \
                       where s.due_at is not null and s.next_at <= $1 and s.lease_until <= $2 and h.blocked_until <= $2";
            c.query_first(sql, values![due, now])?.map_or(Ok(0), |row| row.only())
        })
        .await
    }

    /// How many sources wait to be asked again.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count_overdue(self, now: Timestamp) -> Result<u64> {
        self.0.read(move |c| {
            let sql =
                "select count(*) from sources where due_at <= $1 and last_retrieval is not null";
            c.query_first(sql, values![now])?.map_or(Ok(0), |row| row.only())
        })
        .await
    }

    /// Spreads what waits to be asked again over some time from now on, what is worth most first; somebody waits for what
    /// is new. Returns how many sources that were.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn spread_overdue(self, now: Timestamp, over: Duration) -> Result<u64> {
        let waiting = self.0
            .read(move |c| {
                let sql = "select s.id from sources s left join rhythms r on r.source_id = s.id where s.due_at <= $1 \
                           and s.last_retrieval is not null \
                           order by s.weight * coalesce(r.per_day, 1) desc, s.id";
                // Eight bytes a source, not a row for each: everything may be overdue.
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

    /// Sources of a stretch of ids that answer well and wait for their next fetch.
    ///
    /// # Errors
    /// When the store cannot read.
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

    /// The sources that are due by an instant and were fetched before, for whoever decides who goes first.
    ///
    /// # Errors
    /// When the store cannot read.
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

    /// Puts sources off that are due by an instant: they are due one after the other from then on.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn put_off(
        self,
        sources: Vec<SourceId>,
        until: Timestamp,
        over: Duration,
        reason: Reason,
    ) -> Result<u64> {
        self.one_after_the_other(sources, until, over, Some(reason)).await
    }

    /// Makes sources that are due by then due one after the other, from then on.
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

    /// How many articles of a source are stored.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count_articles_of(self, source: SourceId) -> Result<u64> {
        self.0
            .read(move |c| {
                let sql = "select count(*) from articles where source_id = $1";
                c.query_first(sql, values![source])?.map_or(Ok(0), |row| row.only())
            })
            .await
    }

    /// Makes a source due at an instant, if it would be due later; true if it would.
    ///
    /// # Errors
    /// When the store cannot write.
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
