//! The policy: proposes the time of the next fetch, within the bounds of politeness.
//!
//! The proposal comes from the [plan by price](crate::price). The fallback, which the plan by price must beat, is the
//! even share: every source is fetched equally often, as often as the budget allows. It is used when no postings can
//! be predicted, as after a failure. Every proposal passes through [`politeness::bound`], so no policy can be
//! impolite.
//!
//! Randomness is passed in as one number, a [`Share`] drawn uniformly by the caller. One draw decides one plan, so a
//! test or a replay can fix it without a generator.

use crate::controller::{Aim, Controller};
use crate::plan::{later, minutes};
use crate::{Plan, Reason, lifecycle, politeness};
use jiff::Timestamp;
use tidings_model::limits::Limits;
use tidings_model::source::Source;
use tidings_model::units::{Minutes, PerDay, Share};
use tidings_model::{FailureKind, Outcome, SourceState};

/// The maximum relative deviation from the even interval, so that sources are not fetched in lockstep.
pub const JITTER: f64 = 0.1;

/// Returns the default budget for a number of sources: twelve fetches per day for each.
///
/// ```
/// use tidings_model::units::PerDay;
/// assert_eq!(tidings_schedule::policy::usual_budget(300), PerDay(3_600.0));
/// ```
#[must_use]
pub fn usual_budget(n_sources: u64) -> PerDay {
    PerDay(12.0 * n_sources as f64)
}

/// The budget, and the number of sources that share it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SharedBudget {
    /// Fetches per day for all sources together.
    pub budget: PerDay,
    /// The number of active sources.
    pub n_sources: u64,
}

impl SharedBudget {
    /// Returns the budget that an aim amounts to: the given budget, or what the requested delay costs at the current
    /// price, or the default budget while there is no price.
    ///
    /// ```
    /// use tidings_model::units::{Minutes, PerDay};
    /// use tidings_schedule::{controller::Aim, policy::SharedBudget};
    /// assert_eq!(SharedBudget::at(Aim::Budget(PerDay(90.0)), None, 10).budget, PerDay(90.0));
    /// assert_eq!(SharedBudget::at(Aim::Delay(Minutes(30.0)), None, 10).budget, PerDay(120.0));
    /// ```
    #[must_use]
    pub fn at(aim: Aim, controller: Option<&Controller>, n_sources: u64) -> Self {
        let budget = match (aim, controller) {
            (Aim::Budget(budget), _) => budget,
            (Aim::Delay(_), Some(controller)) => {
                PerDay(n_sources as f64 * Minutes::DAY.0 / controller.interval().0)
            }
            (Aim::Delay(_), None) => usual_budget(n_sources),
        };
        Self { budget, n_sources }
    }

    /// Returns the interval at which each source is fetched if all are treated alike. Infinite without a budget.
    ///
    /// ```
    /// use tidings_model::units::{Minutes, PerDay};
    /// use tidings_schedule::policy::SharedBudget;
    /// assert_eq!(SharedBudget { budget: PerDay(3_600.0), n_sources: 300 }.even_interval(), Minutes(120.0));
    /// assert_eq!(SharedBudget { budget: PerDay(0.0), n_sources: 300 }.even_interval(), Minutes(f64::INFINITY));
    /// ```
    #[must_use]
    pub fn even_interval(&self) -> Minutes {
        let share = self.budget / self.n_sources.max(1) as f64;
        if share.0 > 0.0 { share.gap() } else { Minutes(f64::INFINITY) }
    }
}

/// What bounds every plan: the source, the budget and the limits.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// The source after its fetch (see [`lifecycle::after`]).
    pub source: &'a Source,
    /// The budget for all sources together.
    pub means: SharedBudget,
    /// The limits.
    pub limits: &'a Limits,
}

/// The fetch intervals that users prefer for a source. Preferences only apply within the bounds of politeness.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FetchPreferences {
    /// The source is fetched at most this often.
    pub shortest: Option<Minutes>,
    /// The source is fetched at least this often, while it responds.
    pub longest: Option<Minutes>,
}

