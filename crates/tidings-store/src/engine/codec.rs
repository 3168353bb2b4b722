//! Lists and hints as text: small records in a column, readable in any database tool.
//!
//! Fields are separated by tabs and records by newlines; both are escaped inside, so every text survives.

use tidings_model::{Enclosure, Hints, units::Minutes};
use url::Url;

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

/// Hints as text, one wish per line.
pub(crate) fn encode_hints(hints: &Hints) -> String {
    let numbers = |list: &[u8]| list.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
    let mut lines: Vec<String> = Vec::new();
    lines.extend(hints.ttl.map(|Minutes(minutes)| format!("ttl\t{minutes}")));
    lines.extend(hints.max_age.map(|Minutes(minutes)| format!("max_age\t{minutes}")));
    if !hints.skip_hours.is_empty() {
        lines.push(format!("skip_hours\t{}", numbers(&hints.skip_hours)));
    }
    if !hints.skip_days.is_empty() {
        lines.push(format!("skip_days\t{}", numbers(&hints.skip_days)));
    }
    lines.extend(hints.hubs.iter().map(|url| format!("hub\t{url}")));
    lines.extend(hints.self_url.iter().map(|url| format!("self\t{url}")));
    lines.extend(hints.cloud.iter().map(|url| format!("cloud\t{url}")));
    lines.extend(hints.next_page.iter().map(|url| format!("next_page\t{url}")));
    lines.extend(hints.moved_to.iter().map(|url| format!("moved_to\t{url}")));
    lines.join("\n")
}

/// The hints that [`encode_hints`] wrote; what is not understood is left out, hints being wishes.
pub(crate) fn decode_hints(text: &str) -> Hints {
    let minutes = |value: &str| value.parse().ok().filter(|n: &f64| n.is_finite()).map(Minutes);
    let numbers = |value: &str| value.split(',').filter_map(|n| n.parse().ok()).collect();
    let mut hints = Hints::default();
    for (key, value) in text.lines().filter_map(|line| line.split_once('\t')) {
        match key {
            "ttl" => hints.ttl = minutes(value),
            "max_age" => hints.max_age = minutes(value),
            "skip_hours" => hints.skip_hours = numbers(value),
            "skip_days" => hints.skip_days = numbers(value),
            "hub" => hints.hubs.extend(Url::parse(value)),
            "self" => hints.self_url = Url::parse(value).ok(),
            "cloud" => hints.cloud = Url::parse(value).ok(),
            "next_page" => hints.next_page = Url::parse(value).ok(),
            "moved_to" => hints.moved_to = Url::parse(value).ok(),
            _ => {}
        }
    }
    hints
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hints_come_back() {
        let hints = Hints {
            ttl: Some(Minutes(12.5)),
            max_age: None,
            skip_hours: vec![0, 23],
            skip_days: vec![6],
            hubs: vec![
                "https://hub.example/".parse().unwrap(),
                "https://two.example/".parse().unwrap(),
            ],
            self_url: Some("https://example.org/feed?a=b".parse().unwrap()),
            cloud: Some("http://cloud.example:5337/pleaseNotify".parse().unwrap()),
            next_page: None,
            moved_to: Some("https://new.example/".parse().unwrap()),
        };
        assert_eq!(decode_hints(&encode_hints(&hints)), hints);
        assert_eq!(decode_hints(""), Hints::default());
    }

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
