//! Whether our own network works, as far as this process can tell.

use jiff::Timestamp;
use std::sync::Mutex;
use tidings_model::{Failure, FailureKind, HostKey, locks::locked};
use tidings_schedule::outage::{Outage, OutageChange};
use tracing::{info, warn};

/// What this process knows of its own network. Each process has its own network, so nothing of it is shared.
#[derive(Debug, Default)]
pub struct NetworkHealth(Mutex<Outage>);

impl NetworkHealth {
    /// Counts the result of a fetch in. Returns whether the network has just come back.
    pub(crate) fn note(
        &self,
        host: &HostKey,
        failure: Option<FailureKind>,
        now: Timestamp,
    ) -> bool {
        let change = locked(&self.0).note(host, failure, now);
        match change {
            OutageChange::WentDown => {
                warn!("no host answers: our own network seems to be down; sources are not blamed");
            }
            OutageChange::CameBack => info!("the network is back"),
            OutageChange::None => {}
        }
        change == OutageChange::CameBack
    }

    /// The failure, put down to our own network where that is to blame.
    pub(crate) fn blame(&self, failure: Failure) -> Failure {
        locked(&self.0).blame(failure)
    }

    /// Whether no host answers.
    pub(crate) fn is_down(&self) -> bool {
        locked(&self.0).since().is_some()
    }

    /// How many of `free` fetches may start: all, or one now and then while the network is down.
    pub(crate) fn may_start(&self, free: usize, now: Timestamp) -> usize {
        let mut outage = locked(&self.0);
        if outage.since().is_none() {
            return free;
        }
        if !outage.may_ask(now) {
            return 0;
        }
        outage.probing(now);
        free.min(1)
    }
}
