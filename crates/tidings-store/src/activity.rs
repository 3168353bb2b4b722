//! Notes for users and operators about what happened, and when a failing source deserves one.

mod notes;
pub(crate) mod notices;

use crate::store::Store;
pub(crate) use notes::note;
pub use notes::{Audience, Note, NoteEntry, NotesQuery};

/// The notes that users and operators read. See [`Store::activity`].
#[derive(Debug, Clone, Copy)]
pub struct Activity<'a>(&'a Store);

impl Store {
    /// Returns the notes that users and operators read.
    #[must_use]
    pub fn activity(&self) -> Activity<'_> {
        Activity(self)
    }
}
