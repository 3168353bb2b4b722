//! Actions on many articles at once, with undo.

use crate::{
    articles::VISIBLE,
    engine::{
        db::{CHUNK, Connection, push_list},
        packing::{pack, unpack},
    },
    error::Result,
    outputs::webhooks,
    readings::{self, MarkScope, Readings, change_marks, change_named, narrowed, tag_named},
    undos,
    users::{touch, visits},
    values,
};
use jiff::Timestamp;
use tidings_model::{ArticleId, Reaction, TagId, UserId, user::UserReaction};

/// The maximum number of articles in one action.
pub const MAX_ARTICLES: usize = 1000;

/// An action on articles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BulkAction {
    /// Mark read.
    Read,
    /// Mark unread.
    Unread,
    /// Star.
    Star,
    /// Remove the star.
    Unstar,
    /// Add to Read later.
    Later,
    /// Remove from Read later.
    NotLater,
}

/// The kind of undo for tagging articles.
pub const TAGGED: &str = "tag";

impl BulkAction {
    /// All actions.
    pub const ALL: [Self; 6] =
        [Self::Read, Self::Unread, Self::Star, Self::Unstar, Self::Later, Self::NotLater];

    /// Returns its code, used in forms and as the kind of its undo.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Unread => "unread",
            Self::Star => "star",
            Self::Unstar => "unstar",
            Self::Later => "later",
            Self::NotLater => "not-later",
        }
    }

    /// Returns the action with this code.
    #[must_use]
    pub fn of_kind(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.code() == code)
    }
}

/// The result of an action on many articles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BulkResult {
    /// The number of changed articles.
    pub n: u64,
    /// The id of the undo, if anything changed.
    pub undo: Option<i64>,
}

/// How far marking a scope read goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Excludes articles with a larger id, which the user was not shown.
    pub up_to: ArticleId,
    /// Only articles with an earlier sort key.
    pub before: Option<Timestamp>,
}

/// Starring at most this many articles at once says something about each of them.
const SINGLE: usize = 3;

impl Readings<'_> {
    /// Marks a scope read; can be undone.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn read_scope(
        self,
        user: UserId,
        scope: MarkScope,
        reach: Reach,
        now: Timestamp,
    ) -> Result<BulkResult> {
        self.0
            .write(move |c| {
                let mut parameters = values![user, reach.up_to].to_vec();
                let mut narrowed = narrowed(scope, &mut parameters);
                if let Some(before) = reach.before {
                    parameters.push(before.into());
                    narrowed += &format!(" and published_at < ${}", parameters.len());
                }
                let unread =
                    format!("from unread where user_id = $1 and article_id <= $2 {narrowed}");
                change_marks(c, &format!("select article_id {unread}"), &parameters, now)?;
                let sql = format!("delete {unread} returning article_id");
                let changed = c
                    .query(&sql, &parameters)?
                    .into_iter()
                    .map(|row| Ok((row.only()?, 0)))
                    .collect::<Result<Vec<_>>>()?;
                finish(c, user, BulkAction::Read.code(), changed, now)
            })
            .await
    }

    /// Performs an action on articles; can be undone. Articles that the user may not see, or that would not change, are
    /// skipped.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn act_on(
        self,
        user: UserId,
        act: BulkAction,
        ids: Vec<ArticleId>,
        now: Timestamp,
    ) -> Result<BulkResult> {
        self.0
            .write(move |c| {
                let changed = change(c, user, act, &ids[..ids.len().min(MAX_ARTICLES)], now)?;
                // Starring a few articles is a judgement of each; starring many is tidying up.
                if act == BulkAction::Star && changed.len() <= SINGLE {
                    for &(article, _) in &changed {
                        let (article, reaction) = (ArticleId(article), Reaction::Starred);
                        visits::note(c, UserReaction { user, article, reaction, at: now })?;
                    }
                }
                finish(c, user, act.code(), changed, now)
            })
            .await
    }

    /// Tags articles that the user may see; can be undone. Creates the tag if needed.
    ///
    /// # Errors
    /// Fails when the name is invalid, or the store cannot be written.
    pub async fn tag_all(
        self,
        user: UserId,
        ids: Vec<ArticleId>,
        name: String,
        now: Timestamp,
    ) -> Result<BulkResult> {
        self.0
            .write(move |c| {
                let tag = tag_named(c, user, &name)?;
                let changed = put_tag(c, user, tag, &ids[..ids.len().min(MAX_ARTICLES)], now)?;
                finish(c, user, TAGGED, changed, now)
            })
            .await
    }
}

