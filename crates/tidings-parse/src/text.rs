//! Converts HTML to plain text and back: for titles, summaries, names and everything else shown as text.
//!
//! The result is text, not HTML: the caller escapes it where it is shown. Everything here takes time linear in the
//! input, even for hostile input (thousands of unclosed tags, comments and quotes).

use crate::entities::{Place, decode};
use crate::html_tokens::{CDATA, HtmlToken, HtmlTokens, LowerName, without_section_ends};

/// Returns the text of an HTML fragment: tags stripped, contents of scripts and styles dropped, entities decoded
/// exactly once, block tags turned into spaces, white space folded, control characters dropped.
///
/// ```
/// use tidings_parse::text::plain_text;
/// assert_eq!(plain_text("<p>Fish &amp; chips</p><p>1 &lt; 2<script>x()</script>"), "Fish & chips 1 < 2");
/// assert_eq!(plain_text("&amp;lt;"), "&lt;");
/// ```
#[must_use]
pub fn plain_text(html: &str) -> String {
    text_of(html, Tags::StripAll)
}

/// Returns the text of a title that may or may not be HTML. Works like [`plain_text`], but only tags that people use
/// inside titles count as markup; others (`<input>`, `Vec<T>`) are what the title is about, and stay.
///
/// ```
/// use tidings_parse::text::title_text;
/// assert_eq!(title_text("x < y && z <i>it</i>"), "x < y && z it");
/// assert_eq!(title_text("<input type=date> in Chrome"), "<input type=date> in Chrome");
/// ```
#[must_use]
pub fn title_text(html: &str) -> String {
    text_of(html, Tags::StripFormatting)
}

/// Escapes text for HTML: the four characters with a meaning there.
///
/// ```
/// assert_eq!(tidings_parse::text::escape("1 < \"2\" & 3"), "1 &lt; &quot;2&quot; &amp; 3");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            other => html.push(other),
        }
    }
    html
}

/// Returns at most the first `bytes` bytes, cut at a character boundary.
///
/// ```
/// assert_eq!(tidings_parse::text::cut("naïve", 3), "na");
/// ```
#[must_use]
pub fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Folds white space to single spaces and trims it, drops control characters. No-break and typographic spaces stay.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut space_due = false;
    for character in text.chars() {
        match character {
            ' ' | '\t' | '\n' | '\r' | '\u{c}' | '\u{b}' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                space_due = true
            }
            control if control.is_control() => {}
            '\u{feff}' => {}
            other => {
                if space_due && !folded.is_empty() {
                    folded.push(' ');
                }
                space_due = false;
                folded.push(other);
            }
        }
    }
    folded
}

#[derive(Clone, Copy, PartialEq)]
enum Tags {
    StripAll,
    StripFormatting,
}

fn text_of(html: &str, tags: Tags) -> String {
    if !html.contains('<') {
        return fold(&decode(html, Place::Text));
    }
    fold(&decode(&strip_tags(html, tags), Place::Text))
}

fn strip_tags(html: &str, tags: Tags) -> String {
    let mut text = String::with_capacity(html.len());
    let mut has_cdata = false;
    let mut hidden = None;
    let mut tokens = HtmlTokens::of(html).peekable();
    while let Some(token) = tokens.next() {
        match token {
            HtmlToken::Text(piece) => text.push_str(piece),
            HtmlToken::Other(source) => has_cdata |= source == CDATA,
            HtmlToken::Raw(_) if tags == Tags::StripAll => {}
            HtmlToken::Raw(piece) => match hidden.take() {
                // A title about the tag, not a title with a script in it.
                Some(tag) if tokens.peek().is_none() => text.extend([tag, piece]),
                Some(_) => {}
                None => text.push_str(piece),
            },
            HtmlToken::Start { name, source } | HtmlToken::End { name, source } => {
                let name = LowerName::of(name);
                hidden = matches!(name.as_str(), "script" | "style").then_some(source);
                if tags == Tags::StripFormatting && !is_formatting(name.as_str()) {
                    text.push_str(source);
                } else if is_block(name.as_str()) {
                    text.push(' ');
                }
            }
        }
    }
    if has_cdata { without_section_ends(&text) } else { text }
}

