//! How much a source's articles are wanted: by how many readers, and how many of the articles they open.
//!
//! A posting that nobody opens does not make anyone wait. The share of a source's articles that a reader opens is
//! compared with the share the reader opens in general, so that readers who open everything and readers who open
//! little count the same. It is shrunk towards that general share, so that a source with a single article says
//! little.

/// A reader's recent activity on the articles of a source.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct OpenCounts {
    /// The number of articles that arrived.
    pub arrived: f64,
    /// The number of articles the reader opened.
    pub opened: f64,
}

impl OpenCounts {
    /// Creates the counts from numbers of articles.
    ///
    /// ```
    /// use tidings_learn::interest::OpenCounts;
    /// let both = OpenCounts::counted(40, 36).and(OpenCounts::counted(60, 4));
    /// assert_eq!(both, OpenCounts { arrived: 100.0, opened: 40.0 });
    /// ```
    #[must_use]
    pub fn counted(n_arrived: u64, n_opened: u64) -> Self {
        Self { arrived: n_arrived as f64, opened: n_opened as f64 }
    }

    /// Returns the sum of both counts.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { arrived: self.arrived + other.arrived, opened: self.opened + other.opened }
    }

    /// Returns the share of articles the reader opens, usually over all subscriptions. Never zero.
    ///
    /// ```
    /// use tidings_learn::interest::OpenCounts;
    /// assert_eq!(OpenCounts { arrived: 100.0, opened: 25.0 }.share(), 0.25);
    /// assert!(OpenCounts { arrived: 1e6, opened: 0.0 }.share() > 0.0);
    /// ```
    #[must_use]
    pub fn share(self) -> f64 {
        (self.opened / self.arrived.max(1.0)).clamp(0.01, 1.0)
    }

    /// Returns how much the reader wants an article of this source, compared with one of any other source: ¼ to 4.
    ///
    /// ```
    /// use tidings_learn::interest::OpenCounts;
    /// let usual = 0.25;
    /// let loved = OpenCounts { arrived: 40.0, opened: 36.0 }.interest(usual);
    /// let skipped = OpenCounts { arrived: 400.0, opened: 0.0 }.interest(usual);
    /// assert!(loved > 3.0 && skipped == 0.25);
    /// assert_eq!(OpenCounts::default().interest(usual), 1.0);
    /// ```
    #[must_use]
    pub fn interest(self, usual: f64) -> f64 {
        const DOUBT: f64 = 4.0;
        let share = usual.mul_add(DOUBT, self.opened) / (self.arrived + DOUBT);
        (share / usual).clamp(0.25, 4.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
    }

    #[test]
    fn shares_are_opened_over_arrived_within_bounds() {
        for (arrived, opened, expected) in [
            (100.0, 25.0, 0.25),
            (1e6, 0.0, 0.01),
            (0.0, 0.0, 0.01),
            (0.5, 0.5, 0.5),
            (2.0, 5.0, 1.0),
            (100.0, 1.0, 0.01),
        ] {
            close(OpenCounts { arrived, opened }.share(), expected);
        }
    }

    #[test]
    fn interest_compares_the_share_with_the_usual_one() {
        for (arrived, opened, usual, expected) in [
            (0.0, 0.0, 0.25, 1.0),
            // (36 + 1)/(40 + 4), divided by a quarter.
            (40.0, 36.0, 0.25, 37.0 / 44.0 / 0.25),
            (40.0, 10.0, 0.25, 1.0),
            (4.0, 0.0, 0.5, 0.5),
            (4.0, 4.0, 0.5, 1.5),
            (400.0, 0.0, 0.25, 0.25),
            (400.0, 400.0, 0.1, 4.0),
        ] {
            close(OpenCounts { arrived, opened }.interest(usual), expected);
        }
    }

    proptest! {
        #[test]
        fn interest_is_bounded_and_grows_with_opened_articles(
            arrived in 0.0f64..1e3, opened in 0.0f64..1e3, more in 0.0f64..10.0, usual in 0.01f64..1.0,
        ) {
            let interest = |arrived, opened| OpenCounts { arrived, opened }.interest(usual);
            let found = interest(arrived, opened);
            prop_assert!((0.25..=4.0).contains(&found));
            prop_assert!(interest(arrived, opened + more) >= found);
            prop_assert!(interest(arrived + more, opened) <= found);
        }
    }
}
