//! Decides how far a hub is trusted, and when our subscription to it is renewed.
//!
//! A reliable hub saves most fetches of its source. A hub that misses articles, or sends some that the source does
//! not show, saves none. Hubs are always verified: some fetches remain in any case.

pub mod choosing;

use crate::{
    Plan, Reason,
    plan::{between, later, minutes},
};
use jiff::Timestamp;
use tidings_model::{
    HostKey, Outcome, SourceState,
    limits::Limits,
    push::{HubRecord, Offer, PushMethod},
    source::Source,
    units::{Minutes, Share},
};
use url::Url;

/// The lease that we request from a hub.
pub const LEASE: Minutes = Minutes(10.0 * Minutes::DAY.0);
/// By convention, a cloud forgets its subscribers after 25 hours.
pub const CLOUD_LEASE: Minutes = Minutes(25.0 * 60.0);
/// How long a hub may take to verify our subscription request.
pub const VERIFYING: Minutes = Minutes(60.0);
/// How much later than the article a notification may arrive.
pub const GRACE: Minutes = Minutes(15.0);
/// The minimum time between two requests to a hub, whatever lease it granted.
const SHORTEST: Minutes = Minutes(60.0);
/// The maximum lease that is trusted.
const LONGEST_LEASE: Minutes = Minutes(30.0 * Minutes::DAY.0);
/// A hub that does not respond is retried after an hour, then after twice that, up to a week.
const LONGEST_BACK_OFF: Minutes = Minutes(7.0 * Minutes::DAY.0);
/// The factor by which the interval of a source is stretched if it announces its articles.
const STRETCH: f64 = 4.0;
/// The maximum number of remembered misses.
const MOST_DOUBTS: u32 = 5;
/// The part of what a trusted hub sends that is still compared with the source.
const SPOT_CHECKS: f64 = 0.05;

/// Returns the offers to push a source, best first: hubs over TLS, other hubs, the cloud.
///
/// A feed may give any address as its own. It is only used as the topic if it is on the feed's own site, so that
/// nobody can make us subscribe to someone else's topic. If the feed gives no such address and is fetched from an
/// address with a query, no hub is used: the query may be a secret between the reader and the publisher.
///
/// ```
/// # use tidings_model::{SourceId, SourceKind, source::Source};
/// # let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// # let url = "https://example.org/feed".parse().unwrap();
/// let mut source = Source::new(SourceId(1), SourceKind::Feed, url, now);
/// source.hints.hubs = ["http://plain.example/", "https://hub.example/"].map(|url| url.parse().unwrap()).to_vec();
/// source.hints.self_url = Some("https://elsewhere.example/feed".parse().unwrap());
/// let offers = tidings_schedule::push::offers(&source);
/// assert_eq!(offers[0].hub.as_str(), "https://hub.example/");
/// assert_eq!(offers[0].topic.as_str(), "https://example.org/feed");
/// ```
#[must_use]
pub fn offers(source: &Source) -> Vec<Offer> {
    const MOST_HUBS: usize = 3;
    let is_ours = |url: &&Url| {
        HostKey::of(url) == source.host && url.username().is_empty() && url.password().is_none()
    };
    let mut own = source.url.clone();
    own.set_fragment(None);
    let own = own.query().is_none().then_some(own);
    let topic = source.hints.self_url.as_ref().filter(is_ours).or(own.as_ref()).cloned();
    let mut hubs: Vec<&Url> = source.hints.hubs.iter().collect();
    hubs.sort_by_key(|hub| hub.scheme() != "https");
    let by_hub = |hub: &Url| {
        let mut topic = topic.clone()?;
        topic.set_fragment(None);
        Some(Offer { way: PushMethod::Hub, hub: hub.clone(), topic })
    };
    let mut offers: Vec<Offer> = hubs.into_iter().take(MOST_HUBS).filter_map(by_hub).collect();
    // Clouds identify feeds by their address.
    let cloud = source.hints.cloud.clone().zip(own);
    offers.extend(cloud.map(|(hub, topic)| Offer { way: PushMethod::Cloud, hub, topic }));
    offers
}

