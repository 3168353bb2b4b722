//! Tags on an article.

use super::{
    call::Call,
    extract::{At, Body},
    named::article,
    problem::Problem,
    responses::{Made, Silent},
    values::{Id, Name, One},
};
use crate::acts::{self, tags};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::TagId;

/// A tag on an article.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "TagOnArticle")]
pub(in crate::api) struct Tagged {
    pub(super) id: Id,
    pub(super) name: String,
}

/// The ids of an article and a tag, in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::api) struct Pair {
    /// The article.
    id: Id,
    /// The tag.
    tag: Id,
}

/// `PUT /articles/{id}/tags/{tag}`.
pub(in crate::api) async fn tag(call: Call, At(pair): At<Pair>) -> Result<Silent, Problem> {
    tags::put_own_on(&call.actor(), article(pair.id), TagId(pair.tag.0)).await?;
    Ok(Silent)
}

/// `DELETE /articles/{id}/tags/{tag}`.
pub(in crate::api) async fn untag(call: Call, At(pair): At<Pair>) -> Result<Silent, Problem> {
    tags::take_off(&call.actor(), article(pair.id), TagId(pair.tag.0)).await?;
    Ok(Silent)
}

/// A tag, by name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TagName")]
pub(in crate::api) struct Named {
    /// The tag is created if it doesn't exist.
    name: Name,
}

/// `POST /articles/{id}/tags`.
pub(in crate::api) async fn tag_by_name(
    call: Call,
    At(one): At<One>,
    Body(named): Body<Named>,
) -> Result<Made<Tagged>, Problem> {
    let name = named.name.checked()?;
    let made = tags::put_on(&call.actor(), article(one.id), name.clone()).await?;
    let tagged = Tagged { id: Id(made.get().0), name: name.into() };
    Ok(match made {
        acts::Creation::Known(_) => Made::Known(tagged),
        acts::Creation::New(tag) => Made::New(tagged, format!("/articles/{}/tags/{tag}", one.id.0)),
    })
}
