//! Articles marked up in a web page itself: h-feed and h-entry, and the older hAtom that many themes still use.
//!
//! The page is read from tokens, without a tree: an element spans from its start tag to its end tag, or to the end of
//! the element around it.

use crate::addresses::web_url;
use crate::complaints::Complaints;
use crate::dates::parse_date;
use crate::draft::Draft;
use crate::html_scan::{is_sibling, is_void};
use crate::html_tokens::{HtmlToken, HtmlTokens, LowerName};
use crate::identity::Gathering;
use crate::text::{cut, plain_text, title_text};
use crate::{Format, ParsedFeed, discover};
use tidings_model::{Hints, limits::Limits};
use url::Url;

/// An article as marked up in a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageEntry {
    /// Plain text; empty for notes.
    pub title: String,
    /// Absolute http(s) address.
    pub link: Option<Url>,
    /// As written.
    pub published: Option<String>,
    /// As written.
    pub updated: Option<String>,
    /// Untrusted HTML.
    pub content: String,
    /// Plain text.
    pub summary: String,
    /// Plain text.
    pub authors: Vec<String>,
    /// Absolute http(s) address.
    pub photo: Option<Url>,
    /// Plain text.
    pub tags: Vec<String>,
}

/// Returns the articles marked up in a page, in document order; `None` if there are none.
///
/// ```
/// use tidings_parse::hfeed::hfeed;
/// let page = "https://example.org/".parse().unwrap();
/// let html = "<div class=h-entry><a class='p-name u-url' href=/1>One</a> <time class=dt-published datetime=2026-11-15>now</time></div>";
/// let entries = hfeed(html, &page, &Default::default()).unwrap();
/// assert_eq!((entries[0].title.as_str(), entries[0].published.as_deref()), ("One", Some("2026-11-15")));
/// ```
#[must_use]
pub fn hfeed(html: &str, page: &Url, limits: &Limits) -> Option<Vec<PageEntry>> {
    let mut reading =
        Reading { html, page, limits, base: None, open: Vec::new(), entries: Vec::new() };
    let mut tokens = HtmlTokens::of(html);
    let mut at = 0;
    while let Some(token) = tokens.next() {
        match token {
            HtmlToken::Start { name, source } => {
                reading.start(&LowerName::of(name), at + source.len(), &tokens)
            }
            HtmlToken::End { name, .. } => reading.end(&LowerName::of(name), at),
            HtmlToken::Text(_) | HtmlToken::Raw(_) | HtmlToken::Other(_) => {}
        }
        at += match token {
            HtmlToken::Text(source) | HtmlToken::Raw(source) | HtmlToken::Other(source) => {
                source.len()
            }
            HtmlToken::Start { source, .. } | HtmlToken::End { source, .. } => source.len(),
        };
    }
    reading.close_from(0, html.len());
    reading.entries.retain(|entry| {
        entry.link.is_some() || !entry.content.is_empty() || !entry.title.is_empty()
    });
    (!reading.entries.is_empty()).then_some(reading.entries)
}

/// Parses a page that marks up its articles as if it were a feed; `None` if it marks up none.
#[must_use]
pub fn parse_hfeed(html: &str, page: &Url, limits: &Limits) -> Option<ParsedFeed> {
    let entries = hfeed(html, page, limits)?;
    let about = discover::discover(html, page);
    let mut complaints = Complaints::default();
    let mut gathering = Gathering::default();
    let mut articles = Vec::new();
    for entry in entries {
        let article = draft(entry, page).finish(limits, &mut complaints);
        if gathering.is_new(&article) {
            articles.push(article);
        }
    }
    gathering.clear_shared(&mut articles);
    Some(ParsedFeed {
        format: Format::Html,
        title: about.title,
        link: Some(page.clone()),
        description: String::new(),
        language: about.language,
        icon: about.icon,
        articles,
        hints: Hints::default(),
        complaints: complaints.into_vec(),
        is_partial: false,
    })
}

