//! Subscriptions at hubs: creating, confirming and ending them, and how reliable each hub has been.

mod subscription;

use crate::{
    engine::{dates::earlier, db::Connection},
    error::{Error, Result},
    push::Push,
    sources, values,
};
use jiff::{SignedDuration, Timestamp};
pub(crate) use subscription::{COLUMNS, read};
pub use subscription::{Confirmation, PushDue, PushKey, PushMode, PushState, PushSubscription};
use tidings_model::{
    PushId, SourceId,
    push::{HubRecord, Offer, PushMethod},
};
use url::Url;

/// A hub that has not confirmed after this time never will.
const PATIENCE: SignedDuration = SignedDuration::from_mins(30);

impl Push<'_> {
    /// Returns the push subscription of a source, if there is one.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn of_source(self, source: SourceId) -> Result<Option<PushSubscription>> {
        self.0.read(move |c| of_source(c, source)).await
    }

    /// Requests push for a source from a hub; a subscription at another hub is ended.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn wish(
        self,
        source: SourceId,
        offer: Offer,
        token: String,
        base: String,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| wish(c, source, &offer, (&token, &base), now)).await
    }

    /// Ends push for a source.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn end(self, source: SourceId, now: Timestamp) -> Result<()> {
        self.0.write(move |c| detach(c, source, now)).await
    }

    /// Ends subscriptions that are no longer wanted: those of paused or removed sources, and those under a former address
    /// of ours, which no hub can reach. Returns how many.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn end_unwanted(self, base: String, now: Timestamp) -> Result<u64> {
        self.0.write(move |c| {
            let sql = "delete from push_subscriptions where base <> $1";
            let n_lost = c.execute(sql, values![&base])?;
            let sql = "update push_subscriptions set source_id = null, next_at = $1, pending = null, failures = 0 \
                       where exists (select 1 from sources s where s.id = push_subscriptions.source_id \
                       and s.state <> 'active')";
            Ok(n_lost + c.execute(sql, values![now])?)
        })
        .await
    }

    /// Claims subscriptions that are due; no other process claims them until `lease`.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn take_due(
        self,
        limit: usize,
        now: Timestamp,
        lease: Timestamp,
    ) -> Result<Vec<PushDue>> {
        self.0.write(move |c| take_due(c, limit, now, lease)).await
    }

    /// Returns when the next subscription is due.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn next(self) -> Result<Option<Timestamp>> {
        self.0
            .read(|c| {
                c.query_first("select min(next_at) from push_subscriptions", &[])?
                    .map_or(Ok(None), |row| row.only())
            })
            .await
    }

    /// Records that a request to a hub is about to be sent: the hub may ask for confirmation before it has even responded.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn asking(
        self,
        id: PushId,
        mode: PushMode,
        secret: String,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| {
            let sql = "update push_subscriptions set pending = $2, asked_at = $3, \
                       new_secret = case when $2 = 'subscribe' then $4 else new_secret end where id = $1";
            c.execute(sql, values![id, mode.code(), now, &secret]).map(drop)
        })
        .await
    }

    /// Records that a hub accepted our request, and has until `next_at` to confirm.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn asked(self, id: PushId, next_at: Timestamp) -> Result<()> {
        self.0
            .write(move |c| {
                // If it has already confirmed, the next time is known.
                let sql = "update push_subscriptions set next_at = $2 where id = $1 \
                       and (confirmed_at is null or confirmed_at < asked_at)";
                c.execute(sql, values![id, next_at]).map(drop)
            })
            .await
    }

    /// Records that a hub rejected our request or did not confirm it, and that the next try is at `next_at`.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn failed(self, id: PushId, fault: String, next_at: Timestamp) -> Result<()> {
        self.0.write(move |c| {
            let sql = "update push_subscriptions set failures = failures + 1, fault = $2, next_at = $3, pending = null \
                       where id = $1";
            c.execute(sql, values![id, &fault, next_at]).map(drop)
        })
        .await
    }

    /// Postpones all requests to this hub until `until`.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn put_off(self, hub: Url, until: Timestamp) -> Result<()> {
        self.0
            .write(move |c| {
                let sql =
                    "update push_subscriptions set next_at = $2 where hub = $1 and next_at < $2";
                c.execute(sql, values![&hub, until]).map(drop)
            })
            .await
    }

    /// Brings the next request to a hub forward, unless one has been sent since `asked_before`.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn hasten(
        self,
        source: SourceId,
        asked_before: Timestamp,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| {
            let sql = "update push_subscriptions set next_at = $3 where source_id = $1 and next_at > $3 and asked_at < $2";
            c.execute(sql, values![source, asked_before, now]).map(drop)
        })
        .await
    }

    /// Records that a hub accepted our request to unsubscribe, and has until `next_at` to ask for confirmation.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn left(self, id: PushId, next_at: Timestamp) -> Result<()> {
        self.0.write(move |c| {
            let sql =
                "update push_subscriptions set failures = failures + 1, next_at = $2 where id = $1";
            c.execute(sql, values![id, next_at]).map(drop)
        })
        .await
    }

    /// Removes a subscription that has ended.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn forget(self, id: PushId) -> Result<()> {
        self.0
            .write(move |c| {
                c.execute("delete from push_subscriptions where id = $1", values![id]).map(drop)
            })
            .await
    }

    /// Handles a hub's request for confirmation. Returns `true`, and stores the new state, if we made the request.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn confirm(
        self,
        token: String,
        confirmation: Confirmation,
        now: Timestamp,
    ) -> Result<bool> {
        self.0.write(move |c| confirm(c, &token, &confirmation, now)).await
    }

    /// Handles a hub's denial. Returns `false` if we made no such request.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn deny(
        self,
        token: String,
        topic: String,
        fault: String,
        next_at: Timestamp,
    ) -> Result<bool> {
        self.0.write(move |c| {
            let sql = "update push_subscriptions set state = 'refused', pending = null, lease_until = null, since = null, \
                       failures = failures + 1, fault = $3, next_at = $4 \
                       where token = $1 and topic = $2 and source_id is not null";
            Ok(c.execute(sql, values![&token, &topic, &fault, next_at])? > 0)
        })
        .await
    }

    /// Returns what is needed to verify messages to a callback, or `None` if there is no such callback.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn key(self, token: String, now: Timestamp) -> Result<Option<PushKey>> {
        self.0.read(move |c| push_key(c, &token, now)).await
    }

    /// Counts a message with an invalid signature.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn count_forged(self, id: PushId) -> Result<()> {
        self.0
            .write(move |c| {
                let sql = "update push_subscriptions set n_forged = n_forged + 1 where id = $1";
                c.execute(sql, values![id]).map(drop)
            })
            .await
    }

    /// Counts a received message and updates the record of its hub; returns the record before and after.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn heard(
        self,
        id: PushId,
        change: impl Fn(HubRecord) -> HubRecord + Send + 'static,
    ) -> Result<Option<HubRecord>> {
        self.0
            .write(move |c| {
                let sql =
                    format!("select {COLUMNS} from push_subscriptions p where p.id = $1 {{LOCK}}");
                let Some(mut row) = c.query_first(&sql, values![id])? else { return Ok(None) };
                let standing = change(read(&mut row)?.standing);
                let sql = "update push_subscriptions set n_pings = n_pings + 1 where id = $1";
                c.execute(sql, values![id])?;
                set_standing(c, id, &standing)?;
                Ok(Some(standing))
            })
            .await
    }
}

