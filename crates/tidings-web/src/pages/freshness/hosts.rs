//! What was spent on each host, for operators.

use super::percent;
use crate::{health, voice::Voice};
use tidings_store::HostSpend;

/// Hosts that are listed.
pub(super) const MOST: usize = 20;

/// A host as the page shows it.
pub(super) struct HostRow {
    pub(super) host: String,
    pub(super) requests: String,
    pub(super) bytes: String,
    /// The share that brought nothing new.
    pub(super) idle: String,
    pub(super) failed: String,
}

pub(super) fn rows(t: &Voice, spend: Vec<HostSpend>) -> Vec<HostRow> {
    spend
        .into_iter()
        .map(|HostSpend { host, came }| {
            let idle = came.n_requests.saturating_sub(came.n_fruitful + came.n_failed);
            HostRow {
                host,
                requests: t.number(came.n_requests),
                bytes: health::bytes(t, came.wire_bytes),
                idle: t.with("fresh-percent", "n", &percent(t, idle, came.n_requests)),
                failed: t.number(came.n_failed),
            }
        })
        .collect()
}
