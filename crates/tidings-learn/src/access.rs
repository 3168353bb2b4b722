//! Access patterns: when a reader, or all subscribers of a source together, visit.
//!
//! Visits are fewer than postings, and their pattern changes sooner (Sia 2009, section 2.4.4: a shorter history for
//! users). So they fade with a half-life of two weeks, and hours are shrunk towards a uniform day while there are
//! few. The hour of the week is in UTC: a reader's time zone is part of the pattern and need not be known.

use crate::pattern::{Firmness, HOURS, WeekPattern, shrunk};

/// The half-life of a visit, in minutes.
pub const HALF_LIFE: f64 = 14.0 * 1440.0;

/// The access pattern of a reader, as faded counts by hour of the week. Times are minutes since a Monday 00:00 UTC.
///
/// ```
/// use tidings_learn::access::AccessPattern;
/// let mut reader = AccessPattern::new(0.0);
/// (0..14).for_each(|day| reader.look(f64::from(day) * 1440.0 + 7.5 * 60.0));
/// let rate = reader.rate(14.0 * 1440.0);
/// assert!(rate[7] > 5.0 * rate[15]);
/// // About one visit per day.
/// assert!((rate.iter().sum::<f64>() * 60.0 / 7.0 - 1.0).abs() < 0.2);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct AccessPattern {
    counts: WeekPattern,
    watched: f64,
    as_of: f64,
}

impl AccessPattern {
    /// Creates a pattern without visits, observed from `now` on.
    #[must_use]
    pub fn new(now: f64) -> Self {
        Self { counts: [0.0; HOURS], watched: 0.0, as_of: now }
    }

    /// Counts a visit. A visit dated before the latest one counts as made now.
    pub fn look(&mut self, at: f64) {
        self.pass(at);
        self.counts[(self.as_of / 60.0) as i64 as usize % HOURS] += 1.0;
    }

    fn pass(&mut self, now: f64) {
        let passed = (now - self.as_of).max(0.0);
        let kept = (-passed / HALF_LIFE).exp2();
        self.counts.iter_mut().for_each(|count| *count *= kept);
        // ∫ 2^(−t/h) dt over the time that passed, plus what remains of the time before.
        self.watched =
            self.watched.mul_add(kept, (1.0 - kept) * HALF_LIFE / std::f64::consts::LN_2);
        self.as_of = self.as_of.max(now);
    }

    /// Returns how much a minute of waiting matters in each hour of the week. The mean is 1.
    ///
    /// A part of the result is uniform, because nobody keeps the same hours exactly: all of it before the first
    /// visits, and a quarter in the end.
    ///
    /// ```
    /// use tidings_learn::access::AccessPattern;
    /// let mut reader = AccessPattern::new(0.0);
    /// assert!(reader.matters(0.0).iter().all(|hour| (hour - 1.0).abs() < 0.01));
    /// (0..28).for_each(|day| reader.look(f64::from(day) * 1440.0 + 7.5 * 60.0));
    /// let matters = reader.matters(28.0 * 1440.0);
    /// assert!(matters[7] > 3.0 * matters[3]);
    /// ```
    #[must_use]
    pub fn matters(&self, now: f64) -> WeekPattern {
        let rate = self.rate(now);
        let mean = rate.iter().sum::<f64>() / HOURS as f64;
        let n: f64 = self.counts.iter().sum();
        let known = 0.75 * n / (n + 5.0);
        rate.map(|rate| (rate / mean).mul_add(known, 1.0 - known))
    }

    /// Returns the mean of several readers' [`AccessPattern::matters`], with equal weights.
    ///
    /// ```
    /// use tidings_learn::access::AccessPattern;
    /// let (morning, evening) = ([2.0; 168], [1.0; 168]);
    /// assert_eq!(AccessPattern::average(&[&morning, &evening]), [1.5; 168]);
    /// ```
    #[must_use]
    pub fn average<M: std::ops::Deref<Target = [f32; HOURS]>>(all: &[M]) -> [f32; HOURS] {
        let n = all.len().max(1) as f32;
        std::array::from_fn(|hour| all.iter().map(|one| one[hour]).sum::<f32>() / n)
    }

