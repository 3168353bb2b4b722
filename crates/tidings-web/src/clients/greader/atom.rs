//! Streams as Atom, for newsboat.

use super::{Answer, Call, number, stream};
use crate::{
    clients::{published, title},
    pages::outputs::feed::plain,
};
use askama::Template;
use axum::{extract::Path, response::IntoResponse};
use http::header;
use tidings_store::FullArticle;

#[derive(Template)]
#[template(path = "greader.xml")]
struct Feed {
    title: String,
    id: String,
    updated: String,
    entries: Vec<Entry>,
}

struct Entry {
    id: String,
    crawled_ms: i64,
    title: String,
    published: String,
    updated: String,
    link: Option<String>,
    /// The term and label of each state.
    states: Vec<(&'static str, &'static str)>,
    enclosures: Vec<(String, String)>,
    summary: String,
    author: String,
}

/// `GET /reader/atom/STREAM`.
pub(crate) async fn show(Path(name): Path<String>, call: Call) -> Answer {
    let (articles, _) = stream::articles(&call, std::slice::from_ref(&name)).await?;
    let source = match name.strip_prefix("feed/") {
        Some(rest) => stream::source(&call, rest).await?,
        None => None,
    };
    let title = source.as_ref().map_or_else(
        || name.rsplit('/').next().unwrap_or_default().to_owned(),
        |one| one.title().to_owned(),
    );
    let updated = call.inner.clock.now().to_string();
    let entries = articles.iter().map(entry).collect();
    let feed = Feed { title, id: format!("tag:google.com,2005:reader/{name}"), updated, entries };
    let text = plain(&feed.render().map_err(crate::Error::from)?);
    Ok(([(header::CONTENT_TYPE, "application/atom+xml; charset=UTF-8")], text).into_response())
}

fn entry(article: &FullArticle) -> Entry {
    let listed = &article.listed;
    let published = published(listed);
    let mut states = vec![if listed.is_unread {
        // Without this the client keeps its previous state.
        ("user/-/state/com.google/kept-unread", "kept-unread")
    } else {
        ("user/-/state/com.google/read", "read")
    }];
    if listed.reading.starred_at.is_some() {
        states.push(("user/-/state/com.google/starred", "starred"));
    }
    let enclosures = article.enclosures.iter().map(|file| {
        (
            file.url.clone(),
            file.media_type.clone().unwrap_or_else(|| "application/octet-stream".to_owned()),
        )
    });
    Entry {
        id: number::long(article.entry),
        crawled_ms: article.entry_at.as_millisecond(),
        title: as_html(&title(listed)),
        published: published.to_string(),
        updated: article.updated.unwrap_or(published).to_string(),
        link: listed.link.clone(),
        states,
        enclosures: enclosures.collect(),
        summary: article.html.clone(),
        author: listed.authors.join(", "),
    }
}

/// Escapes plain text as HTML, because the client interprets it as HTML.
fn as_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
