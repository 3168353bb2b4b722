//! Splits HTML into tags and text, in one linear pass that never fails.
//!
//! The tokenizer follows the HTML standard where it matters for what a person sees: quoted attribute values, comments,
//! elements whose content is not markup. It builds no tree. Where it differs from a browser the result may be ugly, but
//! never unsafe: code that writes HTML from these tokens writes every tag itself, from an allow-list.

use crate::entities::{Place, decode};
use std::borrow::Cow;

/// A piece of HTML. `source` is the piece as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HtmlToken<'a> {
    /// Text, with character references not decoded.
    Text(&'a str),
    /// The content of a `script`, `style`, `textarea` and so on: not markup.
    Raw(&'a str),
    /// A start tag; its attributes are in [`HtmlTokens::attributes`] until the next token.
    Start { name: &'a str, source: &'a str },
    /// An end tag.
    End { name: &'a str, source: &'a str },
    /// A comment, doctype, processing instruction, or the opening of a CDATA section.
    Other(&'a str),
}

/// The tokens of a text.
#[derive(Debug)]
pub(crate) struct HtmlTokens<'a> {
    rest: &'a str,
    language: Language,
    /// The element just opened, if its content is not markup.
    raw: Option<&'a str>,
    /// What was searched for in vain, so that it is not searched for again: the ends of comments and of frames.
    has_no_comment_end: bool,
    has_no_frame_end: bool,
    attributes: Vec<(&'a str, &'a str)>,
}

/// Whether some elements contain raw text: in HTML they do, in XML no element is special.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    Html,
    Xml,
}

/// Maximum number of attributes kept per tag: no ordinary tag comes near it.
pub(crate) const MAX_ATTRIBUTES: usize = 128;

impl<'a> HtmlTokens<'a> {
    pub(crate) fn of(html: &'a str) -> Self {
        Self {
            rest: html,
            language: Language::Html,
            raw: None,
            has_no_comment_end: false,
            has_no_frame_end: false,
            attributes: Vec::new(),
        }
    }

    /// Creates the tokens of something like XML, read as leniently as HTML.
    pub(crate) fn of_xml(xml: &'a str) -> Self {
        Self { language: Language::Xml, ..Self::of(xml) }
    }

    /// Returns the attributes of the start tag just read, values as written. Of equal names, the first counts.
    pub(crate) fn attributes(&self) -> &[(&'a str, &'a str)] {
        &self.attributes
    }

