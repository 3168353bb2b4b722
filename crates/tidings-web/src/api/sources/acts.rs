//! Changing a source, checking it now, and unsubscribing.

use super::{Call, Outcomes, Problem, Reason, followed, view};
use crate::{
    CheckOutcome,
    acts::{
        ActError, Number, Title, subscriptions,
        wishes::{Wish, Wishes},
    },
    api::{
        extract::{At, Body},
        responses::Now,
        values::{Done, Id, One, Within, present},
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::FolderId;

/// The changes of a source; omitted fields stay as they are. Values that the operator does not allow are clamped to the
/// nearest allowed one.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "SourceChange")]
pub(in crate::api) struct Change {
    /// The reader's own title; null for the source's.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<String>", length(max = 300))]
    title: Option<Option<String>>,
    /// Null for none.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<Id>")]
    folder: Option<Option<Id>>,
    is_paused: Option<bool>,
    is_muted: Option<bool>,
    full_text: Option<bool>,
    is_pinned: Option<bool>,
    /// The minimum time between checks, in minutes; null for the operator's setting.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<Count>")]
    min_minutes: Option<Option<Count>>,
    /// The maximum time between checks, in minutes.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<Count>")]
    max_minutes: Option<Option<Count>>,
    /// How many days articles are kept.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<Count>")]
    keep_days: Option<Option<Count>>,
    /// How many articles are kept.
    #[serde(deserialize_with = "present")]
    #[schemars(with = "Option<Count>")]
    keep_count: Option<Option<Count>>,
}

/// A number of minutes, days or articles.
type Count = Within<1, 1_000_000>;

fn wish(field: &'static str, wish: Option<Option<Count>>) -> Result<Wish, ActError> {
    wish.map(|wish| wish.map(|n| Number::new(field, n.get())).transpose()).transpose()
}

impl Change {
    fn checked(self) -> Result<subscriptions::Change, ActError> {
        let title = |title: Option<String>| Title::new(&title.unwrap_or_default());
        let wishes = Wishes {
            is_muted: self.is_muted,
            full_text: self.full_text,
            is_pinned: self.is_pinned,
            min_minutes: wish("min_minutes", self.min_minutes)?,
            max_minutes: wish("max_minutes", self.max_minutes)?,
            keep_days: wish("keep_days", self.keep_days)?,
            keep_count: wish("keep_count", self.keep_count)?,
        };
        Ok(subscriptions::Change {
            title: self.title.map(title).transpose()?,
            folder: self.folder.map(|folder| folder.map(|id| FolderId(id.0))),
            is_paused: self.is_paused,
            wishes,
            ..subscriptions::Change::default()
        })
    }
}

/// `PATCH /sources/{id}`.
pub(in crate::api) async fn change(
    call: Call,
    At(at): At<One>,
    Body(change): Body<Change>,
) -> Result<Now<view::Full>, Problem> {
    let one = followed(&call, at.id.0).await?;
    subscriptions::change(&call.actor(), &one, change.checked()?).await?;
    let one = followed(&call, at.id.0).await?;
    view::full(&call, &one).await.map(Now)
}

/// `DELETE /sources/{id}`: unsubscribes.
pub(in crate::api) async fn remove(call: Call, At(at): At<One>) -> Result<Now<Done>, Problem> {
    let one = followed(&call, at.id.0).await?;
    Ok(Now(subscriptions::end(&call.actor(), vec![one.source.id]).await?.into()))
}

/// The result of checking a source now.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RefreshOutcome")]
pub(in crate::api) struct Looked {
    /// The result of the check; null if there was none.
    look: Option<Outcomes>,
    /// Why no check was made.
    not_now: Option<Reason>,
}

/// `POST /sources/{id}/refresh`.
pub(in crate::api) async fn refresh(call: Call, At(at): At<One>) -> Result<Now<Looked>, Problem> {
    let one = followed(&call, at.id.0).await?;
    let t = call.voice().await?;
    let looked = match subscriptions::check_now(&call.actor(), one.source.id).await? {
        CheckOutcome::Asked(outcome) => {
            Looked { look: Some(Outcomes::of(&t, &outcome)), not_now: None }
        }
        CheckOutcome::NotNow(reason) => {
            let not_now = Some(Reason::of(&t, &reason.code(), call.now()));
            Looked { look: None, not_now }
        }
    };
    Ok(Now(looked))
}
