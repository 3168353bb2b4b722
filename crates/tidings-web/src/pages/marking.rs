//! The buttons on one article: read, star, put aside, tag. They answer with a redirect to the page they stand on, or for a
//! script with nothing.

use crate::{
    Error,
    app::Inner,
    forms::{Form, Sent},
    next,
    pages::undo::with_said,
};
use axum::{
    extract::{Path, State},
    response::{IntoResponse, Redirect, Response},
};
use http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{ArticleId, Reaction, TagId, UserId, user::Reacted};

/// The fields of the buttons on one article.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    #[serde(default)]
    back: String,
}

/// `POST /article/{id}/{act}` for every act of [`tidings_store::Act`], one route each.
macro_rules! act {
    ($name:ident, $inner:ident, $user:ident, $id:ident, $work:expr $(, $said:literal)?) => {
        pub(crate) async fn $name(
            State($inner): State<Arc<Inner>>,
            Path(id): Path<String>,
            sent: Sent,
            form: Form<Back>,
        ) -> Result<Response, Error> {
            let ($user, $id) =
                (form.signed.user.id, visible(&$inner, form.signed.user.id, &id).await?);
            $work;
            let back = &form.fields.back;
            // What is said on the page that comes, where anything is.
            $(let back = &with_said(next::safe(back), $said);)?
            Ok(answer(sent, back))
        }
    };
}

act!(read, inner, user, id, dismiss(&inner, user, id).await?);
act!(unread, inner, user, id, inner.store.readings().mark_unread(user, vec![id]).await?);
act!(star, inner, user, id, inner.store.readings().star(user, id, Some(inner.clock.now())).await?);
act!(unstar, inner, user, id, inner.store.readings().star(user, id, None).await?);
act!(
    later,
    inner,
    user,
    id,
    inner.store.readings().put_aside(user, id, Some(inner.clock.now())).await?
);
act!(not_later, inner, user, id, inner.store.readings().put_aside(user, id, None).await?);

act!(more, inner, user, id, more_of(&inner, user, id).await?, "taught=more");
act!(less, inner, user, id, less_of(&inner, user, id).await?, "taught=less");
act!(neither, inner, user, id, inner.store.users().take_back(user, id).await?);
act!(kept, inner, user, id, keep_open(&inner, user, id).await?);

/// It stayed in sight for as long as reading takes.
pub(crate) async fn keep_open(inner: &Inner, user: UserId, id: ArticleId) -> Result<(), Error> {
    const KEPT_MS: i64 = 30_000;
    Ok(inner.store.readings().add_time_spent(user, id, KEPT_MS, inner.clock.now()).await?)
}

/// The fields of what was passed over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Passed {
    ids: String,
}

/// Most cards told of at once.
const MAX_PASSED: usize = 200;

/// `POST /passed`: cards that were in sight and left it. What the person may not see is passed over.
pub(crate) async fn passed(
    State(inner): State<Arc<Inner>>,
    form: Form<Passed>,
) -> Result<StatusCode, Error> {
    let signed = &form.signed;
    if !signed.voice.look.learns() {
        return Ok(StatusCode::NO_CONTENT);
    }
    for id in form.fields.ids.split(',').take(MAX_PASSED) {
        let id = id.parse().map_err(|_| Error::BadRequest("ids are no articles".to_owned()))?;
        match pass_over(&inner, signed.user.id, id).await {
            Ok(()) | Err(Error::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn react(
    inner: &Inner,
    user: UserId,
    article: ArticleId,
    reaction: Reaction,
) -> Result<(), Error> {
    let at = inner.clock.now();
    Ok(inner.store.users().add_reaction(Reacted { user, article, reaction, at }).await?)
}

/// Marked read without having been opened: that says something too.
async fn dismiss(inner: &Inner, user: UserId, id: ArticleId) -> Result<(), Error> {
    if inner.store.readings().get(user, id).await?.n_opened == 0 {
        react(inner, user, id, Reaction::Dismissed).await?;
    }
    inner.store.readings().mark_read(user, vec![id], inner.clock.now()).await?;
    Ok(())
}

/// It was in sight and left it.
pub(crate) async fn pass_over(inner: &Inner, user: UserId, id: ArticleId) -> Result<(), Error> {
    react(inner, user, id, Reaction::Skipped).await
}

pub(crate) async fn more_of(inner: &Inner, user: UserId, id: ArticleId) -> Result<(), Error> {
    react(inner, user, id, Reaction::Liked).await
}

/// What somebody wants less of need not be shown again.
pub(crate) async fn less_of(inner: &Inner, user: UserId, id: ArticleId) -> Result<(), Error> {
    react(inner, user, id, Reaction::Hidden).await?;
    inner.store.readings().mark_read(user, vec![id], inner.clock.now()).await?;
    Ok(())
}

/// The fields of "Add a tag".
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tagged {
    #[serde(default)]
    name: String,
    #[serde(default)]
    back: String,
}

/// `POST /article/{id}/tag`: one tag, or several with commas between them.
pub(crate) async fn tag(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    sent: Sent,
    form: Form<Tagged>,
) -> Result<Response, Error> {
    let user = form.signed.user.id;
    let id = visible(&inner, user, &id).await?;
    let names = form.fields.name.split(',').map(str::trim).filter(|name| !name.is_empty());
    for name in names.take(MAX_TAGS) {
        inner.store.readings().tag(user, id, name.to_owned(), inner.clock.now()).await?;
    }
    Ok(answer(sent, &form.fields.back))
}

/// Most tags put on at once.
const MAX_TAGS: usize = 20;

/// The fields of "Remove this tag".
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Untagged {
    #[serde(default)]
    tag: String,
    #[serde(default)]
    back: String,
}

/// `POST /article/{id}/untag`.
pub(crate) async fn untag(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    sent: Sent,
    form: Form<Untagged>,
) -> Result<Response, Error> {
    let user = form.signed.user.id;
    let id = visible(&inner, user, &id).await?;
    let tag: TagId = form.fields.tag.parse().unwrap_or(TagId(0));
    inner.store.readings().untag(user, id, tag).await?;
    Ok(answer(sent, &form.fields.back))
}

fn answer(sent: Sent, back: &str) -> Response {
    match sent {
        Sent::ByScript => StatusCode::NO_CONTENT.into_response(),
        Sent::ByPage => Redirect::to(next::safe(back)).into_response(),
    }
}

/// An article that does not exist and one of somebody else's sources get the same answer.
async fn visible(inner: &Inner, user: UserId, id: &str) -> Result<ArticleId, Error> {
    let id = id.parse().map_err(|_| Error::NotFound)?;
    inner.store.articles().check_visible(user, id).await?;
    Ok(id)
}