    /// Returns the decoded value of an attribute of the start tag just read. `name` is in lower case.
    pub(crate) fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        let (_, value) =
            self.attributes.iter().find(|(found, _)| found.eq_ignore_ascii_case(name))?;
        Some(decode(value, Place::Attribute))
    }

    fn end_of_frame(&mut self, name: &str) -> Option<usize> {
        let end = if self.has_no_frame_end { None } else { find_end_tag(self.rest, name) };
        self.has_no_frame_end |= end.is_none();
        end
    }

    /// Returns the text inside the element just opened, if it has an end tag and its content is not markup.
    pub(crate) fn raw_text(&self) -> Option<&'a str> {
        let name = self.raw.filter(|_| !self.has_no_frame_end)?;
        Some(&self.rest[..find_end_tag(self.rest, name)?])
    }

    fn split(&mut self, at: usize) -> &'a str {
        let (piece, rest) = self.rest.split_at(at);
        self.rest = rest;
        piece
    }

    fn next_raw(&mut self) -> Option<HtmlToken<'a>> {
        let name = self.raw.take()?;
        let end = if name.eq_ignore_ascii_case("plaintext") {
            None
        } else if name.eq_ignore_ascii_case("iframe") {
            // XHTML's <iframe/> must not take the rest of the article with it.
            Some(self.end_of_frame(name).unwrap_or(0))
        } else {
            find_end_tag(self.rest, name)
        };
        let text = self.split(end.unwrap_or(self.rest.len()));
        (!text.is_empty()).then_some(HtmlToken::Raw(text))
    }

    fn next_markup(&mut self) -> HtmlToken<'a> {
        match self.rest.as_bytes().get(1) {
            Some(b'!') if is_text(self.rest) => self.next_stray(),
            Some(b'!') if self.rest.starts_with("<!--") => self.next_comment(),
            Some(b'!' | b'?') => HtmlToken::Other(self.split(declaration_end(self.rest))),
            Some(b'/') => match self.rest.as_bytes().get(2) {
                Some(first) if first.is_ascii_alphabetic() => self.next_tag(2),
                _ => HtmlToken::Other(
                    self.split(self.rest.find('>').map_or(self.rest.len(), |end| end + 1)),
                ),
            },
            Some(first) if first.is_ascii_alphabetic() => self.next_tag(1),
            _ => self.next_stray(),
        }
    }

    /// Reads a comment. One without end ends at its first `>`, unless a word processor wrote it: its settings follow.
    fn next_comment(&mut self) -> HtmlToken<'a> {
        let end = if self.has_no_comment_end { None } else { comment_end(self.rest) };
        self.has_no_comment_end |= end.is_none();
        let early = || self.rest.find('>').filter(|_| !self.rest.starts_with("<!--["));
        let end = end.or_else(|| early().map(|at| at + 1)).unwrap_or(self.rest.len());
        HtmlToken::Other(self.split(end))
    }

    /// Reads a `<` that begins no tag, and the text after it.
    fn next_stray(&mut self) -> HtmlToken<'a> {
        let end = self.rest[1..].find('<').map_or(self.rest.len(), |end| end + 1);
        HtmlToken::Text(self.split(end))
    }

    /// Reads a tag. One that never ends takes the whole rest, as in browsers: the text was cut inside it.
    fn next_tag(&mut self, name_at: usize) -> HtmlToken<'a> {
        let text = self.rest;
        let name_end = skip(text.as_bytes(), name_at, |byte| {
            !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'>')
        });
        let name = &text[name_at..name_end];
        self.attributes.clear();
        let Some(end) = self.read_attributes(name_end) else {
            self.attributes.clear();
            return HtmlToken::Other(self.split(text.len()));
        };
        let source = self.split(end);
        if name_at == 2 {
            return HtmlToken::End { name, source };
        }
        self.raw = (self.language == Language::Html && is_raw(name)).then_some(name);
        HtmlToken::Start { name, source }
    }

    /// Reads attributes from `at` on, up to and including `>`.
    fn read_attributes(&mut self, mut at: usize) -> Option<usize> {
        let text = self.rest;
        let bytes = text.as_bytes();
        loop {
            at = skip(bytes, at, |byte| byte.is_ascii_whitespace() || byte == b'/');
            if *bytes.get(at)? == b'>' {
                return Some(at + 1);
            }
            let name_at = at;
            // A name may begin with `=`, strange as that is.
            at = skip(bytes, at + 1, |byte| {
                !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'>' | b'=')
            });
            let name = &text[name_at..at];
            let mut value = "";
            let equals = skip(bytes, at, |byte| byte.is_ascii_whitespace());
            if bytes.get(equals) == Some(&b'=') {
                (value, at) =
                    read_value(text, skip(bytes, equals + 1, |byte| byte.is_ascii_whitespace()))?;
            }
            if self.attributes.len() < MAX_ATTRIBUTES {
                self.attributes.push((name, value));
            }
        }
    }
}

/// Returns the attribute value that begins at `at`, and where it ends.
fn read_value(text: &str, at: usize) -> Option<(&str, usize)> {
    match *text.as_bytes().get(at)? {
        quote @ (b'"' | b'\'') => {
            let end = at + 1 + text[at + 1..].find(char::from(quote))?;
            Some((&text[at + 1..end], end + 1))
        }
        _ => {
            let end = skip(text.as_bytes(), at, |byte| !byte.is_ascii_whitespace() && byte != b'>');
            Some((&text[at..end], end))
        }
    }
}

impl<'a> Iterator for HtmlTokens<'a> {
    type Item = HtmlToken<'a>;

    fn next(&mut self) -> Option<HtmlToken<'a>> {
        if let Some(raw) = self.next_raw() {
            return Some(raw);
        }
        if self.rest.is_empty() {
            return None;
        }
        if self.rest.starts_with('<') {
            return Some(self.next_markup());
        }
        let end = self.rest.find('<').unwrap_or(self.rest.len());
        Some(HtmlToken::Text(self.split(end)))
    }
}

