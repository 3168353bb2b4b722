//! When readers look, learned from their visits: what decides how much a minute of waiting matters.

use super::Matters;
use crate::daemon::{Daemon, is_past};
use jiff::{SignedDuration, Timestamp};
use std::{
    sync::{Arc, PoisonError},
    time::Duration,
};
use tidings_learn::{access::Access, week_time};
use tidings_model::{SourceId, UserId};
use tidings_store::Error;

/// Readers of one source whose habits are asked for.
const READERS: usize = 32;
/// Readers whose habits are held, at most.
const HELD: usize = 10_000;
/// Habits are held for this long.
const HELD_FOR: Duration = Duration::from_secs(6 * 3600);
/// Visits are remembered this far back.
const HISTORY_DAYS: i64 = 84;

impl Daemon {
    /// How much a minute of waiting for a source matters to those who follow it; `None` where nobody ever looked.
    pub(super) async fn matters(
        &self,
        source: SourceId,
        now: Timestamp,
    ) -> Result<Option<Arc<Matters>>, Error> {
        let mut all: Vec<Arc<Matters>> = Vec::new();
        for user in self.store.sources().subscribers(source, READERS).await? {
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
        let is_young = |at: Timestamp| at <= now && !is_past(at, HELD_FOR, now);
        let held = {
            let readers = self.watch.readers.lock().unwrap_or_else(PoisonError::into_inner);
            readers.get(&user).cloned()
        };
        if let Some((_, matters)) = held.filter(|(at, _)| is_young(*at)) {
            return Ok(matters);
        }
        let since = now - SignedDuration::from_hours(24 * HISTORY_DAYS);
        let visits = self.store.users().visits(user, since).await?;
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
}
