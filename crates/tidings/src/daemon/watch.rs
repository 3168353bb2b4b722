//! What plans are made from beyond the source itself: the price of a retrieval, what sources are like, when readers look.
//!
//! All of it is small, whatever the number of sources: beliefs about a source are loaded with its retrieval and kept with
//! it. Several processes share the price through the store; whoever finds it old moves it.

mod general;
mod pricing;
mod readers;

use super::Daemon;
use jiff::Timestamp;
use pricing::{Priced, Round};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, RwLock, atomic::AtomicU64},
};
use tidings_learn::{
    of_week_time,
    posting::Postings,
    rhythm::{Habits, Population},
    source::Believed,
    week_time,
};
use tidings_model::{
    Outcome, PostingBelief, SourceId, UserId, reason::Usually, source::Source, units::Minutes,
};
use tidings_schedule::{
    Plan,
    foresight::{Foreseen, Prospect},
    lifecycle,
    policy::{self, Situation, Wishes},
    politeness,
    price::Slot,
};
use tidings_store::{Error, Manner};

/// How much a minute of waiting matters, by hour of the week.
type Matters = [f32; 168];

/// What is known beyond single sources.
#[derive(Debug)]
pub(crate) struct Watch {
    pub(super) habits: Habits,
    general: RwLock<Arc<General>>,
    price: RwLock<Option<Priced>>,
    readers: Mutex<HashMap<UserId, (Timestamp, Arc<Matters>)>>,
    round: Mutex<Round>,
    /// How many looks were put off when the price was last moved.
    put_off: AtomicU64,
}

/// What sources are like, and since when that is believed.
#[derive(Debug)]
pub(super) struct General {
    pub(super) population: Population,
    as_of: Option<Timestamp>,
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
            put_off: AtomicU64::new(0),
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
#[derive(Debug, Clone)]
pub(super) struct Insight {
    general: Arc<General>,
    pub(super) believed: Believed,
    matters: Option<Arc<Matters>>,
}

impl Daemon {
    /// What is believed of a source, and when its readers look.
    pub(super) async fn insight(&self, source: &Source, now: Timestamp) -> Result<Insight, Error> {
        let (general, believed) = self.believed(source.id).await?;
        let believed = believed.unwrap_or_else(|| Believed::unknown(&general.population, now));
        let matters = self.matters(source.id, now).await?;
        Ok(Insight { general, believed, matters })
    }

    /// What is kept of a source, in the light of what sources are like now.
    pub(super) async fn believed(
        &self,
        source: SourceId,
    ) -> Result<(Arc<General>, Option<Believed>), Error> {
        let general = self.watch.general();
        let habits = &self.watch.habits;
        let kept = self.store.learning().posting_belief(source).await?;
        let believed = kept.and_then(|kept| {
            let mut believed = Believed::unpacked(&kept.body, &general.population, habits)?;
            if general.as_of.is_some_and(|as_of| as_of > kept.as_of) {
                believed.rhythm.regroup(&general.population, habits);
            }
            Some(believed)
        });
        Ok((general, believed))
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
    pub(super) fn learn(&self, insight: &mut Insight, postings: &Postings, now: Timestamp) {
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
        let foreseen = match outcome {
            Outcome::Failed(_) => None,
            Outcome::Changed { .. } | Outcome::Unchanged => {
                self.foresee(source, insight, manner, now)
            }
        };
        let Some(foreseen) = foreseen else {
            return policy::plan_as_wished(&situation, wishes, outcome, now, chance);
        };
        insight.believed.rhythm.promise(foreseen.promised);
        let at = of_week_time(foreseen.strayed(self.time.draw()));
        let wish = Plan { at, reason: foreseen.reason };
        policy::plan_wish(&situation, wishes, wish, outcome, now, chance)
    }

    /// What the price makes of what is believed; `None` while there is no price, or nothing to spend.
    fn foresee(
        &self,
        source: &Source,
        insight: &Insight,
        manner: &Manner,
        now: Timestamp,
    ) -> Option<Foreseen> {
        let price = self.watch.priced()?.controller.price;
        let even = self.means().even_interval();
        if even.0.is_infinite() {
            return None;
        }
        let (population, habits) = (&insight.general.population, &self.watch.habits);
        let Believed { rhythm, fetching } = &insight.believed;
        let mut forecast = rhythm.forecast(population, habits);
        let longest = Minutes(self.limits.max_interval.as_secs_f64() / 60.0);
        let prospect = Prospect {
            now: week_time(now),
            price,
            even,
            polite: (politeness::shortest(&source.hints, &self.limits), longest),
            weight: source.weight,
            is_pinned: manner.is_pinned,
            failure: fetching.failure(),
            n_looks: fetching.asked(),
            n_shown: fetching.shown(),
            fullest: insight.believed.fullest(population, habits),
            waking: population.waking,
            usual: forecast.background(),
            usually: Usually::of(rhythm.pattern()),
        };
        let matters = insight.matters.as_deref();
        let mut before = prospect.now;
        Some(prospect.look(|until| {
            let rate = forecast.until(until);
            let hour = (f64::midpoint(before, until) / 60.0) as usize % 168;
            before = until;
            Slot { rate, matters: matters.map_or(1.0, |matters| f64::from(matters[hour])) }
        }))
    }
}

fn wishes(manner: &Manner) -> Wishes {
    let minutes = |wish: Option<u32>| wish.map(|minutes| Minutes(minutes.into()));
    Wishes { shortest: minutes(manner.min_minutes), longest: minutes(manner.max_minutes) }
}
