//! JSON Feed 1.0 and 1.1, and RSS in JSON, read item by item.
//!
//! A value of an unexpected type costs only that value: publishers write numbers for ids, strings for lists and null
//! for anything. Unknown members are skipped without being stored, so that a hostile document costs no more than its
//! length.

use super::{
    collect::Collector, construct::paragraphs, empty, inherit_authors, media, people, rss_json,
};
use crate::{
    Format, ParsedFeed,
    addresses::{web_address, web_url},
    complaints::Complaints,
    dates::parse_date,
    draft::{Draft, cut_text, language},
    json_strings::mend,
    loose::{Items, Loose},
    text::fold,
};
use jiff::Timestamp;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use std::{borrow::Cow, fmt};
use tidings_model::{Enclosure, limits::Limits};
use url::Url;

/// Parses a document that begins with `{`.
pub(super) fn parse(
    text: &str,
    url: Option<&Url>,
    limits: &Limits,
    complaints: &mut Complaints,
) -> ParsedFeed {
    let text = mend(text);
    if matches!(text, Cow::Owned(_)) {
        complaints.add("bad_json_string", || {
            "A text contains what JSON does not allow there; that character was mended".to_owned()
        });
    }
    let mut feed = Feed {
        url,
        head: Vec::new(),
        has_items: false,
        collector: Collector::new(limits),
        complaints,
    };
    let mut json = serde_json::Deserializer::from_str(&text);
    let outcome = FeedSeed(&mut feed, Level::Feed).deserialize(&mut json);
    let Feed { head, has_items, collector, complaints, .. } = feed;
    let head = Loose::Object(head);
    let is_called_feed =
        head.text("version").is_some_and(|version| version.contains("jsonfeed.org"));
    // Much JSON has items; without a version, a feed should at least say what it is a list of.
    let looks_like_feed =
        ["title", "home_page_url", "feed_url"].iter().any(|name| head.text(name).is_some());
    let is_feed = is_called_feed || (has_items && looks_like_feed);
    if !is_feed {
        complaints.add("not_a_feed", || {
            "This is JSON, but it has neither the version nor the items of a JSON Feed".to_owned()
        });
        return empty(Format::Unknown);
    }
    let mut parsed = read_head(&head, url, limits, complaints);
    parsed.articles = collector.finish(complaints);
    inherit_authors(&mut parsed.articles, authors(&head), limits, complaints);
    if let Err(error) = outcome {
        parsed.is_partial = true;
        complaints.add("bad_json", || {
            format!(
                "The JSON could not be parsed to its end ({error}); the complete items before it were kept"
            )
        });
    }
    parsed
}

fn read_head(
    head: &Loose,
    url: Option<&Url>,
    limits: &Limits,
    complaints: &mut Complaints,
) -> ParsedFeed {
    let address = |name| {
        head.text(name)
            .and_then(|text| web_url(url, &text))
            .filter(|url| url.as_str().len() <= limits.url_bytes)
    };
    let mut parsed = empty(Format::Json);
    parsed.title = head.text("title").map(|title| fold(&title)).unwrap_or_default();
    parsed.description = head.text("description").map(|text| fold(&text)).unwrap_or_default();
    cut_text(&mut parsed.title, limits.title_bytes, "title", complaints);
    cut_text(&mut parsed.description, limits.title_bytes * 4, "description", complaints);
    parsed.link = address("home_page_url").or_else(|| address("link"));
    parsed.icon = address("icon").or_else(|| address("favicon"));
    parsed.language = head.text("language").and_then(|text| language(&text));
    parsed.hints.self_url = address("feed_url");
    parsed.hints.next_page = address("next_url");
    let hubs = head.list("hubs").iter().filter_map(|hub| web_url(url, &hub.text("url")?));
    parsed.hints.hubs = hubs.take(3).collect();
    parsed
}

/// A feed being read.
struct Feed<'f, 'l> {
    url: Option<&'f Url>,
    head: Vec<(String, Loose)>,
    has_items: bool,
    collector: Collector<'l>,
    complaints: &'f mut Complaints,
}

impl Feed<'_, '_> {
    fn add(&mut self, item: &Loose, level: Level) {
        if matches!(item, Loose::Object(_)) {
            let draft = match level {
                Level::Feed => draft(item, self.url, self.complaints),
                Level::Rss | Level::Channel => rss_json::draft(item, self.url, self.complaints),
            };
            self.collector.add(draft, self.complaints);
        }
    }
}

