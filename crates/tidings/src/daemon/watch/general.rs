//! What is learned of all sources together, now and then: what they are like, and how much each matters.

use super::General;
use crate::daemon::{Daemon, is_past};
use jiff::{SignedDuration, Timestamp};
use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};
use tidings_learn::{
    interest::Read,
    rhythm::{Population, Rhythm},
    source::Believed,
};
use tidings_model::{SourceId, UserId};
use tidings_store::{Belief, Error};
use tracing::{info, warn};

/// The kind of belief in the store.
const POPULATION: &str = "population";
/// What sources are like is learned anew this often, once it is known at all.
const REFIT: Duration = Duration::from_secs(7 * 86_400);
/// Sources from which it is learned, at most.
const SAMPLE: usize = 4_000;
/// Sources read at once.
const PAGE: usize = 500;
/// Groups of sources that keep the same hours.
const GROUPS: usize = 10;
/// What readers opened counts this far back.
const WEIGHED_DAYS: i64 = 30;

impl Daemon {
    /// Reads what was learned before, and finds a first price.
    pub(in crate::daemon) async fn begin_watch(&self, now: Timestamp) -> Result<(), Error> {
        if let Some(kept) = self.store.learning().belief(POPULATION, 0).await? {
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

    /// Learns what sources are like, from a sample of them; soon after the first days, then weekly.
    pub(in crate::daemon) async fn refit(&self, now: Timestamp) -> Result<(), Error> {
        let general = self.watch.general();
        let Some(oldest) = self.store.fetches().watching_since().await? else { return Ok(()) };
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
        self.store.learning().set_belief(POPULATION, belief).await?;
        self.watch.set_general(General { population, as_of: Some(now) });
        info!(sources = n, "learned anew what sources are like");
        Ok(())
    }

    /// Beliefs about some of the sources, evenly taken.
    async fn sample(&self, population: &Population) -> Result<Vec<Rhythm>, Error> {
        let is_small = self.means().n_sources <= SAMPLE as u64;
        let last = self.store.sources().last_id().await?;
        // Of many sources those are read that follow evenly spaced ids, and none of the others.
        let step = if is_small { 0 } else { last.0 / SAMPLE as i64 + 1 };
        let at_once = if is_small { PAGE } else { 1 };
        let (mut rhythms, mut after) = (Vec::new(), SourceId(0));
        loop {
            let page = self.store.learning().posting_beliefs_after(after, at_once).await?;
            let Some((last, _)) = page.last() else { return Ok(rhythms) };
            after = SourceId((after.0 + step).max(last.0));
            for (_, belief) in &page {
                let read = Believed::unpacked(&belief.body, population, &self.watch.habits);
                rhythms.extend(read.map(|believed| believed.rhythm));
            }
        }
    }

    /// Weighs sources by who follows them and what they open: twice over all of them, for a source is judged by what its
    /// readers do elsewhere.
    pub(in crate::daemon) async fn weigh(&self, now: Timestamp) -> Result<(), Error> {
        let since = now - SignedDuration::from_hours(24 * WEIGHED_DAYS);
        let mut readers: HashMap<UserId, Read> = HashMap::new();
        let mut after = SourceId(0);
        while let Some(last) = self.store.sources().stride(after, PAGE).await? {
            for read in self.store.sources().read_of_sources(after, last, since).await? {
                let all = readers.entry(read.user).or_default();
                all.arrived += read.n_arrived as f64;
                all.opened += read.n_opened as f64;
            }
            after = last;
        }
        let usual = |user: &UserId| readers.get(user).copied().unwrap_or_default().share();
        after = SourceId(0);
        while let Some(last) = self.store.sources().stride(after, PAGE).await? {
            let mut weights: BTreeMap<SourceId, f64> = BTreeMap::new();
            for read in self.store.sources().read_of_sources(after, last, since).await? {
                let one = Read { arrived: read.n_arrived as f64, opened: read.n_opened as f64 };
                *weights.entry(read.source).or_default() += one.interest(usual(&read.user));
            }
            self.store.sources().set_weights(weights.into_iter().collect()).await?;
            after = last;
        }
        Ok(())
    }
}
