//! Undoes UTF-8 that was encoded twice: "EspaÃ±a" for "España".
//!
//! Somewhere on its way the text was read as windows-1252 or Latin-1 and written as UTF-8 again. One such pair of
//! characters may be meant (in an article about the mistake), so the whole document must agree: every character beyond
//! ASCII is part of valid UTF-8 when turned back into a byte.

use crate::references::byte_in_windows_1252;

/// Returns the text as it was before it was encoded a second time, if it was.
pub(crate) fn undone(text: &str) -> Option<String> {
    let mut n_continuing = 0;
    for character in text[first_beyond_ascii(text)?..].chars() {
        let byte = byte_in_windows_1252(character)?;
        n_continuing = match (n_continuing, byte) {
            (0, 0..=0x7f) => 0,
            (0, 0xc2..=0xdf) => 1,
            (0, 0xe0..=0xef) => 2,
            (0, 0xf0..=0xf4) => 3,
            (1.., 0x80..=0xbf) => n_continuing - 1,
            _ => return None,
        };
    }
    let bytes: Option<Vec<u8>> = text.chars().map(byte_in_windows_1252).collect();
    String::from_utf8(bytes?).ok()
}

fn first_beyond_ascii(text: &str) -> Option<usize> {
    text.bytes().position(|byte| !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Encodes a text a second time, after reading it as windows-1252.
    fn twice(text: &str) -> String {
        encoding_rs::WINDOWS_1252.decode_without_bom_handling(text.as_bytes()).0.into_owned()
    }

    #[test]
    fn text_encoded_twice_is_mended_if_all_of_it_agrees() {
        assert_eq!(undone("EspaÃ±a").as_deref(), Some("España"));
        assert_eq!(undone("â€œÃœber unsâ€\u{9d} â‚¬").as_deref(), Some("“Über uns” €"));
        // Read as Latin-1 and not as windows-1252.
        assert_eq!(undone("it\u{e2}\u{80}\u{99}s").as_deref(), Some("it’s"));
        assert_eq!(undone(&twice("日本語 😀 ru: Привет")).as_deref(), Some("日本語 😀 ru: Привет"));
    }

    #[test]
    fn other_text_stays() {
        for text in [
            "plain",
            "España",
            "EspaÃ±a is how España looks when encoded twice",
            "EspaÃ±a in 日本語",
            "A NÃO",
            "Ã",
            "Ã±Ã",
            "â€",
            "\u{fffd}Ã±",
            "Àî and Ĉ",
            "\u{c0}\u{80}",
        ] {
            assert_eq!(undone(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_comes_back(text in "[ -~]{0,9}[à-ÿЀ-я日本“”€😀][ -~ä“日]{0,20}") {
            prop_assert_eq!(undone(&twice(&text)), Some(text));
        }
    }
}
