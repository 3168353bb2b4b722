//! A list as a feed, in Atom 1.0 and JSON Feed 1.1, for anyone with the secret address.
//!
//! Our own addresses are built from the configured public address only, never from the request. Nothing names the user.

use super::share::NO_INDEX;
use crate::{
    Error, SecretToken,
    app::Inner,
    etag::{ClientVersions, Tag},
    pages::list,
};
use askama::Template;
use axum::{
    extract::{Path, State},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::{borrow::Cow, sync::Arc};
use tidings_model::{ArticleId, Enclosure, Fingerprint, article::headline};
use tidings_store::{ArticleList, Cursor, FullArticle, ListedArticle, Output, OutputList};
use url::Url;

/// Articles in a feed.
const LENGTH: usize = 50;
/// Readers need not check again for this long.
const FRESH: HeaderValue = HeaderValue::from_static("private, max-age=300");

#[derive(Template)]
#[template(path = "feed.xml")]
struct Atom<'a> {
    id: String,
    title: &'a str,
    updated: String,
    address: Option<String>,
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    id: String,
    title: Cow<'a, str>,
    link: Option<&'a str>,
    published: String,
    updated: String,
    authors: &'a [String],
    tags: Vec<&'a str>,
    files: &'a [Enclosure],
    source: &'a str,
    summary: &'a str,
    language: Option<&'a str>,
    html: &'a str,
}

/// The two formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Notation {
    Atom,
    Json,
}

impl Notation {
    fn media_type(self) -> &'static str {
        match self {
            Self::Atom => "application/atom+xml; charset=utf-8",
            Self::Json => "application/feed+json; charset=utf-8",
        }
    }
}

/// `GET /out/{file}`: a list as a feed. The file name is the token with `.atom` or `.json`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let (token, notation) = match file.rsplit_once('.') {
        Some((token, "atom")) => (token, Notation::Atom),
        Some((token, "json")) => (token, Notation::Json),
        _ => return Err(Error::NotFound),
    };
    let output = inner.store.outputs().get(SecretToken::hash(token), inner.clock.now()).await?;
    let output = output.ok_or(Error::NotFound)?;
    let articles = articles(&inner, &output).await?;
    let updated = articles.iter().map(changed).max().unwrap_or(output.created_at);
    let tag = tag(&output, &articles, notation);
    let dated = jiff::fmt::rfc2822::DateTimePrinter::new()
        .timestamp_to_rfc9110_string(&updated)
        .map_err(|error| Error::internal("a date cannot be written", &error))?;
    let known = ClientVersions::of(&headers);
    let head = [(header::LAST_MODIFIED, value(&dated)?), (header::CACHE_CONTROL, FRESH), NO_INDEX];
    let has_date =
        headers.get(header::IF_MODIFIED_SINCE).is_some_and(|date| date == dated.as_str());
    // An entity tag takes precedence over a date.
    if known.has(&tag) || (!known.is_told() && has_date) {
        return Ok(tag.on((StatusCode::NOT_MODIFIED, head).into_response()));
    }
    let address = inner.public_url.as_ref().and_then(|url| url.join(&format!("out/{file}")).ok());
    let body = match notation {
        Notation::Atom => atom(&output, &articles, updated, address.as_ref())?,
        Notation::Json => json(&output, &articles, address.as_ref()).to_string(),
    };
    let media_type = [(header::CONTENT_TYPE, notation.media_type())];
    Ok(tag.on((head, media_type, body).into_response()))
}

fn value(text: &str) -> Result<HeaderValue, Error> {
    HeaderValue::from_str(text).map_err(|error| Error::internal("a header cannot be sent", &error))
}

/// Returns the articles of a list, in its order.
async fn articles(inner: &Inner, output: &Output) -> Result<Vec<FullArticle>, Error> {
    let shelf = match &output.list {
        OutputList::Unread => ArticleList::Unread,
        OutputList::All => ArticleList::All,
        OutputList::Starred => ArticleList::Starred,
        OutputList::Later => ArticleList::Later,
        OutputList::Folder(id) => ArticleList::Folder(*id),
        OutputList::Source(id) => ArticleList::Source(*id),
        OutputList::Tag(id) => ArticleList::Tagged(*id),
        OutputList::Search(query) => {
            let found = list::search::newest(inner, output.user, query, LENGTH).await?;
            return whole(inner, output, &found).await;
        }
    };
    let page = inner.store.articles().list(output.user, shelf, Cursor::START, LENGTH).await?;
    whole(inner, output, &page.articles).await
}

