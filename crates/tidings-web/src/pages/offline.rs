//! Offline reading: one page with the newest unread articles in full, which the browser stores; the service worker that
//! stores it; and the manifest that makes the application installable.

use crate::{
    Error,
    app::Inner,
    assets,
    content::without_pictures,
    pages::{Place, Shell, headlined, page, titled},
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use http::header;
use serde_json::{Value, json};
use std::sync::Arc;
use tidings_model::ArticleId;
use tidings_store::{ArticleList, Cursor, FullArticle};

/// Maximum number of articles stored offline …
const ARTICLES: usize = 60;
/// … and maximum total size of their texts. Articles beyond that have only their summary.
const BYTES: usize = 1_500_000;

#[derive(Template)]
#[template(path = "offline.html")]
struct Page {
    t: Voice,
    shell: Shell,
    made: Time,
    articles: Vec<Kept>,
}

struct Kept {
    id: ArticleId,
    source: String,
    title: String,
    age: Time,
    language: Option<String>,
    /// Sanitized HTML; empty if the text did not fit.
    content: String,
    summary: String,
}

/// `GET /offline`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
) -> Result<Response, Error> {
    let user = signed.user.id;
    let listed = inner
        .store
        .articles()
        .list(user, ArticleList::Unread, Cursor::START, ARTICLES)
        .await?
        .articles;
    let ids = listed.iter().map(|one| one.id).collect::<Vec<_>>();
    let mut found = inner.store.articles().get_all(user, ids.clone()).await?;
    found.sort_by_key(|article| ids.iter().position(|id| *id == article.listed.id));
    let (t, now) = (signed.voice.clone(), inner.clock.now());
    let mut room = BYTES;
    let mut articles = Vec::with_capacity(found.len());
    for mut one in found {
        one.html = without_pictures(&inner, &t, one.listed.id, &one.html).await?;
        articles.push(kept(&t, one, now, &mut room));
    }
    let shell = Shell::new(&inner, &signed, Place::Unread).await?;
    page(&Page { made: t.past(now, now), t, shell, articles })
}

fn kept(t: &Voice, article: FullArticle, now: jiff::Timestamp, room: &mut usize) -> Kept {
    let fits = article.html.len() <= *room;
    *room -= if fits { article.html.len() } else { 0 };
    Kept {
        id: article.listed.id,
        source: titled(t, &article.listed.source_title).to_owned(),
        title: headlined(t, &article.listed.title, &article.listed.summary),
        age: t.age(article.listed.published_at, now),
        language: article.language.filter(|tag| super::article::is_language(tag)),
        content: if fits { article.html } else { String::new() },
        summary: article.listed.summary,
    }
}

/// `GET /service-worker.js`. It contains the names of the files it caches, so a new version of any of them makes it a
/// new worker.
pub(crate) async fn worker() -> Response {
    let files = json!(assets::paths());
    let script =
        format!("const FILES = {files};\n{}", include_str!("../../static/service-worker.js"));
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; connect-src 'self'"),
    ];
    (headers, script).into_response()
}

/// `GET /manifest.webmanifest`.
pub(crate) async fn manifest(t: Voice) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "application/manifest+json"), (header::CACHE_CONTROL, "no-cache")];
    (headers, Json(described(&t))).into_response()
}

fn described(t: &Voice) -> Value {
    let icon = |name, purpose| json!({"src": assets::path(name), "type": "image/svg+xml", "sizes": "any", "purpose": purpose});
    json!({
        "id": "/",
        "name": "Tidings",
        "short_name": "Tidings",
        "description": t.of("script-description"),
        "lang": t.language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#faf9f6",
        "theme_color": "#faf9f6",
        "icons": [icon("tidings.svg", "any"), icon("tidings-mask.svg", "maskable")],
        "shortcuts": [
            {"name": t.of("script-unread"), "url": "/unread"},
            {"name": t.of("script-later"), "url": "/later"},
            {"name": t.of("script-search"), "url": "/search"},
        ],
    })
}
