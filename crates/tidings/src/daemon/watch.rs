//! What plans are made from beyond the source itself: the price of a retrieval, what sources are like, when readers look.
//!
//! All of it is small, whatever the number of sources: beliefs about a source are loaded with its retrieval and kept with
//! it. Several processes share the price through the store; whoever finds it old moves it.

use super::{Daemon, is_past};
use jiff::{SignedDuration, Timestamp};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, PoisonError, RwLock, atomic::Ordering},
    time::Duration,
};
use tidings_learn::{
    access::Access,
    interest::Read,
    of_week_time,
    rhythm::{Habits, Population, Rhythm},
    source::Believed,
    week_time,
};
use tidings_model::{
    Outcome, PostingBelief, Reason, SourceId, UserId,
    reason::Usually,
    source::Source,
    units::{Minutes, PerDay},
};
use tidings_schedule::{
    Plan,
    controller::{Aim, Controller, Spent},
    lifecycle,
    policy::{self, Means, Situation, Wishes},
    politeness,
    price::{Bounds, GUARD, Grid, Look, Planner, Slot, guard},
};
use tidings_store::{Belief, Error, Manner, PricePaid};
use tracing::{info, warn};

/// Retrievals a day and source, where the operator says nothing.
const EACH_PER_DAY: f64 = 12.0;
/// The price is moved this often.
const STEP: Duration = Duration::from_secs(600);
/// A loop that did not go round for this long slept, and is owed nothing for it.
const SLEPT: Duration = Duration::from_secs(300);
/// What sources are like is learned anew this often, once it is known at all.
const REFIT: Duration = Duration::from_secs(7 * 86_400);
/// Sources from which it is learned, at most.
const SAMPLE: usize = 4_000;
/// Sources read at once.
const PAGE: usize = 500;
/// Groups of sources that keep the same hours.
const GROUPS: usize = 10;
/// After so many looks a source is no longer new.
const EXPLORED: f64 = 10.0;
/// Where sources are asked more often than this on average, in minutes, looks lie on a finer grid.
const BUSY: f64 = 40.0;
const BUSY_GRID: Grid = Grid {
    step: 2.0,
    slow_step: 10.0,
    slow_from: 600.0,
    offset: 0.0,
    shortest_view: 720.0,
    gaps_ahead: 6.0,
};
/// Where they are asked more seldom than this, what their windows lose cannot be afforded to be caught.
const AFFORDED: f64 = 360.0;
/// A pinned source counts as so many: it is looked at ten times as often.
const PINNED: f64 = 100.0;
/// Looks lie this far around the edges of the planner's grid, so that sources do not march in step, in minutes.
const STRAY: f64 = 1.0;
/// Readers of one source whose habits are asked for.
const READERS: usize = 32;
/// Readers whose habits are held, at most.
const HELD: usize = 10_000;
/// Habits are held for this long.
const HELD_FOR: Duration = Duration::from_secs(6 * 3600);
/// Visits are remembered this far back.
const HISTORY_DAYS: i64 = 84;

/// What readers opened counts this far back.
const WEIGHED_DAYS: i64 = 30;

/// Kinds of beliefs in the store.
const POPULATION: &str = "population";
const PRICE: &str = "price";

/// How much a minute of waiting matters, by hour of the week.
type Matters = [f32; 168];

/// What is known beyond single sources.
#[derive(Debug)]
pub(crate) struct Watch {
    habits: Habits,
    general: RwLock<Arc<General>>,
    price: RwLock<Option<Priced>>,
    readers: Mutex<HashMap<UserId, (Timestamp, Arc<Matters>)>>,
    round: Mutex<Round>,
}

/// What sources are like, and since when that is believed.
#[derive(Debug)]
struct General {
    population: Population,
    as_of: Option<Timestamp>,
}

/// The price, as of when.
#[derive(Debug, Clone, Copy)]
struct Priced {
    controller: Controller,
    as_of: Timestamp,
}