pub(crate) fn of_source(
    c: &mut dyn Connection,
    source: SourceId,
) -> Result<Option<PushSubscription>> {
    let sql = format!("select {COLUMNS} from push_subscriptions p where p.source_id = $1");
    c.query_first(&sql, values![source])?.map(|mut row| read(&mut row)).transpose()
}

fn wish(
    c: &mut dyn Connection,
    source: SourceId,
    offer: &Offer,
    (token, base): (&str, &str),
    now: Timestamp,
) -> Result<()> {
    sources::lock(c, source)?;
    detach(c, source, now)?;
    let sql = "insert into push_subscriptions(source_id, way, hub, topic, token, base, state, next_at, created_at) \
               values ($1, $2, $3, $4, $5, $6, 'asking', $7, $7)";
    let way = offer.way.code();
    c.execute(sql, values![source, way, &offer.hub, &offer.topic, token, base, now]).map(drop)
}

fn take_due(
    c: &mut dyn Connection,
    limit: usize,
    now: Timestamp,
    lease: Timestamp,
) -> Result<Vec<PushDue>> {
    // A hub that accepted the request to unsubscribe has had an hour to ask again.
    let sql = "delete from push_subscriptions where source_id is null and pending = 'unsubscribe' \
               and confirmed_at >= asked_at and next_at <= $1";
    c.execute(sql, values![now])?;
    let sql = "update push_subscriptions set next_at = $2 where id in \
               (select id from push_subscriptions where next_at <= $1 order by next_at, id limit $3 {SKIP}) \
               returning id";
    let rows = c.query(sql, values![now, lease, limit])?;
    let mut ids: Vec<PushId> = rows.into_iter().map(|row| row.only()).collect::<Result<_>>()?;
    ids.sort_unstable();
    let sql = format!(
        "select {COLUMNS}, p.token, case when p.pending is not null and p.asked_at <= $2 \
         and (p.confirmed_at is null or p.confirmed_at < p.asked_at) then 1 else 0 end as is_unconfirmed \
         from push_subscriptions p where p.id = $1"
    );
    // A request that was sent just before the program stopped is repeated, without counting a failure.
    let in_vain = earlier(now, PATIENCE);
    let mut due = Vec::with_capacity(ids.len());
    for id in ids {
        if let Some(mut row) = c.query_first(&sql, values![id, in_vain])? {
            let (subscription, token) = (read(&mut row)?, row.get("token")?);
            due.push(PushDue { subscription, token, is_unconfirmed: row.get("is_unconfirmed")? });
        }
    }
    Ok(due)
}

