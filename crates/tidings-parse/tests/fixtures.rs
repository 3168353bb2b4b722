//! The documents in `fixtures/`, each compared with its expected result.

use serde_json::Value;
use tidings_parse::{FetchedDocument, parse, to_json};

#[track_caller]
fn check(bytes: &[u8], expected: &str) {
    let url = "https://fetched.example/feed".parse().expect("the constant is a valid URL");
    let parsed =
        parse(FetchedDocument { bytes, url: Some(&url), content_type: None }, &Default::default());
    let (got, expected) = (
        to_json(&parsed),
        serde_json::from_str::<Value>(expected).expect("the file is valid JSON"),
    );
    assert_eq!(got, expected, "read:\n{got:#}");
}

macro_rules! fixtures {
    ($($name:ident $file:literal),+ $(,)?) => {
        $(#[test]
        fn $name() {
            check(
                include_bytes!(concat!("../fixtures/", $file)),
                include_str!(concat!("../fixtures/", stringify!($name), ".expected.json")),
            );
        })+
    };
}

fixtures! {
    rss2 "rss2.xml",
    atom10 "atom10.xml",
    atom03 "atom03.xml",
    rdf10 "rdf10.xml",
    cdf "cdf.xml",
    podcast "podcast.xml",
    broken "broken.xml",
    jsonfeed "jsonfeed.json",
}
