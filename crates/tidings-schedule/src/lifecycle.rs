//! What an answer means for its source: failing, well again, moved, gone.
//!
//! [`after`] takes the source as it was and what its fetch brought, and says how it stands now. A source is never
//! given up silently: failures only stretch its plan, and one that says "gone" is asked for four more weeks.

mod moves;

pub use moves::{MOVE_OVER, MOVE_SIGHTINGS};

use crate::plan::between;
use crate::{Plan, Reason, policy};
use jiff::Timestamp;
use tidings_model::source::{Health, PendingMove, Source};
use tidings_model::units::{Minutes, Share};
use tidings_model::{Failure, FailureKind, HostKey, SourceState, Validators};
use url::Url;

/// "Gone" is believed when it is said again after at least this time.
pub const GONE_APART: Minutes = Minutes(60.0);
/// A source that is gone is asked this often …
pub const GONE_EVERY: Minutes = Minutes(7.0 * Minutes::DAY.0);
/// … this many times, and then not any more.
pub const GONE_TRIES: u32 = 4;
/// "Has it changed?" is asked at most this long; then everything is fetched once, in case the server's no is stuck.
pub const RECHECK_EVERY: Minutes = Minutes(7.0 * Minutes::DAY.0);
/// When so many postings were expected since a whole document came, the word that nothing changed is doubted after a day.
const UNBELIEVED: f64 = 5.0;

/// What a server said when all went well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServerAnswer {
    /// That nothing changed since the validators it gave (304).
    NotModified,
    /// A document that could be read as what the source is.
    Document {
        /// How many of its articles were in the store already; all of them when the body equals the last one.
        n_known: usize,
    },
}

/// What a fetch brought.
#[derive(Debug, Clone)]
pub enum FetchResult<'a> {
    /// An answer that can be used.
    Answer {
        /// Where redirects led, if there were any and all of them were permanent (301, 308).
        moved_to: Option<&'a Url>,
        /// What was said at the end.
        said: ServerAnswer,
        /// What the answer gave to ask "has it changed?" next time.
        validators: &'a Validators,
    },
    /// Nothing that can be used. An answer that is no feed is one of these, and its validators are never kept.
    Failure(&'a Failure),
}

/// How a source stands after a fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceStatus {
    /// Whether it is watched.
    pub state: SourceState,
    /// How it has been going.
    pub health: Health,
    /// What to send to ask for changes only.
    pub validators: Validators,
    /// A move announced and not yet believed.
    pub move_seen: Option<PendingMove>,
    /// The address to ask from now on, when it has moved.
    pub adopt: Option<Url>,
}

impl SourceStatus {
    /// Writes the standing into the source.
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

/// How a source stands after a fetch that ended at `now`.
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

/// Whether the next fetch may ask "has it changed?" instead of asking for everything.
///
/// Not without validators, and not for longer than [`RECHECK_EVERY`] since a whole document came. Some servers say that
/// nothing changed whatever happens: where more postings were `expected` since then than silence can be believed of, a
/// whole document is asked for after a day; where the server was caught at it (infinitely many), every time.
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
/// assert!(!may_ask_conditionally(&source, 0.0, "2026-11-23T12:00:00Z".parse().unwrap()), "a week is over");
/// let tomorrow = "2026-11-16T13:00:00Z".parse().unwrap();
/// assert!(!may_ask_conditionally(&source, 8.0, tomorrow), "more silent than can be believed");
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
    // One in the future tells of a clock set back: fetching everything once sets it right.
    has_validators
        && last_whole.is_some_and(|last| (0.0..recheck_every).contains(&between(last, now).0))
}

/// The plan for a source that said it is gone: once a week, a few times, then not any more.
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
    // The first week begins when "gone" was believed, up to about half a week after it was first said.
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

/// The validators after a 304, which may name newer ones. The body is still the one we have.
fn renewed(old: &Validators, new: &Validators) -> Validators {
    Validators {
        etag: new.etag.clone().or_else(|| old.etag.clone()),
        last_modified: new.last_modified.clone().or_else(|| old.last_modified.clone()),
        body: old.body,
    }
}

fn failed(source: &Source, failure: &Failure, now: Timestamp) -> SourceStatus {
    let health = match failure.kind {
        // Nothing was asked of the source.
        FailureKind::Offline => source.health.clone(),
        // It was asked, and did nothing wrong.
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
    // Once gone, another failure in between changes nothing; before that, only 410s in a row count.
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

/// When a row began; now, if it begins now or if a clock set back has put its beginning into the future.
fn earlier_of(begun: Option<Timestamp>, now: Timestamp) -> Timestamp {
    begun.map_or(now, |begun| begun.min(now))
}

#[cfg(test)]
mod tests;
