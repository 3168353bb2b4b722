//! Fetching: claims what is due, fetches it, and sleeps until something is due again.
//!
//! `fetch.rs` has the steps of one fetch; this file decides nothing and only keeps the loop running.

mod fetch;
mod network;

pub(crate) use fetch::clean;
pub use network::NetworkHealth;

use crate::{
    beliefs::BeliefService, context::Context, jobs::Signals, pricing::PricingService, pulse::Pulse,
    push::PushService, rules::RuleService,
};
use jiff::Timestamp;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tidings_model::dates::{has_passed, until};
use tidings_store::{Claim, Error};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::error;

/// The loop asks the store at least this often, because other processes add sources and the wall clock may jump.
const LONGEST_REST: Duration = Duration::from_secs(30);
/// How long running fetches may take to finish when the program stops.
const LAST_CALL: Duration = Duration::from_secs(8);
/// How often the loop checks whether a failure of our network or store is over.
const PROBING: Duration = Duration::from_secs(5);
/// If the loop did not run for this long, the machine was asleep.
const SLEPT: Duration = Duration::from_secs(300);

/// Fetches due sources and stores their articles.
#[derive(Debug)]
pub struct FetchService {
    pub(crate) context: Context,
    pub(crate) owner: Arc<str>,
    pub(crate) patience: Patience,
    pub(crate) pulse: Arc<Pulse>,
    pub(crate) signals: Arc<Signals>,
    pub(crate) network: Arc<NetworkHealth>,
    pub(crate) beliefs: Arc<BeliefService>,
    pub(crate) pricing: Arc<PricingService>,
    pub(crate) rules: Arc<RuleService>,
    pub(crate) push: Arc<PushService>,
    /// The number of fetches whose response the store cannot write at the moment.
    pub(crate) waiting_for_store: Arc<AtomicU64>,
}

/// How a round of fetches ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundEnd {
    /// Everything that was due and allowed was fetched.
    All,
    /// No host responds: our own network is down, and the rest stays due.
    Offline,
}

/// What a fetch does if the store cannot write at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// Gives up, because a person waits for the command to end.
    None,
    /// Holds the response until it can be stored.
    Endless,
}

type UnderWay = JoinSet<Result<(), Error>>;