fn draft(entry: PageEntry, page: &Url) -> Draft {
    let date = |text: Option<String>| text.and_then(|text| parse_date(&text));
    Draft {
        guid: entry.link.as_ref().map(|link| link.as_str().to_owned()),
        title: entry.title,
        link: entry.link.map(Into::into),
        authors: entry.authors,
        published: date(entry.published),
        updated: date(entry.updated),
        summary: Some(crate::text::escape(&entry.summary)).filter(|summary| !summary.is_empty()),
        html: if entry.content.is_empty() {
            crate::text::escape(&entry.summary)
        } else {
            entry.content
        },
        base: Some(page.clone()),
        tags: entry.tags,
        image: entry.photo.map(Into::into),
        ..Draft::default()
    }
}

/// Maximum nesting of entries inside entries.
const MAX_NESTED: usize = 4;
/// Maximum length of the part of an element that a name, date or address is read from.
const MAX_VALUE_BYTES: usize = 4 << 10;

struct Reading<'a> {
    html: &'a str,
    page: &'a Url,
    limits: &'a Limits,
    base: Option<Url>,
    open: Vec<Open>,
    entries: Vec<PageEntry>,
}

/// An open element that has properties, or surrounds one that does.
struct Open {
    name: LowerName,
    /// Where its content begins.
    from: usize,
    scope: Scope,
    properties: Vec<Property>,
    /// A text or date from an attribute instead of the content.
    value: Option<String>,
    /// An address from an attribute.
    address: Option<String>,
}

/// What the properties inside an element belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    Same,
    Entry(usize),
    /// A card, a citation and so on: not part of an entry.
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Property {
    Name,
    Url,
    Published,
    Updated,
    Content,
    Summary,
    Author,
    Photo,
    Category,
}

