//! Clocks that jump: what was planned by a clock that ran ahead must not wait until that time arrives.

use crate::{
    engine::{dates::later, db::Connection},
    error::Result,
    sources::Sources,
    values,
};
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::{Reason, limits::Limits};

impl Sources<'_> {
    /// Corrects whatever lies further in the future than these limits allow: leases, pauses between fetches, and plans
    /// beyond the horizon. Returns the number of corrected sources and hosts. Meant to be called at startup, after the
    /// clock has jumped back, and periodically.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn put_clock_right(
        self,
        limits: Limits,
        horizon: Timestamp,
        now: Timestamp,
    ) -> Result<u64> {
        let bounds = Bounds::new(&limits, horizon, now);
        // Usually there is nothing to correct: scanning all sources to find out must not block writers.
        if !self.0.read(move |c| has_strayed(c, &bounds)).await? {
            return Ok(0);
        }
        self.0.write(move |c| put_clock_right(c, &bounds, now)).await
    }
}

/// The latest times that are possible.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    longest_lease: Timestamp,
    longest_gap: Timestamp,
    longest_block: Timestamp,
    horizon: Timestamp,
}

impl Bounds {
    fn new(limits: &Limits, horizon: Timestamp, now: Timestamp) -> Self {
        let after = |by: Duration| later(now, by);
        Self {
            // Of any process, whatever its own limits are. Where the clock runs fast, leases are long.
            longest_lease: after((limits.total_deadline * 8).max(Duration::from_secs(3600))),
            longest_gap: after(limits.gap_per_host * 10),
            longest_block: after(limits.max_retry_after * 2),
            horizon,
        }
    }
}

/// Whether anything lies beyond the bounds.
fn has_strayed(c: &mut dyn Connection, bounds: &Bounds) -> Result<bool> {
    let sql = "select 1 from sources where lease_until > $1 or (next_at > $2 and state = 'active') limit 1";
    if c.query_first(sql, values![bounds.longest_lease, bounds.horizon])?.is_some() {
        return Ok(true);
    }
    let sql = "select 1 from hosts where next_start_at > $1 or blocked_until > $2 limit 1";
    Ok(c.query_first(sql, values![bounds.longest_gap, bounds.longest_block])?.is_some())
}

fn put_clock_right(c: &mut dyn Connection, bounds: &Bounds, now: Timestamp) -> Result<u64> {
    let Bounds { longest_lease, longest_gap, longest_block, horizon } = *bounds;
    let mut n = 0;
    let sql = "update sources set lease_until = 0, lease_owner = null, \
               due_at = case when state = 'paused' then null else next_at end where lease_until > $1";
    n += c.execute(sql, values![longest_lease])?;
    // A source that is gone for good is never planned.
    let sql = "update sources set next_at = $1, next_reason = $3, due_at = $1 \
               where next_at > $2 and state = 'active'";
    n += c.execute(sql, values![now, horizon, Reason::ClockSetBack.code()])?;
    let sql = "update hosts set next_start_at = case when next_start_at > $2 then $1 else next_start_at end, \
               blocked_until = case when blocked_until > $3 then $1 else blocked_until end \
               where next_start_at > $2 or blocked_until > $3";
    n += c.execute(sql, values![now, longest_gap, longest_block])?;
    if n > 0 {
        // Too early is harmless: the next claim corrects each host.
        let sql = "update hosts set ready_at = (select min(s.due_at) from sources s where s.host = hosts.host)";
        c.execute(sql, &[])?;
    }
    Ok(n)
}
