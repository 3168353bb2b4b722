//! Bulk actions on articles. Each can be undone for an hour.

use super::{
    call::Call,
    extract::{At, Body},
    lists::{List, article},
    problem::Problem,
    responses::Now,
    values::{Done, Id, One, Within},
};
use crate::acts::{articles, tags};
use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::Deserialize;
use tidings_model::TagId;
use tidings_store::{BulkAction, Reach};

/// The change of the articles.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(super) enum What {
    Read,
    Unread,
    Star,
    Unstar,
    Later,
    NotLater,
}

impl From<What> for BulkAction {
    fn from(what: What) -> Self {
        match what {
            What::Read => Self::Read,
            What::Unread => Self::Unread,
            What::Star => Self::Star,
            What::Unstar => Self::Unstar,
            What::Later => Self::Later,
            What::NotLater => Self::NotLater,
        }
    }
}

/// A change of the selected articles.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Marks {
    act: What,
    /// Up to 1,000. Ids that don't exist, or belong to someone else, are ignored.
    #[schemars(length(max = 1000))]
    ids: Vec<Id>,
}

/// `POST /marks`.
pub(super) async fn mark(call: Call, Body(marks): Body<Marks>) -> Result<Now<Done>, Problem> {
    let ids = marks.ids.into_iter().map(article).collect();
    Ok(Now(articles::mark_chosen(&call.actor(), marks.act.into(), ids).await?.into()))
}

/// The articles to tag.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ChosenArticles")]
pub(super) struct Chosen {
    /// Up to 1,000. Ids that don't exist, or belong to someone else, are ignored.
    #[schemars(length(max = 1000))]
    ids: Vec<Id>,
}

/// `POST /tags/{id}/articles`.
pub(super) async fn tag(
    call: Call,
    At(one): At<One>,
    Body(chosen): Body<Chosen>,
) -> Result<Now<Done>, Problem> {
    let ids = chosen.ids.into_iter().map(article).collect();
    Ok(Now(tags::put_on_chosen(&call.actor(), ids, TagId(one.id.0)).await?.into()))
}

/// A list to mark as read.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ListRead")]
pub(super) struct Whole {
    #[serde(rename = "in")]
    list: List,
    /// The newest article the reader was shown; later ones stay unread.
    up_to: Id,
    /// Only articles older than this many days.
    #[serde(default)]
    older_than_days: Option<Within<1, 3650>>,
}

/// `POST /read-all`.
pub(super) async fn read_all(call: Call, Body(whole): Body<Whole>) -> Result<Now<Done>, Problem> {
    let now = call.now();
    let scope = whole.list.scope(&call).await?;
    let age = |days: Within<1, 3650>| SignedDuration::from_hours(24 * days.get());
    let before = whole.older_than_days.and_then(|days| now.checked_sub(age(days)).ok());
    let reach = Reach { up_to: article(whole.up_to), before };
    Ok(Now(articles::read_list(&call.actor(), scope, reach).await?.into()))
}
