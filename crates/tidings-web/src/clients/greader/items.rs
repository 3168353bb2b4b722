//! Articles as JSON.
//!
//! The text is in `summary`, never in `content`: some clients map both to the same field, and reject a response that
//! has both. Times in seconds are numbers, finer ones are strings.

use super::{Folders, label, number, stream::READING_LIST, today};
use crate::clients::{published, title};
use serde::Serialize;
use std::borrow::Cow;
use tidings_model::{ArticleId, Enclosure};
use tidings_store::FullArticle;

/// A list of articles. It has no `self`, which some clients expect to be an object and others a list.
#[derive(Serialize)]
pub(super) struct Items<'a> {
    pub(super) id: &'a str,
    pub(super) updated: i64,
    pub(super) items: Vec<Item<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) continuation: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Item<'a> {
    id: String,
    crawl_time_msec: String,
    timestamp_usec: String,
    published: i64,
    updated: i64,
    title: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    canonical: [Canonical<'a>; 1],
    alternate: [Alternate<'a>; 1],
    categories: Vec<String>,
    origin: Origin<'a>,
    summary: Summary<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    enclosure: Vec<File<'a>>,
}

#[derive(Serialize)]
struct Canonical<'a> {
    href: &'a str,
}

#[derive(Serialize)]
struct Alternate<'a> {
    href: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Origin<'a> {
    stream_id: String,
    title: &'a str,
    html_url: &'a str,
}

#[derive(Serialize)]
struct Summary<'a> {
    direction: &'static str,
    content: &'a str,
}

#[derive(Serialize)]
struct File<'a> {
    href: &'a str,
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
}

impl<'a> From<&'a Enclosure> for File<'a> {
    fn from(file: &'a Enclosure) -> Self {
        Self {
            href: &file.url,
            kind: file.media_type.as_deref().unwrap_or("application/octet-stream"),
            length: file.bytes.filter(|bytes| *bytes > 0),
        }
    }
}

/// Returns articles as items. Those in `today` have its label.
pub(super) fn all<'a>(
    folders: &Folders,
    today: &[ArticleId],
    articles: &'a [FullArticle],
) -> Vec<Item<'a>> {
    articles.iter().map(|article| one(folders, today, article)).collect()
}

fn one<'a>(folders: &Folders, today: &[ArticleId], article: &'a FullArticle) -> Item<'a> {
    let listed = &article.listed;
    let href = listed.link.as_deref().unwrap_or_default();
    let published = published(listed);
    Item {
        id: number::long(article.entry),
        crawl_time_msec: article.entry_at.as_millisecond().to_string(),
        timestamp_usec: article.entry_at.as_microsecond().to_string(),
        published: published.as_second(),
        updated: article.updated.unwrap_or(published).as_second(),
        title: title(listed),
        author: (!listed.authors.is_empty()).then(|| listed.authors.join(", ")),
        canonical: [Canonical { href }],
        alternate: [Alternate { href, kind: "text/html" }],
        categories: categories(folders, today, article),
        origin: Origin {
            stream_id: format!("feed/{}", listed.source),
            title: &listed.source_title,
            html_url: &article.site,
        },
        summary: Summary { direction: "ltr", content: &article.html },
        enclosure: article.enclosures.iter().map(File::from).collect(),
    }
}

/// Returns the states and labels of an article as stream ids.
fn categories(folders: &Folders, today: &[ArticleId], article: &FullArticle) -> Vec<String> {
    let mut categories = vec![READING_LIST.to_owned()];
    if article.is_followed {
        categories.push(label(&folders.label(article.folder)));
    }
    let state = |name: &str| format!("user/-/state/com.google/{name}");
    categories.push(state(if article.listed.is_unread { "kept-unread" } else { "read" }));
    if article.listed.reading.starred_at.is_some() {
        categories.push(state("starred"));
    }
    if today.contains(&article.listed.id) {
        categories.push(label(today::NAME));
    }
    categories.extend(article.tags.iter().map(|(_, name)| label(&folders.label_of_tag(name))));
    categories
}
