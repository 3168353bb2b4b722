//! Push: who was asked to tell us of news, what they may ask us in return, and what their word has been worth.

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

/// A hub that has not confirmed after this long will not.
const PATIENCE: SignedDuration = SignedDuration::from_mins(30);

impl Push<'_> {
    /// The subscription for a source, if a hub was asked.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn of_source(self, source: SourceId) -> Result<Option<PushSubscription>> {
        self.0.read(move |c| of_source(c, source)).await
    }

    /// Wishes that a hub tell us of a source; whoever was asked before is told to stop.
    ///
    /// # Errors
    /// When the store cannot write.
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

    /// Wishes that nobody tell us of a source any more.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn end(self, source: SourceId, now: Timestamp) -> Result<()> {
        self.0.write(move |c| detach(c, source, now)).await
    }

    /// Ends what is not wanted any more: of sources that are paused or gone, and under another address of ours, which
    /// no hub can reach. Returns how many.
    ///
    /// # Errors
    /// When the store cannot write.
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

    /// Takes subscriptions that something is to be done about; until `lease` nobody else takes them.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn take_due(
        self,
        limit: usize,
        now: Timestamp,
        lease: Timestamp,
    ) -> Result<Vec<PushDue>> {
        self.0.write(move |c| take_due(c, limit, now, lease)).await
    }

    /// When the next subscription is due.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn next(self) -> Result<Option<Timestamp>> {
        self.0
            .read(|c| {
                c.query_first("select min(next_at) from push_subscriptions", &[])?
                    .map_or(Ok(None), |row| row.only())
            })
            .await
    }

    /// Notes that a hub is about to be asked: it may ask us to confirm before it has even answered.
    ///
    /// # Errors
    /// When the store cannot write.
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

    /// A hub took our question, and has until `next_at` to confirm.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn asked(self, id: PushId, next_at: Timestamp) -> Result<()> {
        self.0
            .write(move |c| {
                // If it has confirmed already, its next time is known.
                let sql = "update push_subscriptions set next_at = $2 where id = $1 \
                       and (confirmed_at is null or confirmed_at < asked_at)";
                c.execute(sql, values![id, next_at]).map(drop)
            })
            .await
    }

    /// A hub did not take our question, or did not confirm; others at its host would fare no better until then.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn failed(self, id: PushId, fault: String, next_at: Timestamp) -> Result<()> {
        self.0.write(move |c| {
            let sql = "update push_subscriptions set failures = failures + 1, fault = $2, next_at = $3, pending = null \
                       where id = $1";
            c.execute(sql, values![id, &fault, next_at]).map(drop)
        })
        .await
    }

    /// Puts off whatever is to be asked at this very address until an instant.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn put_off(self, hub: Url, until: Timestamp) -> Result<()> {
        self.0
            .write(move |c| {
                let sql =
                    "update push_subscriptions set next_at = $2 where hub = $1 and next_at < $2";
                c.execute(sql, values![&hub, until]).map(drop)
            })
            .await
    }

    /// Brings the next question to a hub forward, unless it was asked since `asked_before`.
    ///
    /// # Errors
    /// When the store cannot write.
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

    /// A hub took our wish that it stop, and has until `next_at` to ask whether it was us.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn left(self, id: PushId, next_at: Timestamp) -> Result<()> {
        self.0.write(move |c| {
            let sql =
                "update push_subscriptions set failures = failures + 1, next_at = $2 where id = $1";
            c.execute(sql, values![id, next_at]).map(drop)
        })
        .await
    }

    /// A subscription is over and forgotten.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn forget(self, id: PushId) -> Result<()> {
        self.0
            .write(move |c| {
                c.execute("delete from push_subscriptions where id = $1", values![id]).map(drop)
            })
            .await
    }

    /// A hub asks whether it was us who asked; true if it was, and what follows is kept.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn confirm(
        self,
        token: String,
        confirmation: Confirmation,
        now: Timestamp,
    ) -> Result<bool> {
        self.0.write(move |c| confirm(c, &token, &confirmation, now)).await
    }

    /// A hub says that it will not tell us; false if nothing of the kind was asked.
    ///
    /// # Errors
    /// When the store cannot write.
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

    /// What messages to a callback are checked with; `None` where there is no such callback.
    ///
    /// # Errors
    /// When the store cannot read.
    pub async fn key(self, token: String, now: Timestamp) -> Result<Option<PushKey>> {
        self.0.read(move |c| push_key(c, &token, now)).await
    }

    /// Counts a message that was not signed as agreed.
    ///
    /// # Errors
    /// When the store cannot write.
    pub async fn count_forged(self, id: PushId) -> Result<()> {
        self.0
            .write(move |c| {
                let sql = "update push_subscriptions set n_forged = n_forged + 1 where id = $1";
                c.execute(sql, values![id]).map(drop)
            })
            .await
    }

    /// Counts a message that came, and changes what its sender's word is worth; returns that before and after.
    ///
    /// # Errors
    /// When the store cannot write.
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
    // A hub that agreed to stop has had an hour to ask again.
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
    // Whoever was asked a moment ago, when the program stopped, is asked again without reproach.
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

/// Leaves a source's subscription to be ended; one that no hub knows of is forgotten at once.
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
        // It stays until it is forgotten, so that a hub that missed our answer may ask again.
        let sql = "update push_subscriptions set confirmed_at = $5, secret = null, former_secret = null, new_secret = null \
                   where token = $1 and pending = $2 and topic = $3 and asked_at >= $4 and source_id is null";
        return Ok(c.execute(sql, values![token, mode.code(), topic, *asked_since, now])? > 0);
    }
    // A lease that had run out is a new beginning: what was said before proves nothing now.
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
        .ok_or_else(|| Error::Unreadable(format!("{way:?} is no way of announcing")))?;
    let topic = row.get("topic")?;
    let secrets: [Option<String>; 3] =
        [row.get("secret")?, row.get("new_secret")?, row.get("former_secret")?];
    Ok(Some(PushKey { id, source, way, topic, secrets: secrets.into_iter().flatten().collect() }))
}
