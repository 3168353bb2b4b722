//! Subscriptions at hubs, and how they are read from the database.

use crate::{
    engine::db::Row,
    error::{Error, Result},
};
use jiff::Timestamp;
use std::fmt;
use tidings_model::{
    PushId, SourceId,
    push::{HubRecord, Offer, PushMethod},
};

/// The state of a subscription at a hub.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushState {
    /// The hub was sent a request, or is about to be.
    Asking,
    /// The hub notifies us.
    Active,
    /// The hub refused.
    Refused,
}

impl PushState {
    fn code(self) -> &'static str {
        match self {
            Self::Asking => "asking",
            Self::Active => "active",
            Self::Refused => "refused",
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        [Self::Asking, Self::Active, Self::Refused].into_iter().find(|state| state.code() == code)
    }
}

/// What we request from a hub, which then asks us to confirm it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushMode {
    /// To notify us.
    Subscribe,
    /// To stop notifying us.
    Unsubscribe,
}

impl PushMode {
    /// Returns its name, which is the same in the store and in WebSub.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Subscribe => "subscribe",
            Self::Unsubscribe => "unsubscribe",
        }
    }

    /// Returns the mode with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Subscribe, Self::Unsubscribe].into_iter().find(|mode| mode.code() == code)
    }
}

/// A subscription at a hub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushSubscription {
    /// Its id.
    pub id: PushId,
    /// The source; `None` when the subscription is to end.
    pub source: Option<SourceId>,
    /// The hub, the method and the topic.
    pub offer: Offer,
    /// The state it is in.
    pub state: PushState,
    /// The number of consecutive failures.
    pub failures: u32,
    /// The last error.
    pub fault: Option<String>,
    /// How reliable the hub has been.
    pub standing: HubRecord,
    /// The number of received messages.
    pub n_pings: u64,
    /// The number of messages with an invalid signature.
    pub n_forged: u64,
    /// When it was first requested.
    pub created_at: Timestamp,
}

/// A subscription with something to do: subscribe, renew or unsubscribe.
#[derive(Clone, PartialEq, Eq)]
pub struct PushDue {
    /// The subscription.
    pub subscription: PushSubscription,
    /// The last part of the callback's address.
    pub token: String,
    /// Whether the hub accepted our request but never asked for confirmation.
    pub is_unconfirmed: bool,
}

impl fmt::Debug for PushDue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PushDue").field("subscription", &self.subscription).finish_non_exhaustive()
    }
}

/// What is needed to verify messages to a callback. Secrets are masked in debug output.
#[derive(Clone, PartialEq, Eq)]
pub struct PushKey {
    /// The subscription.
    pub id: PushId,
    /// The source; `None` when the subscription is to end.
    pub source: Option<SourceId>,
    /// How the hub notifies us.
    pub way: PushMethod,
    /// The hub's name for the source.
    pub topic: String,
    /// The keys that may sign messages.
    pub secrets: Vec<String>,
}

impl fmt::Debug for PushKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PushKey")
            .field("id", &self.id)
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

/// A confirmation that a hub asked for and we gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmation {
    /// How the hub notifies us.
    pub way: PushMethod,
    /// What was requested.
    pub mode: PushMode,
    /// The topic, exactly as we sent it.
    pub topic: String,
    /// Until when the hub notifies us.
    pub lease_until: Timestamp,
    /// When to renew.
    pub renew_at: Timestamp,
    /// Only requests sent since then can be confirmed.
    pub asked_since: Timestamp,
}

/// The columns of a subscription that [`read`] takes, for a table named `p`.
pub(crate) const COLUMNS: &str = "p.id, p.source_id, p.way, p.hub, p.topic, p.state, p.failures, p.fault, p.since, \
     p.lease_until, p.last_ping, p.n_proofs, p.n_doubts, p.doubt_at, p.is_hint, p.n_pings, p.n_forged, \
     p.created_at";

pub(crate) fn read(row: &mut Row) -> Result<PushSubscription> {
    let unreadable =
        |what: &str, code: &str| Error::Unreadable(format!("{code:?} is not a {what}"));
    let (id, source, way): (PushId, Option<SourceId>, String) =
        (row.get("id")?, row.get("source_id")?, row.get("way")?);
    let way = PushMethod::from_code(&way).ok_or_else(|| unreadable("push method", &way))?;
    let offer = Offer { way, hub: row.get("hub")?, topic: row.get("topic")? };
    let state: String = row.get("state")?;
    let state = PushState::from_code(&state)
        .ok_or_else(|| unreadable("state of a subscription at a hub", &state))?;
    let (failures, fault) = (row.get("failures")?, row.get("fault")?);
    let standing = HubRecord {
        since: row.get("since")?,
        lease_until: row.get("lease_until")?,
        last_ping: row.get("last_ping")?,
        n_proofs: row.get("n_proofs")?,
        n_doubts: row.get("n_doubts")?,
        doubt_at: row.get("doubt_at")?,
        is_hint: row.get("is_hint")?,
    };
    Ok(PushSubscription {
        id,
        source,
        offer,
        state,
        failures,
        fault,
        standing,
        n_pings: row.get("n_pings")?,
        n_forged: row.get("n_forged")?,
        created_at: row.get("created_at")?,
    })
}
