//! Simulated faults: crashes the store at the n-th write, for tests and simulations.

use crate::error::{Error, Result};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A planned crash, shared between the store and the test that plans it.
///
/// A *step* is any point where a real process could die: each statement of a writing transaction, the moment before its
/// commit, and the moment after it, when the change is durable but the caller has not been told.
#[derive(Debug, Default)]
pub struct Faults {
    steps: AtomicU64,
    crash_at: AtomicU64,
    crashed: AtomicBool,
}

impl Faults {
    /// Creates faults without a planned crash.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Plans a crash at the n-th step from now, counted from one.
    pub fn crash_after(&self, n: u64) {
        self.crash_at.store(self.steps.load(Ordering::SeqCst) + n, Ordering::SeqCst);
    }

    /// Returns the number of steps taken so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::SeqCst)
    }

    /// Whether the crash has happened.
    #[must_use]
    pub fn has_crashed(&self) -> bool {
        self.crashed.load(Ordering::SeqCst)
    }

    /// Fails after a crash: nothing works any more.
    pub(crate) fn check(&self) -> Result<()> {
        if self.has_crashed() { Err(Error::Crashed) } else { Ok(()) }
    }

    /// Takes one step, which fails if it is the planned one.
    pub(crate) fn step(&self) -> Result<()> {
        self.check()?;
        let step = self.steps.fetch_add(1, Ordering::SeqCst) + 1;
        if step == self.crash_at.load(Ordering::SeqCst) {
            self.crashed.store(true, Ordering::SeqCst);
        }
        self.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_planned_step_and_all_later_ones_fail() {
        let faults = Faults::new();
        assert!(faults.step().is_ok());
        faults.crash_after(2);
        assert!(faults.step().is_ok());
        assert_eq!(faults.step(), Err(Error::Crashed));
        assert_eq!(faults.step(), Err(Error::Crashed));
        assert!(faults.has_crashed());
    }
}