/// Returns articles with their texts, in the order of a list.
async fn whole(
    inner: &Inner,
    output: &Output,
    listed: &[ListedArticle],
) -> Result<Vec<FullArticle>, Error> {
    let order: Vec<ArticleId> = listed.iter().map(|listed| listed.id).collect();
    let mut ids = order.clone();
    ids.sort_unstable();
    let full = inner.store.articles().get_all(output.user, ids).await?;
    let find = |id: &ArticleId| full.iter().find(|article| article.listed.id == *id).cloned();
    Ok(order.iter().filter_map(find).collect())
}

/// Returns when an article last changed or was added to the list.
fn changed(article: &FullArticle) -> Timestamp {
    let listed = &article.listed;
    let kept = listed.reading.starred_at.max(listed.reading.later_at);
    Some(listed.arrived_at).max(article.edited_at).max(kept).unwrap_or(listed.arrived_at)
}

/// Returns the version of a feed.
fn tag(output: &Output, articles: &[FullArticle], notation: Notation) -> Tag {
    let mut parts = vec![format!("{notation:?}"), output.name.clone()];
    parts.extend(articles.iter().map(|article| {
        let listed = &article.listed;
        let tags = tags(article);
        format!("{} {} {} {tags:?}", listed.id, changed(article), listed.source_title)
    }));
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    Fingerprint::of(&parts).into()
}

/// Removes characters that XML cannot represent.
pub(crate) fn plain(text: &str) -> String {
    let is_fit = |c: &char| !c.is_control() || matches!(c, '\t' | '\n' | '\r');
    text.chars().filter(|c| is_fit(c) && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
}

fn entry_id(id: ArticleId) -> String {
    format!("urn:tidings:article:{id}")
}

fn link(article: &FullArticle) -> Option<&str> {
    let is_web =
        |link: &&str| Url::parse(link).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    article.listed.link.as_deref().filter(is_web)
}

fn tags(article: &FullArticle) -> Vec<&str> {
    let own = article.tags.iter().map(|(_, name)| name.as_str());
    let mut tags: Vec<&str> = Vec::new();
    for tag in own.chain(article.categories.iter().map(String::as_str)) {
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    tags
}

fn atom(
    output: &Output,
    articles: &[FullArticle],
    updated: Timestamp,
    address: Option<&Url>,
) -> Result<String, Error> {
    let feed = Atom {
        id: format!("urn:tidings:output:{}", output.id),
        title: &output.name,
        updated: updated.to_string(),
        address: address.map(ToString::to_string),
        entries: articles.iter().map(entry).collect(),
    };
    // Whatever field they came from.
    Ok(plain(&feed.render()?))
}

fn entry(article: &FullArticle) -> Entry<'_> {
    let listed = &article.listed;
    Entry {
        id: entry_id(listed.id),
        title: headline(&listed.title, &listed.summary),
        link: link(article),
        published: listed.published_at.to_string(),
        updated: article.edited_at.unwrap_or(listed.published_at).to_string(),
        authors: &listed.authors,
        tags: tags(article),
        files: &article.enclosures,
        source: &listed.source_title,
        summary: &listed.summary,
        language: article.language.as_deref(),
        html: &article.html,
    }
}

fn json(output: &Output, articles: &[FullArticle], address: Option<&Url>) -> Value {
    let item = |article: &FullArticle| {
        let listed = &article.listed;
        let mut authors: Vec<Value> =
            listed.authors.iter().map(|name| json!({ "name": name })).collect();
        if authors.is_empty() {
            authors.push(json!({ "name": listed.source_title }));
        }
        let files = article.enclosures.iter().map(|file| {
            json!({
                "url": file.url,
                "mime_type": file.media_type.as_deref().unwrap_or("application/octet-stream"),
                "size_in_bytes": file.bytes,
                "duration_in_seconds": file.seconds,
                "title": file.title,
            })
        });
        json!({
            "id": entry_id(listed.id),
            "url": link(article),
            "title": headline(&listed.title, &listed.summary),
            "content_html": article.html,
            "summary": listed.summary,
            "image": listed.image,
            "date_published": listed.published_at.to_string(),
            "date_modified": article.edited_at.map(|at| at.to_string()),
            "authors": authors,
            "tags": tags(article),
            "language": article.language,
            "attachments": files.collect::<Vec<_>>(),
        })
    };
    without_nothing(json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": output.name,
        "feed_url": address.map(Url::as_str),
        "items": articles.iter().map(item).collect::<Vec<_>>(),
    }))
}

/// Removes members without a value: JSON Feed has no null.
fn without_nothing(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(name, value)| (name, without_nothing(value))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_nothing).collect()),
        other => other,
    }
}
