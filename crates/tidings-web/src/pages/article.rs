//! An article to read, beside the list it stands in.

use crate::{
    Error,
    app::Inner,
    pages::{
        Shell,
        list::List,
        page,
        spot::{Asked, Spot},
        titled,
    },
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Path, Query, State, rejection::QueryRejection},
    response::Response,
};
use http::{HeaderMap, Method};
use jiff::Timestamp;
use std::sync::Arc;
use tidings_model::{ArticleId, Enclosure};
use tidings_store::FullArticle;
use url::Url;

/// Words read in a minute.
const WORDS_PER_MINUTE: usize = 230;

#[derive(Template)]
#[template(path = "article.html")]
struct Page {
    t: Voice,
    shell: Shell,
    list: List,
    article: View,
}

struct View {
    id: ArticleId,
    source: String,
    title: String,
    published: Time,
    /// What follows the date, each with a dot before it.
    meta: Vec<String>,
    link: Option<String>,
    language: Option<String>,
    /// Sanitised HTML.
    content: String,
    enclosures: Vec<File>,
    tags: Vec<String>,
    toggle: &'static str,
    back: String,
    list_href: String,
}

struct File {
    url: String,
    name: String,
    about: String,
    is_audio: bool,
}

/// `GET /article/{id}`: opening an article marks it read.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Path(id): Path<String>,
    query: Result<Query<Asked>, QueryRejection>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let id = id.parse::<ArticleId>().map_err(|_| Error::NotFound)?;
    let spot = Asked::read(query)?.spot()?;
    let mut article = inner.store.article(signed.user.id, id).await?.ok_or(Error::NotFound)?;
    let mut shell = Shell::new(&inner, &signed, spot.place()).await?;
    let is_opened = is_opened_by_person(&method, &headers);
    if is_opened && article.listed.is_unread {
        shell.n_unread = shell.n_unread.saturating_sub(1);
        article.listed.is_unread = false;
    }
    // The list is asked before the article is marked: among the unread, it keeps its place until the next page.
    let list = List::at(&inner, &signed, spot, shell.n_unread, Some(&article.listed)).await?;
    if is_opened {
        inner.store.opened(signed.user.id, id, inner.clock.now()).await?;
    }
    page(&Page {
        t: signed.voice.clone(),
        shell,
        list,
        article: view(&signed.voice, article, spot, inner.clock.now()),
    })
}

/// Whether a person opened the page here: not a browser fetching ahead, and not by a link on somebody else's page.
fn is_opened_by_person(method: &Method, headers: &HeaderMap) -> bool {
    let is_ahead = ["sec-purpose", "purpose"].iter().any(|name| {
        headers.get(*name).is_some_and(|value| value.as_bytes().starts_with(b"prefetch"))
    });
    let is_foreign = headers
        .get("sec-fetch-site")
        .is_some_and(|site| site == "cross-site" || site == "same-site");
    method == Method::GET && !is_ahead && !is_foreign
}

fn view(t: &Voice, article: FullArticle, spot: Spot, now: Timestamp) -> View {
    let meta = meta(t, &article);
    let FullArticle { listed, html, language, categories, enclosures, .. } = article;
    View {
        id: listed.id,
        source: titled(&listed.source_title).to_owned(),
        title: titled(&listed.title).to_owned(),
        published: t.full(listed.published_at, now),
        meta,
        link: listed.link.filter(|link| is_web(link)),
        language: language.filter(|tag| is_language(tag)),
        content: html,
        enclosures: enclosures
            .into_iter()
            .filter(|file| is_web(&file.url))
            .map(|enclosure| file(t, enclosure))
            .collect(),
        tags: categories,
        toggle: if listed.is_unread { "read" } else { "unread" },
        // Going back to the article would open it again, and so mark it read again.
        back: if listed.is_unread { spot.article_href(listed.id) } else { spot.href() },
        list_href: format!("{}#a{}", spot.href(), listed.id),
    }
}

