//! When in the week a source posts: counts by hour of week, shrunk towards what is usual.
//!
//! A pattern is 168 factors with mean 1, Monday 00:00 UTC first. Two weeks of a quiet source fill few of 168 cells, so
//! its own counts only bend the pattern that is expected of it, and only as far as they are many: first the hour of
//! the day, then the day of the week, then the single cell.

/// Hours in a week.
pub const HOURS: usize = 168;

/// One factor for each hour of the week, with mean 1.
pub type WeekPattern = [f64; HOURS];

/// How many postings must speak against the expected pattern before it is half given up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Firmness {
    /// For each hour of the day.
    pub hour: f64,
    /// For each day of the week.
    pub day: f64,
    /// For each hour of the week.
    pub cell: f64,
}

impl Default for Firmness {
    fn default() -> Self {
        Self { hour: 1.0, day: 4.0, cell: 10.0 }
    }
}

/// The pattern that these counts make of the expected one.
///
/// Each step multiplies by (counted + k)/(expected + k), with k from [`Firmness`]; hours borrow from their neighbours,
/// ¼ from each side, counted and expected alike. No counts leave the pattern as it is.
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
    // What is expected follows the pattern so far, in units of the prior: the steps are not evened out between.
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

/// The same pattern with mean 1; flat where there is nothing.
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

/// Each hour keeps half and borrows a quarter from the hour before and after, around the clock.
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
