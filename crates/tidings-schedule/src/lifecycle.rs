//! The life cycle of a source: what a response means for it. It can be failing, recovered, moved or gone.
//!
//! [`after`] takes the source before a fetch and the result of the fetch, and returns its new status. A source is
//! never given up silently: failures only delay its next fetch, and one that responds with "gone" is fetched for four
//! more weeks.

mod moves;

pub use moves::{MOVE_OVER, MOVE_SIGHTINGS};

use crate::plan::between;
use crate::{Plan, Reason, policy};
use jiff::Timestamp;
use tidings_model::source::{Health, PendingMove, Source};
use tidings_model::units::{Minutes, Share};
use tidings_model::{Failure, FailureKind, HostKey, SourceState, Validators};
use url::Url;

/// A source counts as gone when it responds with 410 again after at least this time.
pub const GONE_APART: Minutes = Minutes(60.0);
/// A source that is gone is fetched at this interval …
pub const GONE_EVERY: Minutes = Minutes(7.0 * Minutes::DAY.0);
/// … this many times, and then never again.
pub const GONE_TRIES: u32 = 4;
/// Conditional requests are used for at most this long. Then a whole document is fetched once, in case the server's
/// 304 is wrong.
pub const RECHECK_EVERY: Minutes = Minutes(7.0 * Minutes::DAY.0);
/// If this many postings were expected since the last whole document, a 304 is only trusted for a day.
const UNBELIEVED: f64 = 5.0;

/// A successful response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServerAnswer {
    /// Nothing changed since the validators it gave (304).
    NotModified,
    /// A document that could be parsed as the source's kind.
    Document {
        /// The number of articles in it that were already stored. All of them if the body equals the last one.
        n_known: usize,
    },
}

/// The result of a fetch.
#[derive(Debug, Clone)]
pub enum FetchResult<'a> {
    /// A usable response.
    Answer {
        /// The target of the redirects, if there were any and all of them were permanent (301, 308).
        moved_to: Option<&'a Url>,
        /// The final response.
        said: ServerAnswer,
        /// The validators for the next conditional request.
        validators: &'a Validators,
    },
    /// No usable response. A response that is not a feed is a failure, and its validators are never kept.
    Failure(&'a Failure),
}

/// The status of a source after a fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceStatus {
    /// Whether it is fetched.
    pub state: SourceState,
    /// How fetching it has been going.
    pub health: Health,
    /// The validators for the next conditional request.
    pub validators: Validators,
    /// A permanent redirect that was observed but is not yet adopted.
    pub move_seen: Option<PendingMove>,
    /// The new address, if the source has moved.
    pub adopt: Option<Url>,
}

impl SourceStatus {
    /// Writes the status to the source.
    pub fn settle(self, source: &mut Source) {
        source.state = self.state;
        source.health = self.health;
        source.validators = self.validators;
        source.move_seen = self.move_seen;
        if let Some(url) = self.adopt {
            source.host = HostKey::of(&url);
            source.url = url;
        }
    }
}

/// Returns the status of a source after a fetch that ended at `now`.
///
/// ```
/// use tidings_model::{Failure, FailureKind, SourceId, SourceKind, source::Source};
/// use tidings_schedule::lifecycle::{FetchResult, after};
/// let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// let source = Source::new(SourceId(1), SourceKind::Feed, "https://example.org/feed".parse().unwrap(), now);
///
/// let missing = Failure::new(FailureKind::NotFound, "example.org has no such page (404).");
/// assert_eq!(after(&source, &FetchResult::Failure(&missing), now).health.failures, 1);
///
/// let offline = Failure::new(FailureKind::Offline, "Our own network is down.");
/// assert_eq!(after(&source, &FetchResult::Failure(&offline), now).health.failures, 0);
/// ```
#[must_use]
pub fn after(source: &Source, fetched: &FetchResult<'_>, now: Timestamp) -> SourceStatus {
    match *fetched {
        FetchResult::Answer { moved_to, said, validators } => {
            answered(source, moved_to, said, validators, now)
        }
        FetchResult::Failure(failure) => failed(source, failure, now),
    }
}

/// Returns whether the next fetch may be conditional.
///
/// It may not without validators, nor if the last whole document is older than [`RECHECK_EVERY`]. Some servers always
/// respond that nothing changed. So if more postings were `expected` since then than a plausible silence allows, a
/// whole document is fetched after a day. If the server was caught responding with a wrong 304 (`expected` is
/// infinite), every fetch is unconditional.
///
/// ```
/// use tidings_model::{SourceId, SourceKind, source::Source};
/// use tidings_schedule::lifecycle::may_ask_conditionally;
/// let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// let mut source = Source::new(SourceId(1), SourceKind::Feed, "https://example.org/feed".parse().unwrap(), now);
/// assert!(!may_ask_conditionally(&source, 0.0, now));
/// source.validators.etag = Some("\"1\"".into());
/// source.health.last_unconditional = Some(now);
/// assert!(may_ask_conditionally(&source, 0.0, now));
/// assert!(!may_ask_conditionally(&source, 0.0, "2026-11-23T12:00:00Z".parse().unwrap()), "the last whole document is too old");
/// let tomorrow = "2026-11-16T13:00:00Z".parse().unwrap();
/// assert!(!may_ask_conditionally(&source, 8.0, tomorrow), "too many postings were expected");
/// ```
#[must_use]
pub fn may_ask_conditionally(source: &Source, expected: f64, now: Timestamp) -> bool {
    let has_validators =
        source.validators.etag.is_some() || source.validators.last_modified.is_some();
    let recheck_every = match expected {
        known_better if known_better.is_infinite() => 0.0,
        many if many >= UNBELIEVED => Minutes::DAY.0,
        _ => RECHECK_EVERY.0,
    };
    let last_whole = source.health.last_unconditional;
    // A time in the future means that the clock was set back. An unconditional fetch corrects it.
    has_validators
        && last_whole.is_some_and(|last| (0.0..recheck_every).contains(&between(last, now).0))
}

