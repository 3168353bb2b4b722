//! Renaming, moving, pausing, resuming and ending subscriptions, one at a time or several at once.

use super::{
    ActError, Actor, Address, Title, fetching, filters, folders, following,
    wishes::{self, Wishes},
};
use crate::{CheckOutcome, Key, app::Inner};
use std::sync::Arc;
use tidings_model::{FolderId, SourceId, SourceState, User};
use tidings_store::{BulkResult, SubscribedSource};

/// The requested changes of a subscription; `None` leaves a field as it is.
#[derive(Debug, Default)]
pub(crate) struct Change {
    pub(crate) title: Option<Title>,
    /// `Some(None)` moves it out of any folder.
    pub(crate) folder: Option<Option<FolderId>>,
    pub(crate) is_paused: Option<bool>,
    pub(crate) wishes: Wishes,
    pub(crate) address: Option<Address>,
    pub(crate) key: Option<Key>,
    /// The block and keep filters of this source.
    pub(crate) filters: filters::Change,
}

/// Changes a subscription. Everything is validated before anything is changed; only the network may still refuse the
/// last step. A new address or new credentials may turn it into a subscription to another source, whose id is returned.
pub(crate) async fn change(
    actor: &Actor<'_>,
    one: &SubscribedSource,
    change: Change,
) -> Result<SourceId, ActError> {
    let source = one.source.id;
    if let Some(Some(folder)) = change.folder {
        folders::own(actor, folder).await?;
    }
    let options = wishes::wished(actor, &one.options, &change.wishes)?;
    let filters = filters::checked(actor, one, change.filters).await?;
    if let Some(title) = change.title {
        rename(actor, one, title).await?;
    }
    if let Some(folder) = change.folder {
        following::move_to(actor, source, folder).await?;
    }
    if options != one.options {
        actor.store.subscriptions().set_options(actor.id(), source, options).await?;
    }
    match change.is_paused {
        Some(true) => drop(pause(actor, vec![source]).await?),
        Some(false) => drop(resume(actor, vec![source]).await?),
        None => {}
    }
    filters::set(actor, filters).await?;
    let source = match change.address {
        Some(address) => following::change_address(actor, source, &address).await?.source,
        None => source,
    };
    match change.key {
        Some(key) => fetching::set_key(actor, source, Some(key)).await,
        None => Ok(source),
    }
}

/// Sets the person's own title of a subscription.
pub(crate) async fn rename(
    actor: &Actor<'_>,
    one: &SubscribedSource,
    title: Title,
) -> Result<(), ActError> {
    let title = title.beside(&one.source.title);
    Ok(actor.store.subscriptions().rename(actor.id(), one.source.id, title).await?)
}

/// Moves subscriptions into a folder, or out of any. Those that are not theirs are skipped.
pub(crate) async fn move_all(
    actor: &Actor<'_>,
    ids: Vec<SourceId>,
    folder: Option<FolderId>,
) -> Result<BulkResult, ActError> {
    Ok(actor.store.subscriptions().move_all(actor.id(), ids, folder, actor.now()).await?)
}

/// Pauses subscriptions, so that sources are no longer fetched on this person's behalf. Those that are already paused
/// or not theirs are skipped.
pub(crate) async fn pause(actor: &Actor<'_>, ids: Vec<SourceId>) -> Result<BulkResult, ActError> {
    Ok(actor.store.subscriptions().pause_all(actor.id(), ids, actor.now()).await?)
}

/// Resumes subscriptions; returns how many. A source that is gone or switched off is fetched again only if the person
/// may decide that: an operator, or its only subscriber.
pub(crate) async fn resume(actor: &Actor<'_>, ids: Vec<SourceId>) -> Result<u64, ActError> {
    let mut n_resumed = 0;
    for id in ids {
        let Some(one) = actor.store.subscriptions().get(actor.id(), id).await? else { continue };
        let n = actor.store.subscriptions().resume(actor.id(), vec![id], actor.now()).await?;
        let is_asleep = one.source.state != SourceState::Active;
        if is_asleep && actor.decides(&one) {
            actor.store.sources().resume(id, actor.now()).await?;
        }
        n_resumed += n.max(u64::from(is_asleep && actor.decides(&one)));
    }
    Ok(n_resumed)
}

/// Ends subscriptions. Can be undone; those that are not theirs are skipped.
pub(crate) async fn end(actor: &Actor<'_>, ids: Vec<SourceId>) -> Result<BulkResult, ActError> {
    Ok(actor.store.subscriptions().unsubscribe_all(actor.id(), ids, actor.now()).await?)
}

/// Checks a source now, if politeness allows it.
pub(crate) async fn check_now(
    actor: &Actor<'_>,
    source: SourceId,
) -> Result<CheckOutcome, ActError> {
    Ok(actor.inner.services.checks.refresh(actor.id(), source).await?)
}

/// Checks sources one after another, after the response. Clients request this with every sync, so it is done only once
/// in a while.
pub(crate) fn check_all_after(inner: &Arc<Inner>, user: &User, sources: Vec<SourceId>) {
    let (inner, user) = (Arc::clone(inner), user.clone());
    if inner.refreshes.take(user.id, inner.clock.now()).is_err() {
        return;
    }
    tokio::spawn(async move {
        for source in sources {
            // The error is shown on the source's page.
            let _ = check_now(&Actor::new(&inner, &user), source).await;
        }
    });
}
