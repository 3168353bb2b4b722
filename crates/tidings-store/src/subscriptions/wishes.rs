//! What one subscriber wishes of a source: how it is shown, how often it is asked, and whether it is asked at all.

use crate::{
    engine::db::{CHUNK, Connection, push_list},
    error::{Error, Result},
    sources::{self, hosts},
    subscriptions::Subscriptions,
    users::touch,
    values,
};
use jiff::Timestamp;
use tidings_model::{SourceId, UserId};

/// What one subscriber wishes of a source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SubscriberOptions {
    /// Shown in its own list and its folder's only, not among everything.
    pub is_muted: bool,
    /// The whole text is fetched where the feed has a part of it.
    pub full_text: bool,
    /// As fresh as possible: looked at far more often than it would be otherwise.
    pub is_pinned: bool,
    /// Asked no more often than every so many minutes.
    pub min_minutes: Option<u32>,
    /// Asked at least every so many minutes.
    pub max_minutes: Option<u32>,
    /// Days for which articles are kept; `None`: as long as the operator says.
    pub keep_days: Option<u32>,
    /// Articles kept; `None`: as many as the operator says.
    pub keep_count: Option<u32>,
    /// The new address that the user does not want.
    pub kept_move: Option<String>,
}

impl SubscriberOptions {
    /// One wish a line, for a list on its way in: names, some with a number.
    pub(crate) fn lines(&self) -> String {
        let flags =
            [("muted", self.is_muted), ("full_text", self.full_text), ("pinned", self.is_pinned)];
        let flags = flags.iter().filter(|(_, is_so)| *is_so).map(|(name, _)| (*name).to_owned());
        let numbers = [
            ("min_minutes", self.min_minutes),
            ("max_minutes", self.max_minutes),
            ("keep_days", self.keep_days),
            ("keep_count", self.keep_count),
        ];
        let numbers = numbers.iter().filter_map(|(name, n)| Some(format!("{name} {}", (*n)?)));
        flags.chain(numbers).collect::<Vec<_>>().join("\n")
    }

    /// Reads [`SubscriberOptions::lines`] back; what is not known is passed over.
    pub(crate) fn of_lines(lines: &str) -> Self {
        let mut options = Self::default();
        for line in lines.lines() {
            let (name, number) = line.split_once(' ').unwrap_or((line, ""));
            let number = number.parse().ok();
            match name {
                "muted" => options.is_muted = true,
                "full_text" => options.full_text = true,
                "pinned" => options.is_pinned = true,
                "min_minutes" => options.min_minutes = number,
                "max_minutes" => options.max_minutes = number,
                "keep_days" => options.keep_days = number,
                "keep_count" => options.keep_count = number,
                _ => {}
            }
        }
        options
    }
}

impl Subscriptions<'_> {
    /// Sets what a subscriber wishes.
    ///
    /// # Errors
    /// When the user does not subscribe, or the store cannot write.
    pub async fn set_options(
        self,
        user: UserId,
        source: SourceId,
        options: SubscriberOptions,
    ) -> Result<()> {
        self.0.write(move |c| set_subscriber_options(c, user, source, &options)).await
    }

    /// Retrieves sources for a user's sake again. What arrived for others meanwhile becomes unread, the newest of it.
    ///
    /// # Errors
    /// When the store cannot write.
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

/// Stops retrieving a source for a user's sake; false if it was paused already.
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

fn resume(c: &mut dyn Connection, user: UserId, source: SourceId, now: Timestamp) -> Result<bool> {
    let sql = "select paused_at from subscriptions where user_id = $1 and source_id = $2 and paused_at is not null";
    let Some(mut row) = c.query_first(sql, values![user, source])? else { return Ok(false) };
    let since: Timestamp = row.take()?;
    sources::lock(c, source)?;
    let sql = "update subscriptions set paused_at = null where user_id = $1 and source_id = $2";
    c.execute(sql, values![user, source])?;
    crate::readings::unread::arrived_since(c, user, source, since)?;
    touch(c, user)?;
    sources::wake_orphan(c, source, now)?;
    // One that its server called gone is asked again because a person believes in it.
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

/// Which of these sources a user follows; the others are as if they were not there.
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
        for mut row in c.query(&sql, &parameters)? {
            found.push(row.take()?);
        }
    }
    Ok(found)
}