/// When the loop went round last, and from when to when it did not.
#[derive(Debug, Clone, Copy, Default)]
struct Round {
    last: Option<Timestamp>,
    awake_since: Option<Timestamp>,
}

impl Default for Watch {
    fn default() -> Self {
        let general = General { population: Population::unknown(), as_of: None };
        Self {
            habits: Habits::default(),
            general: RwLock::new(Arc::new(general)),
            price: RwLock::default(),
            readers: Mutex::default(),
            round: Mutex::default(),
        }
    }
}

impl Watch {
    fn general(&self) -> Arc<General> {
        Arc::clone(&self.general.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn set_general(&self, general: General) {
        *self.general.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(general);
    }

    fn priced(&self) -> Option<Priced> {
        *self.price.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_price(&self, priced: Priced) {
        *self.price.write().unwrap_or_else(PoisonError::into_inner) = Some(priced);
    }
}

/// What is known of a source at its retrieval.
#[derive(Debug)]
pub(super) struct Insight {
    general: Arc<General>,
    pub(super) believed: Believed,
    matters: Option<Arc<Matters>>,
}

/// A look that was planned by price, and what it was planned from.
#[derive(Debug)]
struct Ahead {
    look: Look,
    bounds: Bounds,
    start: f64,
    price: f64,
    is_new: bool,
}

impl Ahead {
    /// What is expected by then, where that is after a long silence.
    fn promised(&self) -> f64 {
        let is_late = self.look.is_late(self.start, self.bounds.longest);
        if is_late { self.look.expected } else { 0.0 }
    }

    fn reason(&self, believed: &Believed) -> Reason {
        let (look, every) = (self.look, Minutes(self.bounds.longest));
        let is_last = look.at >= self.start + self.bounds.longest - 1.0;
        match () {
            () if look.expected >= 0.8 * self.bounds.fullest => {
                Reason::Filling { shown: believed.fetching.shown(), expected: look.expected }
            }
            () if is_last && self.is_new => Reason::Exploring { every },
            () if is_last => Reason::LongEnough { every },
            () => {
                let usually = Usually::of(believed.rhythm.pattern());
                let gap = Minutes(look.at - self.start);
                Reason::Worth { usually, gap, expected: look.expected, price: self.price }
            }
        }
    }
}

impl Daemon {
    /// What is believed of a source, and when its readers look.
    pub(super) async fn insight(&self, source: &Source, now: Timestamp) -> Result<Insight, Error> {
        let general = self.watch.general();
        let kept = self.store.posting_belief(source.id).await?;
        let habits = &self.watch.habits;
        let unpacked = kept.as_ref().and_then(|kept| {
            let mut believed = Believed::unpacked(&kept.body, &general.population, habits)?;
            if general.as_of.is_some_and(|as_of| as_of > kept.as_of) {
                believed.rhythm.regroup(&general.population, habits);
            }
            Some(believed)
        });
        let believed = unpacked.unwrap_or_else(|| Believed::unknown(&general.population, now));
        let matters = self.matters(source.id, now).await?;
        Ok(Insight { general, believed, matters })
    }

    /// Whether a source may be asked "has it changed?": not where more should have come than can be believed, nor where
    /// the server was caught saying that nothing had.
    pub(super) fn may_ask_conditionally(
        &self,
        source: &Source,
        insight: &Insight,
        now: Timestamp,
    ) -> bool {
        let whole = source.health.last_unconditional.unwrap_or(now);
        let ms = now.as_millisecond() - whole.as_millisecond();
        let per_day = insight.believed.per_day(&self.watch.habits).0;
        let expected = if insight.believed.fetching.is_believed() {
            per_day * Minutes::from_ms(ms).0.max(0.0) / Minutes::DAY.0
        } else {
            f64::INFINITY
        };
        lifecycle::may_ask_conditionally(source, expected, now)
    }

    /// Counts in what a retrieval found.
    pub(super) fn learn(
        &self,
        insight: &mut Insight,
        postings: &tidings_learn::posting::Postings,
        now: Timestamp,
    ) {
        let population = &insight.general.population;
        insight.believed.observe(postings, now, population, &self.watch.habits);
    }

    /// The belief as it is kept.
    pub(super) fn kept(&self, insight: &Insight, now: Timestamp) -> PostingBelief {
        PostingBelief {
            per_day: insight.believed.per_day(&self.watch.habits),
            as_of: now,
            body: insight.believed.packed(),
        }
    }

    /// When a source is to be retrieved next: by price where it answered, within all bounds.
    pub(super) fn plan(
        &self,
        source: &Source,
        insight: &mut Insight,
        manner: &Manner,
        outcome: &Outcome,
        now: Timestamp,
    ) -> Plan {
        let situation = Situation { source, means: self.means(), limits: &self.limits };
        let wishes = wishes(manner);
        let chance = self.time.draw();
        let ahead = match outcome {
            Outcome::Failed(_) => None,
            Outcome::Changed { .. } | Outcome::Unchanged => {
                self.look_ahead(source, insight, manner, now)
            }
        };
        let Some(ahead) = ahead else {
            return policy::plan_as_wished(&situation, wishes, outcome, now, chance);
        };
        insight.believed.rhythm.promise(ahead.promised());
        let room = STRAY.min((ahead.look.at - ahead.start) / 10.0);
        let stray = room * 2.0f64.mul_add(self.time.draw().get(), -1.0);
        let at = of_week_time(ahead.look.at + stray);
        let wish = Plan { at, reason: ahead.reason(&insight.believed) };
        policy::plan_wish(&situation, wishes, wish, outcome, now, chance)
    }

    /// What the price makes of what is believed; `None` while there is no price, or nothing to spend.
    fn look_ahead(
        &self,
        source: &Source,
        insight: &Insight,
        manner: &Manner,
        now: Timestamp,
    ) -> Option<Ahead> {
        let price = self.watch.priced()?.controller.price;
        let even = self.means().even_interval().0;
        if even.is_infinite() {
            return None;
        }
        let (population, habits) = (&insight.general.population, &self.watch.habits);
        let believed = &insight.believed;
        let explored = (believed.fetching.asked() / EXPLORED).min(1.0);
        let guard = even * (guard(GUARD, population.waking) - 1.0).mul_add(explored, 1.0);
        let longest = self.limits.max_interval.as_secs_f64() / 60.0;
        let shortest = politeness::shortest(&source.hints, &self.limits).0;
        let bounds = Bounds {
            shortest,
            longest: guard.min(longest).max(shortest),
            fullest: if even <= AFFORDED {
                believed.fullest(population, habits)
            } else {
                f64::INFINITY
            },
        };
        let weight = source.weight * if manner.is_pinned { PINNED } else { 1.0 };
        // A look that probably fails is worth less.
        let price_here = price / (weight * (1.0 - believed.fetching.failure()));
        let mut forecast = believed.rhythm.forecast(population, habits);
        let usual = forecast.background();
        let matters = insight.matters.as_deref();
        let start = week_time(now);
        let mut before = start;
        let slot_until = |until: f64| {
            let rate = forecast.until(until);
            let hour = (f64::midpoint(before, until) / 60.0) as usize % 168;
            before = until;
            Slot { rate, matters: matters.map_or(1.0, |matters| f64::from(matters[hour])) }
        };
        let grid = if even < BUSY { BUSY_GRID } else { Grid::default() };
        let look = Planner::default().next(&grid, bounds, price_here, usual, start, slot_until);
        Some(Ahead { look, bounds, start, price, is_new: explored < 1.0 })
    }

    /// How much a minute of waiting for a source matters to those who follow it; `None` where nobody ever looked.
    async fn matters(
        &self,
        source: SourceId,
        now: Timestamp,
    ) -> Result<Option<Arc<Matters>>, Error> {
        let mut all: Vec<Arc<Matters>> = Vec::new();
        for user in self.store.some_subscribers(source, READERS).await? {
            all.push(self.habits_of(user, now).await?);
        }
        Ok(match all.len() {
            0 => None,
            1 => all.pop(),
            n => {
                let mean = |hour: usize| all.iter().map(|one| one[hour]).sum::<f32>() / n as f32;
                Some(Arc::new(std::array::from_fn(mean)))
            }
        })
    }

    /// When a user looks, learned from her visits; held for some hours.
    async fn habits_of(&self, user: UserId, now: Timestamp) -> Result<Arc<Matters>, Error> {
        let held = |readers: &Mutex<HashMap<UserId, (Timestamp, Arc<Matters>)>>| {
            let readers = readers.lock().unwrap_or_else(PoisonError::into_inner);
            readers.get(&user).filter(|(at, _)| *at <= now && !is_past(*at, HELD_FOR, now)).cloned()
        };
        if let Some((_, matters)) = held(&self.watch.readers) {
            return Ok(matters);
        }
        let since = now - SignedDuration::from_hours(24 * HISTORY_DAYS);
        let visits = self.store.visits(user, since).await?;
        let begin = visits.first().map_or(now, |visit| visit.at);
        let mut access = Access::new(week_time(begin));
        visits.iter().for_each(|visit| access.look(week_time(visit.at)));
        let matters = Arc::new(access.matters(week_time(now)).map(|hour| hour as f32));
        let mut readers = self.watch.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() >= HELD {
            readers.clear();
        }
        readers.insert(user, (now, Arc::clone(&matters)));
        Ok(matters)
    }

    /// What the price is moved for.
    fn aim(&self) -> Aim {
        let n_sources = self.n_watched.load(Ordering::Relaxed);
        match (self.delay, self.budget) {
            (Some(delay), _) => Aim::Delay(delay),
            (None, Some(budget)) => Aim::Budget(budget),
            (None, None) => Aim::Budget(PerDay(EACH_PER_DAY * n_sources as f64)),
        }
    }

    /// What all sources together may cost; where the operator asks for a delay, what that costs at the present price.
    pub(crate) fn means(&self) -> Means {
        let n_sources = self.n_watched.load(Ordering::Relaxed);
        let budget = match (self.aim(), self.watch.priced()) {
            (Aim::Budget(budget), _) => budget,
            (Aim::Delay(_), Some(priced)) => {
                PerDay(n_sources as f64 * Minutes::DAY.0 / priced.controller.interval().0)
            }
            (Aim::Delay(_), None) => PerDay(EACH_PER_DAY * n_sources as f64),
        };
        Means { budget, n_sources }
    }

    /// Reads what was learned before, and finds a first price.
    pub(super) async fn begin_watch(&self, now: Timestamp) -> Result<(), Error> {
        if let Some(kept) = self.store.belief(POPULATION, 0).await? {
            match Population::unpacked(&kept.body) {
                Some(population) => {
                    self.watch.set_general(General { population, as_of: Some(kept.as_of) });
                }
                None => warn!(
                    "what was learned of sources in general cannot be read; it is learned anew"
                ),
            }
        }
        self.read_price(now).await
    }

    async fn read_price(&self, now: Timestamp) -> Result<(), Error> {
        let kept = self.store.belief(PRICE, 0).await?;
        let read = kept.and_then(|kept| {
            let controller = Controller::from_bytes(&kept.body)?;
            Some(Priced { controller, as_of: kept.as_of })
        });
        if let Some(priced) = read {
            self.watch.set_price(priced);
            return Ok(());
        }
        let n_sources = self.n_watched.load(Ordering::Relaxed);
        if n_sources == 0 {
            return Ok(());
        }
        let usual = self.watch.general().population.rate.mean();
        let rates = std::iter::repeat_n(usual, usize::try_from(n_sources).unwrap_or(0));
        let controller = Controller::first(rates, self.aim());
        self.keep_price(None, Priced { controller, as_of: now }).await?;
        Ok(())
    }

    /// Keeps a price, unless another process did before; then that one holds.
    async fn keep_price(&self, before: Option<Timestamp>, priced: Priced) -> Result<bool, Error> {
        let body = priced.controller.to_bytes();
        let belief = Belief { subject: 0, as_of: priced.as_of, body };
        let is_kept = self.store.replace_belief(PRICE, before, belief).await?;
        if is_kept {
            self.watch.set_price(priced);
        }
        Ok(is_kept)
    }

    /// Notes that the loop goes round, and moves the price when it is time. After a sleep, what is overdue is spread.
    pub(super) async fn steer(&self, now: Timestamp) -> Result<(), Error> {
        let round = self.note_round(now);
        if round.awake_since == Some(now) {
            self.spread_overdue(now).await?;
        }
        let Some(priced) = self.watch.priced() else { return self.read_price(now).await };
        if now >= priced.as_of && !is_past(priced.as_of, STEP, now) {
            return Ok(());
        }
        let counted = self.store.count_retrievals(priced.as_of, now).await?;
        let passed = self.passed(priced.as_of, round, now).await?;
        let (found, waited) = self.store.waited(priced.as_of, now).await?;
        let spent = Spent {
            passed,
            made: counted.n_retrievals as f64,
            clock: Minutes(week_time(now).rem_euclid(7.0 * Minutes::DAY.0)),
            sources: self.n_watched.load(Ordering::Relaxed) as f64,
            found,
            waited: waited.0,
        };
        let controller = if passed.0 > 0.0 && !self.is_offline() {
            priced.controller.after(spent, self.aim())
        } else {
            priced.controller
        };
        let moved = Priced { controller, as_of: now };
        if !self.keep_price(Some(priced.as_of), moved).await? {
            return self.read_price(now).await;
        }
        let hour = now.as_second().div_euclid(3600) * 3600;
        let at = Timestamp::from_second(hour).unwrap_or(now);
        let paid = PricePaid {
            at,
            price: controller.price,
            granted: self.means().budget,
            made: counted.n_retrievals,
        };
        self.store.note_price(paid).await
    }

    fn note_round(&self, now: Timestamp) -> Round {
        let mut round = self.watch.round.lock().unwrap_or_else(PoisonError::into_inner);
        let before = *round;
        // A clock that was set back is no sleep.
        let slept = before.last.is_none_or(|last| is_past(last, SLEPT, now));
        let awake_since = if slept { Some(now) } else { before.awake_since };
        *round = Round { last: Some(now), awake_since };
        Round { last: before.last, awake_since }
    }

    /// How long the daemon was awake since the price was last moved.
    async fn passed(
        &self,
        since: Timestamp,
        round: Round,
        now: Timestamp,
    ) -> Result<Minutes, Error> {
        let between = |from: Timestamp, to: Timestamp| {
            Minutes::from_ms((to.as_millisecond() - from.as_millisecond()).max(0)).0
        };
        let awake_since = round.awake_since.unwrap_or(now);
        if awake_since <= since {
            return Ok(Minutes(between(since, now)));
        }
        // Up to the last retrieval before the sleep, and since the end of it.
        let last = self.store.last_retrieval_before(awake_since).await?.unwrap_or(since);
        Ok(Minutes(between(since, last.max(since)) + between(awake_since, now)))
    }

    /// After a start or a sleep everything may be overdue at once: it is asked one after the other, what is worth most
    /// first.
    async fn spread_overdue(&self, now: Timestamp) -> Result<(), Error> {
        let n = self.store.count_overdue(now).await?;
        let window = policy::spread_over(n, &self.means());
        if window.0 <= 0.0 {
            return Ok(());
        }
        let n = self.store.spread_overdue(now, Duration::from_secs_f64(window.0 * 60.0)).await?;
        info!(
            sources = n,
            minutes = window.0.round(),
            "what is overdue is spread, as after a sleep"
        );
        Ok(())
    }

    /// Learns what sources are like, from a sample of them; soon after the first days, then weekly.
    pub(super) async fn refit(&self, now: Timestamp) -> Result<(), Error> {
        let general = self.watch.general();
        let Some(oldest) = self.store.watching_since().await? else { return Ok(()) };
        let watched = Duration::try_from(now.duration_since(oldest)).unwrap_or_default();
        // At the age of a day, of two, of four, and then every week.
        let due = match general.as_of {
            None => watched >= Duration::from_secs(86_400),
            Some(at) => {
                let age = Duration::try_from(at.duration_since(oldest)).unwrap_or_default();
                is_past(at, age.clamp(Duration::from_secs(86_400), REFIT), now)
            }
        };
        if !due {
            return Ok(());
        }
        let rhythms = self.sample(&general.population).await?;
        if rhythms.len() < 5 {
            return Ok(());
        }
        let n = rhythms.len();
        let population = self.time.aside(move || Population::of(&rhythms, GROUPS)).await;
        let belief = Belief { subject: 0, as_of: now, body: population.packed() };
        self.store.set_belief(POPULATION, belief).await?;
        self.watch.set_general(General { population, as_of: Some(now) });
        info!(sources = n, "learned anew what sources are like");
        Ok(())
    }

    /// Beliefs about some of the sources, evenly taken.
    async fn sample(&self, population: &Population) -> Result<Vec<Rhythm>, Error> {
        let n_sources = usize::try_from(self.means().n_sources).unwrap_or(usize::MAX);
        let every = n_sources.div_ceil(SAMPLE).max(1);
        let (mut rhythms, mut after, mut count) = (Vec::new(), SourceId(0), 0);
        loop {
            let page = self.store.posting_beliefs_after(after, PAGE).await?;
            let Some((last, _)) = page.last() else { return Ok(rhythms) };
            after = *last;
            for (_, belief) in &page {
                count += 1;
                if count % every == 0 && rhythms.len() < SAMPLE {
                    let read = Believed::unpacked(&belief.body, population, &self.watch.habits);
                    rhythms.extend(read.map(|believed| believed.rhythm));
                }
            }
        }
    }

    /// Weighs sources by who follows them and what they open: twice over all of them, for a source is judged by what its
    /// readers do elsewhere.
    pub(super) async fn weigh(&self, now: Timestamp) -> Result<(), Error> {
        let since = now - SignedDuration::from_hours(24 * WEIGHED_DAYS);
        let mut readers: HashMap<UserId, Read> = HashMap::new();
        let mut after = SourceId(0);
        while let Some(last) = self.store.source_stride(after, PAGE).await? {
            for read in self.store.read_of_sources(after, PAGE, since).await? {
                let all = readers.entry(read.user).or_default();
                all.arrived += read.n_arrived as f64;
                all.opened += read.n_opened as f64;
            }
            after = last;
        }
        let usual = |user: &UserId| readers.get(user).copied().unwrap_or_default().share();
        after = SourceId(0);
        while let Some(last) = self.store.source_stride(after, PAGE).await? {
            let mut weights: BTreeMap<SourceId, f64> = BTreeMap::new();
            for read in self.store.read_of_sources(after, PAGE, since).await? {
                let one = Read { arrived: read.n_arrived as f64, opened: read.n_opened as f64 };
                *weights.entry(read.source).or_default() += one.interest(usual(&read.user));
            }
            self.store.set_weights(weights.into_iter().collect()).await?;
            after = last;
        }
        Ok(())
    }
}

fn wishes(manner: &Manner) -> Wishes {
    let minutes = |wish: Option<u32>| wish.map(|minutes| Minutes(minutes.into()));
    Wishes { shortest: minutes(manner.min_minutes), longest: minutes(manner.max_minutes) }
}
