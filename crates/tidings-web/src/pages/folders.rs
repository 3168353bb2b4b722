//! Creating, renaming, moving, reordering and removing folders. What is in a removed folder stays.

use crate::{
    Error,
    acts::{ActError, FolderName, folders},
    app::Inner,
    forms::{Form, Nothing, Sent},
    pages::{Place, Shell, notice::Notice, page, sources, undo},
    session::Signed,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Path, Query, State},
    response::{IntoResponse, Redirect, Response},
};
use http::StatusCode;
use serde::Deserialize;
use std::{collections::HashSet, sync::Arc};
use tidings_model::FolderId;
use tidings_store::{Direction, Folder, SubscribedSource};

#[derive(Template)]
#[template(path = "folders.html")]
struct Page {
    t: Voice,
    shell: Shell,
    notice: Option<Notice>,
    complaint: Option<String>,
    folders: Vec<Line>,
    n_loose: usize,
}

struct Line {
    folder: Folder,
    /// Counts include the folders inside it.
    n_sources: usize,
    n_unread: u64,
    is_first: bool,
    is_last: bool,
    /// The folders that it may be moved into.
    targets: Vec<Folder>,
}

impl Line {
    fn new(folder: &Folder, all: &[Folder], subscriptions: &[SubscribedSource]) -> Self {
        let inside: HashSet<_> =
            all.iter().filter(|one| folder.contains(one)).map(|one| Some(one.id)).collect();
        let sources =
            || subscriptions.iter().filter(|one| inside.contains(&one.subscription.folder));
        let beside = || all.iter().filter(|one| one.parent == folder.parent);
        Self {
            n_sources: sources().count(),
            n_unread: sources().map(|one| one.n_unread).sum(),
            is_first: beside().next() == Some(folder),
            is_last: beside().next_back() == Some(folder),
            targets: all.iter().filter(|one| !folder.contains(one)).cloned().collect(),
            folder: folder.clone(),
        }
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct Since {
    undo: Option<i64>,
    taken: Option<String>,
}

/// `GET /folders`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Query(since): Query<Since>,
) -> Result<Response, Error> {
    let (t, user) = (signed.voice.clone(), signed.user.id);
    let folders = inner.store.subscriptions().folders(user).await?;
    let subscriptions = inner.store.subscriptions().list(user).await?;
    let n_loose = subscriptions.iter().filter(|one| one.subscription.folder.is_none()).count();
    let lines = folders.iter().map(|folder| Line::new(folder, &folders, &subscriptions)).collect();
    page(&Page {
        notice: Notice::of(&inner, &t, user, since.undo, "/folders").await?,
        complaint: since.taken.map(|_| t.of("src-folder-taken").to_owned()),
        shell: Shell::new(&inner, &signed, Place::Folders).await?,
        folders: lines,
        n_loose,
        t,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    name: String,
}

fn back() -> Response {
    Redirect::to("/folders").into_response()
}

/// `POST /folders`: creates one.
pub(crate) async fn create(
    State(inner): State<Arc<Inner>>,
    form: Form<Named>,
) -> Result<Response, Error> {
    folders::create(&form.actor(&inner), FolderName::typed(&form.fields.name)?).await?;
    Ok(back())
}

/// `POST /folders/{id}/rename`.
pub(crate) async fn rename(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    form: Form<Named>,
) -> Result<Response, Error> {
    let (actor, folder) = (form.actor(&inner), own(&inner, &form.signed, &id).await?);
    placed(folders::rename(&actor, folder, FolderName::typed(&form.fields.name)?).await)
}

/// Returns to the page, which says so if the folder could not be put there because of its name.
fn placed(done: Result<(), ActError>) -> Result<Response, Error> {
    match done {
        Err(ActError::Taken(_)) => Ok(Redirect::to("/folders?taken=name").into_response()),
        done => {
            done?;
            Ok(back())
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Target {
    #[serde(default)]
    parent: String,
}

/// `POST /folders/{id}/move`: moves it into another folder, or to the top.
pub(crate) async fn move_to(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    sent: Sent,
    form: Form<Target>,
) -> Result<Response, Error> {
    let (actor, id) = (form.actor(&inner), own(&inner, &form.signed, &id).await?);
    let parent = sources::folder(&actor, &form.fields.parent).await?;
    let done = folders::move_to(&actor, id, parent).await;
    match sent {
        Sent::ByPage => placed(done),
        Sent::ByScript => Ok(done.map(|()| StatusCode::NO_CONTENT.into_response())?),
    }
}

/// `POST /folders/{id}/remove`.
pub(crate) async fn remove(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    sent: Sent,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    let folder = own(&inner, &form.signed, &id).await?;
    let done = folders::remove(&form.actor(&inner), folder).await?;
    Ok(undo::answer(&form.signed.voice, sent, "folder", done, "/folders"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shift {
    #[serde(default)]
    to: String,
}

/// `POST /folders/{id}/order`: moves it up or down by one.
pub(crate) async fn order(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    form: Form<Shift>,
) -> Result<Response, Error> {
    let folder = own(&inner, &form.signed, &id).await?;
    let direction = if form.fields.to == "down" { Direction::Down } else { Direction::Up };
    folders::shift(&form.actor(&inner), folder, direction).await?;
    Ok(back())
}

/// Returns the user's folder in a path. Other people's folders are not found.
async fn own(inner: &Inner, signed: &Signed, id: &str) -> Result<FolderId, Error> {
    let id = FolderId(id.parse().map_err(|_| Error::NotFound)?);
    Ok(folders::own(&signed.actor(inner), id).await?)
}
