//! The log that indexes of articles live by: what changed since they looked last.
//!
//! New articles are found by their ids, which become visible in their order. Whatever happens to an article afterwards (an
//! edit, a move to another source, its removal) is noted in the same transaction; a reader of the log remembers how far it
//! got. Every process may keep an index of its own. The log is cut after a while: whoever slept longer begins anew, as does
//! whoever finds another database than it knew.

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

/// How long a change is noted.
const KEPT: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Where the log stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogState {
    /// Which database this is; another after a restore.
    pub epoch: i64,
    /// Changes up to this one are no longer told.
    pub cut_to: i64,
    /// The last change noted so far.
    pub last_change: i64,
    /// The last article id given out so far, whether that article is still there or not.
    pub last_article: ArticleId,
}

/// A change of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArticleChange {
    /// Its place in the log.
    pub id: i64,
    /// The article, which may be there no more.
    pub article: ArticleId,
}

/// An article as an index takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indexable {
    /// Its id.
    pub id: ArticleId,
    /// Its source.
    pub source: SourceId,
    /// Plain text.
    pub title: String,
    /// Sanitised HTML, perhaps cut.
    pub html: String,
    /// Plain text names.
    pub authors: Vec<String>,
    /// The source's tags.
    pub tags: Vec<String>,
    /// BCP 47, as the source declares it.
    pub language: Option<String>,
    /// Its place in lists.
    pub published_at: Timestamp,
}

impl Articles<'_> {
    /// Where the log stands. `fresh` becomes the name of a database that has none yet: any number that no other has.
    ///
    /// # Errors
    /// When the store cannot read, or write for the first time.
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

    /// Changes after one, oldest first.
    ///
    /// # Errors
    /// When the store cannot read.
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

    /// Articles after one, in the order of arrival.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn indexable_after(self, after: ArticleId, limit: usize) -> Result<Vec<Indexable>> {
        self.0
            .read(move |c| {
                let sql = format!("{INDEXABLE} where a.id > $1 order by a.id limit $2");
                c.query(&sql, values![after, limit])?.iter_mut().map(read_indexable).collect()
            })
            .await
    }

    /// These articles, as far as they are still there.
    ///
    /// # Errors
    /// When the store cannot read.
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

    /// How many articles there are up to an id.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn count_to(self, id: ArticleId) -> Result<u64> {
        self.0
            .read(move |c| {
                let sql = "select count(*) from articles where id <= $1";
                c.query_first(sql, values![id])?.map_or(Ok(0), |row| row.only())
            })
            .await
    }
}

/// What an index is given: the whole text, where it was fetched; of a very long article the beginning.
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
    // The counter, not the largest id: the newest article may have been removed.
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

/// Notes that articles changed. Call it last in a transaction: from here on, others who note something wait.
pub(crate) fn note(c: &mut dyn Connection, articles: &[ArticleId], now: Timestamp) -> Result<()> {
    if articles.is_empty() {
        return Ok(());
    }
    in_order(c)?;
    let rows: Vec<_> = articles.iter().map(|id| values![*id, now].to_vec()).collect();
    insert_many(c, "insert into article_changes(article_id, at) values", &rows, "").map(drop)
}

/// Notes that all articles of a source changed.
pub(crate) fn note_source(c: &mut dyn Connection, source: SourceId, now: Timestamp) -> Result<()> {
    in_order(c)?;
    let sql = "insert into article_changes(article_id, at) select id, cast($2 as bigint) from articles where source_id = $1";
    c.execute(sql, values![source, now]).map(drop)
}

/// Ids must become visible in their order, or who asks for what came after one would miss some: whoever gives out ids of
/// articles or of changes waits here for the commit of the one before.
pub(crate) fn in_order(c: &mut dyn Connection) -> Result<()> {
    if c.engine() == Engine::Postgres {
        c.query("select pg_advisory_xact_lock(7146, hashtext(current_schema()))", &[])?;
    }
    Ok(())
}

/// Forgets changes noted long ago.
pub(crate) fn cut(c: &mut dyn Connection, now: Timestamp) -> Result<()> {
    let horizon = earlier(now, KEPT);
    // From the oldest on, so that only what goes is walked over.
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
