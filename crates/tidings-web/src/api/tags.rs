//! A person's own tags.

use super::{
    call::Call,
    extract::{At, Body},
    problem::Problem,
    responses::{Made, Now, Silent},
    values::{Id, Name, One, found},
};
use crate::acts::{self, tags};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::TagId;

/// A tag.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Tag {
    id: Id,
    name: String,
    /// Articles with this tag.
    n_articles: u64,
}

/// All tags.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Tags {
    /// By name.
    tags: Vec<Tag>,
}

async fn all(call: &Call) -> Result<Vec<Tag>, Problem> {
    let tags = call.inner.store.readings().tags(call.user()).await?.into_iter();
    Ok(tags
        .map(|tag| Tag { id: Id(tag.id.0), name: tag.name, n_articles: tag.n_articles })
        .collect())
}

async fn one(call: &Call, id: Id) -> Result<Tag, Problem> {
    found(all(call).await?.into_iter().find(|tag| tag.id == id), "tag")
}

/// `GET /tags`.
pub(super) async fn list(call: Call) -> Result<Now<Tags>, Problem> {
    Ok(Now(Tags { tags: all(&call).await? }))
}

/// `GET /tags/{id}`.
pub(super) async fn get(call: Call, At(at): At<One>) -> Result<Now<Tag>, Problem> {
    one(&call, at.id).await.map(Now)
}

/// A new tag.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewTag")]
pub(super) struct New {
    name: Name,
}

/// `POST /tags`. If there is a tag of this name, it is returned.
pub(super) async fn create(call: Call, Body(new): Body<New>) -> Result<Made<Tag>, Problem> {
    let made = tags::create(&call.actor(), new.name.checked()?).await?;
    let tag = one(&call, Id(made.get().0)).await?;
    Ok(match made {
        acts::Creation::Known(_) => Made::Known(tag),
        acts::Creation::New(id) => Made::New(tag, format!("/tags/{id}")),
    })
}

/// `PATCH /tags/{id}`.
pub(super) async fn rename(
    call: Call,
    At(at): At<One>,
    Body(new): Body<New>,
) -> Result<Now<Tag>, Problem> {
    tags::rename(&call.actor(), TagId(at.id.0), new.name.checked()?).await?;
    one(&call, at.id).await.map(Now)
}

/// `DELETE /tags/{id}`: removes it from all articles.
pub(super) async fn remove(call: Call, At(at): At<One>) -> Result<Silent, Problem> {
    tags::remove(&call.actor(), TagId(at.id.0)).await?;
    Ok(Silent)
}
