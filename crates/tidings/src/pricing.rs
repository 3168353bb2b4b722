//! The price of a fetch: stored for all processes, and adjusted by one of them so that the budget is used.
//!
//! Every process reloads the price within a minute. `plan.rs` applies it to sources.

mod overdue;
mod plan;

use crate::{beliefs::BeliefService, context::Context, fetching::NetworkHealth};
use jiff::Timestamp;
use std::{
    sync::{
        Arc, Mutex, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tidings_learn::week_time;
use tidings_model::{
    dates::{has_passed, is_over, minutes_between, start_of_hour},
    locks::{locked, read_locked, write_locked},
    units::{Minutes, PerDay},
};
use tidings_schedule::{
    controller::{Aim, Controller, PeriodSpending},
    policy::{self, SharedBudget},
};
use tidings_store::{Belief, Error, PricePaid};
use tracing::warn;

/// The kind of belief in the store.
const PRICE: &str = "price";
/// The number of fetches postponed when the price was last adjusted, as a belief.
const PUT_OFF: &str = "put-off";
/// The price is adjusted this often.
pub(crate) const STEP: Duration = Duration::from_secs(600);
/// How often a process reloads the price.
const READ_EVERY: Duration = Duration::from_secs(60);
/// If the price was not adjusted for this long after it was due, no process was awake.
const SLEPT: Duration = Duration::from_secs(300);

/// The operator's budget or target.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spending {
    /// Requests per day, if set; otherwise twelve for each source.
    pub budget: Option<PerDay>,
    /// The average delay to aim for, if set instead.
    pub delay: Option<Minutes>,
}

impl Spending {
    /// Returns whether the operator set either.
    #[must_use]
    pub fn is_said(&self) -> bool {
        self.budget.is_some() || self.delay.is_some()
    }
}

/// The price, and since when it applies.
#[derive(Debug, Clone, Copy)]
struct Priced {
    controller: Controller,
    as_of: Timestamp,
}

/// Which time counts when the price is adjusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Elapsed {
    /// The time when any process was awake, for a server that keeps running.
    WhileAwake,
    /// All of it, for a command that is run from time to time.
    All,
}

/// Manages the price of a fetch and plans fetches with it.
#[derive(Debug)]
pub struct PricingService {
    context: Context,
    spending: Spending,
    beliefs: Arc<BeliefService>,
    network: Arc<NetworkHealth>,
    price: RwLock<Option<Priced>>,
    read_at: Mutex<Option<Timestamp>>,
    n_watched: AtomicU64,
}

impl PricingService {
    pub(crate) fn new(
        context: Context,
        spending: Spending,
        beliefs: Arc<BeliefService>,
        network: Arc<NetworkHealth>,
    ) -> Self {
        Self {
            context,
            spending,
            beliefs,
            network,
            price: RwLock::default(),
            read_at: Mutex::default(),
            n_watched: AtomicU64::new(0),
        }
    }

