//! Files of subscriptions, and other readers' exports, taken in.

use super::{ActError, Actor};

/// Takes in a file, which goes on after the answer; returns the number of the import.
pub(crate) async fn begin(actor: &Actor<'_>, name: &str, bytes: Vec<u8>) -> Result<i64, ActError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ActError::EmptyFile);
    }
    Ok(actor.inner.services.importing.import(actor.id(), name, bytes).await?)
}