/// Stores the undo: pairs of an article and what it takes to restore it.
fn finish(
    c: &mut dyn Connection,
    user: UserId,
    kind: &str,
    mut changed: Vec<(i64, i64)>,
    now: Timestamp,
) -> Result<BulkResult> {
    changed.sort_unstable();
    changed.dedup();
    let n = changed.len() as u64;
    if n == 0 {
        return Ok(BulkResult { n, undo: None });
    }
    touch(c, user)?;
    let undo = undos::keep(c, user, kind, n, &pack(&changed), now)?;
    Ok(BulkResult { n, undo: Some(undo) })
}

/// Returns those of the given articles that an action changes, with their previous state.
fn changing(
    c: &mut dyn Connection,
    user: UserId,
    act: BulkAction,
    ids: &[ArticleId],
) -> Result<Vec<(i64, i64)>> {
    let is_unread = "exists (select 1 from unread n where n.user_id = $1 and n.published_at = a.published_at and n.article_id = a.id)";
    let followed =
        "exists (select 1 from subscriptions s where s.user_id = $1 and s.source_id = a.source_id)";
    let (before, condition) = match act {
        BulkAction::Read => ("0", is_unread.to_owned()),
        BulkAction::Unread => ("r.read_at", format!("not {is_unread} and {followed}")),
        BulkAction::Star => ("0", "r.starred_at is null".to_owned()),
        BulkAction::Unstar => ("r.starred_at", "r.starred_at is not null".to_owned()),
        BulkAction::Later => ("0", "r.later_at is null".to_owned()),
        BulkAction::NotLater => ("r.later_at", "r.later_at is not null".to_owned()),
    };
    let mut found = Vec::new();
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "select a.id, coalesce({before}, 0) as was from articles a \
             left join readings r on r.user_id = $1 and r.article_id = a.id \
             where a.id in ({list}) and {VISIBLE} and {condition} order by a.id"
        );
        for mut row in c.query(&sql, &parameters)? {
            found.push((row.get("id")?, row.get("was")?));
        }
    }
    Ok(found)
}

fn change(
    c: &mut dyn Connection,
    user: UserId,
    act: BulkAction,
    ids: &[ArticleId],
    now: Timestamp,
) -> Result<Vec<(i64, i64)>> {
    let changed = changing(c, user, act, ids)?;
    let ids = changed.iter().map(|(id, _)| ArticleId(*id)).collect::<Vec<_>>();
    match act {
        BulkAction::Read => drop(readings::mark_read(c, user, &ids, now)?),
        BulkAction::Unread => drop(readings::mark_unread(c, user, &ids, now)?),
        BulkAction::Star => {
            keep_at(c, user, "starred_at", &with_time(&ids, Some(now)))?;
            ids.iter().try_for_each(|id| webhooks::starred(c, user, *id, now))?;
        }
        BulkAction::Unstar => {
            keep_at(c, user, "starred_at", &with_time(&ids, None))?;
            change_named(c, user, &ids, now)?;
        }
        BulkAction::Later => keep_at(c, user, "later_at", &with_time(&ids, Some(now)))?,
        BulkAction::NotLater => keep_at(c, user, "later_at", &with_time(&ids, None))?,
    }
    Ok(changed)
}

fn with_time(ids: &[ArticleId], at: Option<Timestamp>) -> Vec<(ArticleId, Option<Timestamp>)> {
    ids.iter().map(|id| (*id, at)).collect()
}

/// Sets `starred_at` or `later_at` of articles the user may see.
fn keep_at(
    c: &mut dyn Connection,
    user: UserId,
    column: &str,
    articles: &[(ArticleId, Option<Timestamp>)],
) -> Result<()> {
    let sql = format!(
        "insert into readings(user_id, article_id, {column}) \
         select cast($1 as bigint), a.id, cast($3 as bigint) from articles a where a.id = $2 \
         on conflict(user_id, article_id) do update set {column} = excluded.{column}"
    );
    for (id, at) in articles {
        c.execute(&sql, values![user, *id, *at])?;
    }
    Ok(())
}

