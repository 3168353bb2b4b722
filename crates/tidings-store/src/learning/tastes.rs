//! Which users allow learning, their manual preferences, and how all of it is deleted.

use crate::{
    engine::db::Row,
    error::{Error, Result},
    learning::Learning,
    users, values,
};
use jiff::Timestamp;
use tidings_model::{
    SourceId, UserId,
    taste::{ManualPreference, Subject, TopicId},
};

impl Learning<'_> {
    /// Returns users who were shown something since the given time and allow learning, at most `limit`.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn learners(self, since: Timestamp, limit: usize) -> Result<Vec<UserId>> {
        self.0.read(move |c| {
            let sql = format!(
                "select id from users u where exists (select 1 from showings s where s.user_id = u.id and s.at >= $1) \
                   and {} order by id limit $2",
                learns("u.id")
            );
            c.query(&sql, values![since, limit])?.into_iter().map(|row| row.only()).collect()
        })
        .await
    }

    /// Returns a user's manual preferences.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn taught(self, user: UserId) -> Result<Vec<ManualPreference>> {
        self.0.read(move |c| {
            let sql = "select subject, subject_id, level, at from taught where user_id = $1 order by subject, subject_id";
            c.query(sql, values![user])?.into_iter().map(read_taught).collect()
        })
        .await
    }

    /// Stores a user's preference for a topic or a source, or removes it (`None`).
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn teach(
        self,
        user: UserId,
        subject: Subject,
        level: Option<u8>,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| {
            let (kind, id) = code(subject);
            match level {
                Some(level) => {
                    let sql = "insert into taught(user_id, subject, subject_id, level, at) values ($1, $2, $3, $4, $5) \
                               on conflict(user_id, subject, subject_id) do update set level = excluded.level, at = excluded.at";
                    c.execute(sql, values![user, kind, id, u32::from(level.min(100)), now])?;
                }
                None => {
                    let sql = "delete from taught where user_id = $1 and subject = $2 and subject_id = $3";
                    c.execute(sql, values![user, kind, id])?;
                }
            }
            users::touch(c, user)
        })
        .await
    }

    /// Deletes everything learned about a user: what they were shown, how they reacted, and their manual preferences.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn forget_taste(self, user: UserId) -> Result<()> {
        self.0
            .write(move |c| {
                for table in ["taught", "showings", "reactions"] {
                    c.execute(&format!("delete from {table} where user_id = $1"), values![user])?;
                }
                users::touch(c, user)
            })
            .await
    }
}

/// Returns the condition that a user allows learning.
pub(crate) fn learns(user: &str) -> String {
    format!(
        "not exists (select 1 from settings l where l.user_id = {user} and l.name = 'today' and l.value = 'time')"
    )
}

const TOPIC: &str = "topic";
const SOURCE: &str = "source";

fn code(subject: Subject) -> (&'static str, i64) {
    match subject {
        Subject::Topic(topic) => (TOPIC, topic.0.into()),
        Subject::Source(source) => (SOURCE, source.0),
    }
}

fn read_taught(mut row: Row) -> Result<ManualPreference> {
    let (kind, id) = (row.get::<String>("subject")?, row.get::<i64>("subject_id")?);
    let unreadable = || Error::Unreadable(format!("{kind:?} {id} is not a subject of preferences"));
    let subject = match kind.as_str() {
        TOPIC => Subject::Topic(TopicId(u16::try_from(id).map_err(|_| unreadable())?)),
        SOURCE => Subject::Source(SourceId(id)),
        _ => return Err(unreadable()),
    };
    let level = u8::try_from(row.get::<u32>("level")?).unwrap_or(100);
    Ok(ManualPreference { subject, level, at: row.get("at")? })
}
