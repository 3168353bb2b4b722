//! The bounds that every plan respects, whatever the policy proposes.
//!
//! What a source asks for is bounded by us: a feed can neither make us stop fetching it for a year nor make us fetch
//! it in a tight loop. In order of increasing priority: the shortest and longest interval, freshness as stated by the
//! feed and the server, the back-off after failures, quiet hours and days, and Retry-After.

use crate::plan::{between, later, minutes};
use crate::{Plan, Reason, lifecycle, policy::Situation};
use jiff::Timestamp;
use tidings_model::calendar::HourOfWeek;
use tidings_model::limits::Limits;
use tidings_model::source::Source;
use tidings_model::units::{Minutes, Share};
use tidings_model::{FailureKind, Hints, Outcome, SourceState};

/// The maximum relative jitter of a back-off, so that sources that failed together are retried apart.
pub const BACKOFF_JITTER: f64 = 0.2;

/// Moves a proposal as little as the bounds require. The reason is that of the bound that decided.
///
/// ```
/// # use tidings_model::{SourceId, SourceKind, source::Source, limits::Limits};
/// # let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// # let url = "https://example.org/feed".parse().unwrap();
/// # let mut source = Source::new(SourceId(1), SourceKind::Feed, url, now);
/// use tidings_model::{Outcome, units::{Minutes, PerDay, Share}};
/// use tidings_schedule::{Plan, Reason, policy::{SharedBudget, Situation}, politeness::bound};
/// source.hints.ttl = Some(Minutes(180.0));
/// # let limits = Limits::default();
/// # let means = SharedBudget { budget: PerDay(12.0), n_sources: 1 };
/// # let situation = Situation { source: &source, means, limits: &limits };
/// let wish = Plan::after(now, Minutes(120.0), Reason::Share { every: Minutes(120.0) });
/// let plan = bound(wish, &situation, &Outcome::Unchanged, now, Share::new(0.5).unwrap());
/// assert_eq!(plan.at.to_string(), "2026-11-15T15:00:00Z");
/// assert_eq!(plan.reason.to_string(), "the feed asks for 3 hours between fetches");
/// ```
#[must_use]
pub fn bound(
    wish: Plan,
    situation: &Situation<'_>,
    outcome: &Outcome,
    now: Timestamp,
    chance: Share,
) -> Plan {
    let Situation { source, limits, .. } = *situation;
    let plan = within_intervals(wish, limits, now);
    let plan = while_fresh(plan, &source.hints, limits, now);
    let plan = backed_off(plan, source, outcome, limits, now, chance);
    let plan = outside_quiet_time(plan, &source.hints, limits, now);
    patient(plan, outcome, limits, now)
}

/// Returns the minimum time between two fetches of a healthy source, as far as it is known in advance. A plan by
/// price need not consider earlier times.
///
/// ```
/// # use tidings_model::{Hints, limits::Limits, units::Minutes};
/// use tidings_schedule::politeness::shortest;
/// let hints = Hints { ttl: Some(Minutes(180.0)), max_age: Some(Minutes(10.0)), ..Hints::default() };
/// assert_eq!(shortest(&hints, &Limits::default()), Minutes(180.0));
/// assert_eq!(shortest(&Hints::default(), &Limits::default()), Minutes(5.0));
/// ```
#[must_use]
pub fn shortest(hints: &Hints, limits: &Limits) -> Minutes {
    let least = minutes(limits.min_interval).0;
    let wished = [hints.ttl, hints.max_age].into_iter().flatten();
    let wished = wished.filter_map(|wish| believed(wish, limits)).map(|wish| wish.0);
    Minutes(wished.fold(least, f64::max))
}

