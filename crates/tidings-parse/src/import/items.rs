//! One item in an export, recognized by its own members.

use super::{ExportProgram, ImportedArticle};
use crate::{
    addresses::web_address,
    dates::parse_date,
    loose::Loose,
    text::{cut, fold, title_text},
};
use jiff::Timestamp;
use tidings_model::{Fingerprint, limits::Limits};

/// A feed as an export lists it next to its items.
#[derive(Debug, Default)]
pub(super) struct Feed {
    pub(super) url: Option<String>,
    pub(super) title: String,
}

/// Returns the article of an item, if the item's kind is known.
pub(super) fn article(item: &Loose, limits: &Limits) -> Option<(ExportProgram, ImportedArticle)> {
    let has = |names: &[&str]| names.iter().any(|name| item.get(name).is_some());
    let kind = if has(&["tidings"]) {
        ExportProgram::Tidings
    } else if has(&["story_hash", "story_permalink", "story_title"]) {
        ExportProgram::NewsBlur
    } else if has(&["origin", "crawlTimeMsec", "timestampUsec", "alternate", "canonical"]) {
        match item.get("origin").and_then(|origin| origin.get("feedUrl")).is_some() {
            true => ExportProgram::FreshRss,
            false => ExportProgram::GoogleReader,
        }
    } else if has(&["url"]) && has(&["status", "starred", "feed", "feed_id"]) {
        ExportProgram::Miniflux
    } else {
        return None;
    };
    let read = Fields { item, limits };
    let article = match kind {
        ExportProgram::Tidings => tidings(&read),
        ExportProgram::NewsBlur => newsblur(&read),
        ExportProgram::Miniflux => miniflux(&read),
        ExportProgram::FreshRss | ExportProgram::GoogleReader | ExportProgram::Opml => {
            google_reader(&read)
        }
    };
    let says_something = article.link.is_some()
        || article.guid.is_some()
        || !(article.title.is_empty() && article.content_html.is_empty());
    says_something.then_some((kind, article))
}

/// Returns a hash that identifies the same article in two files of an export.
pub(super) fn identity(article: &ImportedArticle) -> u64 {
    let feed = article.source_url.as_deref().unwrap_or_default();
    let name = article.link.as_deref().or(article.guid.as_deref()).unwrap_or(&article.title);
    let guid = article.guid.as_deref().unwrap_or_default();
    Fingerprint::of(&[feed, name, guid]).0.cast_unsigned()
}

/// Returns the number by which an item refers to its feed.
pub(super) fn feed_number(item: &Loose) -> Option<String> {
    item.text("story_feed_id").or_else(|| item.text("feed_id"))
}

/// Returns a feed from the list next to the items.
pub(super) fn feed(feed: &Loose, limits: &Limits) -> Feed {
    let read = Fields { item: feed, limits };
    let title = feed.text("feed_title").or_else(|| feed.text("title")).unwrap_or_default();
    Feed {
        url: read.address("feed_address").or_else(|| read.address("feed_url")),
        title: read.name(&title_text(&title)),
    }
}

/// FreshRSS, and everything else that writes the format of Google Reader.
fn google_reader(read: &Fields<'_>) -> ImportedArticle {
    let item = read.item;
    let inner = |name: &str| item.get(name).and_then(|value| value.text("content"));
    let first_link = |name| item.list(name).iter().find_map(|link| read.web(&link.text("href")?));
    let origin = item.get("origin");
    let told = |name| origin.and_then(|origin| origin.text(name));
    let stream = told("streamId");
    let stream = stream.as_deref().and_then(|stream| stream.strip_prefix("feed/"));
    let mut article = ImportedArticle {
        source_url: told("feedUrl")
            .and_then(|url| read.web(&url))
            .or_else(|| stream.filter(|url| url.contains("://")).and_then(|url| read.web(url))),
        source_title: read.name(&title_text(&told("title").unwrap_or_default())),
        guid: read.guid("guid"),
        link: first_link("canonical").or_else(|| first_link("alternate")),
        title: read.name(&title_text(&item.text("title").unwrap_or_default())),
        published: read.date(&["published", "crawlTimeMsec", "updated"]),
        content_html: read.html(inner("content").or_else(|| inner("summary"))),
        authors: read.names(item.text("author").iter().flat_map(|names| names.split(';'))),
        ..ImportedArticle::default()
    };
    let categories: Vec<String> =
        item.list("categories").iter().filter_map(Loose::as_text).collect();
    let mut tags = Vec::new();
    let mut own = Vec::new();
    for category in &categories {
        match state_or_label(category) {
            Some(("state", "read")) => article.is_read = Some(true),
            Some(("state", "unread" | "kept-unread")) => article.is_read = Some(false),
            Some(("state", "starred")) => article.is_starred = true,
            Some(("label", label)) => own.push(label),
            Some(_) => {}
            None => tags.push(category.as_str()),
        }
    }
    article.tags = read.names(own.into_iter());
    article.categories = read.names(tags.into_iter());
    article
}

