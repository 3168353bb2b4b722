//! Unread articles: one row per user and article, written when it arrives, deleted when it is read.

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

/// When somebody meets a source that already has articles, at most so many of the newest become unread…
pub const FIRST_UNREAD: usize = 100;
/// …and of these only the ones not older than this many days…
pub const FIRST_DAYS: i64 = 30;
/// …but so many in any case: a quiet source is not met with an empty page.
pub const FIRST_AT_LEAST: usize = 10;

/// The sort key from which on articles become unread at a first meeting, whatever their number.
pub(crate) fn first_horizon(now: Timestamp) -> Timestamp {
    days_before(now, FIRST_DAYS)
}

/// Makes the newest articles of a source unread for a new subscriber, except those they had read before.
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

/// Makes what arrived since then unread for a subscriber, at most as much as at a first meeting, except what they had read.
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

/// Which of the articles, newest first, become unread at a first meeting.
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

/// Makes articles unread for every subscriber of their source.
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
