//! Snapshots of subscriptions and readings that make changes undoable: unsubscribing, moving, pausing, switching, and
//! removing a folder.
//!
//! A snapshot is stored as JSON among the caller's undo records.

mod record;

use crate::{
    articles::entries,
    engine::db::{CHUNK, Connection, Value, push_list},
    error::{Error, Result},
    readings::{bulk::BulkResult, unread},
    sources,
    subscriptions::{
        self, Subscriptions, check_folder,
        folders::RemovedFolder,
        wishes::{self, SubscriberOptions},
    },
    undos,
    users::touch,
    values,
};
use jiff::Timestamp;
use tidings_model::{ArticleId, FolderId, SourceId, TagId, UserId};

/// A subscription before the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) source: SourceId,
    pub(crate) folder: Option<FolderId>,
    pub(crate) title: Option<String>,
    pub(crate) created_at: Timestamp,
    pub(crate) paused_at: Option<Timestamp>,
    pub(crate) options: SubscriberOptions,
}

/// A reading before the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Before {
    pub(crate) article: ArticleId,
    /// The columns read, starred, later, opened, spent and rating; `None` when there was no reading.
    pub(crate) was: Option<[Option<i64>; 6]>,
}

/// Everything an action changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Held {
    pub(crate) at: Timestamp,
    pub(crate) subscriptions: Vec<Row>,
    /// Articles that were unread.
    pub(crate) unread: Vec<(SourceId, Vec<ArticleId>)>,
    pub(crate) readings: Vec<Before>,
    /// Tags that the action added to articles.
    pub(crate) tagged: Vec<(TagId, ArticleId)>,
    /// Tags that the action removed from articles, and when they had been added.
    pub(crate) untagged: Vec<(TagId, ArticleId, Timestamp)>,
    /// Subscriptions that the action created.
    pub(crate) joined: Vec<SourceId>,
    /// Folders that the action removed.
    pub(crate) folders: Vec<RemovedFolder>,
}

impl Subscriptions<'_> {
    /// Ends those of the given subscriptions that the user has; can be undone.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn unsubscribe_all(
        self,
        user: UserId,
        sources: Vec<SourceId>,
        now: Timestamp,
    ) -> Result<BulkResult> {
        self.0
            .write(move |c| {
                let mut held = Held { at: now, ..Held::default() };
                for source in wishes::followed(c, user, &sources)? {
                    held.take(c, user, source)?;
                    subscriptions::unsubscribe(c, user, source)?;
                }
                touch(c, user)?;
                held.keep(c, user, UNSUBSCRIBED)
            })
            .await
    }

    /// Moves subscriptions of a user to a folder, or out of their folders (`None`); can be undone.
    ///
    /// # Errors
    /// Fails when the folder is not the user's, or the store cannot be written.
    pub async fn move_all(
        self,
        user: UserId,
        sources: Vec<SourceId>,
        folder: Option<FolderId>,
        now: Timestamp,
    ) -> Result<BulkResult> {
        self.0.write(move |c| {
            check_folder(c, user, folder)?;
            let mut held = Held { at: now, ..Held::default() };
            for source in wishes::followed(c, user, &sources)? {
                held.subscriptions.extend(row(c, user, source)?);
                let sql =
                    "update subscriptions set folder_id = $3 where user_id = $1 and source_id = $2";
                c.execute(sql, values![user, source, folder])?;
            }
            touch(c, user)?;
            held.keep(c, user, MOVED)
        })
        .await
    }

    /// Removes a folder; what is in it moves to the folder around it. Can be undone.
    ///
    /// # Errors
    /// Fails when the folder is not the user's, or the store cannot be written.
    pub async fn remove_folder(
        self,
        user: UserId,
        folder: FolderId,
        now: Timestamp,
    ) -> Result<BulkResult> {
        self.0
            .write(move |c| {
                let removed = RemovedFolder::remove(c, user, folder)?;
                let n = removed.sources.len() as u64;
                let held = Held { at: now, folders: vec![removed], ..Held::default() };
                let undo = Some(undos::keep(c, user, FOLDER_REMOVED, n, &held.record()?, now)?);
                Ok(BulkResult { n, undo })
            })
            .await
    }

    /// Pauses those of the given subscriptions that the user has and has not paused; can be undone. A source with other
    /// subscribers is still fetched for them.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn pause_all(
        self,
        user: UserId,
        sources: Vec<SourceId>,
        now: Timestamp,
    ) -> Result<BulkResult> {
        self.0
            .write(move |c| {
                let mut held = Held { at: now, ..Held::default() };
                for source in wishes::followed(c, user, &sources)? {
                    let as_it_is = row(c, user, source)?;
                    if wishes::pause(c, user, source, now)? {
                        held.subscriptions.extend(as_it_is);
                    }
                }
                held.keep(c, user, PAUSED)
            })
            .await
    }
}

