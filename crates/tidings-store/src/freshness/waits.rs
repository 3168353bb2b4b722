//! The log from which freshness is told: what was posted when and seen when, and what a fetch cost at the time.

use crate::{
    engine::db::{Connection, Row, insert_many},
    error::Result,
    freshness::Freshness,
    values,
};
use jiff::Timestamp;
use tidings_model::{
    SourceId, UserId,
    units::{Minutes, PerDay},
};

/// A posting that came between two looks at its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// The place in the log.
    pub id: i64,
    /// Whose posting.
    pub source: SourceId,
    /// When it appeared, as its source tells.
    pub posted_at: Timestamp,
    /// When a fetch brought it.
    pub seen_at: Timestamp,
}

/// Fewer postings say nothing of how slow a source is.
const SOME: u64 = 3;

/// How long the postings of a source waited.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlowSource {
    /// Whose postings.
    pub source: SourceId,
    /// How many.
    pub n: u64,
    /// How long on average.
    pub mean: Minutes,
}

/// What a fetch cost for some time, what was granted and what was made of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PricePaid {
    /// From when on.
    pub at: Timestamp,
    /// The price, in minutes of waiting.
    pub price: f64,
    /// The budget that held then.
    pub granted: PerDay,
    /// Fetches made from the row before up to this one.
    pub made: u64,
}

impl Freshness<'_> {
    /// Arrivals seen beyond a place in the log and before an instant, in the order of looks. A place is an instant and an
    /// id: one begins with id 0 and goes on with the last arrival.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn arrivals_seen(
        self,
        (after, id): (Timestamp, i64),
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<Arrival>> {
        self.0.read(move |c| arrivals_seen(c, (after, id), before, limit)).await
    }

    /// How many postings of a source were seen since an instant, and how long they had waited on average.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn waited_for(self, source: SourceId, since: Timestamp) -> Result<(u64, Minutes)> {
        self.0.read(move |c| {
            let sql = "select count(*) as n, cast(coalesce(sum(seen_at - posted_at), 0) as bigint) as total_ms \
                       from arrivals \
                       where source_id = $1 and posted_at >= $2";
            let Some(mut row) = c.query_first(sql, values![source, since])? else {
                return Ok((0, Minutes(0.0)));
            };
            let (n, total) = (row.get::<u64>("n")?, row.get::<i64>("total_ms")?);
            Ok((n, Minutes::from_ms(total) * (1.0 / n.max(1) as f64)))
        })
        .await
    }

    /// The sources of a user whose postings waited longest on average since an instant, where some were seen.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn slowest(
        self,
        user: UserId,
        since: Timestamp,
        limit: usize,
    ) -> Result<Vec<SlowSource>> {
        self.0.read(move |c| {
            let sql = "select a.source_id, count(*) as n, cast(sum(a.seen_at - a.posted_at) as bigint) as total_ms \
                       from subscriptions u join arrivals a on a.source_id = u.source_id \
                       where u.user_id = $1 and u.paused_at is null and a.posted_at >= $2 \
                       group by a.source_id having count(*) >= $3 \
                       order by sum(a.seen_at - a.posted_at) / count(*) desc, a.source_id limit $4";
            let rows = c.query(sql, values![user, since, SOME, limit])?;
            rows.into_iter()
                .map(|mut row| {
                    let (source, n, total) = (row.get("source_id")?, row.get::<u64>("n")?, row.get::<i64>("total_ms")?);
                    let mean = Minutes::from_ms(total) * (1.0 / n.max(1) as f64);
                    Ok(SlowSource { source, n, mean })
                })
                .collect()
        })
        .await
    }

    /// How many postings were seen from an instant to another and how long they had waited together, each counted with
    /// its source's weight.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn waited(self, from: Timestamp, to: Timestamp) -> Result<(f64, Minutes)> {
        self.0.read(move |c| waited(c, from, to)).await
    }

    /// Notes the price that holds from now on.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn note_price(self, paid: PricePaid) -> Result<()> {
        self.0.write(move |c| {
            let sql = "insert into prices(at, price, granted, made) values ($1, $2, $3, $4) \
                       on conflict(at) do update set price = excluded.price, granted = excluded.granted, \
                       made = prices.made + excluded.made";
            c.execute(sql, values![paid.at, paid.price, paid.granted.0, paid.made]).map(drop)
        })
        .await
    }

    /// The prices since an instant, oldest first.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn prices(self, since: Timestamp) -> Result<Vec<PricePaid>> {
        self.0
            .read(move |c| {
                let sql = "select at, price, granted, made from prices where at >= $1 order by at";
                c.query(sql, values![since])?.into_iter().map(read_price).collect()
            })
            .await
    }
}

pub(crate) fn arrivals_seen(
    c: &mut dyn Connection,
    (after, id): (Timestamp, i64),
    before: Timestamp,
    limit: usize,
) -> Result<Vec<Arrival>> {
    let sql = "select id, source_id, posted_at, seen_at from arrivals where seen_at >= $1 and seen_at < $2 \
               and (seen_at > $1 or id > $3) order by seen_at, id limit $4";
    let rows = c.query(sql, values![after, before, id, limit])?;
    rows.into_iter().map(read_arrival).collect()
}

pub(crate) fn waited(
    c: &mut dyn Connection,
    from: Timestamp,
    to: Timestamp,
) -> Result<(f64, Minutes)> {
    let sql = "select coalesce(sum(s.weight), 0.0) as weight, \
               coalesce(sum(s.weight * (a.seen_at - a.posted_at)), 0.0) as weighted_ms \
               from arrivals a join sources s on s.id = a.source_id where a.seen_at >= $1 and a.seen_at < $2";
    let Some(mut row) = c.query_first(sql, values![from, to])? else {
        return Ok((0.0, Minutes(0.0)));
    };
    Ok((row.get("weight")?, Minutes(row.get::<f64>("weighted_ms")? / 60_000.0)))
}

/// Logs what a fetch at `seen_at` brought.
pub(crate) fn log(
    c: &mut dyn Connection,
    source: SourceId,
    posted: &[Timestamp],
    seen_at: Timestamp,
) -> Result<()> {
    let rows: Vec<_> = posted.iter().map(|at| values![source, *at, seen_at].to_vec()).collect();
    insert_many(c, "insert into arrivals(source_id, posted_at, seen_at) values", &rows, "")
        .map(drop)
}

fn read_arrival(mut row: Row) -> Result<Arrival> {
    let (id, source) = (row.get("id")?, row.get("source_id")?);
    Ok(Arrival { id, source, posted_at: row.get("posted_at")?, seen_at: row.get("seen_at")? })
}

fn read_price(mut row: Row) -> Result<PricePaid> {
    let (at, price) = (row.get("at")?, row.get("price")?);
    Ok(PricePaid { at, price, granted: PerDay(row.get("granted")?), made: row.get("made")? })
}
