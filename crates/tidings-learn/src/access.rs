//! When people look: the access pattern of a reader, or of all subscribers of a source together.
//!
//! Looks are fewer than postings and change sooner (Sia 2009, section 2.4.4: a shorter history for users), so they fade with
//! a half-life of two weeks, and their hours are shrunk to an even day until they are many. The hour of the week is that of
//! UTC: a reader's time zone is in her pattern and need not be asked for.

use crate::pattern::{Firmness, HOURS, Week, shrunk};

/// After this time a look weighs half, in minutes.
pub const HALF_LIFE: f64 = 14.0 * 1440.0;

/// When somebody looks, as faded counts by hour of the week. Times are minutes since a Monday 00:00 UTC.
///
/// ```
/// use tidings_learn::access::Access;
/// let mut reader = Access::new(0.0);
/// (0..14).for_each(|day| reader.look(f64::from(day) * 1440.0 + 7.5 * 60.0));
/// let rate = reader.rate(14.0 * 1440.0);
/// assert!(rate[7] > 5.0 * rate[15]);
/// // About one look a day.
/// assert!((rate.iter().sum::<f64>() * 60.0 / 7.0 - 1.0).abs() < 0.2);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Access {
    counts: Week,
    watched: f64,
    as_of: f64,
}

impl Access {
    /// Nobody has looked yet; watched from `now` on.
    #[must_use]
    pub fn new(now: f64) -> Self {
        Self { counts: [0.0; HOURS], watched: 0.0, as_of: now }
    }

    /// Counts a look. One dated before what is counted already counts as now.
    pub fn look(&mut self, at: f64) {
        self.pass(at);
        self.counts[(self.as_of / 60.0) as i64 as usize % HOURS] += 1.0;
    }

    fn pass(&mut self, now: f64) {
        let passed = (now - self.as_of).max(0.0);
        let kept = (-passed / HALF_LIFE).exp2();
        self.counts.iter_mut().for_each(|count| *count *= kept);
        // ∫ 2^(−t/h) dt over the time that passed, and what is left of the time before.
        self.watched =
            self.watched.mul_add(kept, (1.0 - kept) * HALF_LIFE / std::f64::consts::LN_2);
        self.as_of = self.as_of.max(now);
    }

    /// How much a minute of waiting matters in each hour of the week; 1 on average.
    ///
    /// A part of it is the same at all hours, for nobody keeps her hours exactly: all of it until she has looked a few
    /// times, a quarter in the end.
    ///
    /// ```
    /// use tidings_learn::access::Access;
    /// let mut reader = Access::new(0.0);
    /// assert!(reader.matters(0.0).iter().all(|hour| (hour - 1.0).abs() < 0.01));
    /// (0..28).for_each(|day| reader.look(f64::from(day) * 1440.0 + 7.5 * 60.0));
    /// let matters = reader.matters(28.0 * 1440.0);
    /// assert!(matters[7] > 3.0 * matters[3]);
    /// ```
    #[must_use]
    pub fn matters(&self, now: f64) -> Week {
        let rate = self.rate(now);
        let mean = rate.iter().sum::<f64>() / HOURS as f64;
        let n: f64 = self.counts.iter().sum();
        let known = 0.75 * n / (n + 5.0);
        rate.map(|rate| (rate / mean).mul_add(known, 1.0 - known))
    }

    /// What several readers' hours come to: the mean of [`Access::matters`], each of them counting alike.
    ///
    /// ```
    /// use tidings_learn::access::Access;
    /// let (morning, evening) = ([2.0; 168], [1.0; 168]);
    /// assert_eq!(Access::average(&[&morning, &evening]), [1.5; 168]);
    /// ```
    #[must_use]
    pub fn average<M: std::ops::Deref<Target = [f32; HOURS]>>(all: &[M]) -> [f32; HOURS] {
        let n = all.len().max(1) as f32;
        std::array::from_fn(|hour| all.iter().map(|one| one[hour]).sum::<f32>() / n)
    }

    /// Looks per minute for each hour of the week, as of `now`.
    #[must_use]
    pub fn rate(&self, now: f64) -> Week {
        let mut current = self.clone();
        current.pass(now);
        let n: f64 = current.counts.iter().sum();
        // Half a look in all: who never looked may still begin to.
        let mean = (n + 0.5) / (current.watched + 1440.0);
        let firmness = Firmness { hour: 1.0, day: 30.0, cell: 100.0 };
        shrunk(&current.counts, &[1.0; HOURS], firmness).map(|cell| cell * mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_habits_fade() {
        let mut reader = Access::new(0.0);
        (0..20).for_each(|day| reader.look(f64::from(day).mul_add(1440.0, 480.0)));
        (20..60).for_each(|day| reader.look(f64::from(day).mul_add(1440.0, 1200.0)));
        let rate = reader.rate(60.0 * 1440.0);
        assert!(rate[20] > 3.0 * rate[8]);
        assert!(Access::new(0.0).rate(0.0).iter().all(|rate| *rate > 0.0));
    }
}
