//! How fresh articles were, what that cost, and what each day came to under our policy and under others.

pub mod shadows;
mod waits;

use crate::store::Store;
pub(crate) use waits::log;
pub use waits::{Arrival, PricePaid, SlowSource};
#[cfg(test)]
pub(crate) use waits::{arrivals_seen, waited};

/// How fresh articles were. See [`Store::freshness`].
#[derive(Debug, Clone, Copy)]
pub struct Freshness<'a>(&'a Store);

impl Store {
    /// How fresh articles were.
    #[must_use]
    pub fn freshness(&self) -> Freshness<'_> {
        Freshness(self)
    }
}
