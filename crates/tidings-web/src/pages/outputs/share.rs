//! Share links to single articles: a plain public page, until the link is revoked or expires.

use crate::{
    Error, SecretToken,
    acts::{
        ActError,
        outputs::{self, Lasting},
    },
    app::Inner,
    content::without_pictures,
    forms::{Form, Nothing},
    pages::{page, rules::words},
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Path, State},
    response::{IntoResponse, Redirect, Response},
};
use http::{HeaderName, HeaderValue};
use serde::Deserialize;
use std::sync::Arc;
use url::Url;

/// Keeps search engines away.
pub(super) const NO_INDEX: (HeaderName, HeaderValue) = (
    HeaderName::from_static("x-robots-tag"),
    HeaderValue::from_static("noindex, nofollow, noarchive"),
);

#[derive(Template)]
#[template(path = "shared.html")]
struct Page {
    t: Voice,
    title: String,
    source: String,
    authors: Vec<String>,
    link: Option<String>,
    language: Option<String>,
    content: String,
    time: Time,
}

/// The form: how long the link is valid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShareForm {
    #[serde(default)]
    lasts: String,
}

/// `POST /article/{id}/share`: creates a link and shows it among the others.
pub(crate) async fn create(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    form: Form<ShareForm>,
) -> Result<Redirect, Error> {
    let id = id.parse().map_err(|_| Error::NotFound)?;
    let lasting = lasting(&form.fields.lasts)?;
    let share = outputs::share(&form.actor(&inner), id, lasting).await?;
    Ok(Redirect::to(&format!("/outputs?shared={share}#shared")))
}

/// Returns how long a link is valid; a month by default.
fn lasting(lasts: &str) -> Result<Lasting, ActError> {
    match lasts {
        "forever" => Ok(Lasting::Forever),
        "day" => Lasting::days(1),
        "week" => Lasting::days(7),
        "" | "month" => Lasting::days(30),
        "year" => Lasting::days(365),
        _ => Err(ActError::Choice { field: "lasts" }),
    }
}

/// `POST /shares/{id}/revoke`.
pub(crate) async fn revoke(
    State(inner): State<Arc<Inner>>,
    Path(share): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    let share = share.parse().map_err(|_| Error::NotFound)?;
    outputs::revoke(&form.actor(&inner), share).await?;
    Ok(Redirect::to("/outputs#shared"))
}

/// `GET /shared/{token}`: the article, for anyone with the link.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Path(token): Path<String>,
    t: Voice,
) -> Result<Response, Error> {
    let now = inner.clock.now();
    let shared = inner.store.outputs().shared(SecretToken::hash(&token), now).await?;
    let article = shared.ok_or(Error::NotFound)?;
    let listed = article.listed;
    // The sharer's own title of a source is private.
    let source = inner.store.sources().get(listed.source).await?;
    let source = source.map(|source| source.title).unwrap_or_default();
    let is_web =
        |link: &String| Url::parse(link).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    let shown = Page {
        title: words::titled(&t, listed.title),
        source,
        authors: listed.authors,
        link: listed.link.filter(is_web),
        language: article.language,
        content: without_pictures(&inner, &t, listed.id, &article.html).await?,
        time: t.full(listed.published_at, now),
        t,
    };
    Ok(([NO_INDEX], page(&shown)?).into_response())
}
