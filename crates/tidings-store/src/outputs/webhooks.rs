//! Webhooks: the addresses that a user's events are posted to, and the pending messages.

use crate::{
    activity::{self, Note},
    engine::db::{Connection, Row, Value, insert_many},
    error::{Error, Result},
    outputs::Outputs,
    rules::{Switch, check_scope, read_scope, scope_columns},
    subscriptions::inside,
    values,
};
use jiff::Timestamp;
use std::collections::HashSet;
use tidings_model::{
    ArticleId, DeliveryId, RuleId, SourceId, TagId, UserId, WebhookId, rule::RuleScope,
};

/// The maximum number of pending messages per webhook; further ones are dropped.
pub const MOST_WAITING: i64 = 1000;

/// The event that triggers a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookEvent {
    /// A new article in this scope.
    Article(RuleScope),
    /// An article was starred.
    Starred,
    /// An article was given this tag.
    Tagged(TagId),
    /// A rule triggered it.
    Rule,
}

impl WebhookEvent {
    fn columns(self) -> (&'static str, &'static str, Option<i64>) {
        match self {
            Self::Article(scope) => {
                let (scope, id) = scope_columns(scope);
                ("article", scope, id)
            }
            Self::Starred => ("star", "all", None),
            Self::Tagged(tag) => ("tag", "all", Some(tag.0)),
            Self::Rule => ("rule", "all", None),
        }
    }

    fn read(event: &str, scope: &str, id: Option<i64>) -> Option<Self> {
        Some(match (event, id) {
            ("article", id) => Self::Article(read_scope(scope, id)?),
            ("star", _) => Self::Starred,
            ("tag", Some(id)) => Self::Tagged(TagId(id)),
            ("rule", _) => Self::Rule,
            _ => return None,
        })
    }
}

/// A webhook to be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewWebhook {
    /// The user's name for it.
    pub name: String,
    /// The address that messages are posted to.
    pub url: String,
    /// The key that signs messages.
    pub secret: String,
    /// The event that triggers it.
    pub event: WebhookEvent,
}

/// A webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Its id.
    pub id: WebhookId,
    /// The user's name for it.
    pub name: String,
    /// The address that messages are posted to.
    pub url: String,
    /// The key that signs messages.
    pub secret: String,
    /// The event that triggers it.
    pub event: WebhookEvent,
    /// Whether it is switched on.
    pub is_on: bool,
    /// Since when no message has been delivered.
    pub failing_since: Option<Timestamp>,
    /// When the last message was sent.
    pub last_at: Option<Timestamp>,
    /// The receiver's response to it.
    pub last_said: Option<String>,
    /// Why we switched it off.
    pub fault: Option<String>,
    /// The number of pending messages.
    pub n_waiting: u64,
}

/// A message to be delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Its id, the same at every attempt.
    pub id: DeliveryId,
    /// The webhook that sends it.
    pub webhook: Webhook,
    /// The webhook's user.
    pub user: UserId,
    /// The article it is about.
    pub article: ArticleId,
    /// What happened: `article`, `star`, `tag` or `rule`.
    pub event: String,
    /// The rule that triggered it.
    pub rule: Option<RuleId>,
    /// When it happened.
    pub created_at: Timestamp,
    /// The number of earlier attempts.
    pub n_attempts: u32,
}

