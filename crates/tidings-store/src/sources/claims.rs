//! Claims: a process that fetches a source holds a lease on it, so that several processes can share the work.
//!
//! Each call claims at most one source per host, and none of a host that is blocked, was sent a request a moment ago, or
//! has the maximum number of fetches under way. When a lease expires, the source is due again.

use crate::{
    engine::{
        dates::later,
        db::{CHUNK, Connection, push_list},
    },
    error::Result,
    sources::{Sources, by_ids, hosts},
    values,
};
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::{HostKey, SourceId, limits::Limits, source::Source};

/// Parameters of a claim: who claims how many sources, under which limits per host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The name of the claiming process, unique per process and start.
    pub owner: String,
    /// How long the lease lasts.
    pub lease: Duration,
    /// The maximum number of sources to claim.
    pub limit: usize,
    /// The maximum number of concurrent fetches per host.
    pub per_host: usize,
    /// The minimum time between two starts at one host.
    pub gap: Duration,
}

impl Claim {
    /// Creates a claim under the given limits. The lease lasts four times as long as the longest fetch, because a fetch may
    /// wait for its turn at a host before it starts.
    #[must_use]
    pub fn new(owner: impl Into<String>, limit: usize, limits: &Limits) -> Self {
        Self {
            owner: owner.into(),
            lease: limits.total_deadline * 4,
            limit,
            per_host: limits.concurrency_per_host,
            gap: limits.gap_per_host,
        }
    }
}

impl Sources<'_> {
    /// Leases sources that are due, starting with the hosts that have waited longest.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn claim_due(self, claim: Claim, now: Timestamp) -> Result<Vec<Source>> {
        self.0.write(move |c| claim_due(c, &claim, now)).await
    }

    /// Leases one source, due or not, for a user who is waiting. Returns `None` while someone else holds the lease. Records
    /// the start at the host without waiting for the host's pace, but respects a block.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn claim_one(
        self,
        id: SourceId,
        claim: Claim,
        now: Timestamp,
    ) -> Result<Option<Source>> {
        self.0.write(move |c| claim_one(c, id, &claim, now)).await
    }

    /// Returns a lease unused: the source is due as before.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn release_lease(self, id: SourceId, owner: String) -> Result<()> {
        self.0
            .write(move |c| {
                let sql = "update sources set lease_until = 0, lease_owner = null, \
                       due_at = case when state = 'paused' then null else next_at end \
                       where id = $1 and lease_owner = $2";
                c.execute(sql, values![id, &owner])?;
                hosts::refresh_for(c, id)
            })
            .await
    }

    /// Returns when the next source may be claimable, or `None` when no source is fetched regularly. May be too early, but
    /// is never too late.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn next_due(self) -> Result<Option<Timestamp>> {
        self.0.read(move |c| next_due(c)).await
    }

    /// Counts the leases held by all processes.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn count_leases(self, now: Timestamp) -> Result<u64> {
        self.0
            .read(move |c| {
                let sql = "select count(*) from sources where lease_until > 0 and lease_until > $1";
                c.query_first(sql, values![now])?.map_or(Ok(0), |row| row.only())
            })
            .await
    }
}

pub(crate) fn next_due(c: &mut dyn Connection) -> Result<Option<Timestamp>> {
    match c.query_first("select min(ready_at) from hosts", &[])? {
        Some(row) => row.only(),
        None => Ok(None),
    }
}

/// A host that may have something to claim.
struct Candidate {
    host: HostKey,
    next_start_at: Timestamp,
    blocked_until: Timestamp,
    source: Option<SourceId>,
    n_in_flight: u64,
    first_lease_ends: Option<Timestamp>,
    next_due: Option<Timestamp>,
}

pub(crate) fn claim_due(
    c: &mut dyn Connection,
    claim: &Claim,
    now: Timestamp,
) -> Result<Vec<Source>> {
    let mut claimed: Vec<SourceId> = Vec::new();
    // Hosts that turn out not to be ready are corrected and not tried again; a few rounds fill the claim.
    for _ in 0..8 {
        let wanted = (claim.limit - claimed.len()).min(CHUNK);
        if wanted == 0 {
            break;
        }
        let candidates = candidates(c, now, wanted)?;
        if candidates.is_empty() {
            break;
        }
        let mut taken: Vec<(HostKey, SourceId)> = Vec::new();
        for candidate in candidates {
            match claimable(&candidate, claim, now) {
                Some(source) => taken.push((candidate.host, source)),
                None => put_right(c, &candidate, claim, now)?,
            }
        }
        if !taken.is_empty() {
            let ids: Vec<SourceId> = taken.iter().map(|(_, id)| *id).collect();
            let hosts: Vec<&HostKey> = taken.iter().map(|(host, _)| host).collect();
            claimed.extend(lease(c, &ids, claim, now)?);
            space(c, &hosts, claim, now)?;
        }
    }
    by_ids_in_order(c, &claimed)
}

