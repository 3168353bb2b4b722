//! Undoing bulk actions within an hour.

use super::{ActError, Actor};
use tidings_store::Undo;

/// Undoes an action, once.
pub(crate) async fn undo(actor: &Actor<'_>, id: i64) -> Result<Undo, ActError> {
    Ok(actor.store.undos().undo(actor.id(), id, actor.inner.undo_time()).await?)
}
