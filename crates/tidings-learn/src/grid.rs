//! The grid for interests: twenty probabilities of opening, from one in five hundred to nearly one.

use tidings_model::Liking;

/// The number of points.
pub const POINTS: usize = 20;

/// The points. They are dense at low click rates, because most interests lie there.
pub const GRID: [f64; POINTS] = [
    0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7,
    0.8, 0.9, 0.95, 0.99,
];

/// One number for each point.
pub type Weights = [f64; POINTS];

/// Returns the mean and variance under weights that need not sum to one.
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

/// Scales weights to a sum of one. Returns `None` if that is not possible.
pub(crate) fn normalised(mut weights: Weights) -> Option<Weights> {
    let sum: f64 = weights.iter().sum();
    if !(sum.is_finite() && sum > 0.0) {
        return None;
    }
    weights.iter_mut().for_each(|weight| *weight /= sum);
    Some(weights)
}

/// Returns the length of the part of 0..1 that is nearest to each point.
pub(crate) fn cells() -> Weights {
    let edge = |left: usize| (GRID[left] + GRID[left + 1]) / 2.0;
    std::array::from_fn(|point| {
        let begin = if point == 0 { 0.0 } else { edge(point - 1) };
        let end = if point == POINTS - 1 { 1.0 } else { edge(point) };
        end - begin
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
    }

    /// Returns weights that are zero except at these points.
    fn at(points: &[(usize, f64)]) -> Weights {
        let mut weights = [0.0; POINTS];
        points.iter().for_each(|(point, weight)| weights[*point] = *weight);
        weights
    }

    #[test]
    fn points_are_ascending_probabilities() {
        assert!(GRID.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(GRID.iter().all(|point| (0.0..1.0).contains(point)));
    }

    #[test]
    fn moments_are_weighted_means() {
        let one = moments(&at(&[(13, 7.0)]));
        close(one.mean, 0.5);
        close(one.variance, 0.0);
        // Three parts at 0.1 and one at 0.5: the mean is 0.2, the variance 0.28/4 − 0.04.
        let two = moments(&at(&[(7, 3.0), (13, 1.0)]));
        close(two.mean, 0.2);
        close(two.variance, 0.03);
    }

    #[test]
    fn weights_are_scaled_to_a_sum_of_one() {
        let found = normalised(at(&[(0, 1.0), (5, 3.0)])).unwrap();
        assert_eq!(found.to_vec(), at(&[(0, 0.25), (5, 0.75)]));
        assert_eq!(normalised([0.0; POINTS]), None);
        assert_eq!(normalised(at(&[(3, f64::NAN)])), None);
        assert_eq!(normalised(at(&[(3, f64::INFINITY)])), None);
        assert_eq!(normalised(at(&[(3, -1.0)])), None);
    }

    #[test]
    fn cells_divide_the_interval_from_zero_to_one() {
        let cells = cells();
        close(cells.iter().sum(), 1.0);
        close(cells[0], 0.003_5);
        close(cells[1], 0.004);
        close(cells[13], 0.1);
        close(cells[18], 0.045);
        close(cells[19], 0.03);
    }

    proptest! {
        #[test]
        fn moments_are_those_of_a_probability(weights in proptest::array::uniform20(0.0f64..1.0)) {
            prop_assume!(weights.iter().sum::<f64>() > 1e-6);
            let found = moments(&weights);
            prop_assert!(found.mean >= GRID[0] - 1e-9 && found.mean <= GRID[POINTS - 1] + 1e-9);
            prop_assert!(found.variance >= 0.0 && found.variance <= found.mean * (1.0 - found.mean) + 1e-9);
            let doubled = moments(&weights.map(|weight| 2.0 * weight));
            prop_assert!((doubled.mean - found.mean).abs() < 1e-9);
        }
    }
}
