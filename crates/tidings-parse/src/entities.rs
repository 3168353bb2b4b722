//! Decodes HTML character references as browsers do: numeric ones through windows-1252, the old names also without `;`.

use crate::text::cut;
use std::borrow::Cow;

/// Where a reference occurs. In attribute values, an old name followed by `=` or a letter is not a reference, so that
/// `?a=1&copy=2` stays an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Text,
    Attribute,
}

/// Decodes the references in a text, exactly once.
pub(crate) fn decode(text: &str, place: Place) -> Cow<'_, str> {
    let Some(first) = text.find('&') else { return Cow::Borrowed(text) };
    let mut decoded = String::with_capacity(text.len());
    decoded.push_str(&text[..first]);
    let mut rest = &text[first..];
    while !rest.is_empty() {
        let (value, len) = reference(rest, place);
        value.push_to(&mut decoded);
        rest = &rest[len..];
        let next = rest.find('&').unwrap_or(rest.len());
        decoded.push_str(&rest[..next]);
        rest = &rest[next..];
    }
    Cow::Owned(decoded)
}

/// The value of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    Named(&'static str),
    Numbered(char),
}

impl Value {
    fn push_to(self, text: &mut String) {
        match self {
            Self::Named(value) => text.push_str(value),
            Self::Numbered(value) => text.push(value),
        }
    }
}

/// Returns the value and length of the reference at the start of `rest`, which begins with `&`. A bare `&` stands for
/// itself.
pub(crate) fn reference(rest: &str, place: Place) -> (Value, usize) {
    let body = &rest[1..];
    let found = match body.as_bytes().first() {
        Some(b'#') => numbered(body),
        Some(first) if first.is_ascii_alphabetic() => named(body, place),
        _ => None,
    };
    found.map_or((Value::Named("&"), 1), |(value, len)| (value, len + 1))
}

fn numbered(body: &str) -> Option<(Value, usize)> {
    let hex = matches!(body.as_bytes().get(1), Some(b'x' | b'X'));
    let (start, radix) = if hex { (2, 16) } else { (1, 10) };
    let digits = body[start..].bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    if digits == 0 {
        return None;
    }
    let number = u32::from_str_radix(&body[start..start + digits], radix).unwrap_or(u32::MAX);
    let has_semicolon = body.as_bytes().get(start + digits) == Some(&b';');
    Some((Value::Numbered(character(number)), start + digits + usize::from(has_semicolon)))
}

/// Returns the character for a number, or the replacement character if there is none.
fn character(number: u32) -> char {
    match number {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9f => from_windows_1252(number as u8),
        other => char::from_u32(other).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

/// Returns the character that a byte from 128 to 159 means on the web.
fn from_windows_1252(byte: u8) -> char {
    let byte = [byte];
    let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&byte);
    text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The longest name is `CounterClockwiseContourIntegral`.
const LONGEST_NAME: usize = 31;

fn named(body: &str, place: Place) -> Option<(Value, usize)> {
    let len = body.bytes().take(LONGEST_NAME + 1).take_while(u8::is_ascii_alphanumeric).count();
    let name = cut(body, len);
    if body.as_bytes().get(len) == Some(&b';')
        && let Some(value) = value_of(name)
    {
        return Some((Value::Named(value), len + 1));
    }
    let old = (2..=len.min(6))
        .rev()
        .map(|len| &name[..len])
        .find(|name| OLD_NAMES.binary_search(name).is_ok())?;
    let next = body.as_bytes().get(old.len());
    if place == Place::Attribute
        && next.is_some_and(|byte| *byte == b'=' || byte.is_ascii_alphanumeric())
    {
        return None;
    }
    Some((Value::Named(value_of(old)?), old.len()))
}

fn value_of(name: &str) -> Option<&'static str> {
    match name {
        "amp" => Some("&"),
        "lt" => Some("<"),
        "gt" => Some(">"),
        "quot" => Some("\""),
        "nbsp" => Some("\u{a0}"),
        _ => {
            let table = &html_escape::NAMED_ENTITIES;
            table
                .binary_search_by(|(known, _)| (*known).cmp(name.as_bytes()))
                .ok()
                .map(|index| table[index].1)
        }
    }
}

/// The names of HTML 2 to 3.2, which need no `;`. Sorted.
const OLD_NAMES: &[&str] = &[
    "AElig", "AMP", "Aacute", "Acirc", "Agrave", "Aring", "Atilde", "Auml", "COPY", "Ccedil",
    "ETH", "Eacute", "Ecirc", "Egrave", "Euml", "GT", "Iacute", "Icirc", "Igrave", "Iuml", "LT",
    "Ntilde", "Oacute", "Ocirc", "Ograve", "Oslash", "Otilde", "Ouml", "QUOT", "REG", "THORN",
    "Uacute", "Ucirc", "Ugrave", "Uuml", "Yacute", "aacute", "acirc", "acute", "aelig", "agrave",
    "amp", "aring", "atilde", "auml", "brvbar", "ccedil", "cedil", "cent", "copy", "curren", "deg",
    "divide", "eacute", "ecirc", "egrave", "eth", "euml", "frac12", "frac14", "frac34", "gt",
    "iacute", "icirc", "iexcl", "igrave", "iquest", "iuml", "laquo", "lt", "macr", "micro",
    "middot", "nbsp", "not", "ntilde", "oacute", "ocirc", "ograve", "ordf", "ordm", "oslash",
    "otilde", "ouml", "para", "plusmn", "pound", "quot", "raquo", "reg", "sect", "shy", "sup1",
    "sup2", "sup3", "szlig", "thorn", "times", "uacute", "ucirc", "ugrave", "uml", "uuml",
    "yacute", "yen", "yuml",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(decode(text, Place::Text), expected, "{text}");
    }

    #[test]
    fn references_decode_once() {
        check(
            "a &lt; b &amp;amp; c &hellip; &NotEqualTilde;",
            "a < b &amp; c \u{2026} \u{2242}\u{338}",
        );
        check(
            "&#65;&#x42;&#X43 &#150; &#0; &#xD800; &#99999999999;",
            "ABC \u{2013} \u{fffd} \u{fffd} \u{fffd}",
        );
        check("AT&T; & && &; &# &#x &unknown; &zzz", "AT&T; & && &; &# &#x &unknown; &zzz");
    }

    #[test]
    fn old_names_need_no_semicolon_in_text() {
        check("&copy 2024 &notit; &AMP", "\u{a9} 2024 \u{ac}it; &");
        assert_eq!(decode("?a=1&copy=2&reg;x&lt", Place::Attribute), "?a=1&copy=2\u{ae}x<");
    }

    #[test]
    fn old_names_are_sorted_and_known() {
        assert!(OLD_NAMES.is_sorted());
        assert!(OLD_NAMES.iter().all(|name| value_of(name).is_some()));
    }
}
