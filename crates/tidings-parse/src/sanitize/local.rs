//! Links within a text: footnotes and their back-links, tables of contents and chapters.
//!
//! A name is kept if a link in the same text leads to it, and such a link stays within the text instead of leading to
//! the original page. Every name gets a prefix, so that no text can use a name that scripts or styles look for.

use crate::html_tokens::{HtmlToken, HtmlTokens};
use std::collections::HashSet;
use url::Url;

/// The prefix of every id that is written.
pub(super) const PREFIX: &str = "fn-";
/// Maximum length of a name without its prefix.
const MAX_BYTES: usize = 100;
/// Maximum number of names in one text.
const MAX_NAMES: usize = 2_000;

/// Names that links in the same text lead to, without the prefix.
pub(super) type Names = HashSet<String>;

/// The page a text is on: links to places in it are links within the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pages<'a> {
    pub(super) base: Option<&'a Url>,
    pub(super) page: Option<&'a Url>,
}

impl Pages<'_> {
    /// Returns the name a link leads to, if it leads to a place in the same text.
    pub(super) fn target(&self, href: &str) -> Option<String> {
        let href = href.trim();
        if let Some(fragment) = href.strip_prefix('#') {
            return name(&decoded(fragment));
        }
        if !href.contains('#') {
            return None;
        }
        let mut url = match (Url::parse(href), self.base) {
            (Ok(url), _) => url,
            (Err(_), Some(base)) => base.join(href).ok()?,
            (Err(_), None) => return None,
        };
        let fragment = decoded(url.fragment()?);
        url.set_fragment(None);
        let is_here = [self.base, self.page].into_iter().flatten().any(|page| is_same(page, &url));
        if is_here { name(&fragment) } else { None }
    }
}

/// Whether two addresses are the same page, ignoring the fragment.
fn is_same(page: &Url, url: &Url) -> bool {
    page.as_str().split('#').next() == Some(url.as_str())
}

/// Returns the name that a start tag gives to a place.
pub(super) fn given(tokens: &HtmlTokens<'_>, element: &str) -> Option<String> {
    let id = tokens.attribute("id").and_then(|id| name(id.trim()));
    id.or_else(|| {
        let named = (element == "a").then(|| tokens.attribute("name"))??;
        name(named.trim())
    })
}

/// Returns the names in a text that its own links lead to.
pub(super) fn linked(html: &str, pages: Pages<'_>) -> Names {
    if !may_link_within(html) {
        return Names::new();
    }
    let (mut names, mut targets) = (Names::new(), Names::new());
    let mut tokens = HtmlTokens::of(html);
    while let Some(token) = tokens.next() {
        let HtmlToken::Start { name, .. } = token else { continue };
        if tokens.attributes().is_empty() {
            continue;
        }
        let is_link = name.eq_ignore_ascii_case("a");
        if names.len() < MAX_NAMES {
            names.extend(given(&tokens, if is_link { "a" } else { "" }));
        }
        if is_link && targets.len() < MAX_NAMES {
            targets.extend(tokens.attribute("href").and_then(|href| pages.target(&href)));
        }
    }
    names.retain(|name| targets.contains(name));
    names
}

/// Whether a `#` occurs other than in a character reference: most texts have none, and need not be read twice.
fn may_link_within(html: &str) -> bool {
    let bytes = html.as_bytes();
    memchr::memchr_iter(b'#', bytes).any(|at| at == 0 || bytes[at - 1] != b'&')
}

/// Returns a name of letters, digits and four signs; other characters are encoded. Idempotent.
fn name(text: &str) -> Option<String> {
    let text = text.strip_prefix(PREFIX).unwrap_or(text);
    if text.is_empty() || text.len() > MAX_BYTES {
        return None;
    }
    let mut name = String::with_capacity(text.len());
    for byte in text.bytes() {
        if is_plain(byte) {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!(".{byte:02x}"));
        }
    }
    (name.len() <= MAX_BYTES && !name.starts_with(PREFIX)).then_some(name)
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte)
}

/// Whether a text is an id written by this module.
pub(super) fn is_id(text: &str) -> bool {
    text.strip_prefix(PREFIX).is_some_and(|name| !name.is_empty() && name.bytes().all(is_plain))
}

/// Decodes the percent signs in a fragment.
fn decoded(fragment: &str) -> String {
    if !fragment.contains('%') {
        return fragment.to_owned();
    }
    let bytes = fragment.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3).and_then(|two| std::str::from_utf8(two).ok());
        match digits.filter(|_| bytes[at] == b'%').map(|two| u8::from_str_radix(two, 16)) {
            Some(Ok(byte)) => {
                plain.push(byte);
                at += 3;
            }
            _ => {
                plain.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_a_name_is_idempotent() {
        for text in ["fn:1", "fnref-1", "1", "überblick", "a b", "fn-1", "x".repeat(90).as_str()] {
            let once = name(text).unwrap();
            assert_eq!(name(&format!("{PREFIX}{once}")), Some(once.clone()), "{text}");
            assert!(is_id(&format!("{PREFIX}{once}")));
        }
        for text in ["", "fn-", "fn-fn-", "ü".repeat(60).as_str()] {
            assert_eq!(name(text), None, "{text}");
        }
    }

    #[test]
    fn links_to_the_same_page_stay_within_the_text() {
        let page: Url = "https://a.example/post?x=1".parse().unwrap();
        let base: Url = "https://a.example/feed.xml".parse().unwrap();
        let pages = Pages { base: Some(&base), page: Some(&page) };
        let check = |href: &str, expected: Option<&str>| {
            assert_eq!(pages.target(href).as_deref(), expected, "{href}");
        };
        check("#fn1", Some("fn1"));
        check(" #caf%C3%A9 ", Some("caf.c3.a9"));
        check("https://a.example/post?x=1#fn1", Some("fn1"));
        check("/post?x=1#fn1", Some("fn1"));
        check("/post#fn1", None);
        check("https://b.example/post?x=1#fn1", None);
        check("#", None);
        check("/post?x=1", None);
    }
}
