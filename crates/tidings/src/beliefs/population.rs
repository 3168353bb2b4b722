//! What sources are like in general: learned regularly from a sample of them, and stored for all processes.

use super::BeliefService;
use jiff::Timestamp;
use std::time::Duration;
use tidings_learn::{
    rhythm::{Population, Rhythm},
    source::SourceBelief,
};
use tidings_model::{SourceId, dates::is_over, locks::locked};
use tidings_store::{Belief, Error};
use tracing::{info, warn};

/// The kind of belief in the store.
const POPULATION: &str = "population";
/// How often a process reloads what another one learned.
const READ_EVERY: Duration = Duration::from_secs(600);
/// Largest number of sources in the sample.
const SAMPLE: u64 = 4_000;
/// Number of sources loaded at once.
const PAGE: usize = 500;
/// Number of groups of sources with similar posting hours.
const GROUPS: usize = 10;

/// What sources are like in general, and since when we believe so.
#[derive(Debug)]
pub(super) struct General {
    pub(super) population: Population,
    pub(super) as_of: Option<Timestamp>,
    /// The timestamp of the stored belief, whether or not it could be decoded.
    stored_at: Option<Timestamp>,
}

impl General {
    pub(super) fn unknown() -> Self {
        Self { population: Population::unknown(), as_of: None, stored_at: None }
    }

    fn of(population: Population, as_of: Timestamp) -> Self {
        Self { population, as_of: Some(as_of), stored_at: Some(as_of) }
    }
}

impl BeliefService {
    /// Reloads the stored belief about sources in general if the last time was long enough ago.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn refresh(&self, now: Timestamp) -> Result<(), Error> {
        let read_at = *locked(&self.read_at);
        if read_at.is_some_and(|at| !is_over(at, READ_EVERY, now)) {
            return Ok(());
        }
        let as_of = self.context.store.learning().belief_as_of(POPULATION, 0).await?;
        if as_of.is_some() && as_of != self.general().stored_at {
            self.read_population().await?;
        }
        *locked(&self.read_at) = Some(now);
        Ok(())
    }

    async fn read_population(&self) -> Result<(), Error> {
        let Some(stored) = self.context.store.learning().belief(POPULATION, 0).await? else {
            return Ok(());
        };
        match Population::unpacked(&stored.body) {
            Some(population) => self.set_general(General::of(population, stored.as_of)),
            None => {
                warn!("stored beliefs about sources are damaged and will be learned again");
                self.set_general(General { stored_at: Some(stored.as_of), ..General::unknown() });
            }
        }
        Ok(())
    }

    /// Learns what sources are like from a sample of them, when due.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn refit(&self) -> Result<(), Error> {
        let now = self.context.now();
        let store = &self.context.store;
        self.refresh(now).await?;
        let Some(oldest) = store.fetches().watching_since().await? else { return Ok(()) };
        let general = self.general();
        if !Population::is_refit_due(general.as_of, oldest, now) {
            return Ok(());
        }
        let rhythms = self.sample(&general.population).await?;
        if rhythms.len() < Population::SOURCES_NEEDED {
            return Ok(());
        }
        let n = rhythms.len();
        let population =
            self.context.time.off_thread(move || Population::of(&rhythms, GROUPS)).await;
        let belief = Belief { subject: 0, as_of: now, body: population.packed() };
        // Another process may have been faster; then its result counts.
        if store.learning().replace_belief(POPULATION, general.stored_at, belief).await? {
            self.set_general(General::of(population, now));
            info!(sources = n, "learned what sources are like");
            Ok(())
        } else {
            self.read_population().await
        }
    }

    /// Loads the beliefs about an evenly spaced sample of sources.
    async fn sample(&self, population: &Population) -> Result<Vec<Rhythm>, Error> {
        let store = &self.context.store;
        let is_small = store.sources().count().await?.n_watched <= SAMPLE;
        let last = store.sources().last_id().await?;
        // If there are many sources, only those with evenly spaced ids are loaded.
        let step = if is_small { 0 } else { last.0 / SAMPLE.cast_signed() + 1 };
        let at_once = if is_small { PAGE } else { 1 };
        let (mut rhythms, mut after) = (Vec::new(), SourceId(0));
        loop {
            let page = store.learning().posting_beliefs_after(after, at_once).await?;
            let Some((last, _)) = page.last() else { return Ok(rhythms) };
            after = SourceId((after.0 + step).max(last.0));
            for (_, belief) in &page {
                let read = SourceBelief::unpacked(&belief.body, population, &self.habits);
                rhythms.extend(read.map(|believed| believed.rhythm));
            }
        }
    }
}
