//! Twenty chances of opening, from one in five hundred to nearly always: the grid on which interests are believed.

use tidings_model::Liking;

/// How many points the grid has.
pub const POINTS: usize = 20;

/// The points. They lie close where click rates are low, for there most topics of most readers are.
pub const GRID: [f64; POINTS] = [
    0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7,
    0.8, 0.9, 0.95, 0.99,
];

/// A number for each point.
pub type Weights = [f64; POINTS];

/// Mean and variance under weights that need not sum to one.
///
/// ```
/// use tidings_learn::grid::moments;
/// let flat = moments(&[0.05; 20]);
/// assert!((flat.mean - 0.3516).abs() < 1e-12 && (flat.variance - 0.11773514).abs() < 1e-12);
/// ```
#[must_use]
pub fn moments(weights: &Weights) -> Liking {
    let (mut sum, mut first, mut second) = (0.0, 0.0, 0.0);
    for (&weight, &point) in weights.iter().zip(&GRID) {
        sum += weight;
        first += weight * point;
        second += weight * point * point;
    }
    let mean = first / sum;
    Liking { mean, variance: (second / sum - mean * mean).max(0.0) }
}

/// The same weights with a sum of one; nothing where there is no such.
pub(crate) fn normalised(mut weights: Weights) -> Option<Weights> {
    let sum: f64 = weights.iter().sum();
    if !(sum.is_finite() && sum > 0.0) {
        return None;
    }
    weights.iter_mut().for_each(|weight| *weight /= sum);
    Some(weights)
}

/// How much of the line from 0 to 1 lies nearest to each point.
pub(crate) fn cells() -> Weights {
    let edge = |left: usize| (GRID[left] + GRID[left + 1]) / 2.0;
    std::array::from_fn(|point| {
        let begin = if point == 0 { 0.0 } else { edge(point - 1) };
        let end = if point == POINTS - 1 { 1.0 } else { edge(point) };
        end - begin
    })
}
