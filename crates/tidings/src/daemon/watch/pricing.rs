//! The price of a retrieval: kept in the store, shared by processes, moved so that what is granted is spent.

use crate::daemon::{Daemon, is_past};
use jiff::Timestamp;
use std::{
    sync::{PoisonError, atomic::Ordering},
    time::Duration,
};
use tidings_learn::week_time;
use tidings_model::{
    Outcome, Reason, SourceId,
    units::{Minutes, PerDay},
};
use tidings_schedule::{
    controller::{Aim, Controller, Spent},
    policy::{self, Means},
};
use tidings_store::{Belief, Error, PricePaid};
use tracing::{debug, info, warn};

/// The kind of belief in the store.
const PRICE: &str = "price";
/// The price is moved this often.
const STEP: Duration = Duration::from_secs(600);
/// Sources planned anew at a time.
const PAGE: usize = 500;
/// A loop that did not go round for this long slept, and is owed nothing for it.
const SLEPT: Duration = Duration::from_secs(300);

/// The price, as of when.
#[derive(Debug, Clone, Copy)]
pub(in crate::daemon) struct Priced {
    pub(super) controller: Controller,
    pub(super) as_of: Timestamp,
}

/// When the loop went round last, and from when to when it did not.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::daemon) struct Round {
    last: Option<Timestamp>,
    awake_since: Option<Timestamp>,
}

impl Daemon {
    /// What the price is moved for.
    fn aim(&self) -> Aim {
        let usual = || policy::usual_budget(self.n_watched.load(Ordering::Relaxed));
        match self.delay {
            Some(delay) => Aim::Delay(delay),
            None => Aim::Budget(self.budget.unwrap_or_else(usual)),
        }
    }

    /// The delay that is wished, where articles wait longer and a lower price would hardly change that.
    pub(crate) fn unreachable_delay(&self) -> Option<Minutes> {
        let priced = self.watch.priced()?;
        self.delay.filter(|delay| priced.controller.is_at_least(*delay))
    }

    /// What all sources together may cost; where the operator asks for a delay, what that costs at the present price.
    pub(crate) fn means(&self) -> Means {
        let n_sources = self.n_watched.load(Ordering::Relaxed);
        let budget = match (self.aim(), self.watch.priced()) {
            (Aim::Budget(budget), _) => budget,
            (Aim::Delay(_), Some(priced)) => {
                PerDay(n_sources as f64 * Minutes::DAY.0 / priced.controller.interval().0)
            }
            (Aim::Delay(_), None) => policy::usual_budget(n_sources),
        };
        Means { budget, n_sources }
    }

    /// The price that was kept, or a first one.
    pub(super) async fn read_price(&self, now: Timestamp) -> Result<(), Error> {
        let kept = self.store.learning().belief(PRICE, 0).await?;
        let before = kept.as_ref().map(|kept| kept.as_of);
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
        if before.is_some() {
            warn!("the price that was kept cannot be read; a new one is found");
        }
        self.keep_price(before, Priced { controller, as_of: now }).await.map(drop)
    }

    /// Keeps a price, unless another process did before; then that one holds.
    async fn keep_price(&self, before: Option<Timestamp>, priced: Priced) -> Result<bool, Error> {
        let body = priced.controller.to_bytes();
        let belief = Belief { subject: 0, as_of: priced.as_of, body };
        let is_kept = self.store.learning().replace_belief(PRICE, before, belief).await?;
        if is_kept {
            self.watch.set_price(priced);
        }
        Ok(is_kept)
    }

    /// Notes that the loop goes round, and moves the price when it is time. After a sleep, what is overdue is spread.
    pub(in crate::daemon) async fn steer(&self, now: Timestamp) -> Result<(), Error> {
        let round = self.note_round(now);
        if round.awake_since == Some(now) {
            self.spread_overdue(now).await?;
        }
        self.move_price(Some(round), now).await
    }

    /// Moves the price when it is time. Without a round of the loop, for a command that is called now and then, all of the
    /// time since it was last moved counts.
    pub(in crate::daemon) async fn move_price(
        &self,
        round: Option<Round>,
        now: Timestamp,
    ) -> Result<(), Error> {
        let Some(priced) = self.watch.priced() else { return self.read_price(now).await };
        if now >= priced.as_of && !is_past(priced.as_of, STEP, now) {
            return Ok(());
        }
        let counted = self.store.fetches().count(priced.as_of, now).await?;
        let passed = match round {
            Some(round) => self.awake(priced.as_of, round, now).await?,
            None => between(priced.as_of, now),
        };
        let (found, waited) = self.store.freshness().waited(priced.as_of, now).await?;
        let spent = Spent {
            passed,
            made: counted.n_retrievals as f64,
            put_off: self.watch.put_off.load(Ordering::Relaxed) as f64,
            clock: Minutes(week_time(now).rem_euclid(7.0 * Minutes::DAY.0)),
            sources: self.n_watched.load(Ordering::Relaxed) as f64,
            found,
            waited: waited.0,
        };
        let mut controller = priced.controller;
        if passed.0 > 0.0 && !self.is_offline() {
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
            self.plan_anew(now).await?;
        }
        self.put_off(&controller, spent.clock, now).await?;
        let hour = now.as_second().div_euclid(3600) * 3600;
        let at = Timestamp::from_second(hour).unwrap_or(now);
        let paid = PricePaid {
            at,
            price: controller.price,
            granted: self.means().budget,
            made: counted.n_retrievals,
        };
        self.store.freshness().note_price(paid).await
    }

