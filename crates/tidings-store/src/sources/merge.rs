//! Merges sources that turn out to be the same, and moves sources to new addresses. Nobody loses what they read, starred or
//! tagged.

use crate::{
    articles::changes,
    engine::db::Connection,
    error::{Error, Result},
    fetches::identity::KeyKind,
    push,
    sources::{self, NOBODY, Sources, check_url, hosts},
    values,
};
use jiff::Timestamp;
use std::collections::HashSet;
use tidings_model::{ArticleId, HostKey, SourceId, UserId};
use url::Url;

impl Sources<'_> {
    /// Changes the address of a source. If the same owner already has a source at that address, the two are merged and the
    /// id of the existing one is returned.
    ///
    /// # Errors
    /// Fails when there is no such source, the address is too long, or the store cannot be written.
    pub async fn change_url(self, source: SourceId, url: Url, now: Timestamp) -> Result<SourceId> {
        self.0.write(move |c| adopt_url(c, source, &url, now)).await
    }

    /// Makes a source private to one user. If the user already has a private source at its address, the two are merged and
    /// the id of the existing one is returned.
    ///
    /// # Errors
    /// Fails when there is no such source, or the store cannot be written.
    pub async fn make_private(
        self,
        source: SourceId,
        owner: UserId,
        now: Timestamp,
    ) -> Result<SourceId> {
        self.0
            .write(move |c| {
                let url = sources::by_id(c, source)?.ok_or(Error::NotFound("source"))?.url;
                place(c, source, &url, Some(owner), now)
            })
            .await
    }
}

pub(crate) fn adopt_url(
    c: &mut dyn Connection,
    source: SourceId,
    url: &Url,
    now: Timestamp,
) -> Result<SourceId> {
    // Content behind a password must not become visible to everyone.
    let owner = sources::by_id(c, source)?.ok_or(Error::NotFound("source"))?.owner;
    place(c, source, url, owner, now)
}

/// Sets the address and owner of a source, or merges it with the source that already has both.
fn place(
    c: &mut dyn Connection,
    source: SourceId,
    url: &Url,
    owner: Option<UserId>,
    now: Timestamp,
) -> Result<SourceId> {
    check_url(url)?;
    let owner = owner.unwrap_or(NOBODY);
    let sql = "select id from sources where url = $1 and owner_id = $2 and id <> $3";
    if let Some(row) = c.query_first(sql, values![url, owner, source])? {
        let other = row.only()?;
        merge(c, source, other, now)?;
        return Ok(other);
    }
    let host = HostKey::of(url);
    hosts::ensure(c, &host)?;
    // Validators belong to the old address; sending them to the new one could hide changes.
    let sql = "update sources set url = $2, owner_id = $3, host = $4, move_target = null, move_since = null, \
               move_sightings = null, etag = null, last_modified = null, body = null where id = $1";
    if c.execute(sql, values![source, url, owner, &host])? == 0 {
        return Err(Error::NotFound("source"));
    }
    hosts::refresh_for(c, source)?;
    Ok(source)
}

fn merge(c: &mut dyn Connection, from: SourceId, into: SourceId, now: Timestamp) -> Result<()> {
    // Locked in the order of ids, so that two merges cannot deadlock.
    sources::lock(c, from.min(into))?;
    sources::lock(c, from.max(into))?;
    let twins = twins(c, from, into)?;
    for (gone, kept) in &twins {
        merge_article(c, *gone, *kept)?;
    }
    // Logged while it is still known which articles are moved; those that are removed are logged separately.
    changes::note_source(c, from, now)?;
    changes::note(c, &twins.iter().map(|(gone, _)| *gone).collect::<Vec<_>>(), now)?;
    move_articles(c, from, into)?;
    move_subscriptions(c, from, into)?;
    push::detach(c, from, now)?;
    let told: String = c
        .query_first("select url from sources where id = $1", values![from])?
        .map_or(Ok(String::new()), |row| row.only())?;
    for sql in [
        "delete from rhythms where source_id = $1",
        "delete from arrivals where source_id = $1",
        "delete from retrievals where source_id = $1",
        "delete from source_options where source_id = $1",
        "delete from source_icons where source_id = $1",
        "delete from source_credentials where source_id = $1",
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
            message: told,
        },
    )
}

/// Returns the articles of `from` that `into` has too: the same guid, the same link and title, or the same text and date.
pub(crate) fn twins(
    c: &mut dyn Connection,
    from: SourceId,
    into: SourceId,
) -> Result<Vec<(ArticleId, ArticleId)>> {
    let sql = "select k.kind, a.id as gone, b.id as kept, \
               case when a.title_key = b.title_key then 1 else 0 end as has_title, \
               case when a.published = b.published then 1 else 0 end as has_date from article_keys k \
               join article_keys m on m.source_id = $2 and m.fingerprint = k.fingerprint and m.kind = k.kind \
               join articles a on a.id = k.article_id join articles b on b.id = m.article_id \
               where k.source_id = $1 order by k.kind, a.id, b.id";
    let mut twins: Vec<(ArticleId, ArticleId)> = Vec::new();
    let (mut gone_taken, mut kept_taken) = (HashSet::new(), HashSet::new());
    for mut row in c.query(sql, values![from, into])? {
        let (kind, gone, kept) = (row.get::<i64>("kind")?, row.get("gone")?, row.get("kept")?);
        let (has_title, has_date) = (row.get::<bool>("has_title")?, row.get::<bool>("has_date")?);
        let is_twin = match KeyKind::from_number(kind) {
            Some(KeyKind::Guid | KeyKind::Path) => true,
            Some(KeyKind::Link) => has_title,
            Some(KeyKind::Content) => has_date,
            Some(KeyKind::Version) | None => false,
        };
        if is_twin && !gone_taken.contains(&gone) && !kept_taken.contains(&kept) {
            gone_taken.insert(gone);
            kept_taken.insert(kept);
            twins.push((gone, kept));
        }
    }
    Ok(twins)
}