/// The kinds of undo for these actions.
const UNSUBSCRIBED: &str = "unsubscribe";
const MOVED: &str = "move";
const PAUSED: &str = "pause";
const FOLDER_REMOVED: &str = "folder";
/// The kind of undo for switching to another source.
pub(crate) const MERGED: &str = "merge";

/// Undoes one of these actions; `None` if the kind is not one of them.
pub(crate) fn restore(
    c: &mut dyn Connection,
    user: UserId,
    kind: &str,
    at: Timestamp,
    payload: &[u8],
) -> Option<Result<()>> {
    if ![UNSUBSCRIBED, MOVED, PAUSED, FOLDER_REMOVED, MERGED].contains(&kind) {
        return None;
    }
    Some(Held::of_record(payload).and_then(|held| match kind {
        MOVED => held.put_back(c, user),
        PAUSED => held.go_on(c, user, at),
        _ => held.give_back(c, user, at).map(drop),
    }))
}

impl Held {
    /// Records a subscription and its unread articles.
    pub(crate) fn take(
        &mut self,
        c: &mut dyn Connection,
        user: UserId,
        source: SourceId,
    ) -> Result<()> {
        self.subscriptions.extend(row(c, user, source)?);
        let sql = "select article_id from unread where user_id = $1 and source_id = $2";
        let rows = c.query(sql, values![user, source])?;
        let ids = rows.into_iter().map(|row| row.only()).collect::<Result<_>>()?;
        self.unread.push((source, ids));
        Ok(())
    }

    /// Stores the record so that the action can be undone; stores nothing if nothing changed.
    pub(crate) fn keep(
        &self,
        c: &mut dyn Connection,
        user: UserId,
        kind: &str,
    ) -> Result<BulkResult> {
        let n = self.subscriptions.len() as u64;
        if n == 0 {
            return Ok(BulkResult { n, undo: None });
        }
        let undo = undos::keep(c, user, kind, n, &self.record()?, self.at)?;
        Ok(BulkResult { n, undo: Some(undo) })
    }

    /// Moves subscriptions back to their folders. Other changes made since then are kept.
    fn put_back(&self, c: &mut dyn Connection, user: UserId) -> Result<()> {
        for row in &self.subscriptions {
            let folder = folder_if_there(c, user, row.folder)?;
            let sql =
                "update subscriptions set folder_id = $3 where user_id = $1 and source_id = $2";
            c.execute(sql, values![user, row.source, folder])?;
        }
        Ok(())
    }

    /// Resumes paused subscriptions. Other changes made since then are kept.
    fn go_on(&self, c: &mut dyn Connection, user: UserId, now: Timestamp) -> Result<()> {
        self.subscriptions
            .iter()
            .try_for_each(|row| wishes::end_pause(c, user, row.source, now).map(drop))
    }

