//! The hints of a source, as JSON in one column.

use serde::{Deserialize, Serialize};
use tidings_model::{Hints, units::Minutes};
use url::Url;

/// The JSON of the column; absent fields mean no hint.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct HintsColumn {
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_age: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skip_hours: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skip_days: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hubs: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    self_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cloud: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moved_to: Option<String>,
}

/// Encodes hints for the column; the text is empty when there are none.
pub(crate) fn encode_hints(hints: &Hints) -> String {
    if *hints == Hints::default() {
        return String::new();
    }
    let minutes = |wish: Option<Minutes>| wish.map(|Minutes(n)| n).filter(|n| n.is_finite());
    let text = |url: &Option<Url>| url.as_ref().map(Url::to_string);
    let column = HintsColumn {
        ttl: minutes(hints.ttl),
        max_age: minutes(hints.max_age),
        skip_hours: hints.skip_hours.clone(),
        skip_days: hints.skip_days.clone(),
        hubs: hints.hubs.iter().map(Url::to_string).collect(),
        self_url: text(&hints.self_url),
        cloud: text(&hints.cloud),
        next_page: text(&hints.next_page),
        moved_to: text(&hints.moved_to),
    };
    serde_json::to_string(&column).expect("texts, numbers and lists always serialize")
}

/// Decodes hints written by [`encode_hints`]. Leaves out what cannot be parsed, since hints are optional.
pub(crate) fn decode_hints(text: &str) -> Hints {
    let column: HintsColumn = serde_json::from_str(text).unwrap_or_default();
    let url = |text: Option<String>| text.and_then(|text| Url::parse(&text).ok());
    Hints {
        ttl: column.ttl.map(Minutes),
        max_age: column.max_age.map(Minutes),
        skip_hours: column.skip_hours,
        skip_days: column.skip_days,
        hubs: column.hubs.iter().filter_map(|text| Url::parse(text).ok()).collect(),
        self_url: url(column.self_url),
        cloud: url(column.cloud),
        next_page: url(column.next_page),
        moved_to: url(column.moved_to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hints(ttl: f64) -> Hints {
        Hints {
            ttl: Some(Minutes(ttl)),
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
        }
    }

    proptest! {
        #[test]
        fn hints_round_trip_to_the_last_bit(ttl in 0.0..1e9) {
            prop_assert_eq!(decode_hints(&encode_hints(&hints(ttl))), hints(ttl));
        }
    }

    #[test]
    fn no_hints_are_an_empty_column() {
        assert_eq!(encode_hints(&Hints::default()), "");
        assert_eq!(decode_hints(""), Hints::default());
    }

    #[test]
    fn invalid_addresses_are_left_out() {
        let told = r#"{"hubs":["nowhere","https://hub.example/"],"cloud":"nowhere","new":1}"#;
        let hubs = vec!["https://hub.example/".parse().unwrap()];
        assert_eq!(decode_hints(told), Hints { hubs, ..Hints::default() });
    }
}
