//! Entries: pages of them, single ones, and ids alone.

use super::{
    Answer, Call, entry as written,
    filters::{Amount, stream},
    number, shown,
    views::set,
};
use crate::Error;
use axum::extract::Path;
use serde_json::json;
use tidings_model::{ArticleId, FolderId, SourceId};
use tidings_store::{Entry, ListOrder, Set, Sort, StreamQuery};

const CONTENTS: Amount = Amount { usual: 100, most: 1_000 };
const IDS: Amount = Amount { usual: 10_000, most: 10_000 };

/// `GET /v1/entries`.
pub(crate) async fn entries(call: Call) -> Answer {
    page(&call, None).await
}

/// `GET /v1/feeds/{id}/entries`.
pub(crate) async fn feed_entries(Path(id): Path<String>, call: Call) -> Answer {
    let one = call.followed(&id).await?;
    page(&call, Some(Set::Source(one.source.id))).await
}

/// `GET /v1/categories/{id}/entries`.
pub(crate) async fn category_entries(Path(id): Path<String>, call: Call) -> Answer {
    let place = call.known().await?.place(number(&id)?).ok_or(Error::NotFound)?;
    page(&call, Some(set(place))).await
}

/// Returns a page, and the total number.
async fn page(call: &Call, named: Option<Set>) -> Answer {
    let known = call.known().await?;
    let stream = stream(call, &known, named, CONTENTS).await?;
    let (total, entries) = counted(call, stream).await?;
    let ids: Vec<ArticleId> = entries.into_iter().map(|entry| entry.article).collect();
    let entries = written::all(call, &known, &ids).await?;
    shown(&json!({ "total": total, "entries": entries }))
}

/// Returns a page of a stream, and the total number, which is counted only if it does not follow from the
/// page.
async fn counted(call: &Call, stream: StreamQuery) -> Result<(u64, Vec<Entry>), Error> {
    let (store, user) = (&call.inner.store, call.user());
    let (offset, limit) = (stream.offset, stream.limit);
    let entries = store.articles().stream(user, stream.clone()).await?;
    let is_last = entries.len() < limit && (offset == 0 || !entries.is_empty());
    let total = if is_last {
        (offset + entries.len()) as u64
    } else {
        store.articles().count_stream(user, stream).await?
    };
    Ok((total, entries))
}

/// `GET /v1/entries/ids`, newest first.
pub(crate) async fn entry_ids(call: Call) -> Answer {
    let known = call.known().await?;
    let stream = stream(&call, &known, None, IDS).await?;
    let stream = StreamQuery { sort: Sort::Arrival, order: ListOrder::Newest, ..stream };
    let (total, entries) = counted(&call, stream).await?;
    let ids: Vec<i64> = entries.into_iter().map(|entry| entry.number.0).collect();
    shown(&json!({ "total": total, "entry_ids": ids }))
}

/// Where an entry must be, according to the path.
enum Where {
    Anywhere,
    Source(SourceId),
    Place(Option<FolderId>),
}

/// `GET /v1/entries/{id}`.
pub(crate) async fn entry(Path(id): Path<String>, call: Call) -> Answer {
    single(&call, &id, Where::Anywhere).await
}

/// `GET /v1/feeds/{feed}/entries/{id}`.
pub(crate) async fn feed_entry(Path((feed, id)): Path<(String, String)>, call: Call) -> Answer {
    single(&call, &id, Where::Source(SourceId(number(&feed)?))).await
}

/// `GET /v1/categories/{category}/entries/{id}`.
pub(crate) async fn category_entry(
    Path((category, id)): Path<(String, String)>,
    call: Call,
) -> Answer {
    let place = call.known().await?.place(number(&category)?).ok_or(Error::NotFound)?;
    single(&call, &id, Where::Place(place)).await
}

async fn single(call: &Call, id: &str, wanted: Where) -> Answer {
    let known = call.known().await?;
    let id = call.article(id).await?;
    let entry = written::all(call, &known, &[id]).await?.pop().ok_or(Error::NotFound)?;
    let source = entry["feed_id"].as_i64().and_then(|id| known.library.source(SourceId(id)));
    let is_there = match wanted {
        Where::Anywhere => true,
        Where::Source(wanted) => source.is_some_and(|one| one.source.id == wanted),
        Where::Place(place) => source.is_some_and(|one| one.subscription.folder == place),
    };
    if is_there { shown(&entry) } else { Err(Error::NotFound.into()) }
}
