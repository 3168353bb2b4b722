//! Readings: articles that users read, starred, saved for later, tagged or rated, one or many at once, and playback
//! positions.

pub mod bulk;
mod marks;
pub mod positions;
pub mod unread;

use crate::store::Store;
pub use marks::{MarkScope, Tag, UnreadCount, UpTo};
pub(crate) use marks::{
    change_marks, change_named, forget_unread, mark_read, mark_unread, narrowed, put_tag,
    tag_named, tags,
};

/// What users did with articles. See [`Store::readings`].
#[derive(Debug, Clone, Copy)]
pub struct Readings<'a>(&'a Store);

impl Store {
    /// Returns what users did with articles.
    #[must_use]
    pub fn readings(&self) -> Readings<'_> {
        Readings(self)
    }
}
