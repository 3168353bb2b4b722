//! Importing subscription files and exports of other readers.

use super::{ActError, Actor};

/// Starts importing a file, which continues after the response. Returns the import's number.
pub(crate) async fn begin(actor: &Actor<'_>, name: &str, bytes: Vec<u8>) -> Result<i64, ActError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ActError::EmptyFile);
    }
    Ok(actor.inner.services.importing.import(actor.id(), name, bytes).await?)
}
