//! Lists as text: small records in a column, readable in any database tool.
//!
//! Fields are separated by tabs and records by newlines; both are escaped inside, so every text survives.

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

/// A record as JSON.
pub(crate) fn to_json(record: &impl Serialize) -> Result<String> {
    serde_json::to_string(record).map_err(|error| Error::Unreadable(error.to_string()))
}

/// The record that [`to_json`] wrote.
pub(crate) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Error::Unreadable(error.to_string()))
}

/// A list of texts as one.
pub(crate) fn encode_list(items: &[String]) -> String {
    let mut out = String::new();
    for item in items {
        escape(item, &mut out);
        out.push('\n');
    }
    out
}

/// The list of texts that [`encode_list`] wrote.
pub(crate) fn decode_list(text: &str) -> Vec<String> {
    text.split_terminator('\n').map(unescape).collect()
}

/// Enclosures as text.
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

/// The enclosures that [`encode_enclosures`] wrote.
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
        fn lists_come_back(items in proptest::collection::vec(word(), 0..5)) {
            prop_assert_eq!(decode_list(&encode_list(&items)), items);
        }

        #[test]
        fn enclosures_come_back(
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
}
