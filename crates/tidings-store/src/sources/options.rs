//! How a source is fetched for all: what was set for it, the secret that opens it, and everybody's wishes taken together.
//!
//! A source is shared. A wish about fetching holds as far as nobody else is hurt: the shorter of two least intervals, the
//! shorter of two longest ones, the longer of two retentions.

use crate::{
    engine::db::Connection,
    error::{Error, Result},
    push::{self, PushSubscription},
    sources::{self, Sources},
    values,
};
use tidings_model::SourceId;

/// What an operator, or the only subscriber, wishes of the fetching of a source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceOptions {
    /// What to call ourselves there.
    pub user_agent: Option<String>,
    /// Asked no more often than every so many minutes, whatever subscribers wish.
    pub min_minutes: Option<u32>,
    /// Asked at least every so many minutes.
    pub max_minutes: Option<u32>,
    /// The new address that is not to be adopted.
    pub refused_move: Option<String>,
}

/// A header that lets us in at one origin. It prints as dots.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    /// The origin it is for, as `https://example.org`.
    pub origin: String,
    /// The name of the header.
    pub header: String,
    /// Its value.
    pub value: String,
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Secret").field("origin", &self.origin).finish_non_exhaustive()
    }
}

/// How a source is to be asked, everybody's wishes taken together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FetchManner {
    /// What to call ourselves there.
    pub user_agent: Option<String>,
    /// What lets us in.
    pub secret: Option<Secret>,
    /// Asked no more often than every so many minutes.
    pub min_minutes: Option<u32>,
    /// Asked at least every so many minutes.
    pub max_minutes: Option<u32>,
    /// The new address that is not to be adopted.
    pub refused_move: Option<String>,
    /// Somebody wishes it as fresh as possible.
    pub is_pinned: bool,
    /// Who was asked to tell of its news.
    pub push: Option<PushSubscription>,
}

impl Sources<'_> {
    /// What was set for the fetching of a source.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn options(self, source: SourceId) -> Result<SourceOptions> {
        self.0.read(move |c| source_options(c, source)).await
    }

    /// Sets how a source is fetched.
    ///
    /// # Errors
    /// When there is no such source, or the store cannot write.
    pub async fn set_options(self, source: SourceId, options: SourceOptions) -> Result<()> {
        self.0.write(move |c| {
            sources::lock(c, source)?;
            let sql = "insert into source_options(source_id, user_agent, min_minutes, max_minutes, refused_move) \
                       values ($1, $2, $3, $4, $5) on conflict(source_id) do update set user_agent = excluded.user_agent, \
                       min_minutes = excluded.min_minutes, max_minutes = excluded.max_minutes, \
                       refused_move = excluded.refused_move";
            let wished = values![
                source,
                options.user_agent.as_deref(),
                options.min_minutes,
                options.max_minutes,
                options.refused_move.as_deref()
            ];
            c.execute(sql, wished).map(drop)
        })
        .await
    }

    /// Keeps the secret that lets us in, in place of a former one; `None` forgets it.
    ///
    /// # Errors
    /// When there is no such source, or the store cannot write.
    pub async fn set_secret(self, source: SourceId, secret: Option<Secret>) -> Result<()> {
        self.0.write(move |c| set_secret(c, source, secret.as_ref())).await
    }

    /// Whether a source has a secret, and for which origin.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn secret_origin(self, source: SourceId) -> Result<Option<String>> {
        self.0
            .read(move |c| {
                let sql = "select origin from source_credentials where source_id = $1";
                c.query_first(sql, values![source])?.map(|row| row.only()).transpose()
            })
            .await
    }

    /// How a source is to be asked.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn manner(self, source: SourceId) -> Result<FetchManner> {
        self.0.read(move |c| manner(c, source)).await
    }
}

fn source_options(c: &mut dyn Connection, source: SourceId) -> Result<SourceOptions> {
    let sql = "select user_agent, min_minutes, max_minutes, refused_move from source_options where source_id = $1";
    let Some(mut row) = c.query_first(sql, values![source])? else {
        return Ok(SourceOptions::default());
    };
    Ok(SourceOptions {
        user_agent: row.get("user_agent")?,
        min_minutes: row.get("min_minutes")?,
        max_minutes: row.get("max_minutes")?,
        refused_move: row.get("refused_move")?,
    })
}

pub(crate) fn set_secret(
    c: &mut dyn Connection,
    source: SourceId,
    secret: Option<&Secret>,
) -> Result<()> {
    sources::lock(c, source)?;
    c.execute("delete from source_credentials where source_id = $1", values![source])?;
    let Some(secret) = secret else { return Ok(()) };
    let sql =
        "insert into source_credentials(source_id, origin, header, secret) values ($1, $2, $3, $4)";
    c.execute(sql, values![source, &secret.origin, &secret.header, &secret.value]).map(drop)
}

fn manner(c: &mut dyn Connection, source: SourceId) -> Result<FetchManner> {
    let set = source_options(c, source)?;
    // A least interval counts as far as every active subscriber agrees to it; a longest one is the neediest's.
    let sql = "select case when count(min_minutes) = count(*) then min(min_minutes) end as agreed, \
               min(max_minutes) as needed, \
               coalesce(max(is_pinned), 0) as is_pinned from subscriptions where source_id = $1 and paused_at is null";
    let (agreed, needed, is_pinned): (Option<u32>, Option<u32>, bool) =
        c.query_first(sql, values![source])?.map_or(Ok((None, None, false)), |mut row| {
            Ok::<_, Error>((row.get("agreed")?, row.get("needed")?, row.get("is_pinned")?))
        })?;
    let sql = "select origin, header, secret from source_credentials where source_id = $1";
    let secret = c
        .query_first(sql, values![source])?
        .map(|mut row| {
            Ok::<_, Error>(Secret {
                origin: row.get("origin")?,
                header: row.get("header")?,
                value: row.get("secret")?,
            })
        })
        .transpose()?;
    Ok(FetchManner {
        user_agent: set.user_agent,
        secret,
        min_minutes: set.min_minutes.max(agreed),
        max_minutes: [set.max_minutes, needed].into_iter().flatten().min(),
        refused_move: set.refused_move,
        is_pinned,
        push: push::of_source(c, source)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_never_print() {
        let secret = Secret {
            origin: "https://example.org".to_owned(),
            header: "authorization".to_owned(),
            value: "swordfish".to_owned(),
        };
        assert!(!format!("{secret:?}").contains("swordfish"));
    }
}
