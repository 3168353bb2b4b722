//! What befalls a process besides its sources' faults: crashes at any write, a full disk, a clock set wrong.

use crate::clock::Time;
use anyhow::Result;
use jiff::SignedDuration;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::sync::Arc;
use tidings_store::{Faults, Store};

/// One mishap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mishap {
    /// The process dies at the n-th write from now.
    Crash {
        /// Which one.
        at_write: u64,
    },
    /// The disk is full.
    DiskFull,
    /// Somebody made room again.
    DiskFreed,
    /// The clock is set forward, or back where negative.
    ClockJumps {
        /// By how much.
        ms: i64,
    },
}

impl Mishap {
    /// Makes it happen.
    pub(super) async fn befall(
        self,
        time: &Time,
        store: &Store,
        faults: &Arc<Faults>,
    ) -> Result<()> {
        match self {
            Self::Crash { at_write } => faults.crash_after(at_write),
            // No page beyond those in use: the next write that needs one fails as on a real full disk.
            Self::DiskFull => store.limit_pages(Some(1)).await?,
            Self::DiskFreed => store.limit_pages(None).await?,
            Self::ClockJumps { ms } => time.jump(ms),
        }
        Ok(())
    }
}

/// Mishaps for so many weeks, none in the first day and none in the last two.
pub(super) fn draw(weeks: u32, seed: u64) -> Vec<(SignedDuration, Mishap)> {
    const HOUR_MS: i64 = 3_600_000;
    let mut rng = StdRng::seed_from_u64(seed ^ 0x6d69_7368_6170);
    let last = i64::from(weeks) * 168 - 48;
    let mut all = Vec::new();
    let mut add = |minutes: i64, mishap| all.push((SignedDuration::from_mins(minutes), mishap));
    let mut at = 24 * 60;
    while at < last * 60 {
        match rng.random_range(0..6) {
            0..=2 => add(at, Mishap::Crash { at_write: rng.random_range(1..60) }),
            3 => {
                add(at, Mishap::DiskFull);
                add(at + rng.random_range(5..90), Mishap::DiskFreed);
            }
            4 => {
                let ms = rng.random_range(HOUR_MS..26 * HOUR_MS);
                add(at, Mishap::ClockJumps { ms });
                add(at + rng.random_range(10..600), Mishap::ClockJumps { ms: -ms });
            }
            _ => {
                let ms = rng.random_range(HOUR_MS..26 * HOUR_MS);
                add(at, Mishap::ClockJumps { ms: -ms });
                add(at + rng.random_range(10..600), Mishap::ClockJumps { ms });
            }
        }
        at += rng.random_range(120..900);
    }
    all
}
