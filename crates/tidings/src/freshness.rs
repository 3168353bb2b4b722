//! How fresh each day was, and how fresh it would have been under other policies. Counted by a job.

use crate::{context::Context, pricing::PricingService};
use jiff::{SignedDuration, Timestamp};
use std::sync::{Arc, Mutex};
use tidings_model::{SourceId, UserId, dates::start_of_day, locks::locked, units::PerDay};
use tidings_schedule::shadow::{Paces, Readers, Shadow, ShadowWeek, SpendingPeriod};
use tidings_store::{Arrival, Error, WatchedDay};
use tracing::warn;

/// Days that are counted later, for example because the program was not running when they ended.
const DAYS_BACK: i64 = 7;
/// Visits up to this long before a day count, because nothing waits longer.
const LOOKS_BEFORE: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Arrivals counted at once, with the subscribers of their sources.
const PAGE: usize = 2_000;

const DAY: SignedDuration = SignedDuration::from_hours(24);
const WEEK: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Computes the freshness of each day.
#[derive(Debug)]
pub struct FreshnessService {
    context: Context,
    pricing: Arc<PricingService>,
    /// Posting rates from the week before a day, which stay the same all day.
    week_before: Mutex<Option<(Timestamp, Arc<Paces>)>>,
}

impl FreshnessService {
    pub(crate) fn new(context: Context, pricing: Arc<PricingService>) -> Self {
        Self { context, pricing, week_before: Mutex::default() }
    }

    /// Counts today so far, and those earlier days that were not counted to their end.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn count_days(&self) -> Result<(), Error> {
        let now = self.context.now();
        let today = start_of_day(now);
        let since = today.saturating_sub(DAY * DAYS_BACK as i32).unwrap_or(Timestamp::MIN);
        let known = self.context.store.freshness().watched_days(since).await?;
        let is_whole = |day: Timestamp, end: Timestamp| {
            known.iter().any(|known| known.day == day && known.counted_until >= end)
        };
        for ago in (1..=DAYS_BACK).rev() {
            let day = today - DAY * i32::try_from(ago).unwrap_or(0);
            if !is_whole(day, day + DAY) {
                self.count_day(day, day + DAY).await?;
                if ago == 1 {
                    self.warn_of_target();
                }
            }
        }
        self.count_day(today, now).await
    }

    /// Warns once a day that articles wait longer than the target although no number of requests could change that.
    fn warn_of_target(&self) {
        if let Some(delay) = self.pricing.unreachable_delay() {
            warn!(
                target_min = delay.0,
                "target-delay cannot be reached with more requests: sources fail or ask for longer intervals"
            );
        }
    }

    /// Counts a day up to an instant. A day without fetches has no row.
    async fn count_day(&self, day: Timestamp, until: Timestamp) -> Result<(), Error> {
        let came = self.context.store.fetches().came(day, until).await?;
        if came.n_requests == 0 {
            return Ok(());
        }
        let n_sources = self.context.store.sources().count().await?.n_watched.max(1);
        let n_requests = came.n_requests;
        let stretch = SpendingPeriod { begin: day, end: until, n_sources, n_requests };
        let readers = self.readers(day, until).await?;
        let has_readers = !readers.is_empty();
        let mut shadow = Shadow::new(stretch, self.paces_before(day).await?, readers);
        let mut place = (day, 0);
        loop {
            let page = self.context.store.freshness().arrivals_seen(place, until, PAGE).await?;
            let Some(last) = page.last() else { break };
            place = (last.seen_at, last.id);
            let is_last = page.len() < PAGE;
            let followers = if has_readers { self.followers_of(&page).await? } else { Vec::new() };
            shadow = self
                .context
                .time
                .off_thread(move || {
                    shadow.follow(followers);
                    page.iter().for_each(|one| shadow.add(one.source, one.posted_at, one.seen_at));
                    shadow
                })
                .await;
            if is_last {
                break;
            }
        }
        let granted = self.granted(day, until).await?;
        self.context
            .store
            .freshness()
            .keep_day(WatchedDay {
                day,
                counted_until: until,
                n_sources,
                n_requests,
                n_fruitful: came.n_fruitful,
                n_failed: came.n_failed,
                n_missed: came.n_missed,
                wire_bytes: came.wire_bytes,
                granted,
                fared: shadow.done().to_vec(),
            })
            .await
    }

    async fn paces_before(&self, day: Timestamp) -> Result<Arc<Paces>, Error> {
        let held = locked(&self.week_before).clone();
        if let Some((_, paces)) = held.filter(|(held, _)| *held == day) {
            return Ok(paces);
        }
        let waits = self
            .context
            .store
            .freshness()
            .spells(day - WEEK, day, |spell| {
                let week = ShadowWeek { n: spell.n, first: spell.first, last: spell.last };
                Paces::of(spell.source, week)
            })
            .await?;
        let paces = Arc::new(Paces::new(waits));
        *locked(&self.week_before) = Some((day, Arc::clone(&paces)));
        Ok(paces)
    }

    async fn followers_of(&self, arrivals: &[Arrival]) -> Result<Vec<(SourceId, UserId)>, Error> {
        let mut sources: Vec<SourceId> = arrivals.iter().map(|one| one.source).collect();
        sources.sort_unstable();
        sources.dedup();
        self.context.store.freshness().followers(sources).await
    }

    /// Returns who visited when, for the arrivals of a day.
    async fn readers(&self, day: Timestamp, until: Timestamp) -> Result<Readers, Error> {
        let mut readers = Readers::default();
        for visit in self.context.store.freshness().all_visits(day - LOOKS_BEFORE, until).await? {
            readers.look(visit.user, visit.at);
        }
        Ok(readers)
    }

    /// Returns the average budget over the hours of a day, or the current budget if none was recorded.
    async fn granted(&self, day: Timestamp, until: Timestamp) -> Result<PerDay, Error> {
        let prices = self.context.store.freshness().prices(day).await?;
        let granted = prices.iter().filter(|paid| paid.at < until).map(|paid| paid.granted);
        Ok(PerDay::mean(granted).unwrap_or_else(|| self.pricing.means().budget))
    }
}

#[cfg(test)]
mod tests;
