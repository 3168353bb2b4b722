//! Today: what articles are about, what each reader likes, and what to show first.
//!
//! Topics are learned from the words of all articles and assigned to each. A reader's taste is computed by replaying
//! the log of what they were shown and what they did, with the current topics. So a new model, a better prior or a
//! restart loses nothing of what they taught. Nothing here can stop the server: as long as nothing is learned, the page
//! is ordered by sources and age.

mod card_names;
mod languages;
mod page;
mod readers;
mod topics;

use crate::context::Context;
use jiff::Timestamp;
use languages::Languages;
use std::{
    sync::{Arc, Mutex, RwLock},
    time::Duration,
};
use tidings_learn::readership::Readership;
use tidings_model::{
    ArticleId, UserId,
    dates::is_over,
    locks::{locked, read_locked, write_locked},
};
use tidings_store::Error;
use tokio::sync::MutexGuard;
use topics::LearnedTopics;

/// How often a process reloads what another one learned.
const READ_EVERY: Duration = Duration::from_secs(20);

/// Learns topics and ranks the Today page. Topics and what readers have in common are in the store, learned by one
/// process for all; this is a copy.
#[derive(Debug)]
pub struct TodayService {
    context: Context,
    /// How often topics are learned, besides when the number of articles has doubled.
    topics_every: Duration,
    known: RwLock<Option<Arc<LearnedTopics>>>,
    readers: RwLock<Arc<CommonReaders>>,
    read_at: Mutex<Option<Timestamp>>,
    /// Up to which article topics were assigned, and by which training.
    assigned: tokio::sync::Mutex<Option<(i64, ArticleId)>>,
    /// If one reader requests two pages at once, the second equals the first.
    turns: Turns,
    languages: Languages,
}

/// What readers have in common, and since when we know it.
#[derive(Debug, Default)]
struct CommonReaders {
    readership: Readership,
    as_of: Option<Timestamp>,
}

/// Locks, each shared by some of the readers.
#[derive(Debug, Default)]
struct Turns([tokio::sync::Mutex<()>; 16]);

impl Turns {
    async fn of(&self, user: UserId) -> MutexGuard<'_, ()> {
        self.0[user.0.unsigned_abs() as usize % self.0.len()].lock().await
    }
}

impl TodayService {
    pub(crate) fn new(context: Context, topics_every: Duration) -> Self {
        Self {
            context,
            topics_every,
            known: RwLock::default(),
            readers: RwLock::default(),
            read_at: Mutex::default(),
            assigned: tokio::sync::Mutex::default(),
            turns: Turns::default(),
            languages: Languages::default(),
        }
    }

    fn known(&self) -> Option<Arc<LearnedTopics>> {
        read_locked(&self.known).clone()
    }

    fn set_known(&self, known: LearnedTopics) {
        *write_locked(&self.known) = Some(Arc::new(known));
    }

    fn readers(&self) -> Arc<CommonReaders> {
        Arc::clone(&read_locked(&self.readers))
    }

    fn set_readers(&self, readers: CommonReaders) {
        *write_locked(&self.readers) = Arc::new(readers);
    }

    /// Reloads topics and what readers have in common, if another process learned them since the last time.
    ///
    /// # Errors
    /// When the store fails.
    async fn refresh(&self) -> Result<(), Error> {
        let now = self.context.now();
        let read_at = *locked(&self.read_at);
        if read_at.is_some_and(|at| !is_over(at, READ_EVERY, now)) {
            return Ok(());
        }
        self.refresh_topics().await?;
        self.refresh_readers().await?;
        *locked(&self.read_at) = Some(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
