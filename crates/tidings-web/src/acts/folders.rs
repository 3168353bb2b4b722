//! Creating, renaming, moving, reordering and removing folders. What is in a removed folder stays.

use super::{ActError, Actor, Creation, FolderName};
use tidings_model::FolderId;
use tidings_store::{BulkResult, Direction};

/// Creates a folder and the folders around it, or returns the one that already has this path.
pub(crate) async fn create(
    actor: &Actor<'_>,
    name: FolderName,
) -> Result<Creation<FolderId>, ActError> {
    let known = actor.store.subscriptions().folders(actor.id()).await?;
    let id = actor.store.subscriptions().folder(actor.id(), name.into(), actor.now()).await?;
    let is_known = known.iter().any(|folder| folder.id == id);
    Ok(if is_known { Creation::Known(id) } else { Creation::New(id) })
}

/// Returns the folder of this path, creating it if there is none. Finds existing folders even if their name would not
/// be accepted today.
pub(crate) async fn named(actor: &Actor<'_>, text: &str) -> Result<FolderId, ActError> {
    let known = actor.store.subscriptions().folders(actor.id()).await?;
    match known.iter().find(|folder| folder.path == text.trim()) {
        Some(folder) => Ok(folder.id),
        None => create(actor, FolderName::typed(text)?).await.map(Creation::get),
    }
}

/// Returns one of their folders. Other people's folders are not found.
pub(crate) async fn own(actor: &Actor<'_>, id: FolderId) -> Result<FolderId, ActError> {
    let folders = actor.store.subscriptions().folders(actor.id()).await?;
    let is_own = folders.iter().any(|folder| folder.id == id);
    is_own.then_some(id).ok_or(ActError::NotFound("folder"))
}

/// Gives a folder another path: renames it, moves it, or both. The path must be unique.
pub(crate) async fn rename(
    actor: &Actor<'_>,
    id: FolderId,
    name: FolderName,
) -> Result<(), ActError> {
    let subscriptions = actor.store.subscriptions();
    Ok(subscriptions.rename_folder(actor.id(), id, name.into(), actor.now()).await?)
}

/// Moves a folder into another, or to the top.
pub(crate) async fn move_to(
    actor: &Actor<'_>,
    id: FolderId,
    parent: Option<FolderId>,
) -> Result<(), ActError> {
    Ok(actor.store.subscriptions().move_folder(actor.id(), id, parent).await?)
}

/// Removes a folder. What is in it moves to the folder around it.
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

/// Moves a folder up or down by one, among those in the same folder. Does nothing at either end.
pub(crate) async fn shift(
    actor: &Actor<'_>,
    id: FolderId,
    direction: Direction,
) -> Result<(), ActError> {
    let folders = actor.store.subscriptions().folders(actor.id()).await?;
    let shifted = folders.iter().find(|one| one.id == id).ok_or(ActError::NotFound("folder"))?;
    let beside = folders.iter().filter(|one| one.parent == shifted.parent);
    let mut order: Vec<FolderId> = beside.map(|folder| folder.id).collect();
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
