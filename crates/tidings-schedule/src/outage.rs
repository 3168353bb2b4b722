//! Detects outages of our own network: no host can be reached.
//!
//! A source must not be blamed for failures of our own connection. [`Outage`] takes in the result of every fetch.
//! Once enough different hosts in a row could not be reached, it reports an outage. During an outage failures count
//! against no source, and only an occasional fetch is let through as a probe. The first response ends it.

use crate::plan::{between, later};
use jiff::Timestamp;
use std::collections::BTreeMap;
use tidings_model::units::Minutes;
use tidings_model::{Failure, FailureKind, HostKey};

/// This many different unreachable hosts in a row mean that our own network is down.
pub const HOSTS: usize = 5;
/// Failures older than this say nothing about the network now.
pub const WINDOW: Minutes = Minutes(60.0);
/// The first probe is made after this time, and each further one after twice the previous time …
pub const FIRST_PROBE: Minutes = Minutes(0.1);
/// … up to this, so that the end of an outage is noticed soon.
pub const LONGEST_PROBE: Minutes = Minutes(2.0);

/// What a result says about our own network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// Something responded, if only with an error.
    Life,
    /// The host could not be reached.
    Silence,
    /// Neither: no connection was attempted, or a captive portal is in between.
    Nothing,
}

/// The state of our own network.
///
/// ```
/// use tidings_model::{FailureKind, HostKey};
/// use tidings_schedule::outage::Outage;
/// let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// let mut outage = Outage::default();
/// for host in ["a.org", "b.org", "c.org", "d.org", "e.org"] {
///     outage.note(&HostKey::from_stored(host.into()), Some(FailureKind::Dns), now);
/// }
/// assert!(outage.since().is_some() && !outage.may_ask(now));
/// outage.note(&HostKey::from_stored("c.org".into()), None, now);
/// assert!(outage.since().is_none() && outage.may_ask(now));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Outage {
    /// Hosts that could not be reached since the last response from any host, with the time of the latest try.
    silent: BTreeMap<HostKey, Timestamp>,
    down: Option<Down>,
}

#[derive(Debug, Clone, Copy)]
struct Down {
    since: Timestamp,
    probe_at: Timestamp,
    pause: Minutes,
}

/// What a result changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutageChange {
    /// The network seems to have gone down.
    WentDown,
    /// The network is back. Waiting fetches should be [spread](crate::policy::spread).
    CameBack,
    /// Nothing changed.
    None,
}

impl Outage {
    /// Takes in the result of a fetch from a host: `None` if it succeeded.
    pub fn note(
        &mut self,
        host: &HostKey,
        failure: Option<FailureKind>,
        now: Timestamp,
    ) -> OutageChange {
        match sign(failure) {
            Sign::Nothing => OutageChange::None,
            Sign::Life => {
                self.silent.clear();
                if self.down.take().is_some() { OutageChange::CameBack } else { OutageChange::None }
            }
            Sign::Silence => self.note_silence(host, now),
        }
    }

    /// Returns since when the network has been down, or `None` if it is up.
    #[must_use]
    pub fn since(&self) -> Option<Timestamp> {
        self.down.map(|down| down.since)
    }

    /// Returns whether a fetch may be started: always while the network is up, and occasionally as a probe while it
    /// is down.
    #[must_use]
    pub fn may_ask(&self, now: Timestamp) -> bool {
        self.down.is_none_or(|down| {
            // A probe planned further ahead than probes ever are means that the clock was set back.
            down.probe_at <= now || between(now, down.probe_at) > LONGEST_PROBE
        })
    }

    /// Notes that a probe has been sent, so that the next one waits.
    pub fn probing(&mut self, now: Timestamp) {
        if let Some(down) = &mut self.down {
            down.pause = Minutes((down.pause.0 * 2.0).min(LONGEST_PROBE.0));
            down.probe_at = later(now, down.pause);
        }
    }

    /// Returns the failure to record: while the network is down, it is not the source's fault.
    ///
    /// ```
    /// use tidings_model::{Failure, FailureKind};
    /// use tidings_schedule::outage::Outage;
    /// let failure = Failure::new(FailureKind::Dns, "example.org has no address.");
    /// assert_eq!(Outage::default().blame(failure).kind, FailureKind::Dns);
    /// ```
    #[must_use]
    pub fn blame(&self, failure: Failure) -> Failure {
        if self.down.is_some() && sign(Some(failure.kind)) == Sign::Silence {
            let message = format!(
                "Our own network seems to be down: no host responds. ({})",
                failure.message
            );
            return Failure { kind: FailureKind::Offline, message, ..failure };
        }
        failure
    }

    fn note_silence(&mut self, host: &HostKey, now: Timestamp) -> OutageChange {
        self.silent.retain(|_, last| (0.0..=WINDOW.0).contains(&between(*last, now).0));
        // During an outage, further failures tell us nothing, and the list must not grow.
        if self.down.is_some() {
            return OutageChange::None;
        }
        self.silent.insert(host.clone(), now);
        if self.silent.len() < HOSTS {
            return OutageChange::None;
        }
        self.down =
            Some(Down { since: now, probe_at: later(now, FIRST_PROBE), pause: FIRST_PROBE });
        OutageChange::WentDown
    }
}

fn sign(failure: Option<FailureKind>) -> Sign {
    use FailureKind as Kind;
    match failure {
        None => Sign::Life,
        Some(Kind::Dns | Kind::Network | Kind::Timeout) => Sign::Silence,
        // Without a request there is no response, and a captive portal responds on behalf of every host.
        Some(
            Kind::ForbiddenAddress
            | Kind::UnsupportedScheme
            | Kind::ForbiddenPort
            | Kind::BadUrl
            | Kind::Tls
            | Kind::Robots
            | Kind::Offline,
        ) => Sign::Nothing,
        Some(
            Kind::TooLarge
            | Kind::Incomplete
            | Kind::Decode
            | Kind::Protocol
            | Kind::RedirectLoop
            | Kind::BadRedirect
            | Kind::RateLimited
            | Kind::Denied
            | Kind::NotFound
            | Kind::Gone
            | Kind::Status
            | Kind::Empty
            | Kind::NotAFeed
            | Kind::Store,
        ) => Sign::Life,
    }
}

#[cfg(test)]
mod tests;
