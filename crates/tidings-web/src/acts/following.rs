//! Subscribing to an address, changing a source's address, and merging one subscription into another.

use super::{ActError, Actor, Address, FolderName, folders};
use crate::{AddedSubscription, AddressChange, AddressContent, FeedChoice, Key, SubscribeRequest};
use tidings_model::{FolderId, SourceId};
use tidings_store::{BulkResult, SourceOptions, SubscribedSource, SubscriberOptions};

/// How many feeds of a page are tried. Each is a request to somebody's server.
const MOST_TRIED: usize = 5;

/// What to do if a page links to several feeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Several {
    /// Offer them to the person.
    Offered,
    /// Take the first that can be subscribed to, because nobody can be asked.
    FirstMeant,
}

/// The result of subscribing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Following {
    /// Newly subscribed.
    New(AddedSubscription),
    /// Already subscribed. It was moved into the folder if one was named.
    Known(AddedSubscription),
    /// The page links to several feeds. The person must choose.
    Choice(Vec<FeedChoice>),
}

/// Fetches an address without subscribing to anything.
pub(crate) async fn look(actor: &Actor<'_>, address: &Address) -> Result<AddressContent, ActError> {
    Ok(actor.inner.services.subscribing.look(actor.id(), address.as_str()).await?)
}

/// Subscribes to an address, in the folder of this path, which is created if there is none, with the key that its server
/// asks for.
pub(crate) async fn follow(
    actor: &Actor<'_>,
    address: &Address,
    folder: Option<&str>,
    key: Option<Key>,
    several: Several,
) -> Result<Following, ActError> {
    let folder = match folder {
        None => None,
        Some(text) => Some(folder_name(actor, text).await?),
    };
    let before = actor.store.subscriptions().list(actor.id()).await?;
    let known = |followed: AddedSubscription| {
        let is_known = before.iter().any(|one| one.source.id == followed.source);
        if is_known { Following::Known(followed) } else { Following::New(followed) }
    };
    match ask(actor, address.as_str(), folder.as_deref(), key).await? {
        SubscribeRequest::Followed(followed) => Ok(known(followed)),
        SubscribeRequest::Choice(candidates)
            if several == Several::Offered && !candidates.is_empty() =>
        {
            Ok(Following::Choice(candidates))
        }
        SubscribeRequest::Choice(candidates) => {
            Ok(known(first_of(actor, &candidates, folder.as_deref()).await?))
        }
    }
}

/// Subscribes to the first feed that can be fetched. If none can, returns why the first cannot.
async fn first_of(
    actor: &Actor<'_>,
    candidates: &[FeedChoice],
    folder: Option<&str>,
) -> Result<AddedSubscription, ActError> {
    let mut refused = None;
    for candidate in candidates.iter().take(MOST_TRIED) {
        // A key was meant for the page: the feed may be on another server.
        let why = match ask(actor, &candidate.url, folder, None).await {
            Ok(SubscribeRequest::Followed(followed)) => return Ok(followed),
            Ok(SubscribeRequest::Choice(_)) => ActError::NoFeed,
            Err(why) => why,
        };
        refused.get_or_insert(why);
    }
    Err(refused.unwrap_or(ActError::NoFeed))
}

async fn ask(
    actor: &Actor<'_>,
    url: &str,
    folder: Option<&str>,
    key: Option<Key>,
) -> Result<SubscribeRequest, ActError> {
    Ok(actor.inner.services.subscribing.follow(actor.id(), url, folder, key).await?)
}

/// Returns the path if there is such a folder, or if one may be created with it.
async fn folder_name(actor: &Actor<'_>, text: &str) -> Result<String, ActError> {
    let known = actor.store.subscriptions().folders(actor.id()).await?;
    match known.into_iter().find(|folder| folder.path == text.trim()) {
        Some(folder) => Ok(folder.path),
        None => FolderName::typed(text).map(String::from),
    }
}

/// Changes the address of a source.
pub(crate) async fn change_address(
    actor: &Actor<'_>,
    source: SourceId,
    address: &Address,
) -> Result<AddressChange, ActError> {
    let services = &actor.inner.services;
    Ok(services.subscribing.change_address(actor.id(), source, address.as_str()).await?)
}

/// Accepts the new address that a source announced: for everybody if the actor is an operator, otherwise for
/// themselves.
pub(crate) async fn accept_move(
    actor: &Actor<'_>,
    source: SourceId,
) -> Result<AddressChange, ActError> {
    Ok(actor.inner.services.subscribing.accept_move(actor.user, source).await?)
}

/// Keeps a source's address despite the move it announced. Only someone who decides for everybody may do this.
pub(crate) async fn keep_address(
    actor: &Actor<'_>,
    subscribed: &SubscribedSource,
) -> Result<(), ActError> {
    let source = &subscribed.source;
    let seen = source.move_seen.as_ref().map(|seen| &seen.target);
    let Some(target) = seen.or(source.hints.moved_to.as_ref()).map(ToString::to_string) else {
        return Ok(());
    };
    if actor.decides(subscribed) {
        let set = actor.store.sources().options(source.id).await?;
        let set = SourceOptions { refused_move: Some(target.clone()), ..set };
        actor.store.sources().set_options(source.id, set).await?;
    }
    let options = SubscriberOptions { kept_move: Some(target), ..subscribed.options.clone() };
    Ok(actor.store.subscriptions().set_options(actor.id(), source.id, options).await?)
}

/// Merges one subscription into another, along with what was read, starred and tagged. Both must be theirs.
pub(crate) async fn merge(
    actor: &Actor<'_>,
    from: SourceId,
    into: SourceId,
) -> Result<BulkResult, ActError> {
    for id in [from, into] {
        actor.subscribed(id).await?;
    }
    if from == into {
        return Ok(BulkResult { n: 0, undo: None });
    }
    Ok(actor.store.sources().switch(actor.id(), from, into, actor.now()).await?)
}

/// Moves a subscription into one of their folders, or out of any.
pub(crate) async fn move_to(
    actor: &Actor<'_>,
    source: SourceId,
    folder: Option<FolderId>,
) -> Result<(), ActError> {
    if let Some(folder) = folder {
        folders::own(actor, folder).await?;
    }
    Ok(actor.store.subscriptions().move_to(actor.id(), source, folder).await?)
}
