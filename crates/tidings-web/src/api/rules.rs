//! Rules: what happens to articles as they arrive.

mod json;
mod trial;

use super::{
    call::Call,
    extract::{At, Body},
    problem::Problem,
    responses::{Made, Now, Silent},
    values::{Id, Instant, One, found},
};
use crate::acts::rules;
use json::Said;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::RuleId;
use tidings_store::{Direction, StoredRule, Switch};

pub(super) use trial::{apply, attempt, matches};

/// A rule.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Rule {
    id: Id,
    is_on: bool,
    /// Why the server turned it off.
    fault: Option<String>,
    created_at: Instant,
    /// How often it matched in the last 30 days.
    n_matched: u64,
    rule: Said,
}

impl From<StoredRule> for Rule {
    fn from(one: StoredRule) -> Self {
        Self {
            id: Id(one.id.0),
            is_on: one.is_on,
            fault: one.fault,
            created_at: Instant(one.created_at),
            n_matched: one.n_matched,
            rule: one.rule.into(),
        }
    }
}

/// All rules.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Rules {
    /// In the order in which they run.
    rules: Vec<Rule>,
}

/// `GET /rules`.
pub(super) async fn list(call: Call) -> Result<Now<Rules>, Problem> {
    let rules = call.inner.store.rules().list(call.user()).await?;
    Ok(Now(Rules { rules: rules.into_iter().map(Rule::from).collect() }))
}

async fn one(call: &Call, id: RuleId) -> Result<Rule, Problem> {
    Ok(found(call.inner.store.rules().get(call.user(), id).await?, "rule")?.into())
}

/// `GET /rules/{id}`.
pub(super) async fn get(call: Call, At(at): At<One>) -> Result<Now<Rule>, Problem> {
    one(&call, RuleId(at.id.0)).await.map(Now)
}

/// `POST /rules`.
pub(super) async fn create(call: Call, Body(said): Body<Said>) -> Result<Made<Rule>, Problem> {
    let actor = call.actor();
    let rule = rules::compile(&actor, said.into()).await?;
    let id = rules::create(&actor, &rule).await?;
    Ok(Made::New(one(&call, id).await?, format!("/rules/{id}")))
}

/// `PUT /rules/{id}`. Also switches the rule on.
pub(super) async fn replace(
    call: Call,
    At(at): At<One>,
    Body(said): Body<Said>,
) -> Result<Now<Rule>, Problem> {
    let id = RuleId(at.id.0);
    one(&call, id).await?;
    let rule = rules::compile(&call.actor(), said.into()).await?;
    rules::replace(&call.actor(), id, &rule).await?;
    one(&call, id).await.map(Now)
}

/// The direction in which a rule moves.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Step {
    Up,
    Down,
}

/// The changes of a rule.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "RuleChange")]
pub(super) struct Change {
    is_on: Option<bool>,
    /// One place up or down.
    step: Option<Step>,
}

/// `PATCH /rules/{id}`.
pub(super) async fn change(
    call: Call,
    At(at): At<One>,
    Body(change): Body<Change>,
) -> Result<Now<Rule>, Problem> {
    let (actor, id) = (call.actor(), RuleId(at.id.0));
    one(&call, id).await?;
    if let Some(is_on) = change.is_on {
        rules::switch(&actor, id, if is_on { Switch::On } else { Switch::Off }).await?;
    }
    match change.step {
        Some(Step::Up) => rules::shift(&actor, id, Direction::Up).await?,
        Some(Step::Down) => rules::shift(&actor, id, Direction::Down).await?,
        None => {}
    }
    one(&call, id).await.map(Now)
}

/// `DELETE /rules/{id}`. What it hid returns after an hour.
pub(super) async fn remove(call: Call, At(at): At<One>) -> Result<Silent, Problem> {
    rules::remove(&call.actor(), RuleId(at.id.0)).await?;
    Ok(Silent)
}

/// `POST /rules/{id}/restore`, within an hour of its removal.
pub(super) async fn restore(call: Call, At(at): At<One>) -> Result<Now<Rule>, Problem> {
    let id = RuleId(at.id.0);
    rules::restore(&call.actor(), id).await?;
    one(&call, id).await.map(Now)
}
