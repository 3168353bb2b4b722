//! Makes publishers' HTML safe to store and show.
//!
//! The input is split into tokens, and new HTML is written from them: every tag from an allow-list, every attribute
//! value checked and quoted, every other character escaped, every element closed. Nothing of the input is copied as
//! markup, and the output contains no element that parsers treat specially, so every parser reads it alike. The work is
//! linear in the input; no tree is built, so depth, attributes and entities cost nothing beyond their bytes.
//!
//! What is removed on purpose: style, classes, ids (except for footnotes and the like, see `local.rs`), forms, SVG and
//! MathML (the text of formulas stays, in TeX if the page has it), inline `data:` images, frames (they become links),
//! tracking pixels, everything nested deeper than [`Limits::html_depth`] (its text stays) and everything beyond
//! [`Limits::content_bytes`].

pub(crate) mod address;
mod escape;
mod film;
mod local;
mod media;
mod policy;
#[cfg(test)]
mod tests;
mod verify;
mod write;

use crate::entities::{Place, decode};
use crate::html_tokens::{CDATA, HtmlToken, HtmlTokens, LowerName};
use crate::text::{cut, plain_text};
use address::Addresses;
use escape::Quotes;
use local::{Names, Pages};
use policy::{Kind, Value};
use std::borrow::Cow;
use tidings_model::{Article, article::Content, limits::Limits};
use url::Url;
use write::Writer;

/// Returns HTML that is safe to show, with absolute http(s) addresses. Sanitizing it again changes nothing.
///
/// ```
/// use tidings_parse::sanitize::sanitize;
/// let base = "https://example.org/blog/".parse().unwrap();
/// let html = sanitize("<p onclick=x()>See <a href=../about>me</a><script>y()</script>", Some(&base), &Default::default());
/// assert_eq!(html, "<p>See <a href=\"https://example.org/about\" rel=\"noopener noreferrer nofollow\">me</a></p>");
/// ```
#[must_use]
pub fn sanitize(html: &str, base: Option<&Url>, limits: &Limits) -> String {
    sanitize_page(html, base, None, limits)
}

/// Like [`sanitize`], for the text of a page whose address is known: links to places in that page stay within the text.
///
/// ```
/// use tidings_parse::sanitize::sanitize_page;
/// let page = "https://example.org/post".parse().unwrap();
/// let html = "<sup><a href='https://example.org/post#n1'>1</a></sup><p id=n1>Note";
/// assert_eq!(
///     sanitize_page(html, None, Some(&page), &Default::default()),
///     "<sup><a href=\"#fn-n1\" rel=\"noopener noreferrer nofollow\">1</a></sup><p id=\"fn-n1\">Note</p>"
/// );
/// ```
#[must_use]
pub fn sanitize_page(
    html: &str,
    base: Option<&Url>,
    page: Option<&Url>,
    limits: &Limits,
) -> String {
    let clean = rewrite_with_names(html, Pages { base, page }, limits);
    if verify::is_clean(&clean) {
        return clean;
    }
    let text = plain_text(html);
    let mut escaped = String::new();
    escape::push(&mut escaped, cut(&text, limits.content_bytes / escape::MAX_GROWTH), Quotes::Kept);
    escaped
}

/// Replaces the raw body of an article with a sanitized one.
///
/// ```
/// use tidings_model::{Article, article::Content};
/// # fn example(article: &mut Article) {
/// tidings_parse::sanitize::clean(article, &Default::default());
/// assert!(!matches!(article.content, Content::Raw { .. }));
/// # }
/// ```
pub fn clean(article: &mut Article, limits: &Limits) {
    if let Content::Raw { html, base } = &article.content {
        let link = article.link.as_deref().and_then(|link| Url::parse(link).ok());
        let safe = sanitize_page(html, base.as_ref().or(link.as_ref()), link.as_ref(), limits);
        article.content = Content::Clean(safe);
    }
}

/// The `rel` of every link: the target learns nothing about us, and we do not endorse it.
const REL: &str = "noopener noreferrer nofollow";

/// Maximum length of a text attribute, such as `alt`.
const MAX_ATTRIBUTE_BYTES: usize = 2 << 10;

/// Rewrites until every written name has a link to it, and every link within the text has its target: some are lost on
/// the way, hidden or beyond a limit. Names are only ever removed, so few rounds are enough; in the last one, all names
/// are dropped.
fn rewrite_with_names(html: &str, pages: Pages<'_>, limits: &Limits) -> String {
    const ROUNDS: usize = 4;
    let mut names = local::linked(html, pages);
    for round in 0..ROUNDS {
        if round + 1 == ROUNDS {
            names.clear();
        }
        let (clean, met) = rewrite(html, pages, &names, limits);
        if met.named == names && met.linked == names {
            return clean;
        }
        names.retain(|name| met.named.contains(name) && met.linked.contains(name));
    }
    rewrite(html, pages, &Names::new(), limits).0
}

