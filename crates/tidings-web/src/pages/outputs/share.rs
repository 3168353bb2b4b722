//! Share links to single articles: a plain public page, until the link is revoked or expires.

use crate::{
    Error, SecretToken,
    acts::{
        ActError,
        outputs::{self, Lasting},
    },
    app::Inner,
    content::for_visitors,
    forms::{Form, Sent},
    next,
    pages::{
        headlined,
        marking::{Back, answer},
        page,
    },
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Path, State},
    response::{IntoResponse, Response},
};
use http::{HeaderName, HeaderValue};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{ArticleId, ShareId};
use tidings_store::ShareLink;
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
    #[serde(default)]
    back: String,
}

/// `POST /article/{id}/share`: creates a link, which the article's page then shows. There is never a second one, however
/// often the form is sent.
pub(crate) async fn create(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    sent: Sent,
    form: Form<ShareForm>,
) -> Result<Response, Error> {
    let id: ArticleId = id.parse().map_err(|_| Error::NotFound)?;
    let lasting = lasting(&form.fields.lasts)?;
    outputs::share_once(&form.actor(&inner), id, lasting).await?;
    let back = match next::safe(&form.fields.back) {
        back if back.starts_with("/article/") => back.to_owned(),
        _ => format!("/article/{id}"),
    };
    Ok(answer(sent, &format!("{back}#share")))
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

/// `POST /shares/{id}/revoke`: back to the article, or to the list of all links.
pub(crate) async fn revoke(
    State(inner): State<Arc<Inner>>,
    Path(share): Path<String>,
    sent: Sent,
    form: Form<Back>,
) -> Result<Response, Error> {
    let share = share.parse().map_err(|_| Error::NotFound)?;
    outputs::revoke(&form.actor(&inner), share).await?;
    let back = match next::safe(&form.fields.back) {
        back if back.starts_with("/article/") => format!("{back}#share"),
        _ => "/outputs#shared".to_owned(),
    };
    Ok(answer(sent, &back))
}

/// A link as the page of its article shows it.
pub(crate) struct Shared {
    pub(crate) id: ShareId,
    /// The absolute address, because it will be copied elsewhere.
    pub(crate) address: String,
    pub(crate) expires: Option<Time>,
}

/// Returns the person's active links to an article.
pub(crate) async fn of_article(
    inner: &Inner,
    signed: &Signed,
    base: &str,
    article: ArticleId,
) -> Result<Vec<Shared>, Error> {
    let (t, now) = (&signed.voice, inner.clock.now());
    let links = inner.store.outputs().shares(signed.user.id, Some(article), now).await?;
    let shared = |link: ShareLink| Shared {
        id: link.id,
        address: format!("{base}/shared/{}", link.token),
        expires: link.expires_at.map(|at| t.full(at, now)),
    };
    Ok(links.into_iter().map(shared).collect())
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
        title: headlined(&t, &listed.title, &listed.summary),
        source,
        authors: listed.authors,
        link: listed.link.filter(is_web),
        language: article.language,
        content: for_visitors(&inner, &t, &token, listed.id, &article.html).await?,
        time: t.full(listed.published_at, now),
        t,
    };
    Ok(([NO_INDEX], page(&shown)?).into_response())
}
