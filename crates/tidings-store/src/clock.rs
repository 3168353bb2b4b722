//! Clocks that jump: what was planned by a clock that ran ahead must not wait until that time really comes.

use crate::{db::Connection, error::Result, store::Store, values};
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::limits::Limits;

impl Store {
    /// Puts right whatever lies farther in the future than it can under these limits: leases, pauses between
    /// retrievals, and plans beyond the horizon. Returns how many sources and hosts that were. Call it at the start, when
    /// the clock was seen to jump back, and now and then.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn put_clock_right(
        &self,
        limits: Limits,
        horizon: Timestamp,
        now: Timestamp,
    ) -> Result<u64> {
        self.write(move |c| put_clock_right(c, &limits, horizon, now)).await
    }
}

fn put_clock_right(
    c: &mut dyn Connection,
    limits: &Limits,
    horizon: Timestamp,
    now: Timestamp,
) -> Result<u64> {
    let after = |by: Duration| now.saturating_add(by).unwrap_or(Timestamp::MAX);
    // Of any process, whatever its own limits are.
    let longest_lease = after(Duration::from_secs(3600));
    let longest_gap = after(limits.gap_per_host * 10);
    let longest_block = after(limits.max_retry_after * 2);
    let mut n = 0;
    let sql = "update sources set lease_until = 0, lease_owner = null, \
               due_at = case when state = 'paused' then null else next_at end where lease_until > $1";
    n += c.execute(sql, values![longest_lease])?;
    // A source that is gone for good is planned for never.
    let sql = "update sources set next_at = $1, next_reason = 'clock-set-back', due_at = $1 \
               where next_at > $2 and state = 'active'";
    n += c.execute(sql, values![now, horizon])?;
    let sql = "update hosts set next_start_at = case when next_start_at > $2 then $1 else next_start_at end, \
               blocked_until = case when blocked_until > $3 then $1 else blocked_until end \
               where next_start_at > $2 or blocked_until > $3";
    n += c.execute(sql, values![now, longest_gap, longest_block])?;
    if n > 0 {
        // Early is harmless: the next claim puts each host right.
        let sql = "update hosts set ready_at = (select min(s.due_at) from sources s where s.host = hosts.host)";
        c.execute(sql, &[])?;
    }
    Ok(n)
}
