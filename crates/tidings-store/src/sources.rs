//! Sources, stored once for all users: addresses, fetch options and plans, leases, and weights.

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

/// The sources. See [`Store::sources`].
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a>(&'a Store);

impl Store {
    /// Returns the sources.
    #[must_use]
    pub fn sources(&self) -> Sources<'_> {
        Sources(self)
    }
}
