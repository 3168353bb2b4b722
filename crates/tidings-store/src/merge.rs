//! Merging: two sources that turn out to be one, and sources that move. Nobody loses what they read, starred or tagged.

use crate::{
    db::Connection,
    error::{Error, Result},
    hosts,
    sources::{self, check_url},
    store::Store,
    values,
};
use jiff::Timestamp;
use tidings_model::{ArticleId, HostKey, SourceId};
use url::Url;

impl Store {
    /// Makes two sources one: `from` ends, `into` gets its subscribers, its articles and everybody's readings of them.
    /// Articles that both have become one: read in either is read, starred in either is starred.
    ///
    /// # Errors
    /// When one of them does not exist, they are the same, or the store cannot write.
    pub async fn merge_sources(
        &self,
        from: SourceId,
        into: SourceId,
        now: Timestamp,
    ) -> Result<()> {
        self.write(move |c| merge(c, from, into, now)).await
    }

    /// Gives a source a new address; if another source has it, the two are merged and that one's id is returned.
    ///
    /// # Errors
    /// When there is no such source, the address is too long, or the store cannot write.
    pub async fn change_url(&self, source: SourceId, url: Url, now: Timestamp) -> Result<SourceId> {
        self.write(move |c| adopt_url(c, source, &url, now)).await
    }
}

pub(crate) fn adopt_url(
    c: &mut dyn Connection,
    source: SourceId,
    url: &Url,
    now: Timestamp,
) -> Result<SourceId> {
    check_url(url)?;
    let other =
        c.query_first("select id from sources where url = $1 and id <> $2", values![url, source])?;
    if let Some(mut row) = other {
        let other = row.take()?;
        merge(c, source, other, now)?;
        return Ok(other);
    }
    let host = HostKey::of(url);
    hosts::ensure(c, &host)?;
    // Validators belong to the old address; asking the new one with them could hide what changed.
    let sql = "update sources set url = $2, host = $3, move_target = null, move_since = null, move_sightings = null, \
               etag = null, last_modified = null, body = null where id = $1";
    if c.execute(sql, values![source, url, &host])? == 0 {
        return Err(Error::NotFound("source"));
    }
    hosts::lower_for(c, source)?;
    Ok(source)
}

fn merge(c: &mut dyn Connection, from: SourceId, into: SourceId, now: Timestamp) -> Result<()> {
    if from == into {
        return Err(Error::Refused("a source cannot be merged with itself".to_owned()));
    }
    // In the order of ids, so that two merges cannot wait for each other.
    sources::lock(c, from.min(into))?;
    sources::lock(c, from.max(into))?;
    let twins = twins(c, from, into)?;
    for (gone, kept) in &twins {
        merge_article(c, *gone, *kept)?;
    }
    move_articles(c, from, into)?;
    move_subscriptions(c, from, into)?;
    let told: String = c
        .query_first("select url from sources where id = $1", values![from])?
        .map_or(Ok(String::new()), |mut row| row.take())?;
    for sql in [
        "delete from posting_rates where source_id = $1",
        "delete from retrievals where source_id = $1",
        "delete from sources where id = $1",
    ] {
        c.execute(sql, values![from])?;
    }
    sources::wake_orphan(c, into, now)?;
    sources::orphan_if_unwanted(c, into)?;
    crate::activity::note(
        c,
        crate::activity::Note {
            at: now,
            user: None,
            source: Some(into),
            kind: "merged".to_owned(),
            message: format!(
                "The source {told} was merged into this one; {} articles were in both.",
                twins.len()
            ),
        },
    )
}

