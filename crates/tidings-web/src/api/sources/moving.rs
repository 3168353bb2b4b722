//! Changing the address of a source, and accepting or refusing a move it announced.

use super::{Call, Problem, followed, following::Typed, view};
use crate::{
    AddressChange,
    acts::following,
    api::{
        extract::{At, Body},
        responses::{Now, Silent},
        values::{Id, One},
    },
};
use schemars::JsonSchema;
use serde::Serialize;

/// The subscription after a change of address.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MovedSource")]
pub(in crate::api) struct Moved {
    /// The source at the new address; a different one if others subscribe to the old one too.
    source: view::Full,
    /// Undo with `POST /api/v1/undo/{id}` within an hour.
    undo: Option<Id>,
}

async fn moved(call: &Call, to: AddressChange) -> Result<Now<Moved>, Problem> {
    let one = followed(call, to.source.0).await?;
    Ok(Now(Moved { source: view::full(call, &one).await?, undo: to.undo.map(Id) }))
}

/// `PUT /sources/{id}/address`.
pub(in crate::api) async fn address(
    call: Call,
    At(at): At<One>,
    Body(typed): Body<Typed>,
) -> Result<Now<Moved>, Problem> {
    let one = followed(&call, at.id.0).await?;
    let address = typed.url.checked()?;
    let to = following::change_address(&call.actor(), one.source.id, &address).await?;
    moved(&call, to).await
}

/// `POST /sources/{id}/accept-move`.
pub(in crate::api) async fn accept_move(
    call: Call,
    At(at): At<One>,
) -> Result<Now<Moved>, Problem> {
    let one = followed(&call, at.id.0).await?;
    let to = following::accept_move(&call.actor(), one.source.id).await?;
    moved(&call, to).await
}

/// `POST /sources/{id}/keep-address`.
pub(in crate::api) async fn keep_address(call: Call, At(at): At<One>) -> Result<Silent, Problem> {
    let one = followed(&call, at.id.0).await?;
    following::keep_address(&call.actor(), &one).await?;
    Ok(Silent)
}
