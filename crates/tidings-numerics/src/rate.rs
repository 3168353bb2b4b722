//! Rates over time with exact integrals, which give the expected number of events in an interval.

/// A rate λ(t), its integral Λ(t) and the integral of Λ, all counted from t = 0.
pub trait Rate {
    /// Returns λ(t).
    fn at(&self, t: f64) -> f64;
    /// Returns Λ(t) = ∫ λ from 0 to t.
    fn integral(&self, t: f64) -> f64;
    /// Returns ∫ Λ from 0 to t.
    fn double_integral(&self, t: f64) -> f64;
}

/// λ(t) = mean + sin·sin(2πt/period) + cos·cos(2πt/period).
///
/// ```
/// use tidings_numerics::{Harmonic, Rate};
/// let wave = Harmonic { mean: 2.0, sin: 2.0, cos: 0.0, period: 1.0 };
/// assert!((wave.at(0.25) - 4.0).abs() < 1e-12);
/// assert!((wave.integral(1.0) - 2.0).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Harmonic {
    /// The mean rate.
    pub mean: f64,
    /// The amplitude of the sine.
    pub sin: f64,
    /// The amplitude of the cosine.
    pub cos: f64,
    /// The length of one period.
    pub period: f64,
}

impl Rate for Harmonic {
    fn at(&self, t: f64) -> f64 {
        let angle = std::f64::consts::TAU * t / self.period;
        self.sin * angle.sin() + self.cos * angle.cos() + self.mean
    }

    fn integral(&self, t: f64) -> f64 {
        let omega = std::f64::consts::TAU / self.period;
        let angle = omega * t;
        (self.sin * (1.0 - angle.cos()) + self.cos * angle.sin()) / omega + self.mean * t
    }

    fn double_integral(&self, t: f64) -> f64 {
        let omega = std::f64::consts::TAU / self.period;
        let angle = omega * t;
        let wave = self.sin * (angle - angle.sin()) + self.cos * (1.0 - angle.cos());
        wave / (omega * omega) + self.mean * t * t / 2.0
    }
}

/// A rate that is constant on equal steps and repeats after the last one.
///
/// ```
/// use tidings_numerics::{Rate, Steps};
/// let day_and_night = Steps::new(1.0, vec![1.0, 0.0]);
/// assert_eq!(day_and_night.integral(5.0), 3.0);
/// assert_eq!(day_and_night.double_integral(2.0), 1.5);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Steps {
    step: f64,
    values: Vec<f64>,
    integral: Vec<f64>,
    double: Vec<f64>,
}

impl Steps {
    /// Creates the rate with these values, each for the length `step`. Without values the rate is zero.
    #[must_use]
    pub fn new(step: f64, values: Vec<f64>) -> Self {
        let values = if values.is_empty() { vec![0.0] } else { values };
        let (mut integral, mut double) = (vec![0.0], vec![0.0]);
        let (mut sum, mut sums) = (0.0, 0.0);
        for value in &values {
            sums += (value * step / 2.0 + sum) * step;
            sum += value * step;
            integral.push(sum);
            double.push(sums);
        }
        Self { step, values, integral, double }
    }

    /// Creates a rate from a histogram of one period, by linear interpolation between the centres of its bins,
    /// sampled at `n` equal steps.
    ///
    /// Sia (2009), section 2.3.3: hourly counts, smoothed by piecewise linear interpolation. The sum is preserved.
    ///
    /// ```
    /// use tidings_numerics::{Rate, Steps};
    /// let smooth = Steps::interpolated(&[1.0, 3.0], 4.0, 8);
    /// assert!((smooth.integral(4.0) - 8.0).abs() < 1e-12);
    /// assert!(smooth.at(0.9) < smooth.at(1.6));
    /// ```
    #[must_use]
    pub fn interpolated(bins: &[f64], period: f64, n: usize) -> Self {
        let n_bins = bins.len().max(1);
        let at = |slot: usize| {
            let place = (slot as f64 + 0.5) / n as f64 * n_bins as f64 - 0.5;
            let (left, part) = (place.floor(), place - place.floor());
            // The bin before the first is the last one, because the period repeats.
            let bin = |i: f64| {
                bins.get((i as i64).rem_euclid(n_bins as i64) as usize).copied().unwrap_or(0.0)
            };
            bin(left) * (1.0 - part) + bin(left + 1.0) * part
        };
        Self::new(period / n as f64, (0..n).map(at).collect())
    }

    /// Returns the period.
    #[must_use]
    pub fn period(&self) -> f64 {
        self.step * self.values.len() as f64
    }

    /// Returns the values, one per step.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the length of one step.
    #[must_use]
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Returns the number of full periods before `t`, the step that contains `t`, and the time since that step began.
    fn place(&self, t: f64) -> (f64, usize, f64) {
        let periods = (t / self.period()).floor();
        let rest = t - periods * self.period();
        let step = ((rest / self.step) as usize).min(self.values.len() - 1);
        (periods, step, rest - step as f64 * self.step)
    }
}

impl Rate for Steps {
    fn at(&self, t: f64) -> f64 {
        let (_, step, _) = self.place(t);
        self.values[step]
    }

    fn integral(&self, t: f64) -> f64 {
        let (periods, step, into) = self.place(t);
        periods * self.integral[self.values.len()] + self.integral[step] + self.values[step] * into
    }

    fn double_integral(&self, t: f64) -> f64 {
        let (periods, step, into) = self.place(t);
        let (whole, area) = (self.integral[self.values.len()], self.double[self.values.len()]);
        let rest = step as f64 * self.step + into;
        let within =
            self.double[step] + (self.integral[step] + self.values[step] * into / 2.0) * into;
        // Each earlier period raises all later ones by its integral.
        let lifted = whole * (self.period() * periods * (periods - 1.0) / 2.0 + periods * rest);
        periods * area + lifted + within
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slope(f: impl Fn(f64) -> f64, t: f64) -> f64 {
        let h = 1e-4;
        (f(t + h) - f(t - h)) / (2.0 * h)
    }

    #[test]
    fn integrals_of_waves_have_the_rate_as_slope() {
        let wave = Harmonic { mean: 2.0, sin: 1.5, cos: -0.7, period: 3.0 };
        for t in [-0.3, 0.0, 0.4, 2.9, 7.7] {
            assert!((slope(|t| wave.integral(t), t) - wave.at(t)).abs() < 1e-6);
            assert!((slope(|t| wave.double_integral(t), t) - wave.integral(t)).abs() < 1e-6);
        }
    }

    proptest! {
        #[test]
        fn integrals_of_steps_have_the_rate_as_slope(
            values in proptest::collection::vec(0.0f64..9.0, 1..9), t in -20.0f64..40.0,
        ) {
            let steps = Steps::new(1.5, values);
            // Near an edge the numerical slope mixes both sides.
            prop_assume!((t / 1.5 - (t / 1.5).round()).abs() > 0.01);
            let near = |got: f64, expected: f64| (got - expected).abs() <= 1e-6 * (1.0 + expected.abs());
            prop_assert!(near(slope(|t| steps.integral(t), t), steps.at(t)));
            prop_assert!(near(slope(|t| steps.double_integral(t), t), steps.integral(t)));
        }
    }
}
