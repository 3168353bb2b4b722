//! The daemon's loop: claim what is due, retrieve it, rest until something is due again. It decides nothing.

pub mod retrieve;

use crate::{clock::Time, pulse::Pulse};
use jiff::Timestamp;
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tidings_fetch::Web;
use tidings_model::{Clock, Failure, FailureKind, limits::Limits, source::Source, units::PerDay};
use tidings_schedule::{
    Plan,
    outage::{Change, Outage},
    policy::{self, Means},
};
use tidings_store::{Claim, Error, Retention, Store};
use tokio::{sync::Notify, task::JoinSet};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// The loop looks at the store at least this often: other processes add sources, and the wall clock may jump.
const LONGEST_REST: Duration = Duration::from_secs(30);
/// How long retrievals under way may take to end when the program stops.
const LAST_CALL: Duration = Duration::from_secs(8);
/// Housekeeping happens this often.
const HOUSEKEEPING: Duration = Duration::from_secs(3600);
/// Sources whose old articles are looked for in one go.
const SWEPT_AT_ONCE: usize = 500;

/// Everything a retrieval needs.
#[derive(Debug)]
pub struct Daemon {
    /// Memory.
    pub store: Store,
    /// Where sources are.
    pub web: Arc<dyn Web>,
    /// Time and chance.
    pub time: Arc<Time>,
    /// Bounds.
    pub limits: Limits,
    /// Retrievals a day, if the operator says; else twelve for each source.
    pub budget: Option<PerDay>,
    /// How long articles are kept.
    pub keep: Option<Duration>,
    /// Counters and heartbeat.
    pub pulse: Arc<Pulse>,
    owner: String,
    wake: Notify,
    outage: Mutex<Outage>,
    n_watched: AtomicU64,
}

impl Daemon {
    /// A daemon that is not running yet.
    #[must_use]
    pub fn new(store: Store, web: Arc<dyn Web>, time: Arc<Time>, limits: Limits) -> Self {
        let owner = time.secret()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        Self {
            store,
            web,
            time,
            limits,
            budget: None,
            keep: None,
            pulse: Arc::default(),
            owner,
            wake: Notify::new(),
            outage: Mutex::default(),
            n_watched: AtomicU64::new(0),
        }
    }

