//! Folders, in the reader's order.

use super::{
    call::Call,
    extract::{At, Body},
    problem::Problem,
    responses::{Made, Now},
    values::{Done, FolderName, Id, One, found},
};
use crate::acts::{self, folders};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use tidings_model::FolderId;

/// A folder.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Folder {
    id: Id,
    /// Its path: `News/Tech` for the folder Tech inside the folder News.
    name: String,
    /// The folder it is inside of.
    parent: Option<Id>,
    /// Unread articles in it and in the folders inside it.
    n_unread: u64,
    /// Number of sources in it and in the folders inside it.
    n_sources: u64,
}

/// All folders.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Folders {
    /// In the reader's order, each followed by the folders inside it.
    folders: Vec<Folder>,
}

async fn all(call: &Call) -> Result<Vec<Folder>, Problem> {
    let (store, user) = (&call.inner.store, call.user());
    let sources = store.subscriptions().list(user).await?;
    let all = store.subscriptions().folders(user).await?;
    let counted = all.iter().map(|folder| {
        let ids: HashSet<_> =
            all.iter().filter(|one| folder.contains(one)).map(|one| Some(one.id)).collect();
        let inside = || sources.iter().filter(|one| ids.contains(&one.subscription.folder));
        Folder {
            id: Id(folder.id.0),
            name: folder.path.clone(),
            parent: folder.parent.map(|parent| Id(parent.0)),
            n_unread: inside().map(|one| one.n_unread).sum(),
            n_sources: inside().count() as u64,
        }
    });
    Ok(counted.collect())
}

async fn one(call: &Call, id: Id) -> Result<Folder, Problem> {
    found(all(call).await?.into_iter().find(|folder| folder.id == id), "folder")
}

/// `GET /folders`.
pub(super) async fn list(call: Call) -> Result<Now<Folders>, Problem> {
    Ok(Now(Folders { folders: all(&call).await? }))
}

/// `GET /folders/{id}`.
pub(super) async fn get(call: Call, At(at): At<One>) -> Result<Now<Folder>, Problem> {
    one(&call, at.id).await.map(Now)
}

/// A new folder.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewFolder")]
pub(super) struct New {
    name: FolderName,
}

/// `POST /folders`. The folders around it are created if needed. If there is a folder of this path, it is returned.
pub(super) async fn create(call: Call, Body(new): Body<New>) -> Result<Made<Folder>, Problem> {
    let made = folders::create(&call.actor(), new.name.checked()?).await?;
    let folder = one(&call, Id(made.get().0)).await?;
    Ok(match made {
        acts::Creation::Known(_) => Made::Known(folder),
        acts::Creation::New(id) => Made::New(folder, format!("/folders/{id}")),
    })
}

/// `PATCH /folders/{id}`. Another path moves it.
pub(super) async fn rename(
    call: Call,
    At(at): At<One>,
    Body(new): Body<New>,
) -> Result<Now<Folder>, Problem> {
    folders::rename(&call.actor(), FolderId(at.id.0), new.name.checked()?).await?;
    one(&call, at.id).await.map(Now)
}

/// `DELETE /folders/{id}`. What is in it moves to the folder around it.
pub(super) async fn remove(call: Call, At(at): At<One>) -> Result<Now<Done>, Problem> {
    Ok(Now(folders::remove(&call.actor(), FolderId(at.id.0)).await?.into()))
}

/// A new order of folders.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "FolderOrder")]
pub(super) struct Order {
    /// Folders not listed here come last. Folders inside a folder stay there.
    #[schemars(length(max = 1000))]
    ids: Vec<Id>,
}

/// `PUT /folders/order`.
pub(super) async fn order(call: Call, Body(order): Body<Order>) -> Result<Now<Folders>, Problem> {
    let ids: Vec<FolderId> = order.ids.into_iter().map(|id| FolderId(id.0)).collect();
    folders::order(&call.actor(), &ids).await?;
    list(call).await
}
