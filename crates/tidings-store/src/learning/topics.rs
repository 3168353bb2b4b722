//! The topics of articles, and the texts they are learned from.

use crate::{
    articles::NOT_MUTED,
    engine::db::{CHUNK, Connection, Row, push_list},
    error::{Error, Result},
    learning::Learning,
    values,
};
use jiff::Timestamp;
use std::collections::HashMap;
use tidings_model::{
    ArticleId, Fingerprint, SourceId, UserId,
    taste::{Mixture, TopicId},
};

/// The words of an article that topics are learned from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleWords {
    /// The article.
    pub article: ArticleId,
    /// Its source.
    pub source: SourceId,
    /// The title, as plain text.
    pub title: String,
    /// A short summary, as plain text.
    pub summary: String,
    /// The language declared by the source.
    pub language: Option<String>,
}

/// An unread article that Today could show.
#[derive(Debug, Clone, PartialEq)]
pub struct TodayCandidate {
    /// The article.
    pub article: ArticleId,
    /// Its source.
    pub source: SourceId,
    /// The earlier of the source's date and the time we first saw it.
    pub published_at: Timestamp,
    /// A key of its headline: the same story from two sources often has the same.
    pub title_key: Option<Fingerprint>,
    /// Its topics, as far as they are known.
    pub mixture: Mixture,
}

impl Learning<'_> {
    /// Returns the words of articles after an id that arrived since the given time, ordered by id: one batch of a scan.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn worded_after(
        self,
        after: ArticleId,
        since: Timestamp,
        limit: usize,
    ) -> Result<Vec<ArticleWords>> {
        self.0
            .read(move |c| {
                let sql = "select id, source_id, title, summary, language from articles \
                       where id > $1 and arrived_at >= $2 order by id limit $3";
                c.query(sql, values![after, since, limit])?.into_iter().map(read_worded).collect()
            })
            .await
    }

    /// Returns the words of articles after an id, ordered by id, excluding private sources: topics shared by all users must
    /// not reveal anything about those.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn common_words_after(
        self,
        after: ArticleId,
        limit: usize,
    ) -> Result<Vec<ArticleWords>> {
        self.0.read(move |c| {
            let sql = "select a.id, a.source_id, a.title, a.summary, a.language from articles a \
                       join sources s on s.id = a.source_id where a.id > $1 and s.owner_id = 0 \
                       order by a.id limit $2";
            c.query(sql, values![after, limit])?.into_iter().map(read_worded).collect()
        })
        .await
    }

    /// Returns the words of these articles, as far as they exist.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn words_of(self, articles: Vec<ArticleId>) -> Result<Vec<ArticleWords>> {
        self.0
            .read(move |c| {
                let mut found = Vec::with_capacity(articles.len());
                for chunk in articles.chunks(CHUNK) {
                    let mut parameters = Vec::new();
                    let list = push_list(&mut parameters, chunk);
                    let sql = format!(
                        "select id, source_id, title, summary, language from articles where id in ({list}) order by id"
                    );
                    for row in c.query(&sql, &parameters)? {
                        found.push(read_worded(row)?);
                    }
                }
                Ok(found)
            })
            .await
    }

    /// Returns the words of articles after an id that were shown or reacted to since the given time and whose topics come
    /// from another training of the model.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn outdated_words_after(
        self,
        after: ArticleId,
        training: i64,
        since: Timestamp,
        limit: usize,
    ) -> Result<Vec<ArticleWords>> {
        self.0.read(move |c| {
            let sql = "select a.id, a.source_id, a.title, a.summary, a.language from article_topics t \
                       join articles a on a.id = t.article_id where t.article_id > $1 and t.training <> $2 \
                       and (exists (select 1 from showings w where w.article_id = t.article_id and w.at >= $3) \
                         or exists (select 1 from reactions r where r.article_id = t.article_id and r.at >= $3)) \
                       order by t.article_id limit $4";
            let parameters = values![after, training, since, limit];
            c.query(sql, parameters)?.into_iter().map(read_worded).collect()
        })
        .await
    }

    /// Returns the id before the newest `n` articles: where a scan over those begins.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn newest_articles_begin(self, n: usize) -> Result<ArticleId> {
        self.0
            .read(move |c| {
                let sql = "select id from articles order by id desc limit 1 offset $1";
                let row = c.query_first(sql, values![n])?;
                row.map_or(Ok(ArticleId(0)), |row| row.only())
            })
            .await
    }

    /// Returns the last article whose topics were assigned by this training of the model.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn told_until(self, training: i64) -> Result<Option<ArticleId>> {
        self.0
            .read(move |c| {
                let sql = "select max(article_id) from article_topics where training = $1";
                let row = c.query_first(sql, values![training])?;
                row.map_or(Ok(None), |row| row.only())
            })
            .await
    }

    /// Stores the topics of articles, assigned by this training of the model. Articles that no longer exist are skipped.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn set_mixtures(
        self,
        training: i64,
        mixtures: Vec<(ArticleId, Mixture)>,
    ) -> Result<()> {
        self.0.write(move |c| {
            let sql = "insert into article_topics(article_id, training, mixture) \
                       select id, cast($2 as bigint), $3 from articles where id = $1 \
                       on conflict(article_id) do update set training = excluded.training, mixture = excluded.mixture";
            for (article, mixture) in &mixtures {
                c.execute(sql, values![*article, training, encoded(mixture).as_slice()])?;
            }
            Ok(())
        })
        .await
    }

    /// Returns the topics of those articles for which they are known.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn mixtures(self, articles: Vec<ArticleId>) -> Result<HashMap<ArticleId, Mixture>> {
        self.0.read(move |c| {
            let mut found = HashMap::new();
            for chunk in articles.chunks(CHUNK) {
                let mut parameters = Vec::new();
                let list = push_list(&mut parameters, chunk);
                let sql = format!(
                    "select article_id, mixture from article_topics where article_id in ({list})"
                );
                for mut row in c.query(&sql, &parameters)? {
                    found.insert(row.get("article_id")?, decoded(&row.get::<Vec<u8>>("mixture")?)?);
                }
            }
            Ok(found)
        })
        .await
    }

    /// Returns a user's unread articles published since the given time, newest first, without muted and hidden ones.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn candidates(
        self,
        user: UserId,
        since: Timestamp,
        limit: usize,
    ) -> Result<Vec<TodayCandidate>> {
        self.0.read(move |c| {
            let sql = format!(
                "select a.id, a.source_id, a.published_at, a.title_key, t.mixture from unread n \
                 join articles a on a.id = n.article_id left join article_topics t on t.article_id = a.id \
                 where n.user_id = $1 and n.published_at >= $2 {NOT_MUTED} \
                 order by n.published_at desc, n.article_id desc limit $3"
            );
            c.query(&sql, values![user, since, limit])?.into_iter().map(read_candidate).collect()
        })
        .await
    }

    /// Returns the headline keys of articles, each with a source that has it.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn headlines(
        self,
        articles: Vec<ArticleId>,
    ) -> Result<HashMap<Fingerprint, SourceId>> {
        self.0.read(move |c| {
            let mut found = HashMap::new();
            for chunk in articles.chunks(CHUNK) {
                let mut parameters = Vec::new();
                let list = push_list(&mut parameters, chunk);
                let sql = format!(
                    "select title_key, source_id from articles where id in ({list}) and title_key is not null"
                );
                for mut row in c.query(&sql, &parameters)? {
                    found.insert(row.get("title_key")?, row.get("source_id")?);
                }
            }
            Ok(found)
        })
        .await
    }

    /// Deletes the topics of all articles and the users' preferences about topics. Needed when the topic model can no
    /// longer be read, since its numbers would then refer to other topics.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn forget_topics(self) -> Result<()> {
        self.0
            .write(|c| {
                c.execute("delete from article_topics", &[])?;
                c.execute("delete from taught where subject = 'topic'", &[]).map(drop)
            })
            .await
    }
}

