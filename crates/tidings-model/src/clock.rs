//! The door to time and chance, as a trait: only the program implements it.
//!
//! Everything else takes `now` as an argument, or holds a `Clock` that the program gave it. A simulated clock makes
//! the same daemon run weeks in seconds.

use jiff::Timestamp;

/// Tells the time and makes secrets.
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// The present instant, cut to whole milliseconds (that is what the store keeps).
    fn now(&self) -> Timestamp;

    /// Thirty-two unpredictable bytes (predictable ones from a seed when the clock is a simulated one).
    fn secret(&self) -> [u8; 32];

    /// How many times faster than people it runs: 1, but in a demonstration. What people need their own time for (an undo, a
    /// session) lasts that much longer by this clock.
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
    fn a_standing_clock_stands_and_runs_as_fast_as_people() {
        let now = "2026-11-15T12:00:00.123Z".parse().unwrap();
        let clock: &dyn Clock = &FixedClock(now);
        assert_eq!((clock.now(), clock.now()), (now, now));
        assert_eq!(clock.speed(), 1);
        assert_eq!(clock.secret(), clock.secret(), "tests repeat");
        assert_eq!(clock.secret(), [7; 32]);
    }
}
