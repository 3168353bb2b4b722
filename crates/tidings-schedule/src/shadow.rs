//! The shadow comparison: how other policies would have handled the arrivals of a day with the same number of
//! requests.
//!
//! Every policy fetches a source at evenly spaced instants, (phase + k)·interval after the start of the day, for
//! every integer k. The phase is the fractional part of the source's id times 0.618…, so that sources are not fetched
//! in lockstep and anyone can reproduce it. A posting is found at the first such instant at or after it. Each policy
//! spends exactly the number of requests that were really made:
//!
//! - uniform: every source has the interval sources · minutes / requests;
//! - Miniflux: the interval that its `entry_frequency` derives from the postings of the week before, times one factor
//!   for all sources that makes the total number of requests the same.

use jiff::Timestamp;
use std::{collections::HashMap, sync::Arc};
use tidings_model::{
    SourceId, UserId,
    freshness::{Policy, PolicyOutcome},
    units::Minutes,
};

const PHASE: f64 = 0.618_033_988_749_895;
const DAY_MS: f64 = 86_400_000.0;

/// A period, usually a day, and what was spent in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpendingPeriod {
    /// The start.
    pub begin: Timestamp,
    /// The end, exclusive.
    pub end: Timestamp,
    /// The number of active sources.
    pub n_sources: u64,
    /// The number of fetches made.
    pub n_requests: u64,
}

/// A source's postings in the week before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShadowWeek {
    /// Their number.
    pub n: u64,
    /// The time of the first.
    pub first: Timestamp,
    /// The time of the last.
    pub last: Timestamp,
}

impl ShadowWeek {
    /// Returns Miniflux's interval with `POLLING_SCHEDULER=entry_frequency` and otherwise default settings.
    ///
    /// ```
    /// use tidings_schedule::shadow::ShadowWeek;
    /// let hourly = ShadowWeek { n: 169, first: "2026-11-09T00:00:00Z".parse().unwrap(), last: "2026-11-16T00:00:00Z".parse().unwrap() };
    /// assert_eq!(hourly.miniflux().0, 60.0);
    /// assert_eq!(ShadowWeek { n: 1, ..hourly }.miniflux().0, 1440.0);
    /// ```
    #[must_use]
    pub fn miniflux(&self) -> Minutes {
        const WEEK: f64 = 7.0 * 1440.0;
        let spread = Minutes::from_ms(self.last.as_millisecond() - self.first.as_millisecond()).0;
        if self.n < 2 || spread <= 0.0 {
            return Minutes::DAY;
        }
        let per_week = (WEEK / (spread / (self.n - 1) as f64)).ceil();
        Minutes((WEEK / per_week).clamp(5.0, Minutes::DAY.0))
    }
}

/// Miniflux's interval of each source that posted in the week before. Sixteen bytes per source, because there may be
/// a million.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Paces {
    /// In milliseconds, ordered by source.
    waits: Vec<(SourceId, f64)>,
}

impl Paces {
    /// Returns the interval of one source.
    #[must_use]
    pub fn of(source: SourceId, week: ShadowWeek) -> (SourceId, f64) {
        (source, week.miniflux().0 * 60_000.0)
    }

    /// Creates the table from the intervals of all sources, each listed once.
    #[must_use]
    pub fn new(mut waits: Vec<(SourceId, f64)>) -> Self {
        waits.sort_unstable_by_key(|(source, _)| *source);
        Self { waits }
    }

    fn wait(&self, source: SourceId) -> Option<f64> {
        let place = self.waits.binary_search_by_key(&source, |(one, _)| *one).ok()?;
        Some(self.waits[place].1)
    }
}

/// Subscribers and their visits.
#[derive(Debug, Clone, Default)]
pub struct Readers {
    followers: HashMap<SourceId, Vec<UserId>>,
    looks: HashMap<UserId, Vec<i64>>,
}

impl Readers {
    /// Adds a visit.
    pub fn look(&mut self, user: UserId, at: Timestamp) {
        self.looks.entry(user).or_default().push(at.as_millisecond());
    }