    fn give_back(&self, c: &mut dyn Connection, user: UserId, now: Timestamp) -> Result<u64> {
        for source in &self.joined {
            match subscriptions::unsubscribe(c, user, *source) {
                Ok(()) | Err(Error::NotFound(_)) => {}
                Err(error) => return Err(error),
            }
        }
        let mut n_sources = 0;
        for row in &self.subscriptions {
            n_sources += u64::from(subscribe_as_before(c, user, row, now)?);
        }
        for (source, ids) in &self.unread {
            make_unread(c, user, *source, ids)?;
            if self.subscriptions.iter().any(|row| row.source == *source && row.paused_at.is_none())
            {
                unread::arrived_since(c, user, *source, self.at)?;
            }
            entries::arrive(c, user, *source, Timestamp::MIN, now)?;
        }
        for before in &self.readings {
            put_reading_back(c, user, before)?;
        }
        for (tag, article) in &self.tagged {
            let sql =
                "delete from article_tags where tag_id = $1 and article_id = $2 and user_id = $3";
            c.execute(sql, values![*tag, *article, user])?;
        }
        for (tag, article, at) in &self.untagged {
            let sql = "insert into article_tags(tag_id, article_id, user_id, tagged_at) \
                       select t.id, a.id, t.user_id, cast($4 as bigint) from tags t join articles a on a.id = $2 \
                       where t.id = $1 and t.user_id = $3 on conflict(tag_id, article_id) do nothing";
            c.execute(sql, values![*tag, *article, user, *at])?;
        }
        for folder in &self.folders {
            n_sources += folder.put_back(c, user, now)?;
        }
        Ok(n_sources)
    }
}

fn row(c: &mut dyn Connection, user: UserId, source: SourceId) -> Result<Option<Row>> {
    let sql = "select folder_id, title, created_at, paused_at, is_muted, full_text, min_minutes, max_minutes, keep_days, \
               keep_count, kept_move, is_pinned from subscriptions where user_id = $1 and source_id = $2";
    let Some(mut row) = c.query_first(sql, values![user, source])? else { return Ok(None) };
    Ok(Some(Row {
        source,
        folder: row.get("folder_id")?,
        title: row.get("title")?,
        created_at: row.get("created_at")?,
        paused_at: row.get("paused_at")?,
        options: SubscriberOptions {
            is_muted: row.get("is_muted")?,
            full_text: row.get("full_text")?,
            min_minutes: row.get("min_minutes")?,
            max_minutes: row.get("max_minutes")?,
            keep_days: row.get("keep_days")?,
            keep_count: row.get("keep_count")?,
            kept_move: row.get("kept_move")?,
            is_pinned: row.get("is_pinned")?,
        },
    }))
}

/// Returns the folder, unless it has been removed in the meantime.
fn folder_if_there(
    c: &mut dyn Connection,
    user: UserId,
    folder: Option<FolderId>,
) -> Result<Option<FolderId>> {
    match check_folder(c, user, folder) {
        Err(Error::NotFound(_)) => Ok(None),
        checked => checked.map(|()| folder),
    }
}

fn subscribe_as_before(
    c: &mut dyn Connection,
    user: UserId,
    row: &Row,
    now: Timestamp,
) -> Result<bool> {
    match sources::lock(c, row.source) {
        Err(Error::NotFound(_)) => return Ok(false),
        locked => locked?,
    }
    let folder = folder_if_there(c, user, row.folder)?;
    let sql = "insert into subscriptions(user_id, source_id, folder_id, title, created_at, paused_at, is_muted, full_text, \
               min_minutes, max_minutes, keep_days, keep_count, kept_move, is_pinned) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) \
               on conflict(user_id, source_id) do update set folder_id = excluded.folder_id, title = excluded.title, \
               paused_at = excluded.paused_at, is_muted = excluded.is_muted, full_text = excluded.full_text, \
               min_minutes = excluded.min_minutes, max_minutes = excluded.max_minutes, keep_days = excluded.keep_days, \
               keep_count = excluded.keep_count, kept_move = excluded.kept_move, is_pinned = excluded.is_pinned";
    let options = &row.options;
    let as_before = values![
        user,
        row.source,
        folder,
        row.title.as_deref(),
        row.created_at,
        row.paused_at,
        options.is_muted,
        options.full_text,
        options.min_minutes,
        options.max_minutes,
        options.keep_days,
        options.keep_count,
        options.kept_move.as_deref(),
        options.is_pinned
    ];
    c.execute(sql, as_before)?;
    sources::wake_orphan(c, row.source, now)?;
    sources::orphan_if_unwanted(c, row.source)?;
    Ok(true)
}

