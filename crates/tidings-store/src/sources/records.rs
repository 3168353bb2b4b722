//! Sources as stored, once for all users.

use crate::{
    engine::db::{CHUNK, Connection, Row, push_list},
    error::{Error, Result},
    sources::{Sources, hints::decode_hints, hosts},
    values,
};
use jiff::Timestamp;
use tidings_model::{
    FailureKind, HostKey, SourceId, SourceKind, SourceState, UserId, Validators,
    source::{Health, PendingMove, Source},
};
use url::Url;

/// The owner of public sources.
pub(crate) const NOBODY: UserId = UserId(0);

/// The maximum length of a source's address; small enough for an index of PostgreSQL.
pub const MAX_URL_BYTES: usize = 2048;

/// The columns of a source that [`read_source`] takes, for a table named `s`.
pub(crate) const COLUMNS: &str = "s.id, s.kind, s.url, s.owner_id, s.host, s.title, s.site, s.state, s.etag, s.last_modified, \
     s.body, s.hints, s.failures, s.failing_since, s.last_success, s.last_retrieval, s.last_unconditional, s.gones, \
     s.gone_since, s.failure_kind, s.failure_message, s.move_target, s.move_since, s.move_sightings, s.next_at, \
     s.next_reason, s.created_at, s.weight, \
     (select count(*) from subscriptions where source_id = s.id) as n_subscribers";

/// Reads the [`COLUMNS`].
pub(crate) fn read_source(row: &mut Row) -> Result<Source> {
    let id = row.get("id")?;
    let kind = read_code(row, "kind", SourceKind::from_code, "kind of source")?;
    let (url, owner): (Url, UserId) = (row.get("url")?, row.get("owner_id")?);
    let (host, title, site) = (row.get("host")?, row.get("title")?, row.get("site")?);
    let state = read_code(row, "state", SourceState::from_code, "state of a source")?;
    let validators = Validators {
        etag: row.get("etag")?,
        last_modified: row.get("last_modified")?,
        body: row.get("body")?,
    };
    let hints = decode_hints(&row.get::<String>("hints")?);
    let mut health = Health {
        failures: row.get("failures")?,
        failing_since: row.get("failing_since")?,
        last_success: row.get("last_success")?,
        last_fetch: row.get("last_retrieval")?,
        last_unconditional: row.get("last_unconditional")?,
        gones: row.get("gones")?,
        gone_since: row.get("gone_since")?,
        last_failure: None,
    };
    let failure_kind =
        row.get::<Option<String>>("failure_kind")?.and_then(|code| FailureKind::from_code(&code));
    health.last_failure = failure_kind.zip(row.get::<Option<String>>("failure_message")?);
    let (target, since, sightings) = (
        row.get::<Option<Url>>("move_target")?,
        row.get("move_since")?,
        row.get("move_sightings")?,
    );
    let move_seen = match (target, since, sightings) {
        (Some(target), Some(since), Some(sightings)) => {
            Some(PendingMove { target, since, sightings })
        }
        _ => None,
    };
    Ok(Source {
        id,
        kind,
        url,
        owner: (owner != NOBODY).then_some(owner),
        host,
        title,
        site,
        state,
        validators,
        hints,
        health,
        move_seen,
        next_at: row.get("next_at")?,
        next_reason: row.get("next_reason")?,
        created_at: row.get("created_at")?,
        weight: row.get("weight")?,
        n_subscribers: row.get("n_subscribers")?,
    })
}

/// Reads a code written by one of our enums.
pub(crate) fn read_code<T>(
    row: &mut Row,
    column: &str,
    from: fn(&str) -> Option<T>,
    what: &str,
) -> Result<T> {
    let code: String = row.get(column)?;
    from(&code).ok_or_else(|| Error::Unreadable(format!("{code:?} is not a {what}")))
}

/// The result of adding a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedSource {
    /// It was added.
    New(SourceId),
    /// It already existed.
    Known(SourceId),
}

impl AddedSource {
    /// Returns the source's id, whether new or not.
    #[must_use]
    pub fn id(self) -> SourceId {
        match self {
            Self::New(id) | Self::Known(id) => id,
        }
    }
}

