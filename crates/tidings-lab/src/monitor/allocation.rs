//! How many fetches each source gets when time does not matter: rules from the literature.
//!
//! Each takes posting rates and a budget in the same unit of time, and returns frequencies that sum to the budget.

#![expect(
    clippy::suboptimal_flops,
    reason = "without the instruction a fused multiply-add is a slow library call, and formulas read as in the papers"
)]

use tidings_numerics::price::{price_that_spends, root};

/// A rule that allocates fetches by posting rate alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllocationRule {
    /// All sources equally.
    Even,
    /// f ∝ λ.
    Proportional,
    /// f ∝ √λ: minimizes the delay. Sia (2009), theorem 1.
    SquareRoot,
    /// f ∝ ∛λ: minimizes the age of what readers miss, for equal readers. He & Parker (2010), 6.1.1.
    CubeRoot,
    /// Minimizes the average age of the copies. Cho & Garcia-Molina (2003).
    Age,
    /// Maximizes fresh copies under random fetches, f/(f+λ). Azar et al. (2018).
    Fresh,
    /// Minimizes harmonic staleness, ln(1 + λ/f). Kolobov et al. (2019), LambdaCrawl.
    Harmonic,
}

/// Allocates `budget` among sources with these rates, and returns frequencies in the same unit.
///
/// ```
/// use tidings_lab::monitor::allocation::{AllocationRule, share};
/// assert_eq!(share(AllocationRule::SquareRoot, &[1.0, 4.0], 30.0), [10.0, 20.0]);
/// ```
#[must_use]
pub fn share(rule: AllocationRule, rates: &[f64], budget: f64) -> Vec<f64> {
    let by_price = |at: fn(f64, f64) -> f64| {
        let price = price_that_spends(budget, (1e-12, 1e12), |price| {
            rates.iter().map(|&rate| at(rate, price)).sum()
        });
        in_proportion(rates.iter().map(|&rate| at(rate, price)).collect(), budget)
    };
    match rule {
        AllocationRule::Even => in_proportion(vec![1.0; rates.len()], budget),
        AllocationRule::Proportional => in_proportion(rates.to_vec(), budget),
        AllocationRule::SquareRoot => {
            in_proportion(rates.iter().map(|rate| rate.sqrt()).collect(), budget)
        }
        AllocationRule::CubeRoot => {
            in_proportion(rates.iter().map(|rate| rate.cbrt()).collect(), budget)
        }
        AllocationRule::Age => by_price(aging),
        AllocationRule::Fresh => by_price(|rate, price| ((rate / price).sqrt() - rate).max(0.0)),
        // f² + fλ = λ/μ
        AllocationRule::Harmonic => {
            by_price(|rate, price| ((rate * rate + 4.0 * rate / price).sqrt() - rate) / 2.0)
        }
    }
}

/// Returns the frequency at which one more fetch saves `price` of age.
///
/// The average age of a copy fetched every 1/f is (½ − 1/r + (1−e⁻ʳ)/r²)/f with r = λ/f.
fn aging(rate: f64, price: f64) -> f64 {
    let saved = |f: f64| {
        let r = rate / f;
        // −dA/df, by its series where the closed form would lose all digits.
        let g = if r < 1e-3 {
            r / 3.0 - r * r / 8.0
        } else {
            let fade = (-r).exp();
            0.5 - (1.0 - fade) / (r * r) + fade / r
        };
        g / (f * f)
    };
    root(|ln_f| price - saved(ln_f.exp()), -40.0, 40.0).exp()
}

fn in_proportion(mut parts: Vec<f64>, budget: f64) -> Vec<f64> {
    let sum: f64 = parts.iter().sum();
    if sum > 0.0 {
        parts.iter_mut().for_each(|part| *part *= budget / sum);
    }
    parts
}

#[cfg(test)]
mod tests;