    /// Returns whether there were no visits. Then subscriptions do not matter.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.looks.is_empty()
    }

    /// Adds a subscription. Call it after all visits were added: users without visits cannot miss anything.
    pub fn follow(&mut self, user: UserId, source: SourceId) {
        if self.looks.contains_key(&user) {
            self.followers.entry(source).or_default().push(user);
        }
    }

    fn sort(&mut self) {
        self.looks.values_mut().for_each(|looks| looks.sort_unstable());
    }

    /// Returns the number of visits by subscribers of a source from one instant to before another.
    fn looks_between(&self, source: SourceId, from: f64, to: f64) -> u64 {
        let followers = self.followers.get(&source).map_or(&[][..], Vec::as_slice);
        let looks = followers.iter().filter_map(|user| self.looks.get(user));
        let before = |looks: &[i64], at: f64| looks.partition_point(|look| (*look as f64) < at);
        looks.map(|looks| before(looks, to).saturating_sub(before(looks, from)) as u64).sum()
    }
}

/// The comparison while arrivals are added.
#[derive(Debug, Clone)]
pub struct Shadow {
    begin: f64,
    end: f64,
    even: f64,
    /// Of the sources that posted in the week before.
    paces: Arc<Paces>,
    /// The factor by which Miniflux's intervals are stretched.
    factor: f64,
    readers: Readers,
    fared: [PolicyOutcome; 3],
}

impl Shadow {
    /// Creates a comparison without arrivals.
    #[must_use]
    pub fn new(stretch: SpendingPeriod, paces: Arc<Paces>, mut readers: Readers) -> Self {
        readers.sort();
        let (begin, end) =
            (stretch.begin.as_millisecond() as f64, stretch.end.as_millisecond() as f64);
        let (n_sources, n_requests) =
            (stretch.n_sources.max(1) as f64, stretch.n_requests.max(1) as f64);
        let length = (end - begin).max(1.0);
        let silent = (n_sources - paces.waits.len() as f64).max(0.0);
        // Summed in the order of sources, so that the same log always gives the same number.
        let frequency: f64 = paces.waits.iter().map(|(_, wait)| 1.0 / wait).sum();
        let factor = length * (silent / DAY_MS + frequency) / n_requests;
        let even = length * n_sources / n_requests;
        Self { begin, end, even, paces, factor, readers, fared: Default::default() }
    }

    /// Replaces the subscriptions with those of the sources whose postings are added next.
    pub fn follow(&mut self, followers: impl IntoIterator<Item = (SourceId, UserId)>) {
        self.readers.followers.clear();
        followers.into_iter().for_each(|(source, user)| self.readers.follow(user, source));
    }

    /// Adds a posting that was found in the period.
    pub fn add(&mut self, source: SourceId, posted: Timestamp, seen: Timestamp) {
        let posted = posted.as_millisecond() as f64;
        let miniflux = self.paces.wait(source).unwrap_or(DAY_MS) * self.factor;
        let seen = [
            (seen.as_millisecond() as f64).max(posted),
            self.next(source, posted, self.even),
            self.next(source, posted, miniflux),
        ];
        for (fared, seen) in self.fared.iter_mut().zip(seen) {
            fared.delays.add(Minutes((seen - posted) / 60_000.0));
            // Visits after the end are not known yet.
            fared.n_misses += self.readers.looks_between(source, posted, seen.min(self.end));
        }
    }

    /// Returns the first fetch of a source at or after an instant.
    fn next(&self, source: SourceId, at: f64, interval: f64) -> f64 {
        let phase = (source.0 as f64 * PHASE).fract();
        let since = at - self.begin;
        let k = (since / interval - phase).ceil();
        (phase + k).mul_add(interval, self.begin).max(at)
    }

    /// Returns the outcome of each policy.
    #[must_use]
    pub fn done(self) -> [(Policy, PolicyOutcome); 3] {
        let [ours, uniform, miniflux] = self.fared;
        [(Policy::Ours, ours), (Policy::Uniform, uniform), (Policy::Miniflux, miniflux)]
    }
}

#[cfg(test)]
mod tests;