/// Turns a proposal of the policy into a plan within all bounds.
///
/// Users' preferences move the plan within the bounds of politeness. Hints, back-off, quiet hours and Retry-After
/// apply as they do to every plan. Sources that are paused or gone, or that failed through no fault of theirs, are
/// planned as in [`plan`].
///
/// ```
/// # use tidings_model::{SourceId, SourceKind, source::Source, limits::Limits};
/// # use tidings_model::{Outcome, units::{Minutes, PerDay, Share}};
/// # let now = "2026-11-16T08:22:00Z".parse().unwrap();
/// # let url = "https://example.org/feed".parse().unwrap();
/// # let source = Source::new(SourceId(1), SourceKind::Feed, url, now);
/// # let (limits, even) = (Limits::default(), Share::new(0.5).unwrap());
/// # let means = tidings_schedule::policy::SharedBudget { budget: PerDay(12.0), n_sources: 1 };
/// # let situation = tidings_schedule::policy::Situation { source: &source, means, limits: &limits };
/// use tidings_schedule::{Plan, Reason, policy::{FetchPreferences, plan_wish}};
/// use tidings_model::reason::{Days, UsualHour};
/// let usually = Some(UsualHour { hour: 9, days: Days::Weekdays });
/// let gap = Minutes(40.0);
/// let wish = Plan::after(now, gap, Reason::Worth { usually, gap, expected: 0.8, price: 0.7 });
/// let plan = plan_wish(&situation, FetchPreferences::default(), wish, &Outcome::Unchanged, now, even);
/// assert_eq!(plan.at.to_string(), "2026-11-16T09:02:00Z");
/// assert_eq!(plan.reason.to_string(), "posts at about 9:00 on weekdays; 40 minutes after the last fetch; 0.8 new expected; price 0.7");
/// ```
#[must_use]
pub fn plan_wish(
    situation: &Situation<'_>,
    wishes: FetchPreferences,
    wish: Plan,
    outcome: &Outcome,
    now: Timestamp,
    chance: Share,
) -> Plan {
    let is_asked = situation.source.state == SourceState::Active;
    let is_well = matches!(outcome, Outcome::Changed { .. } | Outcome::Unchanged);
    if !(is_asked && is_well) {
        return plan_as_wished(situation, wishes, outcome, now, chance);
    }
    let wish = match wishes.longest {
        Some(every) if later(now, every) < wish.at => {
            Plan::after(now, every, Reason::WishedOften { every })
        }
        _ => wish,
    };
    let plan = politeness::bound(wish, situation, outcome, now, chance);
    match wishes.shortest {
        Some(every) if plan.at < later(now, every) => {
            Plan::after(now, every, Reason::WishedSeldom { every })
        }
        _ => plan,
    }
}

/// Plans like [`plan`], but respects users' preferences.
///
/// ```
/// # use tidings_model::{SourceId, SourceKind, source::Source, limits::Limits};
/// # use tidings_model::{Outcome, units::{Minutes, PerDay, Share}};
/// # let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// # let url = "https://example.org/feed".parse().unwrap();
/// # let source = Source::new(SourceId(1), SourceKind::Feed, url, now);
/// # let (limits, even) = (Limits::default(), Share::new(0.5).unwrap());
/// # let means = tidings_schedule::policy::SharedBudget { budget: PerDay(12.0), n_sources: 1 };
/// # let situation = tidings_schedule::policy::Situation { source: &source, means, limits: &limits };
/// use tidings_schedule::policy::{FetchPreferences, plan_as_wished};
/// let wishes = FetchPreferences { shortest: None, longest: Some(Minutes(60.0)) };
/// let plan = plan_as_wished(&situation, wishes, &Outcome::Unchanged, now, even);
/// assert_eq!(plan.reason.to_string(), "at least every 60 minutes, as set in its options");
/// let wishes = FetchPreferences { shortest: Some(Minutes(720.0)), longest: None };
/// let plan = plan_as_wished(&situation, wishes, &Outcome::Unchanged, now, even);
/// assert_eq!(plan.reason.to_string(), "at most every 12 hours, as set in its options");
/// ```
#[must_use]
pub fn plan_as_wished(
    situation: &Situation<'_>,
    wishes: FetchPreferences,
    outcome: &Outcome,
    now: Timestamp,
    chance: Share,
) -> Plan {
    let is_asked = situation.source.state == SourceState::Active;
    let plan = match (wishes.longest, outcome) {
        (Some(every), Outcome::Changed { .. } | Outcome::Unchanged) if is_asked => {
            let wish = even_share(&situation.means, situation.limits, now, chance);
            let latest = Plan::after(now, every, Reason::WishedOften { every });
            let wish = if latest.at < wish.at { latest } else { wish };
            politeness::bound(wish, situation, outcome, now, chance)
        }
        _ => plan(situation, outcome, now, chance),
    };
    match wishes.shortest {
        Some(every) if is_asked && plan.at < later(now, every) => {
            Plan::after(now, every, Reason::WishedSeldom { every })
        }
        _ => plan,
    }
}

