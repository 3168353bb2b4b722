//! Optimises moments in a repeating period, one at a time.

use crate::price::root;

/// Refines the moments of a period: each in turn is moved to where the derivative of the total cost is zero.
///
/// `slope(before, at, after)` is the derivative, with respect to a moment, of the cost of the two gaps around it. In
/// each round a moment moves by at most `reach` and stays between its neighbours. Ends when nothing moves by more
/// than 1e-12 of the period, or after `rounds`.
///
/// ```
/// use tidings_numerics::ring::polish;
/// // If gaps cost their square, equal gaps are best.
/// let mut moments = vec![0.1, 0.3, 0.9];
/// polish(&mut moments, 1.0, 0.2, 500, |before, at, after| 2.0 * (at - before) - 2.0 * (after - at));
/// assert!((moments[1] - moments[0] - 1.0 / 3.0).abs() < 1e-9);
/// ```
pub fn polish(
    moments: &mut [f64],
    period: f64,
    reach: f64,
    rounds: u32,
    slope: impl Fn(f64, f64, f64) -> f64,
) {
    let m = moments.len();
    for _ in 0..rounds {
        let mut moved = 0.0f64;
        for i in 0..m {
            let before = if i == 0 { moments[m - 1] - period } else { moments[i - 1] };
            let after = if i + 1 == m { moments[0] + period } else { moments[i + 1] };
            let at = moments[i];
            let (low, high) = ((at - reach).max(before), (at + reach).min(after));
            // A single moment is its own neighbour one period away on both sides, and they move with it.
            let around = |x: f64| if m == 1 { (x - period, x + period) } else { (before, after) };
            let best = root(|x| slope(around(x).0, x, around(x).1), low, high);
            moved = moved.max((best - at).abs());
            moments[i] = best;
        }
        if moved <= 1e-12 * period {
            break;
        }
    }
}
