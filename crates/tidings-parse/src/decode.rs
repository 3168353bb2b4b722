//! Decodes bytes to text, whatever the document, the server and the publisher's tools claim about them.
//!
//! In order: a byte order mark; the zero bytes of UTF-16 and UTF-32; valid UTF-8, which is hardly ever anything else;
//! the charset in the `Content-Type` header; the XML declaration; UTF-8 with a few bad bytes; a statistical guess. Then
//! UTF-8 that was encoded twice is decoded again, and characters that text may not contain are mended or dropped.

use crate::{
    code_pages,
    complaints::Complaints,
    references::{is_allowed, mend},
    twice,
};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// Decodes a document.
pub(crate) fn decode<'a>(
    bytes: &'a [u8],
    content_type: Option<&str>,
    complaints: &mut Complaints,
) -> Cow<'a, str> {
    let decoded = match characters(bytes, content_type, complaints) {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}')),
        Cow::Owned(text) if text.starts_with('\u{feff}') => {
            Cow::Owned(text.trim_start_matches('\u{feff}').to_owned())
        }
        owned @ Cow::Owned(_) => owned,
    };
    let decoded = match twice::undone(&decoded) {
        None => decoded,
        Some(text) => {
            complaints.add("encoded_twice", || {
                "The text was encoded twice as UTF-8; that was undone".to_owned()
            });
            Cow::Owned(text)
        }
    };
    match needs_mending(&decoded) {
        false => decoded,
        true => {
            let mended: String =
                decoded.chars().map(mend).filter(|character| is_allowed(*character)).collect();
            if mended.len() < decoded.len() {
                complaints.add("control_characters", || {
                    "Control characters were dropped from the text".to_owned()
                });
            }
            Cow::Owned(mended)
        }
    }
}

fn characters<'a>(
    bytes: &'a [u8],
    content_type: Option<&str>,
    complaints: &mut Complaints,
) -> Cow<'a, str> {
    if let Some((encoding, n_skip)) = Encoding::for_bom(bytes) {
        // A UTF-16 byte order mark followed by two zero bytes is a UTF-32 byte order mark.
        if !(encoding == UTF_16LE && bytes.get(2..4) == Some(&[0, 0])) {
            return encoding.decode_without_bom_handling(&bytes[n_skip..]).0;
        }
    }
    if let Some(text) = wide(bytes) {
        return text;
    }
    let error = match std::str::from_utf8(bytes) {
        Ok(text) if !is_escaped_japanese(text, content_type) => return Cow::Borrowed(text),
        Ok(_) => None,
        Err(error) => Some(error),
    };
    let declared = [content_type.and_then(charset_of_header), charset_of_declaration(bytes)];
    for name in declared.into_iter().flatten() {
        match encoding_named(name)
            .map(|encoding| (encoding, encoding.decode_without_bom_handling(bytes)))
        {
            Some((encoding, (text, false))) if encoding != UTF_8 => return text,
            Some(_) => {}
            None => {
                if let Some(characters) = code_pages::named(name) {
                    return Cow::Owned(code_pages::decode(bytes, characters));
                }
            }
        }
    }
    let is_called_utf8 = declared.iter().all(|name| name.and_then(encoding_named) == Some(UTF_8));
    let is_damaged_utf8 = (has_few_bad_bytes(bytes) && is_mostly_utf8(bytes))
        || (is_called_utf8 && has_overlong(bytes));
    if error.is_some() && is_damaged_utf8 {
        complaints.add("bad_utf8", || "Some bytes are not UTF-8; they were replaced".to_owned());
        return String::from_utf8_lossy(bytes);
    }
    let encoding = guess(bytes);
    complaints.add("guessed_charset", || {
        format!("The character set is not the declared one; guessed {}", encoding.name())
    });
    encoding.decode_without_bom_handling(bytes).0
}

/// Decodes UTF-16 without a byte order mark, and UTF-32, detected by the zero bytes around `<`.
fn wide(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let utf32 = |n_skip: usize, number: fn([u8; 4]) -> u32| {
        let characters = bytes[n_skip..].chunks_exact(4).map(|chunk| {
            let code = number([chunk[0], chunk[1], chunk[2], chunk[3]]);
            char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
        });
        Some(Cow::Owned(characters.collect()))
    };
    match bytes {
        [0, 0, 0xfe, 0xff, ..] => utf32(4, u32::from_be_bytes),
        [0xff, 0xfe, 0, 0, ..] => utf32(4, u32::from_le_bytes),
        [0, 0, 0, b'<', ..] => utf32(0, u32::from_be_bytes),
        [b'<', 0, 0, 0, ..] => utf32(0, u32::from_le_bytes),
        [0, b'<' | b'{', 0, next, ..] if *next != 0 => {
            Some(UTF_16BE.decode_without_bom_handling(bytes).0)
        }
        [b'<' | b'{', 0, next, 0, ..] if *next != 0 => {
            Some(UTF_16LE.decode_without_bom_handling(bytes).0)
        }
        _ => None,
    }
}

