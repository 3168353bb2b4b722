//! The daemon's loop: claim what is due, retrieve it, rest until something is due again. It decides nothing.

mod freshness;
mod outlook;
pub mod retrieve;
pub(crate) mod steps;
mod watch;

use crate::{
    clock::Time,
    judging::Books,
    looking::Looked,
    pictures::Pictures,
    pulse::{Pulse, STOPPED_AFTER},
    push::Inbox,
    today::Today,
};
use jiff::Timestamp;
use std::{
    pin::pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tidings_fetch::Web;
use tidings_model::{
    Clock, Failure, FailureKind,
    limits::Limits,
    source::Source,
    units::{Minutes, PerDay},
};
use tidings_schedule::{
    outage::{Change, Outage},
    policy,
};
use tidings_store::{Claim, Error, Retention, Store};
use tokio::{sync::Notify, task::JoinSet};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};
use url::Url;

/// The loop looks at the store at least this often: other processes add sources, and the wall clock may jump.
const LONGEST_REST: Duration = Duration::from_secs(30);
/// How long retrievals under way may take to end when the program stops.
const LAST_CALL: Duration = Duration::from_secs(8);
/// Housekeeping happens this often.
const HOUSEKEEPING: Duration = Duration::from_secs(3600);
/// Sources are weighed this often.
const WEIGHING: Duration = Duration::from_secs(86_400);
/// While our own network or store is in trouble the loop looks this often whether that is over.
const PROBING: Duration = Duration::from_secs(5);
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
    /// How long an article shall wait on average, if the operator says that instead.
    pub delay: Option<Minutes>,
    /// How long articles are kept.
    pub keep: Option<Duration>,
    /// What to do when the store cannot keep an answer.
    pub patience: Patience,
    /// Counters and heartbeat.
    pub pulse: Arc<Pulse>,
    /// What pages ask for, not sources: pictures of articles.
    pub pictures: Pictures,
    /// Where people reach us.
    pub public_url: Option<Url>,
    /// Prepared rules.
    pub(crate) books: Books,
    pub(crate) looked: Looked,
    pub(crate) today: Today,
    watch: watch::Watch,
    weeks: freshness::Weeks,
    pub(crate) inbox: Inbox,
    owner: String,
    wake: Notify,
    outage: Mutex<Outage>,
    n_waiting: AtomicU64,
    n_watched: AtomicU64,
}

/// How one round of retrievals ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Polled {
    /// Everything that was due, and whose host may be asked, was retrieved.
    All,
    /// No host answers: our own network is down, and the rest was left for later.
    Offline,
}

/// What a retrieval does when the store cannot keep its answer for the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// Gives up: somebody waits for the command to end.
    None,
    /// Holds the answer until it can be kept.
    Endless,
}

/// A retrieval that holds an answer; none is started while there is one.
#[derive(Debug)]
struct Waiting<'a>(&'a AtomicU64);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Daemon {
    /// A daemon that is not running yet.
    #[must_use]
    pub fn new(store: Store, web: Arc<dyn Web>, time: Arc<Time>, limits: Limits) -> Self {
        let owner = time.secret()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let pictures = Pictures::new(Arc::clone(&web), Arc::clone(&time), limits.clone());
        Self {
            store,
            pictures,
            web,
            time,
            limits,
            budget: None,
            delay: None,
            keep: None,
            pulse: Arc::default(),
            public_url: None,
            books: Books::default(),
            looked: Looked::default(),
            today: Today::default(),
            watch: watch::Watch::default(),
            weeks: freshness::Weeks::default(),
            inbox: Inbox::default(),
            owner,
            wake: Notify::new(),
            outage: Mutex::default(),
            n_waiting: AtomicU64::new(0),
            patience: Patience::Endless,
            n_watched: AtomicU64::new(0),
        }
    }

