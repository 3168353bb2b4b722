//! When a simulated source posts: a rate for every hour of the week, and occasional bursts.

use jiff::{SignedDuration, Timestamp};
use rand::{RngExt, rngs::Xoshiro256PlusPlus};
use tidings_model::calendar::{HourOfWeek, Window};

/// The posting habits of a simulated writer.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulatedRhythm {
    /// Expected postings in each hour of the week (UTC, Monday 00:00 first).
    pub per_hour: [f64; HourOfWeek::COUNT],
    /// Probability that a posting starts a burst of more within the hour.
    pub burst_chance: f64,
    /// Maximum number of postings that a burst adds.
    pub burst_size: u32,
}

/// The shape of a writer's week.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The same at every hour, as programs do.
    Even,
    /// Working days, nine to five.
    Office,
    /// Evenings, a little more at the weekend.
    Evening,
    /// Saturdays and Sundays only.
    Weekend,
    /// Once a week, on one morning.
    Weekly,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Self; 5] =
        [Self::Even, Self::Office, Self::Evening, Self::Weekend, Self::Weekly];

    fn weight(self, weekday: usize, hour: usize) -> f64 {
        let is_weekend = weekday >= 5;
        match self {
            Self::Even => 1.0,
            Self::Office if !is_weekend && (9..17).contains(&hour) => 1.0,
            Self::Office => 0.02,
            Self::Evening if (18..23).contains(&hour) => {
                if is_weekend {
                    1.5
                } else {
                    1.0
                }
            }
            Self::Evening => 0.05,
            Self::Weekend => {
                if is_weekend && (8..22).contains(&hour) {
                    1.0
                } else {
                    0.01
                }
            }
            Self::Weekly => {
                if weekday == 3 && (7..10).contains(&hour) {
                    1.0
                } else {
                    0.0
                }
            }
        }
    }
}

impl SimulatedRhythm {
    /// Returns a week of this shape with `per_week` expected postings, shifted by a number of hours into another time
    /// zone.
    #[must_use]
    pub fn of(shape: Shape, per_week: f64, shift_hours: usize) -> Self {
        let mut per_hour = [0.0; HourOfWeek::COUNT];
        for (index, rate) in per_hour.iter_mut().enumerate() {
            let local = (index + shift_hours) % HourOfWeek::COUNT;
            *rate = shape.weight(local / 24, local % 24);
        }
        let whole: f64 = per_hour.iter().sum();
        per_hour.iter_mut().for_each(|rate| *rate *= per_week / whole);
        Self { per_hour, burst_chance: 0.0, burst_size: 0 }
    }

    /// Draws the postings of a period: in order, on whole seconds (feeds are no more precise), no two at the same time.
    #[must_use]
    pub fn draw(&self, window: Window, rng: &mut Xoshiro256PlusPlus) -> Vec<Timestamp> {
        let mut seconds = Vec::new();
        let mut hour = window.from.as_second();
        while hour < window.to.as_second() {
            let start = Timestamp::from_second(hour).unwrap_or(window.to);
            let n_postings = poisson(self.per_hour[HourOfWeek::of(start).index()], rng);
            for _ in 0..n_postings {
                seconds.push(hour + rng.random_range(0..3600));
                if rng.random_bool(self.burst_chance) {
                    let n_more = rng.random_range(0..=self.burst_size);
                    seconds.extend((0..n_more).map(|_| hour + rng.random_range(0..3600)));
                }
            }
            hour += SignedDuration::from_hours(1).as_secs();
        }
        seconds.sort_unstable();
        seconds.dedup();
        seconds.retain(|second| *second < window.to.as_second());
        seconds.into_iter().filter_map(|second| Timestamp::from_second(second).ok()).collect()
    }
}

/// Draws from a Poisson distribution: multiplies uniform draws until they fall below e^-rate (Knuth). Fast for the few
/// postings of an hour.
fn poisson(rate: f64, rng: &mut Xoshiro256PlusPlus) -> u32 {
    let threshold = (-rate).exp();
    let mut product: f64 = rng.random();
    let mut n = 0;
    while product > threshold && n < 1000 {
        product *= rng.random::<f64>();
        n += 1;
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn weeks(n: i64) -> Window {
        let from: Timestamp = "2026-11-16T00:00:00Z".parse().unwrap();
        Window { from, to: from + SignedDuration::from_hours(n * 168) }
    }

    #[test]
    fn the_number_of_postings_is_as_expected() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for shape in Shape::ALL {
            let n = SimulatedRhythm::of(shape, 20.0, 0).draw(weeks(100), &mut rng).len();
            // Poisson with mean 2000: five standard deviations either way.
            assert!((1776..2224).contains(&n), "{shape:?}: {n}");
        }
    }

    #[test]
    fn postings_follow_the_shape() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let postings = SimulatedRhythm::of(Shape::Office, 40.0, 0).draw(weeks(50), &mut rng);
        let in_office = postings.iter().filter(|at| {
            let hour = HourOfWeek::of(**at);
            hour.weekday() < 5 && (9..17).contains(&hour.hour_of_day())
        });
        assert!(in_office.count() * 10 > postings.len() * 9);
    }

    #[test]
    fn postings_are_ordered_within_the_window_and_reproducible() {
        let rhythm = SimulatedRhythm {
            burst_chance: 0.3,
            burst_size: 8,
            ..SimulatedRhythm::of(Shape::Evening, 50.0, 5)
        };
        let draw = || rhythm.draw(weeks(4), &mut Xoshiro256PlusPlus::seed_from_u64(3));
        let postings = draw();
        assert!(postings.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(postings.iter().all(|at| weeks(4).contains(*at)));
        assert_eq!(postings, draw());
    }
}