impl Outputs<'_> {
    /// Returns a user's webhooks, ordered by name.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn webhooks(self, user: UserId) -> Result<Vec<Webhook>> {
        self.0
            .read(move |c| {
                let sql = format!(
                    "select {COLUMNS} from webhooks w where w.user_id = $1 order by w.name, w.id"
                );
                c.query(&sql, values![user])?
                    .into_iter()
                    .map(|mut row| read_webhook(&mut row))
                    .collect()
            })
            .await
    }

    /// Returns one of a user's webhooks.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn webhook(self, user: UserId, id: WebhookId) -> Result<Option<Webhook>> {
        self.0
            .read(move |c| {
                let sql =
                    format!("select {COLUMNS} from webhooks w where w.user_id = $1 and w.id = $2");
                c.query_first(&sql, values![user, id])?
                    .map(|mut row| read_webhook(&mut row))
                    .transpose()
            })
            .await
    }

    /// Adds a webhook.
    ///
    /// # Errors
    /// Fails when the user already has `limit` of them, its scope or tag is not theirs, or the store cannot be written.
    pub async fn add_webhook(
        self,
        user: UserId,
        new: NewWebhook,
        limit: u32,
        now: Timestamp,
    ) -> Result<WebhookId> {
        self.0.write(move |c| add(c, user, &new, limit, now)).await
    }

    /// Switches a webhook on or off. Switching on clears its failures.
    ///
    /// # Errors
    /// Fails when it is not the user's, or the store cannot be written.
    pub async fn switch_webhook(self, user: UserId, id: WebhookId, switch: Switch) -> Result<()> {
        self.0.write(move |c| {
            let sql = "update webhooks set is_on = $3, failing_since = null, fault = null where user_id = $1 and id = $2";
            found(c.execute(sql, values![user, id, switch == Switch::On])?)?;
            if switch == Switch::Off {
                c.execute("delete from deliveries where webhook_id = $1", values![id])?;
            }
            Ok(())
        })
        .await
    }

    /// Removes a webhook and its pending messages.
    ///
    /// # Errors
    /// Fails when it is not the user's, or the store cannot be written.
    pub async fn remove_webhook(self, user: UserId, id: WebhookId) -> Result<()> {
        self.0
            .write(move |c| {
                let sql = "select 1 from webhooks where user_id = $1 and id = $2";
                c.query_first(sql, values![user, id])?.ok_or(Error::NotFound("webhook"))?;
                c.execute("delete from deliveries where webhook_id = $1", values![id])?;
                c.execute("delete from webhooks where id = $1", values![id]).map(drop)
            })
            .await
    }

    /// Claims messages that are due; no other process claims them until `lease`.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn take_deliveries(
        self,
        limit: usize,
        now: Timestamp,
        lease: Timestamp,
    ) -> Result<Vec<Delivery>> {
        self.0.write(move |c| take(c, limit, now, lease)).await
    }

    /// Returns when the next message is due.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn next_delivery(self) -> Result<Option<Timestamp>> {
        self.0
            .read(|c| {
                c.query_first("select min(next_at) from deliveries", &[])?
                    .map_or(Ok(None), |row| row.only())
            })
            .await
    }

    /// Stores the receiver's response to a test message.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn webhook_said(
        self,
        user: UserId,
        id: WebhookId,
        said: String,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| {
            let sql =
                "update webhooks set last_at = $3, last_said = $4 where user_id = $1 and id = $2";
            found(c.execute(sql, values![user, id, now, &said])?)
        })
        .await
    }

    /// Removes a message that was delivered, or can never be delivered.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn delivered(
        self,
        id: DeliveryId,
        webhook: WebhookId,
        said: Option<String>,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| {
            c.execute("delete from deliveries where id = $1", values![id])?;
            if let Some(said) = &said {
                let sql = "update webhooks set failing_since = null, last_at = $2, last_said = $3 where id = $1";
                c.execute(sql, values![webhook, now, said])?;
            }
            Ok(())
        })
        .await
    }

    /// Records that a message was not delivered and is to be retried at `next_at`.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn not_delivered(
        self,
        id: DeliveryId,
        webhook: WebhookId,
        said: String,
        next_at: Timestamp,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| {
            let sql = "update deliveries set n_attempts = n_attempts + 1, next_at = $2 where id = $1";
            c.execute(sql, values![id, next_at])?;
            // Other messages to this webhook would fail too.
            let sql =
                "update deliveries set next_at = $2 where webhook_id = $1 and next_at < $2";
            c.execute(sql, values![webhook, next_at])?;
            let sql = "update webhooks set failing_since = coalesce(failing_since, $2), last_at = $2, last_said = $3 \
                       where id = $1";
            c.execute(sql, values![webhook, now, &said]).map(drop)
        })
        .await
    }

    /// Switches a webhook off because no message gets through, and notifies its user.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn disable_webhook(self, id: WebhookId, why: String, now: Timestamp) -> Result<()> {
        self.0.write(move |c| {
            c.execute("delete from deliveries where webhook_id = $1", values![id])?;
            let sql = "update webhooks set is_on = 0, fault = $2 where id = $1 and is_on = 1 returning user_id, name";
            let Some(mut row) = c.query_first(sql, values![id, &why])? else { return Ok(()) };
            let (user, name): (UserId, String) = (row.get("user_id")?, row.get("name")?);
            let message = format!("The webhook \u{201c}{name}\u{201d} was switched off: {why}");
            activity::note(c, Note { at: now, user: Some(user), source: None, kind: "webhook_off".to_owned(), message })
        })
        .await
    }
}

