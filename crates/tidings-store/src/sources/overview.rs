//! Overviews of a user's sources: what they posted, what they cost, and which of them are duplicates.

use crate::{
    engine::db::{CHUNK, Connection, Row, push_list},
    error::Result,
    sources::Sources,
    values,
};
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, HashMap, HashSet};
use tidings_model::{SourceId, UserId, units::PerDay};

/// The number of weeks in a sparkline.
pub const WEEKS: usize = 12;
/// The number of days that spending is counted over.
pub const SPEND_DAYS: i64 = 7;
/// How many of the newest articles of a source are compared with those of others.
const COMPARED: usize = 10;
/// How many common articles make two sources duplicates.
const IN_COMMON: usize = 4;

/// What a source posted in the last weeks and what it cost in the last days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Postings per week, the current week last.
    pub weekly: [u32; WEEKS],
    /// What it cost.
    pub spend: Spend,
}

/// Requests over the last [`SPEND_DAYS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spend {
    /// All requests.
    pub n_requests: u32,
    /// Requests that found new articles.
    pub n_fruitful: u32,
    /// Requests that failed.
    pub n_failed: u32,
    /// Bytes received.
    pub wire_bytes: u64,
}

/// How often a source posts.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pace {
    /// The estimated posting rate. `None` before its first article: then the estimate only says what sources are like
    /// in general.
    pub rate: Option<PerDay>,
    /// The sort key of the newest article.
    pub last_posting: Option<Timestamp>,
}

impl Sources<'_> {
    /// Returns what the given sources posted and cost.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn stats(
        self,
        ids: Vec<SourceId>,
        now: Timestamp,
    ) -> Result<HashMap<SourceId, Stats>> {
        self.0
            .read(move |c| {
                let mut stats = HashMap::new();
                for chunk in ids.chunks(CHUNK) {
                    count_weeks(c, chunk, now, &mut stats)?;
                    count_requests(c, chunk, now, &mut stats)?;
                }
                Ok(stats)
            })
            .await
    }

    /// Returns how often a user's sources post, and when they last did.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn paces(self, user: UserId) -> Result<HashMap<SourceId, Pace>> {
        self.0
            .read(move |c| {
                let sql = format!(
                    "select u.source_id, {PACE} from subscriptions u \
                 left join rhythms p on p.source_id = u.source_id where u.user_id = $1"
                );
                let rows = c.query(&sql, values![user])?;
                rows.into_iter()
                    .map(|mut row| Ok((row.get("source_id")?, read_pace(row)?)))
                    .collect()
            })
            .await
    }

    /// Returns how often a source posts, and when it last did.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn pace(self, source: SourceId) -> Result<Pace> {
        self.0
            .read(move |c| {
                let sql = format!(
                    "select {PACE} from (select cast($1 as bigint) as source_id) u \
                     left join rhythms p on p.source_id = u.source_id"
                );
                c.query_first(&sql, values![source])?.map_or(Ok(Pace::default()), read_pace)
            })
            .await
    }

    /// Returns those of a user's sources from which they have never opened an article.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn never_opened(self, user: UserId) -> Result<HashSet<SourceId>> {
        self.0.read(move |c| {
            let sql = "select u.source_id from subscriptions u where u.user_id = $1 and u.source_id not in \
                       (select a.source_id from readings r join articles a on a.id = r.article_id \
                        where r.user_id = $1 and r.n_opened > 0)";
            c.query(sql, values![user])?.into_iter().map(|row| row.only()).collect()
        })
        .await
    }

    /// Returns when a source posted since the given time, newest first: the sort keys of its articles.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn postings(
        self,
        source: SourceId,
        since: Timestamp,
        limit: usize,
    ) -> Result<Vec<Timestamp>> {
        self.0
            .read(move |c| {
                let sql = "select published_at from articles where source_id = $1 and published_at >= $2 \
                       order by published_at desc, id desc limit $3";
                c.query(sql, values![source, since, limit])?.into_iter().map(Row::only).collect()
            })
            .await
    }

    /// Returns the titles of a source's newest articles, with their publication times.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn newest_titles(
        self,
        source: SourceId,
        limit: usize,
    ) -> Result<Vec<(String, Option<Timestamp>)>> {
        self.0
            .read(move |c| {
                let sql = "select title, published_at from articles where source_id = $1 \
                       order by published_at desc, id desc limit $2";
                let rows = c.query(sql, values![source, limit])?;
                rows.into_iter()
                    .map(|mut row| Ok((row.get("title")?, row.get("published_at")?)))
                    .collect()
            })
            .await
    }

    /// Returns the declared language of a source's newest articles.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn language_of(self, source: SourceId) -> Result<Option<String>> {
        self.0.read(move |c| {
            let sql = "select n.language from (select language, published_at, id from articles where source_id = $1 \
                       order by published_at desc, id desc limit 20) n where n.language is not null \
                       order by n.published_at desc, n.id desc limit 1";
            c.query_first(sql, values![source])?.map_or(Ok(None), |row| row.only())
        })
        .await
    }

    /// Returns pairs of a user's sources whose newest articles are mostly the same.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn twins(self, user: UserId) -> Result<Vec<(SourceId, SourceId)>> {
        self.0.read(move |c| twin_sources(c, user)).await
    }
}