pub(crate) fn set_standing(c: &mut dyn Connection, id: PushId, standing: &HubRecord) -> Result<()> {
    let sql = "update push_subscriptions set last_ping = $2, n_proofs = $3, n_doubts = $4, doubt_at = $5, is_hint = $6 \
               where id = $1";
    let HubRecord { last_ping, n_proofs, n_doubts, doubt_at, is_hint, .. } = *standing;
    c.execute(sql, values![id, last_ping, n_proofs, n_doubts, doubt_at, is_hint]).map(drop)
}

/// Marks a source's subscription to be ended; one unknown to any hub is removed at once.
pub(crate) fn detach(c: &mut dyn Connection, source: SourceId, now: Timestamp) -> Result<()> {
    let sql = "delete from push_subscriptions where source_id = $1 and (asked_at is null or way = 'cloud')";
    c.execute(sql, values![source])?;
    let sql = "update push_subscriptions set source_id = null, next_at = $2, pending = null, failures = 0 \
               where source_id = $1";
    c.execute(sql, values![source, now])?;
    c.execute("delete from pushed_articles where source_id = $1", values![source]).map(drop)
}

fn confirm(
    c: &mut dyn Connection,
    token: &str,
    confirmation: &Confirmation,
    now: Timestamp,
) -> Result<bool> {
    let Confirmation { way, mode, topic, lease_until, renew_at, asked_since } = confirmation;
    if *mode == PushMode::Unsubscribe {
        // Kept until it is removed, so that a hub that missed our response may ask again.
        let sql = "update push_subscriptions set confirmed_at = $5, secret = null, former_secret = null, new_secret = null \
                   where token = $1 and pending = $2 and topic = $3 and asked_at >= $4 and source_id is null";
        return Ok(c.execute(sql, values![token, mode.code(), topic, *asked_since, now])? > 0);
    }
    // After an expired lease the record starts over: earlier proofs say nothing about the new one.
    let sql = "update push_subscriptions set state = 'active', failures = 0, fault = null, \
               since = case when lease_until >= $5 and since is not null then since else $5 end, \
               n_proofs = case when lease_until >= $5 then n_proofs else 0 end, \
               former_secret = case when new_secret is null then former_secret else secret end, \
               secret = coalesce(new_secret, secret), new_secret = null, \
               confirmed_at = $5, lease_until = $6, next_at = $7 \
               where token = $1 and pending = $2 and topic = $3 and asked_at >= $4 and way = $8 and source_id is not null";
    let parameters =
        values![token, mode.code(), topic, *asked_since, now, *lease_until, *renew_at, way.code()];
    Ok(c.execute(sql, parameters)? > 0)
}

fn push_key(c: &mut dyn Connection, token: &str, now: Timestamp) -> Result<Option<PushKey>> {
    let sql = "select id, source_id, way, topic, secret, new_secret, \
               case when confirmed_at > $2 then former_secret end as former_secret from push_subscriptions \
               where token = $1";
    let recently = earlier(now, SignedDuration::from_hours(1));
    let Some(mut row) = c.query_first(sql, values![token, recently])? else { return Ok(None) };
    let (id, source, way): (PushId, Option<SourceId>, String) =
        (row.get("id")?, row.get("source_id")?, row.get("way")?);
    let way = PushMethod::from_code(&way)
        .ok_or_else(|| Error::Unreadable(format!("{way:?} is not a push method")))?;
    let topic = row.get("topic")?;
    let secrets: [Option<String>; 3] =
        [row.get("secret")?, row.get("new_secret")?, row.get("former_secret")?];
    Ok(Some(PushKey { id, source, way, topic, secrets: secrets.into_iter().flatten().collect() }))
}
