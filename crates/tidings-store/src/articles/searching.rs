//! What a search needs from the store: what the user may see, which articles carry their marks, and the articles found.

use crate::{
    articles::{
        ArticleList, Articles, JOINS, LISTED, ListedArticle, UNREAD_JOIN, VISIBLE, read_listed,
    },
    engine::db::{CHUNK, Connection, Value, push_list},
    error::Result,
    values,
};
use std::collections::HashMap;
use tidings_model::{ArticleId, SourceId, UserId};

/// An article found by a search, with the text that its passage is quoted from.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// The fields that lists show.
    pub listed: ListedArticle,
    /// The content as sanitised HTML, possibly truncated.
    pub html: String,
    /// The language as the source declares it, in BCP 47.
    pub language: Option<String>,
}

impl Articles<'_> {
    /// Returns what a user may see: the sources they subscribe to, and the articles they kept (starred, read later, tagged)
    /// from any source.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn in_sight(self, user: UserId) -> Result<(Vec<SourceId>, Vec<ArticleId>)> {
        self.0.read(move |c| {
            let sql = "select source_id from subscriptions where user_id = $1";
            let rows = c.query(sql, values![user])?;
            let sources = rows.into_iter().map(|row| row.only()).collect::<Result<_>>()?;
            let sql = "select article_id from readings where user_id = $1 and starred_at is not null \
                       union all select article_id from readings where user_id = $1 and later_at is not null \
                       union all select t.article_id from tags g join article_tags t on t.tag_id = g.id \
                       where g.user_id = $1";
            Ok((sources, ids(c, sql, values![user])?))
        })
        .await
    }

    /// Returns the ids of all articles in a list that is marked per article: unread, starred, read later, tagged. Other
    /// lists are defined by their sources.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn ids_on(self, user: UserId, shelf: ArticleList) -> Result<Vec<ArticleId>> {
        self.0.read(move |c| match shelf {
            ArticleList::Unread => {
                ids(c, "select article_id from unread where user_id = $1", values![user])
            }
            ArticleList::Starred => {
                let sql =
                    "select article_id from readings where user_id = $1 and starred_at is not null";
                ids(c, sql, values![user])
            }
            ArticleList::Later => {
                let sql =
                    "select article_id from readings where user_id = $1 and later_at is not null";
                ids(c, sql, values![user])
            }
            ArticleList::Tagged(tag) => {
                let sql = "select article_id from article_tags where tag_id = $2 and user_id = $1";
                ids(c, sql, values![user, tag])
            }
            _ => Ok(Vec::new()),
        })
        .await
    }

    /// Returns articles to quote from, in the given order, without those that the user may not see or that a rule hides.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn passages(self, user: UserId, wanted: Vec<ArticleId>) -> Result<Vec<Passage>> {
        self.0.read(move |c| {
            let mut found: HashMap<ArticleId, Passage> = HashMap::new();
            for chunk in wanted.chunks(CHUNK) {
                let mut parameters = values![user].to_vec();
                let list = push_list(&mut parameters, chunk);
                let sql = format!(
                    "select {LISTED}, substr(coalesce(w.html, h.html), 1, 60000) as html, a.language \
                     from articles a {JOINS} {UNREAD_JOIN} left join article_content h on h.article_id = a.id \
                     left join full_texts w on w.article_id = a.id where a.id in ({list}) and {VISIBLE} \
                     and not exists (select 1 from hidden x where x.user_id = $1 and x.article_id = a.id)"
                );
                for mut row in c.query(&sql, &parameters)? {
                    let listed = read_listed(&mut row)?;
                    let html = row.get::<Option<String>>("html")?.unwrap_or_default();
                    found.insert(listed.id, Passage { listed, html, language: row.get("language")? });
                }
            }
            Ok(wanted.iter().filter_map(|id| found.remove(id)).collect())
        })
        .await
    }
}

fn ids(c: &mut dyn Connection, sql: &str, parameters: &[Value]) -> Result<Vec<ArticleId>> {
    c.query(sql, parameters)?.into_iter().map(|row| row.only()).collect()
}
