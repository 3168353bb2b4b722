//! Maintenance of the database: backups, integrity checks, retention, upkeep, and exports for users.

pub mod backup;
pub mod exporting;
pub mod integrity;
pub mod retention;
pub mod stats;
pub mod upkeep;

use crate::store::Store;

/// Backups, checks, retention, upkeep and exports. See [`Store::maintenance`].
#[derive(Debug, Clone, Copy)]
pub struct Maintenance<'a>(&'a Store);

impl Store {
    /// Returns the handle for backups, checks, retention, upkeep and exports.
    #[must_use]
    pub fn maintenance(&self) -> Maintenance<'_> {
        Maintenance(self)
    }
}
