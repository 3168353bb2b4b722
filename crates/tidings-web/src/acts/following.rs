//! Following what is at an address, changing where a source is asked, and going over from one to another.

use super::{ActError, Actor, Address, Name, folders};
use crate::{AddedSubscription, AddressChange, AddressContent, FeedChoice, SubscribeRequest};
use tidings_model::{FolderId, SourceId};
use tidings_store::{BulkResult, SourceOptions, SubscribedSource, SubscriberOptions};

/// What happens where a page links to several feeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Several {
    /// The person chooses.
    Offered,
    /// The first is meant: nobody can be asked.
    FirstMeant,
}

/// What came of the wish to follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Following {
    /// It is followed from now on.
    New(AddedSubscription),
    /// It was followed before; it went into the folder, where one was named.
    Known(AddedSubscription),
    /// Several feeds are there, and one is to be chosen.
    Choice(Vec<FeedChoice>),
}

/// Looks at an address without following anything.
pub(crate) async fn look(actor: &Actor<'_>, address: &Address) -> Result<AddressContent, ActError> {
    Ok(actor.inner.services.subscribing.look(actor.id(), address.as_str()).await?)
}

/// Follows what is at an address, in the folder of a name, which is made if there is none.
pub(crate) async fn follow(
    actor: &Actor<'_>,
    address: &Address,
    folder: Option<&str>,
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
    match ask(actor, address.as_str(), folder.as_deref()).await? {
        SubscribeRequest::Followed(followed) => Ok(known(followed)),
        SubscribeRequest::Choice(candidates)
            if several == Several::Offered && !candidates.is_empty() =>
        {
            Ok(Following::Choice(candidates))
        }
        SubscribeRequest::Choice(candidates) => {
            let first = candidates.first().ok_or(ActError::NoFeed)?;
            match ask(actor, &first.url, folder.as_deref()).await? {
                SubscribeRequest::Followed(followed) => Ok(known(followed)),
                SubscribeRequest::Choice(_) => Err(ActError::NoFeed),
            }
        }
    }
}

async fn ask(
    actor: &Actor<'_>,
    url: &str,
    folder: Option<&str>,
) -> Result<SubscribeRequest, ActError> {
    Ok(actor.inner.services.subscribing.follow(actor.id(), url, folder).await?)
}

/// The name of a folder that is there, or of one that may be made.
async fn folder_name(actor: &Actor<'_>, text: &str) -> Result<String, ActError> {
    let known = actor.store.subscriptions().folders(actor.id()).await?;
    match known.into_iter().find(|folder| folder.name == text.trim()) {
        Some(folder) => Ok(folder.name),
        None => Name::typed(text).map(String::from),
    }
}

/// Follows a source at another address from now on.
pub(crate) async fn change_address(
    actor: &Actor<'_>,
    source: SourceId,
    address: &Address,
) -> Result<AddressChange, ActError> {
    let services = &actor.inner.services;
    Ok(services.subscribing.change_address(actor.id(), source, address.as_str()).await?)
}

/// Goes to the new address that a source announced: an operator for everybody, others for themselves.
pub(crate) async fn accept_move(
    actor: &Actor<'_>,
    source: SourceId,
) -> Result<AddressChange, ActError> {
    Ok(actor.inner.services.subscribing.accept_move(actor.user, source).await?)
}

/// Stays at the address that a source has, whatever it announced: who decides for everybody.
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

/// Goes over from one subscription to another with everything that was read, starred and tagged; both must be theirs.
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

/// Puts a subscription into one of their folders, or into none.
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
