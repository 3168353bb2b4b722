//! Icons of sources.

use super::{Answer, Call, number, shown};
use crate::{Error, clients::icon_data};
use axum::extract::Path;
use serde_json::json;
use tidings_model::SourceId;

/// `GET /v1/feeds/{id}/icon`.
pub(crate) async fn feed_icon(Path(id): Path<String>, call: Call) -> Answer {
    let id = SourceId(number(&id)?);
    show(&call, |(source, _)| *source == id).await
}

/// `GET /v1/icons/{id}`, for sources that the caller subscribes to.
pub(crate) async fn icon(Path(id): Path<String>, call: Call) -> Answer {
    let id = number(&id)?;
    show(&call, |(_, icon)| *icon == id).await
}

async fn show(call: &Call, is_meant: impl Fn(&(SourceId, i64)) -> bool) -> Answer {
    let (store, user) = (&call.inner.store, call.user());
    let icons = store.sources().icon_numbers(user).await?;
    let (source, id) = icons.into_iter().find(is_meant).ok_or(Error::NotFound)?;
    let icon = store.sources().icon(user, source).await?.ok_or(Error::NotFound)?;
    shown(&json!({ "id": id, "mime_type": icon.media_type, "data": icon_data(&icon) }))
}
