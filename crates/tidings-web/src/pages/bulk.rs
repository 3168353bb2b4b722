//! Bulk actions on articles: on a whole list, or on selected articles. All of them can be undone.

use crate::{
    Error,
    acts::{articles, tags},
    app::Inner,
    forms::{Form, Sent},
    pages::{list_location::ReadingList, undo},
};
use axum::{extract::State, response::Response};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::ArticleId;
use tidings_store::{BulkAction, Reach, readings::bulk::TAGGED};

/// How old a page may be. Pages stay open for days; "today" then means the day when the page was made.
const PATIENCE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The form "Mark all read".
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Whole {
    #[serde(rename = "in")]
    room: String,
    /// The newest article when the page was made.
    up_to: String,
    /// When the page was made, in milliseconds.
    #[serde(default)]
    at: String,
    /// Only articles older than this many days.
    #[serde(default)]
    older: String,
    #[serde(default)]
    back: String,
}

/// `POST /read-all`.
pub(crate) async fn read_all(
    State(inner): State<Arc<Inner>>,
    sent: Sent,
    form: Form<Whole>,
) -> Result<Response, Error> {
    let now = inner.clock.now();
    let fields = &form.fields;
    let at = page_time(&fields.at, now, inner.in_peoples_time(PATIENCE));
    let scope = ReadingList::of(&fields.room)
        .and_then(|room| room.scope(at))
        .ok_or_else(|| bad("in is not a list that can be marked"))?;
    let up_to = fields.up_to.parse().map_err(|_| bad("up_to is not an article"))?;
    let before = match fields.older.as_str() {
        "" => None,
        days => Some(days_before(now, days).ok_or_else(|| bad("older must be a number of days"))?),
    };
    let done = articles::read_list(&form.actor(&inner), scope, Reach { up_to, before }).await?;
    Ok(undo::answer(&form.signed.voice, sent, BulkAction::Read.code(), done, &fields.back))
}

fn page_time(text: &str, now: Timestamp, patience: SignedDuration) -> Timestamp {
    let at = text.parse().ok().and_then(|at| Timestamp::from_millisecond(at).ok());
    at.filter(|at| (SignedDuration::ZERO..patience).contains(&now.duration_since(*at)))
        .unwrap_or(now)
}

fn days_before(now: Timestamp, days: &str) -> Option<Timestamp> {
    let days: u16 = days.parse().ok().filter(|days| (1..=3650).contains(days))?;
    now.checked_sub(SignedDuration::from_hours(24 * i64::from(days))).ok()
}

/// The form for selected articles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BulkForm {
    act: String,
    /// Ids, comma-separated.
    #[serde(default)]
    ids: String,
    /// The name of the tag to add.
    #[serde(default)]
    tag: String,
    #[serde(default)]
    back: String,
}

/// `POST /marks`.
pub(crate) async fn mark(
    State(inner): State<Arc<Inner>>,
    sent: Sent,
    form: Form<BulkForm>,
) -> Result<Response, Error> {
    let (fields, actor) = (&form.fields, form.actor(&inner));
    let ids = fields
        .ids
        .split(',')
        .filter(|id| !id.is_empty())
        .map(|id| id.parse::<ArticleId>().map_err(|_| bad("ids must be article ids")))
        .collect::<Result<Vec<_>, _>>()?;
    let done = match BulkAction::of_kind(&fields.act) {
        Some(act) => articles::mark_chosen(&actor, act, ids).await?,
        None if fields.act == TAGGED => tags::put_named_on_chosen(&actor, ids, &fields.tag).await?,
        None => return Err(bad("unknown act")),
    };
    Ok(undo::answer(&form.signed.voice, sent, &fields.act, done, &fields.back))
}

fn bad(what: &str) -> Error {
    Error::BadRequest(what.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pages_time_is_accepted_only_if_it_is_plausible() {
        let now: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let hour_ago = now - SignedDuration::from_hours(1);
        assert_eq!(page_time(&hour_ago.as_millisecond().to_string(), now, PATIENCE), hour_ago);
        for text in ["", "x", "0", "99999999999999", "-1"] {
            assert_eq!(page_time(text, now, PATIENCE), now, "{text}");
        }
    }
}
