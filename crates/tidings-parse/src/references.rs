//! Character references in XML: numeric ones, the five of XML, and those of HTML that feeds use without declaring them.
//!
//! Entities declared in a document's own DTD are never expanded, because entity bombs are built from them; they stay as
//! written.

use std::borrow::Cow;

/// The value of a reference.
#[derive(Debug, PartialEq, Eq)]
enum Reference {
    /// A character.
    Character(char),
    /// More than one character (a few HTML entities).
    Text(String),
    /// A number that stands for no character allowed in text.
    Forbidden,
    /// Unknown: stays as written.
    Unknown,
}

/// Resolves the name between `&` and `;`.
fn resolve(name: &str) -> Reference {
    match name {
        "amp" => Reference::Character('&'),
        "lt" => Reference::Character('<'),
        "gt" => Reference::Character('>'),
        "quot" => Reference::Character('"'),
        "apos" => Reference::Character('\''),
        "nbsp" => Reference::Character('\u{a0}'),
        _ => match name.strip_prefix('#') {
            Some(number) => resolve_number(number),
            None => resolve_name(name),
        },
    }
}

fn resolve_number(number: &str) -> Reference {
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) if is_all(hex, |b| b.is_ascii_hexdigit()) => u32::from_str_radix(hex, 16),
        None if is_all(number, |b| b.is_ascii_digit()) => number.parse(),
        _ => return Reference::Unknown,
    };
    match code.ok().and_then(char::from_u32).map(mend) {
        Some(character) if is_allowed(character) => Reference::Character(character),
        _ => Reference::Forbidden,
    }
}

fn is_all(text: &str, is_fine: impl Fn(u8) -> bool) -> bool {
    !text.is_empty() && text.bytes().all(is_fine)
}

/// The longest name in HTML is `CounterClockwiseContourIntegral`.
const LONGEST_NAME: usize = 31;

fn resolve_name(name: &str) -> Reference {
    if name.len() > LONGEST_NAME || !is_all(name, |b| b.is_ascii_alphanumeric()) {
        return Reference::Unknown;
    }
    let written = format!("&{name};");
    match html_escape::decode_html_entities(&written) {
        Cow::Borrowed(_) => Reference::Unknown,
        Cow::Owned(decoded) => {
            single(&decoded).map_or(Reference::Text(decoded), Reference::Character)
        }
    }
}

fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Whether the character is allowed in text: no control characters except white space, no non-characters.
pub(crate) fn is_allowed(character: char) -> bool {
    !matches!(
        character,
        '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}'
    )
}

/// The characters 0x80 to 0x9f of windows-1252.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Returns the byte of a character in windows-1252 or Latin-1.
pub(crate) fn byte_in_windows_1252(character: char) -> Option<u8> {
    u8::try_from(character).ok().or_else(|| {
        let place = WINDOWS_1252.iter().position(|known| *known == character)?;
        u8::try_from(place + 0x80).ok()
    })
}

/// Returns the character intended by a C1 control: publishers paste windows-1252 and declare it as ISO-8859-1 or
/// Unicode.
pub(crate) fn mend(character: char) -> char {
    match character {
        '\u{80}'..='\u{9f}' => WINDOWS_1252[character as usize - 0x80],
        other => other,
    }
}

/// Resolves the references in a text once; bare ampersands and unknown references stay.
pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    unescape_into(text, &mut plain);
    Cow::Owned(plain)
}

/// Appends a text with its references resolved once, and returns what was wrong with it.
pub(crate) fn unescape_into(text: &str, plain: &mut String) -> Amiss {
    let mut amiss = Amiss::default();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some((character, len)) = encoded_bytes(rest) {
            plain.push(character);
            rest = &rest[len..];
            continue;
        }
        let Some(end) = reference_end(rest) else {
            amiss.has_bare_ampersand = true;
            plain.push('&');
            continue;
        };
        match resolve(&rest[..end]) {
            Reference::Character(character) => plain.push(character),
            Reference::Text(characters) => plain.push_str(&characters),
            Reference::Forbidden => amiss.has_forbidden = true,
            Reference::Unknown => {
                amiss.has_unknown = true;
                plain.push('&');
                continue;
            }
        }
        rest = &rest[end + 1..];
    }
    plain.push_str(rest);
    amiss
}

