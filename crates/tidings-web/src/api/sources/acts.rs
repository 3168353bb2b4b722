//! What can be done with a source: changed, asked, given up.

use super::{Call, Outcomes, Problem, Reason, followed, view};
use crate::{
    Refreshed,
    api::{
        answers::Now,
        parts::{At, Body},
        values::{Done, Id, One, Within, present},
    },
    pages::source,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::{FolderId, Role};
use tidings_store::SubscriberOptions;

/// Minutes of an hour: nobody but an operator has everybody's source asked more often.
const HOUR_MIN: u32 = 60;
/// Minutes of a week.
const WEEK_MIN: u32 = 7 * 24 * 60;

/// What is to be changed of a source; what is left out stays. What the operator does not allow is brought to the nearest
/// that is allowed.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "SourceChange")]
pub(in crate::api) struct Change {
    /// This person's own title; null for the source's.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<String>", length(max = 300))]
    title: Option<Option<Title>>,
    /// Null for none.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<Id>")]
    folder: Option<Option<Id>>,
    is_paused: Option<bool>,
    is_muted: Option<bool>,
    full_text: Option<bool>,
    is_pinned: Option<bool>,
    /// Asked no more often than every so many minutes; null for as the operator says.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<Number>")]
    min_minutes: Option<Option<Number>>,
    /// Asked at least every so many minutes.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<Number>")]
    max_minutes: Option<Option<Number>>,
    /// Articles are kept for so many days.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<Number>")]
    keep_days: Option<Option<Number>>,
    /// So many articles are kept.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<Number>")]
    keep_count: Option<Option<Number>>,
}

/// A title of this person's own.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
struct Title(String);

impl TryFrom<String> for Title {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.chars().count() {
            0..=300 => Ok(Self(text.trim().replace(char::is_control, " "))),
            n => Err(format!("expected a title of at most 300 characters, got {n}")),
        }
    }
}

/// A number that somebody may mean.
type Number = Within<1, 1_000_000>;

/// `PATCH /sources/{id}`.
pub(in crate::api) async fn change(
    call: Call,
    At(at): At<One>,
    Body(change): Body<Change>,
) -> Result<Now<view::Full>, Problem> {
    let one = followed(&call, at.id.0).await?;
    let (store, user, id) = (&call.inner.store, call.user(), one.source.id);
    if let Some(folder) = change.folder {
        store.subscriptions().move_to(user, id, folder.map(|folder| FolderId(folder.0))).await?;
    }
    if let Some(title) = &change.title {
        let title = title.as_ref().map(|title| title.0.clone());
        let title = title.filter(|title| !title.is_empty() && *title != one.source.title);
        store.subscriptions().rename(user, id, title).await?;
    }
    match change.is_paused {
        Some(true) if one.paused_at.is_none() => {
            store.subscriptions().pause_all(user, vec![id], call.now()).await?;
        }
        Some(false) => source::ask_again(&call.inner, &call.caller.user, &one).await?,
        _ => {}
    }
    let options = options(&call, &one.options, &change);
    if options != one.options {
        store.subscriptions().set_options(user, id, options).await?;
    }
    let one = followed(&call, at.id.0).await?;
    view::full(&call, &one).await.map(Now)
}

fn options(call: &Call, before: &SubscriberOptions, change: &Change) -> SubscriberOptions {
    let house = call.inner.actions.house_rules();
    let soonest = match call.caller.user.role {
        Role::Operator => house.min_minutes,
        Role::User => HOUR_MIN.max(house.min_minutes),
    };
    let number =
        |wish: Option<Option<Number>>, before: Option<u32>, least: u32, most: u32| match wish {
            None => before,
            Some(wish) => wish.map(|number| (number.get() as u32).clamp(least, most.max(least))),
        };
    let min_minutes = number(change.min_minutes, before.min_minutes, house.min_minutes, WEEK_MIN);
    let max_minutes = number(change.max_minutes, before.max_minutes, soonest, house.max_minutes);
    SubscriberOptions {
        is_muted: change.is_muted.unwrap_or(before.is_muted),
        full_text: change.full_text.unwrap_or(before.full_text),
        is_pinned: change.is_pinned.unwrap_or(before.is_pinned),
        min_minutes,
        max_minutes: max_minutes.map(|most| most.max(min_minutes.unwrap_or(0))),
        keep_days: number(change.keep_days, before.keep_days, 1, 36_500),
        keep_count: number(change.keep_count, before.keep_count, 50, 1_000_000),
        kept_move: before.kept_move.clone(),
    }
}

/// `DELETE /sources/{id}`: it is not followed any more.
pub(in crate::api) async fn remove(call: Call, At(at): At<One>) -> Result<Now<Done>, Problem> {
    let one = followed(&call, at.id.0).await?;
    let store = &call.inner.store;
    let done =
        store.subscriptions().unsubscribe_all(call.user(), vec![one.source.id], call.now()).await?;
    Ok(Now(done.into()))
}

/// What came of the wish to look now.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RefreshOutcome")]
pub(in crate::api) struct Looked {
    /// What came of the look; nothing where it was not made.
    look: Option<Outcomes>,
    /// Why no look was made.
    not_now: Option<Reason>,
}

/// `POST /sources/{id}/refresh`.
pub(in crate::api) async fn refresh(call: Call, At(at): At<One>) -> Result<Now<Looked>, Problem> {
    let one = followed(&call, at.id.0).await?;
    let t = call.voice().await?;
    let looked = match call.inner.actions.refresh(call.user(), one.source.id).await? {
        Refreshed::Asked(outcome) => {
            Looked { look: Some(Outcomes::of(&t, &outcome)), not_now: None }
        }
        Refreshed::NotNow(reason) => {
            let not_now = Some(Reason::of(&t, &reason.code(), call.now()));
            Looked { look: None, not_now }
        }
    };
    Ok(Now(looked))
}
