//! Moments on a repeating period, moved until none can be bettered alone.

use crate::price::root;

/// Polishes `m` moments of a period: each in turn goes where the slope of the whole cost in it is zero.
///
/// `slope(before, at, after)` is the derivative of the cost of the two gaps around a moment, in that moment. A moment
/// stays within `reach` of where it was and between its neighbours. Ends when nothing moves by more than 1e-12 of the
/// period, or after `rounds`.
///
/// ```
/// use tidings_numerics::ring::polish;
/// // Gaps that cost their square are best all alike.
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
            // A single moment has itself a period away on both sides, and they move along.
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