    /// Runs until told to stop, then lets retrievals under way end.
    ///
    /// # Errors
    /// When the store is gone for good.
    pub async fn run(self: &Arc<Self>, stop: &CancellationToken) -> Result<(), Error> {
        let mut under_way = JoinSet::new();
        let mut house = pin!(self.keep_house());
        let mut tidied_at = None;
        while !stop.is_cancelled() {
            let rest = match self.go_round(&mut under_way, &mut tidied_at).await {
                Err(error @ (Error::Crashed | Error::Closed)) => return Err(error),
                Err(error) => {
                    error!(%error, "the store does not answer; trying again");
                    PROBING
                }
                Ok(rest) => rest,
            };
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                Some(done) = under_way.join_next() => ended(done)?,
                () = self.wake.notified() => {}
                () = &mut house => {}
                () = self.time.sleep(rest) => {}
            }
        }
        self.finish(under_way).await
    }

    /// One round of the loop: plans put right now and then, retrievals started; returns how long to rest.
    async fn go_round(
        self: &Arc<Self>,
        under_way: &mut JoinSet<Result<(), Error>>,
        tidied_at: &mut Option<Timestamp>,
    ) -> Result<Duration, Error> {
        let now = self.time.now();
        if tidied_at.is_none() {
            self.count_sources().await?;
            self.begin_watch(now).await?;
        }
        // A clock that was set back leaves plans in the future: they are looked at once more.
        if tidied_at.is_none_or(|at| now < at || is_past(at, HOUSEKEEPING, now)) {
            self.tidy_plans(now).await?;
            *tidied_at = Some(now);
        }
        self.steer(now).await?;
        let rest = self.start_due(under_way, now).await;
        self.pulse.beat(now, under_way.len());
        rest
    }

    /// Retrieves once what is due at the start, and returns when that is done.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn poll(
        self: &Arc<Self>,
        due: Timestamp,
        mut on_done: impl FnMut(),
    ) -> Result<Polled, Error> {
        let mut under_way = JoinSet::new();
        self.tidy_plans(self.time.now()).await?;
        self.begin_watch(self.time.now()).await?;
        self.move_price(None, self.time.now()).await?;
        loop {
            let now = self.time.now();
            let is_offline = self.is_offline();
            let rest =
                if is_offline { PROBING } else { self.start_due(&mut under_way, now).await? };
            self.pulse.beat(now, under_way.len());
            if under_way.is_empty() && is_offline {
                return Ok(Polled::Offline);
            }
            if under_way.is_empty() && self.store.sources().count_due(due, now).await? == 0 {
                return Ok(Polled::All);
            }
            tokio::select! {
                biased;
                Some(done) = under_way.join_next() => {
                    // What cannot be kept need not be asked for.
                    if let Ok(Err(error)) = done {
                        return Err(error);
                    }
                    ended(done)?;
                    on_done();
                }
                () = self.time.sleep(rest) => {}
            }
        }
    }

    /// Looks again at what is due: something was added.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// Counts the watched sources anew; done at every housekeeping and whenever sources come or go.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn count_sources(&self) -> Result<(), Error> {
        self.n_watched.store(self.store.sources().count().await?.n_watched, Ordering::Relaxed);
        Ok(())
    }

    /// Claims what is due and starts it. Returns how long the loop may rest.
    async fn start_due(
        self: &Arc<Self>,
        under_way: &mut JoinSet<Result<(), Error>>,
        now: Timestamp,
    ) -> Result<Duration, Error> {
        let free = self.limits.concurrency.saturating_sub(under_way.len());
        // A claim is a transaction: under full load several are made in one.
        if free < self.limits.concurrency.div_ceil(4) {
            return Ok(LONGEST_REST);
        }
        let n = self.may_start(free, now);
        if n < free {
            self.start(n, under_way, now).await?;
            return Ok(PROBING);
        }
        if self.start(n, under_way, now).await? == n {
            return Ok(LONGEST_REST);
        }
        let next = self.store.sources().next_due().await?;
        let wait = next.map_or(LONGEST_REST, |at| until(now, at));
        Ok(wait.clamp(Duration::from_millis(20), LONGEST_REST))
    }

    /// Claims up to so many sources that are due and starts their retrievals; returns how many there were.
    async fn start(
        self: &Arc<Self>,
        n: usize,
        under_way: &mut JoinSet<Result<(), Error>>,
        now: Timestamp,
    ) -> Result<usize, Error> {
        if n == 0 {
            return Ok(0);
        }
        let claimed = self.store.sources().claim_due(self.claim(n), now).await?;
        let n_claimed = claimed.len();
        for source in claimed {
            let daemon = Arc::clone(self);
            under_way.spawn(async move { daemon.retrieve(source).await.map(|_| ()) });
        }
        Ok(n_claimed)
    }

    /// How many retrievals may start: all that are free, or one now and then while our own network or store is in trouble.
    fn may_start(&self, free: usize, now: Timestamp) -> usize {
        if !self.is_keeping() {
            return 0;
        }
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

    /// Whether no host answers: our own network is down.
    fn is_offline(&self) -> bool {
        self.outage.lock().unwrap_or_else(PoisonError::into_inner).since().is_some()
    }

    /// Whether the loop went round lately, in people's time.
    #[must_use]
    pub fn is_beating(&self) -> bool {
        self.pulse.is_beating(self.time.now(), STOPPED_AFTER * self.time.speed())
    }

    /// Whether the store keeps what it is given.
    #[must_use]
    pub fn is_keeping(&self) -> bool {
        self.n_waiting.load(Ordering::Relaxed) == 0
    }

    fn wait_for_store(&self) -> Waiting<'_> {
        self.n_waiting.fetch_add(1, Ordering::Relaxed);
        Waiting(&self.n_waiting)
    }

    fn note_network(&self, source: &Source, failure: Option<FailureKind>) {
        let change = self.outage.lock().unwrap_or_else(PoisonError::into_inner).note(
            &source.host,
            failure,
            self.time.now(),
        );
        match change {
            Change::WentDown => {
                warn!("no host answers: our own network seems to be down; sources are not blamed")
            }
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

    /// Counts the sources, and brings back plans left behind by a clock that was ahead.
    async fn tidy_plans(&self, now: Timestamp) -> Result<(), Error> {
        self.count_sources().await?;
        let horizon = policy::horizon(&self.limits, now);
        let n = self.store.sources().put_clock_right(self.limits.clone(), horizon, now).await?;
        if n > 0 {
            warn!(sources = n, "plans lay too far ahead, as after a wrong clock; they are due now");
        }
        Ok(())
    }

    /// Removes what is old, now and then, for as long as it is polled.
    async fn keep_house(&self) {
        let mut weighed_at = None;
        loop {
            if let Err(error) = self.go_on_importing().await {
                warn!(%error, "imports could not be gone on with; trying again later");
            }
            if let Err(error) = self.sweep().await {
                warn!(%error, "old articles could not be removed; trying again later");
            }
            let now = self.time.now();
            if let Err(error) = self.refit(now).await {
                warn!(%error, "what sources are like could not be learned; trying again later");
            }
            if weighed_at.is_none_or(|at| now < at || is_past(at, WEIGHING, now)) {
                match self.weigh(now).await {
                    Ok(()) => weighed_at = Some(now),
                    Err(error) => warn!(%error, "sources could not be weighed; trying again later"),
                }
            }
            if let Err(error) = self.count_days(now).await {
                warn!(%error, "what the day came to could not be counted; trying again later");
            }
            self.time.sleep(HOUSEKEEPING).await;
        }
    }

    async fn sweep(&self) -> Result<(), Error> {
        let now = self.time.now();
        self.store.users().sweep_sessions(now).await?;
        self.store.rules().sweep(now).await?;
        self.store.imports().settle_marks(now).await?;
        let article_days = self.keep.map(whole_days);
        let retention = Retention { article_days, ..Retention::default() };
        let (mut after, mut n_articles) = (None, 0);
        loop {
            let swept = self
                .store
                .maintenance()
                .sweep(retention.clone(), after, SWEPT_AT_ONCE, now)
                .await?;
            n_articles += swept.n_articles;
            after = swept.resume_after;
            if after.is_none() {
                break;
            }
        }
        if n_articles > 0 {
            info!(articles = n_articles, "old articles were removed");
            self.store.maintenance().optimize().await?;
        }
        Ok(())
    }

    /// The name under which this process claims.
    pub(crate) fn owner(&self) -> &str {
        &self.owner
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

pub(crate) fn is_past(at: Timestamp, time: Duration, now: Timestamp) -> bool {
    now.as_millisecond() - at.as_millisecond()
        >= i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

pub(crate) fn whole_days(time: Duration) -> u32 {
    u32::try_from(time.as_secs().div_ceil(86_400)).unwrap_or(u32::MAX)
}

fn until(now: Timestamp, at: Timestamp) -> Duration {
    Duration::from_millis(u64::try_from(at.as_millisecond() - now.as_millisecond()).unwrap_or(0))
}
