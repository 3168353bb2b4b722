//! What readers miss: postings that existed but were not fetched yet when a reader visited.

use super::{FetchTimes, Replay};
use crate::trace::Events;

/// When readers visit, in minutes on the trace's axis. Each visit concerns every source.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReaderVisits {
    /// All visits, in order of time.
    pub at: Vec<f64>,
    /// Number of readers.
    pub readers: usize,
}

impl ReaderVisits {
    /// Creates visits from events, shifted by whole weeks into the trace's first week.
    ///
    /// Readers and sources are seldom recorded together; what counts is the hour of the week.
    ///
    /// ```
    /// use tidings_lab::{monitor::access::ReaderVisits, trace::Events};
    /// // Monday, 5 January 1970, at noon, moved to the trace's first week.
    /// let events = Events::from([("reader".into(), vec![4 * 86_400 + 43_200])]);
    /// assert_eq!(ReaderVisits::of(&events, 0.0, 10_080.0).at, [720.0]);
    /// ```
    #[must_use]
    pub fn of(events: &Events, begin: f64, end: f64) -> Self {
        const MONDAY: i64 = 4 * 86_400;
        let week = 604_800;
        let first = events.values().flatten().copied().min().unwrap_or(MONDAY);
        let origin = (first - MONDAY).div_euclid(week) * week + MONDAY;
        let mut at: Vec<f64> = events
            .values()
            .flatten()
            .map(|second| (second - origin) as f64 / 60.0 + (begin / 10_080.0).floor() * 10_080.0)
            .filter(|time| (begin..end).contains(time))
            .collect();
        at.sort_unstable_by(f64::total_cmp);
        Self { at, readers: events.len() }
    }
}

/// What readers missed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MissCounts {
    /// Pairs of a posting and a visit between the posting and its fetch.
    pub pairs: usize,
    /// The share of postings that the first visit after them did not find.
    pub share: f64,
    /// How old the missed postings were at those visits, in minutes per posting on average.
    pub reader_delay: f64,
}

impl MissCounts {
    /// Returns the average over several runs.
    ///
    /// ```
    /// use tidings_lab::monitor::access::MissCounts;
    /// let ran = |pairs| MissCounts { pairs, ..MissCounts::default() };
    /// assert_eq!(MissCounts::mean(&[ran(10), ran(20)]), Some(ran(15)));
    /// ```
    #[must_use]
    pub fn mean(runs: &[Self]) -> Option<Self> {
        let mean = |of: fn(&Self) -> f64| runs.iter().map(of).sum::<f64>() / runs.len() as f64;
        (!runs.is_empty()).then(|| Self {
            pairs: mean(|run| run.pairs as f64).round() as usize,
            share: mean(|run| run.share),
            reader_delay: mean(|run| run.reader_delay),
        })
    }
}

/// Counts what readers missed in a replay.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::access::{ReaderVisits, missed};
/// // Posted at ten, visited at half past, fetched at eleven.
/// let looks = ReaderVisits { at: vec![15.0 * 1440.0 + 630.0], readers: 1 };
/// let fetches = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 660.0).collect()];
/// let missed = missed(&replay, &fetches, &looks);
/// assert_eq!(missed.pairs, 1);
/// assert_eq!(missed.reader_delay * 14.0, 30.0);
/// ```
#[must_use]
pub fn missed(replay: &Replay<'_>, fetches: &FetchTimes, looks: &ReaderVisits) -> MissCounts {
    // Prefix sums of the visit times, so that every posting costs two searches.
    let mut sums = vec![0.0];
    for look in &looks.at {
        sums.push(sums[sums.len() - 1] + look);
    }
    let (mut pairs, mut firsts, mut age, mut n) = (0, 0usize, 0.0, 0usize);
    for (postings, fetches) in replay.trace.postings.iter().zip(fetches) {
        let first = postings.partition_point(|&posting| posting <= replay.trained);
        for &posting in &postings[first..] {
            let next = fetches.partition_point(|&at| at < posting);
            let found = fetches.get(next).copied().unwrap_or(replay.trace.end);
            let from = looks.at.partition_point(|&look| look <= posting);
            let to = looks.at.partition_point(|&look| look < found).max(from);
            pairs += to - from;
            firsts += usize::from(to > from);
            age += (sums[to] - sums[from]) - (to - from) as f64 * posting;
            n += 1;
        }
    }
    let each = n.max(1) as f64;
    MissCounts { pairs, share: firsts as f64 / each, reader_delay: age / each }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monitor::tally::{tally, tests::POSTINGS};
    use crate::trace::Trace;

    /// A vector from an independent implementation.
    #[test]
    fn misses_and_delays_agree_with_the_vector() {
        let postings = POSTINGS.to_vec();
        let trace = Trace {
            names: vec!["a".into()],
            postings: vec![postings],
            end: 1000.0,
            ..Trace::default()
        };
        let replay = Replay { trace: &trace, trained: 0.0, interval: 250.0, seed: 1, looks: None };
        let fetches = vec![vec![26.532437206, 496.417482439, 743.459961222, 852.145337069]];
        let looks = ReaderVisits {
            at: vec![
                5.473108835,
                330.716066746,
                373.060587558,
                465.757440357,
                786.649712494,
                878.763619783,
            ],
            readers: 1,
        };
        let missed = missed(&replay, &fetches, &looks);
        assert_eq!(missed.pairs, 8);
        assert!((missed.share - 4.0 / 9.0).abs() < 1e-12);
        assert!((missed.reader_delay * 9.0 - 2_139.841_236_468).abs() < 1e-6);
        let tally = tally(&replay, &fetches, &[]);
        assert!((tally.average_delay * 9.0 - 1_566.458_609_616).abs() < 1e-6);
        assert!((tally.max_delay - 457.875_483).abs() < 1e-3);
        assert!((tally.empty_share - 0.25).abs() < 1e-12);
    }
}
