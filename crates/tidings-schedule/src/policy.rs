//! When next: the policy wishes an instant, politeness bounds it.
//!
//! What is wished comes from the [plan by price](crate::price). The even share, every source equally often and as often as
//! the budget allows, is what it must beat, and what is fallen back on where nothing can be expected: after a failure.
//! Whatever a policy wishes passes through [`politeness::bound`], so that no policy can be impolite.
//!
//! Chance comes as one number, a [`Share`] drawn evenly by the caller: one draw decides one plan, and a test or a
//! replay fixes it without a generator.

use crate::controller::{Aim, Controller};
use crate::plan::{later, minutes};
use crate::{Plan, Reason, lifecycle, politeness};
use jiff::Timestamp;
use tidings_model::limits::Limits;
use tidings_model::source::Source;
use tidings_model::units::{Minutes, PerDay, Share};
use tidings_model::{FailureKind, Outcome, SourceState};

/// How far an interval may stray from the even one, as a part of it, so that sources do not march in step.
pub const JITTER: f64 = 0.1;

/// What is granted to so many sources where the operator says nothing: twelve fetches a day for each.
///
/// ```
/// use tidings_model::units::PerDay;
/// assert_eq!(tidings_schedule::policy::usual_budget(300), PerDay(3_600.0));
/// ```
#[must_use]
pub fn usual_budget(n_sources: u64) -> PerDay {
    PerDay(12.0 * n_sources as f64)
}

/// What the operator grants, and among how many it is shared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SharedBudget {
    /// Fetches per day over all sources.
    pub budget: PerDay,
    /// Sources that are watched.
    pub n_sources: u64,
}

impl SharedBudget {
    /// What there is to spend: the budget, or what the asked delay costs at the present price; the usual while there is no
    /// price.
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

    /// The interval at which each source is fetched when all are treated alike; infinite without a budget.
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

/// What bounds every plan: a source, and what all of them may cost.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// The source as it stands after its fetch (see [`lifecycle::after`]).
    pub source: &'a Source,
    /// What all sources together may cost.
    pub means: SharedBudget,
    /// The bounds.
    pub limits: &'a Limits,
}

/// What people wish of the fetching of one source. Wishes move the plan within what is polite, never beyond.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FetchPreferences {
    /// Asked no more often than this.
    pub shortest: Option<Minutes>,
    /// Asked at least this often, while it answers.
    pub longest: Option<Minutes>,
}

/// A wish of the policy, as a plan within all bounds.
///
/// People's wishes move the plan within what is polite; hints, back-off, quiet hours and patience bound it as they bound
/// every plan. Sources that are paused, gone, or failed for no fault of theirs are planned as [`plan`] does.
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

/// [`plan`] for a source of which people wish something.
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

/// When to fetch a source next, after a fetch that ended at `now` with this outcome.
///
/// The plan lies between the shortest and the longest interval of the limits, with these exceptions: a server's
/// Retry-After may be longer; a source that is gone is asked weekly; one that is paused, or was gone for four weeks, is
/// not asked any more. A source that fails always comes back.
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

/// When to fetch a source for the first time, if it comes into the store together with `n_new − 1` others.
///
/// One that somebody just added is fetched at once. Many are spread at ten a second, and never over more than one
/// even interval: a list of a thousand is read within two minutes, and is no herd.
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

/// A place in the queue when `n_waiting` sources wait at once: after an import, an outage, a long sleep.
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

/// Over how long to spread what is overdue after a start or a sleep: a quarter of the average interval, at most half an
/// hour, longer where there are more than ten a second. A few need no spreading.
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

/// How long a source waits at most where a day has no room for all that are due.
///
/// Even a budget that is too small for that asks every source as often as is promised; one that suffices gets there without
/// being overspent, and may take twice as long.
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

/// What was last fetched then, or before, is not put off until an instant.
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

/// The latest instant that a plan made by now can name.
///
/// A stored plan beyond it was made before the clock was set back, and counts as due: else its source would be
/// forgotten for as long as the clock went back. [`Plan::NEVER`] is exempt.
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

/// The even share of the budget, strayed from by up to [`JITTER`].
///
/// Near a bound there is less room to stray, and the interval strays less, so that on average it is the even one and the
/// budget is spent exactly.
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

/// The next try where nothing is wrong with the source: one to two shortest intervals.
fn soon(limits: &Limits, chance: Share) -> Minutes {
    minutes(limits.min_interval) * (1.0 + chance.get())
}

#[cfg(test)]
mod tests;
