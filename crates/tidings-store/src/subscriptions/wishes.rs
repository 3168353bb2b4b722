//! A subscriber's options for a source: how it is shown, how often it is fetched, and pauses.

use crate::{
    articles::entries,
    engine::db::{CHUNK, Connection, push_list},
    error::{Error, Result},
    sources::{self, hosts},
    subscriptions::Subscriptions,
    users::touch,
    values,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tidings_model::{SourceId, UserId};

/// A subscriber's options for a source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SubscriberOptions {
    /// Shown only in its own list and its folder's, not in the combined lists.
    pub is_muted: bool,
    /// Fetch the full text where the feed only has a part of it.
    pub full_text: bool,
    /// Keep it as fresh as possible, by fetching it far more often than otherwise.
    pub is_pinned: bool,
    /// The minimum minutes between fetches.
    pub min_minutes: Option<u32>,
    /// The maximum minutes between fetches.
    pub max_minutes: Option<u32>,
    /// How many days articles are kept; `None` uses the operator's setting.
    pub keep_days: Option<u32>,
    /// How many articles are kept; `None` uses the operator's setting.
    pub keep_count: Option<u32>,
    /// The new address that the user declined.
    pub kept_move: Option<String>,
}

/// The same as part of a JSON column, where absent fields mean the default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(default)]
pub(crate) struct OptionsColumn {
    #[serde(skip_serializing_if = "is_false")]
    muted: bool,
    #[serde(skip_serializing_if = "is_false")]
    full_text: bool,
    #[serde(skip_serializing_if = "is_false")]
    pinned: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_minutes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_minutes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keep_days: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keep_count: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kept_move: Option<String>,
}

/// Used to skip JSON fields that are false.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) fn is_false(is_so: &bool) -> bool {
    !is_so
}

impl From<SubscriberOptions> for OptionsColumn {
    fn from(options: SubscriberOptions) -> Self {
        let SubscriberOptions { min_minutes, max_minutes, keep_days, keep_count, .. } = options;
        let (muted, full_text, pinned) = (options.is_muted, options.full_text, options.is_pinned);
        let kept_move = options.kept_move;
        Self {
            muted,
            full_text,
            pinned,
            min_minutes,
            max_minutes,
            keep_days,
            keep_count,
            kept_move,
        }
    }
}

impl From<OptionsColumn> for SubscriberOptions {
    fn from(column: OptionsColumn) -> Self {
        let OptionsColumn { min_minutes, max_minutes, keep_days, keep_count, .. } = column;
        let (is_muted, full_text, is_pinned) = (column.muted, column.full_text, column.pinned);
        let kept_move = column.kept_move;
        Self {
            is_muted,
            full_text,
            is_pinned,
            min_minutes,
            max_minutes,
            keep_days,
            keep_count,
            kept_move,
        }
    }
}

impl Subscriptions<'_> {
    /// Sets a subscriber's options.
    ///
    /// # Errors
    /// Fails when the user does not subscribe, or the store cannot be written.
    pub async fn set_options(
        self,
        user: UserId,
        source: SourceId,
        options: SubscriberOptions,
    ) -> Result<()> {
        self.0.write(move |c| set_subscriber_options(c, user, source, &options)).await
    }

    /// Resumes paused subscriptions of a user. The newest of what arrived in the meantime for other users becomes unread.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn resume(self, user: UserId, sources: Vec<SourceId>, now: Timestamp) -> Result<u64> {
        self.0
            .write(move |c| {
                let mut n_resumed = 0;
                for source in &sources {
                    n_resumed += u64::from(resume(c, user, *source, now)?);
                }
                Ok(n_resumed)
            })
            .await
    }
}

/// Pauses a source for a user. Returns `false` if it already was paused.
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

/// Ends a user's pause; the newest of what arrived in the meantime becomes unread. Returns `false` if there is no pause.
pub(crate) fn end_pause(
    c: &mut dyn Connection,
    user: UserId,
    source: SourceId,
    now: Timestamp,
) -> Result<bool> {
    let sql = "select paused_at from subscriptions where user_id = $1 and source_id = $2 and paused_at is not null";
    let Some(row) = c.query_first(sql, values![user, source])? else { return Ok(false) };
    let since: Timestamp = row.only()?;
    sources::lock(c, source)?;
    let sql = "update subscriptions set paused_at = null where user_id = $1 and source_id = $2";
    c.execute(sql, values![user, source])?;
    crate::readings::unread::arrived_since(c, user, source, since)?;
    entries::arrive(c, user, source, since, now)?;
    touch(c, user)?;
    sources::wake_orphan(c, source, now)?;
    Ok(true)
}

fn resume(c: &mut dyn Connection, user: UserId, source: SourceId, now: Timestamp) -> Result<bool> {
    if !end_pause(c, user, source, now)? {
        return Ok(false);
    }
    // A source whose server called it gone is fetched again, because the user expects it to work.
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

/// Returns which of these sources a user subscribes to; the others are ignored.
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
        for row in c.query(&sql, &parameters)? {
            found.push(row.only()?);
        }
    }
    Ok(found)
}
