//! What people wish of a source: how it is shown to one of them, and how it is fetched for all.
//!
//! A source is shared. What concerns reading is a subscriber's own; what concerns fetching holds as far as nobody else
//! is hurt: the shorter of two least intervals, the shorter of two longest ones, the longer of two retentions.

use crate::{
    db::{CHUNK, Connection, push_list},
    error::{Error, Result},
    hosts,
    push::{self, PushSubscription},
    sources,
    store::Store,
    users::touch,
    values,
};
use jiff::Timestamp;
use tidings_model::{SourceId, UserId};
use url::Url;

/// What one subscriber wishes of a source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SubscriberOptions {
    /// Shown in its own list and its folder's only, not among everything.
    pub is_muted: bool,
    /// The whole text is fetched where the feed has a part of it.
    pub full_text: bool,
    /// As fresh as possible: looked at far more often than it would be otherwise.
    pub is_pinned: bool,
    /// Asked no more often than every so many minutes.
    pub min_minutes: Option<u32>,
    /// Asked at least every so many minutes.
    pub max_minutes: Option<u32>,
    /// Days for which articles are kept; `None`: as long as the operator says.
    pub keep_days: Option<u32>,
    /// Articles kept; `None`: as many as the operator says.
    pub keep_count: Option<u32>,
    /// The new address that the user does not want.
    pub kept_move: Option<String>,
}

impl SubscriberOptions {
    /// One wish a line, for a list on its way in: names, some with a number.
    pub(crate) fn lines(&self) -> String {
        let flags =
            [("muted", self.is_muted), ("full_text", self.full_text), ("pinned", self.is_pinned)];
        let flags = flags.iter().filter(|(_, is_so)| *is_so).map(|(name, _)| (*name).to_owned());
        let numbers = [
            ("min_minutes", self.min_minutes),
            ("max_minutes", self.max_minutes),
            ("keep_days", self.keep_days),
            ("keep_count", self.keep_count),
        ];
        let numbers = numbers.iter().filter_map(|(name, n)| Some(format!("{name} {}", (*n)?)));
        flags.chain(numbers).collect::<Vec<_>>().join("\n")
    }

    /// Reads [`SubscriberOptions::lines`] back; what is not known is passed over.
    pub(crate) fn of_lines(lines: &str) -> Self {
        let mut options = Self::default();
        for line in lines.lines() {
            let (name, number) = line.split_once(' ').unwrap_or((line, ""));
            let number = number.parse().ok();
            match name {
                "muted" => options.is_muted = true,
                "full_text" => options.full_text = true,
                "pinned" => options.is_pinned = true,
                "min_minutes" => options.min_minutes = number,
                "max_minutes" => options.max_minutes = number,
                "keep_days" => options.keep_days = number,
                "keep_count" => options.keep_count = number,
                _ => {}
            }
        }
        options
    }
}

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
pub struct Manner {
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

impl Store {
    /// Sets what a subscriber wishes.
    ///
    /// # Errors
    /// When the user does not subscribe, or the store cannot write.
    pub async fn set_subscriber_options(
        &self,
        user: UserId,
        source: SourceId,
        options: SubscriberOptions,
    ) -> Result<()> {
        self.write(move |c| set_subscriber_options(c, user, source, &options)).await
    }

    /// What was set for the fetching of a source.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn source_options(&self, source: SourceId) -> Result<SourceOptions> {
        self.read(move |c| source_options(c, source)).await
    }

    /// Sets how a source is fetched.
    ///
    /// # Errors
    /// When there is no such source, or the store cannot write.
    pub async fn set_source_options(&self, source: SourceId, options: SourceOptions) -> Result<()> {
        self.write(move |c| {
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
    pub async fn set_secret(&self, source: SourceId, secret: Option<Secret>) -> Result<()> {
        self.write(move |c| set_secret(c, source, secret.as_ref())).await
    }

    /// Whether a source has a secret, and for which origin.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn secret_origin(&self, source: SourceId) -> Result<Option<String>> {
        self.read(move |c| {
            let sql = "select origin from source_credentials where source_id = $1";
            c.query_first(sql, values![source])?.map(|mut row| row.take()).transpose()
        })
        .await
    }

    /// How a source is to be asked.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn manner(&self, source: SourceId) -> Result<Manner> {
        self.read(move |c| manner(c, source)).await
    }

    /// Retrieves sources for a user's sake again. What arrived for others meanwhile becomes unread, the newest of it.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn resume(
        &self,
        user: UserId,
        sources: Vec<SourceId>,
        now: Timestamp,
    ) -> Result<u64> {
        self.write(move |c| {
            let mut n_resumed = 0;
            for source in &sources {
                n_resumed += u64::from(resume(c, user, *source, now)?);
            }
            Ok(n_resumed)
        })
        .await
    }
}

/// Stops retrieving a source for a user's sake; false if it was paused already.
pub(crate) fn pause(
    c: &mut dyn Connection,
    user: UserId,
    source: SourceId,
    now: Timestamp,
) -> Result<bool> {
    let sql = "update subscriptions set paused_at = $3 where user_id = $1 and source_id = $2 and paused_at is null";
    if c.execute(sql, values![user, source, now])? == 0 {
        return Ok(false);
    }
    sources::orphan_if_unwanted(c, source)?;
    touch(c, user)?;
    Ok(true)
}

