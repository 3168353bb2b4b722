//! How fresh articles were, what that cost, and the daily results of our policy and of others.

pub mod shadows;
mod waits;

use crate::store::Store;
pub(crate) use waits::log;
pub use waits::{Arrival, PricePaid, SlowSource};
#[cfg(test)]
pub(crate) use waits::{arrivals_seen, waited};

/// Measurements of freshness. See [`Store::freshness`].
#[derive(Debug, Clone, Copy)]
pub struct Freshness<'a>(&'a Store);

impl Store {
    /// Returns the measurements of freshness.
    #[must_use]
    pub fn freshness(&self) -> Freshness<'_> {
        Freshness(self)
    }
}
