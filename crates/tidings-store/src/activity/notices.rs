//! Decides when a fetch result deserves a note: the source has failed for a day, is gone, or works again.

use crate::{
    activity::{Note, note},
    engine::db::Connection,
    error::Result,
    fetches::storing::{FetchRecord, FetchedContent},
    values,
};
use jiff::{SignedDuration, Timestamp};
use tidings_model::SourceState;

/// How long a source must fail before anyone is told. Servers restart and networks drop out; shorter failures are noise.
const PATIENCE: SignedDuration = SignedDuration::from_hours(24);

/// The state of a source before a fetch.
#[derive(Debug, Clone, Copy, Default)]
struct Former {
    failing_since: Option<Timestamp>,
    last_fetch: Option<Timestamp>,
    is_gone: bool,
}

/// Stores a note if this fetch deserves one. Must be called before the source's row is updated.
pub(crate) fn of(c: &mut dyn Connection, record: &FetchRecord) -> Result<()> {
    let sql = "select failing_since, last_retrieval, case when state = 'gone' then 1 else 0 end as is_gone \
               from sources where id = $1";
    let former = match c.query_first(sql, values![record.source])? {
        Some(mut row) => Former {
            failing_since: row.get("failing_since")?,
            last_fetch: row.get("last_retrieval")?,
            is_gone: row.get("is_gone")?,
        },
        None => Former::default(),
    };
    let Some((kind, message)) = found(former, record) else { return Ok(()) };
    let (at, source) = (record.finished_at, Some(record.source));
    note(c, Note { at, user: None, source, kind: kind.to_owned(), message: message.to_owned() })
}

fn found(former: Former, record: &FetchRecord) -> Option<(&'static str, &'static str)> {
    let was_told = lasted(former.failing_since, former.last_fetch);
    match &record.fetched {
        FetchedContent::Failed(failure) => {
            if record.state == SourceState::Gone {
                return (!former.is_gone).then_some(("gone", failure.kind.code()));
            }
            let is_told = lasted(record.health.failing_since, Some(record.finished_at));
            (is_told && !was_told).then_some(("failing", failure.kind.code()))
        }
        FetchedContent::Document(_) | FetchedContent::NotModified { .. } => {
            (was_told || former.is_gone).then_some(("recovered", ""))
        }
    }
}

/// Whether a source had been failing for at least [`PATIENCE`] at the given time.
fn lasted(failing_since: Option<Timestamp>, at: Option<Timestamp>) -> bool {
    failing_since.zip(at).is_some_and(|(since, at)| at.duration_since(since) >= PATIENCE)
}