fn rewrite(html: &str, pages: Pages<'_>, names: &Names, limits: &Limits) -> (String, Met) {
    let mut cleaner = Cleaner {
        addresses: Addresses { base: pages.base, limits },
        pages,
        names,
        met: Met::default(),
        writer: Writer::new(limits.content_bytes, limits.html_depth, html.len()),
        attributes: String::new(),
        hidden: None,
        raw: RawText::Dropped,
        noscripts: 0,
        last_image: None,
        picture: None,
        has_cdata: false,
    };
    let mut tokens = HtmlTokens::of(html);
    while let Some(token) = tokens.next() {
        cleaner.token(token, &tokens);
        if cleaner.writer.is_full() {
            break;
        }
    }
    (cleaner.writer.finish(), cleaner.met)
}

/// The names that were written, and those that written links lead to.
#[derive(Debug, Default)]
struct Met {
    named: Names,
    linked: Names,
}

/// The state of a rewrite.
#[derive(Debug)]
struct Cleaner<'a> {
    addresses: Addresses<'a>,
    pages: Pages<'a>,
    /// The names to keep.
    names: &'a Names,
    met: Met,
    writer: Writer,
    /// The attributes of the tag being written.
    attributes: String,
    /// The element hidden with its content, and how many of it are open.
    hidden: Option<(LowerName, usize)>,
    raw: RawText,
    /// How many `noscript` are open.
    noscripts: usize,
    last_image: Option<Url>,
    /// The address from a `source` before the `img` of the same `picture`.
    picture: Option<Url>,
    has_cdata: bool,
}

/// How content that is not markup is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RawText {
    Dropped,
    Shown,
}

