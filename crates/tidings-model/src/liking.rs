//! How much a reader likes something, as a value.

/// How probably a reader opens what she reads of: a mean, and how far the truth may lie from it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Liking {
    /// The chance that she opens it.
    pub mean: f64,
    /// The square of how far that may be wrong.
    pub variance: f64,
}

impl Liking {
    /// How much of the doubt at the start is gone: 0 for nothing learned, 1 for all there is to know.
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