/// Returns the minimum and maximum time between two fetches of a healthy source.
///
/// ```
/// # use tidings_model::{Hints, limits::Limits, units::Minutes};
/// use tidings_schedule::politeness::bounds;
/// assert_eq!(bounds(&Hints::default(), &Limits::default()), (Minutes(5.0), Minutes::DAY));
/// ```
#[must_use]
pub fn bounds(hints: &Hints, limits: &Limits) -> (Minutes, Minutes) {
    (shortest(hints, limits), minutes(limits.max_interval))
}

/// Returns a requested interval, as far as we honour it.
fn believed(wish: Minutes, limits: &Limits) -> Option<Minutes> {
    (wish.0 > 0.0).then(|| Minutes(wish.0.min(minutes(limits.max_interval).0)))
}

/// Checks whether a user may have a source fetched now, although it is planned for later.
///
/// Such a request does not override a server that asked us to wait, nor the shortest interval: a hundred clicks
/// result in one fetch.
///
/// # Errors
/// Returns the reason why it has to wait.
///
/// ```
/// # use tidings_model::{SourceId, SourceKind, source::Source, limits::Limits};
/// # let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// # let url = "https://example.org/feed".parse().unwrap();
/// # let mut source = Source::new(SourceId(1), SourceKind::Feed, url, now);
/// use tidings_schedule::politeness::may_look_now;
/// assert!(may_look_now(&source, &Limits::default(), now).is_ok());
/// source.health.last_fetch = Some("2026-11-15T11:58:00Z".parse().unwrap());
/// let reason = may_look_now(&source, &Limits::default(), now).unwrap_err();
/// assert_eq!(reason.to_string(), "fetched a moment ago; try again in 3 minutes");
/// ```
pub fn may_look_now(source: &Source, limits: &Limits, now: Timestamp) -> Result<(), Reason> {
    if source.state == SourceState::Paused {
        return Err(Reason::Paused);
    }
    let asked_for_patience =
        matches!(source.health.last_failure, Some((FailureKind::RateLimited, _)));
    if source.health.failures > 0 && asked_for_patience && source.next_at > now {
        return Err(Reason::Patience { wait: between(now, source.next_at) });
    }
    let Some(since) = source.health.last_fetch.map(|last| between(last, now).0) else {
        return Ok(());
    };
    let shortest = minutes(limits.min_interval).0;
    // A last fetch in the future means that the clock was set back, and not that there was a fetch a moment ago.
    if (0.0..shortest).contains(&since) {
        return Err(Reason::JustLooked { wait: Minutes(shortest - since) });
    }
    Ok(())
}

/// Returns the back-off for a source after `failures` consecutive failures: 2^failures × the step, with ±20 % jitter,
/// and never longer than the longest interval. A separate cap would have to stay below `policy::horizon`, beyond
/// which a stored plan counts as an effect of a wrong clock.
///
/// Near the maximum, the length is reduced to leave room for the jitter. Otherwise all failing sources would be
/// fetched at the same time.
///
/// ```
/// use tidings_model::{limits::Limits, units::{Minutes, Share}};
/// use tidings_schedule::politeness::backoff;
/// let even = Share::new(0.5).unwrap();
/// assert_eq!(backoff(1, &Limits::default(), even), Minutes(30.0));
/// assert_eq!(backoff(3, &Limits::default(), even), Minutes(120.0));
/// assert_eq!(backoff(1_000, &Limits::default(), even), Minutes(1_200.0));
/// ```
#[must_use]
pub fn backoff(failures: u32, limits: &Limits, chance: Share) -> Minutes {
    let step = minutes(limits.backoff_step).0;
    let top = minutes(limits.max_interval).0 / (1.0 + BACKOFF_JITTER);
    // 2^64 steps are longer than any interval, and still finite.
    let length = (step * f64::from(failures.min(64)).exp2()).min(top);
    Minutes(length * BACKOFF_JITTER.mul_add(2.0f64.mul_add(chance.get(), -1.0), 1.0))
}