/// Splits `user/-/state/com.google/read` and `user/1005921515/label/News`.
fn state_or_label(category: &str) -> Option<(&str, &str)> {
    let (_, rest) = category.strip_prefix("user/")?.split_once('/')?;
    match rest.split_once('/')? {
        ("label", label) => Some(("label", label)),
        ("state", state) => Some(("state", state.rsplit('/').next().unwrap_or(state))),
        _ => None,
    }
}

fn miniflux(read: &Fields<'_>) -> ImportedArticle {
    let item = read.item;
    let nothing = Loose::Nothing;
    let source = feed(item.get("feed").unwrap_or(&nothing), read.limits);
    ImportedArticle {
        source_url: source.url,
        source_title: source.title,
        // `hash` is Miniflux's own; the publisher's identifier is not exported.
        guid: None,
        link: read.address("url"),
        title: read.name(&item.text("title").unwrap_or_default()),
        published: read.date(&["published_at", "published", "created_at"]),
        content_html: read.html(item.text("content")),
        authors: read.names(item.text("author").iter().map(String::as_str)),
        is_read: match item.text("status").as_deref() {
            Some("read" | "removed") => Some(true),
            Some("unread") => Some(false),
            _ => None,
        },
        is_starred: item.flag("starred").or_else(|| item.flag("bookmarked")).unwrap_or(false),
        is_later: false,
        tags: Vec::new(),
        categories: read.texts("tags"),
    }
}

fn newsblur(read: &Fields<'_>) -> ImportedArticle {
    let item = read.item;
    let was_starred = item.get("starred_date").or_else(|| item.get("starred_timestamp")).is_some();
    ImportedArticle {
        source_url: None,
        source_title: String::new(),
        guid: read.guid("id").or_else(|| read.guid("story_guid")),
        link: read.address("story_permalink"),
        title: match item.flag("story_title_blank") {
            Some(true) => String::new(),
            _ => read.name(&title_text(&item.text("story_title").unwrap_or_default())),
        },
        published: read.date(&["story_timestamp", "story_date"]),
        content_html: read.html(item.text("story_content")),
        authors: read.names(item.text("story_authors").iter().map(String::as_str)),
        is_read: item.flag("read_status"),
        is_starred: item.flag("starred").unwrap_or(was_starred),
        is_later: false,
        tags: read.texts("user_tags"),
        categories: read.texts("story_tags"),
    }
}

/// An item of a Tidings export, documented on the manual's page about accounts.
fn tidings(read: &Fields<'_>) -> ImportedArticle {
    let item = read.item;
    ImportedArticle {
        source_url: read.address("feed"),
        source_title: read.name(&item.text("feed_title").unwrap_or_default()),
        guid: read.guid("guid"),
        link: read.address("link"),
        title: read.name(&item.text("title").unwrap_or_default()),
        published: read.date(&["published"]),
        content_html: read.html(item.text("content")),
        authors: Vec::new(),
        is_read: item.flag("read"),
        is_starred: item.get("starred").is_some(),
        is_later: item.get("later").is_some(),
        tags: read.texts("tags"),
        categories: Vec::new(),
    }
}

/// Members of an item, cleaned up and cut to the limits.
struct Fields<'a> {
    item: &'a Loose,
    limits: &'a Limits,
}

impl Fields<'_> {
    fn web(&self, text: &str) -> Option<String> {
        web_address(None, text).filter(|url| url.len() <= self.limits.url_bytes)
    }

    fn address(&self, name: &str) -> Option<String> {
        self.web(&self.item.text(name)?)
    }

    fn guid(&self, name: &str) -> Option<String> {
        let guid = self.item.text(name)?.trim().to_owned();
        (!guid.is_empty() && guid.len() <= self.limits.url_bytes).then_some(guid)
    }

    fn name(&self, text: &str) -> String {
        cut(&fold(text), self.limits.title_bytes).to_owned()
    }

    fn names<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<String> {
        let mut kept = Vec::new();
        for name in names.map(|name| self.name(name)) {
            if kept.len() < self.limits.items_per_article
                && !name.is_empty()
                && !kept.contains(&name)
            {
                kept.push(name);
            }
        }
        kept
    }

    fn texts(&self, name: &str) -> Vec<String> {
        let texts: Vec<String> = self.item.list(name).iter().filter_map(Loose::as_text).collect();
        self.names(texts.iter().map(String::as_str))
    }

    fn date(&self, names: &[&str]) -> Option<Timestamp> {
        names.iter().find_map(|name| parse_date(&self.item.text(name)?))
    }

    fn html(&self, html: Option<String>) -> String {
        let mut html = html.unwrap_or_default();
        html.truncate(html.floor_char_boundary(self.limits.content_bytes));
        html
    }
}