/// Returns when to renew a lease: after about four fifths of it.
///
/// ```
/// use tidings_model::units::{Minutes, Share};
/// use tidings_schedule::push::renew_at;
/// let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// let even = Share::new(0.5).unwrap();
/// assert_eq!(renew_at(Minutes(10.0 * 1440.0), now, even).to_string(), "2026-11-23T12:00:00Z");
/// assert_eq!(renew_at(Minutes(0.2), now, even).to_string(), "2026-11-15T13:00:00Z");
/// ```
#[must_use]
pub fn renew_at(lease: Minutes, now: Timestamp, chance: Share) -> Timestamp {
    let part = 0.1f64.mul_add(chance.get(), 0.75);
    later(now, Minutes((lease.0 * part).max(SHORTEST.0)))
}

/// Returns the end of a lease, as far as it is trusted.
#[must_use]
pub fn lease_until(granted: Minutes, now: Timestamp) -> Timestamp {
    later(now, Minutes(granted.0.clamp(0.0, LONGEST_LEASE.0)))
}

/// Returns when to retry a hub after this many consecutive failures.
///
/// ```
/// use tidings_model::units::Share;
/// use tidings_schedule::push::retry_at;
/// let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// let even = Share::new(0.5).unwrap();
/// assert_eq!(retry_at(1, now, even).to_string(), "2026-11-15T13:00:00Z");
/// assert_eq!(retry_at(3, now, even).to_string(), "2026-11-15T16:00:00Z");
/// assert_eq!(retry_at(99, now, even).to_string(), "2026-11-22T12:00:00Z");
/// ```
#[must_use]
pub fn retry_at(failures: u32, now: Timestamp, chance: Share) -> Timestamp {
    let doubled = SHORTEST.0 * 2.0f64.powi(failures.clamp(1, 20).cast_signed() - 1);
    let jitter = 0.2f64.mul_add(chance.get(), 0.9);
    later(now, Minutes(doubled.min(LONGEST_BACK_OFF.0) * jitter))
}

/// Returns whether silence of a hub means that there is nothing new.
///
/// ```
/// use tidings_model::push::HubRecord;
/// use tidings_schedule::push::is_believed;
/// let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// let lease_until = Some("2026-11-16T12:00:00Z".parse().unwrap());
/// let fresh = HubRecord { lease_until, ..HubRecord::default() };
/// assert!(!is_believed(&fresh, now), "it has proved nothing yet");
/// assert!(is_believed(&HubRecord { n_proofs: 1, ..fresh }, now));
/// assert!(!is_believed(&HubRecord { n_proofs: 1, n_doubts: 1, ..fresh }, now), "it missed an article once");
/// ```
#[must_use]
pub fn is_believed(standing: &HubRecord, now: Timestamp) -> bool {
    let needed = 1 + 2 * standing.n_doubts.min(MOST_DOUBTS);
    is_telling(standing, now) && standing.doubt_at.is_none() && standing.n_proofs >= needed
}

/// Returns whether a hub's lease is active.
#[must_use]
pub fn is_telling(standing: &HubRecord, now: Timestamp) -> bool {
    standing.lease_until.is_some_and(|until| now < until)
}

/// What a fetch of a source found, compared with what its hub had sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HubEvidence {
    /// The number of articles that the hub had not sent.
    pub n_new: u32,
    /// The number of articles that the hub had sent and the source shows.
    pub n_shown: u32,
    /// The number of articles that the hub sent several fetches ago and the source does not show.
    pub n_unshown: u32,
    /// The time of the previous fetch of the source.
    pub last_look: Option<Timestamp>,
}

/// Updates the hub's record after a fetch.
#[must_use]
pub fn after_look(standing: HubRecord, found: HubEvidence, now: Timestamp) -> HubRecord {
    let mut after = settled(standing, now);
    if !is_telling(&after, now) {
        return after;
    }
    after.is_hint |= found.n_unshown > 0;
    let told = after.last_ping.filter(|ping| found.last_look.is_none_or(|look| *ping >= look));
    // Articles from before the hub's lease do not count against it.
    let was_telling = after.since.zip(found.last_look).is_some_and(|(since, look)| since <= look);
    let is_announced = match told {
        // A hub that sends articles has to send all of them, except those still on their way.
        Some(ping) => after.is_hint || found.n_shown == 0 || now < later(ping, GRACE),
        None => false,
    };
    if found.n_new > 0 && was_telling && !is_announced {
        after.doubt_at = after.doubt_at.or(Some(now));
    } else if found.n_shown > 0 || (found.n_new > 0 && is_announced) {
        after.n_proofs = after.n_proofs.saturating_add(1);
    }
    after
}

