//! Beliefs: what was learned, kept for whoever decides.

use crate::{
    db::{Connection, Row},
    error::Result,
    store::Store,
    values,
};
use jiff::Timestamp;
use tidings_model::{PostingRate, SourceId};

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

impl Store {
    /// How often a source is believed to post.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn posting_rate(&self, source: SourceId) -> Result<Option<PostingRate>> {
        self.read(move |c| {
            let sql = "select postings, days, as_of from posting_rates where source_id = $1";
            c.query_first(sql, values![source])?.map(|mut row| read_rate(&mut row)).transpose()
        })
        .await
    }

    /// The rates of the sources that are watched, by id; for planning over all of them.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn posting_rates(&self) -> Result<Vec<(SourceId, PostingRate)>> {
        self.read(|c| {
            let sql = "select p.source_id, p.postings, p.days, p.as_of from posting_rates p \
                       join sources s on s.id = p.source_id where s.state <> 'paused' order by p.source_id";
            let rows = c.query(sql, &[])?;
            rows.into_iter().map(|mut row| Ok((row.take()?, read_rate(&mut row)?))).collect()
        })
        .await
    }

    /// Sets how often a source is believed to post. Not-a-number and negative values are refused.
    ///
    /// # Errors
    /// When the values are no rate, or the store cannot write.
    pub async fn set_posting_rate(&self, source: SourceId, rate: PostingRate) -> Result<()> {
        self.write(move |c| set_posting_rate(c, source, &rate)).await
    }

    /// A belief of some kind about something.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn belief(&self, kind: &'static str, subject: i64) -> Result<Option<Belief>> {
        self.read(move |c| {
            let sql =
                "select subject_id, as_of, body from beliefs where kind = $1 and subject_id = $2";
            c.query_first(sql, values![kind, subject])?.map(read_belief).transpose()
        })
        .await
    }

    /// All beliefs of a kind, by subject.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn beliefs(&self, kind: &'static str) -> Result<Vec<Belief>> {
        self.read(move |c| {
            let sql =
                "select subject_id, as_of, body from beliefs where kind = $1 order by subject_id";
            c.query(sql, values![kind])?.into_iter().map(read_belief).collect()
        })
        .await
    }

    /// Keeps a belief in place of the former one.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn set_belief(&self, kind: &'static str, belief: Belief) -> Result<()> {
        self.write(move |c| {
            let sql = "insert into beliefs(kind, subject_id, as_of, body) values ($1, $2, $3, $4) \
                       on conflict(kind, subject_id) do update set as_of = excluded.as_of, body = excluded.body";
            c.execute(sql, values![kind, belief.subject, belief.as_of, belief.body.as_slice()]).map(drop)
        })
        .await
    }
}

fn read_rate(row: &mut Row) -> Result<PostingRate> {
    Ok(PostingRate { postings: row.take()?, days: row.take()?, as_of: row.take()? })
}

fn read_belief(mut row: Row) -> Result<Belief> {
    Ok(Belief { subject: row.take()?, as_of: row.take()?, body: row.take()? })
}

pub(crate) fn set_posting_rate(
    c: &mut dyn Connection,
    source: SourceId,
    rate: &PostingRate,
) -> Result<()> {
    let is_sound = |value: f64| value.is_finite() && value >= 0.0;
    if !is_sound(rate.postings) || !is_sound(rate.days) {
        let message = format!(
            "a posting rate has finite, non-negative parts; {} postings in {} days came",
            rate.postings, rate.days
        );
        return Err(crate::Error::Refused(message));
    }
    let sql = "insert into posting_rates(source_id, postings, days, as_of) values ($1, $2, $3, $4) \
               on conflict(source_id) do update set postings = excluded.postings, days = excluded.days, \
               as_of = excluded.as_of";
    c.execute(sql, values![source, rate.postings, rate.days, rate.as_of]).map(drop)
}
