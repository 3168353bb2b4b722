//! Activity: what people need to know of, in sentences.

use crate::{
    db::{Connection, Row},
    error::Result,
    store::Store,
    values,
};
use jiff::Timestamp;
use tidings_model::{SourceId, UserId};

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// When.
    pub at: Timestamp,
    /// Whom it concerns; `None` for operators.
    pub user: Option<UserId>,
    /// Which source it is about.
    pub source: Option<SourceId>,
    /// A word for code, such as `signed_in`, `moved`, `merged`.
    pub kind: String,
    /// A sentence, without secrets.
    pub message: String,
}

impl Store {
    /// Notes something.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn note(&self, entry: Note) -> Result<()> {
        self.write(move |c| note(c, entry.clone())).await
    }

    /// What happened to a user, or to a source they follow, latest first.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn activity_of(&self, user: UserId, limit: usize) -> Result<Vec<Note>> {
        self.read(move |c| {
            let sql = "select at, user_id, source_id, kind, message from activity where user_id = $1 \
                       or (user_id is null and source_id in (select source_id from subscriptions where user_id = $1)) \
                       order by id desc limit $2";
            c.query(sql, values![user, limit])?.into_iter().map(read).collect()
        })
        .await
    }

    /// What happened to anybody or anything, latest first: for operators.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn activity(&self, limit: usize) -> Result<Vec<Note>> {
        self.read(move |c| {
            let sql = "select at, user_id, source_id, kind, message from activity order by id desc limit $1";
            c.query(sql, values![limit])?.into_iter().map(read).collect()
        })
        .await
    }
}

#[expect(clippy::needless_pass_by_value, reason = "a note is made for the occasion and kept")]
pub(crate) fn note(c: &mut dyn Connection, note: Note) -> Result<()> {
    let sql =
        "insert into activity(at, user_id, source_id, kind, message) values ($1, $2, $3, $4, $5)";
    c.execute(sql, values![note.at, note.user, note.source, &note.kind, &note.message]).map(drop)
}

fn read(mut row: Row) -> Result<Note> {
    Ok(Note {
        at: row.take()?,
        user: row.take()?,
        source: row.take()?,
        kind: row.take()?,
        message: row.take()?,
    })
}
