//! What a subscription at a hub is, and how it is read.

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

/// How far a subscription at a hub is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushState {
    /// The hub was asked, or is about to be.
    Asking,
    /// The hub tells us.
    Active,
    /// The hub does not want to.
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

/// What a hub is asked, and asks us to confirm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushMode {
    /// To tell us.
    Subscribe,
    /// To tell us no more.
    Unsubscribe,
}

impl PushMode {
    /// Its name, in the store as in WebSub.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Subscribe => "subscribe",
            Self::Unsubscribe => "unsubscribe",
        }
    }

    /// The mode of a name.
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
    /// Of what; `None` when it is to end.
    pub source: Option<SourceId>,
    /// By whom, how, under which name.
    pub offer: Offer,
    /// How far it is.
    pub state: PushState,
    /// Attempts in a row that failed.
    pub failures: u32,
    /// What went wrong last.
    pub fault: Option<String>,
    /// What it has been worth.
    pub standing: HubRecord,
    /// Messages that came.
    pub n_pings: u64,
    /// Messages that were not signed as agreed.
    pub n_forged: u64,
    /// When it was first wished for.
    pub created_at: Timestamp,
}

/// A subscription that something is to be done about: asked for, renewed or ended.
#[derive(Clone, PartialEq, Eq)]
pub struct PushDue {
    /// Which.
    pub subscription: PushSubscription,
    /// The end of the callback's address.
    pub token: String,
    /// The hub took our question and never asked whether it was us.
    pub is_unconfirmed: bool,
}

impl fmt::Debug for PushDue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PushDue").field("subscription", &self.subscription).finish_non_exhaustive()
    }
}

/// What messages to a callback are checked with. Secrets print as dots.
#[derive(Clone, PartialEq, Eq)]
pub struct PushKey {
    /// Which subscription.
    pub id: PushId,
    /// Of what; `None` when it is to end.
    pub source: Option<SourceId>,
    /// How the sender tells us.
    pub way: PushMethod,
    /// Under which name it knows the source.
    pub topic: String,
    /// The keys it may sign with.
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

/// What a hub was granted when it asked us to confirm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmation {
    /// How it tells us.
    pub way: PushMethod,
    /// What it asked.
    pub mode: PushMode,
    /// Of what, exactly as we named it.
    pub topic: String,
    /// Until when it tells us.
    pub lease_until: Timestamp,
    /// When it is asked again.
    pub renew_at: Timestamp,
    /// Only what was asked since then can be confirmed.
    pub asked_since: Timestamp,
}

/// The columns of a subscription, in the order [`read`] takes them; for a table named `p`.
pub(crate) const COLUMNS: &str = "p.id, p.source_id, p.way, p.hub, p.topic, p.state, p.failures, p.fault, p.since, \
     p.lease_until, p.last_ping, p.n_proofs, p.n_doubts, p.doubt_at, p.is_hint, p.n_pings, p.n_forged, \
     p.created_at";

pub(crate) fn read(row: &mut Row) -> Result<PushSubscription> {
    let unreadable = |what: &str, code: &str| Error::Unreadable(format!("{code:?} is no {what}"));
    let (id, source, way): (PushId, Option<SourceId>, String) =
        (row.get("id")?, row.get("source_id")?, row.get("way")?);
    let way = PushMethod::from_code(&way).ok_or_else(|| unreadable("way of announcing", &way))?;
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
