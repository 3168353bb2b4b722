//! The buttons on one article: read, star, save for later, tag. Their response is a redirect to the current page, or
//! for a script an empty one.

use crate::{
    Error,
    acts::{
        articles::{self, Opinion},
        tags,
    },
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
use tidings_model::{ArticleId, TagId};
use tidings_store::BulkAction;

/// The form of the buttons on one article.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    #[serde(default)]
    pub(crate) back: String,
}

/// Defines `POST /article/{id}/{act}` for every button, one route each.
macro_rules! button {
    ($name:ident, $act:path, $what:expr $(, $said:literal)?) => {
        pub(crate) async fn $name(
            State(inner): State<Arc<Inner>>,
            Path(id): Path<String>,
            sent: Sent,
            form: Form<Back>,
        ) -> Result<Response, Error> {
            $act(&form.actor(&inner), $what, article(&id)?).await?;
            let back = &form.fields.back;
            // The next page confirms it, if there is something to confirm.
            $(let back = &with_said(next::safe(back), $said);)?
            Ok(answer(sent, back))
        }
    };
}

button!(read, articles::mark, BulkAction::Read);
button!(unread, articles::mark, BulkAction::Unread);
button!(star, articles::mark, BulkAction::Star);
button!(unstar, articles::mark, BulkAction::Unstar);
button!(later, articles::mark, BulkAction::Later);
button!(not_later, articles::mark, BulkAction::NotLater);

button!(more, articles::note, Opinion::More, "taught=more");
button!(less, articles::note, Opinion::Less, "taught=less");
button!(neither, articles::note, Opinion::Neither);
button!(kept, articles::note, Opinion::Kept);

/// The form with skipped cards.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Passed {
    ids: String,
}

/// Maximum number of cards reported at once.
const MAX_PASSED: usize = 200;

/// `POST /passed`: cards that were visible and scrolled out of view. What the person may not see is ignored.
pub(crate) async fn passed(
    State(inner): State<Arc<Inner>>,
    form: Form<Passed>,
) -> Result<StatusCode, Error> {
    for id in form.fields.ids.split(',').take(MAX_PASSED) {
        let id = id.parse().map_err(|_| Error::BadRequest("ids must be article ids".to_owned()))?;
        let noted = articles::note(&form.actor(&inner), Opinion::Passed, id).await;
        articles::passing_over(noted)?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The form "Add a tag".
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tagged {
    #[serde(default)]
    name: String,
    #[serde(default)]
    back: String,
}

/// `POST /article/{id}/tag`: adds one tag, or several separated by commas.
pub(crate) async fn tag(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    sent: Sent,
    form: Form<Tagged>,
) -> Result<Response, Error> {
    let (actor, id) = (form.actor(&inner), article(&id)?);
    actor.check_visible(id).await?;
    for name in tags::typed(&form.fields.name)? {
        tags::put_on(&actor, id, name).await?;
    }
    Ok(answer(sent, &form.fields.back))
}

/// The form "Remove this tag".
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
    let tag: TagId = form.fields.tag.parse().unwrap_or(TagId(0));
    tags::take_off(&form.actor(&inner), article(&id)?, tag).await?;
    Ok(answer(sent, &form.fields.back))
}

pub(crate) fn answer(sent: Sent, back: &str) -> Response {
    match sent {
        Sent::ByScript => StatusCode::NO_CONTENT.into_response(),
        Sent::ByPage => Redirect::to(next::safe(back)).into_response(),
    }
}

/// Parses the id in a path. Anything but a number is not found.
fn article(id: &str) -> Result<ArticleId, Error> {
    id.parse().map_err(|_| Error::NotFound)
}
