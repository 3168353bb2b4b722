//! Requests per host, for operators.

use super::percent;
use crate::{health, voice::Voice};
use jiff::Timestamp;
use std::collections::HashSet;
use tidings_store::{COUNTED, HostSpend, HostsSpend, SubscribedSource};

/// Number of hosts listed.
pub(super) const MOST: usize = 20;

/// A host as the page shows it.
pub(super) struct HostRow {
    pub(super) host: String,
    /// The list of the person's sources there, if they have any.
    pub(super) href: Option<String>,
    pub(super) requests: String,
    pub(super) bytes: String,
    /// The share of requests that found nothing new.
    pub(super) idle: String,
    pub(super) failed: String,
}

/// The table of hosts.
pub(super) struct Hosts {
    pub(super) rows: Vec<HostRow>,
    /// How much is counted, if less than the whole day.
    pub(super) bound: Option<String>,
}

impl Hosts {
    pub(super) fn new(
        t: &Voice,
        spend: HostsSpend,
        wanted: Timestamp,
        followed: &[SubscribedSource],
    ) -> Self {
        let known: HashSet<&str> =
            followed.iter().filter_map(|one| one.source.url.host_str()).collect();
        let bound = (spend.since > wanted)
            .then(|| t.n("fresh-hosts-bound", u64::try_from(COUNTED).unwrap_or(u64::MAX)));
        Self { rows: spend.hosts.into_iter().map(|host| row(t, host, &known)).collect(), bound }
    }
}

fn row(t: &Voice, HostSpend { host, came }: HostSpend, known: &HashSet<&str>) -> HostRow {
    let idle = came.n_requests.saturating_sub(came.n_fruitful + came.n_failed);
    HostRow {
        href: known.contains(host.as_str()).then(|| format!("/sources?filter={host}")),
        host,
        requests: t.number(came.n_requests),
        bytes: health::bytes(t, came.wire_bytes),
        idle: t.with("fresh-percent", "n", &percent(t, idle, came.n_requests)),
        failed: t.number(came.n_failed),
    }
}
