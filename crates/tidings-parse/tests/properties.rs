//! Properties of every document: parsing never panics, keys do not depend on order, titles survive a round trip.

use proptest::prelude::*;
use tidings_model::ArticleKeys;
use tidings_parse::{FetchedDocument, ParsedFeed, parse, parse_date, to_json};

fn read(bytes: &[u8]) -> ParsedFeed {
    parse(FetchedDocument { bytes, url: None, content_type: None }, &Default::default())
}

const SAMPLES: [&str; 4] = [
    include_str!("../fixtures/rss2.xml"),
    include_str!("../fixtures/atom10.xml"),
    include_str!("../fixtures/rdf10.xml"),
    include_str!("../fixtures/jsonfeed.json"),
];

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn atom(titles: &[String]) -> String {
    let entries: String = titles
        .iter()
        .enumerate()
        .map(|(n, title)| {
            format!("<entry><id>urn:{n}</id><title>{}</title></entry>", escape(title))
        })
        .collect();
    format!("<feed xmlns=\"http://www.w3.org/2005/Atom\">{entries}</feed>")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = to_json(&read(&bytes));
    }

    #[test]
    fn any_soup_of_tags_is_read(
        soup in proptest::collection::vec(prop_oneof![
            Just("<item>"), Just("</item>"), Just("<title>"), Just("</title>"), Just("<entry>"), Just("<content type='xhtml'>"), Just("</content>"),
            Just("<div xmlns='http://www.w3.org/1999/xhtml'>"), Just("</div>"), Just("<![CDATA["), Just("]]>"), Just("<!--"), Just("-->"), Just("&amp;"),
            Just("&"), Just("<"), Just(">"), Just("</channel>"), Just("<channel>"), Just("<link href='/x'/>"), Just("<description/>"), Just("text"),
            Just("<x:y xml:base='http://e.org/a/'>"), Just("<media:content url='http://e.org/x.mp3'>"), Just("<pubDate>2024-01-02</pubDate>"),
            Just("<description>"), Just("</description>"), Just("<b>"), Just("\"'"),
        ], 0..60)
    ) {
        let feed = format!("<rss version='2.0'><channel>{}", soup.concat());
        let _ = to_json(&read(feed.as_bytes()));
    }

    #[test]
    fn damaged_feeds_are_read(
        sample in 0usize..SAMPLES.len(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = SAMPLES[sample].as_bytes().to_vec();
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        bytes.truncate(cut.index(bytes.len()) + 1);
        let _ = to_json(&read(&bytes));
    }

    #[test]
    fn titles_survive(titles in proptest::collection::vec("[ -~äß€日😀]{0,30}", 1..5)) {
        let parsed = read(atom(&titles).as_bytes());
        let got: Vec<_> = parsed.articles.iter().map(|article| article.title.clone()).collect();
        let expected: Vec<_> = titles.iter().map(|title| title.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        prop_assert_eq!(got, expected);
    }

    #[test]
    fn keys_do_not_depend_on_order(titles in proptest::collection::vec("[a-c]{1,2}", 2..6), rotate in 0usize..6) {
        let items: Vec<String> = titles.iter().map(|title| format!("<item><title>{title}</title><link>http://e.org/{title}</link></item>")).collect();
        let keys = |items: &[String]| {
            let parsed = read(format!("<rss><channel>{}</channel></rss>", items.concat()).as_bytes());
            let mut keys: Vec<(String, ArticleKeys)> = parsed.articles.into_iter().map(|article| (article.title, article.keys)).collect();
            keys.sort_by(|a, b| a.0.cmp(&b.0));
            keys
        };
        let mut turned = items.clone();
        turned.rotate_left(rotate % items.len());
        prop_assert_eq!(keys(&items), keys(&turned));
    }

    #[test]
    fn dates_never_panic(text in "\\PC{0,50}") {
        let _ = parse_date(&text);
    }
}

#[test]
fn shared_keys_are_cleared_and_duplicates_merged() {
    let items = |items: &str| read(format!("<rss><channel>{items}</channel></rss>").as_bytes());
    let same = items(
        "<item><guid>S</guid><title>a</title></item><item><guid>S</guid><title>b</title></item>",
    );
    assert_eq!(same.articles.len(), 2);
    assert!(
        same.articles
            .iter()
            .all(|article| article.keys.guid.is_none() && article.keys.title.is_some())
    );
    let twice = items(
        "<item><guid>S</guid><title>a</title></item><item><guid>S</guid><title>a</title></item>",
    );
    assert_eq!(twice.articles.len(), 1);
    assert!(twice.articles[0].keys.guid.is_some());
    assert_eq!(twice.complaints[0].code, "repeated_item");
}

#[test]
fn articles_without_guid_and_link_keep_their_identity() {
    let feed = b"<rss><channel><item><title>only title</title></item><item><description>only text</description></item></channel></rss>";
    let ids = |parsed: &ParsedFeed| {
        to_json(parsed)["articles"]
            .as_array()
            .unwrap()
            .iter()
            .map(|article| article["id"].clone())
            .collect::<Vec<_>>()
    };
    let (first, second) = (read(feed), read(feed));
    assert_eq!(ids(&first), ids(&second));
    assert!(ids(&first).iter().all(|id| id.as_str().unwrap().starts_with("urn:tidings:")));
    assert_ne!(ids(&first)[0], ids(&first)[1]);
}
