//! Escapes text for HTML: exactly the characters with a meaning, in the form browsers write them.

/// Appends text (references already decoded) so that it is safe in content and in quoted attribute values.
///
/// Line ends become `\n`; control characters and byte order marks are dropped, because parsers drop or change them.
pub(super) fn push(html: &mut String, text: &str, place: Quotes) {
    let bytes = text.as_bytes();
    let mut written = 0;
    let mut at = 0;
    while let Some(offset) = bytes[at..].iter().position(|byte| IS_NOTABLE[usize::from(*byte)]) {
        at += offset;
        let (replacement, len) = replacement(&bytes[at..], place);
        if let Some(replacement) = replacement {
            html.push_str(&text[written..at]);
            html.push_str(replacement);
            written = at + len;
        }
        at += len;
    }
    html.push_str(&text[written..]);
}

/// Whether double quotes are escaped too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    Kept,
    Escaped,
}

/// An upper bound on the number of bytes that one byte of text may become.
pub(super) const MAX_GROWTH: usize = 6;

/// Returns the replacement of the notable character at the start (`None`: written as it is), and its length.
fn replacement(bytes: &[u8], place: Quotes) -> (Option<&'static str>, usize) {
    match *bytes {
        [b'&', ..] => (Some("&amp;"), 1),
        [b'<', ..] => (Some("&lt;"), 1),
        [b'>', ..] => (Some("&gt;"), 1),
        [b'"', ..] if place == Quotes::Escaped => (Some("&quot;"), 1),
        [b'"', ..] => (None, 1),
        [b'\r', b'\n', ..] => (Some("\n"), 2),
        [b'\r', ..] => (Some("\n"), 1),
        [0xc2, 0xa0, ..] => (Some("&nbsp;"), 2),
        [0xc2, 0x80..=0x9f, ..] => (Some(""), 2),
        [0xc2, _, ..] => (None, 2),
        [0xef, 0xbb, 0xbf, ..] => (Some(""), 3),
        [0xef, _, _, ..] => (None, 3),
        _ => (Some(""), 1),
    }
}

/// First bytes of characters that are not always written as they are.
static IS_NOTABLE: [bool; 256] = {
    let mut notable = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        notable[byte] = byte != b'\t' as usize && byte != b'\n' as usize;
        byte += 1;
    }
    notable[b'&' as usize] = true;
    notable[b'<' as usize] = true;
    notable[b'>' as usize] = true;
    notable[b'"' as usize] = true;
    notable[0x7f] = true;
    notable[0xc2] = true;
    notable[0xef] = true;
    notable
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped_and_those_parsers_change_are_dropped() {
        let mut html = String::new();
        push(&mut html, "a&b<c>\"d\"\r\ne\rf\u{a0}g\u{85}\u{0}\u{feff}h é ・ï ok", Quotes::Escaped);
        assert_eq!(html, "a&amp;b&lt;c&gt;&quot;d&quot;\ne\nf&nbsp;gh é ・ï ok");
        html.clear();
        push(&mut html, "\"q\"\u{7f}", Quotes::Kept);
        assert_eq!(html, "\"q\"");
    }
}