    /// Runs until told to stop, then lets retrievals under way end.
    ///
    /// # Errors
    /// When the store is gone for good.
    pub async fn run(self: &Arc<Self>, stop: &CancellationToken) -> Result<(), Error> {
        let mut under_way = JoinSet::new();
        let mut tidied_at = None;
        let mut last_now = self.time.now();
        while !stop.is_cancelled() {
            let now = self.time.now();
            if now < last_now {
                warn!(back_ms = last_now.as_millisecond() - now.as_millisecond(), "the clock was set back");
                tidied_at = None;
            }
            last_now = now;
            self.pulse.beat(now, under_way.len());
            if tidied_at.is_none_or(|at| is_past(at, HOUSEKEEPING, now)) {
                self.tidy_up(now).await?;
                tidied_at = Some(now);
            }
            let rest = match self.start_due(&mut under_way, now).await {
                Ok(rest) => rest,
                Err(error @ (Error::Crashed | Error::Closed)) => return Err(error),
                Err(error) => {
                    error!(%error, "the store does not answer; trying again");
                    Duration::from_secs(5)
                }
            };
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                Some(done) = under_way.join_next() => ended(done)?,
                () = self.wake.notified() => {}
                () = self.time.sleep(rest) => {}
            }
        }
        self.finish(under_way).await
    }

    /// Retrieves once what is due at the start, and returns when that is done.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn poll(self: &Arc<Self>, due: Timestamp, mut on_done: impl FnMut()) -> Result<(), Error> {
        let mut under_way = JoinSet::new();
        self.tidy_up(self.time.now()).await?;
        loop {
            let now = self.time.now();
            self.pulse.beat(now, under_way.len());
            let rest = self.start_due(&mut under_way, now).await?;
            if under_way.is_empty() && self.store.count_due(due, now).await? == 0 {
                return Ok(());
            }
            tokio::select! {
                biased;
                Some(done) = under_way.join_next() => { ended(done)?; on_done() },
                () = self.time.sleep(rest) => {}
            }
        }
    }

    /// Looks again at what is due: something was added.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// What all sources together may cost.
    pub(crate) fn means(&self) -> Means {
        let n_sources = self.n_watched.load(Ordering::Relaxed);
        Means { budget: self.budget.unwrap_or(PerDay(12.0 * n_sources as f64)), n_sources }
    }

    /// Counts the watched sources anew; done at every housekeeping and whenever sources come or go.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn count_sources(&self) -> Result<(), Error> {
        self.n_watched.store(self.store.count_sources().await?.n_watched, Ordering::Relaxed);
        Ok(())
    }

    /// Claims what is due and starts it. Returns how long the loop may rest.
    async fn start_due(self: &Arc<Self>, under_way: &mut JoinSet<Result<(), Error>>, now: Timestamp) -> Result<Duration, Error> {
        let free = self.limits.concurrency.saturating_sub(under_way.len());
        let n = self.may_start(free, now);
        if n > 0 {
            for source in self.store.claim_due(self.claim(n), now).await? {
                let daemon = Arc::clone(self);
                under_way.spawn(async move { daemon.retrieve(source).await.map(|_| ()) });
            }
        }
        if n < free {
            return Ok(Duration::from_secs(5));
        }
        if under_way.len() >= self.limits.concurrency {
            return Ok(LONGEST_REST);
        }
        let next = self.store.next_due().await?;
        let wait = next.map_or(LONGEST_REST, |at| until(now, at));
        Ok(wait.clamp(Duration::from_millis(20), LONGEST_REST))
    }

    /// How many retrievals may start: all that are free, or one probe now and then while our own network is down.
    fn may_start(&self, free: usize, now: Timestamp) -> usize {
        let mut outage = self.outage.lock().unwrap_or_else(PoisonError::into_inner);
        if outage.since().is_none() {
            return free;
        }
        if !outage.may_ask(now) {
            return 0;
        }
        outage.probing(now);
        free.min(1)
    }

    fn note_network(&self, source: &Source, failure: Option<FailureKind>) {
        let change = self.outage.lock().unwrap_or_else(PoisonError::into_inner).note(&source.host, failure, self.time.now());
        match change {
            Change::WentDown => warn!("no host answers: our own network seems to be down; sources are not blamed"),
            Change::CameBack => {
                info!("the network is back");
                self.wake();
            }
            Change::None => {}
        }
    }

    fn blame(&self, failure: Failure) -> Failure {
        self.outage.lock().unwrap_or_else(PoisonError::into_inner).blame(failure)
    }

    /// Housekeeping: counts, plans left behind by a clock that was ahead, old articles, old sessions.
    async fn tidy_up(&self, now: Timestamp) -> Result<(), Error> {
        self.count_sources().await?;
        self.store.pull_in_plans(policy::horizon(&self.limits, now), Plan::NEVER, now).await?;
        self.store.sweep_sessions(now).await?;
        let retention = Retention { article_days: self.keep.map(whole_days), ..Retention::default() };
        let mut after = None;
        loop {
            let swept = self.store.sweep(retention.clone(), after, SWEPT_AT_ONCE, now).await?;
            if swept.n_articles > 0 {
                info!(articles = swept.n_articles, "old articles were removed");
            }
            after = swept.resume_after;
            if after.is_none() {
                return Ok(());
            }
        }
    }

    /// A claim on that many sources, in this process' name.
    pub(crate) fn claim(&self, n: usize) -> Claim {
        Claim::new(self.owner.clone(), n, &self.limits)
    }

    async fn finish(&self, mut under_way: JoinSet<Result<(), Error>>) -> Result<(), Error> {
        let all = async {
            while let Some(done) = under_way.join_next().await {
                ended(done)?;
            }
            Ok(())
        };
        // What does not end in time is not stored; its lease runs out and it is asked again.
        tokio::time::timeout(LAST_CALL, all).await.unwrap_or(Ok(()))
    }
}

/// A retrieval's task came to an end. A store that is gone ends the daemon; anything else is one source's trouble.
fn ended(done: Result<Result<(), Error>, tokio::task::JoinError>) -> Result<(), Error> {
    match done {
        Ok(Err(error @ (Error::Crashed | Error::Closed))) => Err(error),
        Ok(Err(error)) => {
            error!(%error, "a retrieval could not be recorded; it is asked again when its lease ends");
            Ok(())
        }
        Err(error) => {
            error!(%error, "a retrieval broke off; it is asked again when its lease ends");
            Ok(())
        }
        Ok(Ok(())) => Ok(()),
    }
}

fn is_past(at: Timestamp, time: Duration, now: Timestamp) -> bool {
    now.as_millisecond() - at.as_millisecond() >= i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn whole_days(time: Duration) -> u32 {
    u32::try_from(time.as_secs().div_ceil(86_400)).unwrap_or(u32::MAX)
}

fn until(now: Timestamp, at: Timestamp) -> Duration {
    Duration::from_millis(u64::try_from(at.as_millisecond() - now.as_millisecond()).unwrap_or(0))
}
