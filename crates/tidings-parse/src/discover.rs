//! Finds the feeds of a page: those it declares, those it links to, and the usual addresses.
//!
//! Only addresses are found here; the caller checks that they may be fetched and are feeds.

mod guesses;
mod platforms;
#[cfg(test)]
mod tests;

pub use guesses::guesses;

use crate::addresses::{relation, web_url, without_feed_scheme};
use crate::entities::{Place, decode};
use crate::html_tokens::{HtmlToken, HtmlTokens, LowerName};
use crate::text::{cut, fold, plain_text};
use std::borrow::Cow;
use url::Url;

/// A feed linked from a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedLink {
    /// Absolute http(s) address.
    pub url: Url,
    /// Plain text, possibly empty.
    pub title: String,
    /// The declared media type in lower case; empty for a plain link.
    pub media_type: String,
}

/// What a page declares about itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageDiscovery {
    /// Its feeds, most likely first, without duplicates, at most [`MAX_FEEDS`].
    pub feeds: Vec<FeedLink>,
    /// Its icon, if it declares one.
    pub icon: Option<Url>,
    /// Its title, plain text.
    pub title: String,
    /// The name of its site, plain text.
    pub site_name: String,
    /// Its language, as declared.
    pub language: Option<String>,
}

/// Maximum number of feeds returned: there are pages that declare thousands.
pub const MAX_FEEDS: usize = 20;

/// Longer addresses are ignored.
const MAX_ADDRESS_BYTES: usize = 4 << 10;

/// Maximum length of a title.
const MAX_TITLE_BYTES: usize = 1 << 10;

/// Finds the feeds of a page. `html` is decoded text, `page` its address after redirects.
///
/// ```
/// use tidings_parse::discover::discover;
/// let page = "https://example.org/blog/".parse().unwrap();
/// let found = discover("<title>Blog</title><link rel='Alternate' type='Application/RSS+XML ' href=feed>", &page);
/// assert_eq!(found.feeds[0].url.as_str(), "https://example.org/blog/feed");
/// assert_eq!(found.title, "Blog");
/// ```
#[must_use]
pub fn discover(html: &str, page: &Url) -> PageDiscovery {
    let mut search = Search {
        page,
        base: None,
        found: PageDiscovery::default(),
        candidates: Vec::new(),
        icon_rank: 0,
    };
    let mut tokens = HtmlTokens::of(html);
    let mut in_title = false;
    let mut link_text: Option<usize> = None;
    while let Some(token) = tokens.next() {
        match token {
            HtmlToken::Start { name, .. } => {
                let name = LowerName::of(name);
                in_title = name.as_str() == "title" && search.found.title.is_empty();
                if name.as_str() == "a" {
                    link_text = search.anchor(&tokens);
                } else {
                    search.element(name.as_str(), &tokens);
                }
            }
            HtmlToken::Raw(text) if in_title => {
                search.found.title = title(&decode(text, Place::Text))
            }
            HtmlToken::Text(text) => {
                if let Some(link) = link_text.and_then(|index| search.candidates.get_mut(index)) {
                    let words = cut(text, MAX_TITLE_BYTES);
                    link.1.title = title(&format!("{} {}", link.1.title, plain_text(words)));
                }
            }
            HtmlToken::End { name, .. } if name.eq_ignore_ascii_case("a") => link_text = None,
            HtmlToken::Raw(_) | HtmlToken::Other(_) | HtmlToken::End { .. } => {}
        }
    }
    search.finish()
}

/// How likely a candidate is the feed the user wants; smaller is more likely. Feeds of comments come after all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Declared,
    Linked,
}

struct Search<'a> {
    page: &'a Url,
    base: Option<Url>,
    found: PageDiscovery,
    candidates: Vec<(Rank, FeedLink)>,
    icon_rank: u32,
}

/// Candidates collected before the best are chosen.
const MAX_CANDIDATES: usize = 200;