/// Plans the next fetch of a source after a fetch that ended at `now` with this outcome.
///
/// The plan lies between the shortest and the longest interval of the limits, with these exceptions: a server's
/// Retry-After may be longer, a source that is gone is fetched once a week, and a source that is paused or has been
/// gone for four weeks is never fetched. A failing source is always retried.
///
/// ```
/// use tidings_model::{Outcome, limits::Limits, units::{PerDay, Share}};
/// use tidings_schedule::policy::{SharedBudget, Situation, first, plan};
/// # use tidings_model::{SourceId, SourceKind, source::Source};
/// # let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// # let url = "https://example.org/feed".parse().unwrap();
/// # let source = Source::new(SourceId(1), SourceKind::Feed, url, now);
/// let means = SharedBudget { budget: PerDay(3_600.0), n_sources: 300 };
/// let limits = Limits::default();
/// let situation = Situation { source: &source, means, limits: &limits };
/// let next = plan(&situation, &Outcome::Unchanged, now, Share::new(0.5).unwrap());
/// assert_eq!(next.at.to_string(), "2026-11-15T14:00:00Z");
/// assert_eq!(next.reason.to_string(), "every 2 hours, as often as today's budget allows");
/// ```
#[must_use]
pub fn plan(situation: &Situation<'_>, outcome: &Outcome, now: Timestamp, chance: Share) -> Plan {
    match (situation.source.state, outcome) {
        (SourceState::Paused, _) => Plan::never(Reason::Paused),
        (_, Outcome::Failed(failure)) if failure.kind == FailureKind::Offline => {
            let wait = soon(situation.limits, chance);
            Plan::after(now, wait, Reason::Offline { wait })
        }
        (SourceState::Gone, _) => {
            let weekly = lifecycle::plan_while_gone(situation.source, now, chance);
            politeness::patient(weekly, outcome, situation.limits, now)
        }
        (SourceState::Active, Outcome::Failed(failure)) if failure.kind == FailureKind::Store => {
            let wait = soon(situation.limits, chance);
            Plan::after(now, wait, Reason::NotKept { wait })
        }
        (SourceState::Active, _) => {
            let wish = even_share(&situation.means, situation.limits, now, chance);
            politeness::bound(wish, situation, outcome, now, chance)
        }
    }
}

/// Plans the first fetch of a source that is added together with `n_new − 1` others.
///
/// A single new source is fetched at once. Many are spread at ten per second, and never over more than one even
/// interval: an import of a thousand sources takes less than two minutes and causes no burst.
///
/// ```
/// use tidings_model::units::{PerDay, Share};
/// use tidings_schedule::policy::{SharedBudget, first};
/// let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// let means = SharedBudget { budget: PerDay(12_000.0), n_sources: 1_000 };
/// let chance = Share::new(0.5).unwrap();
/// assert_eq!(first(1, &means, now, chance).at, now);
/// assert_eq!(first(1_001, &means, now, chance).at.to_string(), "2026-11-15T12:00:50Z");
/// ```
#[must_use]
pub fn first(n_new: u64, means: &SharedBudget, now: Timestamp, chance: Share) -> Plan {
    Plan { at: spread(n_new, means, now, chance), reason: Reason::First }
}

/// Returns a time for one of `n_waiting` sources that are due at once: after an import, an outage or a suspend.
///
/// ```
/// use tidings_model::units::{PerDay, Share};
/// use tidings_schedule::policy::{SharedBudget, spread};
/// let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// let means = SharedBudget { budget: PerDay(12_000.0), n_sources: 1_000 };
/// let last = spread(1_001, &means, now, Share::new(1.0).unwrap());
/// assert_eq!(last.to_string(), "2026-11-15T12:01:40Z");
/// ```
#[must_use]
pub fn spread(n_waiting: u64, means: &SharedBudget, now: Timestamp, chance: Share) -> Timestamp {
    const PER_MINUTE: f64 = 600.0;
    let window = n_waiting.saturating_sub(1) as f64 / PER_MINUTE;
    later(now, Minutes(window.min(means.even_interval().0) * chance.get()))
}

