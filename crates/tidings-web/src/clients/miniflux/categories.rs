//! Folders, called categories here: listing, creating, renaming, removing, and marking read.

use super::{Answer, Call, done, feeds::refresh_all, made, number, shown, views::set};
use crate::{
    Error,
    acts::{ActError, FolderName, articles, folders},
};
use axum::extract::Path;
use serde::Deserialize;
use serde_json::{Value, json};
use tidings_model::FolderId;
use tidings_store::StreamQuery;

/// `GET /v1/categories`, with counts if requested.
pub(crate) async fn categories(call: Call) -> Answer {
    let known = call.known().await?;
    let wants_counts = call.asked.one("counts") == Some("true");
    let list = known.places().into_iter().map(|place| {
        let mut category = known.category(place);
        if wants_counts {
            category["feed_count"] = json!(known.library.inside(place).count());
            let n_unread: u64 = known.library.inside(place).map(|one| one.n_unread).sum();
            category["total_unread"] = json!(n_unread);
        }
        category
    });
    shown(&list.collect())
}

#[derive(Deserialize)]
struct Title {
    title: Option<String>,
}

fn title(call: &Call) -> Result<FolderName, Error> {
    Ok(FolderName::typed(&call.json::<Title>()?.title.unwrap_or_default())?)
}

/// `POST /v1/categories`.
pub(crate) async fn add_category(call: Call) -> Answer {
    let title = title(&call)?;
    let is_known = call.known().await?.library.folders.find(&String::from(title.clone())).is_some();
    if is_known {
        return Err(known_already().into());
    }
    let folder = folders::create(&call.actor(), title).await?.get();
    made(&call.known().await?.category(Some(folder)))
}

fn known_already() -> Error {
    Error::BadRequest("This category already exists.".to_owned())
}

/// Returns the folder of a path. The place for sources without a folder cannot be changed.
async fn folder(call: &Call, id: &str) -> Result<FolderId, Error> {
    let place = call.known().await?.place(number(id)?).ok_or(Error::NotFound)?;
    let why = "this category is for feeds without a folder and cannot be changed";
    place.ok_or_else(|| Error::BadRequest(why.to_owned()))
}

/// `PUT /v1/categories/{id}`.
pub(crate) async fn change_category(Path(id): Path<String>, call: Call) -> Answer {
    let folder = folder(&call, &id).await?;
    match folders::rename(&call.actor(), folder, title(&call)?).await {
        Err(ActError::Taken(_)) => return Err(known_already().into()),
        renamed => renamed?,
    }
    made(&call.known().await?.category(Some(folder)))
}

/// `DELETE /v1/categories/{id}`. What is in it stays.
pub(crate) async fn remove_category(Path(id): Path<String>, call: Call) -> Answer {
    let folder = folder(&call, &id).await?;
    folders::remove(&call.actor(), folder).await?;
    done()
}

/// `PUT /v1/categories/{id}/mark-all-as-read`.
pub(crate) async fn read_category(Path(id): Path<String>, call: Call) -> Answer {
    let place = call.known().await?.place(number(&id)?).ok_or(Error::NotFound)?;
    let stream = StreamQuery { within: vec![set(place)], ..StreamQuery::default() };
    articles::read_stream(&call.actor(), stream).await?;
    call.caller.is_here(&call.inner).await?;
    done()
}

/// `GET /v1/categories/{id}/feeds`.
pub(crate) async fn category_feeds(Path(id): Path<String>, call: Call) -> Answer {
    let known = call.known().await?;
    let place = known.place(number(&id)?).ok_or(Error::NotFound)?;
    shown(&known.library.inside(place).map(|one| known.feed(one)).collect::<Value>())
}

/// `PUT /v1/categories/{id}/refresh`.
pub(crate) async fn refresh_category(Path(id): Path<String>, call: Call) -> Answer {
    let known = call.known().await?;
    let place = known.place(number(&id)?).ok_or(Error::NotFound)?;
    refresh_all(&call, known.library.inside(place).map(|one| one.source.id).collect());
    done()
}
