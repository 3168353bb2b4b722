//! Sia's belief about an interest: a beta distribution, with the dissertation's update and the exact one.

use tidings_model::Liking;

/// θ ~ Beta(α, β).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beta {
    /// α: clicks, plus the initial value.
    pub alpha: f64,
    /// β: refusals, plus the initial value.
    pub beta: f64,
}

impl Beta {
    /// The dissertation's initial belief, Beta(1, 3).
    pub const START: Self = Self { alpha: 1.0, beta: 3.0 };

    /// Returns mean and variance.
    ///
    /// ```
    /// use tidings_lab::rank::beta::Beta;
    /// let start = Beta::START.liking();
    /// assert_eq!(start.mean, 0.25);
    /// assert_eq!(start.mean + 10.0 * start.variance, 0.625);
    /// assert_eq!(start.mean + 20.0 * start.variance, 1.0);
    /// ```
    #[must_use]
    pub fn liking(self) -> Liking {
        let sum = self.alpha + self.beta;
        let mean = self.alpha / sum;
        Liking { mean, variance: mean * (1.0 - mean) / (sum + 1.0) }
    }

    /// Returns the belief after a click, which is the same for all rules.
    #[must_use]
    pub fn clicked(self) -> Self {
        Self { alpha: self.alpha + 1.0, ..self }
    }

    /// Returns the belief after a refusal at a position that is read with chance `g`, as in the dissertation: β + g.
    #[must_use]
    pub fn refused(self, g: f64) -> Self {
        Self { beta: self.beta + g, ..self }
    }

    /// Returns the probability that something refused had been read: g(1−μ)/(1−gμ).
    #[must_use]
    pub fn read_though_refused(self, g: f64) -> f64 {
        let mean = self.liking().mean;
        g * (1.0 - mean) / (1.0 - g * mean)
    }

    /// Returns the belief after a refusal, exact except for the shape: the mixture of "not read" and "read and
    /// refused", as the beta distribution with the same mean and variance.
    ///
    /// ```
    /// use tidings_lab::rank::beta::Beta;
    /// // The dissertation's rule is the case of certain reading.
    /// let exact = Beta::START.refused_exactly(1.0);
    /// assert!((exact.alpha - 1.0).abs() < 1e-12 && (exact.beta - 4.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn refused_exactly(self, g: f64) -> Self {
        let read = self.read_though_refused(g);
        let (skipped, refused) = (self.liking(), self.refused(1.0).liking());
        let mix = |of: fn(Liking) -> f64| (1.0 - read) * of(skipped) + read * of(refused);
        let mean = mix(|liking| liking.mean);
        let square = mix(|liking| liking.variance + liking.mean * liking.mean);
        let variance = square - mean * mean;
        let sum = mean * (1.0 - mean) / variance - 1.0;
        Self { alpha: mean * sum, beta: (1.0 - mean) * sum }
    }

    /// Returns the belief moved back towards the start, keeping this share of what was learned.
    #[must_use]
    pub fn faded(self, start: Self, keeps: f64) -> Self {
        let towards = |from: f64, to: f64| to + keeps * (from - to);
        Self { alpha: towards(self.alpha, start.alpha), beta: towards(self.beta, start.beta) }
    }
}

