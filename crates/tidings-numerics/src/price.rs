//! Finds the common price at which total spending equals a budget.

/// Returns the price at which `spend(price)` equals `budget`, for spending that falls as the price rises.
///
/// Bisects the logarithm of the price between `low` and `high`. Returns one of the ends if spending stays below or
/// above the budget throughout. Stops at a relative width of 1e-12.
///
/// ```
/// use tidings_numerics::price::price_that_spends;
/// // Each of two buyers spends 1/√price, so they spend 4 at a price of ¼.
/// let price = price_that_spends(4.0, (1e-9, 1e9), |price| 2.0 / price.sqrt());
/// assert!((price - 0.25).abs() < 1e-9);
/// ```
pub fn price_that_spends(
    budget: f64,
    (low, high): (f64, f64),
    mut spend: impl FnMut(f64) -> f64,
) -> f64 {
    let (mut low, mut high) = (low.ln(), high.ln());
    while high - low > 1e-12 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if spend(middle.exp()) > budget {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high).exp()
}

/// Returns the argument at which an increasing function crosses zero, by bisection, or one of the ends if it does
/// not.
///
/// ```
/// use tidings_numerics::price::root;
/// assert!((root(|x| x * x - 2.0, 0.0, 2.0) - 2.0f64.sqrt()).abs() < 1e-12);
/// assert_eq!(root(|_| 1.0, 0.0, 2.0), 0.0);
/// ```
pub fn root(mut f: impl FnMut(f64) -> f64, low: f64, high: f64) -> f64 {
    let (mut low, mut high) = (low, high);
    if f(low) >= 0.0 {
        return low;
    }
    if f(high) <= 0.0 {
        return high;
    }
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if f(middle) < 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_budget_is_spent(rates in proptest::collection::vec(1e-4f64..10.0, 1..20), budget in 0.01f64..100.0) {
            let spend = |price: f64| rates.iter().map(|rate| (rate / price).sqrt()).sum::<f64>();
            let price = price_that_spends(budget, (1e-12, 1e12), spend);
            prop_assert!((spend(price) / budget - 1.0).abs() < 1e-9);
        }
    }
}
