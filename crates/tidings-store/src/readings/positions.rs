//! Playback positions in audio and video, so that a user can continue on any device.

use crate::{
    articles::VISIBLE,
    engine::db::{CHUNK, push_list},
    error::{Error, Result},
    readings::Readings,
    values,
};
use jiff::Timestamp;
use tidings_model::{ArticleId, Fingerprint, UserId};

/// A playback position in an audio or video file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaybackPosition {
    /// The fingerprint of the file's address.
    pub media: Fingerprint,
    /// Seconds from the start.
    pub seconds: u32,
    /// Its duration in seconds, if the player knew it.
    pub length: Option<u32>,
}

/// The maximum number of playback positions per user and article.
const PER_ARTICLE: i64 = 64;

impl Readings<'_> {
    /// Whether a user may see an article.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn sees(self, user: UserId, article: ArticleId) -> Result<bool> {
        self.0
            .read(move |c| {
                let sql = format!("select 1 from articles a where a.id = $2 and {VISIBLE}");
                Ok(c.query_first(&sql, values![user, article])?.is_some())
            })
            .await
    }

    /// Returns a user's playback positions in the files of an article.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn positions(
        self,
        user: UserId,
        article: ArticleId,
    ) -> Result<Vec<PlaybackPosition>> {
        self.0.read(move |c| {
            let sql = "select media, seconds, length from positions where user_id = $1 and article_id = $2 \
                       order by media";
            let rows = c.query(sql, values![user, article])?;
            let read = |mut row: crate::engine::db::Row| {
                Ok(PlaybackPosition { media: row.get("media")?, seconds: row.get("seconds")?, length: row.get("length")? })
            };
            rows.into_iter().map(read).collect()
        })
        .await
    }

    /// Returns a user's playback positions in the files of several articles.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn positions_in(
        self,
        user: UserId,
        articles: Vec<ArticleId>,
    ) -> Result<Vec<(ArticleId, PlaybackPosition)>> {
        self.0
            .read(move |c| {
                let mut positions = Vec::new();
                for chunk in articles.chunks(CHUNK) {
                    let mut parameters = values![user].to_vec();
                    let list = push_list(&mut parameters, chunk);
                    let sql = format!(
                        "select article_id, media, seconds, length from positions \
                     where user_id = $1 and article_id in ({list}) order by article_id, media"
                    );
                    for mut row in c.query(&sql, &parameters)? {
                        let (article, media) = (row.get("article_id")?, row.get("media")?);
                        let (seconds, length) = (row.get("seconds")?, row.get("length")?);
                        positions.push((article, PlaybackPosition { media, seconds, length }));
                    }
                }
                Ok(positions)
            })
            .await
    }

    /// Stores a playback position.
    ///
    /// # Errors
    /// Fails when the user may not see the article, it already has too many positions, or the store cannot be written.
    pub async fn keep_position(
        self,
        user: UserId,
        article: ArticleId,
        position: PlaybackPosition,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| {
            let sql = format!("select a.id from articles a where a.id = $2 and {VISIBLE} {{LOCK}}");
            if c.query_first(&sql, values![user, article])?.is_none() {
                return Err(Error::NotFound("article"));
            }
            let PlaybackPosition { media, seconds, length } = position;
            let sql = "select count(*) from positions where user_id = $1 and article_id = $2 and media <> $3";
            let others: i64 = c
                .query_first(sql, values![user, article, media])?
                .map_or(Ok(0), |row| row.only())?;
            if others >= PER_ARTICLE {
                return Err(Error::Refused(format!(
                    "an article has at most {PER_ARTICLE} playback positions"
                )));
            }
            let sql = "insert into positions(user_id, article_id, media, seconds, length, at) \
                 values ($1, $2, $3, $4, $5, $6) on conflict(user_id, article_id, media) do update set \
                 seconds = excluded.seconds, length = coalesce(excluded.length, positions.length), at = excluded.at";
            c.execute(sql, values![user, article, media, seconds, length, now]).map(drop)
        })
        .await
    }
}
