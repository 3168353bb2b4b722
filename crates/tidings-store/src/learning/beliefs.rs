//! Beliefs: what was learned, stored for those who make decisions.

use crate::{
    engine::db::{Connection, Row},
    error::Result,
    learning::Learning,
    values,
};
use jiff::Timestamp;
use tidings_model::{PostingBelief, SourceId, units::PerDay};

/// A belief, encoded by the code that learned it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Belief {
    /// The id of its subject: a source, a user or an article, depending on the kind.
    pub subject: i64,
    /// The time up to which history is included.
    pub as_of: Timestamp,
    /// The encoded belief.
    pub body: Vec<u8>,
}

impl Learning<'_> {
    /// Returns the belief about how a source posts.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn posting_belief(self, source: SourceId) -> Result<Option<PostingBelief>> {
        self.0
            .read(move |c| {
                let sql = "select per_day, as_of, body from rhythms where source_id = $1";
                c.query_first(sql, values![source])?
                    .map(|mut row| read_posting(&mut row))
                    .transpose()
            })
            .await
    }

    /// Returns the posting beliefs of the sources after an id, ordered by id: one batch of a scan over all of them.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn posting_beliefs_after(
        self,
        after: SourceId,
        limit: usize,
    ) -> Result<Vec<(SourceId, PostingBelief)>> {
        self.0.read(move |c| posting_after(c, after, limit)).await
    }

    /// Returns a belief of some kind about a subject.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn belief(self, kind: &'static str, subject: i64) -> Result<Option<Belief>> {
        self.0.read(move |c| {
            let sql =
                "select subject_id, as_of, body from beliefs where kind = $1 and subject_id = $2";
            c.query_first(sql, values![kind, subject])?.map(read_belief).transpose()
        })
        .await
    }

    /// Returns the time up to which a belief includes history, without reading the belief.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn belief_as_of(self, kind: &'static str, subject: i64) -> Result<Option<Timestamp>> {
        self.0
            .read(move |c| {
                let sql = "select as_of from beliefs where kind = $1 and subject_id = $2";
                let row = c.query_first(sql, values![kind, subject])?;
                row.map(|row| row.only()).transpose()
            })
            .await
    }

    /// Replaces the belief that was read, if it is still stored. Returns `false` if another process replaced it first.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn replace_belief(
        self,
        kind: &'static str,
        before: Option<Timestamp>,
        belief: Belief,
    ) -> Result<bool> {
        self.0.write(move |c| {
            let n = match before {
                None => {
                    let sql = "insert into beliefs(kind, subject_id, as_of, body) values ($1, $2, $3, $4) \
                               on conflict(kind, subject_id) do nothing";
                    c.execute(sql, values![kind, belief.subject, belief.as_of, belief.body.as_slice()])?
                }
                Some(before) => {
                    let sql = "update beliefs set as_of = $3, body = $4 \
                               where kind = $1 and subject_id = $2 and as_of = $5";
                    c.execute(
                        sql,
                        values![kind, belief.subject, belief.as_of, belief.body.as_slice(), before],
                    )?
                }
            };
            Ok(n > 0)
        })
        .await
    }

    /// Stores a belief, replacing any earlier one.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn set_belief(self, kind: &'static str, belief: Belief) -> Result<()> {
        self.0.write(move |c| {
            let sql = "insert into beliefs(kind, subject_id, as_of, body) values ($1, $2, $3, $4) \
                       on conflict(kind, subject_id) do update set as_of = excluded.as_of, body = excluded.body";
            c.execute(sql, values![kind, belief.subject, belief.as_of, belief.body.as_slice()]).map(drop)
        })
        .await
    }
}

pub(crate) fn posting_after(
    c: &mut dyn Connection,
    after: SourceId,
    limit: usize,
) -> Result<Vec<(SourceId, PostingBelief)>> {
    let sql = "select source_id, per_day, as_of, body from rhythms where source_id > $1 \
               order by source_id limit $2";
    let rows = c.query(sql, values![after, limit])?;
    rows.into_iter().map(|mut row| Ok((row.get("source_id")?, read_posting(&mut row)?))).collect()
}

fn read_posting(row: &mut Row) -> Result<PostingBelief> {
    let per_day = PerDay(row.get("per_day")?);
    Ok(PostingBelief { per_day, as_of: row.get("as_of")?, body: row.get("body")? })
}

fn read_belief(mut row: Row) -> Result<Belief> {
    Ok(Belief { subject: row.get("subject_id")?, as_of: row.get("as_of")?, body: row.get("body")? })
}

/// Stores the belief about how a source posts. Refuses a mean that is not a number, because lists are sorted by it.
pub(crate) fn set_posting(
    c: &mut dyn Connection,
    source: SourceId,
    belief: &PostingBelief,
) -> Result<()> {
    if !(belief.per_day.0.is_finite() && belief.per_day.0 >= 0.0) {
        let message = format!(
            "the posting rate of a source must be finite, not {} per day",
            belief.per_day.0
        );
        return Err(crate::Error::Refused(message));
    }
    let sql = "insert into rhythms(source_id, per_day, as_of, body) values ($1, $2, $3, $4) \
               on conflict(source_id) do update set per_day = excluded.per_day, as_of = excluded.as_of, \
               body = excluded.body";
    c.execute(sql, values![source, belief.per_day.0, belief.as_of, belief.body.as_slice()])
        .map(drop)
}
