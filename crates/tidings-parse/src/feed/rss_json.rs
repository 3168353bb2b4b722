//! RSS in JSON: the elements of an RSS item as members of an object.
//!
//! An element with attributes is an object, with its text under one of a few names.

use super::{json, people};
use crate::{
    addresses::{web_address, web_url},
    complaints::Complaints,
    draft::Draft,
    loose::Loose,
    text::{fold, title_text},
};
use url::Url;

/// Maps an item.
pub(super) fn draft(item: &Loose, url: Option<&Url>, complaints: &mut Complaints) -> Draft {
    let text = |name| item.get(name).and_then(text_of).filter(|text| !text.trim().is_empty());
    let mut date = |name| json::date(&text(name)?, complaints);
    let published = date("pubDate").or_else(|| date("dc:date"));
    let guid = text("guid").map(|guid| guid.trim().to_owned());
    let is_permalink = item.get("guid").and_then(|guid| guid.flag("isPermaLink")) != Some(false);
    let link = text("link").and_then(|link| web_address(url, &link));
    let link = link.or_else(|| web_address(None, guid.as_deref().filter(|_| is_permalink)?));
    let description = text("description");
    let mut draft = Draft {
        title: text("title").map(|title| title_text(&title)).unwrap_or_default(),
        published,
        html: text("content:encoded").or_else(|| description.clone()).unwrap_or_default(),
        summary: description,
        comments: text("comments").and_then(|comments| web_address(url, &comments)),
        base: link.as_deref().and_then(|link| web_url(None, link)).or_else(|| url.cloned()),
        link,
        guid,
        ..Draft::default()
    };
    for author in item.list("author").iter().chain(item.list("dc:creator")) {
        people::add(&mut draft.authors, || people::name(&text_of(author).unwrap_or_default()));
    }
    for tag in item.list("category") {
        people::add(&mut draft.tags, || fold(&text_of(tag).unwrap_or_default()));
    }
    json::add_files(&mut draft, item.list("enclosure"), url);
    draft
}

/// Returns the text of an element, with attributes or without.
fn text_of(element: &Loose) -> Option<String> {
    let inside = || ["#value", "#text", "$t", "_"].iter().find_map(|name| element.text(name));
    element.as_text().or_else(inside)
}
