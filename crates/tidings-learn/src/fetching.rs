//! The cost and failure rate of fetching a source, averaged over about its last fifty fetches.

use tidings_model::units::{Minutes, PerDay};

/// The factor by which earlier fetches fade with each fetch.
const KEPT: f64 = 0.98;

/// The estimated cost and failure rate of fetching one source.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FetchBelief {
    /// The number of fetches, and of those that failed. Older ones count less.
    pub(crate) asked: f64,
    pub(crate) failed: f64,
    /// The total bytes and seconds of these fetches.
    pub(crate) bytes: f64,
    pub(crate) seconds: f64,
    /// The number of articles that a document shows, estimated low.
    pub(crate) shown: f64,
    /// How often the server responded that nothing had changed when something had.
    pub(crate) caught: f64,
}

impl FetchBelief {
    /// Returns the belief after a successful fetch. `shown` is the number of articles in the document, or `None` if
    /// there was no document.
    ///
    /// ```
    /// use tidings_learn::fetching::FetchBelief;
    /// let well = FetchBelief::default().answered(20_000.0, 0.5, Some(10));
    /// assert_eq!(well.shown(), 10);
    /// assert!(well.failure() < 0.05);
    /// assert!(well.failed(30.0).failure() > 0.3);
    /// ```
    #[must_use]
    pub fn answered(self, bytes: f64, seconds: f64, shown: Option<usize>) -> Self {
        let mut after = self.counted(bytes, seconds);
        if let Some(shown) = shown {
            let shown = shown as f64;
            let slow = 0.9 * self.shown + 0.1 * shown;
            after.shown = if self.shown > 0.0 { shown.min(slow) } else { shown };
        }
        after
    }

    /// Returns the belief after a failed fetch.
    #[must_use]
    pub fn failed(self, seconds: f64) -> Self {
        let after = self.counted(0.0, seconds);
        Self { failed: after.failed + 1.0, ..after }
    }

    /// Returns the belief after a whole document revealed that an earlier "not modified" was wrong.
    ///
    /// ```
    /// use tidings_learn::fetching::FetchBelief;
    /// assert!(FetchBelief::default().is_believed());
    /// assert!(!FetchBelief::default().caught().is_believed());
    /// ```
    #[must_use]
    pub fn caught(self) -> Self {
        Self { caught: self.caught + 1.0, ..self }
    }

    /// Returns whether "not modified" responses of the server are trusted.
    #[must_use]
    pub fn is_believed(&self) -> bool {
        self.caught < 0.5
    }

    /// Returns the number of postings to expect since the last whole document, for deciding whether to trust "not
    /// modified". Infinite if the server was caught giving wrong ones.
    ///
    /// ```
    /// use tidings_learn::fetching::FetchBelief;
    /// use tidings_model::units::{Minutes, PerDay};
    /// let (six_a_day, half_a_day) = (PerDay(6.0), Minutes(720.0));
    /// assert_eq!(FetchBelief::default().expected_unseen(six_a_day, half_a_day), 3.0);
    /// assert_eq!(FetchBelief::default().caught().expected_unseen(six_a_day, half_a_day), f64::INFINITY);
    /// ```
    #[must_use]
    pub fn expected_unseen(&self, per_day: PerDay, since_whole: Minutes) -> f64 {
        if self.is_believed() {
            per_day.0 * since_whole.0.max(0.0) / Minutes::DAY.0
        } else {
            f64::INFINITY
        }
    }

    fn counted(self, bytes: f64, seconds: f64) -> Self {
        Self {
            asked: KEPT * self.asked + 1.0,
            failed: KEPT * self.failed,
            bytes: KEPT * self.bytes + bytes.max(0.0),
            seconds: KEPT * self.seconds + seconds.max(0.0),
            shown: self.shown,
            caught: KEPT * self.caught,
        }
    }

    /// Returns the number of fetches. Older ones count less, so it is at most fifty.
    #[must_use]
    pub fn asked(&self) -> f64 {
        self.asked
    }

    /// Returns the probability that the next fetch fails.
    #[must_use]
    pub fn failure(&self) -> f64 {
        (self.failed + 0.02) / (self.asked + 1.0)
    }

    /// Returns the mean number of bytes per fetch.
    #[must_use]
    pub fn mean_bytes(&self) -> f64 {
        self.bytes / self.asked.max(1.0)
    }