impl FetchService {
    /// Fetches what is due until told to stop, then lets running fetches finish.
    ///
    /// # Errors
    /// When the store has closed or crashed.
    pub async fn run(self: &Arc<Self>, stop: &CancellationToken) -> Result<(), Error> {
        let mut running = JoinSet::new();
        let mut last_round = None;
        while !stop.is_cancelled() {
            let rest = match self.run_round(&mut running, &mut last_round).await {
                Err(error @ (Error::Crashed | Error::Closed)) => return Err(error),
                Err(error) => {
                    error!(%error, "store failed; trying again");
                    PROBING
                }
                Ok(rest) => rest,
            };
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                Some(done) = running.join_next() => handle_end(done)?,
                () = self.signals.due.notified() => {}
                () = self.context.time.sleep(rest) => {}
            }
        }
        self.finish(running).await
    }

    /// Runs one round of the loop. Returns how long to sleep.
    async fn run_round(
        self: &Arc<Self>,
        running: &mut UnderWay,
        last_round: &mut Option<Timestamp>,
    ) -> Result<Duration, Error> {
        let now = self.context.now();
        self.beliefs.refresh(now).await?;
        self.pricing.refresh(now).await?;
        // A clock that was set back does not mean that the machine was asleep.
        if last_round.is_none_or(|last| has_passed(last, SLEPT, now)) {
            self.pricing.check_plans().await?;
            self.pricing.spread_overdue(now).await?;
        }
        *last_round = Some(now);
        let rest = self.start_due(running, now).await;
        self.pulse.beat(now, running.len());
        rest
    }

    /// Fetches once everything that is due at `due`, and returns when that is done.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn poll(
        self: &Arc<Self>,
        due: Timestamp,
        mut on_done: impl FnMut(),
    ) -> Result<RoundEnd, Error> {
        let mut running = JoinSet::new();
        loop {
            let now = self.context.now();
            let is_offline = self.network.is_down();
            let rest = if is_offline { PROBING } else { self.start_due(&mut running, now).await? };
            self.pulse.beat(now, running.len());
            if running.is_empty() && is_offline {
                return Ok(RoundEnd::Offline);
            }
            if running.is_empty() && self.context.store.sources().count_due(due, now).await? == 0 {
                return Ok(RoundEnd::All);
            }
            tokio::select! {
                biased;
                Some(done) = running.join_next() => {
                    // Without a working store, there is no point in fetching more.
                    if let Ok(Err(error)) = done {
                        return Err(error);
                    }
                    handle_end(done)?;
                    on_done();
                }
                () = self.context.time.sleep(rest) => {}
            }
        }
    }

    /// Claims what is due and starts to fetch it. Returns how long the loop may sleep.
    async fn start_due(
        self: &Arc<Self>,
        running: &mut UnderWay,
        now: Timestamp,
    ) -> Result<Duration, Error> {
        let concurrency = self.context.limits.concurrency;
        let free = concurrency.saturating_sub(running.len());
        // Each claim is a transaction, so under full load several sources are claimed in one.
        if free < concurrency.div_ceil(4) {
            return Ok(LONGEST_REST);
        }
        let n = if self.is_keeping() { self.network.may_start(free, now) } else { 0 };
        if n < free {
            self.start(n, running, now).await?;
            return Ok(PROBING);
        }
        if self.start(n, running, now).await? == n {
            return Ok(LONGEST_REST);
        }
        let next = self.context.store.sources().next_due().await?;
        let wait = next.map_or(LONGEST_REST, |at| until(now, at));
        Ok(wait.clamp(Duration::from_millis(20), LONGEST_REST))
    }

    /// Claims up to `n` due sources and starts to fetch them. Returns how many there were.
    async fn start(
        self: &Arc<Self>,
        n: usize,
        running: &mut UnderWay,
        now: Timestamp,
    ) -> Result<usize, Error> {
        if n == 0 {
            return Ok(0);
        }
        let claimed = self.context.store.sources().claim_due(self.claim(n), now).await?;
        let n_claimed = claimed.len();
        for source in claimed {
            let fetching = Arc::clone(self);
            running.spawn(async move { fetching.fetch(&source).await.map(drop) });
        }
        Ok(n_claimed)
    }

    /// Returns whether the store accepts writes.
    #[must_use]
    pub fn is_keeping(&self) -> bool {
        self.waiting_for_store.load(Ordering::Relaxed) == 0
    }

    /// Returns a claim on up to `n` sources in the name of this process.
    #[must_use]
    pub fn claim(&self, n: usize) -> Claim {
        Claim::new(&*self.owner, n, &self.context.limits)
    }

    async fn finish(&self, mut running: UnderWay) -> Result<(), Error> {
        let all = async {
            while let Some(done) = running.join_next().await {
                handle_end(done)?;
            }
            Ok(())
        };
        // A fetch that does not finish in time is not stored. Its lease expires, and the source is fetched again.
        tokio::time::timeout(LAST_CALL, all).await.unwrap_or(Ok(()))
    }
}

/// Handles the end of a fetch. If the store is gone, the loop ends; any other error concerns only one source.
fn handle_end(done: Result<Result<(), Error>, tokio::task::JoinError>) -> Result<(), Error> {
    match done {
        Ok(Err(error @ (Error::Crashed | Error::Closed))) => Err(error),
        Ok(Err(error)) => {
            error!(%error, "fetch could not be stored; it is repeated when its lease expires");
            Ok(())
        }
        Err(error) => {
            error!(%error, "fetch panicked; it is repeated when its lease expires");
            Ok(())
        }
        Ok(Ok(())) => Ok(()),
    }
}
