//! Creating, renaming and removing tags; tagging and untagging articles.

use super::{ActError, Actor, Creation, Name, articles};
use tidings_model::{ArticleId, TagId};
use tidings_store::{BulkResult, Tag, readings::bulk::MAX_ARTICLES};

/// Maximum number of tags added to an article at once.
const MOST_AT_ONCE: usize = 20;

/// Creates a tag, or returns the one that already has this name.
pub(crate) async fn create(actor: &Actor<'_>, name: Name) -> Result<Creation<TagId>, ActError> {
    let known = actor.store.readings().tags(actor.id()).await?;
    if let Some(tag) = known.iter().find(|tag| tag.name == name.as_str()) {
        return Ok(Creation::Known(tag.id));
    }
    Ok(Creation::New(actor.store.readings().add_tag(actor.id(), name.into()).await?))
}

/// Renames a tag. The name must be unique.
pub(crate) async fn rename(actor: &Actor<'_>, id: TagId, name: Name) -> Result<(), ActError> {
    Ok(actor.store.readings().rename_tag(actor.id(), id, name.into()).await?)
}

/// Removes a tag from all articles.
pub(crate) async fn remove(actor: &Actor<'_>, id: TagId) -> Result<(), ActError> {
    Ok(actor.store.readings().remove_tag(actor.id(), id).await?)
}

/// Returns one of their tags.
pub(crate) async fn own(actor: &Actor<'_>, id: TagId) -> Result<Tag, ActError> {
    let tags = actor.store.readings().tags(actor.id()).await?;
    tags.into_iter().find(|tag| tag.id == id).ok_or(ActError::NotFound("tag"))
}

/// Parses comma-separated names as typed.
pub(crate) fn typed(text: &str) -> Result<Vec<Name>, ActError> {
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    let names = names.map(Name::new).collect::<Result<Vec<_>, _>>()?;
    let is_good = names.len() <= MOST_AT_ONCE;
    is_good.then_some(names).ok_or(ActError::AtOnce { what: "tags", most: MOST_AT_ONCE })
}

/// Tags an article. The tag is created if there is none of that name.
pub(crate) async fn put_on(
    actor: &Actor<'_>,
    id: ArticleId,
    name: Name,
) -> Result<Creation<TagId>, ActError> {
    let before = actor.article(id).await?.tags;
    let tag = actor.store.readings().tag(actor.id(), id, name.into(), actor.now()).await?;
    let is_known = before.iter().any(|(id, _)| *id == tag);
    Ok(if is_known { Creation::Known(tag) } else { Creation::New(tag) })
}

/// Tags an article with one of their tags.
pub(crate) async fn put_own_on(
    actor: &Actor<'_>,
    id: ArticleId,
    tag: TagId,
) -> Result<(), ActError> {
    let tag = own(actor, tag).await?;
    put_on_named(actor, id, &tag.name).await
}

/// Tags the selected articles with one of their tags. Can be undone; articles that are missing or not theirs are
/// skipped.
pub(crate) async fn put_on_chosen(
    actor: &Actor<'_>,
    ids: Vec<ArticleId>,
    tag: TagId,
) -> Result<BulkResult, ActError> {
    let tag = own(actor, tag).await?;
    put_on_all(actor, ids, tag.name).await
}

/// Tags the selected articles with the tag of this name, which is created if there is none.
pub(crate) async fn put_named_on_chosen(
    actor: &Actor<'_>,
    ids: Vec<ArticleId>,
    name: &str,
) -> Result<BulkResult, ActError> {
    let name = known_or_new(actor, name).await?;
    put_on_all(actor, ids, name).await
}

async fn put_on_all(
    actor: &Actor<'_>,
    ids: Vec<ArticleId>,
    name: String,
) -> Result<BulkResult, ActError> {
    articles::check_number(&ids, MAX_ARTICLES)?;
    Ok(actor.store.readings().tag_all(actor.id(), ids, name, actor.now()).await?)
}

/// Tags the articles that a client names. Tagging a single one shows as much interest as doing so on a page.
pub(crate) async fn put_on_by_program(
    actor: &Actor<'_>,
    ids: &[ArticleId],
    name: &str,
) -> Result<(), ActError> {
    let name = known_or_new(actor, name).await?;
    if let [id] = ids {
        articles::passing_over(put_on_named(actor, *id, &name).await)?;
        return Ok(());
    }
    for part in ids.chunks(MAX_ARTICLES) {
        actor
            .store
            .readings()
            .tag_all(actor.id(), part.to_vec(), name.clone(), actor.now())
            .await?;
    }
    Ok(())
}

async fn put_on_named(actor: &Actor<'_>, id: ArticleId, name: &str) -> Result<(), ActError> {
    actor.store.readings().tag(actor.id(), id, name.to_owned(), actor.now()).await?;
    Ok(())
}

/// Returns the name if there is such a tag, or if one may be created with it.
async fn known_or_new(actor: &Actor<'_>, text: &str) -> Result<String, ActError> {
    let known = actor.store.readings().tags(actor.id()).await?;
    match known.into_iter().find(|tag| tag.name == text) {
        Some(tag) => Ok(tag.name),
        None => Name::typed(text).map(String::from),
    }
}

/// Removes a tag from an article. Other people's tags are not found.
pub(crate) async fn take_off(actor: &Actor<'_>, id: ArticleId, tag: TagId) -> Result<(), ActError> {
    actor.check_visible(id).await?;
    own(actor, tag).await?;
    Ok(actor.store.readings().untag(actor.id(), id, tag).await?)
}

/// Removes one of their tags from the articles that a client names.
pub(crate) async fn take_off_by_program(
    actor: &Actor<'_>,
    ids: &[ArticleId],
    tag: TagId,
) -> Result<(), ActError> {
    for id in ids {
        actor.store.readings().untag(actor.id(), *id, tag).await?;
    }
    Ok(())
}
