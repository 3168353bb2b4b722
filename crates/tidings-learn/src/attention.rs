//! Attention: the probability that an article in a list is read, by its position.
//!
//! It is assumed to fall slowly until the log shows otherwise. Assuming too slow a fall costs little. Assuming too
//! steep a fall explains every refusal further down the list, so that nothing is learned from it.

pub mod fit;
pub mod log;

use fit::AttentionFit;

/// The initial exponent: position to the power of −0.2, which is 0.68 at position 7.
const STEEPNESS: f64 = 0.2;
/// Estimates are used if their standard error is below this.
const SURE: f64 = 0.05;

/// The probability that an article is read, for every position.
#[derive(Debug, Clone, PartialEq)]
pub struct Attention {
    /// Known probabilities, from the first position on.
    known: Vec<f64>,
    /// The exponent of the fall after them.
    steepness: f64,
}

impl Default for Attention {
    fn default() -> Self {
        Self::start()
    }
}

impl Attention {
    /// Returns the initial assumption.
    ///
    /// ```
    /// use tidings_learn::attention::Attention;
    /// let start = Attention::start();
    /// assert_eq!(start.at(1), 1.0);
    /// assert!((start.at(7) - 0.68).abs() < 0.005);
    /// ```
    #[must_use]
    pub fn start() -> Self {
        Self { known: vec![1.0], steepness: STEEPNESS }
    }

    /// Uses these probabilities, clamped to 0..=1, and the slow fall of [`Attention::start`] after them.
    #[must_use]
    pub fn of(known: &[f64]) -> Self {
        let clamped = |chance: &f64| if chance.is_finite() { chance.clamp(0.0, 1.0) } else { 1.0 };
        let known: Vec<f64> = known.iter().map(clamped).collect();
        if known.is_empty() { Self::start() } else { Self { known, steepness: STEEPNESS } }
    }

    /// Returns the known probabilities, from the first position on.
    #[must_use]
    pub fn known(&self) -> &[f64] {
        &self.known
    }

    /// Returns the probability that the article at this position, counted from 1, is read.
    #[must_use]
    pub fn at(&self, position: usize) -> f64 {
        let position = position.max(1);
        if let Some(known) = self.known.get(position - 1) {
            return *known;
        }
        let n = self.known.len();
        let last = self.known.last().copied().unwrap_or(1.0);
        last * (position as f64 / n.max(1) as f64).powf(-self.steepness)
    }

    /// Returns the probabilities of the first `n` positions.
    #[must_use]
    pub fn first(&self, n: usize) -> Vec<f64> {
        (1..=n).map(|position| self.at(position)).collect()
    }

    /// Returns the attention after an estimate from the log: the estimate for the leading positions whose standard
    /// error is below 0.05, and the slow fall after them. It never rises, and is never steeper than the estimate.
    ///
    /// ```
    /// use tidings_learn::attention::{Attention, fit::AttentionFit};
    /// let fitted = |g: &[f64], error: f64| AttentionFit { g: g.to_vec(), error: vec![error; g.len()], ..AttentionFit::default() };
    /// let unsure = Attention::start().learned(&fitted(&[1.0, 0.5], 0.2));
    /// assert_eq!(unsure, Attention::start());
    /// let sure = Attention::start().learned(&fitted(&[1.0, 0.7, 0.75], 0.01));
    /// assert_eq!(sure.first(3), [1.0, 0.75, 0.75]);
    /// assert!(sure.at(6) < 0.75 && sure.at(6) > 0.6);
    /// ```
    #[must_use]
    pub fn learned(&self, fitted: &AttentionFit) -> Self {
        let sure = fitted.error.iter().take_while(|error| **error < SURE).count();
        let sure = sure.min(fitted.g.len());
        if sure < 2 {
            return self.clone();
        }
        let mut known = fitted.g[..sure].to_vec();
        // A rise towards the end is noise, or is caused by better articles there. It is treated as no fall, which is
        // the cheaper mistake.
        for position in (0..sure - 1).rev() {
            known[position] = known[position].max(known[position + 1]);
        }
        Self::of(&known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
    }

    #[test]
    fn initially_it_falls_by_a_power_law() {
        let start = Attention::start();
        for position in [1usize, 2, 7, 30] {
            close(start.at(position), (position as f64).powf(-0.2));
        }
        close(start.at(0), 1.0);
        assert_eq!(start.first(0), [0.0; 0]);
        assert_eq!(Attention::default(), start);
        assert_eq!(start.first(2), [start.at(1), start.at(2)]);
    }

    #[test]
    fn it_falls_by_a_power_law_after_the_known_positions() {
        let known = Attention::of(&[1.0, 0.8, 0.6, 0.4]);
        close(known.at(2), 0.8);
        close(known.at(4), 0.4);
        close(known.at(8), 0.4 * 2f64.powf(-0.2));
    }

    #[test]
    fn impossible_values_are_clamped() {
        assert_eq!(
            Attention::of(&[1.5, -0.5, f64::NAN, f64::INFINITY]).first(4),
            [1.0, 0.0, 1.0, 1.0]
        );
        assert_eq!(Attention::of(&[]), Attention::start());
    }

    #[test]
    fn an_estimate_is_used_as_far_as_it_is_precise() {
        let start = Attention::start();
        let learned = |g: &[f64], error: &[f64]| {
            let fitted =
                AttentionFit { g: g.to_vec(), error: error.to_vec(), ..AttentionFit::default() };
            start.learned(&fitted)
        };
        let g = [1.0, 0.7, 0.5, 0.4];
        assert_eq!(learned(&g, &[0.0, 0.01, 0.01, 0.01]), Attention::of(&g));
        assert_eq!(
            learned(&g, &[0.0, 0.01, 0.05, 0.01]),
            Attention::of(&g[..2]),
            "0.05 is not below"
        );
        assert_eq!(learned(&g, &[0.0, 0.049, 0.06, 0.01]), Attention::of(&g[..2]));
        assert_eq!(learned(&g, &[0.0, 0.06, 0.01, 0.01]), start, "one position is not enough");
        assert_eq!(learned(&g[..2], &[0.0; 9]), Attention::of(&g[..2]));
        assert_eq!(learned(&[], &[]), start);
        // A rise is treated as no fall.
        assert_eq!(learned(&[1.0, 0.5, 0.6, 0.55], &[0.0; 4]).first(4), [1.0, 0.6, 0.6, 0.55]);
    }

    proptest! {
        #[test]
        fn learned_attention_never_rises_down_the_list(
            g in proptest::collection::vec(0.0f64..1.0, 0..12), error in proptest::collection::vec(0.0f64..0.1, 12),
        ) {
            let fitted = AttentionFit { g: g.clone(), error, ..AttentionFit::default() };
            let first = Attention::start().learned(&fitted).first(20);
            prop_assert!(first.windows(2).all(|pair| pair[0] >= pair[1] - 1e-12), "{first:?}");
            prop_assert!(first.iter().all(|chance| (0.0..=1.0).contains(chance)));
        }
    }
}
