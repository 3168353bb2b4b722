//! Makes publishers' HTML safe to store and show.
//!
//! The input is split into tokens, and new HTML is written from them: every tag from an allow-list, every attribute
//! value checked and quoted, every other character escaped, every element closed. Nothing of the input is copied as
//! markup, and the output contains no element that parsers treat specially, so every parser reads it alike. The work is
//! linear in the input; no tree is built, so depth, attributes and entities cost nothing beyond their bytes.
//!
//! What is removed on purpose: style, classes, ids (except for footnotes and the like, see `local.rs`), forms, SVG, the
//! parts of MathML that show nothing (see `formula.rs`), inline `data:` images, frames (they become links),
//! tracking pixels, everything nested deeper than [`Limits::html_depth`] (its text stays) and everything beyond
//! [`Limits::content_bytes`].

pub(crate) mod address;
mod escape;
mod film;
mod formula;
mod local;
mod media;
mod policy;
#[cfg(test)]
mod tests;
mod verify;
mod write;

use crate::entities::{Place, decode};
use crate::html_tokens::{CDATA, HtmlToken, HtmlTokens, LowerName, without_section_ends};
use crate::text::{cut, plain_text};
use address::Addresses;
use escape::Quotes;
use formula::Formula;
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

/// Maximum length of the brackets around a part of a formula.
const MAX_FENCE_BYTES: usize = 16;

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
        is_picture_begun: false,
        is_in_title: false,
        formula: None,
        has_cdata: false,
    };
    let mut tokens = HtmlTokens::of(html);
    while let Some(token) = tokens.next() {
        cleaner.token(token, &tokens);
        if cleaner.writer.is_full() {
            break;
        }
    }
    cleaner.end_formula();
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
    /// Whether an SVG has just begun: its title stands for the picture, as the alternative text of an image would.
    is_picture_begun: bool,
    is_in_title: bool,
    /// The formula being read.
    formula: Option<Formula>,
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
            HtmlToken::Raw(text) if std::mem::take(&mut self.is_in_title) => self.text(text),
            HtmlToken::Text(_) | HtmlToken::Raw(_) if self.hidden.is_some() => {}
            HtmlToken::Text(text) => self.text(text),
            HtmlToken::Raw(text) if self.raw == RawText::Shown => self.writer.text(text),
            HtmlToken::Raw(_) => {}
            HtmlToken::Start { name, source } => {
                self.start(&LowerName::of(name), source.ends_with("/>"), tokens)
            }
            HtmlToken::End { name, .. } => self.end_tag(&LowerName::of(name)),
        }
    }

    fn text(&mut self, text: &str) {
        let text = match self.has_cdata {
            true => Cow::Owned(without_section_ends(text)),
            false => Cow::Borrowed(text),
        };
        let text = decode(&text, Place::Text);
        match &mut self.formula {
            Some(formula) => formula.text(&text),
            None => self.writer.text(&text),
        }
    }

    fn start(&mut self, name: &LowerName, is_closed: bool, tokens: &HtmlTokens<'_>) {
        let name_str = name.as_str();
        self.raw =
            if matches!(name_str, "xmp" | "plaintext") { RawText::Shown } else { RawText::Dropped };
        self.is_in_title = name_str == "title" && std::mem::take(&mut self.is_picture_begun);
        self.is_picture_begun = name_str == "svg" && self.hidden.is_none();
        if let Some((hidden, depth)) = &mut self.hidden {
            *depth += usize::from(hidden.as_str() == name_str);
            if !policy::ends_hiding(name_str) {
                return;
            }
            self.hidden = None;
        }
        if self.formula.is_some() {
            if !formula::ends_formula(name_str) {
                return self.start_in_formula(name, is_closed, tokens);
            }
            self.end_formula();
        }
        match name_str {
            "img" | "image" => self.image(tokens),
            "source" => self.source(tokens),
            "iframe" | "object" => self.frame(tokens),
            "embed" => self.embed(tokens),
            "a" => self.link(tokens),
            "span" => self.place("span", tokens),
            "math" => self.start_formula(tokens),
            "noscript" => self.noscripts += 1,
            _ if policy::is_hidden(name_str) => self.hidden = Some((*name, 1)),
            _ => {
                self.attributes.clear();
                self.write_element(name_str, tokens);
            }
        }
    }

    fn end_tag(&mut self, name: &LowerName) {
        self.is_picture_begun = false;
        if name.as_str() == "math" && self.formula.is_some() {
            self.hidden = None;
            return self.end_formula();
        }
        if let Some((hidden, depth)) = &mut self.hidden {
            if hidden.as_str() == name.as_str() {
                *depth -= 1;
                if *depth == 0 {
                    self.hidden = None;
                }
            }
            return;
        }
        if formula::ends_formula(name.as_str()) {
            self.end_formula();
        } else if let Some(formula) = &mut self.formula {
            return formula.end(name.as_str());
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

    fn start_formula(&mut self, tokens: &HtmlTokens<'_>) {
        let Some(element) = formula::allowed("math") else { return };
        self.write_attributes(element, tokens);
        let tex = tokens.attribute("alttext").filter(|text| !text.trim().is_empty());
        self.formula = Some(Formula::new(&self.attributes, tex.map(Cow::into_owned)));
    }

    /// Adds an element to the formula; any element of HTML only ends where its text does.
    fn start_in_formula(&mut self, name: &LowerName, is_closed: bool, tokens: &HtmlTokens<'_>) {
        if formula::is_hidden(name.as_str()) {
            self.hidden = Some((*name, 1)).filter(|_| !is_closed);
            return;
        }
        let fence = |name, usual: &str| {
            let written = tokens.attribute(name).unwrap_or_else(|| usual.to_owned().into());
            cut(&written, MAX_FENCE_BYTES).to_owned()
        };
        let is_fenced = name.as_str() == "mfenced";
        let name = if is_fenced { "mrow" } else { name.as_str() };
        let Some(element) = formula::allowed(name) else { return };
        self.write_attributes(element, tokens);
        let Some(formula) = &mut self.formula else { return };
        if is_fenced {
            formula.start_fenced(element, &fence("open", "("), &fence("close", ")"));
        } else {
            formula.start(element, &self.attributes, is_closed);
        }
    }

    /// Writes the formula that was read, or its TeX form if there is nothing else, or its text if it does not fit.
    fn end_formula(&mut self) {
        let Some(mut formula) = self.formula.take() else { return };
        let html = formula.finish();
        if let (None, Some(tex)) = (&html, formula.tex) {
            self.attributes.clear();
            let is_code = self.write_element("code", &HtmlTokens::of(""));
            self.writer.text(cut(tex.trim(), MAX_ATTRIBUTE_BYTES));
            if is_code {
                self.end("code");
            }
        } else if html.is_none_or(|html| !self.writer.whole(&html)) {
            self.writer.text(&formula.text);
        }
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

    /// Replaces `self.attributes` by those that an element of a formula may keep.
    fn write_attributes(&mut self, element: &policy::Element, tokens: &HtmlTokens<'_>) {
        self.attributes.clear();
        for attribute in element.attributes {
            self.write_attribute(attribute, tokens);
        }
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
            Value::SmallLength if is_small_length(trimmed) => {
                self.push_attribute(attribute.name, trimmed)
            }
            Value::Time | Value::MediaType | Value::SmallLength => {}
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

/// Whether a text is a length below ten letters, such as `0.5em`.
fn is_small_length(text: &str) -> bool {
    let number = text.strip_suffix("em").or_else(|| text.strip_suffix("ex"));
    let (whole, fraction) =
        number.map_or(("", ""), |number| number.split_once('.').unwrap_or((number, "0")));
    let is_digits = |digits: &str, most: usize| {
        (1..=most).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    is_digits(whole, 1) && is_digits(fraction, 6)
}

fn is_media_type(text: &str) -> bool {
    let is_kind = ["audio/", "video/", "image/"].iter().any(|kind| text.starts_with(kind));
    is_kind
        && text.len() <= 80
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/+-.;=, ".contains(&byte))
}
