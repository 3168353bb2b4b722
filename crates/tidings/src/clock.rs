//! The only place that asks for the time and for seeds.
//!
//! [`Time`] is the machine's clock, or a simulated one that starts where it is told and moves with tokio's own time: under a
//! paused tokio runtime, weeks pass in seconds and every sleep ends exactly when it should. For a demonstration it can also run
//! some hundred times faster than the real one, sleeps included.

use jiff::Timestamp;
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::{
    sync::{
        Mutex,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};
use tidings_model::{Clock, units::Share};

/// The time, and chance.
#[derive(Debug)]
pub struct Time {
    kind: Kind,
    chance: Mutex<StdRng>,
}

#[derive(Debug)]
enum Kind {
    System,
    Simulated { start: Timestamp, origin: tokio::time::Instant, jumped_ms: AtomicI64 },
    Fast { start: Timestamp, origin: tokio::time::Instant, speed: u32 },
}

impl Time {
    /// The machine's clock, seeded by the machine.
    #[must_use]
    pub fn system() -> Self {
        Self { kind: Kind::System, chance: Mutex::new(StdRng::from_rng(&mut rand::rng())) }
    }

    /// A clock that shows `start` now and moves with tokio's time; chance comes from the seed.
    #[must_use]
    pub fn simulated(start: Timestamp, seed: u64) -> Self {
        let kind = Kind::Simulated {
            start,
            origin: tokio::time::Instant::now(),
            jumped_ms: AtomicI64::new(0),
        };
        Self { kind, chance: Mutex::new(StdRng::seed_from_u64(seed)) }
    }

    /// A clock that shows `start` now and runs so many times faster than the machine's; its secrets are real ones.
    #[must_use]
    pub fn fast(start: Timestamp, speed: u32) -> Self {
        let kind = Kind::Fast { start, origin: tokio::time::Instant::now(), speed: speed.max(1) };
        Self { kind, ..Self::system() }
    }

    /// Sets a simulated clock forward or back, as an administrator or a time server would.
    pub fn jump(&self, ms: i64) {
        if let Kind::Simulated { jumped_ms, .. } = &self.kind {
            jumped_ms.fetch_add(ms, Ordering::Relaxed);
        }
    }

    /// A draw from 0 to 1.
    #[must_use]
    pub fn draw(&self) -> Share {
        let draw = rand::RngExt::random::<f64>(&mut *self.lock());
        Share::new(draw).expect("a draw lies in 0..1")
    }

    /// Runs long work on a thread of its own, so that others go on meanwhile; where time is simulated, in its place in the
    /// order. A panic of the work goes on here.
    pub async fn off_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        if matches!(self.kind, Kind::Simulated { .. }) {
            return work();
        }
        match tokio::task::spawn_blocking(work).await {
            Ok(done) => done,
            Err(broken) => std::panic::resume_unwind(broken.into_panic()),
        }
    }

    /// Sleeps. Long sleeps must be capped by the caller: the wall clock may jump, and a suspended machine does not count.
    pub async fn sleep(&self, time: Duration) {
        tokio::time::sleep(time / self.speed()).await;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, StdRng> {
        tidings_model::locks::locked(&self.chance)
    }
}

impl Clock for Time {
    fn now(&self) -> Timestamp {
        let ms = match &self.kind {
            Kind::System => Timestamp::now().as_millisecond(),
            Kind::Simulated { start, origin, jumped_ms } => {
                let passed = i64::try_from(origin.elapsed().as_millis()).unwrap_or(i64::MAX);
                start
                    .as_millisecond()
                    .saturating_add(passed)
                    .saturating_add(jumped_ms.load(Ordering::Relaxed))
            }
            Kind::Fast { start, origin, speed } => {
                let passed = i64::try_from(origin.elapsed().as_millis()).unwrap_or(i64::MAX);
                start.as_millisecond().saturating_add(passed.saturating_mul(i64::from(*speed)))
            }
        };
        Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MAX)
    }

    fn secret(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.lock().fill_bytes(&mut bytes);
        bytes
    }

    fn speed(&self) -> u32 {
        match self.kind {
            Kind::Fast { speed, .. } => speed,
            Kind::System | Kind::Simulated { .. } => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn simulated_weeks_pass_at_once_and_jumps_show() {
        let start: Timestamp = "2026-11-15T00:00:00Z".parse().unwrap();
        let time = Time::simulated(start, 1);
        time.sleep(Duration::from_secs(14 * 86_400)).await;
        assert_eq!(time.now(), "2026-11-29T00:00:00Z".parse().unwrap());
        time.jump(-3_600_000);
        assert_eq!(time.now(), "2026-11-28T23:00:00Z".parse().unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn a_fast_clock_runs_ahead_and_sleeps_short() {
        let start: Timestamp = "2026-11-15T00:00:00Z".parse().unwrap();
        let time = Time::fast(start, 720);
        let begun = tokio::time::Instant::now();
        time.sleep(Duration::from_secs(86_400)).await;
        assert_eq!(begun.elapsed(), Duration::from_secs(120));
        assert_eq!(time.now(), "2026-11-16T00:00:00Z".parse().unwrap());
    }

    #[tokio::test]
    async fn chance_repeats_with_its_seed_and_differs_without() {
        let at = |seed| Time::simulated(Timestamp::UNIX_EPOCH, seed).secret();
        assert_eq!(at(1), at(1));
        assert_ne!(at(1), at(2));
        assert_ne!(Time::system().secret(), Time::system().secret());
    }
}