/// Marks articles unread again, if the user subscribes to their source.
pub(crate) fn make_unread(
    c: &mut dyn Connection,
    user: UserId,
    source: SourceId,
    ids: &[ArticleId],
) -> Result<()> {
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user, source].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "insert into unread(user_id, published_at, article_id, source_id) \
             select cast($1 as bigint), a.published_at, a.id, a.source_id from articles a where a.id in ({list}) \
             and a.source_id = $2 \
             and exists (select 1 from subscriptions s where s.user_id = $1 and s.source_id = a.source_id) \
             on conflict(user_id, published_at, article_id) do nothing"
        );
        c.execute(&sql, &parameters)?;
    }
    Ok(())
}

fn put_reading_back(c: &mut dyn Connection, user: UserId, before: &Before) -> Result<()> {
    let Some(was) = before.was else {
        let sql = "delete from readings where user_id = $1 and article_id = $2";
        return c.execute(sql, values![user, before.article]).map(drop);
    };
    let sql = "update readings set read_at = $3, starred_at = $4, later_at = $5, n_opened = $6, spent_ms = $7, rating = $8 \
               where user_id = $1 and article_id = $2";
    let mut parameters = values![user, before.article].to_vec();
    parameters.extend(was.into_iter().map(Value::from));
    c.execute(sql, &parameters).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn maybe(text: &str) -> Option<String> {
        (!text.starts_with('x')).then(|| text.to_owned())
    }

    proptest! {
        #[test]
        fn records_round_trip(
            numbers in proptest::collection::vec(any::<i64>(), 1..6),
            words in "[x\\\\\t\n+\\-,é ]{0,9}",
            small in proptest::option::of(any::<u32>()),
            flag in any::<bool>(),
        ) {
            let n = numbers[0];
            let instant = Timestamp::from_millisecond(n.rem_euclid(1 << 41)).unwrap();
            let options = SubscriberOptions {
                is_muted: flag, full_text: !flag, min_minutes: small, max_minutes: None, keep_days: small,
                keep_count: None, kept_move: maybe(&words), is_pinned: flag,
            };
            let held = Held {
                at: instant,
                subscriptions: vec![Row {
                    source: SourceId(n), folder: small.map(|id| FolderId(id.into())), title: maybe(&words),
                    created_at: instant, paused_at: flag.then_some(instant), options,
                }],
                unread: vec![(SourceId(n), numbers.iter().copied().map(ArticleId).collect()), (SourceId(1), vec![])],
                readings: vec![
                    Before { article: ArticleId(n), was: None },
                    Before { article: ArticleId(n), was: Some([Some(n), None, Some(0), Some(1), Some(2), None]) },
                ],
                tagged: vec![(TagId(n), ArticleId(n))],
                untagged: vec![(TagId(n), ArticleId(1), instant)],
                joined: vec![SourceId(n)],
                folders: vec![RemovedFolder {
                    id: small.map(|id| FolderId(id.into())), parent: flag.then_some(FolderId(n)), name: words.clone(),
                    position: n, sources: vec![SourceId(n)], folders: vec![(FolderId(n), words)],
                }],
            };
            prop_assert_eq!(Held::of_record(&held.record().unwrap()).unwrap(), held);
        }

        #[test]
        fn junk_is_refused_without_a_panic(junk in "[a-z{}:\"0-9,-]{0,60}") {
            let _ = Held::of_record(junk.as_bytes());
        }
    }
}
