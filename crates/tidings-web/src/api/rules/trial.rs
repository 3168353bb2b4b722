//! Trying a rule out, listing what it matched, and applying it to recent articles.

use super::{Call, Problem, json::Said, one};
use crate::acts::rules;
use crate::api::{
    extract::{At, Body},
    responses::Now,
    values::{Done, Id, Instant, One},
};
use schemars::JsonSchema;
use serde::Serialize;
use tidings_model::RuleId;

/// An article that a rule matched.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RuleMatch")]
struct Matched {
    id: Id,
    title: String,
    source: Id,
    source_title: String,
    /// When the rule matched it; for a trial, its date in lists.
    at: Instant,
}

/// What a rule would have done.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RuleTrial")]
pub(in crate::api) struct Tried {
    /// The newest matches.
    matched: Vec<Matched>,
    n_matched: u64,
    n_looked_at: u64,
    /// How far back the search went, if there were too many articles to search them all.
    stopped_at: Option<Instant>,
}

/// `POST /rules/try`. Changes nothing. The rule needs neither a name nor an action yet.
pub(in crate::api) async fn attempt(
    call: Call,
    Body(said): Body<Said>,
) -> Result<Now<Tried>, Problem> {
    let tried = rules::try_out(&call.actor(), said.into()).await?;
    let matched = tried.shown.into_iter().map(|seen| Matched {
        id: Id(seen.id.0),
        title: seen.title,
        source: Id(seen.source.0),
        source_title: seen.source_title,
        at: Instant(seen.published_at),
    });
    Ok(Now(Tried {
        matched: matched.collect(),
        n_matched: tried.n_matched,
        n_looked_at: tried.n_looked_at,
        stopped_at: tried.stopped_at.map(Instant),
    }))
}

/// The articles that a rule matched.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RuleMatches")]
pub(in crate::api) struct Matches {
    /// Latest first.
    matched: Vec<Matched>,
}

/// Maximum number of matches returned.
const MATCHES: usize = 100;

/// `GET /rules/{id}/matches`.
pub(in crate::api) async fn matches(call: Call, At(at): At<One>) -> Result<Now<Matches>, Problem> {
    let id = RuleId(at.id.0);
    one(&call, id).await?;
    let matched = call.inner.store.rules().matches(call.user(), id, MATCHES).await?;
    let matched = matched.into_iter().map(|(article, at)| Matched {
        id: Id(article.listed.id.0),
        title: article.listed.title,
        source: Id(article.listed.source.0),
        source_title: article.listed.source_title,
        at: Instant(at),
    });
    Ok(Now(Matches { matched: matched.collect() }))
}

/// `POST /rules/{id}/apply`, to recent articles.
pub(in crate::api) async fn apply(call: Call, At(at): At<One>) -> Result<Now<Done>, Problem> {
    let applied = rules::apply(&call.actor(), RuleId(at.id.0)).await?;
    let done = tidings_store::BulkResult { n: applied.n_articles, undo: applied.undo };
    Ok(Now(done.into()))
}