/// Returns the time over which overdue sources are spread after a start or a suspend: a quarter of the average
/// interval, at most half an hour, longer if that would exceed ten per second. A few sources need no spreading.
///
/// ```
/// use tidings_model::units::{Minutes, PerDay};
/// use tidings_schedule::policy::{SharedBudget, spread_over};
/// let means = SharedBudget { budget: PerDay(3_600.0), n_sources: 300 };
/// assert_eq!(spread_over(20, &means), Minutes(0.0));
/// assert_eq!(spread_over(300, &means), Minutes(30.0));
/// ```
#[must_use]
pub fn spread_over(n_waiting: u64, means: &SharedBudget) -> Minutes {
    const FEW: u64 = 32;
    const PER_MINUTE: f64 = 600.0;
    if n_waiting <= FEW {
        return Minutes(0.0);
    }
    let even = means.even_interval().0;
    Minutes((even / 4.0).min(30.0).max(n_waiting as f64 / PER_MINUTE).min(even))
}

/// Returns how long a due source may be put off when the day's budget has no room for it.
///
/// With a budget that is too small, every source is still fetched at the longest interval. With one that suffices,
/// that interval is reached without overspending, so a source may be put off for twice as long.
///
/// ```
/// use tidings_model::{limits::Limits, units::{Minutes, PerDay}};
/// use tidings_schedule::policy::{SharedBudget, put_off_at_most};
/// let limits = Limits::default();
/// let at_most = |budget| put_off_at_most(&SharedBudget { budget: PerDay(budget), n_sources: 300 }, &limits);
/// assert_eq!(at_most(3_600.0), Minutes(2.0 * Minutes::DAY.0));
/// assert_eq!(at_most(30.0), Minutes::DAY);
/// ```
#[must_use]
pub fn put_off_at_most(means: &SharedBudget, limits: &Limits) -> Minutes {
    let longest = minutes(limits.max_interval);
    let is_enough = means.even_interval().0 <= longest.0;
    if is_enough { Minutes(2.0 * longest.0) } else { longest }
}

/// Returns the time such that a source last fetched then or earlier must not be put off until `until`.
///
/// ```
/// use tidings_model::{limits::Limits, units::PerDay};
/// use tidings_schedule::policy::{SharedBudget, put_off_since};
/// let until = "2026-11-16T12:00:00Z".parse().unwrap();
/// let means = SharedBudget { budget: PerDay(3_600.0), n_sources: 300 };
/// assert_eq!(put_off_since(&means, &Limits::default(), until).to_string(), "2026-11-14T12:00:00Z");
/// ```
#[must_use]
pub fn put_off_since(means: &SharedBudget, limits: &Limits, until: Timestamp) -> Timestamp {
    let ms = until.as_millisecond().saturating_sub(put_off_at_most(means, limits).to_ms());
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MIN)
}

/// Returns the latest time that a plan made now can have.
///
/// A stored plan beyond it was made before the clock was set back, and counts as due. Otherwise its source would not
/// be fetched for as long as the clock went back. [`Plan::NEVER`] is exempt.
///
/// ```
/// use tidings_model::limits::Limits;
/// use tidings_schedule::policy::horizon;
/// let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// assert_eq!(horizon(&Limits::default(), now).to_string(), "2026-11-23T12:00:00Z");
/// ```
#[must_use]
pub fn horizon(limits: &Limits, now: Timestamp) -> Timestamp {
    let longest =
        [limits.max_interval, limits.min_interval.saturating_mul(2), limits.max_retry_after]
            .map(minutes);
    let longest =
        longest.into_iter().map(|m| m.0).fold(lifecycle::GONE_EVERY.0 * (1.0 + JITTER), f64::max);
    later(now, Minutes(longest.max(8.0 * Minutes::DAY.0)))
}

/// Plans by the even share of the budget, with jitter of up to [`JITTER`].
///
/// Near a bound the jitter is reduced, so that the mean interval remains the even one and the budget is spent
/// exactly.
fn even_share(means: &SharedBudget, limits: &Limits, now: Timestamp, chance: Share) -> Plan {
    let (shortest, longest) = (minutes(limits.min_interval).0, minutes(limits.max_interval).0);
    let share = means.even_interval().0;
    let every = share.min(longest).max(shortest);
    let room = (every * JITTER).min(every - shortest).min(longest - every).max(0.0);
    let wait = Minutes(room.mul_add(2.0f64.mul_add(chance.get(), -1.0), every));
    let reason = if share < shortest {
        Reason::OftenEnough { every: Minutes(shortest) }
    } else if share > longest {
        Reason::Unaffordable { every: Minutes(every), budget: means.budget }
    } else {
        Reason::Share { every: Minutes(share) }
    };
    Plan::after(now, wait, reason)
}

/// Returns the time until the next try when nothing is wrong with the source: one to two shortest intervals.
fn soon(limits: &Limits, chance: Share) -> Minutes {
    minutes(limits.min_interval) * (1.0 + chance.get())
}

#[cfg(test)]
mod tests;