/// Articles of `from` that `into` has too: by a guid, by link and title, or by text and date.
fn twins(
    c: &mut dyn Connection,
    from: SourceId,
    into: SourceId,
) -> Result<Vec<(ArticleId, ArticleId)>> {
    let sql = "select a.id, b.id from articles a join articles b on b.source_id = $2 \
               and (b.guid_key = a.guid_key or b.path_key = a.path_key \
                    or (b.link_key = a.link_key and b.title_key = a.title_key) \
                    or (b.content_key = a.content_key and b.published = a.published)) \
               where a.source_id = $1 order by a.id, b.id";
    let mut twins: Vec<(ArticleId, ArticleId)> = Vec::new();
    let mut taken = std::collections::HashSet::new();
    for mut row in c.query(sql, values![from, into])? {
        let (gone, kept) = (row.take()?, row.take()?);
        let is_new = twins.last().is_none_or(|(last, _)| *last != gone);
        if is_new && taken.insert(kept) {
            twins.push((gone, kept));
        }
    }
    Ok(twins)
}

/// Lets one article take over what users did to another, which ends.
fn merge_article(c: &mut dyn Connection, gone: ArticleId, kept: ArticleId) -> Result<()> {
    // Read in either is read: an unread row stays only if everybody who had either had it unread there.
    for sql in [
        "delete from unread where article_id = $2 and source_id = (select source_id from articles where id = $2) \
           and user_id in (select s.user_id from subscriptions s join articles a on a.source_id = s.source_id \
             where a.id = $1 and not exists (select 1 from unread n where n.user_id = s.user_id and n.article_id = $1))",
        "delete from unread where article_id = $1 and user_id in (select s.user_id from subscriptions s \
           join articles a on a.source_id = s.source_id where a.id = $2)",
        "insert into unread(user_id, published_at, article_id, source_id) \
           select n.user_id, b.published_at, b.id, b.source_id from unread n join articles b on b.id = $2 \
           where n.article_id = $1 on conflict(user_id, published_at, article_id) do nothing",
        "insert into readings(user_id, article_id, read_at, starred_at, later_at, n_opened, spent_ms, rating) \
           select user_id, cast($2 as bigint), read_at, starred_at, later_at, n_opened, spent_ms, rating \
           from readings where article_id = $1 on conflict(user_id, article_id) do update set \
           read_at = coalesce(readings.read_at, excluded.read_at), \
           starred_at = coalesce(readings.starred_at, excluded.starred_at), \
           later_at = coalesce(readings.later_at, excluded.later_at), \
           n_opened = readings.n_opened + excluded.n_opened, spent_ms = readings.spent_ms + excluded.spent_ms, \
           rating = coalesce(readings.rating, excluded.rating)",
        "insert into article_tags(tag_id, article_id, user_id, tagged_at) \
           select tag_id, cast($2 as bigint), user_id, tagged_at from article_tags where article_id = $1 \
           on conflict(tag_id, article_id) do nothing",
        "update reactions set article_id = $2, source_id = (select source_id from articles where id = $2) \
           where article_id = $1",
    ] {
        c.execute(sql, values![gone, kept])?;
    }
    crate::retention::remove_article(c, gone)
}

fn move_articles(c: &mut dyn Connection, from: SourceId, into: SourceId) -> Result<()> {
    for sql in [
        // A guid stands for one article of a source; what `into` already knows by it keeps it.
        "delete from article_keys where source_id = $1 and kind = 0 and fingerprint in \
           (select fingerprint from article_keys where source_id = $2 and kind = 0)",
        "update article_keys set source_id = $2 where source_id = $1",
        "update articles set source_id = $2 where source_id = $1",
        "update forgotten set source_id = $2 where source_id = $1",
        "update unread set source_id = $2 where source_id = $1",
        "update reactions set source_id = $2 where source_id = $1",
    ] {
        c.execute(sql, values![from, into])?;
    }
    Ok(())
}

fn move_subscriptions(c: &mut dyn Connection, from: SourceId, into: SourceId) -> Result<()> {
    for sql in [
        "insert into subscriptions(user_id, source_id, folder_id, title, created_at) \
           select user_id, cast($2 as bigint), folder_id, title, created_at from subscriptions where source_id = $1 \
           on conflict(user_id, source_id) do update set \
           folder_id = coalesce(subscriptions.folder_id, excluded.folder_id), \
           title = coalesce(subscriptions.title, excluded.title)",
        "delete from subscriptions where source_id = $1 and cast($2 as bigint) > 0",
    ] {
        c.execute(sql, values![from, into])?;
    }
    Ok(())
}
