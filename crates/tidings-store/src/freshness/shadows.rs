//! Daily results: how many requests were spent, and how fresh articles were under our policy and under others.

use crate::{
    engine::db::{CHUNK, Connection, Row, push_list},
    error::{Error, Result},
    freshness::Freshness,
    values,
};
use jiff::Timestamp;
use tidings_model::{
    SourceId, UserId,
    freshness::{Delays, Policy, PolicyOutcome},
    units::PerDay,
    user::Visit,
};

/// The counts of a day in UTC, which may not be over yet.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchedDay {
    /// The start of the day.
    pub day: Timestamp,
    /// The time up to which it is counted.
    pub counted_until: Timestamp,
    /// The number of sources fetched regularly.
    pub n_sources: u64,
    /// The number of fetches.
    pub n_requests: u64,
    /// Fetches that found new articles.
    pub n_fruitful: u64,
    /// Fetches that failed.
    pub n_failed: u64,
    /// Fetches before which articles had probably appeared and disappeared.
    pub n_missed: u64,
    /// Bytes received.
    pub wire_bytes: u64,
    /// The budget for a whole day.
    pub granted: PerDay,
    /// The outcome of each policy.
    pub fared: Vec<(Policy, PolicyOutcome)>,
}

impl WatchedDay {
    /// Returns the outcome of a policy.
    #[must_use]
    pub fn of(&self, policy: Policy) -> Option<&PolicyOutcome> {
        self.fared.iter().find(|(one, _)| *one == policy).map(|(_, fared)| fared)
    }
}

/// What a source posted in a period, as observed at the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObservedPeriod {
    /// The source.
    pub source: SourceId,
    /// The number of postings.
    pub n: u64,
    /// The first posting.
    pub first: Timestamp,
    /// The last posting.
    pub last: Timestamp,
}

impl Freshness<'_> {
    /// Stores the counts of a day, replacing earlier ones.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn keep_day(self, day: WatchedDay) -> Result<()> {
        self.0.write(move |c| keep(c, &day)).await
    }

    /// Returns the days since the given time, oldest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn watched_days(self, since: Timestamp) -> Result<Vec<WatchedDay>> {
        self.0.read(move |c| {
            let sql = "select day, counted_until, n_sources, n_requests, n_fruitful, n_failed, n_missed, wire_bytes, \
                       granted from watched_days where day >= $1 order by day";
            let rows = c.query(sql, values![since])?;
            let mut days: Vec<WatchedDay> = rows.into_iter().map(read_day).collect::<Result<_>>()?;
            let sql = "select day, policy, total_ms, max_ms, n_misses, bins from shadows where day >= $1 \
                       order by day, policy";
            for mut row in c.query(sql, values![since])? {
                let day: Timestamp = row.get("day")?;
                let one = read_fared(row)?;
                let found = days.binary_search_by_key(&day, |known| known.day);
                if let Ok(place) = found {
                    days[place].fared.push(one);
                }
            }
            Ok(days)
        })
        .await
    }

    /// Returns what sources posted, as observed between `from` (inclusive) and `to` (exclusive), ordered by source. There
    /// may be a million rows, so each is converted by the caller's function.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn spells<T: Send + 'static>(
        self,
        from: Timestamp,
        to: Timestamp,
        make: fn(ObservedPeriod) -> T,
    ) -> Result<Vec<T>> {
        self.0.read(move |c| {
            let sql = "select source_id, count(*) as n, min(posted_at) as first, max(posted_at) as last from arrivals \
                       where seen_at >= $1 and seen_at < $2 group by source_id order by source_id";
            let mut made = Vec::new();
            c.for_each(sql, values![from, to], &mut |mut row| {
                let (source, n) = (row.get("source_id")?, row.get("n")?);
                made.push(make(ObservedPeriod { source, n, first: row.get("first")?, last: row.get("last")? }));
                Ok(())
            })?;
            Ok(made)
        })
        .await
    }

    /// Returns the visits of all users between `from` (inclusive) and `to` (exclusive), ordered by user.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn all_visits(self, from: Timestamp, to: Timestamp) -> Result<Vec<Visit>> {
        self.0
            .read(move |c| {
                let sql = "select v.user_id, v.at from users u join visits v on v.user_id = u.id \
                       where v.at >= $1 and v.at < $2 order by v.user_id, v.at";
                let rows = c.query(sql, values![from, to])?;
                rows.into_iter()
                    .map(|mut row| Ok(Visit { user: row.get("user_id")?, at: row.get("at")? }))
                    .collect()
            })
            .await
    }

    /// Returns the subscribers of some sources, without those who paused them.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn followers(self, sources: Vec<SourceId>) -> Result<Vec<(SourceId, UserId)>> {
        self.0
            .read(move |c| {
                let mut followers = Vec::new();
                for chunk in sources.chunks(CHUNK) {
                    followers.extend(followers_of(c, chunk)?);
                }
                Ok(followers)
            })
            .await
    }
}