/// Elements that break a line: they separate words.
fn is_block(name: &str) -> bool {
    const BLOCKS: &[&str] = &[
        "address",
        "article",
        "aside",
        "blockquote",
        "br",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "iframe",
        "img",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "option",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
        "video",
        "audio",
    ];
    BLOCKS.contains(&name)
}

/// Elements used in titles, by hand or by publishing software.
fn is_formatting(name: &str) -> bool {
    const FORMATTING: &[&str] = &[
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "blink",
        "blockquote",
        "br",
        "center",
        "cite",
        "code",
        "del",
        "dfn",
        "div",
        "em",
        "font",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "img",
        "ins",
        "kbd",
        "li",
        "mark",
        "nobr",
        "ol",
        "p",
        "pre",
        "q",
        "rb",
        "rp",
        "rt",
        "ruby",
        "s",
        "samp",
        "script",
        "small",
        "span",
        "strike",
        "strong",
        "style",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "ul",
        "var",
        "wbr",
    ];
    FORMATTING.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_is_decoded_exactly_once() {
        assert_eq!(title_text("A &lt;b&gt; tag"), "A <b> tag");
        assert_eq!(plain_text("A &lt;b&gt; tag"), "A <b> tag");
        assert_eq!(plain_text("&amp;amp;lt;"), "&amp;lt;");
        assert_eq!(plain_text("R&D, AT&T; 1 < 2 > 0"), "R&D, AT&T; 1 < 2 > 0");
        assert_eq!(plain_text("it&#146;s &#x2014; &hellip;"), "it\u{2019}s \u{2014} \u{2026}");
    }

    #[test]
    fn inline_tags_vanish_and_block_tags_become_spaces() {
        assert_eq!(plain_text("a<b>b</b>c<p>d<br/>e</p>f"), "abc d e f");
        assert_eq!(plain_text("<a title=\"x>y\">in</a>"), "in");
        assert_eq!(plain_text("a<!-- <b>no</b> -->b<![CDATA[c]]>d"), "abcd");
        assert_eq!(plain_text("x<STYLE>p{}</Style >y<script>1<2</SCRIPT>z"), "xyz");
        assert_eq!(plain_text("cut in a tag <a href=\"http://exam"), "cut in a tag");
    }

    #[test]
    fn titles_about_tags_keep_them() {
        assert_eq!(title_text("The <script> element"), "The <script> element");
        assert_eq!(title_text("Vec<T> and <em>more</em>"), "Vec<T> and more");
        assert_eq!(title_text("<script>alert(1)</script>Hello"), "Hello");
    }

    #[test]
    fn white_space_is_folded_and_control_characters_are_dropped() {
        assert_eq!(plain_text(" a \u{0}\u{1}\n\t b\u{2028}c\u{a0}d "), "a b c\u{a0}d");
    }

    proptest! {
        #[test]
        fn never_panics_and_never_grows(html in "(<|>|&|/|=|\"|'|!|-|[a-z ]|&lt;|</?b|<script|é){0,60}") {
            prop_assert!(plain_text(&html).len() <= html.len() + 8);
            let _ = title_text(&html);
            let at = html.len() / 2;
            prop_assert!(cut(&html, at).len() <= at);
        }
    }

    #[test]
    fn hostile_text_takes_linear_time() {
        for pattern in [
            "<b ",
            "<a \">\" ",
            "<a x=\">\" ",
            "<!--",
            "<script>",
            "</",
            "&",
            "&a",
            "&#",
            "<![CDATA[",
        ] {
            let html = pattern.repeat(400_000);
            let _ = plain_text(&html);
            let _ = title_text(&html);
        }
    }
}
