//! Plans the next fetch of a source: by price if the last one succeeded, within all limits.

use super::{PricingService, STEP, clock};
use crate::beliefs::Insight;
use jiff::Timestamp;
use tidings_learn::{of_week_time, source::SourceBelief, week_time};
use tidings_model::{
    Outcome, Reason, SourceId,
    dates::{later, minutes_between},
    reason::UsualHour,
    source::Source,
    units::Minutes,
};
use tidings_schedule::{
    Plan,
    controller::Controller,
    foresight::{PlannedFetch, Prospect},
    policy::{self, FetchPreferences, Situation},
    politeness,
    price::Slot,
    put_off,
};
use tidings_store::{Error, FetchManner};
use tracing::{debug, info};

/// Sources planned again at once.
const PAGE: usize = 500;

impl PricingService {
    /// Returns when to fetch a source next, and why then.
    pub(crate) fn plan(
        &self,
        source: &Source,
        insight: &mut Insight,
        manner: &FetchManner,
        outcome: &Outcome,
        now: Timestamp,
    ) -> Plan {
        let time = &self.context.time;
        let situation = Situation { source, means: self.means(), limits: &self.context.limits };
        let wishes = wishes(manner);
        let chance = time.draw();
        let foreseen = match outcome {
            Outcome::Failed(_) => None,
            Outcome::Changed { .. } | Outcome::Unchanged => {
                self.foresee(&situation, insight, manner, now)
            }
        };
        let Some(foreseen) = foreseen else {
            return policy::plan_as_wished(&situation, wishes, outcome, now, chance);
        };
        insight.believed.rhythm.promise(foreseen.promised);
        let at = of_week_time(foreseen.strayed(time.draw()));
        let wish = Plan { at, reason: foreseen.reason };
        policy::plan_wish(&situation, wishes, wish, outcome, now, chance)
    }

    /// Returns the first plan of one of `n_new` sources that were never fetched.
    pub(crate) fn first_plan(&self, n_new: u64, now: Timestamp) -> Plan {
        policy::first(n_new, &self.means(), now, self.context.time.draw())
    }

    /// Returns the plan according to price and belief; `None` while there is no price or nothing to spend.
    fn foresee(
        &self,
        Situation { source, means, limits }: &Situation<'_>,
        insight: &Insight,
        manner: &FetchManner,
        now: Timestamp,
    ) -> Option<PlannedFetch> {
        let price = self.priced()?.controller.price;
        let even = means.even_interval();
        if even.0.is_infinite() {
            return None;
        }
        let (population, habits) = (insight.population(), &self.beliefs.habits);
        let SourceBelief { rhythm, fetching } = &insight.believed;
        let mut forecast = rhythm.forecast(population, habits);
        let prospect = Prospect {
            now: week_time(now),
            price,
            even,
            polite: politeness::bounds(&source.hints, limits),
            weight: source.weight,
            is_pinned: manner.is_pinned,
            failure: fetching.failure(),
            n_looks: fetching.asked(),
            n_shown: fetching.shown(),
            fullest: insight.believed.fullest(population, habits),
            waking: population.waking,
            usual: forecast.background(),
            usually: UsualHour::of(rhythm.pattern()),
        };
        let matters = insight.matters.as_deref();
        let mut before = prospect.now;
        Some(prospect.look(|until| {
            let rate = forecast.until(until);
            let slot = Slot::between(before, until, rate, matters);
            before = until;
            slot
        }))
    }

    /// Plans every waiting source again, so that fetches which can be afforded now do not wait for a plan made when
    /// they could not.
    pub(super) async fn plan_again(&self, now: Timestamp) -> Result<(), Error> {
        let store = &self.context.store;
        let (mut after, mut n) = (SourceId(0), 0);
        while let Some(last) = store.sources().stride(after, PAGE).await? {
            for source in store.sources().waiting(after, last, now).await? {
                let Some(fetched) = source.health.last_success else { continue };
                if !put_off::may_come_sooner(Reason::of_code(&source.next_reason)) {
                    continue;
                }
                let mut insight = self.beliefs.insight(&source, now).await?;
                let manner = store.sources().manner(source.id).await?;
                let plan = self.plan(&source, &mut insight, &manner, &Outcome::Unchanged, fetched);
                n += u64::from(store.sources().call(source.id, plan.at, plan.reason).await?);
            }
            after = last;
        }
        info!(sources = n, "planned sources sooner because the budget allows more");
        self.spread_overdue(now).await
    }

    /// Until the next adjustment of the price, lets only as many sources be fetched as today's budget has room for.
    pub(super) async fn put_off(
        &self,
        controller: &Controller,
        now: Timestamp,
    ) -> Result<(), Error> {
        let until = later(now, STEP);
        let Some(may) = controller.may_fetch(clock(now), minutes_between(now, until)) else {
            return Ok(());
        };
        let (means, limits) = (self.means(), &self.context.limits);
        let longest_ago = policy::put_off_since(&means, limits, until);
        let store = &self.context.store;
        let due = store.sources().due_sources(until).await?;
        let work = move || put_off::put_off(&due, until, longest_ago, may);
        let sources = self.context.time.off_thread(work).await;
        let n = sources.len() as u64;
        let reason = Reason::PutOff { budget: means.budget };
        store.sources().put_off(sources, until, STEP, reason).await?;
        self.note_put_off(n, now).await?;
        if n > 0 {
            debug!(sources = n, "postponed sources because today's budget is spent so far");
        }
        Ok(())
    }
}

fn wishes(manner: &FetchManner) -> FetchPreferences {
    let minutes = |wish: Option<u32>| wish.map(|minutes| Minutes(minutes.into()));
    FetchPreferences { shortest: minutes(manner.min_minutes), longest: minutes(manner.max_minutes) }
}
