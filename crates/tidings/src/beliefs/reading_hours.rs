//! When people read, learned from their visits. It decides how much a minute of waiting matters.

use super::Matters;
use crate::context::Context;
use jiff::Timestamp;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};
use tidings_learn::{access::AccessPattern, week_time};
use tidings_model::{
    SourceId, UserId,
    dates::{days_before, is_over},
    locks::locked,
};
use tidings_store::Error;

/// Largest number of readers per source whose hours are considered.
const READERS: usize = 32;
/// Largest number of readers whose hours are held in memory.
const HELD: usize = 10_000;
/// For how long.
const HELD_FOR: Duration = Duration::from_secs(6 * 3600);
/// Number of days for which visits count.
const HISTORY_DAYS: i64 = 84;

/// The hours of recently requested readers.
#[derive(Debug, Default)]
pub(super) struct ReadingHours(Mutex<HashMap<UserId, (Timestamp, Arc<Matters>)>>);

impl ReadingHours {
    /// Returns how much a minute of waiting for a source matters to its subscribers; `None` if none of them ever came.
    pub(super) async fn of_source(
        &self,
        context: &Context,
        source: SourceId,
        now: Timestamp,
    ) -> Result<Option<Arc<Matters>>, Error> {
        let mut all: Vec<Arc<Matters>> = Vec::new();
        for user in context.store.sources().subscribers(source, READERS).await? {
            all.push(self.of_reader(context, user, now).await?);
        }
        Ok(match all.len() {
            0 => None,
            1 => all.pop(),
            _ => Some(Arc::new(AccessPattern::average(&all))),
        })
    }

    async fn of_reader(
        &self,
        context: &Context,
        user: UserId,
        now: Timestamp,
    ) -> Result<Arc<Matters>, Error> {
        let held = locked(&self.0).get(&user).cloned();
        if let Some((_, matters)) = held.filter(|(at, _)| !is_over(*at, HELD_FOR, now)) {
            return Ok(matters);
        }
        let visits = context.store.users().visits(user, days_before(now, HISTORY_DAYS)).await?;
        let begin = visits.first().map_or(now, |visit| visit.at);
        let mut access = AccessPattern::new(week_time(begin));
        visits.iter().for_each(|visit| access.look(week_time(visit.at)));
        let matters = Arc::new(access.matters(week_time(now)).map(|hour| hour as f32));
        let mut readers = locked(&self.0);
        if readers.len() >= HELD {
            readers.clear();
        }
        readers.insert(user, (now, Arc::clone(&matters)));
        Ok(matters)
    }
}