impl Cleaner<'_> {
    fn token(&mut self, token: HtmlToken<'_>, tokens: &HtmlTokens<'_>) {
        match token {
            HtmlToken::Other(source) => self.has_cdata |= source == CDATA,
            HtmlToken::Text(_) | HtmlToken::Raw(_) if self.hidden.is_some() => {}
            HtmlToken::Text(text) => self.text(text),
            HtmlToken::Raw(text) if self.raw == RawText::Shown => self.writer.text(text),
            HtmlToken::Raw(_) => {}
            HtmlToken::Start { name, .. } => self.start(&LowerName::of(name), tokens),
            HtmlToken::End { name, .. } => self.end_tag(&LowerName::of(name)),
        }
    }

    fn text(&mut self, text: &str) {
        let text =
            if self.has_cdata { Cow::Owned(text.replace("]]>", "")) } else { Cow::Borrowed(text) };
        self.writer.text(&decode(&text, Place::Text));
    }

    fn start(&mut self, name: &LowerName, tokens: &HtmlTokens<'_>) {
        let name_str = name.as_str();
        self.raw =
            if matches!(name_str, "xmp" | "plaintext") { RawText::Shown } else { RawText::Dropped };
        if let Some((hidden, depth)) = &mut self.hidden {
            *depth += usize::from(hidden.as_str() == name_str);
            if !policy::ends_hiding(name_str) {
                return;
            }
            self.hidden = None;
        }
        match name_str {
            "img" | "image" => self.image(tokens),
            "source" => self.source(tokens),
            "iframe" | "embed" | "object" => self.frame(tokens),
            "a" => self.link(tokens),
            "span" => self.place("span", tokens),
            "math" => self.formula(name, tokens),
            "noscript" => self.noscripts += 1,
            _ if policy::is_hidden(name_str) => self.hidden = Some((*name, 1)),
            _ => {
                self.attributes.clear();
                self.write_element(name_str, tokens);
            }
        }
    }

    fn end_tag(&mut self, name: &LowerName) {
        if let Some((hidden, depth)) = &mut self.hidden {
            if hidden.as_str() == name.as_str() {
                *depth -= 1;
                if *depth == 0 {
                    self.hidden = None;
                }
            }
            return;
        }
        match name.as_str() {
            "noscript" => self.noscripts = self.noscripts.saturating_sub(1),
            "picture" => self.picture = None,
            name => self.end(name),
        }
    }

    fn end(&mut self, name: &str) {
        if let Some(element) = policy::allowed(name) {
            self.writer.end(element);
        }
    }

    fn link(&mut self, tokens: &HtmlTokens<'_>) {
        let Some(href) = tokens.attribute("href") else { return self.place("a", tokens) };
        let target = self.pages.target(&href).filter(|name| self.names.contains(name));
        if let Some(name) = target {
            self.attributes.clear();
            self.push_attribute("href", &format!("#{}{name}", local::PREFIX));
            if self.write_element("a", tokens) {
                self.met.linked.insert(name);
            }
        } else if let Some(address) = self.addresses.link(&href) {
            self.link_to(&address, tokens);
        }
    }

    fn link_to(&mut self, address: &Url, tokens: &HtmlTokens<'_>) {
        self.attributes.clear();
        self.push_attribute("href", address.as_str());
        self.write_element("a", tokens);
    }

    /// Writes a link target and nothing else: it is empty and ends at once, whatever it was around.
    fn place(&mut self, name: &str, tokens: &HtmlTokens<'_>) {
        if local::given(tokens, name).is_none_or(|name| !self.may_write_name(&name)) {
            return;
        }
        let Some(element) = policy::allowed("span") else { return };
        self.attributes.clear();
        let name = self.write_name(name, tokens);
        if self.writer.start(element, &self.attributes) {
            self.met.named.extend(name);
            self.writer.end(element);
        }
    }

    /// A formula with a TeX form is shown as TeX: the bare letters of its elements would lose powers and roots.
    fn formula(&mut self, name: &LowerName, tokens: &HtmlTokens<'_>) {
        let Some(text) = tokens.attribute("alttext").filter(|text| !text.trim().is_empty()) else {
            return;
        };
        self.attributes.clear();
        let is_code = self.write_element("code", &HtmlTokens::of(""));
        self.writer.text(cut(text.trim(), MAX_ATTRIBUTE_BYTES));
        if is_code {
            self.end("code");
        }
        self.hidden = Some((*name, 1));
    }

    fn may_write_name(&self, name: &str) -> bool {
        self.names.contains(name) && !self.met.named.contains(name)
    }

    /// Writes the id of a tag, if links lead to it and it is the first with its name.
    fn write_name(&mut self, element: &str, tokens: &HtmlTokens<'_>) -> Option<String> {
        if self.names.is_empty() {
            return None;
        }
        let name = local::given(tokens, element).filter(|name| self.may_write_name(name))?;
        self.push_attribute("id", &format!("{}{name}", local::PREFIX));
        Some(name)
    }

    /// Writes the start tag of an element, if it is allowed, with `self.attributes` and the attributes it may keep.
    fn write_element(&mut self, name: &str, tokens: &HtmlTokens<'_>) -> bool {
        let Some(element) = policy::allowed(name) else { return false };
        for attribute in element.attributes {
            self.write_attribute(attribute, tokens);
        }
        if !tokens.attributes().is_empty() && !element.kind.is_void() {
            self.write_language(tokens);
        }
        let name = self.write_name(name, tokens);
        if element.kind == Kind::Link {
            self.push_attribute("rel", REL);
        }
        let is_written = self.writer.start(element, &self.attributes);
        if is_written {
            self.met.named.extend(name);
        }
        is_written
    }

    fn write_attribute(&mut self, attribute: &policy::Attribute, tokens: &HtmlTokens<'_>) {
        if let Value::Fixed(value) = attribute.value {
            return self.push_attribute(attribute.name, value);
        }
        let Some(value) = tokens.attribute(attribute.name) else { return };
        let trimmed = value.trim();
        match attribute.value {
            Value::Text => self.push_attribute(attribute.name, cut(&value, MAX_ATTRIBUTE_BYTES)),
            Value::Number => {
                let digits = trimmed.strip_suffix("px").unwrap_or(trimmed);
                if (1..=4).contains(&digits.len())
                    && digits.bytes().all(|byte| byte.is_ascii_digit())
                {
                    self.push_attribute(attribute.name, digits);
                }
            }
            Value::Time if trimmed.len() <= 40 && trimmed.bytes().all(is_in_time) => {
                self.push_attribute(attribute.name, trimmed)
            }
            Value::MediaType if is_media_type(trimmed) => {
                self.push_attribute(attribute.name, trimmed)
            }
            Value::Word(words) => {
                if let Some(word) = words.iter().find(|word| **word == trimmed) {
                    self.push_attribute(attribute.name, word);
                }
            }
            Value::Time | Value::MediaType => {}
            Value::Address => {
                if let Some(url) = self.addresses.web(&value) {
                    self.push_attribute(attribute.name, url.as_str());
                }
            }
            Value::Flag | Value::Fixed(_) => self.push_attribute(attribute.name, ""),
        }
    }

    fn write_language(&mut self, tokens: &HtmlTokens<'_>) {
        if let Some(direction) = tokens.attribute("dir") {
            let direction = direction.trim().to_ascii_lowercase();
            if matches!(direction.as_str(), "ltr" | "rtl" | "auto") {
                self.push_attribute("dir", &direction);
            }
        }
        if let Some(language) = tokens.attribute("lang") {
            let is_tag = language.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            if is_tag && (1..=35).contains(&language.len()) {
                self.push_attribute("lang", &language);
            }
        }
    }

    fn push_attribute(&mut self, name: &str, value: &str) {
        self.attributes.push(' ');
        self.attributes.push_str(name);
        self.attributes.push_str("=\"");
        escape::push(&mut self.attributes, value, Quotes::Escaped);
        self.attributes.push('"');
    }
}

fn is_in_time(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':' | b'.' | b'+' | b' ')
}

fn is_media_type(text: &str) -> bool {
    let is_kind = ["audio/", "video/", "image/"].iter().any(|kind| text.starts_with(kind));
    is_kind
        && text.len() <= 80
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/+-.;=, ".contains(&byte))
}
