//! Articles as JSON.
//!
//! `summary` and never `content`: some clients take either for the same field and refuse both. Times in seconds are numbers,
//! finer ones are strings.

use super::{Library, label, number, stream::READING_LIST};
use crate::clients::published;
use serde_json::{Value, json};
use tidings_store::FullArticle;

/// A list of articles.
pub(super) fn all(library: &Library, articles: &[FullArticle]) -> Vec<Value> {
    articles.iter().map(|article| one(library, article)).collect()
}

fn one(library: &Library, article: &FullArticle) -> Value {
    let listed = &article.listed;
    let source = library.source(listed.source);
    let link = listed.link.as_deref().unwrap_or_default();
    let published = published(listed);
    let site = source.and_then(|one| one.source.site.as_ref()).map_or("", |site| site.as_str());
    let mut item = json!({
        "id": number::long(listed.id),
        "crawlTimeMsec": listed.arrived_at.as_millisecond().to_string(),
        "timestampUsec": listed.arrived_at.as_microsecond().to_string(),
        "published": published.as_second(),
        "updated": article.updated.unwrap_or(published).as_second(),
        "title": listed.title,
        "canonical": [{ "href": link }],
        "alternate": [{ "href": link, "type": "text/html" }],
        "categories": categories(library, article),
        "origin": {
            "streamId": format!("feed/{}", listed.source),
            "title": listed.source_title,
            "htmlUrl": site,
        },
        "summary": { "direction": "ltr", "content": article.html },
    });
    if !listed.authors.is_empty() {
        item["author"] = Value::String(listed.authors.join(", "));
    }
    if !article.enclosures.is_empty() {
        let enclosures = article.enclosures.iter().map(|file| {
            let kind = file.media_type.as_deref().unwrap_or("application/octet-stream");
            json!({ "href": file.url, "type": kind, "length": file.bytes.unwrap_or(0) })
        });
        item["enclosure"] = enclosures.collect();
    }
    item
}

/// The states and labels of an article, as streams.
pub(super) fn categories(library: &Library, article: &FullArticle) -> Vec<String> {
    let mut categories = vec![READING_LIST.to_owned()];
    if let Some(one) = library.source(article.listed.source) {
        categories.push(label(library.folder_name(one.subscription.folder)));
    }
    let state = |name: &str| format!("user/-/state/com.google/{name}");
    categories.push(state(if article.listed.is_unread { "kept-unread" } else { "read" }));
    if article.listed.reading.starred_at.is_some() {
        categories.push(state("starred"));
    }
    // A label that ends like a state would be taken for it.
    let is_safe =
        |name: &&str| !["read", "starred"].contains(&name.rsplit('/').next().unwrap_or_default());
    let tags = article.tags.iter().map(|(_, name)| name.as_str());
    categories.extend(tags.filter(is_safe).map(label));
    categories
}
