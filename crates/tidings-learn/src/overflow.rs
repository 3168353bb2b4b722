//! Feeds show their newest few articles: how probably more come between two looks than are shown, and how to bound that.
//!
//! Postings come in company, so their number strays further than Poisson's: when each calls forth η others, its variance
//! is 1/(1−η)² times its mean. A negative binomial with that mean and variance is near enough.

/// The chance of losing something that is put up with at a look.
pub const RISK: f64 = 0.02;
/// More than this are not counted singly: so long a list hardly overflows.
const LONGEST: u32 = 400;

/// The chance that more than `shown` postings come when `expected` are expected, each calling forth `echo` others.
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
    // Poisson is the limit; a hair beyond it spares a case.
    let spread = (1.0 - echo.clamp(0.0, 0.95)).powi(-2).max(1.001);
    let (shape, odds) = (expected / (spread - 1.0), (spread - 1.0) / spread);
    // From the likeliest number outwards logarithms are needed no more; from none on they are.
    let mut ln_term = -shape * spread.ln();
    let mut within = ln_term.exp();
    for n in 0..shown.min(LONGEST) {
        let n = f64::from(n);
        ln_term += ((shape + n) / (n + 1.0) * odds).ln();
        within += ln_term.exp();
    }
    (1.0 - within).clamp(0.0, 1.0)
}

/// The most postings that may be expected by the next look if at most [`RISK`] is to be run with a source that shows so
/// many; infinite where it is not known, or shows very many.
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
