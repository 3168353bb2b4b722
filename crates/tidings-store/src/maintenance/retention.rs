//! Retention: what may be deleted, and when. Never what a user starred, saved for later, tagged or rated.

use crate::{
    articles::changes,
    engine::{
        dates::days_before,
        db::{CHUNK, Connection, push_list},
    },
    error::Result,
    maintenance::Maintenance,
    values,
};
use jiff::Timestamp;
use tidings_model::{ArticleId, SourceId, UserId};

/// How long data is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retention {
    /// Articles that arrived and were published more than this many days ago may be deleted; `None` sets no age limit.
    pub article_days: Option<u32>,
    /// The maximum number of articles per source, beyond which the oldest may be deleted; `None` sets no limit.
    pub articles_per_source: Option<u32>,
    /// Unread marks older than this many days are removed; `None` keeps them.
    pub unread_days: Option<u32>,
    /// How many of the newest articles of a source are kept in any case.
    pub always_newest: u32,
    /// How many days the fetch log is kept.
    pub log_days: u32,
    /// How many days notes are kept.
    pub activity_days: u32,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            article_days: None,
            articles_per_source: None,
            unread_days: None,
            always_newest: 50,
            log_days: 90,
            activity_days: 365,
        }
    }
}

/// What one call removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RetentionResult {
    /// The number of articles.
    pub n_articles: u64,
    /// The number of unread marks.
    pub n_unread: u64,
    /// The number of log entries.
    pub n_fetches: u64,
    /// The last source that was swept, where the next call should continue; `None` when all were.
    pub resume_after: Option<SourceId>,
}

/// Keys of removed articles are kept until the source has not listed them for this many days.
const FORGET_KEYS_DAYS: u32 = 90;
/// The maximum number of articles removed from one source in one call.
const PER_SOURCE: usize = 1000;

impl Maintenance<'_> {
    /// Deletes what retention allows, from at most `n_sources` sources after `after`. Call again with `resume_after` until
    /// it is `None`.
    ///
    /// # Errors
    /// Fails when the store cannot be written. Each source is its own transaction: what was removed before stays removed.
    pub async fn sweep(
        self,
        retention: Retention,
        after: Option<SourceId>,
        n_sources: usize,
        now: Timestamp,
    ) -> Result<RetentionResult> {
        let first = after.unwrap_or(SourceId(0));
        let last = self.0.sources().stride(first, n_sources).await?;
        let mut swept = RetentionResult { resume_after: last, ..RetentionResult::default() };
        let rules = retention.clone();
        let last = last.unwrap_or(first);
        let sources = self.0.read(move |c| to_be_swept(c, &rules, first, last, now)).await?;
        for source in sources {
            let rules = retention.clone();
            let (n_articles, n_unread) =
                self.0.write(move |c| sweep_source(c, &rules, source, now)).await?;
            swept.n_articles += n_articles;
            swept.n_unread += n_unread;
        }
        swept.n_fetches = self.0.write(move |c| sweep_logs(c, &retention, now)).await?;
        Ok(swept)
    }
}

/// Returns the sources in a range from which something may be deleted; the others need no transaction.
pub(crate) fn to_be_swept(
    c: &mut dyn Connection,
    retention: &Retention,
    after: SourceId,
    last: SourceId,
    now: Timestamp,
) -> Result<Vec<SourceId>> {
    let by_age = retention.article_days.map_or(Timestamp::MIN, |days| days_before(now, days));
    let stale = days_before(now, FORGET_KEYS_DAYS);
    let is_for_all = retention.articles_per_source.is_some() || retention.unread_days.is_some();
    let sql = "select s.id from sources s where s.id > $1 and s.id <= $2 and (cast($3 as bigint) = 1 \
         or exists (select 1 from articles a where a.source_id = s.id and a.published_at < $4) \
            and exists (select 1 from articles a where a.source_id = s.id limit 1 offset $5) \
         or exists (select 1 from forgotten f where f.source_id = s.id and f.seen_at < $6) \
         or exists (select 1 from subscriptions u where u.source_id = s.id \
                    and (u.keep_days is not null or u.keep_count is not null))) order by s.id";
    let parameters = values![after, last, is_for_all, by_age, retention.always_newest, stale];
    c.query(sql, parameters)?.into_iter().map(|row| row.only()).collect()
}

