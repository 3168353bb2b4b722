//! The change log that search indexes follow: what changed since they last read it.
//!
//! New articles are found by their ids, which become visible in order. Later changes to an article (an edit, a move to
//! another source, its removal) are logged in the same transaction, and each reader of the log remembers its position.
//! Every process may keep its own index. Old entries are removed after a while: an index that is further behind must be
//! rebuilt, as must one that finds a different database.

use crate::{
    articles::Articles,
    engine::{
        codec::decode_list,
        dates::earlier,
        db::{CHUNK, Connection, Engine, Row, insert_many, push_list},
    },
    error::Result,
    values,
};
use jiff::{SignedDuration, Timestamp};
use tidings_model::{ArticleId, SourceId};

/// How long a change stays in the log.
const KEPT: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The state of the change log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogState {
    /// Identifies the database; changes after a restore.
    pub epoch: i64,
    /// Changes up to and including this one have been removed.
    pub cut_to: i64,
    /// The latest change.
    pub last_change: i64,
    /// The highest article id assigned so far, even if that article no longer exists.
    pub last_article: ArticleId,
}

/// A logged change of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArticleChange {
    /// Its position in the log.
    pub id: i64,
    /// The article, which may no longer exist.
    pub article: ArticleId,
}

/// An article in the form that indexes read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indexable {
    /// Its id.
    pub id: ArticleId,
    /// The source it belongs to.
    pub source: SourceId,
    /// The title, as plain text.
    pub title: String,
    /// The content as sanitised HTML, possibly truncated.
    pub html: String,
    /// The names of the authors, as plain text.
    pub authors: Vec<String>,
    /// The tags assigned by the source.
    pub tags: Vec<String>,
    /// The language as the source declares it, in BCP 47.
    pub language: Option<String>,
    /// The sort key in lists.
    pub published_at: Timestamp,
}

impl Articles<'_> {
    /// Returns the state of the log. `fresh` becomes the identifier of a database that has none yet: any number that no
    /// other database has.
    ///
    /// # Errors
    /// Fails when the store cannot be read, or cannot be written on first use.
    pub async fn log(self, fresh: i64) -> Result<LogState> {
        if let Some(state) = self.0.read(log_state).await? {
            return Ok(state);
        }
        self.0.write(move |c| {
            let sql = "insert into article_log(id, epoch, cut_to) values (1, $1, 0) on conflict(id) do nothing";
            c.execute(sql, values![fresh]).map(drop)
        })
        .await?;
        let unnamed = LogState { epoch: 0, cut_to: 0, last_change: 0, last_article: ArticleId(0) };
        Ok(self.0.read(log_state).await?.unwrap_or(unnamed))
    }

    /// Returns the changes after the given one, oldest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn changes_after(self, change: i64, limit: usize) -> Result<Vec<ArticleChange>> {
        self.0
            .read(move |c| {
                let sql =
                    "select id, article_id from article_changes where id > $1 order by id limit $2";
                let rows = c.query(sql, values![change, limit])?;
                rows.into_iter()
                    .map(|mut row| {
                        Ok(ArticleChange { id: row.get("id")?, article: row.get("article_id")? })
                    })
                    .collect()
            })
            .await
    }

    /// Returns the articles after the given one, in order of arrival.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn indexable_after(self, after: ArticleId, limit: usize) -> Result<Vec<Indexable>> {
        self.0
            .read(move |c| {
                let sql = format!("{INDEXABLE} where a.id > $1 order by a.id limit $2");
                c.query(&sql, values![after, limit])?.iter_mut().map(read_indexable).collect()
            })
            .await
    }

    /// Returns those of the given articles that still exist.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn indexable(self, ids: Vec<ArticleId>) -> Result<Vec<Indexable>> {
        self.0
            .read(move |c| {
                let mut articles = Vec::with_capacity(ids.len());
                for chunk in ids.chunks(CHUNK) {
                    let mut parameters = Vec::new();
                    let list = push_list(&mut parameters, chunk);
                    let sql = format!("{INDEXABLE} where a.id in ({list}) order by a.id");
                    for mut row in c.query(&sql, &parameters)? {
                        articles.push(read_indexable(&mut row)?);
                    }
                }
                Ok(articles)
            })
            .await
    }

    /// Counts the articles up to and including an id.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count_to(self, id: ArticleId) -> Result<u64> {
        self.0
            .read(move |c| {
                let sql = "select count(*) from articles where id <= $1";
                c.query_first(sql, values![id])?.map_or(Ok(0), |row| row.only())
            })
            .await
    }
}

