//! Creating, renaming, reordering and removing folders. The sources in a removed folder stay.

use super::{ActError, Actor, Creation, Name};
use tidings_model::FolderId;
use tidings_store::{BulkResult, Direction};

/// Creates a folder, or returns the one that already has this name.
pub(crate) async fn create(actor: &Actor<'_>, name: Name) -> Result<Creation<FolderId>, ActError> {
    let known = actor.store.subscriptions().folders(actor.id()).await?;
    let id = actor.store.subscriptions().folder(actor.id(), name.into(), actor.now()).await?;
    let is_known = known.iter().any(|folder| folder.id == id);
    Ok(if is_known { Creation::Known(id) } else { Creation::New(id) })
}

/// Returns the folder of this name, creating it if there is none. Finds existing folders even if their name would not
/// be accepted today.
pub(crate) async fn named(actor: &Actor<'_>, text: &str) -> Result<FolderId, ActError> {
    let known = actor.store.subscriptions().folders(actor.id()).await?;
    match known.iter().find(|folder| folder.name == text.trim()) {
        Some(folder) => Ok(folder.id),
        None => create(actor, Name::typed(text)?).await.map(Creation::get),
    }
}

/// Returns one of their folders. Other people's folders are not found.
pub(crate) async fn own(actor: &Actor<'_>, id: FolderId) -> Result<FolderId, ActError> {
    let folders = actor.store.subscriptions().folders(actor.id()).await?;
    let is_own = folders.iter().any(|folder| folder.id == id);
    is_own.then_some(id).ok_or(ActError::NotFound("folder"))
}

/// Renames a folder. The name must be unique.
pub(crate) async fn rename(actor: &Actor<'_>, id: FolderId, name: Name) -> Result<(), ActError> {
    Ok(actor.store.subscriptions().rename_folder(actor.id(), id, name.into()).await?)
}

/// Removes a folder. Its sources stay, without a folder.
pub(crate) async fn remove(actor: &Actor<'_>, id: FolderId) -> Result<BulkResult, ActError> {
    Ok(actor.store.subscriptions().remove_folder(actor.id(), id, actor.now()).await?)
}

/// Puts the folders in this order. Folders that are not named come last; repeated ones count once.
pub(crate) async fn order(actor: &Actor<'_>, ids: &[FolderId]) -> Result<(), ActError> {
    let known = actor.store.subscriptions().folders(actor.id()).await?;
    let mut order: Vec<FolderId> = Vec::new();
    for id in ids {
        if !known.iter().any(|folder| folder.id == *id) {
            return Err(ActError::NotFound("folder"));
        }
        if !order.contains(id) {
            order.push(*id);
        }
    }
    Ok(actor.store.subscriptions().order_folders(actor.id(), order).await?)
}

/// Moves a folder up or down by one. Does nothing at either end.
pub(crate) async fn shift(
    actor: &Actor<'_>,
    id: FolderId,
    direction: Direction,
) -> Result<(), ActError> {
    let folders = actor.store.subscriptions().folders(actor.id()).await?;
    let mut order: Vec<FolderId> = folders.into_iter().map(|folder| folder.id).collect();
    let at = order.iter().position(|one| *one == id).ok_or(ActError::NotFound("folder"))?;
    let to = match direction {
        Direction::Down => at + 1,
        Direction::Up => at.saturating_sub(1),
    };
    if to < order.len() {
        order.swap(at, to);
        actor.store.subscriptions().order_folders(actor.id(), order).await?;
    }
    Ok(())
}