/// Returns the character whose UTF-8 bytes are written as references, one by one, as in `&#226;&#128;&#166;` or
/// `&acirc;&#128;&brvbar;` for `…`, and their length after the first `&`.
fn encoded_bytes(rest: &str) -> Option<(char, usize)> {
    let mut bytes = [0; 4];
    let mut at = 0;
    for n in 0..bytes.len() {
        let end = at + reference_end(&rest[at..])?;
        let after = &rest[end + 1..];
        // Most references stand alone: those need no second look.
        if n == 0 && !after.starts_with('&') {
            return None;
        }
        bytes[n] = byte(&rest[at..end])?;
        at = end + 1;
        if let Ok(text) = std::str::from_utf8(&bytes[..=n]) {
            return Some((text.chars().next()?, at));
        }
        after.strip_prefix('&')?;
        at += 1;
    }
    None
}

/// Returns the byte that a reference means, if it is one beyond ASCII.
fn byte(name: &str) -> Option<u8> {
    let byte = match name.strip_prefix('#') {
        Some(digits) => digits.parse().ok(),
        None => match resolve(name) {
            Reference::Character(character) => byte_in_windows_1252(character),
            Reference::Text(_) | Reference::Forbidden | Reference::Unknown => None,
        },
    };
    byte.filter(|byte| *byte >= 0x80)
}

/// What was wrong with a text.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Amiss {
    pub(crate) has_bare_ampersand: bool,
    pub(crate) has_unknown: bool,
    pub(crate) has_forbidden: bool,
}

impl std::ops::BitOrAssign for Amiss {
    fn bitor_assign(&mut self, other: Self) {
        self.has_bare_ampersand |= other.has_bare_ampersand;
        self.has_unknown |= other.has_unknown;
        self.has_forbidden |= other.has_forbidden;
    }
}

/// Returns the position of the `;` of a reference, if what follows the `&` is one.
fn reference_end(rest: &str) -> Option<usize> {
    let end = rest
        .bytes()
        .take(LONGEST_NAME + 2)
        .position(|b| !(b.is_ascii_alphanumeric() || b == b'#'))?;
    (end > 0 && rest.as_bytes()[end] == b';').then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn references_are_resolved_exactly_once() {
        assert_eq!(unescape("a &amp;lt; b &lt; c"), "a &lt; b < c");
        assert_eq!(unescape("caf&eacute; &#8364; &#x20AC; &hellip;"), "café € € …");
        assert_eq!(unescape("AT&T, R&D; &foo; & &; &#; &#x;"), "AT&T, R&D; &foo; & &; &#; &#x;");
    }

    #[test]
    fn bytes_written_as_references_are_put_together() {
        assert_eq!(unescape("wait&#226;&#128;&#166; Espa&#195;&#177;a"), "wait… España");
        assert_eq!(unescape("&#240;&#159;&#152;&#128;!"), "😀!");
        assert_eq!(unescape("&acirc;&#128;&brvbar; &Atilde;&plusmn; &Aacute;"), "… ñ Á");
        assert_eq!(unescape("&#195; &#195;x &#195;&#65; &#233;&#226;&#128;"), "Ã Ãx ÃA éâ€");
    }

    #[test]
    fn windows_1252_and_forbidden_numbers_are_mended() {
        assert_eq!(unescape("&#147;x&#148;"), "“x”");
        assert_eq!(unescape("a&#0;b&#1;c&#xFFFF;d&#xD800;e&#99999999999;f"), "abcdef");
    }

    #[test]
    fn alpha_is_alpha() {
        assert_eq!(unescape("&alpha;&chi;&circ;&AMP;"), "αχˆ&");
    }

    proptest! {
        #[test]
        fn never_panics_and_creates_no_control_characters(text in "[&#x0-9a-z;\\PC]{0,40}") {
            prop_assert!(unescape(&text).chars().all(|c| is_allowed(c) || text.contains(c)));
        }
    }
}
