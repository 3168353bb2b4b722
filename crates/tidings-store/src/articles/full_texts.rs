//! Full texts of articles, extracted from their pages. They are stored beside what the source sent, never in its place.

use crate::{
    articles::{Articles, VISIBLE},
    engine::db::{CHUNK, push_list},
    error::Result,
    values,
};
use jiff::{SignedDuration, Timestamp};
use tidings_model::{ArticleId, SourceId, UserId};

/// The result of fetching an article's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullText {
    /// The content as sanitised HTML; `None` until a fetch succeeds.
    pub html: Option<String>,
    /// Why there is none: the code of a failure kind, one of the codes below, or a sentence written by an older release.
    pub failure: Option<String>,
    /// When the page was last fetched.
    pub fetched_at: Timestamp,
    /// Whether the user wants full texts for this source.
    pub is_wanted: bool,
}

impl FullText {
    /// The address does not lead to a web page.
    pub const NOT_A_PAGE: &str = "not-a-page";
    /// The page contains no article.
    pub const NO_ARTICLE: &str = "no-article";
}

/// An article whose full text a user wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullTextRequest {
    /// The article.
    pub article: ArticleId,
    /// Its source.
    pub source: SourceId,
    /// The address of its page.
    pub link: String,
}

/// How many times a page is fetched automatically before giving up.
const MOST_TRIES: u32 = 3;
/// The wait after the first failure; each further wait is four times as long.
const FIRST_WAIT: SignedDuration = SignedDuration::from_hours(1);

impl Articles<'_> {
    /// Returns the full text of an article, if the user may see the article and its page has been fetched.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

    /// Returns the full texts of those of the given articles whose source the user wants full texts for.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

    /// Returns the address of an article's page, and its source.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn wanted(self, article: ArticleId) -> Result<Option<FullTextRequest>> {
        self.0
            .read(move |c| {
                let sql =
                    "select id, source_id, link from articles where id = $1 and link is not null";
                c.query_first(sql, values![article])?.map(|mut row| wanted(&mut row)).transpose()
            })
            .await
    }

    /// Returns articles since the given time that have no full text yet although a subscriber wants it, newest first.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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

    /// Stores a full text, or why there is none. An existing text is kept when a later attempt fails.
    ///
    /// # Errors
    /// Fails when the store cannot be written, or the article is gone.
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
            // Retention may have removed the article in the meantime.
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
            // From now on, searches use the full text.
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
