//! Acts on many articles at once; each can be taken back for an hour.

use super::{
    answers::Now,
    call::Call,
    lists::{List, article},
    parts::{At, Body},
    problem::Problem,
    values::{Done, Id, One, Within, found},
};
use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::Deserialize;
use tidings_store::{Act, Reach};

/// What is done to articles.
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

impl From<What> for Act {
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

/// An act on chosen articles.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Marks {
    act: What,
    /// Up to a thousand. Those that are not there, or not this person's, are passed over.
    #[schemars(length(max = 1000))]
    ids: Ids,
}

/// Up to a thousand articles.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<Id>")]
#[schemars(inline)]
struct Ids(Vec<Id>);

impl TryFrom<Vec<Id>> for Ids {
    type Error = String;

    fn try_from(ids: Vec<Id>) -> Result<Self, String> {
        let most = tidings_store::readings::bulk::MAX_ARTICLES;
        if ids.len() > most {
            return Err(format!("expected at most {most} ids, got {}", ids.len()));
        }
        Ok(Self(ids))
    }
}

/// `POST /marks`.
pub(super) async fn mark(call: Call, Body(marks): Body<Marks>) -> Result<Now<Done>, Problem> {
    let ids = marks.ids.0.into_iter().map(article).collect();
    let done =
        call.inner.store.readings().act_on(call.user(), marks.act.into(), ids, call.now()).await?;
    Ok(Now(done.into()))
}

/// Articles that get a tag.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ChosenArticles")]
pub(super) struct Chosen {
    /// Up to a thousand. Those that are not there, or not this person's, are passed over.
    #[schemars(length(max = 1000))]
    ids: Ids,
}

/// `POST /tags/{id}/articles`.
pub(super) async fn tag(
    call: Call,
    At(one): At<One>,
    Body(chosen): Body<Chosen>,
) -> Result<Now<Done>, Problem> {
    let (store, user) = (&call.inner.store, call.user());
    let tags = store.readings().tags(user).await?;
    let tag = found(tags.into_iter().find(|tag| tag.id.0 == one.id.0), "tag")?;
    let ids = chosen.ids.0.into_iter().map(article).collect();
    Ok(Now(store.readings().tag_all(user, ids, tag.name, call.now()).await?.into()))
}

/// A list to be marked read.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ListRead")]
pub(super) struct Whole {
    #[serde(rename = "in")]
    list: List,
    /// The newest article that the person was shown: what came later stays unread.
    up_to: Id,
    /// Only articles older than so many days.
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
    Ok(Now(call.inner.store.readings().read_scope(call.user(), scope, reach, now).await?.into()))
}
