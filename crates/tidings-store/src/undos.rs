//! Undo: an action on many things can be undone for an hour.
//!
//! Each action stores what it takes to undo it, a kind and some bytes, in its own transaction. Undoing restores the earlier
//! state and removes the record. Changes the user made to single articles since then are kept.

use crate::{
    engine::{dates::earlier, db::Connection},
    error::{Error, Result},
    readings::bulk,
    rules::undo,
    store::Store,
    subscriptions::snapshots,
    values,
};
use jiff::{SignedDuration, Timestamp};
use tidings_model::UserId;

/// How long an action can be undone.
pub const LASTS: SignedDuration = SignedDuration::from_hours(1);

/// An action that can be undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undo {
    /// Its id, which belongs to one user.
    pub id: i64,
    /// When it was done.
    pub at: Timestamp,
    /// What was done, as a code; pages have a sentence for each code.
    pub kind: String,
    /// How many things it changed.
    pub n: u64,
}

/// The actions that can be undone. See [`Store::undos`].
#[derive(Debug, Clone, Copy)]
pub struct Undos<'a>(&'a Store);

impl Store {
    /// Returns the actions that can be undone.
    #[must_use]
    pub fn undos(&self) -> Undos<'_> {
        Undos(self)
    }
}

impl Undos<'_> {
    /// Stores what it takes to undo an action and returns the id of the undo. Inside a transaction, use [`keep`].
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn keep(
        self,
        user: UserId,
        kind: &'static str,
        n: u64,
        payload: Vec<u8>,
        now: Timestamp,
    ) -> Result<i64> {
        self.0.write(move |c| keep(c, user, kind, n, &payload, now)).await
    }

    /// Returns an undo, as long as it is available.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn get(self, user: UserId, id: i64, now: Timestamp) -> Result<Option<Undo>> {
        self.0.read(move |c| Ok(find(c, user, id, now, "")?.map(|(undo, _)| undo))).await
    }

    /// Undoes an action, once.
    ///
    /// # Errors
    /// Fails when the user has no such undo (any more), or the store cannot be written.
    pub async fn undo(self, user: UserId, id: i64, now: Timestamp) -> Result<Undo> {
        self.0
            .write(move |c| {
                let (undo, payload) =
                    find(c, user, id, now, "{LOCK}")?.ok_or(Error::NotFound("undo"))?;
                c.execute("delete from undos where id = $1", values![id])?;
                restore(c, user, &undo, &payload, now)?;
                crate::users::touch(c, user)?;
                Ok(undo)
            })
            .await
    }
}

/// Stores what it takes to undo an action, within the action's transaction. Removes expired undos.
///
/// # Errors
/// Fails when the store cannot be written.
pub fn keep(
    c: &mut dyn Connection,
    user: UserId,
    kind: &str,
    n: u64,
    payload: &[u8],
    now: Timestamp,
) -> Result<i64> {
    c.execute("delete from undos where at <= $1", values![horizon(now)])?;
    let sql =
        "insert into undos(user_id, at, kind, n, payload) values ($1, $2, $3, $4, $5) returning id";
    let n = i64::try_from(n).unwrap_or(i64::MAX);
    c.query_first(sql, values![user, now, kind, n, payload])?.ok_or(Error::NotFound("undo"))?.only()
}

fn horizon(now: Timestamp) -> Timestamp {
    earlier(now, LASTS)
}

fn find(
    c: &mut dyn Connection,
    user: UserId,
    id: i64,
    now: Timestamp,
    lock: &str,
) -> Result<Option<(Undo, Vec<u8>)>> {
    let sql = format!(
        "select id, at, kind, n, payload from undos where id = $1 and user_id = $2 and at > $3 {lock}"
    );
    let Some(mut row) = c.query_first(&sql, values![id, user, horizon(now)])? else {
        return Ok(None);
    };
    let undo =
        Undo { id: row.get("id")?, at: row.get("at")?, kind: row.get("kind")?, n: row.get("n")? };
    Ok(Some((undo, row.get("payload")?)))
}

/// Restores the earlier state, by kind.
fn restore(
    c: &mut dyn Connection,
    user: UserId,
    undo: &Undo,
    payload: &[u8],
    now: Timestamp,
) -> Result<()> {
    if let Some(act) = bulk::BulkAction::of_kind(&undo.kind) {
        return bulk::restore(c, user, act, (undo.at, now), payload);
    }
    if let Some(restored) = snapshots::restore(c, user, &undo.kind, undo.at, payload) {
        return restored;
    }
    match undo.kind.as_str() {
        bulk::TAGGED => bulk::untag(c, user, undo.at, payload),
        undo::RULED => undo::take_back(c, user, payload, (undo.at, now)),
        _ => Err(Error::NotFound("undo")),
    }
}
