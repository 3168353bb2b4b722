//! Weekly patterns: when in the week a source posts, by counts that are shrunk towards what is usual.
//!
//! A pattern is 168 factors with mean 1, starting with Monday 00:00 UTC. Two weeks of a quiet source fill only a few
//! of the 168 cells. So its own counts only modify the expected pattern, to the extent that there are enough of them:
//! first by hour of day, then by day of week, then by single cell.

/// The number of hours in a week.
pub const HOURS: usize = 168;

/// A factor for each hour of the week, with mean 1.
pub type WeekPattern = [f64; HOURS];

/// The number of postings needed to outweigh the expected pattern by half.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Firmness {
    /// Per hour of the day.
    pub hour: f64,
    /// Per day of the week.
    pub day: f64,
    /// Per hour of the week.
    pub cell: f64,
}

impl Default for Firmness {
    fn default() -> Self {
        Self { hour: 1.0, day: 4.0, cell: 10.0 }
    }
}

/// Returns the expected pattern, modified by these counts.
///
/// Each step multiplies by (counted + k)/(expected + k), with k from [`Firmness`]. Hours are smoothed with a quarter
/// of each neighbour, for both counted and expected numbers. Without counts the pattern is unchanged.
///
/// ```
/// use tidings_learn::pattern::{Firmness, HOURS, shrunk};
/// let mut counts = [0.0; HOURS];
/// (0..7).for_each(|day| counts[24 * day + 9] = 5.0);
/// let pattern = shrunk(&counts, &[1.0; HOURS], Firmness::default());
/// assert!(pattern[9] > 4.0 && pattern[3] < 0.5);
/// assert!((pattern.iter().sum::<f64>() / 168.0 - 1.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn shrunk(counts: &WeekPattern, prior: &WeekPattern, firmness: Firmness) -> WeekPattern {
    let n: f64 = counts.iter().sum();
    // The expected numbers follow the current pattern, in units of the prior, because it is not normalised between
    // the steps.
    let unit = n / prior.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let mut pattern = *prior;

    let (mut counted, mut expected) = ([0.0; 24], [0.0; 24]);
    for cell in 0..HOURS {
        counted[cell % 24] += counts[cell];
        expected[cell % 24] += pattern[cell] * unit;
    }
    let factors = ratios(&lent(&counted), &lent(&expected), firmness.hour);
    for cell in 0..HOURS {
        pattern[cell] *= factors[cell % 24];
    }

    for day in pattern.chunks_exact_mut(24).zip(counts.chunks_exact(24)) {
        let expected = day.0.iter().sum::<f64>() * unit;
        let factor = (day.1.iter().sum::<f64>() + firmness.day) / (expected + firmness.day);
        day.0.iter_mut().for_each(|cell| *cell *= factor);
    }

    for (day, counts) in pattern.as_chunks_mut::<24>().0.iter_mut().zip(counts.as_chunks::<24>().0)
    {
        let expected = day.map(|cell| cell * unit);
        let factors = ratios(&lent(counts), &lent(&expected), firmness.cell);
        day.iter_mut().zip(factors).for_each(|(cell, factor)| *cell *= factor);
    }
    evened(pattern)
}

/// Scales a pattern to mean 1. Returns a flat one if it is zero.
///
/// ```
/// use tidings_learn::pattern::{HOURS, evened};
/// assert_eq!(evened([3.0; HOURS]), [1.0; HOURS]);
/// assert_eq!(evened([0.0; HOURS]), [1.0; HOURS]);
/// ```
#[must_use]
pub fn evened(pattern: WeekPattern) -> WeekPattern {
    let mean = pattern.iter().sum::<f64>() / HOURS as f64;
    if mean > 0.0 && mean.is_finite() { pattern.map(|cell| cell / mean) } else { [1.0; HOURS] }
}

/// Smooths hours around the clock: each keeps half, and gets a quarter from each neighbour.
fn lent(hours: &[f64; 24]) -> [f64; 24] {
    std::array::from_fn(|hour| {
        0.5 * hours[hour] + 0.25 * (hours[(hour + 23) % 24] + hours[(hour + 1) % 24])
    })
}

fn ratios(counted: &[f64; 24], expected: &[f64; 24], k: f64) -> [f64; 24] {
    std::array::from_fn(|hour| (counted[hour] + k) / (expected[hour] + k))
}

#[cfg(test)]
mod tests;
