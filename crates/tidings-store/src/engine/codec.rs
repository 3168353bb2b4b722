//! Lists as text: small records in a column that any database tool can display.
//!
//! Tabs separate fields and newlines separate records; both are escaped inside fields, so any text survives.

use crate::error::{Error, Result};
use serde::{Serialize, de::DeserializeOwned};
use tidings_model::Enclosure;

pub(crate) fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            other => out.push(other),
        }
    }
}

pub(crate) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        out.push(match character {
            '\\' => match characters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    out
}

/// Encodes a record as JSON.
pub(crate) fn to_json(record: &impl Serialize) -> Result<String> {
    serde_json::to_string(record).map_err(|error| Error::Unreadable(error.to_string()))
}

/// Decodes a record written by [`to_json`].
pub(crate) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Error::Unreadable(error.to_string()))
}

/// Encodes a list of texts as one text.
pub(crate) fn encode_list(items: &[String]) -> String {
    let mut out = String::new();
    for item in items {
        escape(item, &mut out);
        out.push('\n');
    }
    out
}

/// Decodes a list written by [`encode_list`].
pub(crate) fn decode_list(text: &str) -> Vec<String> {
    text.split_terminator('\n').map(unescape).collect()
}

/// Encodes enclosures as text.
pub(crate) fn encode_enclosures(enclosures: &[Enclosure]) -> String {
    let mut out = String::new();
    for enclosure in enclosures {
        let bytes = enclosure.bytes.map(|n| n.to_string());
        let seconds = enclosure.seconds.map(|n| n.to_string());
        let fields = [
            Some(enclosure.url.as_str()),
            enclosure.media_type.as_deref(),
            bytes.as_deref(),
            seconds.as_deref(),
            enclosure.title.as_deref(),
        ];
        for (index, field) in fields.into_iter().enumerate() {
            if index > 0 {
                out.push('\t');
            }
            escape(field.unwrap_or_default(), &mut out);
        }
        out.push('\n');
    }
    out
}

/// Decodes enclosures written by [`encode_enclosures`].
pub(crate) fn decode_enclosures(text: &str) -> Vec<Enclosure> {
    let present = |field: Option<&str>| field.filter(|field| !field.is_empty()).map(unescape);
    text.split_terminator('\n')
        .map(|line| {
            let mut fields = line.split('\t');
            Enclosure {
                url: fields.next().map(unescape).unwrap_or_default(),
                media_type: present(fields.next()),
                bytes: fields.next().and_then(|field| field.parse().ok()),
                seconds: fields.next().and_then(|field| field.parse().ok()),
                title: present(fields.next()),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn word() -> impl Strategy<Value = String> {
        proptest::string::string_regex("[a\\\\\t\nnté ]{0,8}").unwrap()
    }

    proptest! {
        #[test]
        fn lists_round_trip(items in proptest::collection::vec(word(), 0..5)) {
            prop_assert_eq!(decode_list(&encode_list(&items)), items);
        }

        #[test]
        fn enclosures_round_trip(
            items in proptest::collection::vec(
                (word(), proptest::option::of("[a-z/]{1,9}"), proptest::option::of(0u64..9), proptest::option::of(0u32..9)),
                0..4,
            ),
        ) {
            let enclosures: Vec<Enclosure> = items
                .into_iter()
                .map(|(url, media_type, bytes, seconds)| Enclosure { url, media_type, bytes, seconds, title: None })
                .collect();
            prop_assert_eq!(decode_enclosures(&encode_enclosures(&enclosures)), enclosures);
        }
    }

    #[test]
    fn lists_have_one_line_per_text_with_line_breaks_escaped() {
        let owned =
            |items: &[&str]| items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>();
        for (items, text) in [
            (&[][..], ""),
            (&[""], "\n"),
            (&["", ""], "\n\n"),
            (&["a", "b c"], "a\nb c\n"),
            (&["a\nb\tc\\"], "a\\nb\\tc\\\\\n"),
            (&["\r", "\u{0}", "é\u{1F4F0}"], "\r\n\u{0}\né\u{1F4F0}\n"),
        ] {
            assert_eq!(encode_list(&owned(items)), text, "{items:?}");
            assert_eq!(decode_list(text), items, "{text:?}");
        }
        assert_eq!(decode_list("no end"), ["no end"], "a truncated list yields what is there");
        assert_eq!(decode_list("\\"), ["\\"], "so does a cut escape");
        assert_eq!(decode_list("\\x"), ["x"], "an unneeded escape is ignored");
    }

    #[test]
    fn malformed_enclosure_fields_are_ignored() {
        let enclosure = |url: &str| Enclosure {
            url: url.to_owned(),
            media_type: None,
            bytes: None,
            seconds: None,
            title: None,
        };
        let whole = Enclosure {
            media_type: Some("audio/mpeg".to_owned()),
            bytes: Some(u64::MAX),
            seconds: Some(u32::MAX),
            title: Some("One\ttitle\nin \\ lines".to_owned()),
            ..enclosure("https://a.example/\t?")
        };
        let text = format!(
            "https://a.example/\\t?\taudio/mpeg\t{}\t{}\tOne\\ttitle\\nin \\\\ lines\n",
            u64::MAX,
            u32::MAX
        );
        assert_eq!(encode_enclosures(std::slice::from_ref(&whole)), text);
        for (text, expected) in [
            ("", vec![]),
            (text.as_str(), vec![whole]),
            ("\n", vec![enclosure("")]),
            ("u\n", vec![enclosure("u")]),
            ("u\t\t\t\t\n", vec![enclosure("u")]),
            ("u\t\t-1\tx\t\n", vec![enclosure("u")]),
            ("u\t\t18446744073709551616\t4294967296\t\tmore\n", vec![enclosure("u")]),
            ("u\nv", vec![enclosure("u"), enclosure("v")]),
        ] {
            assert_eq!(decode_enclosures(text), expected, "{text:?}");
        }
    }

    #[test]
    fn malformed_records_are_reported_as_unreadable() {
        for text in ["", "{", "[1,", "\"x", "{\"a\":}"] {
            let read: Result<Vec<u8>> = from_json(text);
            assert!(matches!(read, Err(Error::Unreadable(_))), "{text:?}");
        }
        assert_eq!(from_json::<Vec<u8>>(&to_json(&[1, 255]).unwrap()), Ok(vec![1, 255]));
    }
}
