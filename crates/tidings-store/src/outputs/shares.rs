//! Share links: anyone with the link can read one article, until the link is revoked or expires.

use crate::{
    articles::{self, FullArticle},
    engine::db::{Connection, Row},
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
    /// The article's summary.
    pub summary: String,
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
        self.0.write(move |c| share(c, user, article, &token, expires_at, now)).await
    }

    /// The same, unless the user already has an active link to the article: then returns that one.
    ///
    /// # Errors
    /// Fails when the user may not see the article or already has [`MOST_SHARES`] links, or the store cannot be written.
    pub async fn share_once(
        self,
        user: UserId,
        article: ArticleId,
        token: (String, [u8; 32]),
        expires_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<ShareId> {
        self.0
            .write(move |c| match shares(c, user, Some(article), now)?.first() {
                Some(known) => Ok(known.id),
                None => share(c, user, article, &token, expires_at, now),
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
        self.0.read(move |c| shares(c, user, article, now)).await
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

    /// Returns whether there is an active link, by the digest of its token.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn is_shared(self, hash: [u8; 32], now: Timestamp) -> Result<bool> {
        self.0
            .read(move |c| Ok(c.query_first(ACTIVE, values![hash.as_slice(), now])?.is_some()))
            .await
    }

    /// Returns the article of a link, by the digest of its token, as the user who shared it sees it now.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn shared(self, hash: [u8; 32], now: Timestamp) -> Result<Option<FullArticle>> {
        self.0
            .read(move |c| {
                let Some(mut row) = c.query_first(ACTIVE, values![hash.as_slice(), now])? else {
                    return Ok(None);
                };
                let (user, article) = (row.get("user_id")?, row.get("article_id")?);
                Ok(articles::full_articles(c, user, &[article])?.pop())
            })
            .await
    }
}

fn share(
    c: &mut dyn Connection,
    user: UserId,
    article: ArticleId,
    (token, hash): &(String, [u8; 32]),
    expires_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<ShareId> {
    check_may_see(c, user, article)?;
    c.execute("delete from shares where user_id = $1 and expires_at <= $2", values![user, now])?;
    let row = c.query_first("select count(*) from shares where user_id = $1", values![user])?;
    if row.map_or(Ok(0), |row| row.only::<u32>())? >= MOST_SHARES {
        return Err(Error::Refused(format!(
            "there are already {MOST_SHARES} links; revoke one first"
        )));
    }
    let sql = "insert into shares(user_id, article_id, token, hash, created_at, expires_at) \
               values ($1, $2, $3, $4, $5, $6) returning id";
    let parameters = values![user, article, token, hash.as_slice(), now, expires_at];
    visits::note(c, UserReaction { user, article, reaction: Reaction::Shared, at: now })?;
    c.query_first(sql, parameters)?.ok_or(Error::NotFound("share link"))?.only()
}

fn shares(
    c: &mut dyn Connection,
    user: UserId,
    article: Option<ArticleId>,
    now: Timestamp,
) -> Result<Vec<ShareLink>> {
    let sql = "select s.id, s.article_id, a.title, a.summary, s.token, s.created_at, s.expires_at from shares s \
         join articles a on a.id = s.article_id where s.user_id = $1 \
         and (s.expires_at is null or s.expires_at > $2) and (cast($3 as bigint) is null or s.article_id = $3) \
         order by s.id desc";
    c.query(sql, values![user, now, article])?.into_iter().map(read).collect()
}

const ACTIVE: &str = "select user_id, article_id from shares where hash = $1 \
                      and (expires_at is null or expires_at > $2)";

fn read(mut row: Row) -> Result<ShareLink> {
    Ok(ShareLink {
        id: row.get("id")?,
        article: row.get("article_id")?,
        title: row.get("title")?,
        summary: row.get("summary")?,
        token: row.get("token")?,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
    })
}