impl Sources<'_> {
    /// Adds a public source, which becomes due as soon as someone subscribes. Returns an existing source with that address
    /// unchanged.
    ///
    /// # Errors
    /// Fails when the address is too long, or the store cannot be written.
    pub async fn add(self, kind: SourceKind, url: Url, now: Timestamp) -> Result<AddedSource> {
        self.0.write(move |c| add(c, kind, &url, None, now)).await
    }

    /// Adds a private source for one user, beside any public one at that address: other users must not see content behind a
    /// password or from an imported file.
    ///
    /// # Errors
    /// Same as [`Sources::add`].
    pub async fn add_private(
        self,
        kind: SourceKind,
        url: Url,
        owner: UserId,
        now: Timestamp,
    ) -> Result<AddedSource> {
        self.0.write(move |c| add(c, kind, &url, Some(owner), now)).await
    }

    /// Returns a source.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn get(self, id: SourceId) -> Result<Option<Source>> {
        self.0.read(move |c| by_id(c, id)).await
    }

    /// Returns the public source with that address.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn by_url(self, url: Url) -> Result<Option<Source>> {
        self.0.read(move |c| by_url(c, &url, None)).await
    }

    /// Returns the user's private source with that address.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn private_by_url(self, url: Url, owner: UserId) -> Result<Option<Source>> {
        self.0.read(move |c| by_url(c, &url, Some(owner))).await
    }

    /// Returns the sources after an id, ordered by id, for processing all of them in batches.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn after(self, after: SourceId, limit: usize) -> Result<Vec<Source>> {
        self.0
            .read(move |c| {
                let sql = format!(
                    "select {COLUMNS} from sources s where s.id > $1 order by s.id limit $2"
                );
                read_all(c.query(&sql, values![after, limit])?)
            })
            .await
    }

    /// Counts the sources, and those of them that are active or failing.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count(self) -> Result<SourceCounts> {
        self.0.read(|c| {
            let sql = "select count(*) as n_sources, \
                       cast(coalesce(sum(case when state <> 'paused' then 1 else 0 end), 0) as bigint) as n_watched, \
                       cast(coalesce(sum(case when failures > 0 then 1 else 0 end), 0) as bigint) as n_failing \
                       from sources";
            let mut row = c.query_first(sql, &[])?.ok_or(Error::NotFound("count"))?;
            Ok(SourceCounts {
                n_sources: row.get("n_sources")?,
                n_watched: row.get("n_watched")?,
                n_failing: row.get("n_failing")?,
            })
        })
        .await
    }

    /// Stops fetching a source until it is resumed.
    ///
    /// # Errors
    /// Fails when there is no such source, or the store cannot be written.
    pub async fn pause(self, id: SourceId) -> Result<()> {
        self.0.write(move |c| {
            let sql =
                "update sources set state = 'paused', is_orphan = 0, due_at = null where id = $1";
            found(c.execute(sql, values![id])?)?;
            hosts::refresh_for(c, id)
        })
        .await
    }

    /// Resumes fetching a paused or gone source.
    ///
    /// # Errors
    /// Fails when there is no such source, or the store cannot be written.
    pub async fn resume(self, id: SourceId, now: Timestamp) -> Result<()> {
        self.0.write(move |c| {
            let sql = "update sources set state = 'active', is_orphan = 0, gones = 0, gone_since = null, next_at = $2, \
                       next_reason = 'resumed', due_at = case when lease_until > $2 then lease_until else $2 end \
                       where id = $1";
            found(c.execute(sql, values![id, now])?)?;
            orphan_if_unwanted(c, id)?;
            hosts::refresh_for(c, id)
        })
        .await
    }

    /// Changes when a source is due, as when a user checks it now.
    ///
    /// # Errors
    /// Fails when there is no such source, or the store cannot be written.
    pub async fn reschedule(self, id: SourceId, next_at: Timestamp, reason: String) -> Result<()> {
        self.0.write(move |c| reschedule(c, id, next_at, &reason)).await
    }

    /// Returns the sources at a host that have one of these addresses, or belong to a site that does.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn at_addresses(
        self,
        host: HostKey,
        addresses: Vec<String>,
        limit: usize,
    ) -> Result<Vec<SourceId>> {
        self.0.read(move |c| {
            let mut parameters = values![&host, limit].to_vec();
            let list = push_list(&mut parameters, &addresses);
            let sql = format!(
                "select id from sources where host = $1 and state = 'active' and (url in ({list}) or site in ({list})) \
                 order by id limit $2"
            );
            c.query(&sql, &parameters)?.into_iter().map(|row| row.only()).collect()
        })
        .await
    }
}

/// The number of sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceCounts {
    /// All sources.
    pub n_sources: u64,
    /// Sources that are fetched.
    pub n_watched: u64,
    /// Sources whose last fetch failed.
    pub n_failing: u64,
}

fn found(n_rows: u64) -> Result<()> {
    if n_rows == 0 { Err(Error::NotFound("source")) } else { Ok(()) }
}

pub(crate) fn read_all(rows: Vec<Row>) -> Result<Vec<Source>> {
    rows.into_iter().map(|mut row| read_source(&mut row)).collect()
}

pub(crate) fn by_id(c: &mut dyn Connection, id: SourceId) -> Result<Option<Source>> {
    let sql = format!("select {COLUMNS} from sources s where s.id = $1");
    c.query_first(&sql, values![id])?.map(|mut row| read_source(&mut row)).transpose()
}