const COLUMNS: &str = "w.id, w.name, w.url, w.secret, w.event, w.scope, w.scope_id, w.is_on, w.failing_since, \
     w.last_at, w.last_said, w.fault, (select count(*) from deliveries n where n.webhook_id = w.id) as n_waiting";

fn read_webhook(row: &mut Row) -> Result<Webhook> {
    let (id, name, url, secret) =
        (row.get("id")?, row.get("name")?, row.get("url")?, row.get("secret")?);
    let (event, scope): (String, String) = (row.get("event")?, row.get("scope")?);
    let event = WebhookEvent::read(&event, &scope, row.get("scope_id")?)
        .ok_or_else(|| Error::Unreadable(format!("a webhook has the unknown event {event:?}")))?;
    Ok(Webhook {
        id,
        name,
        url,
        secret,
        event,
        is_on: row.get("is_on")?,
        failing_since: row.get("failing_since")?,
        last_at: row.get("last_at")?,
        last_said: row.get("last_said")?,
        fault: row.get("fault")?,
        n_waiting: row.get("n_waiting")?,
    })
}

fn found(n_rows: u64) -> Result<()> {
    if n_rows == 0 { Err(Error::NotFound("webhook")) } else { Ok(()) }
}

fn add(
    c: &mut dyn Connection,
    user: UserId,
    new: &NewWebhook,
    limit: u32,
    now: Timestamp,
) -> Result<WebhookId> {
    match new.event {
        WebhookEvent::Article(scope) => check_scope(c, user, scope)?,
        WebhookEvent::Tagged(tag) => {
            let sql = "select 1 from tags where user_id = $1 and id = $2";
            c.query_first(sql, values![user, tag])?.ok_or(Error::NotFound("tag"))?;
        }
        WebhookEvent::Starred | WebhookEvent::Rule => {}
    }
    let row = c.query_first("select count(*) from webhooks where user_id = $1", values![user])?;
    if row.map_or(Ok(0), |row| row.only::<u32>())? >= limit {
        return Err(Error::Refused(format!(
            "there are already {limit} webhooks; remove one first"
        )));
    }
    let (event, scope, scope_id) = new.event.columns();
    let sql = "insert into webhooks(user_id, name, url, secret, event, scope, scope_id, is_on, created_at) \
               values ($1, $2, $3, $4, $5, $6, $7, 1, $8) returning id";
    let parameters = values![user, &new.name, &new.url, &new.secret, event, scope, scope_id, now];
    c.query_first(sql, parameters)?.ok_or(Error::NotFound("webhook"))?.only()
}

fn take(
    c: &mut dyn Connection,
    limit: usize,
    now: Timestamp,
    lease: Timestamp,
) -> Result<Vec<Delivery>> {
    let sql = "update deliveries set next_at = $3 where id in (select d.id from deliveries d \
               where d.next_at <= $1 order by d.next_at, d.id limit $2 {SKIP}) and next_at <= $1 \
               returning id, webhook_id, user_id, article_id, event, rule_id, created_at, n_attempts";
    let mut taken = Vec::new();
    for mut row in c.query(sql, values![now, limit, lease])? {
        let (id, webhook): (DeliveryId, WebhookId) = (row.get("id")?, row.get("webhook_id")?);
        let sql = format!("select {COLUMNS} from webhooks w where w.id = $1");
        let Some(mut found) = c.query_first(&sql, values![webhook])? else { continue };
        taken.push(Delivery {
            id,
            webhook: read_webhook(&mut found)?,
            user: row.get("user_id")?,
            article: row.get("article_id")?,
            event: row.get("event")?,
            rule: row.get("rule_id")?,
            created_at: row.get("created_at")?,
            n_attempts: row.get("n_attempts")?,
        });
    }
    taken.sort_by_key(|delivery| delivery.id);
    Ok(taken)
}

