//! What users did with articles: read, starred, put aside, tagged, rated, one or many at once, and where they stopped
//! listening.

pub mod bulk;
mod marks;
pub mod positions;
pub mod unread;

use crate::store::Store;
pub use marks::{MarkScope, Tag, UnreadCount, UpTo};
pub(crate) use marks::{forget_unread, mark_read, mark_unread, narrowed, put_tag, tag_named, tags};

/// What users did with articles. See [`Store::readings`].
#[derive(Debug, Clone, Copy)]
pub struct Readings<'a>(&'a Store);

impl Store {
    /// What users did with articles.
    #[must_use]
    pub fn readings(&self) -> Readings<'_> {
        Readings(self)
    }
}
