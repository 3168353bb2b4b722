//! Share links: anyone with the link can read one article, until the link is revoked or expires.

use crate::{
    articles::{self, FullArticle},
    engine::db::Row,
    error::{Error, Result},
    outputs::Outputs,
    subscriptions::check_may_see,
    users::visits,
    values,
};
use jiff::Timestamp;
use tidings_model::{ArticleId, Reaction, ShareId, UserId, user::UserReaction};

/// The maximum number of active links per user.
pub const MOST_SHARES: u32 = 1000;

/// A link that shares an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareLink {
    /// Its id.
    pub id: ShareId,
    /// The article.
    pub article: ArticleId,
    /// The article's title.
    pub title: String,
    /// The secret part of its address.
    pub token: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it expires.
    pub expires_at: Option<Timestamp>,
}

impl Outputs<'_> {
    /// Creates a link to an article under a token and its digest.
    ///
    /// # Errors
    /// Fails when the user may not see the article or already has [`MOST_SHARES`] links, or the store cannot be written.
    pub async fn share(
        self,
        user: UserId,
        article: ArticleId,
        token: (String, [u8; 32]),
        expires_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<ShareId> {
        self.0.write(move |c| {
            check_may_see(c, user, article)?;
            c.execute("delete from shares where user_id = $1 and expires_at <= $2", values![user, now])?;
            let row = c.query_first("select count(*) from shares where user_id = $1", values![user])?;
            if row.map_or(Ok(0), |row| row.only::<u32>())? >= MOST_SHARES {
                return Err(Error::Refused(format!("there are already {MOST_SHARES} links; revoke one first")));
            }
            let sql = "insert into shares(user_id, article_id, token, hash, created_at, expires_at) \
                       values ($1, $2, $3, $4, $5, $6) returning id";
            let (text, hash) = &token;
            let parameters = values![user, article, text, hash.as_slice(), now, expires_at];
            visits::note(c, UserReaction { user, article, reaction: Reaction::Shared, at: now })?;
            c.query_first(sql, parameters)?.ok_or(Error::NotFound("share link"))?.only()
        })
        .await
    }

    /// Returns a user's active links, newest first, optionally only those to one article.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn shares(
        self,
        user: UserId,
        article: Option<ArticleId>,
        now: Timestamp,
    ) -> Result<Vec<ShareLink>> {
        self.0.read(move |c| {
            let sql = "select s.id, s.article_id, a.title, s.token, s.created_at, s.expires_at from shares s \
                       join articles a on a.id = s.article_id where s.user_id = $1 \
                       and (s.expires_at is null or s.expires_at > $2) and (cast($3 as bigint) is null or s.article_id = $3) \
                       order by s.id desc";
            c.query(sql, values![user, now, article])?.into_iter().map(read).collect()
        })
        .await
    }

    /// Revokes a link.
    ///
    /// # Errors
    /// Fails when it is not the user's, or the store cannot be written.
    pub async fn revoke_share(self, user: UserId, id: ShareId) -> Result<()> {
        self.0
            .write(move |c| {
                match c.execute(
                    "delete from shares where user_id = $1 and id = $2",
                    values![user, id],
                )? {
                    0 => Err(Error::NotFound("share link")),
                    _ => Ok(()),
                }
            })
            .await
    }

    /// Returns the article of a link, by the digest of its token, as the user who shared it sees it now.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn shared(self, hash: [u8; 32], now: Timestamp) -> Result<Option<FullArticle>> {
        self.0
            .read(move |c| {
                let sql = "select user_id, article_id from shares where hash = $1 \
                       and (expires_at is null or expires_at > $2)";
                let Some(mut row) = c.query_first(sql, values![hash.as_slice(), now])? else {
                    return Ok(None);
                };
                let (user, article) = (row.get("user_id")?, row.get("article_id")?);
                Ok(articles::full_articles(c, user, &[article])?.pop())
            })
            .await
    }
}

fn read(mut row: Row) -> Result<ShareLink> {
    Ok(ShareLink {
        id: row.get("id")?,
        article: row.get("article_id")?,
        title: row.get("title")?,
        token: row.get("token")?,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
    })
}
