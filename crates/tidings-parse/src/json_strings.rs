//! Mends strings in JSON: publishers cut them inside a character, and copy line breaks and invented escapes into them.
//!
//! One such string would otherwise end the document for a strict reader. Everything outside of strings stays as it is.

use std::borrow::Cow;

/// Returns the document with every string as JSON requires it: control characters escaped, halves of a character
/// replaced, unknown escapes taken literally.
pub(crate) fn mend(json: &str) -> Cow<'_, str> {
    let mut mended = String::new();
    let (mut at, mut n_copied) = (0, 0);
    while let Some(start) = memchr::memchr(b'"', &json.as_bytes()[at..]) {
        at += start + 1;
        while let Some((piece, replacement)) = next_flaw(json, &mut at) {
            mended.push_str(&json[n_copied..piece.start]);
            mended.push_str(replacement);
            n_copied = piece.end;
            at = piece.end;
        }
    }
    if n_copied == 0 {
        return Cow::Borrowed(json);
    }
    mended.push_str(&json[n_copied..]);
    Cow::Owned(mended)
}

type Flaw = (std::ops::Range<usize>, &'static str);

/// Finds the next flaw of the string that `at` is inside of, and what replaces it. Without one, moves `at` past the
/// end of the string.
fn next_flaw(json: &str, at: &mut usize) -> Option<Flaw> {
    let bytes = json.as_bytes();
    loop {
        let is_special = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
        let Some(found) = bytes[*at..].iter().position(is_special).map(|n| *at + n) else {
            *at = bytes.len();
            return None;
        };
        match bytes[found] {
            b'"' => {
                *at = found + 1;
                return None;
            }
            b'\\' => match escape(&bytes[found..]) {
                Escape::Fine(len) => *at = found + len,
                Escape::Flawed(len, replacement) => return Some((found..found + len, replacement)),
            },
            control => return Some((found..found + 1, escaped(control))),
        }
    }
}

fn escaped(control: u8) -> &'static str {
    match control {
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        _ => "",
    }
}

/// An escape, with the number of its bytes.
enum Escape {
    Fine(usize),
    Flawed(usize, &'static str),
}

/// Reads the escape that the bytes begin with.
fn escape(bytes: &[u8]) -> Escape {
    const REPLACED: &str = "\u{fffd}";
    match bytes.get(1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Escape::Fine(2),
        Some(b'u') => match (code_unit(bytes), bytes.get(6..).and_then(code_unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => Escape::Fine(12),
            (Some(0xd800..=0xdfff), _) => Escape::Flawed(6, REPLACED),
            (Some(_), _) => Escape::Fine(6),
            (None, _) => Escape::Flawed(1, "\\\\"),
        },
        // The document is cut off here.
        None => Escape::Fine(1),
        Some(_) => Escape::Flawed(1, ""),
    }
}

/// Returns the number of a `\u` escape with four digits.
fn code_unit(bytes: &[u8]) -> Option<u16> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    let digits = std::str::from_utf8(digits).ok()?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_flaw_costs_one_character() {
        for (written, expected) in [
            ("\"a\nb\tc\rd\"", "a\nb\tc\rd"),
            ("\"a\u{1}b\"", "ab"),
            (r#""cut \ud83d""#, "cut \u{fffd}"),
            (r#""cut \ude00 and \ud83dx""#, "cut \u{fffd} and \u{fffd}x"),
            (r#""two \ud83d\ud83d\ude00""#, "two \u{fffd}😀"),
            (r#""it\'s \x \é""#, "it's x é"),
            (r#""C:\users \u12""#, "C:\\users \\u12"),
            (r#""fine \" \\ \/ \u00e9 \ud83d\ude00""#, "fine \" \\ / é 😀"),
        ] {
            let read: String = serde_json::from_str(&mend(written)).unwrap();
            assert_eq!(read, expected, "{written}");
        }
    }

    #[test]
    fn what_is_not_a_string_stays() {
        let fine = "{\n\t\"a\": [1, true],\r\n \"b\\\"\": \"\\u0041\"}";
        assert!(matches!(mend(fine), Cow::Borrowed(_)));
        for text in ["", "\"", "\"a", "\"\\", "\"\\u", "\\ud83d \n", "{\"a\":\"b\"} \\x"] {
            assert_eq!(
                mend(text).trim_start_matches("\"\\\\u"),
                text.trim_start_matches("\"\\u"),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn valid_json_is_unchanged(text in "\\PC{0,30}", more in any::<String>()) {
            let json = serde_json::json!({ text: more }).to_string();
            prop_assert_eq!(mend(&json).into_owned(), json);
        }

        #[test]
        fn any_string_in_quotes_can_be_read(text in "(\\\\[u'nx\"\\\\]|d8[0-9a-f]{2}|dc00|[0-9a-f]{1,3}|[\\x00-\\x1f]|é|/| ){0,20}") {
            let json = format!("[\"{text} \"]");
            let n_quotes = mend(&json).len() - mend(&json).replace('"', "").len();
            let read = serde_json::from_str::<Vec<String>>(&mend(&json));
            prop_assert!(read.is_ok() || n_quotes > 2, "{} {:?}", json, read);
        }
    }
}
