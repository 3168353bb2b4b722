//! The content of a field: plain text, escaped HTML, inline HTML, or base64 of any of them.

use crate::{
    Format,
    entities::{Place, decode},
    text::{escape, fold, plain_text, title_text},
    xml::Node,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use std::borrow::Cow;

/// The kind of text that a field declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Html,
    /// Something a feed reader cannot show: an image, a program.
    Binary,
    /// Nothing is declared; the format's convention decides.
    Undeclared,
}

fn kind(node: &Node<'_>) -> Kind {
    let Some(declared) = node.attributes.get("type") else { return Kind::Undeclared };
    let declared = declared.trim().to_ascii_lowercase();
    match declared.split(';').next().unwrap_or_default().trim() {
        "" => Kind::Undeclared,
        "html" | "text/html" | "xhtml" | "application/xhtml+xml" | "text/xhtml" => Kind::Html,
        "text" | "text/plain" | "plain" => Kind::Text,
        other if other.starts_with("text/") => Kind::Text,
        other if other.ends_with("/xml") || other.ends_with("+xml") => Kind::Html,
        other
            if other.starts_with("image/")
                || other.starts_with("audio/")
                || other.starts_with("video/") =>
        {
            Kind::Binary
        }
        other if other.starts_with("application/") => Kind::Binary,
        _ => Kind::Undeclared,
    }
}

/// Returns the field's characters, decoded if they are in base64.
fn characters<'n>(node: &'n Node<'_>) -> (Kind, Cow<'n, str>) {
    let kind = kind(node);
    let is_base64 =
        node.attributes.get("mode").is_some_and(|mode| mode.eq_ignore_ascii_case("base64"));
    if !(is_base64 || kind == Kind::Binary) {
        return (kind, Cow::Borrowed(&node.text));
    }
    let packed: String = node.text.split_whitespace().collect();
    let unpacked = STANDARD.decode(packed).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    match unpacked {
        Some(text) if kind == Kind::Binary => (Kind::Undeclared, Cow::Owned(text)),
        Some(text) => (kind, Cow::Owned(text)),
        None if kind == Kind::Binary => (Kind::Binary, Cow::Borrowed("")),
        None => (kind, Cow::Borrowed(&node.text)),
    }
}

/// Returns a title or name: plain text, decoded exactly once beyond what XML requires.
pub(super) fn title(node: &Node<'_>, format: Format) -> String {
    if node.is_markup {
        return plain_text(&node.text);
    }
    let (kind, text) = characters(node);
    match kind {
        Kind::Html => plain_text(&text),
        Kind::Text => fold(&text),
        Kind::Binary => fold(&node.text),
        // Atom specifies text; the other formats never specified it, and publishers put HTML there.
        Kind::Undeclared if format == Format::Atom => fold(&text),
        // Without `>` there is no tag: "A<B".
        Kind::Undeclared if !text.contains('>') => fold(&decode(&text, Place::Text)),
        Kind::Undeclared => title_text(&text),
    }
}

/// Returns the text of an HTML field defined by Atom: summary, content, subtitle.
pub(super) fn html<'n>(node: &'n Node<'_>) -> Cow<'n, str> {
    if node.is_markup {
        return Cow::Borrowed(node.text.trim());
    }
    let (kind, text) = characters(node);
    match kind {
        Kind::Html => trimmed(text),
        Kind::Binary => Cow::Borrowed(""),
        Kind::Text => Cow::Owned(paragraphs(&text)),
        Kind::Undeclared if looks_like_html(&text) => trimmed(text),
        Kind::Undeclared => Cow::Owned(paragraphs(&text)),
    }
}

/// Returns the text of an RSS field, which is HTML whether declared as such or not.
pub(super) fn rss_html<'n>(node: &'n Node<'_>) -> Cow<'n, str> {
    Cow::Borrowed(node.text.trim())
}

fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}

/// Converts plain text to HTML that keeps its line breaks.
pub(super) fn paragraphs(text: &str) -> String {
    let escaped = escape(text.trim());
    if escaped.contains('\n') { escaped.replace('\n', "<br>\n") } else { escaped }
}

/// Whether a text contains closed tags, void tags or references.
fn looks_like_html(text: &str) -> bool {
    const TELLING: [&str; 9] =
        ["</", "<p>", "<br>", "<br/>", "<br />", "<img ", "&nbsp;", "&amp;", "&#"];
    TELLING.iter().any(|sign| text.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_keeps_its_lines_and_characters() {
        assert_eq!(paragraphs("1 <b>2</b> & 3\nend "), "1 &lt;b&gt;2&lt;/b&gt; &amp; 3<br>\nend");
    }

    #[test]
    fn html_is_recognized_by_closed_tags() {
        assert!(looks_like_html("<p>x</p>") && looks_like_html("a<br>b"));
        assert!(!looks_like_html("1 < 2 and Vec<T>"));
    }
}
