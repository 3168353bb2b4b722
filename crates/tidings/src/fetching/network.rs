//! Whether our own network works, as far as this process can tell.

use jiff::Timestamp;
use std::sync::Mutex;
use tidings_model::{Failure, FailureKind, HostKey, locks::locked};
use tidings_schedule::outage::{Outage, OutageChange};
use tracing::{info, warn};

/// What this process knows about its network. Each process has its own, so nothing of it is shared.
#[derive(Debug, Default)]
pub struct NetworkHealth(Mutex<Outage>);

impl NetworkHealth {
    /// Takes the result of a fetch into account. Returns whether the network has just come back.
    pub(crate) fn note(
        &self,
        host: &HostKey,
        failure: Option<FailureKind>,
        now: Timestamp,
    ) -> bool {
        let change = locked(&self.0).note(host, failure, now);
        match change {
            OutageChange::WentDown => {
                warn!(
                    "network seems to be down: no host responds; failures do not count against sources"
                );
            }
            OutageChange::CameBack => info!("network is back"),
            OutageChange::None => {}
        }
        change == OutageChange::CameBack
    }

    /// Returns the failure, attributed to our own network if that is down.
    pub(crate) fn blame(&self, failure: Failure) -> Failure {
        locked(&self.0).blame(failure)
    }

    /// Returns whether no host responds.
    pub(crate) fn is_down(&self) -> bool {
        locked(&self.0).since().is_some()
    }

    /// Returns how many of `free` fetches may start: all, or occasionally one while the network is down.
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

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::SignedDuration;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_794_787_200 + second).unwrap()
    }

    /// Returns the network of a process after five hosts stopped responding.
    fn down() -> NetworkHealth {
        let network = NetworkHealth::default();
        for n in 0..5 {
            let host = HostKey::from_stored(format!("h{n}.example"));
            assert!(!network.is_down(), "{n} hosts are not enough");
            assert!(!network.note(&host, Some(FailureKind::Timeout), at(0)));
        }
        network
    }

    #[test]
    fn while_the_network_is_down_one_fetch_at_a_time_probes_it() {
        let network = down();
        assert!(network.is_down());
        assert_eq!(network.may_start(8, at(5)), 0, "the first probe comes after six seconds");
        assert_eq!(network.may_start(8, at(6)), 1);
        assert_eq!(network.may_start(8, at(6)), 0, "one at a time");
        assert_eq!(network.may_start(0, at(600)), 0, "nothing is free");
    }

    #[test]
    fn probes_become_rarer_up_to_one_every_two_minutes() {
        let (network, mut probes, mut gap) = (down(), vec![0], 0);
        for second in 1..1_200 {
            if network.may_start(8, at(second)) > 0 {
                gap = second - probes[probes.len() - 1];
                probes.push(second);
            }
        }
        assert_eq!(probes[1..6], [6, 18, 42, 90, 186]);
        assert_eq!(gap, 120);
    }

    #[test]
    fn one_response_ends_the_outage_and_everything_may_start() {
        let network = down();
        let host = HostKey::from_stored("h9.example".to_owned());
        assert!(
            network.note(&host, Some(FailureKind::NotFound), at(60)),
            "an error status is a response"
        );
        assert!(!network.note(&host, None, at(61)), "it is back already");
        assert!(!network.is_down());
        assert_eq!(network.may_start(8, at(61)), 8);
    }

    #[test]
    fn only_missing_responses_are_blamed_on_our_network_and_only_while_it_is_down() {
        let failure = |kind| Failure::new(kind, "no");
        let up = NetworkHealth::default();
        assert_eq!(up.blame(failure(FailureKind::Dns)), failure(FailureKind::Dns));
        let network = down();
        for kind in [FailureKind::Dns, FailureKind::Network, FailureKind::Timeout] {
            assert_eq!(network.blame(failure(kind)).kind, FailureKind::Offline);
        }
        for kind in [FailureKind::NotFound, FailureKind::Gone, FailureKind::Tls] {
            assert_eq!(network.blame(failure(kind)), failure(kind));
        }
    }

    #[test]
    fn timeouts_an_hour_ago_do_not_count() {
        let network = NetworkHealth::default();
        for n in 0..12 {
            let host = HostKey::from_stored(format!("h{n}.example"));
            let now = at(0) + SignedDuration::from_mins(16 * n);
            network.note(&host, Some(FailureKind::Network), now);
        }
        assert!(!network.is_down(), "four in an hour");
    }
}
