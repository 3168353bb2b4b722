//! Politeness: few requests at a time per publisher, and a pause between them.
//!
//! Every redirect of every request takes a turn, and gives it back when the response is complete. Publishers are
//! distinguished by registrable domain. The limits hold within this process; across processes, the store assigns a
//! source to one of them at a time.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};
use tidings_model::{Failure, FailureKind, HostKey, limits::Limits, locks::locked};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, sleep_until, timeout},
};

#[cfg(test)]
mod tests;

/// How many publishers are remembered before idle ones are removed.
const FIRST_SWEEP: usize = 1024;

/// Schedules turns for requests, per publisher.
#[derive(Debug)]
pub struct Hosts {
    all: Arc<Semaphore>,
    per_host: usize,
    gap: Duration,
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    hosts: HashMap<HostKey, Arc<HostState>>,
    sweep_at: usize,
}

#[derive(Debug)]
struct HostState {
    places: Arc<Semaphore>,
    next_start: Mutex<Instant>,
}

/// Permission for one request to a publisher, released when dropped.
#[derive(Debug)]
pub struct HostPermit {
    _place: OwnedSemaphorePermit,
    _overall: OwnedSemaphorePermit,
    _host: Arc<HostState>,
}

impl Hosts {
    /// Creates the turns for sources.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            all: Arc::new(Semaphore::new(limits.concurrency.max(1))),
            per_host: limits.concurrency_per_host.max(1),
            gap: limits.gap_per_host,
            known: Mutex::new(Known { hosts: HashMap::new(), sweep_at: FIRST_SWEEP }),
        }
    }

    /// Like [`Hosts::new`], for images.
    #[must_use]
    pub fn for_pictures(limits: &Limits) -> Self {
        Self {
            all: Arc::new(Semaphore::new(limits.images.max(1))),
            per_host: limits.images_per_host.max(1),
            gap: Duration::ZERO,
            ..Self::new(limits)
        }
    }

    /// Waits until a request to this publisher may start, but no longer than `patience`.
    ///
    /// Requests waiting for one publisher do not block requests to others.
    pub async fn turn(&self, key: &HostKey, patience: Duration) -> Result<HostPermit, Failure> {
        let Ok(turn) = timeout(patience, self.wait(key)).await else {
            return Err(Failure::new(
                FailureKind::Timeout,
                format!("Too many requests to {key} are waiting; this one was postponed."),
            ));
        };
        Ok(turn)
    }

    async fn wait(&self, key: &HostKey) -> HostPermit {
        const OPEN: &str = "these semaphores are never closed";
        let host = self.host(key);
        let place = Arc::clone(&host.places).acquire_owned().await.expect(OPEN);
        loop {
            let next_start = *locked(&host.next_start);
            // A timer takes a millisecond even for an instant that has passed.
            if next_start > Instant::now() {
                sleep_until(next_start).await;
            }
            let overall = Arc::clone(&self.all).acquire_owned().await.expect(OPEN);
            let mut next_start = locked(&host.next_start);
            let now = Instant::now();
            // Another request to this host may have started while we waited for an overall permit.
            if *next_start <= now {
                *next_start = now + self.gap;
                drop(next_start);
                return HostPermit { _place: place, _overall: overall, _host: host };
            }
        }
    }

    fn host(&self, key: &HostKey) -> Arc<HostState> {
        let mut known = locked(&self.known);
        if let Some(host) = known.hosts.get(key) {
            return Arc::clone(host);
        }
        if known.hosts.len() >= known.sweep_at {
            known.forget_idle(Instant::now());
        }
        let places = Arc::new(Semaphore::new(self.per_host));
        let host = Arc::new(HostState { places, next_start: Mutex::new(Instant::now()) });
        known.hosts.insert(key.clone(), Arc::clone(&host));
        host
    }
}

impl Known {
    /// Forgets hosts without requests and waits that could be contacted at once: a new entry would be the same.
    fn forget_idle(&mut self, now: Instant) {
        self.hosts.retain(|_, host| Arc::strong_count(host) > 1 || *locked(&host.next_start) > now);
        self.sweep_at = FIRST_SWEEP.max(2 * self.hosts.len());
    }
}