/// The columns of a [`Pace`], for a source `u` with the belief `p` about it.
const PACE: &str = "p.per_day, \
     (select max(a.published_at) from articles a where a.source_id = u.source_id) as last_posting";

fn read_pace(mut row: Row) -> Result<Pace> {
    let last_posting: Option<Timestamp> = row.get("last_posting")?;
    let rate = row.get::<Option<f64>>("per_day")?.map(PerDay).filter(|_| last_posting.is_some());
    Ok(Pace { rate, last_posting })
}

fn count_weeks(
    c: &mut dyn Connection,
    ids: &[SourceId],
    now: Timestamp,
    stats: &mut HashMap<SourceId, Stats>,
) -> Result<()> {
    const WEEK: i64 = 7 * 24 * 3600 * 1000;
    let from = now.as_millisecond() + 1 - WEEK * WEEKS as i64;
    let mut parameters = values![from, now].to_vec();
    let list = push_list(&mut parameters, ids);
    let sql = format!(
        "select source_id, (published_at - $1) / {WEEK} as week, count(*) as n from articles \
         where source_id in ({list}) \
         and published_at >= $1 and published_at <= $2 group by source_id, (published_at - $1) / {WEEK}"
    );
    for mut row in c.query(&sql, &parameters)? {
        let (source, week, n) = (row.get("source_id")?, row.get::<u64>("week")?, row.get("n")?);
        let weekly = &mut stats.entry(source).or_default().weekly;
        if let Some(place) = usize::try_from(week).ok().and_then(|week| weekly.get_mut(week)) {
            *place = n;
        }
    }
    Ok(())
}

fn count_requests(
    c: &mut dyn Connection,
    ids: &[SourceId],
    now: Timestamp,
    stats: &mut HashMap<SourceId, Stats>,
) -> Result<()> {
    let since = now - SignedDuration::from_hours(24 * SPEND_DAYS);
    // Ids grow with the end of fetches: the smallest id among the first ones bounds the scan of a source's log.
    let sql = "select coalesce(min(f.id), 0) from \
               (select id from retrievals where started_at >= $1 order by started_at limit 200) f";
    let Some(first) = c.query_first(sql, values![since])? else { return Ok(()) };
    let mut parameters = values![first.only::<i64>()?, since].to_vec();
    let list = push_list(&mut parameters, ids);
    let sql = format!(
        "select source_id, count(*) as n_requests, \
         cast(coalesce(sum(case when n_new > 0 then 1 else 0 end), 0) as bigint) as n_fruitful, \
         cast(coalesce(sum(case when outcome = 'failed' then 1 else 0 end), 0) as bigint) as n_failed, \
         cast(coalesce(sum(wire_bytes), 0) as bigint) as wire_bytes from retrievals \
         where source_id in ({list}) and id >= $1 and started_at >= $2 and reason <> 'pushed' \
         group by source_id"
    );
    for mut row in c.query(&sql, &parameters)? {
        let source = row.get("source_id")?;
        let spend = Spend {
            n_requests: row.get("n_requests")?,
            n_fruitful: row.get("n_fruitful")?,
            n_failed: row.get("n_failed")?,
            wire_bytes: row.get("wire_bytes")?,
        };
        stats.entry(source).or_default().spend = spend;
    }
    Ok(())
}

fn twin_sources(c: &mut dyn Connection, user: UserId) -> Result<Vec<(SourceId, SourceId)>> {
    let sql = "select source_id from subscriptions where user_id = $1 order by source_id";
    let rows = c.query(sql, values![user])?;
    let sources: Vec<SourceId> = rows.into_iter().map(|row| row.only()).collect::<Result<_>>()?;
    // By guid, or by link and title together: links are compared without their host and would otherwise match by accident.
    let mut holders: HashMap<(i64, Option<i64>), Vec<SourceId>> = HashMap::new();
    let sql = "select guid_key, link_key, title_key from articles where source_id = $1 \
               order by published_at desc, id desc limit $2";
    for source in sources {
        for mut row in c.query(sql, values![source, COMPARED])? {
            let (guid, link, title): (Option<i64>, Option<i64>, Option<i64>) =
                (row.get("guid_key")?, row.get("link_key")?, row.get("title_key")?);
            let key = match (guid, link, title) {
                (_, Some(link), Some(title)) => (link, Some(title)),
                (Some(guid), _, _) => (guid, None),
                _ => continue,
            };
            holders.entry(key).or_default().push(source);
        }
    }
    let mut in_common: BTreeMap<(SourceId, SourceId), usize> = BTreeMap::new();
    for mut holding in holders.into_values() {
        holding.dedup();
        // A text that very many sources share says nothing about any of them.
        for (index, one) in holding.iter().enumerate().take(8) {
            for other in holding.iter().skip(index + 1).take(8) {
                *in_common.entry((*one, *other)).or_default() += 1;
            }
        }
    }
    Ok(in_common.into_iter().filter(|(_, n)| *n >= IN_COMMON).map(|(pair, _)| pair).collect())
}
