//! The buttons on one article: read, star, put aside, tag. They answer with a redirect to the page they stand on, or for a
//! script with nothing.

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

/// The fields of the buttons on one article.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    #[serde(default)]
    back: String,
}

/// `POST /article/{id}/{act}` for everything that a button does, one route each.
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
            // What is said on the page that comes, where anything is.
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
    for id in form.fields.ids.split(',').take(MAX_PASSED) {
        let id = id.parse().map_err(|_| Error::BadRequest("ids must be article ids".to_owned()))?;
        let noted = articles::note(&form.actor(&inner), Opinion::Passed, id).await;
        articles::passing_over(noted)?;
    }
    Ok(StatusCode::NO_CONTENT)
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
    let (actor, id) = (form.actor(&inner), article(&id)?);
    actor.check_visible(id).await?;
    for name in tags::typed(&form.fields.name)? {
        tags::put_on(&actor, id, name).await?;
    }
    Ok(answer(sent, &form.fields.back))
}

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
    let tag: TagId = form.fields.tag.parse().unwrap_or(TagId(0));
    tags::take_off(&form.actor(&inner), article(&id)?, tag).await?;
    Ok(answer(sent, &form.fields.back))
}

fn answer(sent: Sent, back: &str) -> Response {
    match sent {
        Sent::ByScript => StatusCode::NO_CONTENT.into_response(),
        Sent::ByPage => Redirect::to(next::safe(back)).into_response(),
    }
}

/// The article of a path; what is no number names nothing.
fn article(id: &str) -> Result<ArticleId, Error> {
    id.parse().map_err(|_| Error::NotFound)
}
