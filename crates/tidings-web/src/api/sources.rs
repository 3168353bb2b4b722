//! Sources: subscriptions, their state, and everything that can be done with them.

mod acts;
mod following;
mod moving;
mod view;

use super::{
    call::Call,
    extract::{At, QueryPart},
    problem::Problem,
    responses::Now,
    values::{Instant, Limit, One, found},
};
use crate::health;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::{FailureKind, Outcome, SourceId};
use tidings_store::SubscribedSource;

pub(super) use acts::{change, refresh, remove};
pub(super) use following::{add, look};
pub(super) use moving::{accept_move, address, keep_address};
pub(super) use view::{Reason, Source};

/// All sources.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Sources {
    /// By title.
    sources: Vec<Source>,
}

/// `GET /sources`.
pub(super) async fn list(call: Call) -> Result<Now<Sources>, Problem> {
    let (store, user, now) = (&call.inner.store, call.user(), call.now());
    let t = call.voice().await?;
    let paces = store.sources().paces(user).await?;
    let sources = store.subscriptions().list(user).await?.into_iter().map(|one| {
        let pace = paces.get(&one.source.id).copied().unwrap_or_default();
        Source::of(&t, &one, pace, now)
    });
    Ok(Now(Sources { sources: sources.collect() }))
}

/// `GET /sources/{id}`.
pub(super) async fn get(call: Call, At(at): At<One>) -> Result<Now<view::Full>, Problem> {
    let one = followed(&call, at.id.0).await?;
    view::full(&call, &one).await.map(Now)
}

/// Returns the subscription to a source. Other people's are not found.
async fn followed(call: &Call, id: i64) -> Result<SubscribedSource, Problem> {
    found(call.inner.store.subscriptions().get(call.user(), SourceId(id)).await?, "source")
}

/// How many fetches to return.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Last {
    /// The most to return.
    #[serde(default = "thirty")]
    limit: Limit,
}

fn thirty() -> Limit {
    const { Limit::known(30) }
}

/// The result of a fetch.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(super) enum Came {
    /// Something was new or changed.
    Changed,
    Unchanged,
    Failed,
}

/// Why a fetch failed.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SourceFailure")]
pub(super) struct Fault {
    /// The kind of failure.
    code: &'static str,
    /// What it means and what to do, in the reader's language.
    sentence: String,
    /// The original message.
    detail: String,
}

impl Fault {
    fn of(t: &crate::voice::Voice, kind: FailureKind, detail: &str) -> Self {
        let sentence = health::failure(t, kind).to_owned();
        Self { code: kind.code(), sentence, detail: detail.to_owned() }
    }
}

/// The result of a fetch, with its numbers.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RetrievalOutcome")]
pub(super) struct Outcomes {
    outcome: Came,
    n_new: u32,
    n_updated: u32,
    failure: Option<Fault>,
}

impl Outcomes {
    fn of(t: &crate::voice::Voice, outcome: &Outcome) -> Self {
        let quiet = Self { outcome: Came::Unchanged, n_new: 0, n_updated: 0, failure: None };
        match outcome {
            Outcome::Unchanged => quiet,
            Outcome::Changed { n_new, n_updated } => {
                Self { outcome: Came::Changed, n_new: *n_new, n_updated: *n_updated, ..quiet }
            }
            Outcome::Failed(failure) => Self {
                outcome: Came::Failed,
                failure: Some(Fault::of(t, failure.kind, &failure.message)),
                ..quiet
            },
        }
    }
}

/// One fetch of a source.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Retrieval")]
pub(super) struct Look {
    started_at: Instant,
    finished_at: Instant,
    /// The HTTP status, if any.
    status: Option<u16>,
    /// Bytes downloaded.
    bytes: u64,
    /// Why it was made at that time.
    reason: Reason,
    /// Articles had probably dropped out of the feed since the previous check.
    has_missed: bool,
    #[serde(flatten)]
    came: Outcomes,
}

/// The latest fetches of a source.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Retrievals")]
pub(super) struct Looks {
    /// Latest first.
    retrievals: Vec<Look>,
}

/// `GET /sources/{id}/fetches`.
pub(super) async fn retrievals(
    call: Call,
    At(at): At<One>,
    QueryPart(last): QueryPart<Last>,
) -> Result<Now<Looks>, Problem> {
    let one = followed(&call, at.id.0).await?;
    let t = call.voice().await?;
    let log = call.inner.store.fetches().list(one.source.id, last.limit.count()).await?;
    let looks = log.into_iter().map(|look| Look {
        started_at: Instant(look.started_at),
        finished_at: Instant(look.finished_at),
        status: look.status,
        bytes: look.wire_bytes,
        reason: Reason::of(&t, &look.reason, look.started_at),
        has_missed: look.has_missed,
        came: Outcomes::of(&t, &look.outcome),
    });
    Ok(Now(Looks { retrievals: looks.collect() }))
}
