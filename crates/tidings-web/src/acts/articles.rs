//! What is done to articles: read, starred, put aside; one by one, chosen, or a whole list. And what is said of them.

use super::{ActError, Actor};
use tidings_model::{ArticleId, Reaction, user::UserReaction};
use tidings_store::{
    BulkAction, BulkResult, MarkScope, Reach, StreamQuery, readings::bulk::MAX_ARTICLES,
};

/// Most articles that a program may name in one call.
const MOST_OF_PROGRAMS: usize = 50_000;
/// So few articles are marked read by reading them; more at once are put away.
const BY_READING: usize = 1;

/// Does something to one article; what is so already stays as it is.
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
            // Marked read without having been opened: that says something too.
            if n_read > 0 && before.n_opened == 0 {
                react(actor, id, Reaction::Dismissed).await?;
            }
        }
        BulkAction::Unread => drop(store.readings().mark_unread(user, vec![id]).await?),
        BulkAction::Star if !is_starred => store.readings().star(user, id, Some(now)).await?,
        BulkAction::Unstar if is_starred => store.readings().star(user, id, None).await?,
        BulkAction::Later if !is_later => store.readings().put_aside(user, id, Some(now)).await?,
        BulkAction::NotLater if is_later => store.readings().put_aside(user, id, None).await?,
        BulkAction::Star | BulkAction::Unstar | BulkAction::Later | BulkAction::NotLater => {}
    }
    Ok(())
}

/// Does something to chosen articles, with a way back; those that are not there, or not theirs, are passed over.
pub(crate) async fn mark_chosen(
    actor: &Actor<'_>,
    act: BulkAction,
    ids: Vec<ArticleId>,
) -> Result<BulkResult, ActError> {
    check_number(&ids, MAX_ARTICLES)?;
    Ok(actor.store.readings().act_on(actor.id(), act, ids, actor.now()).await?)
}

/// Does something to the articles that a program names. Read one by one, each was opened, as far as a program can tell.
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

/// Refuses more articles than one act takes: none is left out without a word.
pub(super) fn check_number(ids: &[ArticleId], most: usize) -> Result<(), ActError> {
    let is_good = ids.len() <= most;
    is_good.then_some(()).ok_or(ActError::AtOnce { what: "ids", most })
}

/// What is somebody else's, or gone meanwhile, is passed over.
pub(crate) fn passing_over<T>(done: Result<T, ActError>) -> Result<Option<T>, ActError> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(ActError::NotFound(_)) => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// Opens an article, which makes it read; returns the person's revision.
pub(crate) async fn open(actor: &Actor<'_>, id: ArticleId) -> Result<i64, ActError> {
    Ok(actor.store.readings().opened(actor.id(), id, actor.now()).await?)
}

/// Marks what is unread of a list read, as far as it was shown, with a way back.
pub(crate) async fn read_list(
    actor: &Actor<'_>,
    scope: MarkScope,
    reach: Reach,
) -> Result<BulkResult, ActError> {
    Ok(actor.store.readings().read_scope(actor.id(), scope, reach, actor.now()).await?)
}

/// Marks a program's stream read.
pub(crate) async fn read_stream(actor: &Actor<'_>, stream: StreamQuery) -> Result<(), ActError> {
    actor.store.articles().mark_stream_read(actor.id(), stream).await?;
    Ok(())
}

/// What a person says of an article, or shows by what they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opinion {
    More,
    /// Less like this; it need not be shown again.
    Less,
    /// Takes more or less back.
    Neither,
    /// It stayed open for as long as reading takes.
    Kept,
    /// It was in sight and left it. Nothing is noted of who does not want to be learned of.
    Passed,
}

/// Notes what a person thinks of an article.
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