pub(crate) fn followers_of(
    c: &mut dyn Connection,
    sources: &[SourceId],
) -> Result<Vec<(SourceId, UserId)>> {
    let mut parameters = Vec::new();
    let list = push_list(&mut parameters, sources);
    let sql = format!(
        "select source_id, user_id from subscriptions where source_id in ({list}) and paused_at is null \
         order by source_id, user_id"
    );
    let rows = c.query(&sql, &parameters)?;
    rows.into_iter().map(|mut row| Ok((row.get("source_id")?, row.get("user_id")?))).collect()
}

fn keep(c: &mut dyn Connection, day: &WatchedDay) -> Result<()> {
    let sql = "insert into watched_days(day, counted_until, n_sources, n_requests, n_fruitful, n_failed, n_missed, \
               wire_bytes, granted) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict(day) do update set \
               counted_until = excluded.counted_until, n_sources = excluded.n_sources, \
               n_requests = excluded.n_requests, n_fruitful = excluded.n_fruitful, n_failed = excluded.n_failed, \
               n_missed = excluded.n_missed, wire_bytes = excluded.wire_bytes, granted = excluded.granted";
    let parameters = values![
        day.day,
        day.counted_until,
        day.n_sources,
        day.n_requests,
        day.n_fruitful,
        day.n_failed,
        day.n_missed,
        day.wire_bytes,
        day.granted.0
    ];
    c.execute(sql, parameters)?;
    for (policy, PolicyOutcome { delays, n_misses }) in &day.fared {
        let sql = "insert into shadows(day, policy, total_ms, max_ms, n_misses, bins) values ($1, $2, $3, $4, $5, $6) \
                   on conflict(day, policy) do update set total_ms = excluded.total_ms, max_ms = excluded.max_ms, \
                   n_misses = excluded.n_misses, bins = excluded.bins";
        let bins = packed(delays);
        let (total, longest) = (delays.total_ms(), delays.max_ms());
        c.execute(
            sql,
            values![day.day, policy.code(), total, longest, *n_misses, bins.as_slice()],
        )?;
    }
    Ok(())
}

fn packed(delays: &Delays) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (bin, n) in delays.bins() {
        bytes.extend(u16::try_from(bin).unwrap_or(u16::MAX).to_le_bytes());
        bytes.extend(u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes());
    }
    bytes
}

fn read_day(mut row: Row) -> Result<WatchedDay> {
    Ok(WatchedDay {
        day: row.get("day")?,
        counted_until: row.get("counted_until")?,
        n_sources: row.get("n_sources")?,
        n_requests: row.get("n_requests")?,
        n_fruitful: row.get("n_fruitful")?,
        n_failed: row.get("n_failed")?,
        n_missed: row.get("n_missed")?,
        wire_bytes: row.get("wire_bytes")?,
        granted: PerDay(row.get("granted")?),
        fared: Vec::new(),
    })
}

fn read_fared(mut row: Row) -> Result<(Policy, PolicyOutcome)> {
    let code: String = row.get("policy")?;
    let policy = Policy::of_code(&code)
        .ok_or_else(|| Error::Unreadable(format!("{code:?} is not a fetch policy")))?;
    let (total_ms, max_ms, n_misses) =
        (row.get("total_ms")?, row.get("max_ms")?, row.get("n_misses")?);
    let bytes: Vec<u8> = row.get("bins")?;
    let bins = bytes.chunks_exact(6).map(|pair| {
        let bin = usize::from(u16::from_le_bytes([pair[0], pair[1]]));
        (bin, u64::from(u32::from_le_bytes([pair[2], pair[3], pair[4], pair[5]])))
    });
    Ok((policy, PolicyOutcome { delays: Delays::kept(total_ms, max_ms, bins), n_misses }))
}