/// ISO-2022-JP and HZ use only seven bits, so they are also valid UTF-8. Only a declaration tells them apart.
fn is_escaped_japanese(text: &str, content_type: Option<&str>) -> bool {
    if !text.contains('\u{1b}') || !text.is_ascii() {
        return false;
    }
    let declared = content_type
        .and_then(charset_of_header)
        .or_else(|| charset_of_declaration(text.as_bytes()));
    declared.is_some_and(|name| name.to_ascii_lowercase().starts_with("iso-2022-jp"))
}

fn charset_of_header(content_type: &str) -> Option<&str> {
    let lower = content_type.to_ascii_lowercase();
    let at = lower.find("charset=")? + "charset=".len();
    let value = content_type[at..].trim_start_matches(['"', '\'', ' ']);
    let end = value
        .find(|c: char| !(c.is_ascii_alphanumeric() || "-_:.+".contains(c)))
        .unwrap_or(value.len());
    Some(&value[..end]).filter(|name| !name.is_empty())
}

/// Returns the `encoding="…"` near the beginning; junk may precede the declaration.
fn charset_of_declaration(bytes: &[u8]) -> Option<&str> {
    let head = &bytes[..bytes.len().min(1024)];
    let declaration = find(head, b"<?xml").map(|at| &head[at..])?;
    let declaration = &declaration[..find(declaration, b"?>").unwrap_or(declaration.len())];
    let value = &declaration[find(declaration, b"encoding")? + "encoding".len()..];
    let start = value.iter().position(|b| matches!(b, b'"' | b'\''))? + 1;
    let end = start + value[start..].iter().position(|b| *b == value[start - 1])?;
    std::str::from_utf8(&value[start..end]).ok().map(str::trim)
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

/// Returns an encoding by its WHATWG label, or by one of the names that only publishers use.
fn encoding_named(name: &str) -> Option<&'static Encoding> {
    let by_label = |label: &str| Encoding::for_label_no_replacement(label.as_bytes());
    by_label(name).or_else(|| {
        let lower = name.to_ascii_lowercase().replace('_', "-");
        let alias = match lower.as_str() {
            "cp1250" | "cp1251" | "cp1252" | "cp1253" | "cp1254" | "cp1255" | "cp1256"
            | "cp1257" | "cp1258" => {
                return by_label(&format!("windows-{}", &lower[2..]));
            }
            "cp936" | "ms936" | "936" | "gb18030-2000" | "euc-cn" | "euccn" | "gb2312-1980"
            | "gb2312-80" => "gbk",
            "cp950" | "ms950" | "950" | "big5-tw" | "big5hkscs" | "hkscs" => "big5",
            "cp932" | "ms932" | "932" | "mskanji" | "ms-kanji" | "windows-932" | "sjis"
            | "s-jis" => "shift_jis",
            "cp949" | "ms949" | "949" | "uhc" | "johab" | "ks-c-5601" | "ks-x-1001" | "euckr" => {
                "euc-kr"
            }
            "eucjp" | "ujis" | "u-jis" => "euc-jp",
            "cp866" | "866" | "ibm866" => "ibm866",
            "latin" | "latin1" | "l1" | "8859" | "iso8859" | "iso-8859" | "cp819" | "ansi"
            | "8bit" => "windows-1252",
            "koi8r" | "koi8" => "koi8-r",
            "tis-620" | "cp874" | "iso-8859-11" | "tis620-0" | "tis620-2529-0" => "windows-874",
            "mac-roman" | "macroman" | "mac" => "macintosh",
            "mac-cyrillic" | "maccyrillic" => "x-mac-cyrillic",
            "utf8" | "u8" | "utf" | "unicode" => "utf-8",
            other => other,
        };
        by_label(alias)
    })
}

/// A rough test: so few bad bytes that they are accidents, not another encoding.
fn has_few_bad_bytes(bytes: &[u8]) -> bool {
    let n_bad = bytes
        .utf8_chunks()
        .filter(|chunk| !chunk.invalid().is_empty())
        .take(1 + bytes.len() / 100)
        .count();
    n_bad <= 3.max(bytes.len() / 1000)
}

/// Whether non-ASCII characters are more often valid than not.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut n_good, mut n_bad) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        n_good += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        n_bad += usize::from(!chunk.invalid().is_empty());
    }
    n_good >= n_bad
}