impl Reading<'_> {
    fn start(&mut self, name: &LowerName, from: usize, tokens: &HtmlTokens<'_>) {
        let name_str = name.as_str();
        if name_str == "base" && self.base.is_none() {
            self.base = tokens.attribute("href").and_then(|href| web_url(Some(self.page), &href));
        }
        if self.open.last().is_some_and(|top| is_sibling(top.name.as_str(), name_str)) {
            self.close_from(self.open.len() - 1, from);
        }
        if self.open.len() >= self.limits.html_depth {
            return;
        }
        let class = tokens.attribute("class").unwrap_or_default();
        let mut properties: Vec<Property> =
            class.split_ascii_whitespace().filter_map(property).collect();
        if tokens.attribute("rel").is_some_and(|rel| {
            rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("bookmark"))
        }) {
            properties.push(Property::Url);
        }
        let of_attribute = |attribute: Option<&str>| {
            let value = tokens.attribute(attribute.filter(|_| !properties.is_empty())?)?;
            Some(cut(&value, MAX_VALUE_BYTES).to_owned())
        };
        let (value, address) =
            (of_attribute(value_attribute(name_str)), of_attribute(address_attribute(name_str)));
        let scope = self.scope_of(&class);
        self.open.push(Open { name: *name, from, scope, properties, value, address });
        if is_void(name_str) {
            self.close_from(self.open.len() - 1, from);
        }
    }

    fn end(&mut self, name: &LowerName, at: usize) {
        if let Some(index) = self.open.iter().rposition(|open| open.name.as_str() == name.as_str())
        {
            self.close_from(index, at);
        }
    }

    fn scope_of(&mut self, class: &str) -> Scope {
        let mut words = class.split_ascii_whitespace();
        let n_around =
            self.open.iter().filter(|open| matches!(open.scope, Scope::Entry(_))).count();
        if class.split_ascii_whitespace().any(|word| matches!(word, "h-entry" | "hentry")) {
            if n_around >= MAX_NESTED || self.entries.len() >= self.limits.articles_per_fetch {
                return Scope::Other;
            }
            self.entries.push(PageEntry::default());
            return Scope::Entry(self.entries.len() - 1);
        }
        let is_other = words.any(|word| {
            word == "vcard" || word.starts_with("h-") && word != "h-feed" && word.len() > 3
        });
        if is_other { Scope::Other } else { Scope::Same }
    }

    /// Returns the entry that a property of the element at `index` belongs to: the one around it, not the one it
    /// begins.
    fn owner(&self, index: usize) -> Option<usize> {
        match self.open[..index]
            .iter()
            .rev()
            .map(|open| open.scope)
            .find(|scope| *scope != Scope::Same)?
        {
            Scope::Entry(entry) => Some(entry),
            Scope::Same | Scope::Other => None,
        }
    }

    fn close_from(&mut self, index: usize, at: usize) {
        while self.open.len() > index {
            let last = self.open.len() - 1;
            let owner = if self.open[last].properties.is_empty() { None } else { self.owner(last) };
            let Some(open) = self.open.pop() else { return };
            if let Some(owner) = owner {
                self.set(owner, &open, &self.html[open.from.min(at)..at]);
            }
        }
    }

    fn set(&mut self, owner: usize, open: &Open, inner: &str) {
        let text = || open.value.clone().unwrap_or_else(|| plain_text(cut(inner, MAX_VALUE_BYTES)));
        let base = self.base.as_ref().unwrap_or(self.page);
        let address = || web_url(Some(base), &open.address.clone().unwrap_or_else(text));
        let (content_bytes, n_most) = (self.limits.content_bytes, self.limits.items_per_article);
        let entry = &mut self.entries[owner];
        for property in &open.properties {
            match property {
                Property::Name if entry.title.is_empty() => {
                    entry.title = open
                        .value
                        .clone()
                        .unwrap_or_else(|| title_text(cut(inner, MAX_VALUE_BYTES)));
                }
                Property::Url if entry.link.is_none() => entry.link = address(),
                Property::Photo if entry.photo.is_none() => entry.photo = address(),
                Property::Published if entry.published.is_none() => entry.published = Some(text()),
                Property::Updated if entry.updated.is_none() => entry.updated = Some(text()),
                Property::Content if entry.content.is_empty() => {
                    entry.content = cut(inner, content_bytes).to_owned()
                }
                Property::Summary if entry.summary.is_empty() => entry.summary = text(),
                Property::Author if entry.authors.len() < n_most => entry.authors.push(text()),
                Property::Category if entry.tags.len() < n_most => entry.tags.push(text()),
                _ => {}
            }
        }
    }
}

/// Returns the attribute in which an element has a text or date, if it is not in the content.
fn value_attribute(name: &str) -> Option<&'static str> {
    match name {
        "time" | "ins" | "del" => Some("datetime"),
        "data" | "input" => Some("value"),
        "abbr" => Some("title"),
        "img" => Some("alt"),
        _ => None,
    }
}

/// Returns the attribute in which an element has an address.
fn address_attribute(name: &str) -> Option<&'static str> {
    match name {
        "a" | "area" | "link" => Some("href"),
        "img" | "video" | "audio" | "source" => Some("src"),
        _ => None,
    }
}

