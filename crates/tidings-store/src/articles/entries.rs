//! Entries: the numbers by which a user's client apps know articles.
//!
//! A client asks for what is newer than the last article it saw, so numbers grow with the time at which articles arrived for
//! the user. Mostly the number is the article's id. An article that was stored before the user subscribed, because someone
//! else did, gets a later number at that moment.

use crate::{
    articles::Articles,
    engine::db::{CHUNK, Connection, Engine, push_list},
    error::{Error, Result},
    values,
};
use jiff::Timestamp;
use std::collections::HashMap;
use tidings_model::{ArticleId, EntryId, SourceId, UserId};

/// An article of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The number by which the user's clients know it.
    pub number: EntryId,
    /// The article.
    pub article: ArticleId,
    /// Its source.
    pub source: SourceId,
}

impl Articles<'_> {
    /// Returns the articles that a client means by these numbers. Unknown numbers are taken for ids.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn by_entries(self, user: UserId, numbers: Vec<EntryId>) -> Result<Vec<ArticleId>> {
        self.0
            .read(move |c| {
                let late = articles_of(c, user, &numbers)?;
                let article = |n: &EntryId| late.get(n).copied().unwrap_or(ArticleId(n.0));
                Ok(numbers.iter().map(article).collect())
            })
            .await
    }

    /// Returns the number of the user's newest entry; zero if there is none.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn newest_entry(self, user: UserId) -> Result<EntryId> {
        self.0
            .read(move |c| {
                let sql = "select coalesce(max(n), 0) as n from (select max(id) as n from articles \
                           union all select max(entry_id) as n from late_arrivals where user_id = $1) m";
                c.query_first(sql, values![user])?.map_or(Ok(EntryId(0)), |row| row.only())
            })
            .await
    }
}

fn articles_of(
    c: &mut dyn Connection,
    user: UserId,
    numbers: &[EntryId],
) -> Result<HashMap<EntryId, ArticleId>> {
    let mut found = HashMap::new();
    if !has_late(c, user)? {
        return Ok(found);
    }
    for chunk in numbers.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "select entry_id, article_id from late_arrivals where user_id = $1 and entry_id in ({list})"
        );
        for mut row in c.query(&sql, &parameters)? {
            found.insert(row.get("entry_id")?, row.get("article_id")?);
        }
    }
    Ok(found)
}

/// Returns whether any article arrived for the user later than it was stored.
pub(crate) fn has_late(c: &mut dyn Connection, user: UserId) -> Result<bool> {
    let sql = "select 1 from late_arrivals where user_id = $1 limit 1";
    Ok(c.query_first(sql, values![user])?.is_some())
}

/// Numbers a source's unread articles that were stored since `since`, because they arrive for the user now.
pub(crate) fn arrive(
    c: &mut dyn Connection,
    user: UserId,
    source: SourceId,
    since: Timestamp,
    now: Timestamp,
) -> Result<()> {
    let sql = "select n.article_id from unread n join articles a on a.id = n.article_id \
               where n.user_id = $1 and n.source_id = $2 and a.arrived_at >= $3 order by n.published_at, n.article_id";
    let ids: Vec<ArticleId> = c
        .query(sql, values![user, source, since])?
        .into_iter()
        .map(|row| row.only())
        .collect::<Result<_>>()?;
    let numbers = reserve(c, ids.len())?;
    for (id, number) in ids.into_iter().zip(numbers) {
        let sql = "insert into late_arrivals(user_id, article_id, entry_id, arrived_at) values ($1, $2, $3, $4) \
                   on conflict(user_id, article_id) do update set entry_id = excluded.entry_id, \
                   arrived_at = excluded.arrived_at";
        c.execute(sql, values![user, id, number, now])?;
    }
    Ok(())
}

/// Forgets a source's numbers when the user unsubscribes.
pub(crate) fn leave(c: &mut dyn Connection, user: UserId, source: SourceId) -> Result<()> {
    let sql = "delete from late_arrivals where user_id = $1 \
               and article_id in (select a.id from articles a where a.source_id = $2)";
    c.execute(sql, values![user, source]).map(drop)
}

/// Takes numbers from the sequence of article ids, in ascending order.
fn reserve(c: &mut dyn Connection, n: usize) -> Result<Vec<i64>> {
    if n == 0 {
        return Ok(Vec::new());
    }
    if c.engine() == Engine::Postgres {
        let sql = "select nextval(pg_get_serial_sequence('articles', 'id')) as n from generate_series(1, $1) order by n";
        return c.query(sql, values![n])?.into_iter().map(|row| row.only()).collect();
    }
    let sql = "update sqlite_sequence set seq = seq + $1 where name = 'articles' returning seq";
    let row = c.query_first(sql, values![n])?.ok_or(Error::NotFound("sequence of articles"))?;
    let last: i64 = row.only()?;
    let n = i64::try_from(n).unwrap_or(i64::MAX);
    Ok((last - n + 1..=last).collect())
}
