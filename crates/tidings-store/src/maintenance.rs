//! What keeps the memory itself well: backups, checks, forgetting, upkeep, and what a person takes away.

pub mod backup;
pub mod exporting;
pub mod integrity;
pub mod retention;
pub mod stats;
pub mod upkeep;

use crate::store::Store;

/// Backups, checks, forgetting, upkeep. See [`Store::maintenance`].
#[derive(Debug, Clone, Copy)]
pub struct Maintenance<'a>(&'a Store);

impl Store {
    /// Backups, checks, forgetting, upkeep.
    #[must_use]
    pub fn maintenance(&self) -> Maintenance<'_> {
        Maintenance(self)
    }
}
