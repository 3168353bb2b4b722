//! The log that freshness is computed from: when articles were posted and seen, and the price of a fetch at the time.

use crate::{
    engine::db::{Connection, Row, insert_many},
    error::Result,
    freshness::Freshness,
    values,
};
use jiff::Timestamp;
use tidings_model::{
    ArticleId, SourceId, UserId,
    units::{Minutes, PerDay},
};

/// A posting that appeared between two fetches of its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// Its position in the log.
    pub id: i64,
    /// The source.
    pub source: SourceId,
    /// When it was posted, according to the source.
    pub posted_at: Timestamp,
    /// When a fetch found it.
    pub seen_at: Timestamp,
}

/// With fewer postings, the mean says too little about how slow a source is.
const SOME: u64 = 3;

/// How long the postings of a source waited to be fetched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlowSource {
    /// The source.
    pub source: SourceId,
    /// The number of postings.
    pub n: u64,
    /// The mean wait.
    pub mean: Minutes,
}

/// The price of a fetch over a period, with the budget and the fetches made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PricePaid {
    /// The start of the period.
    pub at: Timestamp,
    /// The price, in minutes of waiting.
    pub price: f64,
    /// The budget in force.
    pub granted: PerDay,
    /// The number of fetches between the previous row and this one.
    pub made: u64,
}

impl Freshness<'_> {
    /// Returns the arrivals after a position in the log and before a time, in the order of fetches. A position is a time
    /// and an id: start with id 0 and continue with the last arrival returned.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn arrivals_seen(
        self,
        (after, id): (Timestamp, i64),
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<Arrival>> {
        self.0.read(move |c| arrivals_seen(c, (after, id), before, limit)).await
    }

    /// Returns how many postings of a source were seen since the given time, and how long they waited on average.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

    /// Returns how long each posting of a source since the given time waited to be fetched. What was there before the
    /// first fetch did not wait, and is left out.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn waits(self, source: SourceId, since: Timestamp) -> Result<Vec<Minutes>> {
        self.0
            .read(move |c| {
                let sql = "select seen_at - posted_at from arrivals where source_id = $1 and posted_at >= $2";
                let rows = c.query(sql, values![source, since])?;
                rows.into_iter().map(|row| row.only().map(Minutes::from_ms)).collect()
            })
            .await
    }

    /// Returns how long an article waited to be fetched, if that is known: it was posted between two fetches of its
    /// source.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn wait_of(self, article: ArticleId) -> Result<Option<Minutes>> {
        self.0
            .read(move |c| {
                let sql = "select l.seen_at - l.posted_at from articles a join arrivals l on l.source_id = a.source_id \
                       and l.posted_at = a.published and l.seen_at = a.arrived_at where a.id = $1 limit 1";
                let row = c.query_first(sql, values![article])?;
                row.map(|row| row.only().map(Minutes::from_ms)).transpose()
            })
            .await
    }

    /// Returns the user's sources whose postings waited longest on average since the given time, if any were seen.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

    /// Returns how many postings were seen in a period and how long they waited in total, each weighted by its source's
    /// weight.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn waited(self, from: Timestamp, to: Timestamp) -> Result<(f64, Minutes)> {
        self.0.read(move |c| waited(c, from, to)).await
    }

    /// Stores the price that applies from now on.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn note_price(self, paid: PricePaid) -> Result<()> {
        self.0.write(move |c| {
            let sql = "insert into prices(at, price, granted, made) values ($1, $2, $3, $4) \
                       on conflict(at) do update set price = excluded.price, granted = excluded.granted, \
                       made = prices.made + excluded.made";
            c.execute(sql, values![paid.at, paid.price, paid.granted.0, paid.made]).map(drop)
        })
        .await
    }

    /// Returns the prices since the given time, oldest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

/// Logs the postings found by a fetch at `seen_at`.
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
