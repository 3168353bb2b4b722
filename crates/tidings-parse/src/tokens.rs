//! Splits a document into tags and text, without ever giving up.
//!
//! quick-xml finds the ends of tags, comments and CDATA sections. After an error we continue one character later, so
//! that one stray `<` costs one character and not the rest of the feed.

use crate::attributes::Attributes;
use memchr::{memchr, memchr_iter};
use quick_xml::{Reader, events::Event};
use std::io::BufRead;

/// A piece of a document.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Token<'a> {
    /// `<name attributes>`, or `<name attributes/>`.
    Open { name: &'a str, attributes: Attributes<'a>, is_empty: bool },
    /// `</name>`.
    Close { name: &'a str },
    /// Text with its references unresolved.
    Text(&'a str),
    /// The content of a CDATA section.
    CData(&'a str),
    /// The start of a CDATA section that has no end, and everything after it.
    UnclosedCData(&'a str),
    /// The content of a document type declaration.
    Doctype(&'a str),
    /// The end of the document.
    End,
}

/// The tokens of a document, in order.
#[derive(Debug)]
pub(crate) struct Tokens<'a> {
    source: &'a str,
    reader: Reader<&'a [u8]>,
    /// Where in the source the reader began.
    origin: usize,
    /// How many bytes may still be read a second time. Bounds the work on documents full of errors.
    patience: usize,
    n_repairs: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(source: &'a str) -> Self {
        let patience = source.len().saturating_mul(4).saturating_add(1 << 16);
        Self { source, reader: lenient_reader(source), origin: 0, patience, n_repairs: 0 }
    }

    /// How often markup was treated as text because it could not be parsed otherwise.
    pub(crate) fn n_repairs(&self) -> usize {
        self.n_repairs
    }

    /// Returns the next token.
    pub(crate) fn next(&mut self) -> Token<'a> {
        loop {
            let at = self.position();
            let rest = &self.source[at..];
            if rest.is_empty() {
                return Token::End;
            }
            if !rest.starts_with('<') {
                return self.text(rest);
            }
            if let Some(token) = self.cdata(rest) {
                return token;
            }
            let event = self.reader.read_event();
            let markup = &self.source[at..self.position()];
            match event {
                Ok(Event::Start(_) | Event::Empty(_)) => return self.open(at, markup),
                Ok(Event::End(_)) => {
                    return Token::Close { name: name_of(&markup[2..markup.len() - 1]) };
                }
                Ok(Event::DocType(_)) => return Token::Doctype(&markup[2..]),
                Ok(Event::Eof) => return Token::End,
                Ok(_) => {}
                Err(_) => {
                    if let Some(token) = self.repair(at) {
                        return token;
                    }
                }
            }
        }
    }

    /// Whether only white space is left before the end tag of `name`.
    pub(crate) fn is_next_end_of(&self, name: &str) -> bool {
        let rest = self.source[self.position()..].trim_start();
        rest.strip_prefix("</").and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| {
            rest.starts_with(|next: char| next == '>' || next.is_ascii_whitespace())
        })
    }

    /// Skips the next `n_bytes`.
    pub(crate) fn skip(&mut self, n_bytes: usize) {
        self.reader.stream().consume(n_bytes);
    }

    fn position(&self) -> usize {
        self.origin
            + usize::try_from(self.reader.buffer_position())
                .expect("offsets into a slice fit into usize")
    }

    fn text(&mut self, rest: &'a str) -> Token<'a> {
        let end = memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
        self.skip(end);
        Token::Text(&rest[..end])
    }

    /// Reads a CDATA section. Searched for here because quick-xml stops at every `>` on the way to its end.
    fn cdata(&mut self, rest: &'a str) -> Option<Token<'a>> {
        let inside = rest.strip_prefix(CDATA)?;
        let Some(end) = cdata_end(inside) else {
            self.restart(self.position() + CDATA.len(), rest.len());
            return Some(Token::UnclosedCData(inside));
        };
        self.skip(CDATA.len() + end + 3);
        Some(Token::CData(&inside[..end]))
    }

    fn open(&mut self, at: usize, markup: &'a str) -> Token<'a> {
        let inside = &markup[1..markup.len() - 1];
        if !inside.starts_with(is_name_start) {
            return self.stray(at, markup.len());
        }
        let inside = match unquoted_less_than(inside) {
            // A tag without its `>` ends where the next one begins.
            Some(end) => {
                self.restart(at + 1 + end, markup.len() - end);
                &inside[..end]
            }
            None => inside,
        };
        let (inside, is_empty) =
            inside.strip_suffix('/').map_or((inside, false), |inside| (inside, true));
        let name = name_of(inside);
        Token::Open { name, attributes: Attributes(&inside[name.len()..]), is_empty }
    }

    fn repair(&mut self, at: usize) -> Option<Token<'a>> {
        let rest = &self.source[at..];
        let cost = self.position() - at;
        if rest.starts_with("<!") || rest.starts_with("<?") {
            self.restart(at + rest.find('>').map_or(rest.len(), |end| end + 1), cost);
            return None;
        }
        Some(self.stray(at, cost))
    }

    /// Returns a `<` that does not begin a tag as text.
    fn stray(&mut self, at: usize, cost: usize) -> Token<'a> {
        self.restart(at + 1, cost);
        Token::Text("<")
    }

    fn restart(&mut self, at: usize, cost: usize) {
        self.n_repairs += 1;
        let is_patient = self.patience >= cost;
        self.patience = self.patience.saturating_sub(cost);
        self.origin = if is_patient { at } else { self.source.len() };
        self.reader = lenient_reader(&self.source[self.origin..]);
    }
}

const CDATA: &str = "<![CDATA[";

/// Returns the position of `]]>`. HTML has few brackets, so searching for one is faster than searching for all three
/// characters.
fn cdata_end(inside: &str) -> Option<usize> {
    memchr_iter(b']', inside.as_bytes()).find(|at| inside[*at..].starts_with("]]>"))
}

fn lenient_reader(source: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(source);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    config.check_comments = false;
    reader
}

fn is_name_start(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

fn name_of(inside: &str) -> &str {
    let end = inside.find(|c: char| c.is_ascii_whitespace() || c == '/').unwrap_or(inside.len());
    &inside[..end]
}

/// Returns the position of a `<` outside quotes, if there is one.
fn unquoted_less_than(inside: &str) -> Option<usize> {
    if !inside.contains('<') {
        return None;
    }
    let mut quote = None;
    inside.bytes().position(|byte| {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
        byte == b'<' && quote.is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(source: &str) -> Vec<String> {
        let mut tokens = Tokens::new(source);
        let mut pieces = Vec::new();
        loop {
            pieces.push(match tokens.next() {
                Token::Open { name, attributes, is_empty } => {
                    format!("<{name}|{}|{is_empty}", attributes.0)
                }
                Token::Close { name } => format!("</{name}"),
                Token::Text(text) => format!("'{text}"),
                Token::CData(text) => format!("[{text}"),
                Token::UnclosedCData(rest) => format!("[?{rest}"),
                Token::Doctype(_) => "!".to_owned(),
                Token::End => return pieces,
            });
        }
    }

    #[test]
    fn well_formed_markup_is_split_into_tokens() {
        assert_eq!(
            pieces(
                "<?xml version='1.0'?><!DOCTYPE rss><a b='>'>x &amp; y<c/><![CDATA[<z>]]><!-- no --></a >"
            ),
            ["!", "<a| b='>'|false", "'x &amp; y", "<c||true", "[<z>", "</a"]
        );
    }

    #[test]
    fn a_stray_less_than_costs_one_character() {
        assert_eq!(pieces("<t>x < y <3</t>").concat(), "<t||false'x '<' y '<'3</t");
        assert_eq!(pieces("<t>a <b").concat(), "<t||false'a '<'b");
    }

    #[test]
    fn a_tag_without_end_ends_at_the_next() {
        assert_eq!(pieces("<a <b>x</b>").concat(), "<a| |false<b||false'x</b");
    }

    #[test]
    fn a_thousand_errors_take_linear_time() {
        for piece in ["<![CDATA[", "<!--", "<a b='", "<!DOCTYPE [", "<?", "< ", "<a b=\"c"] {
            let tokens = pieces(&piece.repeat(50_000)).len();
            assert!(tokens <= 150_000, "{piece}: {tokens}");
        }
    }

    proptest! {
        #[test]
        fn any_text_ends(text in "[<>&;/!\\[\\]CDAT\"'= a-z?-]{0,60}") {
            pieces(&text);
        }
    }
}
