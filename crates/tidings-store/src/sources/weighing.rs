//! What decides how much each source matters: who follows it and what they open.

use crate::{
    engine::db::{Connection, Row},
    error::Result,
    sources::Sources,
    values,
};
use jiff::Timestamp;
use tidings_model::{SourceId, UserId};

/// What a subscriber did with the articles of a source since an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubscriberActivity {
    /// The source.
    pub source: SourceId,
    /// The subscriber.
    pub user: UserId,
    /// Articles that appeared.
    pub n_arrived: u64,
    /// Those the subscriber opened.
    pub n_opened: u64,
}

impl Sources<'_> {
    /// Some of those who follow a source and do not pause it, by id.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn subscribers(self, source: SourceId, limit: usize) -> Result<Vec<UserId>> {
        self.0.read(move |c| {
            let sql = "select user_id from subscriptions where source_id = $1 and paused_at is null \
                       order by user_id limit $2";
            c.query(sql, values![source, limit])?.into_iter().map(|row| row.only()).collect()
        })
        .await
    }

    /// What subscribers opened of the sources beyond one up to another, in the order of sources.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn read_of_sources(
        self,
        after: SourceId,
        last: SourceId,
        since: Timestamp,
    ) -> Result<Vec<SubscriberActivity>> {
        self.0.read(move |c| read_of_sources(c, after, last, since)).await
    }

    /// The id of the last of so many sources beyond an id; `None` at the end of them.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn stride(self, after: SourceId, n: usize) -> Result<Option<SourceId>> {
        self.0.read(move |c| source_stride(c, after, n)).await
    }

    /// The highest id of a source; 0 where there is none.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn last_id(self) -> Result<SourceId> {
        self.0
            .read(|c| {
                let sql = "select coalesce(max(id), 0) from sources";
                c.query_first(sql, &[])?.map_or(Ok(SourceId(0)), |row| row.only())
            })
            .await
    }

    /// Sets how much sources matter.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn set_weights(self, weights: Vec<(SourceId, f64)>) -> Result<()> {
        self.0.write(move |c| {
            for (source, weight) in &weights {
                let sql = "update sources set weight = $2 where id = $1 and abs(weight - $2) > 0.02 * weight";
                c.execute(sql, values![*source, *weight])?;
            }
            Ok(())
        })
        .await
    }
}

pub(crate) fn source_stride(
    c: &mut dyn Connection,
    after: SourceId,
    n: usize,
) -> Result<Option<SourceId>> {
    let sql = "select max(id) from (select id from sources where id > $1 order by id limit $2) s";
    c.query_first(sql, values![after, n])?.map_or(Ok(None), |row| row.only())
}

pub(crate) fn read_of_sources(
    c: &mut dyn Connection,
    after: SourceId,
    last: SourceId,
    since: Timestamp,
) -> Result<Vec<SubscriberActivity>> {
    let sql = "select u.source_id, u.user_id, \
               (select count(*) from articles a \
                where a.source_id = u.source_id and a.published_at >= $2) as n_arrived, \
               (select count(*) from articles a join readings r on r.article_id = a.id and r.user_id = u.user_id \
                where a.source_id = u.source_id and a.published_at >= $2 and r.n_opened > 0) as n_opened \
               from subscriptions u where u.source_id > $1 and u.source_id <= $3 and u.paused_at is null \
               order by u.source_id, u.user_id";
    c.query(sql, values![after, since, last])?.into_iter().map(read).collect()
}

fn read(mut row: Row) -> Result<SubscriberActivity> {
    let (source, user) = (row.get("source_id")?, row.get("user_id")?);
    Ok(SubscriberActivity {
        source,
        user,
        n_arrived: row.get("n_arrived")?,
        n_opened: row.get("n_opened")?,
    })
}
