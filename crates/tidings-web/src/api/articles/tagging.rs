//! Tags on an article.

use super::{
    answers::{Made, Silent},
    call::Call,
    named::article,
    parts::{At, Body},
    problem::Problem,
    values::{Id, Name, One, found},
};
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

/// A tag on an article, in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(in crate::api) struct Pair {
    /// The article.
    id: Id,
    /// The tag.
    tag: Id,
}

/// `PUT /articles/{id}/tags/{tag}`.
pub(in crate::api) async fn tag(call: Call, At(pair): At<Pair>) -> Result<Silent, Problem> {
    let (store, user) = (&call.inner.store, call.user());
    let tags = store.readings().tags(user).await?;
    let tag = found(tags.into_iter().find(|tag| tag.id.0 == pair.tag.0), "tag")?;
    store.readings().tag(user, article(pair.id), tag.name, call.now()).await?;
    Ok(Silent)
}

/// `DELETE /articles/{id}/tags/{tag}`.
pub(in crate::api) async fn untag(call: Call, At(pair): At<Pair>) -> Result<Silent, Problem> {
    let (store, user) = (&call.inner.store, call.user());
    store.articles().check_visible(user, article(pair.id)).await?;
    let tags = store.readings().tags(user).await?;
    found(tags.iter().find(|tag| tag.id.0 == pair.tag.0), "tag")?;
    store.readings().untag(user, article(pair.id), TagId(pair.tag.0)).await?;
    Ok(Silent)
}

/// A tag by its name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TagName")]
pub(in crate::api) struct Named {
    /// The tag is made if there is none of that name.
    name: Name,
}

/// `POST /articles/{id}/tags`.
pub(in crate::api) async fn tag_by_name(
    call: Call,
    At(one): At<One>,
    Body(named): Body<Named>,
) -> Result<Made<Tagged>, Problem> {
    let (store, user) = (&call.inner.store, call.user());
    let before = found(store.articles().get(user, article(one.id)).await?, "article")?.tags;
    let tag = store.readings().tag(user, article(one.id), named.name.0.clone(), call.now()).await?;
    let tagged = Tagged { id: Id(tag.0), name: named.name.0 };
    Ok(if before.iter().any(|(id, _)| *id == tag) {
        Made::Known(tagged)
    } else {
        Made::New(tagged, format!("/articles/{}/tags/{tag}", one.id.0))
    })
}