/// Plans the next fetch of a source that is gone: once a week, a few times, and then never again.
///
/// ```
/// use tidings_model::{SourceId, SourceKind, source::Source, units::Share};
/// use tidings_schedule::{Plan, lifecycle::plan_while_gone};
/// let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// let mut source = Source::new(SourceId(1), SourceKind::Feed, "https://example.org/feed".parse().unwrap(), now);
/// source.health.gone_since = Some("2026-11-15T11:00:00Z".parse().unwrap());
/// let plan = plan_while_gone(&source, now, Share::new(0.5).unwrap());
/// assert_eq!(plan.at.to_string(), "2026-11-22T12:00:00Z");
/// assert_eq!(plan.reason.to_string(), "gone; 4 more tries, one per week, in case it comes back");
/// ```
#[must_use]
pub fn plan_while_gone(source: &Source, now: Timestamp, chance: Share) -> Plan {
    let elapsed = source.health.gone_since.map_or(0.0, |since| between(since, now).0.max(0.0));
    // The first week begins when the source was first considered gone, which is up to about half a week after the
    // first 410.
    let weeks_left = f64::from(GONE_TRIES) - (elapsed / GONE_EVERY.0 - 0.5).ceil().max(0.0);
    if weeks_left < 1.0 {
        return Plan::never(Reason::GoneForGood);
    }
    let stray = policy::JITTER / 2.0 * 2.0f64.mul_add(chance.get(), -1.0);
    // A whole number from 1 to GONE_TRIES.
    Plan::after(now, GONE_EVERY * (1.0 + stray), Reason::Gone { tries_left: weeks_left as u32 })
}

fn answered(
    source: &Source,
    moved_to: Option<&Url>,
    said: ServerAnswer,
    validators: &Validators,
    now: Timestamp,
) -> SourceStatus {
    let last_unconditional = match said {
        ServerAnswer::Document { .. } => Some(now),
        ServerAnswer::NotModified => source.health.last_unconditional,
    };
    let (move_seen, adopt) = moves::moved(source, moved_to, said, now);
    SourceStatus {
        state: if source.state == SourceState::Gone { SourceState::Active } else { source.state },
        health: Health {
            last_success: Some(now),
            last_fetch: Some(now),
            last_unconditional,
            ..Health::default()
        },
        validators: match said {
            ServerAnswer::Document { .. } => validators.clone(),
            ServerAnswer::NotModified => renewed(&source.validators, validators),
        },
        move_seen,
        adopt,
    }
}

/// Returns the validators after a 304, which may contain newer ones. The body is still the one we have.
fn renewed(old: &Validators, new: &Validators) -> Validators {
    Validators {
        etag: new.etag.clone().or_else(|| old.etag.clone()),
        last_modified: new.last_modified.clone().or_else(|| old.last_modified.clone()),
        body: old.body,
    }
}

fn failed(source: &Source, failure: &Failure, now: Timestamp) -> SourceStatus {
    let health = match failure.kind {
        // No request was made.
        FailureKind::Offline => source.health.clone(),
        // The request was made, and the source did nothing wrong.
        FailureKind::Store => Health { last_fetch: Some(now), ..source.health.clone() },
        _ => failing(source, failure, now),
    };
    let is_gone = health.gones >= 2
        && health.gone_since.is_some_and(|since| between(since, now) >= GONE_APART);
    SourceStatus {
        state: if is_gone && source.state == SourceState::Active {
            SourceState::Gone
        } else {
            source.state
        },
        health,
        validators: source.validators.clone(),
        move_seen: source.move_seen.clone(),
        adopt: None,
    }
}

fn failing(source: &Source, failure: &Failure, now: Timestamp) -> Health {
    let old = &source.health;
    // Once the source is gone, other failures change nothing. Before that, only consecutive 410s count.
    let (gones, gone_since) = match (failure.kind, source.state) {
        (FailureKind::Gone, _) => {
            (old.gones.saturating_add(1), Some(earlier_of(old.gone_since, now)))
        }
        (_, SourceState::Gone) => (old.gones, old.gone_since),
        _ => (0, None),
    };
    Health {
        failures: old.failures.saturating_add(1),
        failing_since: Some(earlier_of(old.failing_since, now)),
        last_success: old.last_success,
        last_fetch: Some(now),
        last_unconditional: old.last_unconditional,
        gones,
        gone_since,
        last_failure: Some((failure.kind, failure.message.clone())),
    }
}

/// Returns the start of a series, or now if it starts now or if its start is in the future because the clock was set
/// back.
fn earlier_of(begun: Option<Timestamp>, now: Timestamp) -> Timestamp {
    begun.map_or(now, |begun| begun.min(now))
}

#[cfg(test)]
mod tests;
