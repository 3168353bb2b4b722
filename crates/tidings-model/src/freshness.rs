//! How fresh articles were: how long they waited to be seen, under the policy that looked and under others in its place.

use crate::units::Minutes;

/// Who decides when to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Policy {
    /// The daemon, as it really looked.
    Ours,
    /// Every source equally often.
    Uniform,
    /// By how often a source posted in the last week, as Miniflux does.
    Miniflux,
}

impl Policy {
    /// All of them, ours first.
    pub const ALL: [Self; 3] = [Self::Ours, Self::Uniform, Self::Miniflux];

    /// As it is kept.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Uniform => "uniform",
            Self::Miniflux => "miniflux",
        }
    }

    /// The policy of a code.
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

/// How a policy fared: how long articles waited, and how often somebody came for one that was not there yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PolicyOutcome {
    /// How long they waited.
    pub delays: Delays,
    /// For every look of a reader, the postings of her sources that were out and not seen yet.
    pub n_misses: u64,
}

impl PolicyOutcome {
    /// Counts another stretch of time in.
    pub fn merge(&mut self, other: &Self) {
        self.delays.merge(&other.delays);
        self.n_misses += other.n_misses;
    }
}

/// Bins of delays: the first holds less than a second, each other is 2 % wider than the one before.
const BINS: usize = 1024;
const WIDER: f64 = 1.02;

/// How long each of many postings waited, in bounded space: the mean and the longest exactly, quantiles to 1 %.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Delays {
    total_ms: u64,
    max_ms: u64,
    /// Up to the last that is not empty.
    bins: Vec<u64>,
}

impl Delays {
    /// Delays as they were kept: their sum, the longest, and how many are in which bin.
    #[must_use]
    pub fn kept(total_ms: u64, max_ms: u64, bins: impl IntoIterator<Item = (usize, u64)>) -> Self {
        let mut delays = Self { total_ms, max_ms, bins: Vec::new() };
        bins.into_iter().for_each(|(bin, n)| delays.put(bin, n));
        delays
    }

    /// Counts a delay in; what is no length of time is none.
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

    /// Counts others in.
    pub fn merge(&mut self, other: &Self) {
        self.total_ms = self.total_ms.saturating_add(other.total_ms);
        self.max_ms = self.max_ms.max(other.max_ms);
        other.bins().for_each(|(bin, n)| self.put(bin, n));
    }

    /// How many.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.bins.iter().sum()
    }

    /// All of them together, in milliseconds.
    #[must_use]
    pub const fn total_ms(&self) -> u64 {
        self.total_ms
    }

    /// The longest, in milliseconds.
    #[must_use]
    pub const fn max_ms(&self) -> u64 {
        self.max_ms
    }

    /// The average; none waited not at all.
    #[must_use]
    pub fn mean(&self) -> Minutes {
        Minutes(self.total_ms as f64 / self.n().max(1) as f64 / 60_000.0)
    }

    /// The longest.
    #[must_use]
    pub fn longest(&self) -> Minutes {
        Minutes(self.max_ms as f64 / 60_000.0)
    }

    /// The delay that a part of them does not exceed, to 1 %.
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

    /// The bins that hold any, and how many.
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
