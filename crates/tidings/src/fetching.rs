//! Fetching: claim what is due, fetch it, rest until something is due again.
//!
//! What happens to one source is in `fetch.rs`, step by step; this file decides nothing and only keeps the loop going.

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

/// The loop asks the store at least this often: other processes add sources, and the wall clock may jump.
const LONGEST_REST: Duration = Duration::from_secs(30);
/// How long fetches under way may take to end when the program stops.
const LAST_CALL: Duration = Duration::from_secs(8);
/// While our own network or store is in trouble, the loop looks this often whether that is over.
const PROBING: Duration = Duration::from_secs(5);
/// A loop that did not go round for this long slept.
const SLEPT: Duration = Duration::from_secs(300);

/// From a due source to stored articles.
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
    /// Fetches whose answer the store cannot keep for the moment.
    pub(crate) waiting_for_store: Arc<AtomicU64>,
}

/// How one round of fetches ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundEnd {
    /// Everything that was due, and whose host may be asked, was fetched.
    All,
    /// No host answers: our own network is down, and the rest was left for later.
    Offline,
}

/// What a fetch does when the store cannot keep its answer for the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// Gives up: somebody waits for the command to end.
    None,
    /// Holds the answer until it can be kept.
    Endless,
}

type UnderWay = JoinSet<Result<(), Error>>;

impl FetchService {
    /// Fetches what is due until told to stop, then lets fetches under way end.
    ///
    /// # Errors
    /// When the store is gone for good.
    pub async fn run(self: &Arc<Self>, stop: &CancellationToken) -> Result<(), Error> {
        let mut under_way = JoinSet::new();
        let mut last_round = None;
        while !stop.is_cancelled() {
            let rest = match self.go_round(&mut under_way, &mut last_round).await {
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
                () = self.signals.due.notified() => {}
                () = self.context.time.sleep(rest) => {}
            }
        }
        self.finish(under_way).await
    }

    /// One round of the loop; returns how long to rest.
    async fn go_round(
        self: &Arc<Self>,
        under_way: &mut UnderWay,
        last_round: &mut Option<Timestamp>,
    ) -> Result<Duration, Error> {
        let now = self.context.now();
        self.beliefs.refresh(now).await?;
        self.pricing.refresh(now).await?;
        // A clock that was set back is no sleep.
        if last_round.is_none_or(|last| has_passed(last, SLEPT, now)) {
            self.pricing.check_plans().await?;
            self.pricing.spread_overdue(now).await?;
        }
        *last_round = Some(now);
        let rest = self.start_due(under_way, now).await;
        self.pulse.beat(now, under_way.len());
        rest
    }

    /// Fetches once what is due at the start, and returns when that is done.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn poll(
        self: &Arc<Self>,
        due: Timestamp,
        mut on_done: impl FnMut(),
    ) -> Result<RoundEnd, Error> {
        let mut under_way = JoinSet::new();
        loop {
            let now = self.context.now();
            let is_offline = self.network.is_down();
            let rest =
                if is_offline { PROBING } else { self.start_due(&mut under_way, now).await? };
            self.pulse.beat(now, under_way.len());
            if under_way.is_empty() && is_offline {
                return Ok(RoundEnd::Offline);
            }
            if under_way.is_empty() && self.context.store.sources().count_due(due, now).await? == 0
            {
                return Ok(RoundEnd::All);
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
                () = self.context.time.sleep(rest) => {}
            }
        }
    }

    /// Claims what is due and starts it. Returns how long the loop may rest.
    async fn start_due(
        self: &Arc<Self>,
        under_way: &mut UnderWay,
        now: Timestamp,
    ) -> Result<Duration, Error> {
        let concurrency = self.context.limits.concurrency;
        let free = concurrency.saturating_sub(under_way.len());
        // A claim is a transaction: under full load several are made in one.
        if free < concurrency.div_ceil(4) {
            return Ok(LONGEST_REST);
        }
        let n = if self.is_keeping() { self.network.may_start(free, now) } else { 0 };
        if n < free {
            self.start(n, under_way, now).await?;
            return Ok(PROBING);
        }
        if self.start(n, under_way, now).await? == n {
            return Ok(LONGEST_REST);
        }
        let next = self.context.store.sources().next_due().await?;
        let wait = next.map_or(LONGEST_REST, |at| until(now, at));
        Ok(wait.clamp(Duration::from_millis(20), LONGEST_REST))
    }

    /// Claims up to so many sources that are due and starts their fetches; returns how many there were.
    async fn start(
        self: &Arc<Self>,
        n: usize,
        under_way: &mut UnderWay,
        now: Timestamp,
    ) -> Result<usize, Error> {
        if n == 0 {
            return Ok(0);
        }
        let claimed = self.context.store.sources().claim_due(self.claim(n), now).await?;
        let n_claimed = claimed.len();
        for source in claimed {
            let fetching = Arc::clone(self);
            under_way.spawn(async move { fetching.fetch(&source).await.map(drop) });
        }
        Ok(n_claimed)
    }

    /// Whether the store keeps what it is given.
    #[must_use]
    pub fn is_keeping(&self) -> bool {
        self.waiting_for_store.load(Ordering::Relaxed) == 0
    }

    /// A claim on that many sources, in this process' name.
    #[must_use]
    pub fn claim(&self, n: usize) -> Claim {
        Claim::new(&*self.owner, n, &self.context.limits)
    }

    async fn finish(&self, mut under_way: UnderWay) -> Result<(), Error> {
        let all = async {
            while let Some(done) = under_way.join_next().await {
                ended(done)?;
            }
            Ok(())
        };
        // What does not end in time is not stored; its lease runs out and it is fetched again.
        tokio::time::timeout(LAST_CALL, all).await.unwrap_or(Ok(()))
    }
}

/// A fetch came to an end. A store that is gone ends the loop; anything else is one source's trouble.
fn ended(done: Result<Result<(), Error>, tokio::task::JoinError>) -> Result<(), Error> {
    match done {
        Ok(Err(error @ (Error::Crashed | Error::Closed))) => Err(error),
        Ok(Err(error)) => {
            error!(%error, "a fetch could not be recorded; it is repeated when its lease ends");
            Ok(())
        }
        Err(error) => {
            error!(%error, "a fetch broke off; it is repeated when its lease ends");
            Ok(())
        }
        Ok(Ok(())) => Ok(()),
    }
}
