//! Unread articles: one row per user and article, inserted when the article arrives and deleted when it is read.

use crate::{
    engine::{
        dates::days_before,
        db::{CHUNK, Connection, push_list},
    },
    error::Result,
    values,
};
use jiff::Timestamp;
use tidings_model::{ArticleId, SourceId, UserId};

/// When a user subscribes to a source that already has articles, at most this many of the newest become unread…
pub const FIRST_UNREAD: usize = 100;
/// …and of these only articles from the last so many days…
pub const FIRST_DAYS: i64 = 30;
/// …but always at least this many, so that a quiet source does not start with an empty page.
pub const FIRST_AT_LEAST: usize = 10;

/// Returns the sort key from which articles become unread for a new subscriber.
pub(crate) fn first_horizon(now: Timestamp) -> Timestamp {
    days_before(now, FIRST_DAYS)
}

/// Marks the newest articles of a source unread for a new subscriber, except those they have already read.
pub(crate) fn newest_of_source(
    c: &mut dyn Connection,
    user: UserId,
    source: SourceId,
    now: Timestamp,
) -> Result<()> {
    let sql = "select id, published_at from articles where source_id = $1 order by published_at desc, id desc limit $2";
    let rows = c.query(sql, values![source, FIRST_UNREAD])?;
    let newest: Vec<(ArticleId, Timestamp)> = rows
        .into_iter()
        .map(|mut row| Ok((row.get("id")?, row.get("published_at")?)))
        .collect::<Result<_>>()?;
    let ids = first_unread(&newest, now);
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "insert into unread(user_id, published_at, article_id, source_id) \
             select cast($1 as bigint), a.published_at, a.id, a.source_id from articles a where a.id in ({list}) \
             and not exists (select 1 from readings r where r.user_id = $1 and r.article_id = a.id and r.read_at is not null) \
             and not exists (select 1 from hidden h where h.user_id = $1 and h.article_id = a.id) \
             on conflict(user_id, published_at, article_id) do nothing"
        );
        c.execute(&sql, &parameters)?;
    }
    Ok(())
}

/// Marks what has arrived since `since` unread for a subscriber, at most as much as for a new one, except what they have
/// read.
pub(crate) fn arrived_since(
    c: &mut dyn Connection,
    user: UserId,
    source: SourceId,
    since: Timestamp,
) -> Result<()> {
    let sql = "insert into unread(user_id, published_at, article_id, source_id) \
               select cast($1 as bigint), n.published_at, n.id, n.source_id from \
               (select a.published_at, a.id, a.source_id, a.arrived_at from articles a where a.source_id = $2 \
                order by a.published_at desc, a.id desc limit $4) n where n.arrived_at >= $3 \
               and not exists (select 1 from readings r where r.user_id = $1 and r.article_id = n.id and r.read_at is not null) \
               and not exists (select 1 from hidden h where h.user_id = $1 and h.article_id = n.id) \
               on conflict(user_id, published_at, article_id) do nothing";
    c.execute(sql, values![user, source, since, FIRST_UNREAD]).map(drop)
}

/// Returns which articles, given newest first, become unread for a new subscriber.
pub(crate) fn first_unread(
    newest_first: &[(ArticleId, Timestamp)],
    now: Timestamp,
) -> Vec<ArticleId> {
    let horizon = first_horizon(now);
    newest_first
        .iter()
        .take(FIRST_UNREAD)
        .enumerate()
        .filter(|(index, (_, published_at))| *index < FIRST_AT_LEAST || *published_at >= horizon)
        .map(|(_, (id, _))| *id)
        .collect()
}

/// Marks articles unread for every subscriber of their source.
pub(crate) fn fan_out(c: &mut dyn Connection, ids: &[ArticleId]) -> Result<()> {
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = Vec::new();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "insert into unread(user_id, published_at, article_id, source_id) \
             select s.user_id, a.published_at, a.id, a.source_id from articles a \
             join subscriptions s on s.source_id = a.source_id and s.paused_at is null where a.id in ({list}) \
             on conflict(user_id, published_at, article_id) do nothing"
        );
        c.execute(&sql, &parameters)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quiet_source_still_shows_its_newest_ten() {
        let now: Timestamp = "2026-11-15T00:00:00Z".parse().unwrap();
        let old = "2020-01-01T00:00:00Z".parse().unwrap();
        let quiet: Vec<_> = (0..50).map(|id| (ArticleId(id), old)).collect();
        assert_eq!(first_unread(&quiet, now).len(), FIRST_AT_LEAST);
        let lively: Vec<_> = (0..500).map(|id| (ArticleId(id), now)).collect();
        assert_eq!(first_unread(&lively, now).len(), FIRST_UNREAD);
        assert_eq!(first_unread(&[], now), []);
    }
}
