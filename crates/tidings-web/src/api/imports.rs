//! Exporting subscriptions as OPML, and importing files.

use super::{
    call::Call,
    extract::{At, File},
    problem::Problem,
    responses::{Made, Now, Opml},
    values::{Id, Instant, One, found},
};
use crate::{acts, clients};
use schemars::JsonSchema;
use serde::Serialize;

/// `GET /opml`.
pub(super) async fn export(call: Call) -> Result<Opml, Problem> {
    Ok(Opml(clients::export(&call.inner, call.user()).await?))
}

/// An import of a file.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Import {
    id: Id,
    started_at: Instant,
    /// Null while it is running.
    finished_at: Option<Instant>,
    /// Sources waiting to be added.
    n_waiting: u64,
    /// Sources added.
    n_added: u64,
    /// Sources already subscribed to.
    n_known: u64,
    /// Entries that could not be added.
    n_refused: u64,
}

impl From<tidings_store::ImportProgress> for Import {
    fn from(import: tidings_store::ImportProgress) -> Self {
        let [n_waiting, n_added, n_known, n_refused] = import.counts;
        Self {
            id: Id(import.id),
            started_at: Instant(import.started_at),
            finished_at: import.finished_at.map(Instant),
            n_waiting,
            n_added,
            n_known,
            n_refused,
        }
    }
}

async fn one(call: &Call, id: i64) -> Result<Import, Problem> {
    Ok(found(call.inner.store.imports().get(call.user(), id).await?, "import")?.into())
}

/// `POST /imports`: an OPML file or another reader's export, as it is.
pub(super) async fn begin(call: Call, File(bytes): File) -> Result<Made<Import>, Problem> {
    let begun = acts::imports::begin(&call.actor(), "subscriptions", bytes.to_vec()).await?;
    Ok(Made::New(one(&call, begun).await?, format!("/imports/{begun}")))
}

/// The latest imports.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Imports {
    /// Latest first.
    imports: Vec<Import>,
}

/// Maximum number of imports returned.
const MOST: usize = 50;

/// `GET /imports`.
pub(super) async fn list(call: Call) -> Result<Now<Imports>, Problem> {
    let imports = call.inner.store.imports().list(call.user(), MOST).await?;
    Ok(Now(Imports { imports: imports.into_iter().map(Import::from).collect() }))
}

/// `GET /imports/{id}`.
pub(super) async fn get(call: Call, At(at): At<One>) -> Result<Now<Import>, Problem> {
    one(&call, at.id.0).await.map(Now)
}
