//! How much a reader likes something.

/// The estimated probability that a reader opens an article, with its uncertainty.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Liking {
    /// The expected probability.
    pub mean: f64,
    /// The variance of the estimate.
    pub variance: f64,
}

impl Liking {
    /// Returns how much of the initial variance is gone: 0 if nothing was learned, 1 if nothing is left to learn.
    ///
    /// ```
    /// use tidings_model::Liking;
    /// let start = Liking { mean: 0.5, variance: 0.08 };
    /// assert_eq!(start.sureness(start), 0.0);
    /// assert_eq!(Liking { mean: 0.9, variance: 0.02 }.sureness(start), 0.75);
    /// ```
    #[must_use]
    pub fn sureness(self, start: Self) -> f64 {
        if start.variance <= 0.0 {
            return 0.0;
        }
        (1.0 - self.variance / start.variance).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sureness(variance: f64, start: f64) -> f64 {
        let of = |variance| Liking { mean: 0.5, variance };
        of(variance).sureness(of(start))
    }

    #[test]
    fn sureness_is_the_part_of_the_variance_that_is_gone() {
        for (variance, start, expected) in [
            (0.08, 0.08, 0.0),
            (0.02, 0.08, 0.75),
            (0.0, 0.08, 1.0),
            (0.16, 0.08, 0.0),
            (0.02, 0.0, 0.0),
            (0.0, 0.0, 0.0),
            (0.02, -1.0, 0.0),
        ] {
            let found = sureness(variance, start);
            assert!((found - expected).abs() < 1e-12, "{variance} of {start}: {found}");
        }
    }

    proptest! {
        #[test]
        fn sureness_lies_between_0_and_1_and_falls_with_variance(
            low in 0.0f64..0.25, more in 0.0f64..0.25, start in 0.0f64..0.25,
        ) {
            let (sure, unsure) = (sureness(low, start), sureness(low + more, start));
            prop_assert!((0.0..=1.0).contains(&sure) && (0.0..=1.0).contains(&unsure));
            prop_assert!(unsure <= sure);
        }
    }
}
