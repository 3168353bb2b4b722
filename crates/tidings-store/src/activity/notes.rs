//! Notes: what happened, in sentences for users and operators.

use crate::{
    activity::Activity,
    engine::db::{Connection, Row, Value, push_list},
    error::Result,
    values,
};
use jiff::Timestamp;
use tidings_model::{SourceId, UserId};

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// When it happened.
    pub at: Timestamp,
    /// The user it concerns; `None` for operators and for subscribers of the source it is about.
    pub user: Option<UserId>,
    /// The source it is about.
    pub source: Option<SourceId>,
    /// A word for code, such as `signed_in`, `moved`, `merged`.
    pub kind: String,
    /// A sentence, without secrets.
    pub message: String,
}

/// A note as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteEntry {
    /// Its id; later notes have larger ones.
    pub id: i64,
    /// What happened.
    pub note: Note,
    /// The title of the source it is about, as this user sees it.
    pub source_title: Option<String>,
}

/// Whose notes are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// What happened to a user, or to a source they subscribe to.
    Own(UserId),
    /// What happened to the server and its sources, for operators. Excludes everything that concerns a single user.
    Server,
}

/// Which notes are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotesQuery {
    /// Whose notes.
    pub audience: Audience,
    /// Only these kinds; all kinds when empty.
    pub kinds: Vec<String>,
    /// Only notes with a smaller id.
    pub before: Option<i64>,
    /// The maximum number of notes.
    pub limit: usize,
}

impl Activity<'_> {
    /// Stores a note.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn note(self, entry: Note) -> Result<()> {
        self.0.write(move |c| note(c, entry.clone())).await
    }

    /// Lists notes, newest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn notes(self, asked: NotesQuery) -> Result<Vec<NoteEntry>> {
        self.0.read(move |c| list(c, &asked)).await
    }

    /// Counts a user's notes with an id above the given one, stopping at a hundred. `kinds` restricts which notes count;
    /// when empty, all do.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count_notes_after(
        self,
        user: UserId,
        after: i64,
        kinds: &'static [&'static str],
    ) -> Result<u64> {
        self.0.read(move |c| {
            let mut parameters = values![user, after].to_vec();
            let kinds = of_kinds(&mut parameters, kinds);
            let sql = format!(
                "select count(*) from (select n.id from activity n where {OWN} and n.id > $2{kinds} limit 100) young"
            );
            c.query_first(&sql, &parameters)?.map_or(Ok(0), |row| row.only())
        })
        .await
    }
}

/// The notes of user `$1`.
const OWN: &str = "(n.user_id = $1 or (n.user_id is null \
     and n.source_id in (select source_id from subscriptions where user_id = $1)))";

/// Returns the condition that a note is of one of these kinds, or an empty one when no kinds are given.
fn of_kinds<K: AsRef<str>>(parameters: &mut Vec<Value>, kinds: &[K]) -> String {
    if kinds.is_empty() {
        return String::new();
    }
    let kinds: Vec<&str> = kinds.iter().map(AsRef::as_ref).collect();
    format!(" and n.kind in ({})", push_list(parameters, &kinds))
}

fn list(c: &mut dyn Connection, asked: &NotesQuery) -> Result<Vec<NoteEntry>> {
    let (condition, user) = match asked.audience {
        Audience::Own(user) => (OWN, user),
        // Only fills the parameter: no user has the id 0.
        Audience::Server => ("(n.user_id is null and $1 = 0)", UserId(0)),
    };
    let before = asked.before.unwrap_or(i64::MAX);
    let mut parameters = values![user, before, asked.limit].to_vec();
    let kinds = of_kinds(&mut parameters, &asked.kinds);
    let sql = format!(
        "select n.id, n.at, n.user_id, n.source_id, n.kind, n.message, \
           coalesce(v.title, case when s.title <> '' then s.title else s.url end) as source_title \
         from activity n left join sources s on s.id = n.source_id \
         left join subscriptions v on v.source_id = n.source_id and v.user_id = $1 \
         where {condition} and n.id < $2{kinds} order by n.id desc limit $3"
    );
    c.query(&sql, &parameters)?.into_iter().map(read).collect()
}

#[expect(clippy::needless_pass_by_value, reason = "callers build the note for this call")]
pub(crate) fn note(c: &mut dyn Connection, note: Note) -> Result<()> {
    let sql =
        "insert into activity(at, user_id, source_id, kind, message) values ($1, $2, $3, $4, $5)";
    c.execute(sql, values![note.at, note.user, note.source, &note.kind, &note.message]).map(drop)
}

fn read(mut row: Row) -> Result<NoteEntry> {
    let id = row.get("id")?;
    let note = Note {
        at: row.get("at")?,
        user: row.get("user_id")?,
        source: row.get("source_id")?,
        kind: row.get("kind")?,
        message: row.get("message")?,
    };
    Ok(NoteEntry { id, note, source_title: row.get("source_title")? })
}