/// Moves what users did with one article to another, and removes the first.
fn merge_article(c: &mut dyn Connection, gone: ArticleId, kept: ArticleId) -> Result<()> {
    for sql in [
        // Users who subscribe to both and read it in `from` have read it.
        "delete from unread where article_id = $2 and published_at = (select published_at from articles where id = $2) \
           and user_id in (select s.user_id from subscriptions s join articles a on a.source_id = s.source_id \
             where a.id = $1 and not exists (select 1 from unread n where n.user_id = s.user_id \
               and n.published_at = a.published_at and n.article_id = a.id))",
        // Users who subscribe to both and have it unread in `from` keep the state of `into`.
        "delete from unread where article_id = $1 and published_at = (select published_at from articles where id = $1) \
           and user_id in (select s.user_id from subscriptions s join articles b on b.source_id = s.source_id \
             where b.id = $2)",
        // Users who subscribe only to `from` keep it unread.
        "insert into unread(user_id, published_at, article_id, source_id) \
           select n.user_id, b.published_at, b.id, b.source_id from articles a \
           join subscriptions s on s.source_id = a.source_id \
           join unread n on n.user_id = s.user_id and n.published_at = a.published_at and n.article_id = a.id \
           join articles b on b.id = $2 where a.id = $1 on conflict(user_id, published_at, article_id) do nothing",
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
        "update shares set article_id = $2 where article_id = $1",
        "update deliveries set article_id = $2 where article_id = $1",
        "insert into full_texts(article_id, html, failure, fetched_at, n_tries, next_try_at) \
           select cast($2 as bigint), html, failure, fetched_at, n_tries, next_try_at from full_texts where article_id = $1 \
           on conflict(article_id) do nothing",
        "insert into positions(user_id, article_id, media, seconds, length, at) \
           select user_id, cast($2 as bigint), media, seconds, length, at from positions where article_id = $1 \
           on conflict(user_id, article_id, media) do nothing",
        "update reactions set article_id = $2, source_id = (select source_id from articles where id = $2) \
           where article_id = $1 and user_id in (select user_id from readings where article_id = $1 \
             union select s.user_id from subscriptions s join articles a on a.source_id = s.source_id where a.id = $1)",
    ] {
        c.execute(sql, values![gone, kept])?;
    }
    crate::learning::showings::merge(c, gone, kept)?;
    crate::maintenance::retention::remove_article(c, gone)
}

fn move_articles(c: &mut dyn Connection, from: SourceId, into: SourceId) -> Result<()> {
    for sql in [
        // A guid identifies one article of a source; articles that `into` already has keep theirs.
        "update articles set guid_key = null where source_id = $1 and guid_key in \
           (select guid_key from articles where source_id = $2 and guid_key is not null)",
        "delete from article_keys where source_id = $1 and kind = 0 and fingerprint in \
           (select fingerprint from article_keys where source_id = $2 and kind = 0)",
        "update article_keys set source_id = $2 where source_id = $1",
        "update articles set source_id = $2 where source_id = $1",
        "update forgotten set source_id = $2 where source_id = $1",
        "update unread set source_id = $2 where source_id = $1 \
           and user_id in (select user_id from subscriptions where source_id = $1)",
        "update reactions set source_id = $2 where source_id = $1",
        "update showings set source_id = $2 where source_id = $1",
        "delete from taught where subject = 'source' and subject_id = $1 and exists (select 1 from taught k \
           where k.user_id = taught.user_id and k.subject = 'source' and k.subject_id = $2)",
        "update taught set subject_id = $2 where subject = 'source' and subject_id = $1",
        "update imported_marks set source_id = $2 where source_id = $1",
        "update rules set scope_id = $2 where scope = 'source' and scope_id = $1",
        "update rule_books set generation = generation + 1 where user_id in \
           (select user_id from rules where scope = 'source' and scope_id = $2) and cast($1 as bigint) > 0",
        "update webhooks set scope_id = $2 where scope = 'source' and scope_id = $1",
        "update outputs set list_id = $2 where list = 'source' and list_id = $1",
    ] {
        c.execute(sql, values![from, into])?;
    }
    Ok(())
}

fn move_subscriptions(c: &mut dyn Connection, from: SourceId, into: SourceId) -> Result<()> {
    for sql in [
        "insert into subscriptions(user_id, source_id, folder_id, title, created_at, paused_at, is_muted, full_text, \
             min_minutes, max_minutes, keep_days, keep_count, is_pinned) \
           select user_id, cast($2 as bigint), folder_id, title, created_at, paused_at, is_muted, full_text, \
             min_minutes, max_minutes, keep_days, keep_count, is_pinned from subscriptions where source_id = $1 \
           on conflict(user_id, source_id) do update set \
           folder_id = coalesce(subscriptions.folder_id, excluded.folder_id), \
           title = coalesce(subscriptions.title, excluded.title)",
        "delete from subscriptions where source_id = $1 and cast($2 as bigint) > 0",
    ] {
        c.execute(sql, values![from, into])?;
    }
    Ok(())
}
