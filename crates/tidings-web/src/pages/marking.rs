//! The buttons that mark articles read and unread. They answer with a redirect to the page they stand on.

use crate::{Error, app::Inner, forms::Form, next};
use axum::{
    extract::{Path, State},
    response::Redirect,
};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::ArticleId;
use tidings_store::{Scope, UpTo};

/// The fields of the buttons on one article.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    #[serde(default)]
    back: String,
}

/// `POST /article/{id}/read`.
pub(crate) async fn read(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    form: Form<Back>,
) -> Result<Redirect, Error> {
    let (user, id) = (form.signed.user.id, visible(&inner, &form, &id).await?);
    inner.store.mark_read(user, vec![id], inner.clock.now()).await?;
    Ok(Redirect::to(next::safe(&form.fields.back)))
}

/// `POST /article/{id}/unread`.
pub(crate) async fn unread(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    form: Form<Back>,
) -> Result<Redirect, Error> {
    let (user, id) = (form.signed.user.id, visible(&inner, &form, &id).await?);
    inner.store.mark_unread(user, vec![id]).await?;
    Ok(Redirect::to(next::safe(&form.fields.back)))
}

/// An article that does not exist and one of somebody else's sources get the same answer.
async fn visible(inner: &Inner, form: &Form<Back>, id: &str) -> Result<ArticleId, Error> {
    let id = id.parse().map_err(|_| Error::NotFound)?;
    inner.store.article(form.signed.user.id, id).await?.ok_or(Error::NotFound)?;
    Ok(id)
}

/// The field of "Mark all read".
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct All {
    /// The newest article when the page was made: what arrived since was never shown and stays unread.
    up_to: String,
}

/// `POST /read-all`.
pub(crate) async fn read_all(
    State(inner): State<Arc<Inner>>,
    form: Form<All>,
) -> Result<Redirect, Error> {
    let up_to = form
        .fields
        .up_to
        .parse()
        .map_err(|_| Error::BadRequest("up_to is no article".to_owned()))?;
    inner.store.mark_scope_read(form.signed.user.id, Scope::All, UpTo::Article(up_to)).await?;
    Ok(Redirect::to("/"))
}