/// Queues messages about new articles for the webhooks of users who can see them.
pub(crate) fn announce(
    c: &mut dyn Connection,
    source: SourceId,
    ids: &[ArticleId],
    now: Timestamp,
) -> Result<()> {
    let sql = format!(
        "select w.id, w.user_id from subscriptions s join webhooks w on w.user_id = s.user_id \
         where s.source_id = $1 and w.is_on = 1 and w.event = 'article' and (w.scope = 'all' \
         or (w.scope = 'source' and w.scope_id = $1) or (w.scope = 'folder' and s.folder_id in {})) and {ROOM}",
        inside("w.scope_id")
    );
    let rows = c.query(&sql, values![source])?;
    let mut messages: Vec<Vec<Value>> = Vec::new();
    for mut row in rows {
        let (webhook, user): (WebhookId, UserId) = (row.get("id")?, row.get("user_id")?);
        let hidden = hidden_from(c, user, ids)?;
        for id in ids.iter().filter(|id| !hidden.contains(id)) {
            messages.push(message(webhook, user, *id, "article", None, now));
        }
    }
    insert(c, &messages)
}

/// The condition under which webhook `w` accepts more messages.
const ROOM: &str = "(select count(*) from deliveries n where n.webhook_id = w.id) < 1000";

fn hidden_from(
    c: &mut dyn Connection,
    user: UserId,
    ids: &[ArticleId],
) -> Result<HashSet<ArticleId>> {
    let (Some(first), Some(last)) = (ids.first(), ids.last()) else { return Ok(HashSet::new()) };
    let sql = "select article_id from hidden where user_id = $1 and article_id >= $2 and article_id <= $3";
    c.query(sql, values![user, *first, *last])?.into_iter().map(|row| row.only()).collect()
}

/// Queues messages about a starred article.
pub(crate) fn starred(
    c: &mut dyn Connection,
    user: UserId,
    id: ArticleId,
    now: Timestamp,
) -> Result<()> {
    tell(c, user, id, "star", None, now)
}

/// Queues messages about a tagged article.
pub(crate) fn tagged(
    c: &mut dyn Connection,
    user: UserId,
    id: ArticleId,
    tag: TagId,
    now: Timestamp,
) -> Result<()> {
    tell(c, user, id, "tag", Some(tag), now)
}

fn tell(
    c: &mut dyn Connection,
    user: UserId,
    id: ArticleId,
    event: &str,
    of: Option<TagId>,
    now: Timestamp,
) -> Result<()> {
    let sql = format!(
        "select w.id from webhooks w where w.user_id = $1 and w.is_on = 1 and w.event = $2 \
         and coalesce(w.scope_id, 0) = $3 and {ROOM}"
    );
    let rows = c.query(&sql, values![user, event, of.map_or(0, |tag| tag.0)])?;
    let messages = rows
        .into_iter()
        .map(|row| Ok(message(row.only()?, user, id, event, None, now)))
        .collect::<Result<Vec<_>>>()?;
    insert(c, &messages)
}

/// Queues a message about an article because a rule says so, unless the webhook is off or gone.
pub(crate) fn send_for_rule(
    c: &mut dyn Connection,
    user: UserId,
    webhook: WebhookId,
    rule: RuleId,
    id: ArticleId,
    now: Timestamp,
) -> Result<()> {
    let sql = format!(
        "select 1 from webhooks w where w.id = $1 and w.user_id = $2 and w.is_on = 1 and {ROOM}"
    );
    if c.query_first(&sql, values![webhook, user])?.is_none() {
        return Ok(());
    }
    insert(c, &[message(webhook, user, id, "rule", Some(rule), now)])
}

fn message(
    webhook: WebhookId,
    user: UserId,
    article: ArticleId,
    event: &str,
    rule: Option<RuleId>,
    now: Timestamp,
) -> Vec<Value> {
    values![webhook, user, article, event, rule, now, now].to_vec()
}

fn insert(c: &mut dyn Connection, messages: &[Vec<Value>]) -> Result<()> {
    let head = "insert into deliveries(webhook_id, user_id, article_id, event, rule_id, created_at, next_at) values";
    insert_many(c, head, messages, "").map(drop)
}