/// Overlong forms and surrogates, which attackers send as doubly encoded UTF-8.
fn has_overlong(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| matches!(pair, [0xc0 | 0xc1, 0x80..=0xbf] | [0xed, 0xa0..=0xbf]))
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// Whether any character must be mended or dropped: control characters, C1, U+FFFE and U+FFFF.
fn needs_mending(text: &str) -> bool {
    // C1 begins with byte C2, U+FFFE with EF. Most text has neither, and this branch-free loop runs at memory speed.
    let is_suspect = |byte: u8| {
        (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')) | matches!(byte, 0x7f | 0xc2 | 0xef)
    };
    const BLOCK: usize = 64;
    let bytes = text.as_bytes();
    bytes.chunks(BLOCK).enumerate().any(|(n, block)| {
        let is_block_suspect = block.iter().fold(false, |so, byte| so | is_suspect(*byte));
        is_block_suspect && {
            let start = text.floor_char_boundary(n * BLOCK);
            let end = text.ceil_char_boundary((n + 1) * BLOCK);
            text[start..end].chars().any(|character| !is_allowed(character))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(bytes: &[u8], content_type: Option<&str>, expected: &str) {
        assert_eq!(decode(bytes, content_type, &mut Complaints::default()), expected);
    }

    fn encoded(text: &str, label: &str) -> Vec<u8> {
        Encoding::for_label(label.as_bytes()).unwrap().encode(text).0.into_owned()
    }

    #[test]
    fn a_byte_order_mark_wins_over_everything() {
        check(b"\xef\xbb\xbf<a>\xc3\xa9", Some("text/xml; charset=koi8-r"), "<a>é");
        check(b"\xef\xbb\xbf\xef\xbb\xbf<a/>", None, "<a/>");
        check(b"\xff\xfe<\0a\0>\0\xac\x20", None, "<a>€");
        check(b"\xfe\xff\0<\0a\0>\x20\xac", None, "<a>€");
    }

    #[test]
    fn utf16_and_utf32_are_detected_without_a_byte_order_mark() {
        check(b"\0<\0?\0x\x20\xac", None, "<?x€");
        check(b"<\0?\0x\0\xac\x20", None, "<?x€");
        check(b"\0\0\0<\0\0\0a", None, "<a");
        check(b"\xff\xfe\0\0<\0\0\0a\0\0\0", None, "<a");
    }

    #[test]
    fn valid_utf8_wins_over_every_declaration() {
        let text = "<?xml version='1.0' encoding='iso-8859-1'?><a>Grüße €</a>";
        check(text.as_bytes(), Some("text/xml; charset=windows-1251"), text);
    }

    #[test]
    fn the_header_wins_over_the_declaration() {
        let cyrillic = encoded("<?xml version='1.0'?><a>Привет</a>", "windows-1251");
        check(
            &cyrillic,
            Some("text/xml; charset=\"windows-1251\""),
            "<?xml version='1.0'?><a>Привет</a>",
        );
        let chinese = encoded("<?xml version='1.0' encoding='gb2312'?><a>你好</a>", "gbk");
        check(
            &chinese,
            Some("application/xml"),
            "<?xml version='1.0' encoding='gb2312'?><a>你好</a>",
        );
        let japanese =
            encoded("<?xml version='1.0' encoding='Shift_JIS'?><a>日本語</a>", "shift_jis");
        check(&japanese, None, "<?xml version='1.0' encoding='Shift_JIS'?><a>日本語</a>");
    }

    #[test]
    fn a_wrong_declaration_loses_no_text() {
        let quotes = b"<?xml version='1.0' encoding='UTF-8'?><a>caf\xe9 \x93x\x94</a>";
        check(quotes, None, "<?xml version='1.0' encoding='UTF-8'?><a>café “x”</a>");
    }

    #[test]
    fn a_few_bad_bytes_are_replaced() {
        check("<a>Grüße Grüße \u{0}</a>".replace('\0', "").as_bytes(), None, "<a>Grüße Grüße </a>");
        check(
            b"<a>Gr\xc3\xbc\xc3\x9fe Gr\xc3\xbc\xc3\x9fe \xe2\x82 end</a>",
            None,
            "<a>Grüße Grüße \u{fffd} end</a>",
        );
    }

    #[test]
    fn overlong_forms_are_not_guessed_as_another_encoding() {
        let bytes = b"<?xml version='1.0' encoding='UTF-8'?><a>bad \xc0\xaf \xed\xa0\x80 \xf5\x80\x80\x80 \xe2\x82 end</a>";
        let text = decode(bytes, Some("text/xml; charset=utf-8"), &mut Complaints::default());
        assert!(text.contains("bad \u{fffd}") && text.contains("end"), "{text}");
    }

    #[test]
    fn control_characters_are_dropped_and_pasted_windows_1252_is_mended() {
        check(b"a\0b\x01c\x1b[31m", None, "abc[31m");
        check("\u{93}x\u{94} \u{ffff}".as_bytes(), None, "“x” ");
    }

    #[test]
    fn utf7_is_not_decoded() {
        check(
            b"<a>+ADw-script+AD4-</a>",
            Some("application/xml; charset=utf-7"),
            "<a>+ADw-script+AD4-</a>",
        );
    }

    proptest! {
        #[test]
        fn any_bytes_become_text_without_controls(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let text = decode(&bytes, Some("text/xml; charset=shift_jis"), &mut Complaints::default()).into_owned();
            prop_assert!(text.chars().all(is_allowed));
        }
    }

    #[test]
    fn names_that_only_publishers_use_are_known() {
        for (name, label, text) in [
            ("cp1251", "windows-1251", "Привет, мир"),
            ("CP1250", "windows-1250", "Příliš žluťoučký kůň"),
            ("latin1", "windows-1252", "Grüße aus Köln"),
            ("ISO_8859-1", "windows-1252", "déjà vu à Orléans"),
            ("ansi", "windows-1252", "señor año"),
            ("koi8r", "koi8-r", "Привет"),
            ("x-sjis", "shift_jis", "日本語のニュース"),
            ("MS_Kanji", "shift_jis", "日本語"),
            ("ms932", "shift_jis", "日本語"),
            ("euccn", "gbk", "中文新闻"),
            ("cp936", "gbk", "中文"),
            ("big5hkscs", "big5", "繁體中文"),
            ("uhc", "euc-kr", "한국어"),
            ("ujis", "euc-jp", "日本語"),
            ("macroman", "macintosh", "résumé"),
            ("tis-620", "windows-874", "ข่าว"),
        ] {
            let declared = format!("<?xml version='1.0' encoding='{name}'?><a>{text}</a>");
            check(&encoded(&declared, label), None, &declared);
            let plain = format!("<a>{text}</a>");
            check(&encoded(&plain, label), Some(&format!("text/xml;charset={name}")), &plain);
        }
    }

    #[test]
    fn a_charset_is_found_in_any_spelling_of_the_header() {
        for (header, name) in [
            ("text/xml; charset=utf-8", Some("utf-8")),
            ("text/xml;CHARSET=\"ISO-8859-1\"", Some("ISO-8859-1")),
            ("text/xml; charset='koi8-r'; q=1", Some("koi8-r")),
            ("text/xml; charset= big5 ", Some("big5")),
            ("text/xml; charset=", None),
            ("text/xml; charset=;x", None),
            ("text/xml", None),
            ("", None),
        ] {
            assert_eq!(charset_of_header(header), name, "{header}");
        }
    }

    #[test]
    fn a_declaration_counts_only_near_the_beginning_and_before_its_end() {
        let of = |text: &str| charset_of_declaration(text.as_bytes()).map(str::to_owned);
        assert_eq!(of("junk <?xml version='1.0' encoding = \"big5\" ?>").as_deref(), Some("big5"));
        assert_eq!(of("<?xml encoding=' gbk '?>").as_deref(), Some("gbk"));
        for text in [
            "<?xml version='1.0'?><a encoding='big5'>".to_owned(),
            "<a encoding='big5'>".to_owned(),
            "<?xml encoding=big5?>".to_owned(),
            "<?xml encoding='big5".to_owned(),
            format!("{}<?xml encoding='big5'?>", " ".repeat(1024)),
        ] {
            assert_eq!(of(&text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn valid_utf8_without_control_characters_is_unchanged(text in "[ -~à-ÿЀ-я日本\u{10000}-\u{10400}]{0,80}", header in "[a-z0-9-]{0,12}") {
            let decoded = decode(text.as_bytes(), Some(&format!("text/xml; charset={header}")), &mut Complaints::default()).into_owned();
            prop_assert_eq!(decoded, text);
        }

        #[test]
        fn a_byte_order_mark_sets_the_encoding_of_any_text(text in "[ -~äß€日😀]{0,40}") {
            let marked = format!("\u{feff}<a>{text}");
            let expected = format!("<a>{text}");
            for bytes in [
                marked.clone().into_bytes(),
                marked.encode_utf16().flat_map(u16::to_le_bytes).collect(),
                marked.encode_utf16().flat_map(u16::to_be_bytes).collect(),
                marked.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect(),
                marked.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect(),
            ] {
                prop_assert_eq!(decode(&bytes, None, &mut Complaints::default()).into_owned(), expected.clone());
            }
        }
    }
}