impl Search<'_> {
    fn element(&mut self, name: &str, tokens: &HtmlTokens<'_>) {
        match name {
            "base" if self.base.is_none() => {
                self.base =
                    tokens.attribute("href").and_then(|href| web_url(Some(self.page), &href));
            }
            "html" => {
                self.found.language =
                    tokens.attribute("lang").and_then(|lang| crate::draft::language(&lang))
            }
            "meta" => {
                let property = tokens
                    .attribute("property")
                    .or_else(|| tokens.attribute("name"))
                    .unwrap_or_default();
                if property.eq_ignore_ascii_case("og:site_name") {
                    self.found.site_name = title(&tokens.attribute("content").unwrap_or_default());
                }
            }
            "link" => {
                let rel = tokens.attribute("rel").unwrap_or_default();
                let href = tokens.attribute("href");
                self.icon(&rel, href.as_deref(), tokens);
                self.declared(&rel, tokens.attribute("type"), href, tokens.attribute("title"));
            }
            _ => {}
        }
    }

    fn declared(
        &mut self,
        rel: &str,
        kind: Option<Cow<'_, str>>,
        href: Option<Cow<'_, str>>,
        name: Option<Cow<'_, str>>,
    ) {
        let media_type = media_type(&kind.unwrap_or_default());
        let Some(url) = href.and_then(|href| self.resolve(&href)) else { return };
        let is_feed = has_token(rel, "alternate") && is_feed_type(&media_type, &url)
            || has_token(rel, "feed");
        if !is_feed || has_token(rel, "stylesheet") {
            return;
        }
        let title = title(&name.unwrap_or_default());
        self.add(Rank::Declared, FeedLink { url, title, media_type });
    }

    /// Adds a link if its address looks like a feed; returns the index of the candidate whose title its text becomes.
    fn anchor(&mut self, tokens: &HtmlTokens<'_>) -> Option<usize> {
        let href = tokens.attribute("href")?;
        let url = self.resolve(&href)?;
        let is_called_feed = without_feed_scheme(href.trim()) != href.trim();
        if !(is_called_feed || looks_like_feed(&url)) {
            return None;
        }
        let title = title(&tokens.attribute("title").unwrap_or_default());
        self.add(Rank::Linked, FeedLink { url, title, media_type: String::new() })
    }

    fn icon(&mut self, rel: &str, href: Option<&str>, tokens: &HtmlTokens<'_>) {
        let is_vector = tokens.attribute("type").is_some_and(|kind| kind.contains("svg"));
        let rank = match () {
            () if has_token(rel, "icon") && !is_vector => 3,
            () if has_token(rel, "apple-touch-icon")
                || has_token(rel, "apple-touch-icon-precomposed") =>
            {
                2
            }
            () if has_token(rel, "icon") => 1,
            () => 0,
        };
        if rank > self.icon_rank
            && let Some(url) = href.and_then(|href| self.resolve(href))
        {
            self.found.icon = Some(url);
            self.icon_rank = rank;
        }
    }

    fn add(&mut self, rank: Rank, link: FeedLink) -> Option<usize> {
        let known = self.candidates.iter().position(|(_, known)| known.url == link.url);
        if let Some(index) = known {
            if rank < self.candidates[index].0 {
                self.candidates[index] = (rank, link);
            }
            return None;
        }
        if link.url == *self.page || self.candidates.len() >= MAX_CANDIDATES {
            return None;
        }
        self.candidates.push((rank, link));
        Some(self.candidates.len() - 1)
    }

    fn resolve(&self, href: &str) -> Option<Url> {
        let base = self.base.as_ref().unwrap_or(self.page);
        if href.len() > MAX_ADDRESS_BYTES {
            return None;
        }
        let mut url = web_url(Some(base), &without_feed_scheme(href.trim()))?;
        url.set_fragment(None);
        Some(url)
    }

    fn finish(mut self) -> PageDiscovery {
        self.candidates.sort_by_cached_key(|(rank, link)| (is_for_comments(link), *rank));
        self.candidates.truncate(MAX_FEEDS);
        self.found.feeds = self.candidates.into_iter().map(|(_, link)| link).collect();
        self.found
    }
}

/// Whether a feed is of comments, by its address or by its title in one of a few languages.
fn is_for_comments(link: &FeedLink) -> bool {
    const WORDS: [&str; 10] = [
        "comment",
        "kommentar",
        "comentari",
        "comentári",
        "commenti",
        "reacties",
        "komentar",
        "коммент",
        "コメント",
        "评论",
    ];
    let title = link.title.to_lowercase();
    link.url.path().contains("/comments/") || WORDS.iter().any(|word| title.contains(word))
}

fn title(text: &str) -> String {
    cut(&fold(text), MAX_TITLE_BYTES).to_owned()
}

fn has_token(list: &str, token: &str) -> bool {
    list.split_ascii_whitespace().any(|word| relation(word).eq_ignore_ascii_case(token))
}

/// Returns a media type without its parameters, in lower case.
fn media_type(text: &str) -> String {
    cut(text, 200).split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn is_feed_type(media_type: &str, url: &Url) -> bool {
    match media_type {
        "application/rss+xml"
        | "application/atom+xml"
        | "application/feed+json"
        | "application/rdf+xml"
        | "text/rss+xml"
        | "text/atom+xml"
        | "application/x-rss+xml"
        | "application/x-atom+xml"
        | "application/rss"
        | "application/atom"
        | "text/rss"
        | "application/x.atom+xml"
        | "application/cdf"
        | "application/x-cdf"
        | "text/rdf"
        | "text/rdf+xml" => true,
        // Alternates of these types are mostly something else, such as an API or a site map.
        "application/json" | "application/xml" | "text/xml" => looks_like_feed(url),
        _ => false,
    }
}

/// Whether an address looks like that of a feed.
fn looks_like_feed(url: &Url) -> bool {
    let path = url.path().to_ascii_lowercase();
    let path = path.trim_end_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_named = matches!(
        last,
        "feed" | "feeds" | "rss" | "atom" | "rss2" | "rdf" | "index.xml" | "feed.json" | ".rss"
    );
    let is_file = [".rss", ".atom", ".rdf", "feed.xml", "rss.xml", "atom.xml"]
        .iter()
        .any(|end| last.ends_with(end));
    let is_asked = url.query().is_some_and(|query| {
        query.split('&').any(|pair| {
            matches!(
                pair.to_ascii_lowercase().as_str(),
                "feed=rss2" | "feed=rss" | "feed=atom" | "format=rss" | "format=atom" | "alt=rss"
            )
        })
    });
    let is_host = matches!(url.host_str(), Some("feeds.feedburner.com" | "feeds2.feedburner.com"))
        && !last.is_empty();
    is_named || is_file || is_asked || is_host
}
