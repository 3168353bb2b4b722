//! Whole texts of articles, taken from their pages: kept beside what the source tells, never instead of it.

use crate::{
    articles::{Articles, VISIBLE},
    engine::db::{CHUNK, push_list},
    error::Result,
    values,
};
use jiff::{SignedDuration, Timestamp};
use tidings_model::{ArticleId, SourceId, UserId};

/// What came of fetching an article's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullText {
    /// Sanitised HTML; none while it could not be had.
    pub html: Option<String>,
    /// Why not: the code of a kind of failure or one of those below, or a sentence of a former release.
    pub failure: Option<String>,
    /// When its page was asked last.
    pub fetched_at: Timestamp,
    /// Whether the user wants whole texts of this source.
    pub is_wanted: bool,
}

impl FullText {
    /// The address leads to something that is no page.
    pub const NOT_A_PAGE: &str = "not-a-page";
    /// The page holds no article.
    pub const NO_ARTICLE: &str = "no-article";
}

/// An article whose whole text somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullTextRequest {
    /// The article.
    pub article: ArticleId,
    /// Whose it is.
    pub source: SourceId,
    /// Where its page is.
    pub link: String,
}

/// How often a page is asked by itself before it is left alone.
const MOST_TRIES: u32 = 3;
/// After a failure it is asked again after this time, then after four times that.
const FIRST_WAIT: SignedDuration = SignedDuration::from_hours(1);

impl Articles<'_> {
    /// The whole text of an article, if the user may see the article and its page was asked.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn full_text(self, user: UserId, article: ArticleId) -> Result<Option<FullText>> {
        self.0.read(move |c| {
            let sql = format!(
                "select t.html, t.failure, t.fetched_at, case when u.full_text = 1 then 1 else 0 end as is_wanted \
                 from full_texts t join articles a on a.id = t.article_id \
                 left join subscriptions u on u.user_id = $1 and u.source_id = a.source_id where a.id = $2 and {VISIBLE}"
            );
            c.query_first(&sql, values![user, article])?
                .map(|mut row| {
                    let (html, failure) = (row.get("html")?, row.get("failure")?);
                    Ok(FullText { html, failure, fetched_at: row.get("fetched_at")?, is_wanted: row.get("is_wanted")? })
                })
                .transpose()
        })
        .await
    }

    /// The whole texts of some articles, of those whose source the user wants whole texts of.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn wanted_texts(
        self,
        user: UserId,
        articles: Vec<ArticleId>,
    ) -> Result<Vec<(ArticleId, String)>> {
        self.0.read(move |c| {
            let mut texts = Vec::new();
            for chunk in articles.chunks(CHUNK) {
                let mut parameters = values![user].to_vec();
                let list = push_list(&mut parameters, chunk);
                let sql = format!(
                    "select t.article_id, t.html from full_texts t join articles a on a.id = t.article_id \
                     join subscriptions u on u.user_id = $1 and u.source_id = a.source_id and u.full_text = 1 \
                     where t.article_id in ({list}) and t.html is not null"
                );
                for mut row in c.query(&sql, &parameters)? {
                    texts.push((row.get("article_id")?, row.get("html")?));
                }
            }
            Ok(texts)
        })
        .await
    }

    /// Where the page of an article is, and whose article it is.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn wanted(self, article: ArticleId) -> Result<Option<FullTextRequest>> {
        self.0
            .read(move |c| {
                let sql =
                    "select id, source_id, link from articles where id = $1 and link is not null";
                c.query_first(sql, values![article])?.map(|mut row| wanted(&mut row)).transpose()
            })
            .await
    }

    /// Articles since a time whose whole text a subscriber wants and that have none yet, newest first.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn wanted_full_texts(
        self,
        since: Timestamp,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<FullTextRequest>> {
        self.0.read(move |c| {
            let sql = "select a.id, a.source_id, a.link from (select distinct source_id from subscriptions \
                 where full_text = 1 and paused_at is null) w \
                 join articles a on a.source_id = w.source_id and a.published_at >= $1 \
                 left join full_texts t on t.article_id = a.id \
                 where a.link is not null and (t.article_id is null or (t.html is null and t.next_try_at <= $2)) \
                 order by a.published_at desc, a.id desc limit $3";
            c.query(sql, values![since, now, limit])?
                .into_iter()
                .map(|mut row| wanted(&mut row))
                .collect()
        })
        .await
    }

    /// Keeps a whole text, or why there is none. A text that was had stays when a later attempt fails.
    ///
    /// # Errors
    /// When the store cannot write, or the article is gone.
    pub async fn keep_full_text(
        self,
        article: ArticleId,
        fetched: std::result::Result<String, String>,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| {
            let (html, failure) = match &fetched {
                Ok(html) => (Some(html.as_str()), None),
                Err(why) => (None, Some(why.as_str())),
            };
            // Retention may have removed the article meanwhile.
            let there = format!("select id from articles where id = $1 {}", "{LOCK}");
            if c.query_first(&there, values![article])?.is_none() {
                return Err(crate::error::Error::NotFound("article"));
            }
            let sql = "select n_tries from full_texts where article_id = $1";
            let before: u32 =
                c.query_first(sql, values![article])?.map_or(Ok(0), |row| row.only())?;
            let n_tries = before.saturating_add(1);
            let sql = "insert into full_texts(article_id, html, failure, fetched_at, n_tries, next_try_at) \
                 values ($1, $2, $3, $4, $5, $6) on conflict(article_id) do update set \
                 html = coalesce(excluded.html, full_texts.html), failure = excluded.failure, \
                 fetched_at = excluded.fetched_at, n_tries = excluded.n_tries, next_try_at = excluded.next_try_at";
            let next = failure.and_then(|_| next_try(n_tries, now));
            c.execute(sql, values![article, html, failure, now, n_tries, next])?;
            // Searches look through the whole text from now on.
            if html.is_some() { crate::articles::changes::note(c, &[article], now) } else { Ok(()) }
        })
        .await
    }
}

fn wanted(row: &mut crate::engine::db::Row) -> Result<FullTextRequest> {
    Ok(FullTextRequest {
        article: row.get("id")?,
        source: row.get("source_id")?,
        link: row.get("link")?,
    })
}

fn next_try(n_tries: u32, now: Timestamp) -> Option<Timestamp> {
    if n_tries >= MOST_TRIES {
        return None;
    }
    now.saturating_add(FIRST_WAIT.saturating_mul(4_i32.saturating_pow(n_tries - 1))).ok()
}