/// What an index stores: the full text where it was fetched, and only the beginning of a very long article.
const INDEXABLE: &str = "select a.id, a.source_id, a.title, substr(coalesce(w.html, h.html), 1, 200000) as html, \
     a.authors, a.tags, a.language, a.published_at from articles a \
     left join article_content h on h.article_id = a.id \
     left join full_texts w on w.article_id = a.id";

fn read_indexable(row: &mut Row) -> Result<Indexable> {
    Ok(Indexable {
        id: row.get("id")?,
        source: row.get("source_id")?,
        title: row.get("title")?,
        html: row.get::<Option<String>>("html")?.unwrap_or_default(),
        authors: decode_list(&row.get::<String>("authors")?),
        tags: decode_list(&row.get::<String>("tags")?),
        language: row.get("language")?,
        published_at: row.get("published_at")?,
    })
}

fn log_state(c: &mut dyn Connection) -> Result<Option<LogState>> {
    let sql = "select epoch, cut_to, (select max(id) from article_changes) as last_change from article_log \
               where id = 1";
    let Some(mut row) = c.query_first(sql, &[])? else { return Ok(None) };
    let (epoch, cut_to) = (row.get("epoch")?, row.get("cut_to")?);
    let last_change = row.get::<Option<i64>>("last_change")?.unwrap_or(cut_to);
    // The counter rather than the largest id: the newest article may have been removed.
    let sql = match c.engine() {
        Engine::Sqlite => {
            "select coalesce(max(seq), 0) from sqlite_sequence where name = 'articles'"
        }
        Engine::Postgres => {
            "select case when is_called then last_value else 0 end from articles_id_seq"
        }
    };
    let last_article = c.query_first(sql, &[])?.map_or(Ok(ArticleId(0)), |row| row.only())?;
    Ok(Some(LogState { epoch, cut_to, last_change, last_article }))
}

/// Logs that articles changed. Call it last in a transaction: from here on, other writers to the log wait.
pub(crate) fn note(c: &mut dyn Connection, articles: &[ArticleId], now: Timestamp) -> Result<()> {
    if articles.is_empty() {
        return Ok(());
    }
    in_order(c)?;
    let rows: Vec<_> = articles.iter().map(|id| values![*id, now].to_vec()).collect();
    insert_many(c, "insert into article_changes(article_id, at) values", &rows, "").map(drop)
}

/// Logs that all articles of a source changed.
pub(crate) fn note_source(c: &mut dyn Connection, source: SourceId, now: Timestamp) -> Result<()> {
    in_order(c)?;
    let sql = "insert into article_changes(article_id, at) select id, cast($2 as bigint) from articles where source_id = $1";
    c.execute(sql, values![source, now]).map(drop)
}

/// Makes ids become visible in order, since a reader asking for everything after an id would otherwise miss some. Every
/// transaction that assigns article or change ids waits here for the previous one to commit.
pub(crate) fn in_order(c: &mut dyn Connection) -> Result<()> {
    if c.engine() == Engine::Postgres {
        c.query("select pg_advisory_xact_lock(7146, hashtext(current_schema()))", &[])?;
    }
    Ok(())
}

/// Removes old changes from the log.
pub(crate) fn cut(c: &mut dyn Connection, now: Timestamp) -> Result<()> {
    let horizon = earlier(now, KEPT);
    // By id from the oldest, so that only the removed rows are scanned.
    let sql = "select id from article_changes where at >= $1 order by id limit 1";
    let first_kept: Option<i64> = match c.query_first(sql, values![horizon])? {
        Some(row) => Some(row.only()?),
        None => None,
    };
    let sql = "select max(id) from article_changes where id < $1";
    let last_gone: Option<i64> = c
        .query_first(sql, values![first_kept.unwrap_or(i64::MAX)])?
        .map_or(Ok(None), |row| row.only())?;
    let Some(last_gone) = last_gone else { return Ok(()) };
    c.execute("delete from article_changes where id <= $1", values![last_gone])?;
    let sql = "update article_log set cut_to = $1 where id = 1 and cut_to < $1";
    c.execute(sql, values![last_gone]).map(drop)
}