    /// Returns the mean duration of a fetch in seconds.
    #[must_use]
    pub fn mean_seconds(&self) -> f64 {
        self.seconds / self.asked.max(1.0)
    }

    /// Returns the number of articles that a document shows, or 0 if it is not known.
    #[must_use]
    pub fn shown(&self) -> u32 {
        self.shown as u32
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
    fn means_are_over_the_faded_fetches() {
        let two = FetchBelief::default().answered(1000.0, 2.0, None).answered(3000.0, 1.0, None);
        close(two.asked(), 1.98);
        close(two.mean_bytes(), (0.98 * 1000.0 + 3000.0) / 1.98);
        close(two.mean_seconds(), (0.98 * 2.0 + 1.0) / 1.98);
        let none = FetchBelief::default();
        close(none.asked(), 0.0);
        close(none.mean_bytes(), 0.0);
        close(none.mean_seconds(), 0.0);
    }

    #[test]
    fn failures_are_remembered_for_about_fifty_fetches() {
        close(FetchBelief::default().failure(), 0.02);
        let failed = FetchBelief::default().failed(30.0);
        close(failed.failure(), 1.02 / 2.0);
        close(failed.mean_seconds(), 30.0);
        close(failed.mean_bytes(), 0.0);
        let better = failed.answered(10.0, 1.0, None);
        close(better.failure(), (0.98 + 0.02) / (1.98 + 1.0));
        let long_ago = (0..500).fold(failed, |fetching, _| fetching.answered(1.0, 1.0, None));
        assert!(long_ago.failure() < 0.001, "{}", long_ago.failure());
        assert!((49.9..=50.0).contains(&long_ago.asked()), "{}", long_ago.asked());
        let always = (0..500).fold(failed, |fetching, _| fetching.failed(1.0));
        assert!(always.failure() > 0.97 && always.failure() <= 1.0);
    }

    #[test]
    fn the_number_shown_falls_at_once_and_rises_slowly() {
        let shown = |counts: &[usize]| {
            let all = counts.iter().fold(FetchBelief::default(), |fetching, shown| {
                fetching.answered(1.0, 1.0, Some(*shown))
            });
            all.shown
        };
        close(shown(&[20]), 20.0);
        close(shown(&[20, 10]), 10.0);
        close(shown(&[20, 30]), 21.0);
        close(shown(&[20, 30, 30]), 21.9);
        close(shown(&[0]), 0.0);
        close(shown(&[0, 7]), 7.0);
        let nothing_said =
            FetchBelief::default().answered(1.0, 1.0, Some(9)).answered(1.0, 1.0, None).failed(1.0);
        assert_eq!(nothing_said.shown(), 9);
        assert_eq!(
            FetchBelief { shown: 21.9, ..FetchBelief::default() }.shown(),
            21,
            "rounded down"
        );
    }

    #[test]
    fn a_server_is_trusted_again_after_many_fetches() {
        let caught = FetchBelief::default().caught();
        assert!(!caught.is_believed());
        close(caught.caught, 1.0);
        close(caught.caught().caught, 2.0);
        let after = |n: u32| (0..n).fold(caught, |fetching, _| fetching.answered(1.0, 1.0, None));
        // 0.98³⁴ = 0.503, 0.98³⁵ = 0.493.
        assert!(!after(34).is_believed());
        assert!(after(35).is_believed());
    }

    #[test]
    fn negative_costs_count_as_zero() {
        let odd = FetchBelief::default().answered(-5.0, -1.0, None);
        close(odd.mean_bytes(), 0.0);
        close(odd.mean_seconds(), 0.0);
    }

    proptest! {
        #[test]
        fn failure_is_a_probability(outcomes in proptest::collection::vec(any::<bool>(), 0..200)) {
            let all = outcomes.iter().fold(FetchBelief::default(), |fetching, is_well| {
                if *is_well { fetching.answered(10.0, 1.0, Some(5)) } else { fetching.failed(1.0) }
            });
            prop_assert!((0.0..=1.0).contains(&all.failure()), "{}", all.failure());
            prop_assert!(all.asked() <= 50.0 + 1e-9);
            prop_assert!(all.failed(1.0).failure() > all.failure());
        }
    }
}
