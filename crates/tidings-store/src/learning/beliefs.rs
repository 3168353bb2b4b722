//! Beliefs: what was learned, kept for whoever decides.

use crate::{
    engine::db::{Connection, Row},
    error::Result,
    learning::Learning,
    values,
};
use jiff::Timestamp;
use tidings_model::{PostingBelief, SourceId, units::PerDay};

/// A belief in the encoding of whoever learned it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Belief {
    /// What it is about: the id of a source, a user, an article, as the kind says.
    pub subject: i64,
    /// Up to when history is counted in.
    pub as_of: Timestamp,
    /// The encoding.
    pub body: Vec<u8>,
}

impl Learning<'_> {
    /// How a source is believed to post.
    ///
    /// # Errors
    /// When the store cannot read.
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

    /// What is believed of sources beyond an id, in the order of ids: one stretch of a walk over all of them.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn posting_beliefs_after(
        self,
        after: SourceId,
        limit: usize,
    ) -> Result<Vec<(SourceId, PostingBelief)>> {
        self.0.read(move |c| posting_after(c, after, limit)).await
    }

    /// A belief of some kind about something.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn belief(self, kind: &'static str, subject: i64) -> Result<Option<Belief>> {
        self.0.read(move |c| {
            let sql =
                "select subject_id, as_of, body from beliefs where kind = $1 and subject_id = $2";
            c.query_first(sql, values![kind, subject])?.map(read_belief).transpose()
        })
        .await
    }

    /// Up to when a belief counts history in, without reading it.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn belief_as_of(self, kind: &'static str, subject: i64) -> Result<Option<Timestamp>> {
        self.0
            .read(move |c| {
                let sql = "select as_of from beliefs where kind = $1 and subject_id = $2";
                let row = c.query_first(sql, values![kind, subject])?;
                row.map(|row| row.only()).transpose()
            })
            .await
    }

    /// Keeps a belief in place of the one that was read, if that is still there; `false` when somebody else was faster.
    ///
    /// # Errors
    /// When the store cannot write.
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

    /// Keeps a belief in place of the former one.
    ///
    /// # Errors
    /// When the store cannot write.
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

/// Keeps how a source is believed to post. A mean that is no number is refused: lists are sorted by it.
pub(crate) fn set_posting(
    c: &mut dyn Connection,
    source: SourceId,
    belief: &PostingBelief,
) -> Result<()> {
    if !(belief.per_day.0.is_finite() && belief.per_day.0 >= 0.0) {
        let message =
            format!("a source posts a finite number of times a day; {} came", belief.per_day.0);
        return Err(crate::Error::Refused(message));
    }
    let sql = "insert into rhythms(source_id, per_day, as_of, body) values ($1, $2, $3, $4) \
               on conflict(source_id) do update set per_day = excluded.per_day, as_of = excluded.as_of, \
               body = excluded.body";
    c.execute(sql, values![source, belief.per_day.0, belief.as_of, belief.body.as_slice()])
        .map(drop)
}
