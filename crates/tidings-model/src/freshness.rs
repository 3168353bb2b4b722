//! Freshness: how long articles waited until a fetch found them, under our own policy and under alternatives to it.

use crate::units::Minutes;

/// A policy that decides when sources are fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Policy {
    /// The daemon's own fetches, as they happened.
    Ours,
    /// Every source is fetched equally often.
    Uniform,
    /// The interval depends on how often the source posted in the last week, as in Miniflux.
    Miniflux,
}

impl Policy {
    /// All policies, ours first.
    pub const ALL: [Self; 3] = [Self::Ours, Self::Uniform, Self::Miniflux];

    /// Returns the code under which the policy is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Uniform => "uniform",
            Self::Miniflux => "miniflux",
        }
    }

    /// Returns the policy with this code.
    ///
    /// ```
    /// use tidings_model::freshness::Policy;
    /// assert!(Policy::ALL.iter().all(|policy| Policy::of_code(policy.code()) == Some(*policy)));
    /// ```
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.code() == code)
    }
}

/// The result of a policy: how long articles waited, and how often a user came before an article had been fetched.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PolicyOutcome {
    /// The delays of the articles.
    pub delays: Delays,
    /// For every visit of a user, the number of articles of their sources that were published but not yet fetched.
    pub n_misses: u64,
}

impl PolicyOutcome {
    /// Adds the result of another period.
    pub fn merge(&mut self, other: &Self) {
        self.delays.merge(&other.delays);
        self.n_misses += other.n_misses;
    }
}

/// Bins for delays: the first holds everything below a second, and each further bin is 2 % wider than the previous
/// one.
const BINS: usize = 1024;
const WIDER: f64 = 1.02;

/// A histogram of delays in bounded space: mean and maximum are exact, quantiles are accurate to 1 %.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Delays {
    total_ms: u64,
    max_ms: u64,
    /// The counts, up to the last bin that is not empty.
    bins: Vec<u64>,
}

impl Delays {
    /// Restores stored delays from their sum, their maximum, and the count of each bin.
    #[must_use]
    pub fn kept(total_ms: u64, max_ms: u64, bins: impl IntoIterator<Item = (usize, u64)>) -> Self {
        let mut delays = Self { total_ms, max_ms, bins: Vec::new() };
        bins.into_iter().for_each(|(bin, n)| delays.put(bin, n));
        delays
    }

    /// Adds a delay. Negative values and NaN count as zero.
    ///
    /// ```
    /// use tidings_model::freshness::Delays;
    /// use tidings_model::units::Minutes;
    /// let mut delays = Delays::default();
    /// (1..=100).for_each(|n| delays.add(Minutes(f64::from(n))));
    /// assert_eq!((delays.n(), delays.mean().0, delays.longest().0), (100, 50.5, 100.0));
    /// assert!((delays.quantile(0.95).0 / 95.0 - 1.0).abs() < 0.01);
    /// ```
    pub fn add(&mut self, delay: Minutes) {
        let ms = if delay.0.is_nan() { 0 } else { delay.to_ms().cast_unsigned() };
        self.total_ms = self.total_ms.saturating_add(ms);
        self.max_ms = self.max_ms.max(ms);
        self.put(bin(ms), 1);
    }

    fn put(&mut self, bin: usize, n: u64) {
        let bin = bin.min(BINS - 1);
        if self.bins.len() <= bin {
            self.bins.resize(bin + 1, 0);
        }
        self.bins[bin] += n;
    }

    /// Adds all delays of another histogram.
    pub fn merge(&mut self, other: &Self) {
        self.total_ms = self.total_ms.saturating_add(other.total_ms);
        self.max_ms = self.max_ms.max(other.max_ms);
        other.bins().for_each(|(bin, n)| self.put(bin, n));
    }

    /// Returns the number of delays.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.bins.iter().sum()
    }

    /// Returns the sum of all delays in milliseconds.
    #[must_use]
    pub const fn total_ms(&self) -> u64 {
        self.total_ms
    }

    /// Returns the longest delay in milliseconds.
    #[must_use]
    pub const fn max_ms(&self) -> u64 {
        self.max_ms
    }

    /// Returns the mean delay, or zero if there are none.
    #[must_use]
    pub fn mean(&self) -> Minutes {
        Minutes(self.total_ms as f64 / self.n().max(1) as f64 / 60_000.0)
    }

    /// Returns the longest delay.
    #[must_use]
    pub fn longest(&self) -> Minutes {
        Minutes(self.max_ms as f64 / 60_000.0)
    }

    /// Returns the delay that the given fraction of delays does not exceed, to 1 %.
    #[must_use]
    pub fn quantile(&self, part: f64) -> Minutes {
        let rank = (part * self.n() as f64).ceil().max(1.0) as u64;
        let mut below = 0;
        let found = self.bins.iter().position(|n| {
            below += n;
            below >= rank
        });
        let ms = found.map_or(0.0, |bin| middle_ms(bin).min(self.max_ms as f64));
        Minutes(ms / 60_000.0)
    }

    /// Returns the bins that are not empty, with their counts.
    pub fn bins(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.bins.iter().enumerate().filter(|(_, n)| **n > 0).map(|(bin, n)| (bin, *n))
    }
}

fn bin(ms: u64) -> usize {
    if ms < 1000 {
        return 0;
    }
    1 + (ms as f64 / 1000.0).log(WIDER) as usize
}

fn middle_ms(bin: usize) -> f64 {
    if bin == 0 { 500.0 } else { 1000.0 * WIDER.powf(bin as f64 - 0.5) }
}

#[cfg(test)]
mod tests;
