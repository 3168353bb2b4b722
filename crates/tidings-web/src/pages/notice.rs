//! A confirmation of the last action above a page, with "Undo" while that is possible.

use crate::{Error, app::Inner, pages::undo, voice::Voice};
use tidings_model::UserId;

/// A line above a page.
#[derive(Debug)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) undo: Option<i64>,
    /// Where "Undo" leads back to.
    pub(crate) back: String,
}

impl Notice {
    /// Returns the notice for one of the user's actions that can be undone.
    pub(crate) async fn of(
        inner: &Inner,
        t: &Voice,
        user: UserId,
        undo: Option<i64>,
        back: &str,
    ) -> Result<Option<Self>, Error> {
        let Some(id) = undo else { return Ok(None) };
        let done = inner.store.undos().get(user, id, inner.clock.now()).await?;
        let said = |done: tidings_store::Undo| undo::said(t, &done.kind, done.n);
        Ok(done.map(|done| Self { text: said(done), undo: Some(id), back: back.to_owned() }))
    }
}