fn put_tag(
    c: &mut dyn Connection,
    user: UserId,
    tag: TagId,
    ids: &[ArticleId],
    now: Timestamp,
) -> Result<Vec<(i64, i64)>> {
    let mut changed = Vec::new();
    let sql = format!(
        "insert into article_tags(tag_id, article_id, user_id, tagged_at) \
         select cast($3 as bigint), a.id, cast($1 as bigint), cast($4 as bigint) from articles a \
         where a.id = $2 and {VISIBLE} on conflict(tag_id, article_id) do nothing"
    );
    for id in ids {
        if c.execute(&sql, values![user, *id, tag, now])? > 0 {
            webhooks::tagged(c, user, *id, tag, now)?;
            changed.push((id.0, tag.0));
        }
    }
    Ok(changed)
}

/// Undoes an action of the first time at the second. Articles deleted in the meantime stay deleted, and articles opened
/// individually since then stay read.
pub(crate) fn restore(
    c: &mut dyn Connection,
    user: UserId,
    act: BulkAction,
    (at, now): (Timestamp, Timestamp),
    payload: &[u8],
) -> Result<()> {
    let pairs = unpack(payload);
    let ids = pairs.iter().map(|(id, _)| ArticleId(*id)).collect::<Vec<_>>();
    let before = |(id, at): &(i64, i64)| (ArticleId(*id), Timestamp::from_millisecond(*at).ok());
    match act {
        BulkAction::Read => {
            let ids = not_read_since(c, user, &ids, at)?;
            readings::mark_unread(c, user, &ids, now).map(drop)
        }
        BulkAction::Unread => {
            let (read, swept): (Vec<_>, Vec<_>) = pairs.iter().partition(|(_, at)| *at != 0);
            for (id, at) in read.iter().map(before) {
                readings::mark_read(c, user, &[id], at.unwrap_or(Timestamp::UNIX_EPOCH))?;
            }
            readings::forget_unread(
                c,
                user,
                &swept.iter().map(|(id, _)| ArticleId(*id)).collect::<Vec<_>>(),
                now,
            )
        }
        BulkAction::Star => {
            change_named(c, user, &ids, now)?;
            take_off(c, user, "starred_at", &ids, at)
        }
        BulkAction::Later => take_off(c, user, "later_at", &ids, at),
        BulkAction::Unstar => {
            keep_at(c, user, "starred_at", &pairs.iter().map(before).collect::<Vec<_>>())
        }
        BulkAction::NotLater => {
            keep_at(c, user, "later_at", &pairs.iter().map(before).collect::<Vec<_>>())
        }
    }
}

/// Clears `starred_at` or `later_at` where it was set at the given time; values the user has set since stay.
pub(crate) fn take_off(
    c: &mut dyn Connection,
    user: UserId,
    column: &str,
    ids: &[ArticleId],
    at: Timestamp,
) -> Result<()> {
    let sql = format!(
        "update readings set {column} = null where user_id = $1 and article_id = $2 and {column} = $3"
    );
    ids.iter().try_for_each(|id| c.execute(&sql, values![user, *id, at]).map(drop))
}

/// Removes tags that were added at the given time.
pub(crate) fn untag(
    c: &mut dyn Connection,
    user: UserId,
    at: Timestamp,
    payload: &[u8],
) -> Result<()> {
    unpack(payload).into_iter().try_for_each(|(id, tag)| {
        let sql = "delete from article_tags where tag_id = $1 and article_id = $2 and user_id = $3 \
                   and tagged_at = $4";
        c.execute(sql, values![tag, id, user, at]).map(drop)
    })
}

/// Returns those of the given articles that were not read since the given time.
pub(crate) fn not_read_since(
    c: &mut dyn Connection,
    user: UserId,
    ids: &[ArticleId],
    at: Timestamp,
) -> Result<Vec<ArticleId>> {
    let mut kept = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user, at].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "select a.id from articles a where a.id in ({list}) and not exists \
             (select 1 from readings r where r.user_id = $1 and r.article_id = a.id and r.read_at > $2) order by a.id"
        );
        for row in c.query(&sql, &parameters)? {
            kept.push(row.only()?);
        }
    }
    Ok(kept)
}