fn skip(bytes: &[u8], from: usize, while_true: impl Fn(u8) -> bool) -> usize {
    bytes[from..].iter().position(|byte| !while_true(*byte)).map_or(bytes.len(), |len| from + len)
}

/// The start of a CDATA section. It means nothing in HTML, but publishers wrap escaped content in one; only the marker
/// is skipped then.
pub(crate) const CDATA: &str = "<![CDATA[";

/// Drops the ends of CDATA sections from a text in which one began. They are escaped where a section is in another.
pub(crate) fn without_section_ends(text: &str) -> String {
    text.replace("]]>", "").replace("]]&gt;", "")
}

/// Whether a `<!` is what the text is about: no comment, and no declaration that ends before the next tag.
fn is_text(text: &str) -> bool {
    if text.starts_with("<!--") || text.starts_with(CDATA) {
        return false;
    }
    let is_declaration =
        text[2..].starts_with(|c: char| c.is_ascii_alphabetic() || "[>-".contains(c));
    !is_declaration || text[2..].find(['<', '>']).is_none_or(|at| text[2 + at..].starts_with('<'))
}

/// Returns the length of the doctype, processing instruction or CDATA marker at the start of the text.
fn declaration_end(text: &str) -> usize {
    if text.starts_with(CDATA) {
        return CDATA.len();
    }
    text.find('>').map_or(text.len(), |end| end + 1)
}

/// Returns the length of the comment at the start of the text, if it has an end.
fn comment_end(text: &str) -> Option<usize> {
    let body = text.strip_prefix("<!--")?;
    if let Some(early) = ["-->", "->", ">"].iter().find(|end| body.starts_with(**end)) {
        return Some(4 + early.len());
    }
    let mut from = 0;
    while let Some(dashes) = body[from..].find("--") {
        let after = from + dashes + 2;
        match (body.as_bytes().get(after), body.as_bytes().get(after + 1)) {
            (Some(b'>'), _) => return Some(4 + after + 1),
            (Some(b'!'), Some(b'>')) => return Some(4 + after + 2),
            _ => from += dashes + 1,
        }
    }
    None
}

/// Finds where the end tag `</name` begins, in any case.
fn find_end_tag(text: &str, name: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find("</") {
        let start = from + at;
        let end = start + 2 + name.len();
        let found = text.as_bytes().get(start + 2..end);
        let is_whole = text
            .as_bytes()
            .get(end)
            .is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
        if is_whole && found.is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes())) {
            return Some(start);
        }
        from = start + 2;
    }
    None
}

/// Elements whose content is not markup. `noscript` is not among them: no scripts run here, so its content counts.
fn is_raw(name: &str) -> bool {
    ["script", "style", "textarea", "title", "iframe", "noembed", "noframes", "xmp", "plaintext"]
        .iter()
        .any(|raw| raw.eq_ignore_ascii_case(name))
}

/// A name in lower case, without allocation; empty if the name is longer than any element's.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LowerName {
    bytes: [u8; 16],
    len: usize,
}

impl LowerName {
    pub(crate) fn of(name: &str) -> Self {
        let mut bytes = [0; 16];
        let len = if name.len() <= bytes.len() && name.is_ascii() { name.len() } else { 0 };
        bytes[..len].copy_from_slice(&name.as_bytes()[..len]);
        bytes.make_ascii_lowercase();
        Self { bytes, len }
    }

    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Formats tokens as short words: `+tag a=b`, `-tag`, `'text`, `"raw`, `!`.
    fn words(html: &str) -> Vec<String> {
        let mut tokens = HtmlTokens::of(html);
        let mut words = Vec::new();
        while let Some(token) = tokens.next() {
            words.push(match token {
                HtmlToken::Text(text) => format!("'{text}"),
                HtmlToken::Raw(text) => format!("\"{text}"),
                HtmlToken::Other(_) => "!".into(),
                HtmlToken::End { name, .. } => format!("-{name}"),
                HtmlToken::Start { name, .. } => {
                    let attributes =
                        tokens.attributes().iter().map(|(name, value)| format!(" {name}={value}"));
                    format!("+{name}{}", attributes.collect::<String>())
                }
            });
        }
        words
    }

