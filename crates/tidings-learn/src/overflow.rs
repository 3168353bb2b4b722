//! Overflow: the probability that more articles are posted between two fetches than the feed shows, and how to bound
//! it.
//!
//! Postings come in bursts, so their number varies more than a Poisson number: if each triggers η others, the
//! variance is 1/(1−η)² times the mean. A negative binomial with that mean and variance is a good approximation.

/// The accepted probability of losing an article at a fetch.
pub const RISK: f64 = 0.02;
/// Longer lists are not counted exactly, since they hardly ever overflow.
const LONGEST: u32 = 400;

/// Returns the probability of more than `shown` postings when `expected` are expected and each triggers `echo`
/// others.
///
/// ```
/// use tidings_learn::overflow::chance;
/// assert!(chance(10, 2.0, 0.0) < 1e-4);
/// assert!(chance(10, 2.0, 0.5) > chance(10, 2.0, 0.0));
/// assert!(chance(10, 30.0, 0.0) > 0.99);
/// ```
#[must_use]
pub fn chance(shown: u32, expected: f64, echo: f64) -> f64 {
    if expected.is_nan() || expected <= 0.0 {
        return 0.0;
    }
    // Poisson is the limit. A slightly larger spread avoids a special case.
    let spread = (1.0 - echo.clamp(0.0, 0.95)).powi(-2).max(1.001);
    let (shape, odds) = (expected / (spread - 1.0), (spread - 1.0) / spread);
    // Sums from zero upwards, in logarithms because the first terms may underflow.
    let mut ln_term = -shape * spread.ln();
    let mut within = ln_term.exp();
    for n in 0..shown.min(LONGEST) {
        let n = f64::from(n);
        ln_term += ((shape + n) / (n + 1.0) * odds).ln();
        within += ln_term.exp();
    }
    (1.0 - within).clamp(0.0, 1.0)
}

/// Returns the largest expected number of postings by the next fetch with an overflow probability of at most
/// [`RISK`], for a source that shows this many articles. Infinite if that number is unknown or very large.
///
/// ```
/// use tidings_learn::overflow::{RISK, chance, fullest};
/// let most = fullest(10, 0.2);
/// assert!(most > 1.0 && most < 10.0);
/// assert!(chance(10, most, 0.2) <= RISK);
/// assert!(chance(10, most * 1.1, 0.2) > RISK);
/// assert_eq!(fullest(0, 0.2), f64::INFINITY);
/// ```
#[must_use]
pub fn fullest(shown: u32, echo: f64) -> f64 {
    if shown == 0 || shown > LONGEST {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (0.0, f64::from(shown));
    for _ in 0..16 {
        let middle = f64::midpoint(low, high);
        if chance(shown, middle, echo) <= RISK {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tidings_numerics::gamma::poisson_beyond;

    #[test]
    fn without_echoes_it_is_the_poisson_tail() {
        for (shown, expected) in [(0, 1.0), (3, 0.5), (10, 5.0), (10, 12.0), (40, 30.0)] {
            let (found, poisson) = (chance(shown, expected, 0.0), poisson_beyond(shown, expected));
            assert!((found - poisson).abs() < 2e-3, "{shown} {expected}: {found}, not {poisson}");
        }
    }

    #[test]
    fn with_echoes_it_is_the_negative_binomial_tail() {
        // η = ½ gives a variance of four times the mean. With two expected: shape ⅔, P(0) = ¼^⅔, P(1) = ⅔·¾·P(0),
        // P(2) = 5⁄6·¾·P(1).
        let none = 0.25f64.powf(2.0 / 3.0);
        let one = none * (2.0 / 3.0) * 0.75;
        let two = one * (5.0 / 6.0) * 0.75;
        for (shown, within) in [(0, none), (1, none + one), (2, none + one + two)] {
            let found = chance(shown, 2.0, 0.5);
            assert!((found - (1.0 - within)).abs() < 1e-12, "{shown}: {found}");
        }
    }

    #[test]
    fn unusual_numbers_are_bounded() {
        for nothing in [0.0, -1.0, f64::NAN] {
            assert!(chance(10, nothing, 0.2).abs() < 1e-12, "{nothing}");
        }
        assert!((chance(10, 5.0, 2.0) - chance(10, 5.0, 0.95)).abs() < 1e-12);
        assert!((chance(10, 5.0, -2.0) - chance(10, 5.0, 0.0)).abs() < 1e-12);
        assert!((chance(5000, 300.0, 0.3) - chance(400, 300.0, 0.3)).abs() < 1e-12);
    }

    #[test]
    fn lists_of_unknown_or_great_length_have_no_bound() {
        assert!(fullest(0, 0.1).is_infinite());
        assert!(fullest(401, 0.1).is_infinite());
        assert!(fullest(400, 0.1).is_finite());
        let one = fullest(1, 0.0);
        // Poisson: 1 − (1 + x)·e⁻ˣ = 0.02 at x = 0.2147.
        assert!((one - 0.2147).abs() < 1e-3, "{one}");
    }

    #[test]
    fn the_bound_lies_at_the_accepted_risk() {
        for (shown, echo) in [(1, 0.0), (10, 0.2), (30, 0.5), (100, 0.9), (400, 0.3)] {
            let most = fullest(shown, echo);
            assert!(most > 0.0 && most < f64::from(shown), "{shown} {echo}: {most}");
            let step = f64::from(shown) / 32_768.0;
            assert!(chance(shown, most, echo) <= RISK, "{shown} {echo}");
            assert!(chance(shown, most + step, echo) > RISK, "{shown} {echo}");
        }
    }

    proptest! {
        #[test]
        fn risk_grows_with_expected_postings_and_falls_with_list_length(
            shown in 1u32..50, expected in 0.01f64..50.0, more in 0.0f64..20.0, echo in 0.0f64..0.95,
        ) {
            let found = chance(shown, expected, echo);
            prop_assert!((0.0..=1.0).contains(&found));
            prop_assert!(chance(shown, expected + more, echo) >= found - 1e-9);
            prop_assert!(chance(shown + 1, expected, echo) <= found + 1e-9);
        }
    }
}