    /// Returns visits per minute for each hour of the week, as of `now`.
    #[must_use]
    pub fn rate(&self, now: f64) -> WeekPattern {
        let mut current = self.clone();
        current.pass(now);
        let n: f64 = current.counts.iter().sum();
        // Assume half a visit beforehand, because a reader without visits may still come.
        let mean = (n + 0.5) / (current.watched + 1440.0);
        let firmness = Firmness { hour: 1.0, day: 30.0, cell: 100.0 };
        shrunk(&current.counts, &[1.0; HOURS], firmness).map(|cell| cell * mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::f64::consts::LN_2;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
    }

    #[test]
    fn old_habits_fade() {
        let mut reader = AccessPattern::new(0.0);
        (0..20).for_each(|day| reader.look(f64::from(day).mul_add(1440.0, 480.0)));
        (20..60).for_each(|day| reader.look(f64::from(day).mul_add(1440.0, 1200.0)));
        let rate = reader.rate(60.0 * 1440.0);
        assert!(rate[20] > 3.0 * rate[8]);
        assert!(AccessPattern::new(0.0).rate(0.0).iter().all(|rate| *rate > 0.0));
    }

    #[test]
    fn a_visit_counts_in_its_hour_and_half_after_two_weeks() {
        let mut reader = AccessPattern::new(0.0);
        reader.look(24.0 * 60.0 + 90.0);
        close(reader.counts[25], 1.0);
        reader.look(24.0 * 60.0 + 90.0 + HALF_LIFE);
        close(reader.counts[25], 1.5);
        close(reader.counts.iter().sum(), 1.5);
        close(HALF_LIFE, 20_160.0);
    }

    #[test]
    fn hours_repeat_every_week() {
        let mut reader = AccessPattern::new(0.0);
        reader.look(7.0 * 1440.0 - 1.0);
        close(reader.counts[167], 1.0);
        reader.look(7.0 * 1440.0);
        close(reader.counts[0], 1.0);
    }

    #[test]
    fn a_visit_dated_before_the_last_counts_as_now() {
        let mut reader = AccessPattern::new(0.0);
        reader.look(600.0);
        reader.look(30.0);
        close(reader.counts[10], 2.0);
        close(reader.as_of, 600.0);
    }

    #[test]
    fn observed_time_fades_like_visits() {
        let mut reader = AccessPattern::new(100.0);
        reader.pass(100.0 + HALF_LIFE);
        // ∫ 2^(−t/h) from 0 to h is h/(2 ln 2).
        close(reader.watched, HALF_LIFE / (2.0 * LN_2));
        reader.pass(100.0 + 3.0 * HALF_LIFE);
        close(reader.watched, HALF_LIFE / LN_2 * (1.0 - 0.125));
    }

    #[test]
    fn half_a_visit_is_assumed_beforehand() {
        let new = AccessPattern::new(0.0);
        new.rate(0.0).iter().for_each(|rate| close(*rate, 0.5 / 1440.0));
        let watched = HALF_LIFE / (2.0 * LN_2);
        new.rate(HALF_LIFE).iter().for_each(|rate| close(*rate, 0.5 / (watched + 1440.0)));
    }

    #[test]
    fn the_rate_is_visits_over_time() {
        let mut reader = AccessPattern::new(0.0);
        [100.0, 2000.0, 5000.0].into_iter().for_each(|at| reader.look(at));
        let rate = reader.rate(9000.0);
        let mut now = reader.clone();
        now.pass(9000.0);
        let n: f64 = now.counts.iter().sum();
        close(rate.iter().sum::<f64>() / 168.0, (n + 0.5) / (now.watched + 1440.0));
        assert_eq!(
            reader.rate(5000.0).to_vec(),
            reader.rate(4000.0),
            "earlier times do not matter"
        );
    }

    #[test]
    fn at_most_three_quarters_of_what_matters_is_learned() {
        let hours = |n: u32| {
            let mut reader = AccessPattern::new(0.0);
            (0..n).for_each(|_| reader.look(450.0));
            let (rate, matters) = (reader.rate(450.0), reader.matters(450.0));
            let mean = rate.iter().sum::<f64>() / 168.0;
            let known = 0.75 * f64::from(n) / f64::from(n + 5);
            for hour in [3, 7, 100] {
                close(matters[hour], 1.0 - known + known * rate[hour] / mean);
            }
            matters
        };
        hours(0).iter().for_each(|hour| close(*hour, 1.0));
        assert!(hours(1000)[100] > 0.25);
        assert!(hours(5)[7] < hours(20)[7]);
    }

    proptest! {
        #[test]
        fn rates_are_positive_and_what_matters_has_mean_one(
            looks in proptest::collection::vec(0.0f64..3_000.0, 0..50),
        ) {
            let mut reader = AccessPattern::new(0.0);
            let mut now = 0.0;
            for look in looks {
                now += look;
                reader.look(now);
            }
            prop_assert!(reader.rate(now).iter().all(|rate| rate.is_finite() && *rate > 0.0));
            let matters = reader.matters(now);
            prop_assert!((matters.iter().sum::<f64>() / 168.0 - 1.0).abs() < 1e-9);
            prop_assert!(matters.iter().all(|hour| *hour > 0.0));
        }
    }
}