fn meta(t: &Voice, article: &FullArticle) -> Vec<String> {
    let mut parts = Vec::new();
    if !article.listed.authors.is_empty() {
        parts.push(article.listed.authors.join(", "));
    }
    let minutes = n_words(&article.html).div_ceil(WORDS_PER_MINUTE);
    if minutes > 1 {
        parts.push(format!("{minutes} min"));
    }
    let seen_after =
        article.listed.arrived_at.as_second() - article.listed.published_at.as_second();
    // What was there before we looked for the first time says nothing about freshness.
    if (60..24 * 3600).contains(&seen_after) {
        parts.push(format!("seen {} after it appeared", t.span(seen_after)));
    }
    parts
}

/// Words between the tags.
fn n_words(html: &str) -> usize {
    // What stands before the first ">" of a piece is a tag; text before the first tag has no tag to skip.
    let texts = html.split('<').skip(1).filter_map(|piece| piece.split_once('>'));
    let first = html.split('<').next().unwrap_or_default();
    texts.map(|(_, text)| text).chain([first]).map(|text| text.split_whitespace().count()).sum()
}

fn file(t: &Voice, enclosure: Enclosure) -> File {
    let name = enclosure.title.filter(|title| !title.trim().is_empty());
    let about = [
        enclosure.media_type.clone(),
        enclosure.seconds.map(|seconds| t.span(i64::from(seconds))),
        enclosure.bytes.filter(|bytes| *bytes > 0).map(size),
    ];
    File {
        name: name.unwrap_or_else(|| file_name(&enclosure.url)),
        about: about.into_iter().flatten().collect::<Vec<_>>().join(" · "),
        is_audio: enclosure.media_type.is_some_and(|kind| kind.starts_with("audio/")),
        url: enclosure.url,
    }
}

fn file_name(url: &str) -> String {
    let last = |url: &Url| {
        url.path_segments()?.next_back().filter(|name| !name.is_empty()).map(str::to_owned)
    };
    Url::parse(url).ok().as_ref().and_then(last).unwrap_or_else(|| url.to_owned())
}

fn size(bytes: u64) -> String {
    match bytes {
        ..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

/// Feeds may say anything; the store keeps web addresses only, and this page links to nothing else.
fn is_web(link: &str) -> bool {
    Url::parse(link).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

pub(super) fn is_language(tag: &str) -> bool {
    (2..=35).contains(&tag.len()) && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_between_tags() {
        assert_eq!(n_words("<p>one <b>two</b> three</p><img alt=\"four five\">six"), 4);
        assert_eq!(n_words(""), 0);
        assert_eq!(n_words("a < b"), 1);
    }

    #[test]
    fn only_the_web_is_linked_to() {
        assert!(is_web("https://example.org/x"));
        for link in [
            "javascript:alert(1)",
            "data:text/html,x",
            "/relative",
            "//host/x",
            "file:///etc/passwd",
            "",
        ] {
            assert!(!is_web(link), "{link}");
        }
    }

    #[test]
    fn files_have_names_and_sizes() {
        assert_eq!(file_name("https://example.org/a/b.mp3?x=1"), "b.mp3");
        assert_eq!(file_name("https://example.org/"), "https://example.org/");
        assert_eq!((size(900), size(2_500_000)), ("1 kB".to_owned(), "2 MB".to_owned()));
    }

    #[test]
    fn fetching_ahead_and_foreign_links_mark_nothing() {
        let check = |method, name: &'static str, value: &str| {
            is_opened_by_person(
                &method,
                &HeaderMap::from_iter([(
                    http::HeaderName::from_static(name),
                    value.parse().unwrap(),
                )]),
            )
        };
        assert!(check(Method::GET, "sec-fetch-site", "same-origin"));
        assert!(check(Method::GET, "sec-fetch-site", "none"));
        assert!(!check(Method::HEAD, "sec-fetch-site", "none"));
        assert!(!check(Method::GET, "sec-fetch-site", "cross-site"));
        assert!(!check(Method::GET, "sec-purpose", "prefetch;prerender"));
    }
}
