//! Today: what articles are about, what each reader likes, and what to put before her first.
//!
//! Topics are learned from the words of all articles and told of each; a reader's taste is what the log of what she was shown
//! and did comes to, replayed with the topics of now. So a new model, a better prior or a restart loses nothing of what she
//! taught. Nothing here can stop the daemon: as long as nothing is learned, the page goes by sources and by age.

mod languages;
mod page;
mod readers;
mod topics;

use crate::daemon::{Daemon, is_past};
use jiff::Timestamp;
use languages::Languages;
use readers::Readers;
use std::{
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};
use tidings_model::{ArticleId, Clock, UserId};
use tidings_store::Error;
use tokio::sync::{Mutex, MutexGuard};
use tokio_util::sync::CancellationToken;
use topics::Known;
use tracing::warn;

/// New articles are told of this often.
const REST: Duration = Duration::from_secs(20);
/// After trouble it is tried again this much later.
const REST_AFTER_TROUBLE: Duration = Duration::from_secs(300);
/// Topics are learned this often.
const TOPICS_EVERY: Duration = Duration::from_secs(86_400);
/// What readers are like is learned this often.
const READERS_EVERY: Duration = Duration::from_secs(86_400);
/// Showings are kept for so long.
const KEPT_DAYS: i64 = 400;
/// Rows forgotten at once.
const FORGOTTEN: usize = 1_000;

/// What is known for all readers.
#[derive(Debug)]
pub(crate) struct Today {
    /// Topics are learned anew this often, and when there are twice as many articles.
    topics_every: Duration,
    known: RwLock<Option<Arc<Known>>>,
    readers: RwLock<Arc<Readers>>,
    progress: Mutex<Progress>,
    /// Of two pages that one reader asks for at once, the second is the first.
    turns: Turns,
    languages: Languages,
}

/// Locks, each for some of the readers.
#[derive(Debug, Default)]
struct Turns([Mutex<()>; 16]);

impl Turns {
    async fn of(&self, user: UserId) -> MutexGuard<'_, ()> {
        self.0[user.0.unsigned_abs() as usize % self.0.len()].lock().await
    }
}

impl Default for Today {
    fn default() -> Self {
        Self::learning_every(TOPICS_EVERY)
    }
}

impl Today {
    /// One that learns topics less or more often than every day.
    pub(crate) fn learning_every(topics_every: Duration) -> Self {
        Self {
            topics_every,
            known: RwLock::default(),
            readers: RwLock::default(),
            progress: Mutex::default(),
            turns: Turns::default(),
            languages: Languages::default(),
        }
    }

    fn known(&self) -> Option<Arc<Known>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_known(&self, known: Known) {
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(known));
    }

    fn readers(&self) -> Arc<Readers> {
        Arc::clone(&self.readers.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn set_readers(&self, readers: Readers) {
        *self.readers.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(readers);
    }
}

/// How far the telling got, and when readers were learned from.
#[derive(Debug, Default)]
struct Progress {
    told: Option<(i64, ArticleId)>,
    read_at: Option<Timestamp>,
}

impl Daemon {
    /// Learns topics, tells what new articles are about, and learns from readers, until told to stop.
    pub(crate) async fn keep_today(self: Arc<Self>, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let rest = match self.catch_up_today().await {
                Ok(()) => REST,
                Err(error) => {
                    warn!(%error, "topics and tastes are left as they are; trying again");
                    REST_AFTER_TROUBLE
                }
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.time.sleep(rest) => {}
            }
        }
    }

    /// Brings topics and readers up to date once: what [`Daemon::keep_today`] does again and again.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(crate) async fn catch_up_today(&self) -> Result<(), Error> {
        let mut progress = self.today.progress.lock().await;
        let now = self.time.now();
        self.keep_topics(now).await?;
        self.tell(&mut progress.told, now).await?;
        if progress.read_at.is_none_or(|at| now < at || is_past(at, READERS_EVERY, now)) {
            self.learn_from_readers(now).await?;
            let before = days_before(now, KEPT_DAYS);
            while self.store.learning().forget_shown(before, FORGOTTEN).await? >= FORGOTTEN as u64 {
            }
            progress.read_at = Some(now);
        }
        Ok(())
    }
}

/// Work that takes long, away from whoever answers.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(broken) => std::panic::resume_unwind(broken.into_panic()),
    }
}

fn days_before(now: Timestamp, days: i64) -> Timestamp {
    now.saturating_sub(jiff::SignedDuration::from_hours(24 * days)).unwrap_or(Timestamp::MIN)
}

#[cfg(test)]
mod tests;