fn property(class: &str) -> Option<Property> {
    Some(match class {
        "p-name" | "entry-title" => Property::Name,
        "u-url" => Property::Url,
        "dt-published" | "published" => Property::Published,
        "dt-updated" | "updated" => Property::Updated,
        "e-content" | "entry-content" => Property::Content,
        "p-summary" | "entry-summary" => Property::Summary,
        "p-author" | "author" => Property::Author,
        "u-photo" | "u-featured" => Property::Photo,
        "p-category" => Property::Category,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entries(html: &str) -> Vec<PageEntry> {
        hfeed(html, &"https://example.org/blog/".parse().unwrap(), &Limits::default())
            .unwrap_or_default()
    }

    #[test]
    fn an_h_feed_is_parsed() {
        let found = entries(
            "<body class=h-feed><article class=h-entry><h2 class=p-name><a class=u-url href=1>First &amp; best</a></h2>\
             <a class='p-author h-card' href=/me><img alt='' src=me.png>Ann</a><time class=dt-published datetime='2026-11-15T10:00Z'>today</time>\
             <div class=e-content><p>Hello <b>you</b><p>x</div><a class=p-category>one</a><a class=p-category>two</a><img class=u-photo src=p.jpg></article>\
             <div class=h-entry><p class=e-content>A note</p><a class=u-url href=2></a></div>",
        );
        let first = PageEntry {
            title: "First & best".into(),
            link: Some("https://example.org/blog/1".parse().unwrap()),
            published: Some("2026-11-15T10:00Z".into()),
            content: "<p>Hello <b>you</b><p>x".into(),
            authors: vec!["Ann".into()],
            photo: Some("https://example.org/blog/p.jpg".parse().unwrap()),
            tags: vec!["one".into(), "two".into()],
            ..PageEntry::default()
        };
        assert_eq!(found[0], first);
        assert_eq!(
            (found.len(), found[1].title.as_str(), found[1].content.as_str()),
            (2, "", "A note")
        );
    }

    #[test]
    fn properties_of_cards_and_citations_do_not_belong_to_the_entry() {
        let found = entries(
            "<div class=h-entry><div class='u-in-reply-to h-cite'><a class='p-name u-url' href=/other>Other</a></div><span class=p-name>Mine</span></div>",
        );
        assert_eq!((found[0].title.as_str(), &found[0].link), ("Mine", &None));
    }

    #[test]
    fn hatom_is_parsed_too() {
        let found = entries(
            "<div class='post hentry'><h1 class=entry-title><a href=/p rel=bookmark>Old</a></h1><abbr class=published title=2010-01-02>then</abbr>\
             <div class=entry-content>Text</div></div>",
        );
        assert_eq!(
            (found[0].title.as_str(), found[0].published.as_deref(), found[0].content.as_str()),
            ("Old", Some("2010-01-02"), "Text")
        );
        assert_eq!(found[0].link.as_ref().unwrap().as_str(), "https://example.org/p");
    }

    #[test]
    fn a_page_becomes_a_feed_with_stable_keys() {
        let page = "https://example.org/".parse().unwrap();
        let html = "<title>Site</title><div class=h-entry><a class='u-url p-name' href=/1>One</a><time class=dt-published>2026-11-15</time></div>";
        let parsed = parse_hfeed(html, &page, &Limits::default()).unwrap();
        assert_eq!(
            (parsed.format, parsed.title.as_str(), parsed.articles.len()),
            (Format::Html, "Site", 1)
        );
        assert_eq!(parsed.articles[0].published.unwrap().to_string(), "2026-11-15T00:00:00Z");
        assert_eq!(parsed, parse_hfeed(html, &page, &Limits::default()).unwrap());
        assert_eq!(parse_hfeed("<p>nothing</p>", &page, &Limits::default()), None);
    }

    #[test]
    fn deeply_nested_entries_are_cheap() {
        for piece in [
            "<div class='h-entry e-content p-name p-category'>x",
            "<p class=h-entry>",
            "<i class=p-category>",
        ] {
            let html = format!("<div class=h-entry>{}", piece.repeat((2 << 20) / piece.len()));
            assert!(entries(&html).len() <= Limits::default().articles_per_fetch);
        }
    }

    proptest! {
        #[test]
        fn never_panics(html in "(<div |<p |<img |class=h-entry|class='p-name u-url'|class=e-content|class=h-card| href=/x|>|</div>|</p>|[a-zé<]){0,60}") {
            let _ = parse_hfeed(&html, &"https://example.org/".parse().unwrap(), &Limits::default());
        }
    }
}
