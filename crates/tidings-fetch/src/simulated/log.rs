//! The request log of the simulated web: enough to check politeness and completeness afterwards.

use super::fault::Fault;
use jiff::{SignedDuration, Timestamp};
use std::{collections::BTreeMap, ops::Range, time::Duration};
use tidings_model::{HostKey, limits::Limits};
use url::Url;

/// One request to one simulated server: a single redirect counts, not the whole fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimulatedRequest {
    /// The requested address.
    pub url: Url,
    /// The publisher of that address.
    pub host: HostKey,
    /// The number of the source it belongs to; none for addresses that are not a feed.
    pub source: Option<usize>,
    /// When the request arrived.
    pub at: Timestamp,
    /// When the response was complete or abandoned; none while the request is in progress.
    pub until: Option<Timestamp>,
    /// Whether the request was conditional.
    pub is_conditional: bool,
    /// The response.
    pub told: SimulatedAnswer,
    /// The numbers of the source's postings in a complete response.
    pub shown: Range<usize>,
}

/// What a simulated server responded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SimulatedAnswer {
    /// Nothing yet.
    Pending,
    /// The feed.
    Feed,
    /// 304.
    NotModified,
    /// A redirect with this status.
    Redirect(u16),
    /// 410.
    Gone,
    /// Not a feed address.
    Nothing,
    /// Something went wrong.
    Fault(Fault),
}

/// A violation of the politeness rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Breach {
    /// More requests than allowed were in progress at one publisher.
    Crowd {
        /// The publisher.
        host: HostKey,
        /// When.
        at: Timestamp,
        /// How many.
        n_under_way: usize,
    },
    /// Two requests to one publisher started too close to each other.
    Rush {
        /// The publisher.
        host: HostKey,
        /// When the second started.
        at: Timestamp,
        /// How long after the first.
        gap: Duration,
    },
}

/// Returns every violation of the limits per publisher in a log.
///
/// Clocks truncate to milliseconds, so a gap may look a millisecond shorter than it was.
#[must_use]
pub fn breaches(log: &[SimulatedRequest], limits: &Limits) -> Vec<Breach> {
    let mut by_host: BTreeMap<&HostKey, Vec<&SimulatedRequest>> = BTreeMap::new();
    for asked in log {
        by_host.entry(&asked.host).or_default().push(asked);
    }
    by_host.into_iter().flat_map(|(host, asked)| breaches_at(host, asked, limits)).collect()
}

fn breaches_at(host: &HostKey, mut asked: Vec<&SimulatedRequest>, limits: &Limits) -> Vec<Breach> {
    const CUT: Duration = Duration::from_millis(1);
    asked.sort_by_key(|asked| asked.at);
    let mut found = Vec::new();
    for pair in asked.windows(2) {
        let gap = Duration::try_from(pair[1].at.duration_since(pair[0].at)).unwrap_or_default();
        if gap + CUT < limits.gap_per_host {
            found.push(Breach::Rush { host: host.clone(), at: pair[1].at, gap });
        }
    }
    let mut under_way: Vec<Timestamp> = Vec::new();
    for one in asked {
        under_way.retain(|until| *until > one.at);
        under_way.push(one.until.unwrap_or(Timestamp::MAX));
        if under_way.len() > limits.concurrency_per_host {
            found.push(Breach::Crowd {
                host: host.clone(),
                at: one.at,
                n_under_way: under_way.len(),
            });
        }
    }
    found
}

/// Returns when each posting of a source was first in a complete response, by its number.
#[must_use]
pub fn first_shown(log: &[SimulatedRequest], source: usize) -> BTreeMap<usize, Timestamp> {
    let mut first = BTreeMap::new();
    for asked in log.iter().filter(|asked| asked.source == Some(source)) {
        for posting in asked.shown.clone() {
            let at = first.entry(posting).or_insert(asked.at);
            *at = asked.at.min(*at);
        }
    }
    first
}

/// Returns the delay of each posting that was shown, by its number: the shortest wait that a user saw.
#[must_use]
pub fn delays(
    log: &[SimulatedRequest],
    source: usize,
    postings: &[Timestamp],
) -> BTreeMap<usize, SignedDuration> {
    let shown = first_shown(log, source).into_iter();
    shown.map(|(posting, at)| (posting, at.duration_since(postings[posting]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(at_ms: i64, until_ms: i64) -> SimulatedRequest {
        let url: Url = "https://a.example/feed".parse().unwrap();
        SimulatedRequest {
            host: HostKey::of(&url),
            url,
            source: Some(0),
            at: Timestamp::from_millisecond(at_ms).unwrap(),
            until: Some(Timestamp::from_millisecond(until_ms).unwrap()),
            is_conditional: false,
            told: SimulatedAnswer::Feed,
            shown: 0..2,
        }
    }

    #[test]
    fn politeness_is_checked_per_host() {
        let limits = Limits::default();
        assert_eq!(breaches(&[asked(0, 500), asked(1000, 1500), asked(2000, 9000)], &limits), []);
        let rush = breaches(&[asked(0, 10), asked(400, 500)], &limits);
        assert!(
            matches!(rush[..], [Breach::Rush { gap, .. }] if gap == Duration::from_millis(400))
        );
        let crowd = breaches(&[asked(0, 9000), asked(1000, 9000), asked(2000, 9000)], &limits);
        assert!(matches!(crowd[..], [Breach::Crowd { n_under_way: 3, .. }]));
    }

    #[test]
    fn delays_end_when_a_posting_is_first_shown() {
        let log = [asked(5000, 5100), asked(9000, 9100)];
        let postings = [Timestamp::from_second(1).unwrap(), Timestamp::from_second(5).unwrap()];
        let delays: Vec<i64> =
            delays(&log, 0, &postings).values().map(SignedDuration::as_secs).collect();
        assert_eq!(delays, [4, 0]);
    }
}
