//! Faults on demand: makes the store crash at the n-th write, for tests and simulations.

use crate::error::{Error, Result};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A crash waiting to happen. Shared between the store and whoever plans its end.
///
/// A *step* is anything a real process could die at: each statement of a writing transaction, the moment before its
/// commit, and the moment after it, when the change is kept but nobody was told.
#[derive(Debug, Default)]
pub struct Faults {
    steps: AtomicU64,
    crash_at: AtomicU64,
    crashed: AtomicBool,
}

impl Faults {
    /// No crash planned.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Plans a crash at the n-th step from now, counted from one.
    pub fn crash_after(&self, n: u64) {
        self.crash_at.store(self.steps.load(Ordering::SeqCst) + n, Ordering::SeqCst);
    }

    /// Steps taken so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::SeqCst)
    }

    /// Whether the crash has happened.
    #[must_use]
    pub fn has_crashed(&self) -> bool {
        self.crashed.load(Ordering::SeqCst)
    }

    /// Nothing works any more after a crash.
    pub(crate) fn check(&self) -> Result<()> {
        if self.has_crashed() { Err(Error::Crashed) } else { Ok(()) }
    }

    /// One more step; the planned one crashes.
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
    fn the_planned_step_crashes_and_all_after_it() {
        let faults = Faults::new();
        assert!(faults.step().is_ok());
        faults.crash_after(2);
        assert!(faults.step().is_ok());
        assert_eq!(faults.step(), Err(Error::Crashed));
        assert_eq!(faults.step(), Err(Error::Crashed));
        assert!(faults.has_crashed());
    }
}