fn within_intervals(plan: Plan, limits: &Limits, now: Timestamp) -> Plan {
    let (shortest, longest) = (minutes(limits.min_interval), minutes(limits.max_interval));
    let plan = no_later(plan, later(now, longest), Reason::LongEnough { every: longest });
    no_sooner(plan, later(now, shortest), Reason::OftenEnough { every: shortest })
}

fn while_fresh(plan: Plan, hints: &Hints, limits: &Limits, now: Timestamp) -> Plan {
    let plan = match hints.ttl.and_then(|wish| believed(wish, limits)) {
        Some(every) => no_sooner(plan, later(now, every), Reason::FeedWish { every }),
        None => plan,
    };
    match hints.max_age.and_then(|wish| believed(wish, limits)) {
        Some(span) => no_sooner(plan, later(now, span), Reason::StillFresh { span }),
        None => plan,
    }
}

fn backed_off(
    plan: Plan,
    source: &Source,
    outcome: &Outcome,
    limits: &Limits,
    now: Timestamp,
    chance: Share,
) -> Plan {
    let Outcome::Failed(failure) = outcome else { return plan };
    // A failure that is not yet part of the source's health is its first.
    let times = source.health.failures.max(1);
    let wait = match failure.kind {
        // A second 410 only counts an hour after the first.
        FailureKind::Gone => Minutes(backoff(times, limits, chance).0.max(lifecycle::GONE_APART.0)),
        _ => backoff(times, limits, chance),
    };
    let failing = |at| Reason::Failing { times, wait: between(now, at) };
    let plan = no_sooner(plan, later(now, wait), failing(later(now, wait)));
    // Report the failures even if the budget alone would have led to the same wait.
    Plan { reason: failing(plan.at), ..plan }
}

/// Moves a plan out of quiet hours and days, keeping its minute, unless the source would then wait longer than the
/// longest interval. A source that declares every hour quiet is fetched anyway.
fn outside_quiet_time(plan: Plan, hints: &Hints, limits: &Limits, now: Timestamp) -> Plan {
    const HOUR: Minutes = Minutes(60.0);
    let is_quiet = |instant| {
        let hour = HourOfWeek::of(instant);
        hints.skip_hours.contains(&hour.hour_of_day()) || hints.skip_days.contains(&hour.weekday())
    };
    let latest = later(now, minutes(limits.max_interval));
    if !is_quiet(plan.at) {
        return plan;
    }
    let begin_of_hour = later(plan.at, Minutes(0.0)).as_second().div_euclid(3600) * 3600;
    let Ok(begin_of_hour) = Timestamp::from_second(begin_of_hour) else { return plan };
    let hours = (1..=HourOfWeek::COUNT).map(|n| later(begin_of_hour, HOUR * n as f64));
    match hours.take_while(|hour| *hour <= latest).find(|hour| !is_quiet(*hour)) {
        Some(hour) => {
            let at = later(hour, between(begin_of_hour, plan.at)).min(latest);
            Plan { at, reason: Reason::QuietTime }
        }
        None => plan,
    }
}

/// Applies Retry-After, which is honoured in every state and may be longer than the longest interval.
pub(crate) fn patient(plan: Plan, outcome: &Outcome, limits: &Limits, now: Timestamp) -> Plan {
    let Outcome::Failed(failure) = outcome else { return plan };
    let Some(seconds) = failure.retry_after_s else { return plan };
    let wait = Minutes((seconds as f64 / 60.0).min(minutes(limits.max_retry_after).0));
    no_sooner(plan, later(now, wait), Reason::Patience { wait })
}

fn no_sooner(plan: Plan, earliest: Timestamp, reason: Reason) -> Plan {
    if plan.at < earliest { Plan { at: earliest, reason } } else { plan }
}

fn no_later(plan: Plan, latest: Timestamp, reason: Reason) -> Plan {
    if plan.at > latest { Plan { at: latest, reason } } else { plan }
}

#[cfg(test)]
mod tests;
