//! Arrivals: which articles are new, and for which users.
//!
//! A process with open pages calls this about once a second, for all of them at once, so each query reads only a few keys.

use crate::{
    articles::Articles,
    engine::db::{CHUNK, Connection, push_list},
    error::Result,
    values,
};
use std::collections::BTreeSet;
use tidings_model::{ArticleId, UserId};

impl Articles<'_> {
    /// Returns the newest articles with an id above `after`, newest first, at most `limit`.
    ///
    /// With several writers, a smaller id may become visible after a larger one, so callers should look back a little.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn arrived_after(self, after: ArticleId, limit: usize) -> Result<Vec<ArticleId>> {
        self.0.read(move |c| arrivals(c, after, limit)).await
    }

    /// Returns the users who see any of these articles as new: they subscribe to its source and no rule of theirs hides it.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn concerned(self, articles: Vec<ArticleId>) -> Result<BTreeSet<UserId>> {
        self.0.read(move |c| concerned(c, &articles)).await
    }
}

pub(crate) fn arrivals(
    c: &mut dyn Connection,
    after: ArticleId,
    limit: usize,
) -> Result<Vec<ArticleId>> {
    let sql = "select id from articles where id > $1 order by id desc limit $2";
    let rows = c.query(sql, values![after, limit])?;
    rows.into_iter().map(|row| row.only()).collect()
}

pub(crate) fn concerned(
    c: &mut dyn Connection,
    articles: &[ArticleId],
) -> Result<BTreeSet<UserId>> {
    let mut users = BTreeSet::new();
    for chunk in articles.chunks(CHUNK) {
        let mut parameters = Vec::new();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "select distinct s.user_id from articles a join subscriptions s on s.source_id = a.source_id \
             where a.id in ({list}) and s.paused_at is null \
             and not exists (select 1 from hidden h where h.user_id = s.user_id and h.article_id = a.id)"
        );
        for row in c.query(&sql, &parameters)? {
            users.insert(row.only()?);
        }
    }
    Ok(users)
}
