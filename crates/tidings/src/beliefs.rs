//! Beliefs about sources and about when people read.
//!
//! The beliefs about one source are loaded before each fetch and stored with its result. What all sources have in
//! common is one small value in the store: one process learns it in a job, the others reload it.

mod outlook;
mod population;
mod reading_hours;
mod weights;

use crate::context::Context;
use jiff::Timestamp;
use population::General;
use reading_hours::ReadingHours;
use std::sync::{Arc, Mutex, RwLock};
use tidings_learn::{
    posting::Postings,
    rhythm::{Habits, Population},
    source::SourceBelief,
};
use tidings_model::{
    PostingBelief, SourceId,
    dates::minutes_between,
    locks::{read_locked, write_locked},
    source::Source,
};
use tidings_schedule::lifecycle;
use tidings_store::Error;

/// How much each minute of waiting matters, by hour of the week.
pub(crate) type Matters = [f32; 168];

/// Loads, updates and stores beliefs.
#[derive(Debug)]
pub struct BeliefService {
    context: Context,
    pub(crate) habits: Habits,
    general: RwLock<Arc<General>>,
    read_at: Mutex<Option<Timestamp>>,
    hours: ReadingHours,
}

/// What we know about a source when it is fetched.
#[derive(Debug, Clone)]
pub(crate) struct Insight {
    general: Arc<General>,
    pub(crate) believed: SourceBelief,
    pub(crate) matters: Option<Arc<Matters>>,
}

impl Insight {
    /// Returns what sources in general are like.
    pub(crate) fn population(&self) -> &Population {
        &self.general.population
    }
}

impl BeliefService {
    pub(crate) fn new(context: Context) -> Self {
        Self {
            context,
            habits: Habits::default(),
            general: RwLock::new(Arc::new(General::unknown())),
            read_at: Mutex::default(),
            hours: ReadingHours::default(),
        }
    }

    fn general(&self) -> Arc<General> {
        Arc::clone(&read_locked(&self.general))
    }

    fn set_general(&self, general: General) {
        *write_locked(&self.general) = Arc::new(general);
    }

    /// Returns how often an average source posts, per minute.
    pub(crate) fn usual_rate(&self) -> f64 {
        self.general().population.rate.mean()
    }

    /// Returns the belief about a source and when its readers come.
    pub(crate) async fn insight(&self, source: &Source, now: Timestamp) -> Result<Insight, Error> {
        let (general, believed) = self.of_source(source.id).await?;
        let believed = believed.unwrap_or_else(|| SourceBelief::unknown(&general.population, now));
        let matters = self.hours.of_source(&self.context, source.id, now).await?;
        Ok(Insight { general, believed, matters })
    }

    /// Loads the stored belief about a source and combines it with the current belief about all sources.
    async fn of_source(
        &self,
        source: SourceId,
    ) -> Result<(Arc<General>, Option<SourceBelief>), Error> {
        let general = self.general();
        let stored = self.context.store.learning().posting_belief(source).await?;
        let believed = stored.and_then(|stored| {
            let population = &general.population;
            let mut believed = SourceBelief::unpacked(&stored.body, population, &self.habits)?;
            if general.as_of.is_some_and(|as_of| as_of > stored.as_of) {
                believed.rhythm.regroup(population, &self.habits);
            }
            Some(believed)
        });
        Ok((general, believed))
    }

    /// Returns whether a source may be fetched conditionally: not if more articles are expected than an unchanged
    /// document could explain, nor if the server was caught claiming "not modified" wrongly.
    pub(crate) fn may_ask_conditionally(
        &self,
        source: &Source,
        insight: &Insight,
        now: Timestamp,
    ) -> bool {
        let whole = source.health.last_unconditional.unwrap_or(now);
        let believed = &insight.believed;
        let per_day = believed.per_day(&self.habits);
        let waited = minutes_between(whole, now);
        lifecycle::may_ask_conditionally(
            source,
            believed.fetching.expected_unseen(per_day, waited),
            now,
        )
    }

    /// Updates the belief with the result of a fetch.
    pub(crate) fn learn(&self, insight: &mut Insight, postings: &Postings, now: Timestamp) {
        let population = &insight.general.population;
        insight.believed.observe(postings, now, population, &self.habits);
    }

    /// Encodes the belief for the store.
    pub(crate) fn stored(&self, insight: &Insight, now: Timestamp) -> PostingBelief {
        PostingBelief {
            per_day: insight.believed.per_day(&self.habits),
            as_of: now,
            body: insight.believed.packed(),
        }
    }
}

#[cfg(test)]
mod tests;
