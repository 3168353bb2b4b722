//! Switching: moves a user from one source to a duplicate of it, along with what they read, starred and tagged. Other users
//! are not affected; merging the sources themselves is left to operators.

use crate::{
    engine::db::{Connection, Value},
    error::{Error, Result},
    readings::bulk::BulkResult,
    sources::{self, Sources, merge::twins},
    subscriptions::{
        self,
        snapshots::{self, Before, Held},
    },
    values,
};
use jiff::Timestamp;
use tidings_model::{ArticleId, SourceId, TagId, UserId};

impl Sources<'_> {
    /// Moves a user from `from`, which they subscribe to, to `into`: articles read or starred in either are read or
    /// starred, and folder and title are kept. Can be undone.
    ///
    /// # Errors
    /// Fails when the user does not subscribe to `from`, `into` does not exist, both are the same, or the store cannot be
    /// written.
    pub async fn switch(
        self,
        user: UserId,
        from: SourceId,
        into: SourceId,
        now: Timestamp,
    ) -> Result<BulkResult> {
        self.0.write(move |c| switch(c, user, from, into, Footing::AsItIs, now)).await
    }

    /// Like [`Sources::switch`], but for a user who was subscribed to `into` as part of the same action: undoing also ends
    /// that subscription.
    ///
    /// # Errors
    /// Same as [`Sources::switch`].
    pub async fn switch_to_new(
        self,
        user: UserId,
        from: SourceId,
        into: SourceId,
        now: Timestamp,
    ) -> Result<BulkResult> {
        self.0.write(move |c| switch(c, user, from, into, Footing::New, now)).await
    }
}

/// Whether the subscription to the second source existed before the switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Footing {
    AsItIs,
    New,
}

pub(crate) fn switch(
    c: &mut dyn Connection,
    user: UserId,
    from: SourceId,
    into: SourceId,
    footing: Footing,
    now: Timestamp,
) -> Result<BulkResult> {
    if from == into {
        return Err(Error::Refused("a source cannot be merged with itself".to_owned()));
    }
    // Locked in the order of ids, so that two actions cannot deadlock.
    sources::lock(c, from.min(into))?;
    sources::lock(c, from.max(into))?;
    let mut held = Held { at: now, ..Held::default() };
    held.take(c, user, from)?;
    let Some(old) = held.subscriptions.first().cloned() else {
        return Err(Error::NotFound("subscription"));
    };
    held.take(c, user, into)?;
    let follows_both = held.subscriptions.len() == 2 && footing == Footing::AsItIs;
    if !follows_both {
        subscriptions::subscribe(c, user, into, old.folder, now)?;
        held.joined.push(into);
        held.subscriptions.truncate(1);
        held.unread.retain(|(source, _)| *source != into);
    }
    let sql = "update subscriptions set folder_id = coalesce(folder_id, $3), title = coalesce(title, $4) \
               where user_id = $1 and source_id = $2";
    c.execute(sql, values![user, into, old.folder, old.title.as_deref()])?;
    for (gone, kept) in twins(c, from, into)? {
        carry(c, user, gone, kept, follows_both, &mut held)?;
    }
    subscriptions::unsubscribe(c, user, from)?;
    held.keep(c, user, snapshots::MERGED)
}

/// Copies what the user did with one article to its twin.
fn carry(
    c: &mut dyn Connection,
    user: UserId,
    gone: ArticleId,
    kept: ArticleId,
    follows_both: bool,
    held: &mut Held,
) -> Result<()> {
    let is_unread = |c: &mut dyn Connection, id: ArticleId| {
        let sql = "select 1 from unread n join articles a on a.id = $2 \
                   where n.user_id = $1 and n.published_at = a.published_at and n.article_id = a.id";
        Ok::<_, Error>(c.query_first(sql, values![user, id])?.is_some())
    };
    if !is_unread(c, gone)? {
        let sql = "delete from unread where user_id = $1 and article_id = $2 \
                   and published_at = (select published_at from articles where id = $2)";
        c.execute(sql, values![user, kept])?;
    } else if !follows_both {
        let sql = "insert into unread(user_id, published_at, article_id, source_id) \
                   select cast($1 as bigint), a.published_at, a.id, a.source_id from articles a where a.id = $2 \
                   on conflict(user_id, published_at, article_id) do nothing";
        c.execute(sql, values![user, kept])?;
    }
    if let Some(taken) = reading(c, user, gone)? {
        held.readings.push(Before { article: kept, was: reading(c, user, kept)? });
        let sql = "insert into readings(user_id, article_id, read_at, starred_at, later_at, n_opened, spent_ms, rating) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict(user_id, article_id) do update set \
                   read_at = coalesce(readings.read_at, excluded.read_at), \
                   starred_at = coalesce(readings.starred_at, excluded.starred_at), \
                   later_at = coalesce(readings.later_at, excluded.later_at), \
                   n_opened = readings.n_opened + excluded.n_opened, spent_ms = readings.spent_ms + excluded.spent_ms, \
                   rating = coalesce(readings.rating, excluded.rating)";
        let mut parameters = values![user, kept].to_vec();
        parameters.extend(taken.into_iter().map(Value::from));
        c.execute(sql, &parameters)?;
        // The marks live on in the twin; otherwise a starred article would be listed twice.
        held.readings.push(Before { article: gone, was: Some(taken) });
        let sql = "update readings set starred_at = null, later_at = null where user_id = $1 and article_id = $2";
        c.execute(sql, values![user, gone])?;
    }
    let sql = "select tag_id, tagged_at from article_tags where user_id = $1 and article_id = $2";
    for mut row in c.query(sql, values![user, gone])? {
        let (tag, at) = (row.get::<TagId>("tag_id")?, row.get::<Timestamp>("tagged_at")?);
        let sql = "insert into article_tags(tag_id, article_id, user_id, tagged_at) values ($1, $2, $3, $4) \
                   on conflict(tag_id, article_id) do nothing";
        if c.execute(sql, values![tag, kept, user, at])? > 0 {
            held.tagged.push((tag, kept));
        }
        let sql = "delete from article_tags where tag_id = $1 and article_id = $2 and user_id = $3";
        c.execute(sql, values![tag, gone, user])?;
        held.untagged.push((tag, gone, at));
    }
    Ok(())
}

/// Reads the columns read, starred, later, opened, spent and rating.
fn reading(
    c: &mut dyn Connection,
    user: UserId,
    article: ArticleId,
) -> Result<Option<[Option<i64>; 6]>> {
    let sql = "select read_at, starred_at, later_at, n_opened, spent_ms, rating from readings \
               where user_id = $1 and article_id = $2";
    let Some(mut row) = c.query_first(sql, values![user, article])? else { return Ok(None) };
    Ok(Some([
        row.get("read_at")?,
        row.get("starred_at")?,
        row.get("later_at")?,
        row.get("n_opened")?,
        row.get("spent_ms")?,
        row.get("rating")?,
    ]))
}
