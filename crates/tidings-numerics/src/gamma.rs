//! Estimates of rates from counts: Gamma distributions, and their negative binomial forecasts.

/// An estimate of a Poisson rate: a Gamma distribution with shape `a` (events counted) and rate `b` (time observed).
///
/// ```
/// use tidings_numerics::gamma::Gamma;
/// let prior = Gamma::around(0.5, 2.0);
/// assert_eq!(prior.mean(), 0.5);
/// assert_eq!(prior.seen(3.0, 6.0).mean(), (2.0 + 3.0) / (4.0 + 6.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Gamma {
    /// The number of events counted.
    pub a: f64,
    /// The time observed.
    pub b: f64,
}

impl Gamma {
    /// Creates an estimate with this mean and the certainty of `a` counted events.
    ///
    /// ```
    /// use tidings_numerics::gamma::Gamma;
    /// assert_eq!(Gamma::around(0.5, 2.0).mean(), 0.5);
    /// ```
    #[must_use]
    pub fn around(mean: f64, a: f64) -> Self {
        Self { a, b: a / mean }
    }

    /// Returns the expected rate.
    #[must_use]
    pub fn mean(self) -> f64 {
        self.a / self.b
    }

    /// Returns the estimate after `count` further events in the time `watched`.
    ///
    /// ```
    /// use tidings_numerics::gamma::Gamma;
    /// // Four postings in two days, without any prior.
    /// assert_eq!(Gamma::default().seen(4.0, 2.0).mean(), 2.0);
    /// ```
    #[must_use]
    pub fn seen(self, count: f64, watched: f64) -> Self {
        Self { a: self.a + count, b: self.b + watched }
    }

    /// Returns the estimate with its weight reduced to this part.
    ///
    /// ```
    /// use tidings_numerics::gamma::Gamma;
    /// let half = Gamma::default().seen(4.0, 2.0).faded(0.5);
    /// assert_eq!((half.mean(), half.b), (2.0, 1.0));
    /// ```
    #[must_use]
    pub fn faded(self, part: f64) -> Self {
        Self { a: self.a * part, b: self.b * part }
    }

    /// Returns the log-probability of `count` events in the time `watched`, which is negative binomial.
    ///
    /// ln Γ(a+k) − ln Γ(a) − ln k! + a·ln(b/(b+E)) + k·ln(E/(b+E)). Fractional counts are allowed.
    ///
    /// ```
    /// use tidings_numerics::gamma::Gamma;
    /// let silence = Gamma { a: 0.7, b: 100.0 }.ln_chance(0.0, 50.0);
    /// assert!((silence - 0.7 * (2.0f64 / 3.0).ln()).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn ln_chance(self, count: f64, watched: f64) -> f64 {
        let all = self.b + watched;
        let silence = self.a * (self.b / all).ln();
        if count <= 0.0 {
            return silence;
        }
        let ways = ln_gamma(self.a + count) - ln_gamma(self.a) - ln_gamma(count + 1.0);
        ways + silence + count * (watched / all).ln()
    }
}

/// Returns the logarithm of the Gamma function for positive arguments, by Stirling's series after shifting the
/// argument upwards.
///
/// ```
/// use tidings_numerics::gamma::ln_gamma;
/// assert!((ln_gamma(5.0) - 24.0f64.ln()).abs() < 1e-12);
/// ```
#[must_use]
pub fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut shift) = (x, 1.0);
    while x < 10.0 {
        shift *= x;
        x += 1.0;
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    let series = inverse
        * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0))));
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - shift.ln()
}

/// Returns the probability of more than `k` events when `mean` are expected and the rate is known: Poisson's upper
/// tail.
///
/// ```
/// use tidings_numerics::gamma::poisson_beyond;
/// assert!((poisson_beyond(0, 1.0) - (1.0 - (-1.0f64).exp())).abs() < 1e-12);
/// assert!(poisson_beyond(10, 0.1) < 1e-15);
/// ```
#[must_use]
pub fn poisson_beyond(k: u32, mean: f64) -> f64 {
    let mut term = (-mean).exp();
    let mut within = term;
    for i in 1..=k {
        term *= mean / f64::from(i);
        within += term;
    }
    (1.0 - within).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from an independent implementation.
    #[test]
    fn forecasts_match_the_reference_values() {
        let cases = [
            (0.0, 0.7, 100.0, 50.0, -0.283_825_575_675_715_1),
            (3.0, 2.5, 800.0, 1440.0, -2.018_175_171_872_270_5),
            (12.0, 40.0, 5000.0, 1440.0, -2.307_632_397_434_682_4),
        ];
        for (k, a, b, watched, expected) in cases {
            assert!((Gamma { a, b }.ln_chance(k, watched) - expected).abs() < 1e-10, "{k}");
        }
    }

    #[test]
    fn probabilities_sum_to_one() {
        let belief = Gamma { a: 1.3, b: 4.0 };
        let sum: f64 = (0..400).map(|k| belief.ln_chance(f64::from(k), 9.0).exp()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
}
