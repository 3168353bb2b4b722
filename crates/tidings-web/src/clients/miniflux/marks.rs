//! Marking entries read, starred and saved for later.

use super::{Answer, Call, accepted, done, entry as written, made};
use crate::{Error, acts::articles, clients::title};
use axum::extract::Path;
use serde::Deserialize;
use tidings_model::{ArticleId, EntryId};
use tidings_store::{BulkAction, FullArticle};

#[derive(Deserialize)]
struct Marks {
    #[serde(default)]
    entry_ids: Vec<i64>,
    status: Option<String>,
    starred: Option<bool>,
}

/// `PUT /v1/entries`: sets a status, the star, or both. Other people's entries are skipped.
pub(crate) async fn mark(call: Call) -> Answer {
    let marks: Marks = call.json()?;
    if marks.entry_ids.is_empty() {
        return Err(Error::BadRequest("expected entry_ids".to_owned()).into());
    }
    let status = match marks.status.as_deref() {
        Some("read") => Some(BulkAction::Read),
        Some("unread") => Some(BulkAction::Unread),
        Some(other) => return Err(Error::BadRequest(format!("invalid status: {other:?}")).into()),
        None => None,
    };
    let star = marks
        .starred
        .map(|is_starred| if is_starred { BulkAction::Star } else { BulkAction::Unstar });
    if status.is_none() && star.is_none() {
        return Err(Error::BadRequest("expected a status or starred".to_owned()).into());
    }
    let entries = marks.entry_ids.into_iter().map(EntryId).collect();
    let ids = call.inner.store.articles().by_entries(call.user(), entries).await?;
    for act in [status, star].into_iter().flatten() {
        articles::mark_by_program(&call.actor(), act, &ids).await?;
    }
    call.caller.is_here(&call.inner).await?;
    done()
}

/// Returns an article that the caller may mark.
pub(super) async fn article(call: &Call, id: &str) -> Result<FullArticle, Error> {
    own(call, call.article(id).await?).await
}

pub(super) async fn own(call: &Call, id: ArticleId) -> Result<FullArticle, Error> {
    call.inner.store.articles().get(call.user(), id).await?.ok_or(Error::NotFound)
}

/// `PUT /v1/entries/{id}/star`, also called `bookmark`: toggles the star.
pub(crate) async fn star(Path(id): Path<String>, call: Call) -> Answer {
    let article = article(&call, &id).await?;
    let is_starred = article.listed.reading.starred_at.is_some();
    let act = if is_starred { BulkAction::Unstar } else { BulkAction::Star };
    articles::mark(&call.actor(), act, article.listed.id).await?;
    call.caller.is_here(&call.inner).await?;
    done()
}

/// `POST /v1/entries/{id}/save`. There is no other service to save it to, so it is saved for later.
pub(crate) async fn save(Path(id): Path<String>, call: Call) -> Answer {
    let article = article(&call, &id).await?;
    articles::mark(&call.actor(), BulkAction::Later, article.listed.id).await?;
    call.caller.is_here(&call.inner).await?;
    accepted()
}

/// `PUT /v1/flush-history`. Articles are stored for as long as the person wants, read or not, so there is nothing to
/// flush.
pub(crate) async fn flush_history(_: Call) -> Answer {
    accepted()
}

#[derive(Deserialize)]
struct Changes {
    title: Option<String>,
    content: Option<String>,
}

/// `PUT /v1/entries/{id}`. Articles belong to all subscribers, so a person cannot change them.
pub(crate) async fn change_entry(Path(id): Path<String>, call: Call) -> Answer {
    let article = article(&call, &id).await?;
    let changes: Changes = call.json()?;
    let shown = title(&article.listed);
    let is_same = changes.title.is_none_or(|title| title == shown)
        && changes.content.is_none_or(|content| content == article.html);
    if !is_same {
        let why = "entries are shown as their feed tells them and cannot be changed";
        return Err(Error::BadRequest(why.to_owned()).into());
    }
    let known = call.known().await?;
    let entry = written::all(&call, &known, &[article.listed.id]).await?.pop();
    made(&entry.ok_or(Error::NotFound)?)
}