/// Updates the hub's record after a notification.
#[must_use]
pub fn after_ping(standing: HubRecord, now: Timestamp) -> HubRecord {
    let mut after = settled(standing, now);
    // The hub was late, but not silent.
    after.doubt_at = None;
    after.last_ping = Some(now);
    after
}

/// Counts a doubt that was not resolved in time.
fn settled(standing: HubRecord, now: Timestamp) -> HubRecord {
    match standing.doubt_at {
        Some(at) if now >= later(at, GRACE) => HubRecord {
            doubt_at: None,
            n_proofs: 0,
            n_doubts: (standing.n_doubts + 1).min(MOST_DOUBTS),
            ..standing
        },
        _ => standing,
    }
}

/// Returns whether the source is fetched soon to compare it with what its hub just sent: always until the hub is
/// trusted, and then occasionally.
#[must_use]
pub fn wants_check(standing: &HubRecord, now: Timestamp, chance: Share) -> bool {
    !is_believed(standing, now) || chance.get() < SPOT_CHECKS
}

/// Returns when a source that announced something new may be fetched. `None` while it is failing, paused or gone.
///
/// `shortest` is the shortest interval that users want. The minimum interval applies in any case.
///
/// ```
/// # use tidings_model::{SourceId, SourceKind, source::Source, limits::Limits};
/// # let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// # let url = "https://example.org/feed".parse().unwrap();
/// let mut source = Source::new(SourceId(1), SourceKind::Feed, url, now);
/// source.health.last_fetch = Some("2026-11-15T11:58:00Z".parse().unwrap());
/// let at = tidings_schedule::push::called(&source, None, &Limits::default(), now);
/// assert_eq!(at.unwrap().to_string(), "2026-11-15T12:03:00Z");
/// source.health.failures = 1;
/// assert_eq!(tidings_schedule::push::called(&source, None, &Limits::default(), now), None);
/// ```
#[must_use]
pub fn called(
    source: &Source,
    shortest: Option<Minutes>,
    limits: &Limits,
    now: Timestamp,
) -> Option<Timestamp> {
    if source.state != SourceState::Active || source.health.failures > 0 {
        return None;
    }
    let pause = Minutes(minutes(limits.min_interval).0.max(shortest.map_or(0.0, |wish| wish.0)));
    let polite = source.health.last_fetch.map_or(now, |last| later(last, pause));
    Some(polite.max(now))
}

/// Returns the plan of a source with a trusted hub, in place of the one at `planned`: its interval is four times
/// longer, but at most a day. Returns `None` if that changes nothing.
///
/// The longest interval that users want still applies.
///
/// ```
/// # use tidings_model::{Outcome, limits::Limits, units::Minutes};
/// # use tidings_schedule::push::leave_alone;
/// # let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// let planned = "2026-11-15T14:00:00Z".parse().unwrap();
/// let plan = leave_alone(planned, None, &Outcome::Unchanged, &Limits::default(), now).unwrap();
/// assert_eq!(plan.at.to_string(), "2026-11-15T20:00:00Z");
/// assert_eq!(plan.reason.to_string(), "it pushes new articles, but is still fetched every 8 hours");
/// ```
#[must_use]
pub fn leave_alone(
    planned: Timestamp,
    longest: Option<Minutes>,
    outcome: &Outcome,
    limits: &Limits,
    now: Timestamp,
) -> Option<Plan> {
    let is_well = matches!(outcome, Outcome::Changed { .. } | Outcome::Unchanged);
    if !is_well || planned >= Plan::NEVER {
        return None;
    }
    let usual = between(now, planned);
    let bound = minutes(limits.max_interval).0.min(longest.map_or(f64::INFINITY, |wish| wish.0));
    let every = Minutes((usual.0 * STRETCH).min(bound));
    (every.0 > usual.0).then(|| Plan::after(now, every, Reason::Announces { every }))
}

#[cfg(test)]
mod tests;