    #[test]
    fn tags_are_split_as_in_browsers() {
        assert_eq!(words("a<b x=1>c</b >"), ["'a", "+b x=1", "'c", "-b"]);
        assert_eq!(words("<a href=\"x>y\" b='\"' c>"), ["+a href=x>y b=\" c="]);
        assert_eq!(words("<img/src=x/onerror=y>"), ["+img src=x/onerror=y"]);
        assert_eq!(words("<a =x \"y>z"), ["+a =x= \"y=", "'z"]);
        assert_eq!(words("1 < 2 <3 </> </ x>"), ["'1 ", "'< 2 ", "'<3 ", "!", "' ", "!"]);
    }

    #[test]
    fn comments_end_in_every_way_the_standard_allows() {
        let html = "<!-->a<!--->b<!-- x --!>c<!-- -- -->d<!doctype x>e<?pi?>f";
        assert_eq!(words(html), ["!", "'a", "!", "'b", "!", "'c", "!", "'d", "!", "'e", "!", "'f"]);
        assert_eq!(words("<![CDATA[x<b>]]>"), ["!", "'x", "+b", "']]>"]);
        assert_eq!(words("a<!-- never ends"), ["'a", "!"]);
        assert_eq!(words("a<!-- more ->b>c<!-- d>e"), ["'a", "!", "'b>c", "!", "'e"]);
        assert_eq!(words("a<!--[if gte mso 9]><xml>b"), ["'a", "!"]);
        assert_eq!(words("<iframe src=x>a<iframe>b"), ["+iframe src=x", "'a", "+iframe", "'b"]);
        assert_eq!(words("a<!doctype"), ["'a", "'<!doctype"]);
        assert_eq!(words("<!' <a>b"), ["'<!' ", "+a", "'b"]);
        assert_eq!(words("<!doctype x <a>b"), ["'<!doctype x ", "+a", "'b"]);
        assert_eq!(words("<![if !IE]>a<![endif]>"), ["!", "'a", "!"]);
    }

    #[test]
    fn raw_elements_contain_no_tags() {
        assert_eq!(
            words("<script>a<b></scriptx></SCRIPT >c"),
            ["+script", "\"a<b></scriptx>", "-SCRIPT", "'c"]
        );
        assert_eq!(words("<title></title>"), ["+title", "-title"]);
        assert_eq!(words("<plaintext></plaintext>"), ["+plaintext", "\"</plaintext>"]);
        assert_eq!(words("<style>never ends"), ["+style", "\"never ends"]);
    }

    #[test]
    fn the_text_of_a_raw_element_is_known_at_its_start() {
        let raw_text = |html| {
            let mut tokens = HtmlTokens::of(html);
            tokens.next();
            tokens.raw_text()
        };
        assert_eq!(raw_text("<iframe><b>x</iframe>y"), Some("<b>x"));
        assert_eq!(raw_text("<iframe>never ends"), None);
        assert_eq!(raw_text("<p>x</p>"), None);
    }

    #[test]
    fn attributes_beyond_the_cap_are_dropped() {
        let html = format!("<p {}>x", "a=1 ".repeat(50_000));
        let mut tokens = HtmlTokens::of(&html);
        tokens.next();
        assert_eq!(tokens.attributes().len(), MAX_ATTRIBUTES);
        assert_eq!(tokens.next(), Some(HtmlToken::Text("x")));
    }

    proptest! {
        #[test]
        fn tokens_cover_the_text_exactly(html in "(<|>|/|=|\"|'|!|--|[a-z ]|<!--|-->|<script|</script>|<[a-z]|é){0,60}") {
            let sources = HtmlTokens::of(&html).map(|token| match token {
                HtmlToken::Text(source) | HtmlToken::Raw(source) | HtmlToken::Other(source) => source,
                HtmlToken::Start { source, .. } | HtmlToken::End { source, .. } => source,
            });
            prop_assert_eq!(sources.collect::<String>(), html);
        }
    }
}
