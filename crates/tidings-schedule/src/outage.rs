//! Is it them, or is it us? When every host fails alike, our own network is down.
//!
//! A source must not be blamed for our cable. [`Outage`] is fed with the results of fetches as they come in; once
//! enough different hosts in a row could not be reached, and none could, it says so. While it lasts failures count against
//! nobody, and only now and then one fetch is let through as a probe. The first sign of life ends it.

use crate::plan::{between, later};
use jiff::Timestamp;
use std::collections::BTreeMap;
use tidings_model::units::Minutes;
use tidings_model::{Failure, FailureKind, HostKey};

/// So many different hosts in a row, unreachable, mean that it is us.
pub const HOSTS: usize = 5;
/// Failures older than this say nothing about the network of now.
pub const WINDOW: Minutes = Minutes(60.0);
/// The first probe comes this soon, each further one after twice the time …
pub const FIRST_PROBE: Minutes = Minutes(0.1);
/// … up to this, so that an outage is over for us soon after it is over.
pub const LONGEST_PROBE: Minutes = Minutes(2.0);

/// What a result says about our own network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// Something answered, were it with an error.
    Life,
    /// Nothing could be reached.
    Silence,
    /// Neither: it did not come to a connection for other reasons, or a portal stands in between.
    Nothing,
}

/// What is known of our own network.
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
    /// Hosts that could not be reached since anything last could, with the latest try.
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
    /// The network has just gone down, as far as we can tell.
    WentDown,
    /// The network is back; what waits is to be [spread](crate::policy::spread).
    CameBack,
    /// As before.
    None,
}

impl Outage {
    /// Takes in how a fetch from a host ended: `None` when it went well.
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

    /// Since when the network is down; `None` while it is not.
    #[must_use]
    pub fn since(&self) -> Option<Timestamp> {
        self.down.map(|down| down.since)
    }

    /// Whether a fetch may be started: always while the network is up, and as a probe now and then while it is down.
    #[must_use]
    pub fn may_ask(&self, now: Timestamp) -> bool {
        self.down.is_none_or(|down| {
            // A probe planned further ahead than probes are is the work of a clock that was set back.
            down.probe_at <= now || between(now, down.probe_at) > LONGEST_PROBE
        })
    }

    /// Takes note that a probe is on its way, so that the next one waits.
    pub fn probing(&mut self, now: Timestamp) {
        if let Some(down) = &mut self.down {
            down.pause = Minutes((down.pause.0 * 2.0).min(LONGEST_PROBE.0));
            down.probe_at = later(now, down.pause);
        }
    }

    /// The failure as it is to be recorded: not the source's fault while the network is down.
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
            let message =
                format!("Our own network seems to be down: no host answers. ({})", failure.message);
            return Failure { kind: FailureKind::Offline, message, ..failure };
        }
        failure
    }

    fn note_silence(&mut self, host: &HostKey, now: Timestamp) -> OutageChange {
        self.silent.retain(|_, last| (0.0..=WINDOW.0).contains(&between(*last, now).0));
        // While it is down nothing more is learned from silence, and the list must not grow by it.
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
        // Without a request there is no answer; and a portal that wants a sign-in answers for everybody, in its own name.
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
