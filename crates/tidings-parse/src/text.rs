//! From HTML to plain text and back: for titles, summaries, names and everything else that is shown as text.
//!
//! The result is text, not HTML: whoever shows it escapes it. Everything here takes time linear in the input, also for
//! input made to hurt (unclosed tags, comments and quotes by the thousand).

use std::borrow::Cow;

/// The text of an HTML fragment: tags stripped, contents of scripts and styles dropped, entities decoded exactly once,
/// block tags turned into spaces, white space folded, control characters dropped.
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

/// The text of a title that may or may not be HTML: like [`plain_text`], but only tags that people use inside titles
/// are markup; others (`<input>`, `Vec<T>`) are what the title is about, and stay.
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

/// Text as HTML: the four characters that mean something are escaped.
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

/// At most the first `bytes` bytes, cut between characters.
///
/// ```
/// assert_eq!(tidings_parse::text::cut("naïve", 3), "na");
/// ```
#[must_use]
pub fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Entities decoded once, with the characters that `&#128;` to `&#159;` stand for on the web (windows-1252).
pub(crate) fn decode_entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let decoded = html_escape::decode_html_entities(text);
    if decoded.chars().any(|character| matches!(character, '\u{80}'..='\u{9f}')) {
        return Cow::Owned(decoded.chars().map(from_windows_1252).collect());
    }
    decoded
}

/// White space folded to single spaces and trimmed, control characters dropped. No-break and typographic spaces stay.
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
        return fold(&decode_entities(html));
    }
    fold(&decode_entities(&strip_tags(html, tags)))
}

fn strip_tags(html: &str, tags: Tags) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = skip_declaration(rest) {
            rest = after;
            continue;
        }
        let Some(tag) = read_tag(rest) else {
            text.push('<');
            rest = &rest[1..];
            continue;
        };
        let (markup, after) = rest.split_at(tag.len);
        rest = after;
        if tags == Tags::StripFormatting && !is_formatting(&tag.name) {
            text.push_str(markup);
        } else if !tag.is_end && matches!(tag.name.as_str(), "script" | "style") {
            match find_end_tag(rest, &tag.name) {
                Some(end) => rest = &rest[end..],
                None if tags == Tags::StripAll => rest = "",
                // A title about the tag; nothing after it can be hidden by it.
                None => {
                    text.push_str(markup);
                    break;
                }
            }
        } else if is_block(&tag.name) {
            text.push(' ');
        }
    }
    text.push_str(rest);
    if html.contains(CDATA) {
        text = text.replace("]]>", "");
    }
    text
}

/// What opens a CDATA section; publishers wrap already escaped content in one.
const CDATA: &str = "<![CDATA[";

/// Comments, doctypes and processing instructions; the contents of a CDATA section are kept as text.
fn skip_declaration(rest: &str) -> Option<&str> {
    if let Some(body) = rest.strip_prefix("<!--") {
        return Some(body.find("-->").map_or("", |end| &body[end + 3..]));
    }
    if let Some(body) = rest.strip_prefix(CDATA) {
        return Some(body);
    }
    if rest.starts_with("<!") || rest.starts_with("<?") {
        return Some(rest.find('>').map_or("", |end| &rest[end + 1..]));
    }
    None
}

struct Tag {
    /// In lower case, at most 32 bytes of it.
    name: String,
    is_end: bool,
    /// Of the whole tag, in bytes.
    len: usize,
}

/// The tag at the start of `rest`; nothing if that is a mere less-than sign.
///
/// A tag that never ends takes all the rest: the fragment was cut inside it. That also keeps the scan linear.
fn read_tag(rest: &str) -> Option<Tag> {
    let is_end = rest.as_bytes().get(1) == Some(&b'/');
    let name_at = if is_end { 2 } else { 1 };
    let body = &rest[name_at..];
    if !body.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    let name_len = body
        .find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'))
        .unwrap_or(body.len());
    let len = tag_end(body, name_len).map_or(rest.len(), |end| name_at + end);
    Some(Tag { name: cut(&body[..name_len], 32).to_ascii_lowercase(), is_end, len })
}

/// Where the tag ends whose attributes begin at `from`: after the first `>` outside a quoted value.
fn tag_end(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    let mut after_equals = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'>' => return Some(at + 1),
            b'"' | b'\'' if after_equals => {
                at += 1 + bytes[at + 1..].iter().position(|&other| other == byte)?
            }
            _ => {}
        }
        after_equals = byte == b'=' || after_equals && byte.is_ascii_whitespace();
        at += 1;
    }
    None
}

/// Where `</name` begins, whatever its case.
fn find_end_tag(text: &str, name: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find("</") {
        let start = from + at;
        let candidate = text.as_bytes().get(start + 2..start + 2 + name.len());
        if candidate.is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes())) {
            return Some(start);
        }
        from = start + 2;
    }
    None
}

/// Elements that break a line: words on both sides are two words.
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

/// Elements that titles are marked up with, by hand or by the software that publishes them.
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

/// What a code between 128 and 159 means on the web.
fn from_windows_1252(character: char) -> char {
    match character {
        '\u{80}'..='\u{9f}' => {
            let byte = [character as u8];
            let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&byte);
            text.chars().next().unwrap_or(character)
        }
        other => other,
    }
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
    fn tags_become_nothing_or_a_space() {
        assert_eq!(plain_text("a<b>b</b>c<p>d<br/>e</p>f"), "abc d e f");
        assert_eq!(plain_text("<a title=\"x>y\">in</a>"), "in");
        assert_eq!(plain_text("a<!-- <b>no</b> -->b<![CDATA[c]]>d"), "abcd");
        assert_eq!(plain_text("x<STYLE>p{}</Style >y<script>1<2</SCRIPT>z"), "xyz");
        assert_eq!(plain_text("cut in a tag <a href=\"http://exam"), "cut in a tag");
    }

    #[test]
    fn titles_keep_the_tags_they_are_about() {
        assert_eq!(title_text("The <script> element"), "The <script> element");
        assert_eq!(title_text("Vec<T> and <em>more</em>"), "Vec<T> and more");
        assert_eq!(title_text("<script>alert(1)</script>Hello"), "Hello");
    }

    #[test]
    fn white_space_folds_and_controls_go() {
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