    /// Lets only as many be asked until the price is moved again as today's budget has room for.
    async fn put_off(
        &self,
        controller: &Controller,
        clock: Minutes,
        now: Timestamp,
    ) -> Result<(), Error> {
        let may = controller.may_make(clock, Minutes(STEP.as_secs_f64() / 60.0));
        if may.is_infinite() {
            return Ok(());
        }
        let until = now.saturating_add(STEP).unwrap_or(now);
        let reason = Reason::PutOff { budget: self.means().budget };
        let at_most = policy::put_off_at_most(&self.means(), &self.limits).0 * 60.0;
        let looked_before = until.saturating_sub(Duration::from_secs_f64(at_most));
        let looked_before = looked_before.unwrap_or(Timestamp::MIN);
        let n =
            self.store.sources().put_off(until, looked_before, may as u64, STEP, reason).await?;
        self.watch.put_off.store(n, Ordering::Relaxed);
        if n > 0 {
            debug!(sources = n, "put off, for today's budget is spent so far");
        }
        Ok(())
    }

    /// Plans every source anew that waits for its next look: what can be afforded now need not wait for what was planned
    /// when it could not.
    async fn plan_anew(&self, now: Timestamp) -> Result<(), Error> {
        let (mut after, mut n) = (SourceId(0), 0);
        while let Some(last) = self.store.sources().stride(after, PAGE).await? {
            for source in self.store.sources().waiting(after, last, now).await? {
                let Some(looked) = source.health.last_success else { continue };
                let mut insight = self.insight(&source, now).await?;
                let manner = self.store.sources().manner(source.id).await?;
                let plan = self.plan(&source, &mut insight, &manner, &Outcome::Unchanged, looked);
                n += u64::from(self.store.sources().call(source.id, plan.at, plan.reason).await?);
            }
            after = last;
        }
        info!(sources = n, "planned sooner, for more can be afforded");
        self.spread_overdue(now).await
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
    async fn awake(
        &self,
        since: Timestamp,
        round: Round,
        now: Timestamp,
    ) -> Result<Minutes, Error> {
        let awake_since = round.awake_since.unwrap_or(now);
        if awake_since <= since {
            return Ok(between(since, now));
        }
        // Up to the last retrieval before the sleep, and since the end of it.
        let last = self.store.fetches().last_before(awake_since).await?.unwrap_or(since);
        Ok(between(since, last) + between(awake_since, now))
    }

    /// After a start or a sleep everything may be overdue at once: it is asked one after the other, what is worth most
    /// first.
    async fn spread_overdue(&self, now: Timestamp) -> Result<(), Error> {
        let n = self.store.sources().count_overdue(now).await?;
        let window = policy::spread_over(n, &self.means());
        if window.0 <= 0.0 {
            return Ok(());
        }
        let n = self
            .store
            .sources()
            .spread_overdue(now, Duration::from_secs_f64(window.0 * 60.0))
            .await?;
        info!(
            sources = n,
            minutes = window.0.round(),
            "what is overdue is spread, as after a sleep"
        );
        Ok(())
    }
}

/// From one instant to a later one; nothing where it is not later.
fn between(from: Timestamp, to: Timestamp) -> Minutes {
    Minutes::from_ms((to.as_millisecond() - from.as_millisecond()).max(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Time;
    use std::sync::Arc;
    use tidings_fetch::{HttpWeb, Settings};
    use tidings_model::limits::Limits;
    use tidings_store::{Options, Place, Store};

    #[tokio::test]
    async fn a_price_that_cannot_be_read_is_found_anew() {
        let now: Timestamp = "2026-11-16T08:00:00Z".parse().unwrap();
        let time = Arc::new(Time::simulated(now, 7));
        let store = Store::open(Options::new(Place::Memory, now)).await.unwrap();
        let web = HttpWeb::new(Settings::default(), Arc::<Time>::clone(&time)).unwrap();
        let damaged = Belief { subject: 0, as_of: now, body: b"junk".to_vec() };
        store.learning().set_belief(PRICE, damaged).await.unwrap();
        let daemon = Daemon::new(store, Arc::new(web), time, Limits::default());
        daemon.n_watched.store(300, Ordering::Relaxed);
        daemon.begin_watch(now).await.unwrap();
        let found = daemon.watch.priced().expect("a price is found").controller;
        let kept = daemon.store.learning().belief(PRICE, 0).await.unwrap().unwrap();
        assert_eq!(Controller::from_bytes(&kept.body), Some(found));
    }
}
