//! The current time and random secrets, behind a trait that only the program implements.
//!
//! Everything else takes `now` as an argument or holds a `Clock` passed in by the program. With a simulated clock the
//! same daemon runs through weeks in seconds.

use jiff::Timestamp;

/// A source of the current time and of random secrets.
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// Returns the current time, truncated to milliseconds, which is what the store keeps.
    fn now(&self) -> Timestamp;

    /// Returns 32 unpredictable bytes. A simulated clock derives them from its seed.
    fn secret(&self) -> [u8; 32];

    /// Returns how many times faster than real time the clock runs: 1, except in a demonstration. Periods that people
    /// need in real time (an undo, a session) must last that many times longer on this clock.
    fn speed(&self) -> u32 {
        1
    }
}

/// A clock that stands still, for tests.
#[derive(Debug, Clone, Copy)]
pub struct FixedClock(pub Timestamp);

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.0
    }

    fn secret(&self) -> [u8; 32] {
        [7; 32]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_clock_stands_still_and_runs_in_real_time() {
        let now = "2026-11-15T12:00:00.123Z".parse().unwrap();
        let clock: &dyn Clock = &FixedClock(now);
        assert_eq!((clock.now(), clock.now()), (now, now));
        assert_eq!(clock.speed(), 1);
        assert_eq!(clock.secret(), clock.secret(), "tests are repeatable");
        assert_eq!(clock.secret(), [7; 32]);
    }
}
