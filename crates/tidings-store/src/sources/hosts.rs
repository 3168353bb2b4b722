//! Hosts: politeness is counted per registrable domain, also across processes.
//!
//! `ready_at` is when a source of the host may be claimable: never later than the truth. Whoever changes when a source
//! is due puts it right while holding the host's row, so no source is ever forgotten.

use crate::{
    engine::db::{Connection, Engine, Row},
    error::Result,
    sources::Sources,
    values,
};
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::{HostKey, SourceId};

/// What is known of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// Its name.
    pub key: HostKey,
    /// The next fetch may start then.
    pub next_start_at: Timestamp,
    /// The server asked for silence until then.
    pub blocked_until: Timestamp,
    /// Fetches under way.
    pub n_in_flight: u32,
}

impl Sources<'_> {
    /// What is known of a host.
    ///
    /// # Errors
    /// When the store cannot read.
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

    /// Takes a turn at a host for a request that is no fetch of a source: an icon, a page. Turns are taken one gap apart,
    /// by all processes together.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn take_turn(self, host: HostKey, gap: Duration, now: Timestamp) -> Result<HostTurn> {
        self.0.write(move |c| take_turn(c, &host, gap, now)).await
    }

    /// Makes no request to a host before an instant: it asked for that in answer to a request that was no fetch of a source.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn silence_host(self, host: HostKey, until: Timestamp) -> Result<()> {
        self.0
            .write(move |c| {
                ensure(c, &host)?;
                block(c, &host, until)
            })
            .await
    }
}

/// When a request may be made at a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostTurn {
    /// At this instant.
    At(Timestamp),
    /// Not before this one: the server asked for silence. No turn is taken.
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

/// Makes sure the host has a row.
pub(crate) fn ensure(c: &mut dyn Connection, host: &HostKey) -> Result<()> {
    c.execute("insert into hosts(host) values ($1) on conflict(host) do nothing", values![host])
        .map(drop)
}

/// Puts right when a source's host is ready: when one of its sources is due and the host may be asked.
///
/// The host's row is held first. What another transaction changes meanwhile is either seen here, or that transaction
/// waits for this row and then puts it right itself.
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

/// Asks nothing of a host before `until`.
pub(crate) fn block(c: &mut dyn Connection, host: &HostKey, until: Timestamp) -> Result<()> {
    let sql = "update hosts set blocked_until = $2 where host = $1 and blocked_until < $2";
    c.execute(sql, values![host, until]).map(drop)
}