fn draft(item: &Loose, url: Option<&Url>, complaints: &mut Complaints) -> Draft {
    let address = |name| item.text(name).and_then(|text| web_address(url, &text));
    let mut date = |name| date(&item.text(name)?, complaints);
    let link = address("url").or_else(|| address("external_url"));
    let guid = item.text("id").map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
    let html = item.text("content_html").filter(|html| !html.trim().is_empty());
    let html = html.or_else(|| item.text("content_text").map(|text| paragraphs(&text)));
    let summary = item.text("summary").map(|text| paragraphs(&text));
    let mut draft = Draft {
        title: item.text("title").map(|title| fold(&title)).unwrap_or_default(),
        published: date("date_published"),
        updated: date("date_modified"),
        html: html.or_else(|| summary.clone()).unwrap_or_default(),
        summary,
        language: item.text("language").and_then(|text| language(&text)),
        image: address("image").or_else(|| address("banner_image")),
        base: link.as_deref().and_then(|link| web_url(None, link)).or_else(|| url.cloned()),
        link: link.or_else(|| web_address(None, guid.as_deref()?)),
        guid,
        ..Draft::default()
    };
    draft.authors = authors(item);
    for tag in item.list("tags") {
        people::add(&mut draft.tags, || fold(&tag.as_text().unwrap_or_default()));
    }
    add_files(&mut draft, item.list("attachments"), url);
    draft
}

/// Returns the authors of an item or feed: the list of version 1.1 if there is one, otherwise the author of version 1.0.
fn authors(of: &Loose) -> Vec<String> {
    let named = |written: &[Loose]| {
        let mut names = Vec::new();
        for author in written {
            let name = author.text("name").or_else(|| author.as_text()).unwrap_or_default();
            people::add(&mut names, || fold(&name));
        }
        names
    };
    let authors = named(of.list("authors"));
    if authors.is_empty() { named(of.list("author")) } else { authors }
}

pub(super) fn date(text: &str, complaints: &mut Complaints) -> Option<Timestamp> {
    let date = parse_date(text);
    if date.is_none() && !text.trim().is_empty() {
        complaints.add("bad_date", || format!("{:?} is not a date", crate::text::cut(text, 60)));
    }
    date
}

/// Adds attachments, or the enclosures of RSS.
pub(super) fn add_files(draft: &mut Draft, files: &[Loose], base: Option<&Url>) {
    for file in files.iter().filter_map(|file| enclosure(file, base)) {
        media::add(&mut draft.enclosures, file);
    }
}

fn enclosure(attachment: &Loose, base: Option<&Url>) -> Option<Enclosure> {
    let url = web_address(base, &attachment.text("url")?)?;
    let declared = attachment.text("mime_type").or_else(|| attachment.text("type"));
    let declared = declared.map(|kind| kind.trim().to_ascii_lowercase());
    Some(Enclosure {
        media_type: declared
            .filter(|kind| media::is_media_type(kind))
            .or_else(|| media::guess_media_type(&url)),
        bytes: attachment
            .number("size_in_bytes")
            .or_else(|| attachment.number("length"))
            .filter(|size| *size >= 1.0)
            .map(|size| size as u64),
        seconds: attachment
            .number("duration_in_seconds")
            .filter(|time| *time >= 1.0)
            .map(|time| time as u32),
        title: attachment.text("title").map(|title| fold(&title)).filter(|title| !title.is_empty()),
        url,
    })
}

/// What an object is: a JSON Feed, or one of the two around the items of RSS in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Feed,
    Rss,
    Channel,
}

impl Level {
    /// Returns what a member of this name is, if items may be inside it.
    fn below(self, name: &str) -> Option<Self> {
        match (self, name) {
            (Self::Feed, "rss") => Some(Self::Rss),
            (Self::Rss, "channel") => Some(Self::Channel),
            _ => None,
        }
    }

    fn has_items_under(self, name: &str) -> bool {
        name == "items" || (name == "item" && self != Self::Feed)
    }
}

/// Reads an object: maps items one by one, keeps the other members.
struct FeedSeed<'s, 'f, 'l>(&'s mut Feed<'f, 'l>, Level);

impl<'de> DeserializeSeed<'de> for FeedSeed<'_, '_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for FeedSeed<'_, '_, '_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self(feed, level) = self;
        while let Some(name) = map.next_key::<String>()? {
            if let Some(below) = level.below(&name) {
                map.next_value_seed(FeedSeed(feed, below))?;
            } else if level.has_items_under(&name) {
                feed.has_items = true;
                map.next_value_seed(Items(|item: &Loose| feed.add(item, level)))?;
            } else if feed.head.len() < 64 {
                let value = map.next_value()?;
                feed.head.push((name, value));
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}