    /// Counts the watched sources. Called regularly, and when subscriptions change in this process.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn count_sources(&self) -> Result<(), Error> {
        let n_watched = self.context.store.sources().count().await?.n_watched;
        self.n_watched.store(n_watched, Ordering::Relaxed);
        Ok(())
    }

    fn n_watched(&self) -> u64 {
        self.n_watched.load(Ordering::Relaxed)
    }

    /// Returns what the price is adjusted for.
    fn aim(&self) -> Aim {
        let usual = || policy::usual_budget(self.n_watched());
        match self.spending.delay {
            Some(delay) => Aim::Delay(delay),
            None => Aim::Budget(self.spending.budget.unwrap_or_else(usual)),
        }
    }

    /// Returns the average delay the operator asked for, if any.
    pub(crate) fn target_delay(&self) -> Option<Minutes> {
        self.spending.delay
    }

    /// Returns the target delay if articles wait longer and a lower price would hardly change that.
    pub(crate) fn unreachable_delay(&self) -> Option<Minutes> {
        let priced = self.priced()?;
        self.spending.delay.filter(|delay| priced.controller.is_at_least(*delay))
    }

    /// Returns the budget shared by all sources. With a target delay, that is what the current price costs.
    #[must_use]
    pub fn means(&self) -> SharedBudget {
        let controller = self.priced().map(|priced| priced.controller);
        SharedBudget::at(self.aim(), controller.as_ref(), self.n_watched())
    }

    fn priced(&self) -> Option<Priced> {
        *read_locked(&self.price)
    }

    fn set_price(&self, priced: Priced) {
        *write_locked(&self.price) = Some(priced);
    }

    /// Reloads what other processes may have changed, if the last time was long enough ago: the price and the number of
    /// sources.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn refresh(&self, now: Timestamp) -> Result<(), Error> {
        let read_at = *locked(&self.read_at);
        if self.priced().is_some() && read_at.is_some_and(|at| !is_over(at, READ_EVERY, now)) {
            return Ok(());
        }
        self.count_sources().await?;
        self.read_price(now).await?;
        *locked(&self.read_at) = Some(now);
        Ok(())
    }

    /// Loads the stored price, or finds a first one.
    async fn read_price(&self, now: Timestamp) -> Result<(), Error> {
        let stored = self.context.store.learning().belief(PRICE, 0).await?;
        let before = stored.as_ref().map(|stored| stored.as_of);
        let read = stored.and_then(|stored| {
            let controller = Controller::from_bytes(&stored.body)?;
            Some(Priced { controller, as_of: stored.as_of })
        });
        if let Some(priced) = read {
            self.set_price(priced);
            return Ok(());
        }
        let n_sources = self.n_watched();
        if n_sources == 0 {
            return Ok(());
        }
        if before.is_some() {
            warn!("stored price is damaged; starting with a new one");
        }
        let rates =
            std::iter::repeat_n(self.beliefs.usual_rate(), usize::try_from(n_sources).unwrap_or(0));
        let controller = Controller::first(rates, self.aim());
        self.keep_price(before, Priced { controller, as_of: now }).await.map(drop)
    }

    /// Stores a price, unless another process did before; then that one applies.
    async fn keep_price(&self, before: Option<Timestamp>, priced: Priced) -> Result<bool, Error> {
        let body = priced.controller.to_bytes();
        let belief = Belief { subject: 0, as_of: priced.as_of, body };
        let is_kept = self.context.store.learning().replace_belief(PRICE, before, belief).await?;
        if is_kept {
            self.set_price(priced);
        }
        Ok(is_kept)
    }

    /// Adjusts the price to what was spent since the last time, and postpones what today's budget has no room for.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn adjust(&self, elapsed: Elapsed) -> Result<(), Error> {
        let now = self.context.now();
        let store = &self.context.store;
        self.count_sources().await?;
        self.read_price(now).await?;
        let Some(priced) = self.priced() else { return Ok(()) };
        if !is_over(priced.as_of, STEP, now) {
            return Ok(());
        }
        let made = store.fetches().came(priced.as_of, now).await?.n_requests;
        let passed = match elapsed {
            Elapsed::WhileAwake => self.awake_since(priced.as_of, now).await?,
            Elapsed::All => minutes_between(priced.as_of, now),
        };
        let (found, waited) = store.freshness().waited(priced.as_of, now).await?;
        let spent = PeriodSpending {
            passed,
            made: made as f64,
            put_off: self.n_put_off().await? as f64,
            clock: clock(now),
            sources: self.n_watched() as f64,
            found,
            waited: waited.0,
        };
        let mut controller = priced.controller;
        if passed.0 > 0.0 && !self.network.is_down() {
            controller = controller.after(spent, self.aim());
        }
        let is_outdated = controller.outdates(&priced.controller);
        if is_outdated {
            controller = controller.planned_anew();
        }
        let moved = Priced { controller, as_of: now };
        if !self.keep_price(Some(priced.as_of), moved).await? {
            return self.read_price(now).await;
        }
        if is_outdated {
            self.plan_again(now).await?;
        }
        self.put_off(&controller, now).await?;
        let granted = self.means().budget;
        let paid = PricePaid { at: start_of_hour(now), price: controller.price, granted, made };
        store.freshness().note_price(paid).await
    }

    /// Returns how long any process was awake since the price was last adjusted. If the adjustment is overdue, that is
    /// until the last fetch.
    async fn awake_since(&self, since: Timestamp, now: Timestamp) -> Result<Minutes, Error> {
        if !has_passed(since, STEP + SLEPT, now) {
            return Ok(minutes_between(since, now));
        }
        let last = self.context.store.fetches().last_before(now).await?.unwrap_or(since);
        Ok(minutes_between(since, last))
    }

    async fn n_put_off(&self) -> Result<u64, Error> {
        let stored = self.context.store.learning().belief(PUT_OFF, 0).await?;
        let body = stored.and_then(|stored| stored.body.try_into().ok());
        Ok(body.map_or(0, u64::from_le_bytes))
    }

    async fn note_put_off(&self, n: u64, now: Timestamp) -> Result<(), Error> {
        let belief = Belief { subject: 0, as_of: now, body: n.to_le_bytes().to_vec() };
        self.context.store.learning().set_belief(PUT_OFF, belief).await
    }
}

/// Returns the time of the week, in minutes since Monday.
fn clock(now: Timestamp) -> Minutes {
    Minutes(week_time(now).rem_euclid(7.0 * Minutes::DAY.0))
}

#[cfg(test)]
mod tests;
