//! Acts on articles: marking them read, starred or saved for later, one by one, selected, or a whole list; and opinions
//! about them.

use super::{ActError, Actor};
use tidings_model::{ArticleId, Reaction, user::UserReaction};
use tidings_store::{
    BulkAction, BulkResult, MarkScope, Reach, StreamQuery, readings::bulk::MAX_ARTICLES,
};

/// Maximum number of articles that a client may name in one call.
const MOST_OF_PROGRAMS: usize = 50_000;
/// Up to this many articles marked read in one call count as having been read; more count as cleared away.
const BY_READING: usize = 1;

/// Changes one mark of an article. Does nothing if the mark is already set that way.
pub(crate) async fn mark(
    actor: &Actor<'_>,
    act: BulkAction,
    id: ArticleId,
) -> Result<(), ActError> {
    actor.check_visible(id).await?;
    let (store, user, now) = (actor.store, actor.id(), actor.now());
    let before = store.readings().get(user, id).await?;
    let (is_starred, is_later) = (before.starred_at.is_some(), before.later_at.is_some());
    match act {
        BulkAction::Read => {
            let n_read = store.readings().mark_read(user, vec![id], now).await?;
            // Marked read without being opened: that is a sign of little interest.
            if n_read > 0 && before.n_opened == 0 {
                react(actor, id, Reaction::Dismissed).await?;
            }
        }
        BulkAction::Unread => drop(store.readings().mark_unread(user, vec![id], now).await?),
        BulkAction::Star if !is_starred => store.readings().star(user, id, Some(now)).await?,
        BulkAction::Unstar if is_starred => {
            store.readings().act_on(user, act, vec![id], now).await?;
        }
        BulkAction::Later if !is_later => store.readings().put_aside(user, id, Some(now)).await?,
        BulkAction::NotLater if is_later => store.readings().put_aside(user, id, None).await?,
        BulkAction::Star | BulkAction::Unstar | BulkAction::Later | BulkAction::NotLater => {}
    }
    Ok(())
}

/// Changes a mark of the selected articles and can be undone. Articles that are missing or not theirs are skipped.
pub(crate) async fn mark_chosen(
    actor: &Actor<'_>,
    act: BulkAction,
    ids: Vec<ArticleId>,
) -> Result<BulkResult, ActError> {
    check_number(&ids, MAX_ARTICLES)?;
    Ok(actor.store.readings().act_on(actor.id(), act, ids, actor.now()).await?)
}

/// Changes a mark of the articles that a client names. Articles marked read one by one count as opened, because a
/// client cannot report more than that.
pub(crate) async fn mark_by_program(
    actor: &Actor<'_>,
    act: BulkAction,
    ids: &[ArticleId],
) -> Result<(), ActError> {
    check_number(ids, MOST_OF_PROGRAMS)?;
    if act == BulkAction::Read && ids.len() <= BY_READING {
        for &id in ids {
            passing_over(open(actor, id).await)?;
        }
        return Ok(());
    }
    for part in ids.chunks(MAX_ARTICLES) {
        actor.store.readings().act_on(actor.id(), act, part.to_vec(), actor.now()).await?;
    }
    Ok(())
}

/// Refuses more articles than one act takes, so that none is left out silently.
pub(crate) fn check_number(ids: &[ArticleId], most: usize) -> Result<(), ActError> {
    let is_good = ids.len() <= most;
    is_good.then_some(()).ok_or(ActError::AtOnce { what: "ids", most })
}

/// Turns "not found" into `None`: articles that are someone else's or deleted meanwhile are skipped.
pub(crate) fn passing_over<T>(done: Result<T, ActError>) -> Result<Option<T>, ActError> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(ActError::NotFound(_)) => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// Opens an article, which marks it read. Returns the person's revision.
pub(crate) async fn open(actor: &Actor<'_>, id: ArticleId) -> Result<i64, ActError> {
    Ok(actor.store.readings().opened(actor.id(), id, actor.now()).await?)
}

/// Marks a list read, up to what was shown of it. Can be undone.
pub(crate) async fn read_list(
    actor: &Actor<'_>,
    scope: MarkScope,
    reach: Reach,
) -> Result<BulkResult, ActError> {
    Ok(actor.store.readings().read_scope(actor.id(), scope, reach, actor.now()).await?)
}

/// Marks a client's stream read.
pub(crate) async fn read_stream(actor: &Actor<'_>, stream: StreamQuery) -> Result<(), ActError> {
    actor.store.articles().mark_stream_read(actor.id(), stream, actor.now()).await?;
    Ok(())
}

/// What a person says about an article, or shows by what they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opinion {
    More,
    /// Less like this. The article need not be shown again.
    Less,
    /// Withdraws "more" or "less".
    Neither,
    /// It stayed open for as long as reading takes.
    Kept,
    /// It was visible and scrolled out of view. Nothing is recorded for people who have turned off learning.
    Passed,
}

/// Records what a person thinks of an article.
pub(crate) async fn note(
    actor: &Actor<'_>,
    opinion: Opinion,
    id: ArticleId,
) -> Result<(), ActError> {
    const KEPT_MS: i64 = 30_000;
    let (store, user, now) = (actor.store, actor.id(), actor.now());
    actor.check_visible(id).await?;
    match opinion {
        Opinion::More => react(actor, id, Reaction::Liked).await?,
        Opinion::Less => {
            react(actor, id, Reaction::Hidden).await?;
            store.readings().mark_read(user, vec![id], now).await?;
        }
        Opinion::Neither => store.users().take_back(user, id).await?,
        Opinion::Kept => store.readings().add_time_spent(user, id, KEPT_MS, now).await?,
        Opinion::Passed if !actor.inner.look_of(user).await?.learns() => {}
        Opinion::Passed => react(actor, id, Reaction::Skipped).await?,
    }
    Ok(())
}

async fn react(actor: &Actor<'_>, article: ArticleId, reaction: Reaction) -> Result<(), ActError> {
    let (user, at) = (actor.id(), actor.now());
    Ok(actor.store.users().add_reaction(UserReaction { user, article, reaction, at }).await?)
}
