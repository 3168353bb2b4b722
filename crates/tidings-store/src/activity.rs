//! What people need to know of, in sentences, and when the trouble of a source becomes one of them.

mod notes;
pub(crate) mod notices;

use crate::store::Store;
pub(crate) use notes::note;
pub use notes::{Audience, Note, NoteEntry, NotesQuery};

/// What people need to know of. See [`Store::activity`].
#[derive(Debug, Clone, Copy)]
pub struct Activity<'a>(&'a Store);

impl Store {
    /// What people need to know of.
    #[must_use]
    pub fn activity(&self) -> Activity<'_> {
        Activity(self)
    }
}