fn resume(c: &mut dyn Connection, user: UserId, source: SourceId, now: Timestamp) -> Result<bool> {
    let sql = "select paused_at from subscriptions where user_id = $1 and source_id = $2 and paused_at is not null";
    let Some(mut row) = c.query_first(sql, values![user, source])? else { return Ok(false) };
    let since: Timestamp = row.take()?;
    sources::lock(c, source)?;
    let sql = "update subscriptions set paused_at = null where user_id = $1 and source_id = $2";
    c.execute(sql, values![user, source])?;
    crate::unread::arrived_since(c, user, source, since)?;
    touch(c, user)?;
    sources::wake_orphan(c, source, now)?;
    // One that its server called gone is asked again because a person believes in it.
    let sql = "update sources set state = 'active', gones = 0, gone_since = null, next_at = $2, next_reason = 'resumed', \
               due_at = case when lease_until > $2 then lease_until else $2 end where id = $1 and state = 'gone'";
    if c.execute(sql, values![source, now])? > 0 {
        hosts::refresh_for(c, source)?;
    }
    Ok(true)
}

pub(crate) fn set_subscriber_options(
    c: &mut dyn Connection,
    user: UserId,
    source: SourceId,
    options: &SubscriberOptions,
) -> Result<()> {
    let sql = "update subscriptions set is_muted = $3, full_text = $4, min_minutes = $5, max_minutes = $6, \
               keep_days = $7, keep_count = $8, kept_move = $9, is_pinned = $10 where user_id = $1 and source_id = $2";
    let wished = values![
        user,
        source,
        options.is_muted,
        options.full_text,
        options.min_minutes,
        options.max_minutes,
        options.keep_days,
        options.keep_count,
        options.kept_move.as_deref(),
        options.is_pinned
    ];
    match c.execute(sql, wished)? {
        0 => Err(Error::NotFound("subscription")),
        _ => touch(c, user),
    }
}

fn source_options(c: &mut dyn Connection, source: SourceId) -> Result<SourceOptions> {
    let sql = "select user_agent, min_minutes, max_minutes, refused_move from source_options where source_id = $1";
    let Some(mut row) = c.query_first(sql, values![source])? else {
        return Ok(SourceOptions::default());
    };
    Ok(SourceOptions {
        user_agent: row.take()?,
        min_minutes: row.take()?,
        max_minutes: row.take()?,
        refused_move: row.take()?,
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

fn manner(c: &mut dyn Connection, source: SourceId) -> Result<Manner> {
    let set = source_options(c, source)?;
    // A least interval counts as far as every active subscriber agrees to it; a longest one is the neediest's.
    let sql = "select case when count(min_minutes) = count(*) then min(min_minutes) end, min(max_minutes), \
               coalesce(max(is_pinned), 0) from subscriptions where source_id = $1 and paused_at is null";
    let (agreed, needed, is_pinned): (Option<u32>, Option<u32>, bool) =
        c.query_first(sql, values![source])?.map_or(Ok((None, None, false)), |mut row| {
            Ok::<_, Error>((row.take()?, row.take()?, row.take()?))
        })?;
    let sql = "select origin, header, secret from source_credentials where source_id = $1";
    let secret = c
        .query_first(sql, values![source])?
        .map(|mut row| {
            Ok::<_, Error>(Secret { origin: row.take()?, header: row.take()?, value: row.take()? })
        })
        .transpose()?;
    Ok(Manner {
        user_agent: set.user_agent,
        secret,
        min_minutes: set.min_minutes.max(agreed),
        max_minutes: [set.max_minutes, needed].into_iter().flatten().min(),
        refused_move: set.refused_move,
        is_pinned,
        push: push::of_source(c, source)?,
    })
}

/// Which of these sources a user follows; the others are as if they were not there.
pub(crate) fn followed(
    c: &mut dyn Connection,
    user: UserId,
    ids: &[SourceId],
) -> Result<Vec<SourceId>> {
    let mut found = Vec::new();
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = values![user].to_vec();
        let list = push_list(&mut parameters, chunk);
        let sql = format!(
            "select source_id from subscriptions where user_id = $1 and source_id in ({list}) order by source_id"
        );
        for mut row in c.query(&sql, &parameters)? {
            found.push(row.take()?);
        }
    }
    Ok(found)
}

/// The mark of a source that is one user's alone: the part of the address that is never sent.
pub(crate) const PRIVATE: &str = "only-for-";

/// The address under which a source is kept for one user alone: nobody else who follows it meets what a secret opens.
#[must_use]
pub fn private_url(url: &Url, user: UserId) -> Url {
    let mut private = url.clone();
    private.set_fragment(Some(&format!("{PRIVATE}{user}")));
    private
}

/// Whether an address is one user's alone.
#[must_use]
pub fn is_private(url: &Url) -> bool {
    url.fragment().is_some_and(|mark| mark.starts_with(PRIVATE))
}

/// An address as it is asked and shown: without the mark.
#[must_use]
pub fn public_url(url: &Url) -> Url {
    let mut public = url.clone();
    public.set_fragment(None);
    public
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_address_is_asked_where_the_public_one_is() {
        let url: Url = "https://example.org/feed?a=b".parse().unwrap();
        let private = private_url(&url, UserId(7));
        assert!(is_private(&private) && !is_private(&url));
        assert_ne!(private, private_url(&url, UserId(8)));
        assert_eq!(public_url(&private), url);
    }

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
