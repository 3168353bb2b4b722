//! Importing subscription files and exports of other readers.

use super::{ActError, Actor};

/// Starts importing a file, which continues after the response. Returns the import's number.
pub(crate) async fn begin(actor: &Actor<'_>, name: &str, bytes: Vec<u8>) -> Result<i64, ActError> {
    let bytes = filled(bytes)?;
    Ok(actor.inner.services.importing.begin(actor.id(), name, bytes).await?)
}

/// Imports a file for a client app, which requests its subscriptions right after the response.
pub(crate) async fn finish(actor: &Actor<'_>, bytes: Vec<u8>) -> Result<(), ActError> {
    let bytes = filled(bytes)?;
    actor.inner.services.importing.import(actor.id(), "subscriptions.opml", bytes).await?;
    Ok(())
}

fn filled(bytes: Vec<u8>) -> Result<Vec<u8>, ActError> {
    let is_empty = bytes.iter().all(u8::is_ascii_whitespace);
    if is_empty { Err(ActError::EmptyFile) } else { Ok(bytes) }
}
