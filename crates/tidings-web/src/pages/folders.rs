//! Creating, renaming, reordering and removing folders. The sources in a removed folder stay.

use crate::{
    Error,
    acts::{ActError, Name, folders},
    app::Inner,
    forms::{Form, Nothing, Sent},
    pages::{Place, Shell, notice::Notice, page, undo},
    session::Signed,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Path, Query, State},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::FolderId;
use tidings_store::{Direction, Folder};

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
    n_sources: usize,
    n_unread: u64,
    is_first: bool,
    is_last: bool,
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
    let (n_folders, n_loose) = (
        folders.len(),
        subscriptions.iter().filter(|one| one.subscription.folder.is_none()).count(),
    );
    let line = |(index, folder): (usize, Folder)| {
        let inside = subscriptions.iter().filter(|one| one.subscription.folder == Some(folder.id));
        Line {
            n_sources: inside.clone().count(),
            n_unread: inside.map(|one| one.n_unread).sum(),
            is_first: index == 0,
            is_last: index + 1 == n_folders,
            folder,
        }
    };
    page(&Page {
        notice: Notice::of(&inner, &t, user, since.undo, "/folders").await?,
        complaint: since.taken.map(|_| t.of("src-folder-taken").to_owned()),
        shell: Shell::new(&inner, &signed, Place::Folders).await?,
        folders: folders.into_iter().enumerate().map(line).collect(),
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
    folders::create(&form.actor(&inner), Name::typed(&form.fields.name)?).await?;
    Ok(back())
}

/// `POST /folders/{id}/rename`.
pub(crate) async fn rename(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    form: Form<Named>,
) -> Result<Response, Error> {
    let (actor, folder) = (form.actor(&inner), own(&inner, &form.signed, &id).await?);
    match folders::rename(&actor, folder, Name::typed(&form.fields.name)?).await {
        Err(ActError::Taken(_)) => Ok(Redirect::to("/folders?taken=name").into_response()),
        renamed => {
            renamed?;
            Ok(back())
        }
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
