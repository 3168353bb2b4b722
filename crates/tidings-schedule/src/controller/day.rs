//! What each hour of the day asks for, against the day's average.

/// How much of what an hour shows is believed over what that hour showed on days before.
const NEWS: f64 = 0.2;
/// No hour is believed to ask for less, or for more, than this many times the average.
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
    /// The part at a time of day, in minutes since midnight; times of other days count as well.
    pub(super) fn part(&self, clock: f64) -> f64 {
        self.0[hour(clock)]
    }

    /// Counts in what the hour around that time showed.
    pub(super) fn learn(&mut self, clock: f64, shown: f64, days: f64) {
        // An hour counts once, however often it is asked about.
        let news = 1.0 - (1.0 - NEWS).powf(days * 24.0);
        let part = &mut self.0[hour(clock)];
        *part += news * (shown.clamp(RANGE.0, RANGE.1) - *part);
        let mean = self.0.iter().sum::<f64>() / 24.0;
        self.0.iter_mut().for_each(|part| *part = (*part / mean).clamp(RANGE.0, RANGE.1));
    }

    /// What part of a day's grants is due by a minute of the day, from 0 to 1 440.
    pub(super) fn passed(&self, minute: f64) -> f64 {
        let hours = minute / 60.0;
        let whole = self.0.iter().take(hours as usize).sum::<f64>();
        let rest = self.0.get(hours as usize).map_or(0.0, |part| part * hours.fract());
        (whole + rest) / self.0.iter().sum::<f64>()
    }

    /// How far grants by this profile are ahead of even ones at a time of day, in days; zero on average.
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
    // Times are within some days of today: far inside an i64.
    ((clock / 60.0).floor() as i64).rem_euclid(24) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grants_by_the_profile_come_back_to_even_ones_every_day() {
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

    /// A day of which one hour asks for three times as much as the others.
    fn busy(hour: usize) -> Day {
        let mut day = Day([24.0 / 26.0; 24]);
        day.0[hour] = 72.0 / 26.0;
        day
    }

    #[test]
    fn hours_are_those_of_the_clock() {
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
    fn an_hour_learns_a_fifth_of_what_it_shows() {
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
    fn no_hour_is_believed_beyond_bounds() {
        let mut day = Day::default();
        (0..500).for_each(|_| day.learn(545.0, 1e9, 1.0 / 24.0));
        assert!(day.0[9] <= 24.0 && day.0[8] >= 0.02, "{day:?}");
        let mut silent = Day::default();
        (0..500).for_each(|_| silent.learn(545.0, -5.0, 1.0 / 24.0));
        assert!(silent.0[9] >= 0.02 && silent.0[9] < 0.03, "{silent:?}");
    }

    #[test]
    fn what_passed_is_the_part_of_the_hours_before() {
        let day = busy(9);
        close(day.passed(0.0), 0.0);
        close(day.passed(1440.0), 1.0);
        close(day.passed(9.0 * 60.0), 9.0 / 26.0);
        close(day.passed(9.5 * 60.0), 10.5 / 26.0);
        close(day.passed(10.0 * 60.0), 12.0 / 26.0);
        close(Day::default().passed(360.0), 0.25);
    }

    #[test]
    fn drift_is_what_came_early_less_its_mean() {
        close(Day::default().drift(700.0), 0.0);
        let day = busy(9);
        // Between two instants it differs by what passed, against what would have evenly.
        let between = |from: f64, to: f64| day.drift(to) - day.drift(from);
        for (from, to) in [(0.0, 540.0), (540.0, 600.0), (555.0, 1439.0)] {
            close(between(from, to), day.passed(to) - day.passed(from) - (to - from) / 1440.0);
        }
        // A profile counts by its parts, not by their size.
        let doubled = Day(day.0.map(|part| 2.0 * part));
        close(doubled.drift(333.0), day.drift(333.0));
    }
}