fn sweep_source(
    c: &mut dyn Connection,
    retention: &Retention,
    source: SourceId,
    now: Timestamp,
) -> Result<(u64, u64)> {
    crate::sources::lock(c, source)?;
    let retention = &agreed(c, retention, source)?;
    let mut candidates = Vec::new();
    if let Some(days) = retention.article_days {
        let sql = "select id from articles where source_id = $1 and published_at < $2 and arrived_at < $2 \
                   and id not in (select id from articles where source_id = $1 \
                                  order by published_at desc, id desc limit $3) \
                   order by published_at, id limit $4";
        let horizon = days_before(now, days);
        let rows = c.query(sql, values![source, horizon, retention.always_newest, PER_SOURCE])?;
        for row in rows {
            candidates.push(row.only::<ArticleId>()?);
        }
    }
    if let Some(n) = retention.articles_per_source {
        let sql = "select id from articles where source_id = $1 order by published_at desc, id desc limit $2 offset $3";
        for row in c.query(sql, values![source, PER_SOURCE, n.max(retention.always_newest)])? {
            candidates.push(row.only()?);
        }
    }
    candidates.sort_unstable();
    candidates.dedup();
    let n_articles = forget(c, source, &candidates, now)?;
    let mut n_unread = 0;
    if let Some(days) = retention.unread_days {
        let sql = "delete from unread where source_id = $1 and published_at < $2 \
                   and user_id in (select user_id from subscriptions where source_id = $1)";
        n_unread = c.execute(sql, values![source, days_before(now, days)])?;
    }
    n_unread += sweep_own_unread(c, source, now)?;
    drop_stale_keys(c, source, days_before(now, FORGET_KEYS_DAYS))?;
    Ok((n_articles, n_unread))
}

/// Returns the retention of a source: subscribers may choose their own, and the longest wins.
fn agreed(c: &mut dyn Connection, retention: &Retention, source: SourceId) -> Result<Retention> {
    let sql = "select count(*) as n_all, count(keep_days) as n_with_days, max(keep_days) as max_days, \
               count(keep_count) as n_with_count, max(keep_count) as max_count \
               from subscriptions where source_id = $1";
    let mut agreed = retention.clone();
    let Some(mut row) = c.query_first(sql, values![source])? else { return Ok(agreed) };
    let n_all: u64 = row.get("n_all")?;
    let longest = |n: u64, wished: Option<u32>, general: Option<u32>| match wished {
        None => general,
        Some(wished) if n == n_all => Some(wished),
        Some(wished) => general.map(|general| general.max(wished)),
    };
    agreed.article_days =
        longest(row.get("n_with_days")?, row.get("max_days")?, retention.article_days);
    agreed.articles_per_source =
        longest(row.get("n_with_count")?, row.get("max_count")?, retention.articles_per_source);
    Ok(agreed)
}

/// Removes unread marks older than the time for which their user keeps the source's articles.
fn sweep_own_unread(c: &mut dyn Connection, source: SourceId, now: Timestamp) -> Result<u64> {
    let sql = "select user_id, keep_days from subscriptions where source_id = $1 and keep_days is not null";
    let mut n_unread = 0;
    for mut row in c.query(sql, values![source])? {
        let (user, days) = (row.get::<UserId>("user_id")?, row.get::<u32>("keep_days")?);
        let sql = "delete from unread where user_id = $1 and source_id = $2 and published_at < $3";
        n_unread += c.execute(sql, values![user, source, days_before(now, days)])?;
    }
    Ok(n_unread)
}