fn by_url(c: &mut dyn Connection, url: &Url, owner: Option<UserId>) -> Result<Option<Source>> {
    let sql = format!("select {COLUMNS} from sources s where s.url = $1 and s.owner_id = $2");
    let found = c.query_first(&sql, values![url, owner.unwrap_or(NOBODY)])?;
    found.map(|mut row| read_source(&mut row)).transpose()
}

pub(crate) fn by_ids(c: &mut dyn Connection, ids: &[SourceId]) -> Result<Vec<Source>> {
    let mut sources = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let mut parameters = Vec::new();
        let list = push_list(&mut parameters, chunk);
        let sql = format!("select {COLUMNS} from sources s where s.id in ({list}) order by s.id");
        sources.extend(read_all(c.query(&sql, &parameters)?)?);
    }
    Ok(sources)
}

/// Returns the source with an address, public or private to one user, and adds it if needed.
pub(crate) fn add(
    c: &mut dyn Connection,
    kind: SourceKind,
    url: &Url,
    owner: Option<UserId>,
    now: Timestamp,
) -> Result<AddedSource> {
    check_url(url)?;
    let owner = owner.unwrap_or(NOBODY);
    let host = HostKey::of(url);
    hosts::ensure(c, &host)?;
    // Nobody subscribes yet: it is paused until the first subscription.
    let inserted = c.query_first(
        "insert into sources(kind, url, owner_id, host, state, is_orphan, next_at, next_reason, created_at) \
         values ($1, $2, $3, $4, 'paused', 1, $5, 'new', $5) on conflict(url, owner_id) do nothing returning id",
        values![kind.code(), url, owner, &host, now],
    )?;
    if let Some(row) = inserted {
        return Ok(AddedSource::New(row.only()?));
    }
    let sql = "select id from sources where url = $1 and owner_id = $2";
    let row = c.query_first(sql, values![url, owner])?;
    // The conflicting row of a concurrent transaction may not be visible yet; the retry sees it.
    let row = row.ok_or_else(|| {
        Error::Collision("the source is being added by another transaction".to_owned())
    })?;
    Ok(AddedSource::Known(row.only()?))
}

pub(crate) fn reschedule(
    c: &mut dyn Connection,
    id: SourceId,
    next_at: Timestamp,
    reason: &str,
) -> Result<()> {
    let sql = "update sources set next_at = $2, next_reason = $3, \
               due_at = case when state = 'paused' then null when lease_until > $2 then lease_until else $2 end \
               where id = $1";
    found(c.execute(sql, values![id, next_at, reason])?)?;
    hosts::refresh_for(c, id)
}

pub(crate) fn check_url(url: &Url) -> Result<()> {
    if url.as_str().len() > MAX_URL_BYTES {
        let message = format!(
            "the address is {} bytes long; sources take at most {MAX_URL_BYTES}",
            url.as_str().len()
        );
        return Err(Error::Refused(message));
    }
    Ok(())
}

/// Locks a source's row until the transaction ends, so that storing, subscribing and merging happen one after another.
pub(crate) fn lock(c: &mut dyn Connection, id: SourceId) -> Result<()> {
    match c.query_first("select id from sources where id = $1 {LOCK}", values![id])? {
        Some(_) => Ok(()),
        None => Err(Error::NotFound("source")),
    }
}

/// Pauses a source that has no active subscribers any more.
pub(crate) fn orphan_if_unwanted(c: &mut dyn Connection, id: SourceId) -> Result<()> {
    let sql = "update sources set state = 'paused', is_orphan = 1, due_at = null where id = $1 and state <> 'paused' \
               and not exists (select 1 from subscriptions where source_id = $1 and paused_at is null)";
    if c.execute(sql, values![id])? > 0 {
        hosts::refresh_for(c, id)?;
    }
    Ok(())
}

/// Resumes a source that was paused because nobody subscribed. The reason tells the next fetch that what was posted
/// meanwhile waited for nobody.
pub(crate) fn wake_orphan(c: &mut dyn Connection, id: SourceId, now: Timestamp) -> Result<()> {
    let sql = "update sources set state = 'active', is_orphan = 0, \
               next_at = case when next_at > $2 then next_at else $2 end, \
               next_reason = case when last_retrieval is null then next_reason else 'resumed' end, \
               due_at = case when lease_until > $2 and lease_until > next_at then lease_until \
                             when next_at > $2 then next_at else $2 end \
               where id = $1 and state = 'paused' and is_orphan = 1 \
               and exists (select 1 from subscriptions where source_id = $1 and paused_at is null)";
    if c.execute(sql, values![id, now])? > 0 {
        hosts::refresh_for(c, id)?;
    }
    Ok(())
}
