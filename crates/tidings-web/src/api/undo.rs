//! Undoing bulk actions.

use super::{
    call::Call,
    extract::At,
    problem::Problem,
    responses::Now,
    values::{Instant, One},
};
use crate::acts;
use schemars::JsonSchema;
use serde::Serialize;

/// The action that was undone.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Undone {
    /// What was undone.
    kind: String,
    /// How many items it concerned.
    n: u64,
    /// When.
    at: Instant,
}

/// `POST /undo/{id}`.
pub(super) async fn undo(call: Call, At(one): At<One>) -> Result<Now<Undone>, Problem> {
    let undone = acts::undo::undo(&call.actor(), one.id.0).await?;
    Ok(Now(Undone { kind: undone.kind, n: undone.n, at: Instant(undone.at) }))
}