/// Returns the limit of the dissertation's estimate for something that is always at the same position: θ/(1+(1−g)θ).
///
/// ```
/// let limit = tidings_lab::rank::beta::limit(0.95, 0.7);
/// assert!((limit - 0.7392996109).abs() < 1e-9);
/// ```
#[must_use]
pub fn limit(theta: f64, g: f64) -> f64 {
    theta / (1.0 + (1.0 - g) * theta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn score(alpha: f64, beta: f64, lambda: f64) -> f64 {
        let liking = Beta { alpha, beta }.liking();
        liking.mean + lambda * liking.variance
    }

    #[test]
    fn the_dissertations_example_takes_four_refusals() {
        assert!((score(1.0, 1.0, 3.0) - 0.75).abs() < 1e-9);
        assert!((score(10.0, 4.0, 3.0) - 0.755_102_040_8).abs() < 1e-9);
        assert!((score(10.0, 5.0, 3.0) - 0.708_333_333_3).abs() < 1e-9);
        let passed = |lambda: f64, refusals: u32| {
            score(10.0, 1.0 + f64::from(refusals), lambda) < score(1.0, 1.0, lambda) - 1e-12
        };
        assert_eq!((1..20).find(|&refusals| passed(3.0, refusals)), Some(4));
        assert_eq!((1..20).find(|&refusals| passed(0.0, refusals)), Some(10), "a tie at nine");
    }

    #[test]
    fn scores_agree_with_the_reference() {
        for (alpha, beta, lambda, expected) in [
            (10.0, 1.0, 3.0, 0.929_752_066_1),
            (2.0, 3.0, 10.0, 0.8),
            (1.0, 3.95, 10.0, 0.472_958_084_4),
            (7.5, 2.25, 20.0, 1.099_490_849),
        ] {
            assert!((score(alpha, beta, lambda) - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn the_exact_refusal_agrees_with_the_reference() {
        for (alpha, beta, g, read, mean, variance, matched) in [
            (
                1.0,
                3.0,
                0.7,
                0.636_363_636_4,
                0.218_181_818_2,
                0.031_184_573,
                (0.975_265_017_7, 3.494_699_646_6),
            ),
            (
                10.0,
                1.0,
                0.7,
                0.175,
                0.895_833_333_3,
                0.008_380_074_8,
                (9.079_681_274_9, 1.055_776_892_4),
            ),
            (
                10.0,
                1.0,
                0.95,
                0.633_333_333_3,
                0.861_111_111_1,
                0.010_624_406_5,
                (8.832_402_234_6, 1.424_581_005_6),
            ),
            (
                2.5,
                0.8,
                0.85,
                0.578_723_404_3,
                0.655_616_031_7,
                0.052_135_260_7,
                (2.183_678_894_2, 1.147_049_441_8),
            ),
            (
                1.0,
                3.0,
                0.2,
                0.157_894_736_8,
                0.242_105_263_2,
                0.036_121_883_7,
                (0.987_730_061_3, 3.092_024_539_9),
            ),
        ] {
            let before = Beta { alpha, beta };
            let after = before.refused_exactly(g);
            let liking = after.liking();
            for (found, expected) in [
                (before.read_though_refused(g), read),
                (liking.mean, mean),
                (liking.variance, variance),
                (after.alpha, matched.0),
                (after.beta, matched.1),
            ] {
                assert!((found - expected).abs() < 1e-8, "{found}, expected {expected}");
            }
        }
    }

    #[test]
    fn at_one_position_the_dissertations_estimate_is_biased_and_the_exact_one_is_not() {
        let (theta, g) = (0.95, 0.7);
        let (mut seed, mut exact) = (Beta::START, Beta::START);
        let mut draws = tidings_numerics::Draws::new(3);
        for _ in 0..60_000 {
            if draws.unit() < theta * g {
                (seed, exact) = (seed.clicked(), exact.clicked());
            } else {
                (seed, exact) = (seed.refused(g), exact.refused_exactly(g));
            }
        }
        assert!((seed.liking().mean - limit(theta, g)).abs() < 0.005, "{seed:?}");
        assert!((exact.liking().mean - theta).abs() < 0.03, "{exact:?}");
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
    }

    #[test]
    fn clicks_raise_alpha_and_refusals_raise_beta() {
        let start = Beta { alpha: 2.0, beta: 5.0 };
        assert_eq!(start.clicked(), Beta { alpha: 3.0, beta: 5.0 });
        assert_eq!(start.refused(0.25), Beta { alpha: 2.0, beta: 5.25 });
        assert_eq!(start.refused(0.0), start);
        let liking = start.liking();
        close(liking.mean, 2.0 / 7.0);
        close(liking.variance, 10.0 / (49.0 * 8.0));
    }

    #[test]
    fn what_is_never_read_changes_nothing() {
        let before = Beta { alpha: 2.0, beta: 5.0 };
        close(before.read_though_refused(0.0), 0.0);
        close(before.read_though_refused(1.0), 1.0);
        let after = before.refused_exactly(0.0);
        close(after.alpha, 2.0);
        close(after.beta, 5.0);
    }

    #[test]
    fn fading_moves_back_to_the_start() {
        let (learned, start) = (Beta { alpha: 9.0, beta: 4.0 }, Beta { alpha: 1.0, beta: 2.0 });
        assert_eq!(learned.faded(start, 1.0), learned);
        assert_eq!(learned.faded(start, 0.0), start);
        assert_eq!(learned.faded(start, 0.5), Beta { alpha: 5.0, beta: 3.0 });
        assert_eq!(start.faded(learned, 0.25), Beta { alpha: 7.0, beta: 3.5 });
    }

    #[test]
    fn the_estimate_is_right_if_everything_is_read() {
        for (theta, g, expected) in
            [(0.4, 1.0, 0.4), (0.0, 0.3, 0.0), (1.0, 0.0, 0.5), (0.5, 0.5, 0.4)]
        {
            close(limit(theta, g), expected);
        }
    }

    proptest! {
        #[test]
        fn a_refusal_never_raises_the_mean(alpha in 0.1f64..50.0, beta in 0.1f64..50.0, g in 0.0f64..1.0) {
            let before = Beta { alpha, beta };
            let after = before.refused_exactly(g);
            prop_assert!(after.liking().mean <= before.liking().mean + 1e-9);
            prop_assert!(after.liking().mean >= before.refused(1.0).liking().mean - 1e-9);
            prop_assert!(after.alpha > 0.0 && after.beta > 0.0, "{after:?}");
            prop_assert!((0.0..=1.0).contains(&before.read_though_refused(g)));
        }
    }
}
