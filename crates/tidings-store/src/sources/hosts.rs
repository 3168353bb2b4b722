//! Hosts: politeness limits apply per registrable domain, across all processes.
//!
//! `ready_at` is when a source of the host may become claimable; it may be too early but never too late. Whoever changes
//! when a source is due corrects it while holding the lock on the host's row, so that no source is ever forgotten.

use crate::{
    engine::db::{Connection, Engine, Row},
    error::Result,
    sources::Sources,
    values,
};
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::{HostKey, SourceId};

/// The state of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// Its registrable domain.
    pub key: HostKey,
    /// When the next fetch may start.
    pub next_start_at: Timestamp,
    /// Until when the server asked us not to send requests.
    pub blocked_until: Timestamp,
    /// The number of fetches under way.
    pub n_in_flight: u32,
}

impl Sources<'_> {
    /// Returns the state of a host.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn host(self, key: HostKey, now: Timestamp) -> Result<Option<Host>> {
        self.0
            .read(move |c| {
                let sql = "select host, next_start_at, blocked_until, \
                       (select count(*) from sources s \
                        where s.host = hosts.host and s.lease_until > $2) as n_in_flight \
                       from hosts where host = $1";
                let read = |mut row: Row| {
                    Ok(Host {
                        key: row.get("host")?,
                        next_start_at: row.get("next_start_at")?,
                        blocked_until: row.get("blocked_until")?,
                        n_in_flight: row.get("n_in_flight")?,
                    })
                };
                c.query_first(sql, values![&key, now])?.map(read).transpose()
            })
            .await
    }

    /// Takes a turn at a host for a request other than a fetch, such as an icon or a page. Turns are at least one gap apart
    /// across all processes.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn take_turn(self, host: HostKey, gap: Duration, now: Timestamp) -> Result<HostTurn> {
        self.0.write(move |c| take_turn(c, &host, gap, now)).await
    }

    /// Blocks a host until the given time, because it asked for that in response to a request other than a fetch.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn silence_host(self, host: HostKey, until: Timestamp) -> Result<()> {
        self.0
            .write(move |c| {
                ensure(c, &host)?;
                block(c, &host, until)
            })
            .await
    }
}

/// When a request may be made to a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostTurn {
    /// At this time.
    At(Timestamp),
    /// Not before this time, because the server asked us to wait. No turn was taken.
    SilentUntil(Timestamp),
}

fn take_turn(
    c: &mut dyn Connection,
    host: &HostKey,
    gap: Duration,
    now: Timestamp,
) -> Result<HostTurn> {
    ensure(c, host)?;
    let sql = "select next_start_at, blocked_until from hosts where host = $1 {LOCK}";
    let Some(mut row) = c.query_first(sql, values![host])? else { return Ok(HostTurn::At(now)) };
    let (next, blocked): (Timestamp, Timestamp) =
        (row.get("next_start_at")?, row.get("blocked_until")?);
    if blocked > now {
        return Ok(HostTurn::SilentUntil(blocked));
    }
    let at = next.max(now);
    let free = at.saturating_add(gap).unwrap_or(at);
    c.execute("update hosts set next_start_at = $2 where host = $1", values![host, free])?;
    Ok(HostTurn::At(at))
}

/// Creates the host's row if it has none.
pub(crate) fn ensure(c: &mut dyn Connection, host: &HostKey) -> Result<()> {
    c.execute("insert into hosts(host) values ($1) on conflict(host) do nothing", values![host])
        .map(drop)
}

/// Updates when a source's host is ready: when one of its sources is due and the host may be sent a request.
///
/// Locks the host's row first. So a concurrent change is either visible here, or its transaction waits for this row and
/// then updates it itself.
pub(crate) fn refresh_for(c: &mut dyn Connection, source: SourceId) -> Result<()> {
    if c.engine() == Engine::Postgres {
        let sql =
            "select 1 from hosts where host = (select host from sources where id = $1) {LOCK}";
        c.query(sql, values![source])?;
    }
    let sql = "update hosts set ready_at = ( \
                 select case when min(s.due_at) >= hosts.next_start_at and min(s.due_at) >= hosts.blocked_until \
                               then min(s.due_at) \
                             when min(s.due_at) is null then null \
                             when hosts.next_start_at >= hosts.blocked_until then hosts.next_start_at \
                             else hosts.blocked_until end from sources s where s.host = hosts.host) \
               where host = (select host from sources where id = $1)";
    c.execute(sql, values![source]).map(drop)
}

/// Blocks a host until the given time.
pub(crate) fn block(c: &mut dyn Connection, host: &HostKey, until: Timestamp) -> Result<()> {
    let sql = "update hosts set blocked_until = $2 where host = $1 and blocked_until < $2";
    c.execute(sql, values![host, until]).map(drop)
}
