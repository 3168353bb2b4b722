//! A parsed feed as JSON, as `tidings parse` prints it.

use crate::ParsedFeed;
use jiff::Timestamp;
use serde_json::{Value, json};
use tidings_model::{Article, Fingerprint, Hints, article::Content};

/// Returns a parsed feed as JSON, with times in Unix seconds.
///
/// ```
/// use tidings_parse::{FetchedDocument, parse, to_json};
/// let rss = b"<rss><channel><item><guid isPermaLink='false'>7</guid></item></channel></rss>";
/// let parsed = parse(FetchedDocument { bytes: rss, url: None, content_type: None }, &Default::default());
/// assert_eq!(to_json(&parsed)["articles"][0]["id"], "7");
/// ```
#[must_use]
pub fn to_json(parsed: &ParsedFeed) -> Value {
    let complaints = parsed.complaints.iter();
    json!({
        "title": parsed.title,
        "link": parsed.link.as_ref().map(url::Url::as_str),
        "description": parsed.description,
        "language": parsed.language,
        "articles": parsed.articles.iter().map(article).collect::<Vec<_>>(),
        "hints": hints(&parsed.hints),
        "complaints": complaints.map(|complaint| json!({"code": complaint.code, "message": complaint.message})).collect::<Vec<_>>(),
        "is_partial": parsed.is_partial,
    })
}

fn article(article: &Article) -> Value {
    let enclosures = article.enclosures.iter().map(|file| {
        json!({"url": file.url, "type": file.media_type, "bytes": file.bytes, "seconds": file.seconds, "title": file.title})
    });
    json!({
        "id": id(article),
        "title": article.title,
        "link": article.link,
        "published": article.published.map(Timestamp::as_second),
        "updated": article.updated.map(Timestamp::as_second),
        "author": (!article.authors.is_empty()).then(|| article.authors.join(", ")),
        "summary": article.summary,
        "content_html": content(article),
        "tags": article.tags,
        "enclosures": enclosures.collect::<Vec<_>>(),
        "image": article.image,
        "comments": article.comments,
        "n_comments": article.n_comments,
        "language": article.language,
    })
}

fn content(article: &Article) -> &str {
    match &article.content {
        Content::Raw { html, .. } | Content::Clean(html) => html,
        Content::Known => "",
    }
}

/// Returns the source's identifier for the article, or its link, or an id derived from its content. Always the same
/// one.
fn id(article: &Article) -> String {
    let made = || {
        let Fingerprint(number) = article
            .keys
            .content
            .unwrap_or_else(|| Fingerprint::of(&[&article.title, content(article)]));
        format!("urn:tidings:{number:016x}")
    };
    article.guid.clone().or_else(|| article.link.clone()).unwrap_or_else(made)
}

fn hints(hints: &Hints) -> Value {
    let address = |url: &Option<url::Url>| url.as_ref().map(|url| url.as_str().to_owned());
    json!({
        "ttl_minutes": hints.ttl.map(|ttl| ttl.0),
        "skip_hours": hints.skip_hours,
        "skip_days": hints.skip_days,
        "hubs": hints.hubs.iter().map(url::Url::as_str).collect::<Vec<_>>(),
        "self_url": address(&hints.self_url),
        "next_page": address(&hints.next_page),
        "moved_to": address(&hints.moved_to),
    })
}
