//! Makes publishers' HTML safe to store and show.
//!
//! The input is cut into tokens, and from them new HTML is written: every tag from an allow-list, every attribute value
//! checked and quoted, every other character escaped, every element closed. Nothing of the input is copied as markup,
//! and what is written holds no element that parsers treat specially, so every parser reads it alike. The work is
//! linear in the input; no tree is built, so depth, attributes and entities cost nothing beyond their bytes.
//!
//! What is lost on purpose: style, classes, ids (links to places in the page lead to the original page instead), forms,
//! SVG and MathML (the text of formulas stays), inline `data:` pictures, frames (they become links), pictures made to
//! count readers, everything nested deeper than [`Limits::html_depth`] (its text stays) and all beyond
//! [`Limits::content_bytes`].

pub(crate) mod address;
mod escape;
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
use policy::{Kind, Value};
use std::borrow::Cow;
use tidings_model::{Article, article::Content, limits::Limits};
use url::Url;
use write::Writer;

/// HTML that is safe to show, with absolute http(s) addresses. Sanitising it again changes nothing.
///
/// ```
/// use tidings_parse::sanitize::sanitize;
/// let base = "https://example.org/blog/".parse().unwrap();
/// let html = sanitize("<p onclick=x()>See <a href=../about>me</a><script>y()</script>", Some(&base), &Default::default());
/// assert_eq!(html, "<p>See <a href=\"https://example.org/about\" rel=\"noopener noreferrer nofollow\">me</a></p>");
/// ```
#[must_use]
pub fn sanitize(html: &str, base: Option<&Url>, limits: &Limits) -> String {
    let clean = rewrite(html, base, limits);
    if verify::is_clean(&clean) {
        return clean;
    }
    let text = plain_text(html);
    let mut escaped = String::new();
    escape::push(&mut escaped, cut(&text, limits.content_bytes / escape::MAX_GROWTH), Quotes::Kept);
    escaped
}

/// Replaces the raw body of an article by a safe one.
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
        let safe = sanitize(html, base.as_ref().or(link.as_ref()), limits);
        article.content = Content::Clean(safe);
    }
}

/// What every link says: the target learns nothing of us, and we vouch for nothing.
const REL: &str = "noopener noreferrer nofollow";

/// Longest text attribute, such as `alt`.
const MAX_ATTRIBUTE_BYTES: usize = 2 << 10;

fn rewrite(html: &str, base: Option<&Url>, limits: &Limits) -> String {
    let mut cleaner = Cleaner {
        addresses: Addresses { base, limits },
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
    cleaner.writer.finish()
}

/// The state of one cleaning.
#[derive(Debug)]
struct Cleaner<'a> {
    addresses: Addresses<'a>,
    writer: Writer,
    /// The attributes of the tag being written.
    attributes: String,
    /// The element being hidden with its contents, and how often it is open.
    hidden: Option<(LowerName, usize)>,
    raw: RawText,
    /// How many `noscript` are open.
    noscripts: usize,
    last_image: Option<Url>,
    /// An address given by a `source` before the `img` of the same `picture`.
    picture: Option<Url>,
    has_cdata: bool,
}

/// What becomes of contents that are not markup.
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
            "a" => {
                if let Some(address) =
                    tokens.attribute("href").and_then(|href| self.addresses.link(&href))
                {
                    self.link_to(&address, tokens);
                }
            }
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

    fn link_to(&mut self, address: &Url, tokens: &HtmlTokens<'_>) {
        self.attributes.clear();
        self.push_attribute("href", address.as_str());
        self.write_element("a", tokens);
    }

    /// Writes the start tag of an element, if it is allowed, with what stands in `self.attributes` and what it may keep.
    fn write_element(&mut self, name: &str, tokens: &HtmlTokens<'_>) {
        let Some(element) = policy::allowed(name) else { return };
        for attribute in element.attributes {
            self.write_attribute(attribute, tokens);
        }
        if !tokens.attributes().is_empty() && !element.kind.is_void() {
            self.write_language(tokens);
        }
        if element.kind == Kind::Link {
            self.push_attribute("rel", REL);
        }
        self.writer.start(element, &self.attributes);
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
