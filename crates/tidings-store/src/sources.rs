//! What is watched, once for all users: addresses, how and when each is asked, who asks it now, and how much it
//! matters.

pub mod claims;
pub mod clock;
pub(crate) mod hints;
pub mod hosts;
pub mod icons;
pub mod merge;
pub mod options;
pub mod overview;
pub mod planning;
mod records;
pub mod switching;
pub mod weighing;

use crate::store::Store;
pub use records::{AddedSource, MAX_URL_BYTES, SourceCounts};
pub(crate) use records::{
    COLUMNS, NOBODY, add, by_id, by_ids, check_url, lock, orphan_if_unwanted, read_code,
    read_source, reschedule, wake_orphan,
};

/// What is watched. See [`Store::sources`].
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a>(&'a Store);

impl Store {
    /// What is watched.
    #[must_use]
    pub fn sources(&self) -> Sources<'_> {
        Sources(self)
    }
}
