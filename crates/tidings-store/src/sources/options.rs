//! How a source is fetched for all users: its own options, its credentials, and the combined options of all subscribers.
//!
//! Sources are shared. A subscriber's option about fetching applies only as far as it harms no one else: of two minimum
//! intervals the shorter wins, of two maximum intervals the shorter, of two retention times the longer.

use crate::{
    engine::db::Connection,
    error::{Error, Result},
    push::{self, PushSubscription},
    sources::{self, Sources},
    values,
};
use tidings_model::SourceId;

/// The fetch options of a source, set by an operator or the only subscriber.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceOptions {
    /// The user agent to send.
    pub user_agent: Option<String>,
    /// The minimum minutes between fetches, whatever subscribers choose.
    pub min_minutes: Option<u32>,
    /// The maximum minutes between fetches.
    pub max_minutes: Option<u32>,
    /// The new address that must not be adopted.
    pub refused_move: Option<String>,
}

/// A header with credentials for one origin. Masked in debug output.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    /// The origin it may be sent to, such as `https://example.org`.
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

/// How to fetch a source, with the options of all subscribers combined.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FetchManner {
    /// The user agent to send.
    pub user_agent: Option<String>,
    /// The credentials.
    pub secret: Option<Secret>,
    /// The minimum minutes between fetches.
    pub min_minutes: Option<u32>,
    /// The maximum minutes between fetches.
    pub max_minutes: Option<u32>,
    /// The new address that must not be adopted.
    pub refused_move: Option<String>,
    /// Whether a subscriber pinned it, to have it as fresh as possible.
    pub is_pinned: bool,
    /// The subscription at a hub that announces its articles.
    pub push: Option<PushSubscription>,
}

impl Sources<'_> {
    /// Returns the fetch options of a source.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn options(self, source: SourceId) -> Result<SourceOptions> {
        self.0.read(move |c| source_options(c, source)).await
    }

    /// Sets the fetch options of a source.
    ///
    /// # Errors
    /// Fails when there is no such source, or the store cannot be written.
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

    /// Stores the credentials of a source, replacing any earlier ones; `None` removes them.
    ///
    /// # Errors
    /// Fails when there is no such source, or the store cannot be written.
    pub async fn set_secret(self, source: SourceId, secret: Option<Secret>) -> Result<()> {
        self.0.write(move |c| set_secret(c, source, secret.as_ref())).await
    }

    /// Returns the origin of a source's credentials, if it has any.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn secret_origin(self, source: SourceId) -> Result<Option<String>> {
        self.0
            .read(move |c| {
                let sql = "select origin from source_credentials where source_id = $1";
                c.query_first(sql, values![source])?.map(|row| row.only()).transpose()
            })
            .await
    }

    /// Returns how to fetch a source.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
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
    // A minimum interval applies only as far as every active subscriber agrees; of the maximum intervals, the shortest
    // applies.
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
    fn secrets_are_never_printed() {
        let secret = Secret {
            origin: "https://example.org".to_owned(),
            header: "authorization".to_owned(),
            value: "swordfish".to_owned(),
        };
        assert!(!format!("{secret:?}").contains("swordfish"));
    }
}