fn by_ids_in_order(c: &mut dyn Connection, ids: &[SourceId]) -> Result<Vec<Source>> {
    let mut sources = by_ids(c, ids)?;
    sources.sort_by_key(|source| (source.next_at, source.id));
    Ok(sources)
}

fn candidates(c: &mut dyn Connection, now: Timestamp, limit: usize) -> Result<Vec<Candidate>> {
    let sql = "select h.host, h.next_start_at, h.blocked_until, \
         (select s.id from sources s where s.host = h.host and s.due_at <= $1 \
          order by s.due_at, s.id limit 1) as source, \
         (select count(*) from sources s \
          where s.host = h.host and s.lease_until > 0 and s.lease_until > $1) as n_in_flight, \
         (select min(s.lease_until) from sources s \
          where s.host = h.host and s.lease_until > 0 and s.lease_until > $1) as first_lease_ends, \
         (select min(s.due_at) from sources s where s.host = h.host) as next_due \
         from hosts h where h.ready_at <= $1 order by h.ready_at, h.host limit $2 {SKIP}";
    let rows = c.query(sql, values![now, limit])?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Candidate {
                host: row.get("host")?,
                next_start_at: row.get("next_start_at")?,
                blocked_until: row.get("blocked_until")?,
                source: row.get("source")?,
                n_in_flight: row.get("n_in_flight")?,
                first_lease_ends: row.get("first_lease_ends")?,
                next_due: row.get("next_due")?,
            })
        })
        .collect()
}

fn claimable(candidate: &Candidate, claim: &Claim, now: Timestamp) -> Option<SourceId> {
    let is_open = candidate.next_start_at <= now
        && candidate.blocked_until <= now
        && candidate.n_in_flight < claim.per_host as u64;
    candidate.source.filter(|_| is_open)
}

/// Stores when a host that is not ready will be.
fn put_right(
    c: &mut dyn Connection,
    candidate: &Candidate,
    claim: &Claim,
    now: Timestamp,
) -> Result<()> {
    let mut ready = candidate.next_due;
    if let Some(at) = &mut ready {
        *at = (*at).max(candidate.next_start_at).max(candidate.blocked_until);
        if candidate.n_in_flight >= claim.per_host as u64 {
            *at = (*at).max(candidate.first_lease_ends.unwrap_or(now));
        }
        // A host that is ready but yielded nothing lost its source to another process: try again soon.
        *at = (*at).max(later(now, Duration::from_millis(1)));
    }
    c.execute("update hosts set ready_at = $2 where host = $1", values![&candidate.host, ready])
        .map(drop)
}

fn lease(
    c: &mut dyn Connection,
    ids: &[SourceId],
    claim: &Claim,
    now: Timestamp,
) -> Result<Vec<SourceId>> {
    let until = later(now, claim.lease);
    let mut parameters = values![until, claim.owner.as_str(), now].to_vec();
    let list = push_list(&mut parameters, ids);
    // A source that another transaction is changing is skipped rather than waited for.
    let sql = format!(
        "update sources set lease_until = $1, lease_owner = $2, due_at = $1 where id in \
         (select id from sources where id in ({list}) and due_at <= $3 {{SKIP}}) returning id"
    );
    c.query(&sql, &parameters)?.into_iter().map(|row| row.only()).collect()
}

/// Records the start at these hosts, and when each may be sent the next request.
fn space(c: &mut dyn Connection, hosts: &[&HostKey], claim: &Claim, now: Timestamp) -> Result<()> {
    let mut parameters = values![later(now, claim.gap)].to_vec();
    let list = push_list(&mut parameters, hosts);
    let sql = format!(
        "update hosts set next_start_at = $1, ready_at = ( \
           select case when min(s.due_at) < $1 then $1 else min(s.due_at) end from sources s where s.host = hosts.host) \
         where host in ({list})"
    );
    c.execute(&sql, &parameters).map(drop)
}

pub(crate) fn claim_one(
    c: &mut dyn Connection,
    id: SourceId,
    claim: &Claim,
    now: Timestamp,
) -> Result<Option<Source>> {
    let sql = "update sources set lease_until = $2, lease_owner = $3, \
               due_at = case when state = 'paused' then null else cast($2 as bigint) end \
               where id = $1 and lease_until <= $4 and not exists \
               (select 1 from hosts where hosts.host = sources.host and hosts.blocked_until > $4)";
    if c.execute(sql, values![id, later(now, claim.lease), claim.owner.as_str(), now])? == 0 {
        return Ok(None);
    }
    let sql = "update hosts set next_start_at = $2 where next_start_at < $2 \
               and host = (select host from sources where id = $1)";
    c.execute(sql, values![id, later(now, claim.gap)])?;
    hosts::refresh_for(c, id)?;
    crate::sources::by_id(c, id)
}
