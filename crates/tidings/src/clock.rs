//! The only place that reads the clock and draws seeds.
//!
//! [`Time`] is either the machine's clock or a simulated one, which starts at a given instant and moves with tokio's
//! time: in a paused tokio runtime, weeks pass in seconds and every sleep ends exactly on time. For the demo it can
//! also run a few hundred times faster than real time, sleeps included.

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

/// The clock and the source of randomness.
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
    /// The machine's clock, with a random seed.
    #[must_use]
    pub fn system() -> Self {
        Self { kind: Kind::System, chance: Mutex::new(StdRng::from_rng(&mut rand::rng())) }
    }

    /// A clock that shows `start` now and moves with tokio's time. Random draws follow from the seed.
    #[must_use]
    pub fn simulated(start: Timestamp, seed: u64) -> Self {
        let kind = Kind::Simulated {
            start,
            origin: tokio::time::Instant::now(),
            jumped_ms: AtomicI64::new(0),
        };
        Self { kind, chance: Mutex::new(StdRng::seed_from_u64(seed)) }
    }

    /// A clock that shows `start` now and runs `speed` times faster than the machine's. Its secrets are still random.
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

    /// Draws a number from 0 to 1.
    #[must_use]
    pub fn draw(&self) -> Share {
        let draw = rand::RngExt::random::<f64>(&mut *self.lock());
        Share::new(draw).expect("a draw lies in 0..1")
    }

    /// Runs long work on its own thread, so that other tasks can continue. In simulated time it runs in place, to keep
    /// the order deterministic. A panic in the work is passed on to the caller.
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

    /// Sleeps. Callers must cap long sleeps: the wall clock may jump, and time spent suspended does not count.
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
    async fn simulated_weeks_pass_instantly_and_clock_jumps_are_visible() {
        let start: Timestamp = "2026-11-15T00:00:00Z".parse().unwrap();
        let time = Time::simulated(start, 1);
        time.sleep(Duration::from_secs(14 * 86_400)).await;
        assert_eq!(time.now(), "2026-11-29T00:00:00Z".parse().unwrap());
        time.jump(-3_600_000);
        assert_eq!(time.now(), "2026-11-28T23:00:00Z".parse().unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn a_fast_clock_runs_ahead_and_shortens_sleeps() {
        let start: Timestamp = "2026-11-15T00:00:00Z".parse().unwrap();
        let time = Time::fast(start, 720);
        let begun = tokio::time::Instant::now();
        time.sleep(Duration::from_secs(86_400)).await;
        assert_eq!(begun.elapsed(), Duration::from_secs(120));
        assert_eq!(time.now(), "2026-11-16T00:00:00Z".parse().unwrap());
    }

    #[tokio::test]
    async fn random_draws_repeat_with_the_same_seed_and_differ_otherwise() {
        let at = |seed| Time::simulated(Timestamp::UNIX_EPOCH, seed).secret();
        assert_eq!(at(1), at(1));
        assert_ne!(at(1), at(2));
        assert_ne!(Time::system().secret(), Time::system().secret());
    }
}
