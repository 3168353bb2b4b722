//! How fast plans are made: belief, forecast and plan by price together, as in the server.

use std::time::Instant;
use tidings_learn::rhythm::{Habits, Population, Rhythm};
use tidings_numerics::Draws;
use tidings_schedule::price::{Bounds, Grid, Planner};

/// The result of the measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speed {
    /// Number of planned sources.
    pub sources: u32,
    /// Slots of ten minutes in each plan.
    pub slots: u32,
    /// Plans per second on one core.
    pub per_second: f64,
}

/// Plans each of `n` sources once, with a weekly pattern, bursts and a grid of ten minutes over `slots` slots.
///
/// The beliefs of a hundred simulated sources are reused, because their content does not change the amount of work.
///
/// ```
/// assert!(tidings_lab::plans::speed(10, 108).per_second > 0.0);
/// ```
#[must_use]
pub fn speed(n: u32, slots: u32) -> Speed {
    let (population, habits) = (Population::unknown(), Habits::default());
    let rhythms: Vec<Rhythm> = (0..100)
        .map(|source| {
            let mut draws = Draws::part(7, source);
            let postings = crate::generate::GeneratedKind::Office.postings(4.0, 28, &mut draws);
            let mut rhythm = Rhythm::new(&population, 0.0);
            rhythm.observe(&postings, 28.0 * 1440.0, &population, &habits);
            rhythm
        })
        .collect();
    let grid = Grid { shortest_view: f64::from(slots) * 10.0, gaps_ahead: 1.0, ..Grid::default() };
    let bounds = Bounds { shortest: 5.0, longest: 1e9, fullest: 1e9 };
    let mut planner = Planner::default();
    let start = Instant::now();
    for (_, rhythm) in (0..n).zip(rhythms.iter().cycle()) {
        let mut forecast = rhythm.forecast(&population, &habits);
        let (usual, now) = (forecast.background(), rhythm.as_of());
        std::hint::black_box(
            planner.next(&grid, bounds, 60.0, usual, now, |t| forecast.until(t).into()),
        );
    }
    Speed { sources: n, slots, per_second: f64::from(n) / start.elapsed().as_secs_f64() }
}