/// Returns articles that no longer exist but still have topics, and from which nobody has learned since the given time.
pub(crate) fn unused(
    c: &mut dyn Connection,
    before: Timestamp,
    limit: usize,
) -> Result<Vec<ArticleId>> {
    let sql = "select t.article_id from article_topics t left join articles a on a.id = t.article_id \
               where a.id is null and not exists (select 1 from showings s where s.article_id = t.article_id) \
                 and not exists (select 1 from reactions r where r.article_id = t.article_id and r.at >= $1) limit $2";
    c.query(sql, values![before, limit])?.into_iter().map(|row| row.only()).collect()
}

pub(crate) fn drop_mixtures(c: &mut dyn Connection, articles: &[ArticleId]) -> Result<()> {
    for chunk in articles.chunks(CHUNK) {
        let mut parameters = Vec::new();
        let list = push_list(&mut parameters, chunk);
        c.execute(
            &format!("delete from article_topics where article_id in ({list})"),
            &parameters,
        )?;
    }
    Ok(())
}

fn encoded(mixture: &Mixture) -> Vec<u8> {
    let part = |part: f32| ((part * f32::from(u16::MAX)).round() as u16).to_le_bytes();
    mixture
        .parts()
        .iter()
        .flat_map(|&(topic, weight)| [topic.0.to_le_bytes(), part(weight)].concat())
        .collect()
}

pub(crate) fn decoded(bytes: &[u8]) -> Result<Mixture> {
    let (pairs, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(Error::Unreadable("the topics of an article cannot be read".to_owned()));
    }
    Ok(Mixture::of(pairs.iter().map(|&[a, b, c, d]| {
        let part = f32::from(u16::from_le_bytes([c, d])) / f32::from(u16::MAX);
        (TopicId(u16::from_le_bytes([a, b])), part)
    })))
}

fn read_worded(mut row: Row) -> Result<ArticleWords> {
    Ok(ArticleWords {
        article: row.get("id")?,
        source: row.get("source_id")?,
        title: row.get("title")?,
        summary: row.get("summary")?,
        language: row.get("language")?,
    })
}

fn read_candidate(mut row: Row) -> Result<TodayCandidate> {
    Ok(TodayCandidate {
        article: row.get("id")?,
        source: row.get("source_id")?,
        published_at: row.get("published_at")?,
        title_key: row.get("title_key")?,
        mixture: row
            .get::<Option<Vec<u8>>>("mixture")?
            .map(|bytes| decoded(&bytes))
            .transpose()?
            .unwrap_or_default(),
    })
}
