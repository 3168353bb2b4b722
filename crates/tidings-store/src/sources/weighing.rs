//! What determines the weight of a source: who subscribes to it and what they open.

use crate::{
    engine::db::{Connection, Row},
    error::Result,
    sources::Sources,
    values,
};
use jiff::Timestamp;
use tidings_model::{SourceId, UserId};

/// What a subscriber did with the articles of a source since a given time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubscriberActivity {
    /// The source.
    pub source: SourceId,
    /// The subscriber.
    pub user: UserId,
    /// The number of articles that arrived.
    pub n_arrived: u64,
    /// The number of articles the subscriber opened.
    pub n_opened: u64,
}

impl Sources<'_> {
    /// Returns some of the subscribers of a source who have not paused it, ordered by id.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn subscribers(self, source: SourceId, limit: usize) -> Result<Vec<UserId>> {
        self.0.read(move |c| {
            let sql = "select user_id from subscriptions where source_id = $1 and paused_at is null \
                       order by user_id limit $2";
            c.query(sql, values![source, limit])?.into_iter().map(|row| row.only()).collect()
        })
        .await
    }

    /// Returns what subscribers opened of the sources in a range of ids, ordered by source.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn read_of_sources(
        self,
        after: SourceId,
        last: SourceId,
        since: Timestamp,
    ) -> Result<Vec<SubscriberActivity>> {
        self.0.read(move |c| read_of_sources(c, after, last, since)).await
    }

    /// Returns the id of the last of the next `n` sources after an id, or `None` if there are none.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn stride(self, after: SourceId, n: usize) -> Result<Option<SourceId>> {
        self.0.read(move |c| source_stride(c, after, n)).await
    }

    /// Returns the highest source id, or 0 if there are no sources.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn last_id(self) -> Result<SourceId> {
        self.0
            .read(|c| {
                let sql = "select coalesce(max(id), 0) from sources";
                c.query_first(sql, &[])?.map_or(Ok(SourceId(0)), |row| row.only())
            })
            .await
    }

    /// Sets the weights of sources.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
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
