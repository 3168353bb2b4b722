//! The daily profile: the demand of each hour relative to the day's average.

/// The weight of an hour's latest observation against those of earlier days.
const NEWS: f64 = 0.2;
/// The bounds of an hour's demand relative to the average.
const RANGE: (f64, f64) = (0.02, 24.0);

/// The profile of a day: 24 parts with a mean of 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Day(pub(super) [f64; 24]);

impl Default for Day {
    fn default() -> Self {
        Self([1.0; 24])
    }
}

impl Day {
    /// Returns the factor at a time of day in minutes since midnight. Times of other days are allowed.
    pub(super) fn part(&self, clock: f64) -> f64 {
        self.0[hour(clock)]
    }

    /// Takes in the demand observed in the hour around that time.
    pub(super) fn learn(&mut self, clock: f64, shown: f64, days: f64) {
        // The result does not depend on how many pieces an hour is observed in.
        let news = 1.0 - (1.0 - NEWS).powf(days * 24.0);
        let part = &mut self.0[hour(clock)];
        *part += news * (shown.clamp(RANGE.0, RANGE.1) - *part);
        let mean = self.0.iter().sum::<f64>() / 24.0;
        self.0.iter_mut().for_each(|part| *part = (*part / mean).clamp(RANGE.0, RANGE.1));
    }

    /// Returns the part of a day's grants that is due by a minute of the day, from 0 to 1 440.
    pub(super) fn passed(&self, minute: f64) -> f64 {
        let hours = minute / 60.0;
        let whole = self.0.iter().take(hours as usize).sum::<f64>();
        let rest = self.0.get(hours as usize).map_or(0.0, |part| part * hours.fract());
        (whole + rest) / self.0.iter().sum::<f64>()
    }

    /// Returns how far grants by this profile are ahead of even ones at a time of day, in days. Zero on average.
    pub(super) fn drift(&self, clock: f64) -> f64 {
        let (at, into) = (hour(clock), clock.rem_euclid(60.0) / 60.0);
        let mean = self.0.iter().sum::<f64>() / 24.0;
        let (mut sum, mut area, mut here) = (0.0, 0.0, 0.0);
        for (i, part) in self.0.iter().enumerate() {
            let more = part / mean - 1.0;
            if i == at {
                here = sum + more * into;
            }
            area += sum + more / 2.0;
            sum += more;
        }
        (here - area / 24.0) / 24.0
    }
}

fn hour(clock: f64) -> usize {
    // Times are within a few days of today, so the cast cannot overflow.
    ((clock / 60.0).floor() as i64).rem_euclid(24) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grants_by_the_profile_equal_even_ones_over_a_day() {
        let mut day = Day::default();
        (0..240).for_each(|i| day.learn(f64::from(i) * 60.0, f64::from(i % 5), 1.0 / 24.0));
        assert!((day.0.iter().sum::<f64>() / 24.0 - 1.0).abs() < 1e-12);
        for clock in [0.0, 61.0, 700.0, 1439.0] {
            assert!((day.drift(clock) - day.drift(clock + 1440.0)).abs() < 1e-12);
            let slope = (day.drift(clock + 0.01) - day.drift(clock)) * 1440.0 / 0.01;
            assert!((slope - (day.part(clock) - 1.0)).abs() < 1e-6, "{clock}: {slope}");
        }
        let mean = (0..1440).map(|minute| day.drift(f64::from(minute) + 0.5)).sum::<f64>() / 1440.0;
        assert!(mean.abs() < 1e-6, "{mean}");
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
    }

    /// Returns a day on which one hour asks for three times as much as the others.
    fn busy(hour: usize) -> Day {
        let mut day = Day([24.0 / 26.0; 24]);
        day.0[hour] = 72.0 / 26.0;
        day
    }

    #[test]
    fn hours_follow_the_clock() {
        for (clock, expected) in [
            (0.0, 0),
            (59.9, 0),
            (60.0, 1),
            (1439.0, 23),
            (1440.0, 0),
            (-0.1, 23),
            (10_080.0 + 61.0, 1),
        ] {
            assert_eq!(hour(clock), expected, "{clock}");
        }
        close(busy(9).part(9.5 * 60.0), 72.0 / 26.0);
        close(busy(9).part(10.0 * 60.0), 24.0 / 26.0);
    }

    #[test]
    fn an_hour_moves_a_fifth_towards_what_was_observed() {
        let mut day = Day::default();
        day.learn(545.0, 3.0, 1.0 / 24.0);
        // 0.8·1 + 0.2·3 = 1.4, and the mean is 24.4/24.
        close(day.0[9], 1.4 * 24.0 / 24.4);
        close(day.0[8], 24.0 / 24.4);
        let mut twice = Day::default();
        twice.learn(545.0, 3.0, 0.5 / 24.0);
        twice.learn(575.0, 3.0, 0.5 / 24.0);
        assert!((twice.0[9] - day.0[9]).abs() < 0.01, "{} {}", twice.0[9], day.0[9]);
    }

    #[test]
    fn hours_stay_within_bounds() {
        let mut day = Day::default();
        (0..500).for_each(|_| day.learn(545.0, 1e9, 1.0 / 24.0));
        assert!(day.0[9] <= 24.0 && day.0[8] >= 0.02, "{day:?}");
        let mut silent = Day::default();
        (0..500).for_each(|_| silent.learn(545.0, -5.0, 1.0 / 24.0));
        assert!(silent.0[9] >= 0.02 && silent.0[9] < 0.03, "{silent:?}");
    }

    #[test]
    fn passed_is_the_part_of_the_hours_before() {
        let day = busy(9);
        close(day.passed(0.0), 0.0);
        close(day.passed(1440.0), 1.0);
        close(day.passed(9.0 * 60.0), 9.0 / 26.0);
        close(day.passed(9.5 * 60.0), 10.5 / 26.0);
        close(day.passed(10.0 * 60.0), 12.0 / 26.0);
        close(Day::default().passed(360.0), 0.25);
    }

    #[test]
    fn drift_is_what_was_granted_early_less_its_mean() {
        close(Day::default().drift(700.0), 0.0);
        let day = busy(9);
        // Between two instants drift changes by the profile's grants less even grants.
        let between = |from: f64, to: f64| day.drift(to) - day.drift(from);
        for (from, to) in [(0.0, 540.0), (540.0, 600.0), (555.0, 1439.0)] {
            close(between(from, to), day.passed(to) - day.passed(from) - (to - from) / 1440.0);
        }
        // Only the ratio of the parts matters.
        let doubled = Day(day.0.map(|part| 2.0 * part));
        close(doubled.drift(333.0), day.drift(333.0));
    }
}
