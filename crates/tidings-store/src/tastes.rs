//! What users are believed to like, and what they said of it by hand.

use crate::{
    db::Row,
    error::{Error, Result},
    store::Store,
    users, values,
};
use jiff::Timestamp;
use tidings_model::{
    SourceId, UserId,
    taste::{Subject, Taught, TopicId},
};

/// What a user is believed to like, in the encoding of whoever learned it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptTaste {
    /// Whose.
    pub user: UserId,
    /// The training of the topics that it speaks of.
    pub training: i64,
    /// Up to when showings and reactions are counted in.
    pub as_of: Timestamp,
    /// The encoding.
    pub body: Vec<u8>,
}

impl Store {
    /// What was kept of a user's taste.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn taste(&self, user: UserId) -> Result<Option<KeptTaste>> {
        self.read(move |c| {
            let sql = "select user_id, training, as_of, body from tastes where user_id = $1";
            c.query_first(sql, values![user])?.map(read).transpose()
        })
        .await
    }

    /// What was kept of users beyond an id, in the order of ids: one stretch of a walk over all of them.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn tastes_after(&self, after: UserId, limit: usize) -> Result<Vec<KeptTaste>> {
        self.read(move |c| {
            let sql = "select user_id, training, as_of, body from tastes where user_id > $1 order by user_id limit $2";
            c.query(sql, values![after, limit])?.into_iter().map(read).collect()
        })
        .await
    }

    /// Keeps a taste in place of the former one. It can be made again from showings and reactions at any time.
    ///
    /// # Errors
    /// When the user is gone, or the store cannot write.
    pub async fn keep_taste(&self, taste: KeptTaste) -> Result<()> {
        self.write(move |c| {
            let sql = "insert into tastes(user_id, training, as_of, body) \
                       select id, cast($2 as bigint), cast($3 as bigint), $4 from users where id = $1 \
                       on conflict(user_id) do update set training = excluded.training, as_of = excluded.as_of, \
                         body = excluded.body";
            let parameters =
                values![taste.user, taste.training, taste.as_of, taste.body.as_slice()];
            c.execute(sql, parameters).map(drop)
        })
        .await
    }

    /// What a user said by hand.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn taught(&self, user: UserId) -> Result<Vec<Taught>> {
        self.read(move |c| {
            let sql = "select subject, subject_id, level, at from taught where user_id = $1 order by subject, subject_id";
            c.query(sql, values![user])?.into_iter().map(read_taught).collect()
        })
        .await
    }

    /// Notes what a user says of a topic or a source, or takes it back (`None`).
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn teach(
        &self,
        user: UserId,
        subject: Subject,
        level: Option<u8>,
        now: Timestamp,
    ) -> Result<()> {
        self.write(move |c| {
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

    /// Forgets everything that was learned of a user: what she was shown, how she reacted, what she said.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn forget_taste(&self, user: UserId) -> Result<()> {
        self.write(move |c| {
            for table in ["tastes", "taught", "showings", "reactions"] {
                c.execute(&format!("delete from {table} where user_id = $1"), values![user])?;
            }
            users::touch(c, user)
        })
        .await
    }
}

const TOPIC: &str = "topic";
const SOURCE: &str = "source";

fn code(subject: Subject) -> (&'static str, i64) {
    match subject {
        Subject::Topic(topic) => (TOPIC, topic.0.into()),
        Subject::Source(source) => (SOURCE, source.0),
    }
}

fn read(mut row: Row) -> Result<KeptTaste> {
    Ok(KeptTaste {
        user: row.take()?,
        training: row.take()?,
        as_of: row.take()?,
        body: row.take()?,
    })
}

fn read_taught(mut row: Row) -> Result<Taught> {
    let (kind, id) = (row.take::<String>()?, row.take::<i64>()?);
    let unreadable = || Error::Unreadable(format!("{kind:?} {id} cannot be taught of"));
    let subject = match kind.as_str() {
        TOPIC => Subject::Topic(TopicId(u16::try_from(id).map_err(|_| unreadable())?)),
        SOURCE => Subject::Source(SourceId(id)),
        _ => return Err(unreadable()),
    };
    let level = u8::try_from(row.take::<u32>()?).unwrap_or(100);
    Ok(Taught { subject, level, at: row.take()? })
}