/// Removes articles that nobody kept. Their keys stay, so that the articles do not come back as new.
fn forget(
    c: &mut dyn Connection,
    source: SourceId,
    candidates: &[ArticleId],
    now: Timestamp,
) -> Result<u64> {
    let mut n_removed = 0;
    for chunk in candidates.chunks(CHUNK) {
        let mut parameters = Vec::new();
        let list = push_list(&mut parameters, chunk);
        // Starring an article locks its row; after this lock, the next statement sees what users did.
        c.query(
            &format!("select id from articles where id in ({list}) order by id {{LOCK}}"),
            &parameters,
        )?;
        let sql = format!(
            "select a.id from articles a where a.id in ({list}) \
             and not exists (select 1 from readings r where r.article_id = a.id \
               and (r.starred_at is not null or r.later_at is not null or r.rating is not null)) \
             and not exists (select 1 from article_tags t where t.article_id = a.id)"
        );
        let rows = c.query(&sql, &parameters)?;
        let ids: Vec<ArticleId> = rows.into_iter().map(|row| row.only()).collect::<Result<_>>()?;
        if ids.is_empty() {
            continue;
        }
        let mut parameters = values![source, now].to_vec();
        let list = push_list(&mut parameters, &ids);
        let sql = format!(
            "insert into forgotten(article_id, source_id, published, guid_key, link_key, title_key, content_key, seen_at) \
             select a.id, cast($1 as bigint), a.published, a.guid_key, a.link_key, a.title_key, a.content_key, \
             cast($2 as bigint) from articles a where a.id in ({list}) on conflict(article_id) do nothing"
        );
        c.execute(&sql, &parameters)?;
        for id in &ids {
            remove_rows(c, *id)?;
        }
        changes::note(c, &ids, now)?;
        n_removed += ids.len() as u64;
    }
    Ok(n_removed)
}

/// Removes an article with everything that belongs to it, including its keys.
pub(crate) fn remove_article(c: &mut dyn Connection, id: ArticleId) -> Result<()> {
    let sql = "delete from article_keys where article_id = $1 and source_id = (select source_id from articles where id = $1)";
    c.execute(sql, values![id])?;
    remove_rows(c, id)
}

fn remove_rows(c: &mut dyn Connection, id: ArticleId) -> Result<()> {
    for sql in [
        "delete from unread where article_id = $1 and published_at = (select published_at from articles where id = $1) \
           and user_id in (select s.user_id from subscriptions s join articles a on a.source_id = s.source_id \
                           where a.id = $1)",
        "delete from readings where article_id = $1",
        "delete from article_tags where article_id = $1",
        "delete from rule_matches where article_id = $1",
        "delete from hidden where article_id = $1",
        "delete from late_arrivals where article_id = $1",
        "delete from deliveries where article_id = $1",
        "delete from shares where article_id = $1",
        "delete from article_content where article_id = $1",
        "delete from full_texts where article_id = $1",
        "delete from positions where article_id = $1",
        "delete from pushed_articles where article_id = $1",
        // Topics of articles that were shown or reacted to are kept so that training can be replayed.
        "delete from article_topics where article_id = $1 \
           and not exists (select 1 from showings s where s.article_id = $1) \
           and not exists (select 1 from reactions r where r.article_id = $1)",
        "delete from articles where id = $1",
    ] {
        c.execute(sql, values![id])?;
    }
    Ok(())
}

fn drop_stale_keys(c: &mut dyn Connection, source: SourceId, horizon: Timestamp) -> Result<()> {
    let sql = "select article_id from forgotten where source_id = $1 and seen_at < $2 order by seen_at limit $3";
    let rows = c.query(sql, values![source, horizon, CHUNK])?;
    let ids: Vec<ArticleId> = rows.into_iter().map(|row| row.only()).collect::<Result<_>>()?;
    if ids.is_empty() {
        return Ok(());
    }
    let mut parameters = values![source].to_vec();
    let list = push_list(&mut parameters, &ids);
    c.execute(
        &format!("delete from article_keys where source_id = $1 and article_id in ({list})"),
        &parameters,
    )?;
    c.execute(
        &format!("delete from forgotten where source_id = $1 and article_id in ({list})"),
        &parameters,
    )
    .map(drop)
}

fn sweep_logs(c: &mut dyn Connection, retention: &Retention, now: Timestamp) -> Result<u64> {
    let sql = "delete from retrievals where id in (select id from retrievals where started_at < $1 order by started_at limit 5000)";
    let n_fetches = c.execute(sql, values![days_before(now, retention.log_days)])?;
    let sql = "delete from activity where id in (select id from activity where at < $1 order by id limit 5000)";
    c.execute(sql, values![days_before(now, retention.activity_days)])?;
    let sql = "delete from arrivals where id in (select id from arrivals where seen_at < $1 order by seen_at limit 5000)";
    c.execute(sql, values![days_before(now, retention.log_days)])?;
    for sql in [
        "delete from prices where at < $1",
        "delete from shadows where day < $1",
        "delete from watched_days where day < $1",
    ] {
        c.execute(sql, values![days_before(now, retention.activity_days)])?;
    }
    changes::cut(c, now)?;
    Ok(n_fetches)
}
