//! Pages, images, pings and lists through the public API: tables of expected results, and bytes that must not cause
//! panics.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use proptest::prelude::*;
use tidings_model::limits::Limits;
use tidings_parse::discover::{discover, guesses};
use tidings_parse::html_scan::tame;
use tidings_parse::page::page_text;
use tidings_parse::picture::{PictureFormat, Size};
use tidings_parse::text::{cut, escape, plain_text, title_text};
use tidings_parse::{hfeed, opml, ping};
use url::Url;

fn page() -> Url {
    "https://example.org/blog/post".parse().unwrap()
}

fn found(html: &str) -> Vec<String> {
    discover(html, &page()).feeds.iter().map(|feed| feed.url.to_string()).collect()
}

#[test]
fn feeds_declared_by_a_page_are_found() {
    let rss = "type='application/rss+xml'";
    for (html, expected) in [
        (format!("<link rel=alternate {rss} href=/feed>"), &["https://example.org/feed"][..]),
        (format!("<LINK REL='Alternate' {rss} HREF='feed'>"), &["https://example.org/blog/feed"]),
        (
            "<link rel=alternate type='application/atom+xml; charset=utf-8' href=/a>".to_owned(),
            &["https://example.org/a"],
        ),
        (
            "<link rel=alternate type=application/feed+json href=/j>".to_owned(),
            &["https://example.org/j"],
        ),
        (
            "<link rel=alternate type=application/json href=/feed.json>".to_owned(),
            &["https://example.org/feed.json"],
        ),
        ("<link rel='stylesheet alternate' type=text/css href=/s>".to_owned(), &[]),
        (format!("<link rel='home alternate' {rss} href=/x>"), &["https://example.org/x"]),
        (
            format!("<link rel=alternate {rss} href='https://other.example/f?a=1&amp;b=2'>"),
            &["https://other.example/f?a=1&b=2"],
        ),
        (
            format!("<base href=https://cdn.example/><link rel=alternate {rss} href=f>"),
            &["https://cdn.example/f"],
        ),
        (format!("<link rel=alternate {rss} href=javascript:x>"), &[]),
        (format!("<link rel=alternate {rss}>"), &[]),
        (format!("<!-- <link rel=alternate {rss} href=/hidden> -->"), &[]),
        (format!("<script>\"<link rel=alternate {rss} href=/hidden>\"</script>"), &[]),
        (
            format!("<link rel=alternate {rss} href=/f><link rel=alternate {rss} href=/f>"),
            &["https://example.org/f"],
        ),
        (String::new(), &[]),
    ] {
        assert_eq!(found(&html), expected, "{html}");
    }
}

#[test]
fn guesses_are_on_the_same_site_and_unique() {
    for address in [
        "https://example.org/",
        "https://example.org/blog/post?a=1#b",
        "http://example.org:8080/x/y/z",
    ] {
        let page: Url = address.parse().unwrap();
        let guesses = guesses(&page);
        assert!(!guesses.is_empty());
        let mut unique: Vec<&Url> = guesses.iter().collect();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), guesses.len(), "{address}");
        assert!(
            guesses
                .iter()
                .all(|guess| guess.origin() == page.origin() && guess.fragment().is_none()),
            "{guesses:?}"
        );
    }
}

#[test]
fn title_language_and_icon_of_a_page_are_found() {
    let about = discover(
        "<html lang=de-AT><head><title> A &amp;\n B </title><link rel='shortcut icon' href=/i.png></head>",
        &page(),
    );
    assert_eq!((about.title.as_str(), about.language.as_deref()), ("A & B", Some("de-AT")));
    assert_eq!(about.icon.map(String::from).as_deref(), Some("https://example.org/i.png"));
    let nothing = discover("<p>x", &page());
    assert_eq!((nothing.title.as_str(), nothing.language, nothing.icon), ("", None, None));
}

#[test]
fn text_of_markup() {
    for (html, plain, title) in [
        ("A", "A", "A"),
        ("<b>A</b>", "A", "A"),
        ("A<br>B", "A B", "A B"),
        ("<p>A</p><p>B</p>", "A B", "A B"),
        ("A &amp; B", "A & B", "A & B"),
        ("A &amp;amp; B", "A &amp; B", "A &amp; B"),
        ("&#65;&#x42;&eacute;", "ABé", "ABé"),
        ("&#0;&#xD800;&#x110000;", "\u{fffd}\u{fffd}\u{fffd}", "\u{fffd}\u{fffd}\u{fffd}"),
        ("1 < 2", "1 < 2", "1 < 2"),
        ("a<b", "a", "a"),
        ("<!-- x -->A", "A", "A"),
        ("<style>p{}</style>A", "A", "A"),
        ("Vec<T> and <input>", "Vec and", "Vec<T> and <input>"),
        ("  A \t\n B  ", "A B", "A B"),
        ("", "", ""),
        ("&nbsp;", "\u{a0}", "\u{a0}"),
    ] {
        assert_eq!(plain_text(html), plain, "{html}");
        assert_eq!(title_text(html), title, "{html}");
    }
}

/// The headers of images of 300 × 200, built from the format specifications.
#[test]
fn image_format_and_size_are_detected() {
    let png = [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], &300u32.to_be_bytes(), &200u32.to_be_bytes()]
        .concat();
    let gif = [&b"GIF89a"[..], &300u16.to_le_bytes(), &200u16.to_le_bytes()].concat();
    let bmp = [
        &b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"[..],
        &300u32.to_le_bytes(),
        &200u32.to_le_bytes(),
    ]
    .concat();
    // Start of image, one segment to skip, start of frame: length, precision, height, width.
    let jpeg = [
        &b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08"[..],
        &200u16.to_be_bytes(),
        &300u16.to_be_bytes(),
        &[3; 12],
    ]
    .concat();
    for (bytes, kind) in [
        (png, PictureFormat::Png),
        (gif, PictureFormat::Gif),
        (bmp, PictureFormat::Bmp),
        (jpeg, PictureFormat::Jpeg),
    ] {
        assert_eq!(PictureFormat::of(&bytes), Some(kind));
        assert_eq!(kind.size(&bytes), Some(Size { width: 300, height: 200 }), "{kind:?}");
        assert_eq!(kind.size(&bytes).unwrap().pixels(), 60_000);
        for end in 0..bytes.len() {
            let _ = PictureFormat::of(&bytes[..end]).map(|kind| kind.size(&bytes[..end]));
        }
        assert!(kind.media_type().starts_with("image/"));
    }
    for (bytes, kind) in [
        (&b"<svg xmlns='http://www.w3.org/2000/svg'/>"[..], Some(PictureFormat::Svg)),
        (b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- x --><svg>", Some(PictureFormat::Svg)),
        (b"<svgx>", None),
        (b"<html><svg>", None),
        (b"", None),
        (b"\x89PNG", None),
        (b"GIF88a", None),
        (b"RIFF....WEBPVP8 ", Some(PictureFormat::Webp)),
        (b"RIFF....WAVE", None),
        (b"\0\0\x01\0\x01\0", Some(PictureFormat::Ico)),
        (b"\0\0\x01\0\0\0", None),
        (b"\0\0\0\x14ftypavif\0\0\0\0mif1", Some(PictureFormat::Avif)),
        (b"\0\0\0\x14ftypmp42\0\0\0\0isom", None),
    ] {
        assert_eq!(PictureFormat::of(bytes), kind, "{bytes:?}");
    }
}

#[test]
fn pages_are_decoded_by_their_declaration() {
    for (bytes, content_type, end) in [
        (&b"caf\xc3\xa9"[..], None, "café"),
        (b"caf\xe9", Some("text/html; charset=iso-8859-1"), "café"),
        (b"caf\xe9", Some("text/html; charset=\"ISO-8859-1\""), "café"),
        (b"<meta charset='windows-1252'>\x93x\x94", None, "\u{201c}x\u{201d}"),
        (b"\xef\xbb\xbfcaf\xc3\xa9", Some("text/html; charset=iso-8859-1"), "café"),
        (b"\xff\xfea\0b\0", None, "ab"),
        (b"", None, ""),
    ] {
        assert!(
            page_text(bytes, content_type).ends_with(end),
            "{bytes:?}: {}",
            page_text(bytes, content_type)
        );
    }
}

#[test]
fn an_incomplete_ping_is_rejected_with_what_is_missing() {
    let call = |method: &str, values: &[&str]| {
        let params: String =
            values.iter().map(|value| format!("<param><value>{value}</value></param>")).collect();
        format!(
            "<methodCall><methodName>{method}</methodName><params>{params}</params></methodCall>"
        )
    };
    let ping = |method: &str, values: &[&str]| ping::read(call(method, values).as_bytes());
    let ours = "weblogUpdates.ping";
    let read = ping(ours, &["A", "https://e.org/", "not one", "https://e.org/feed"]).unwrap();
    assert_eq!(read.addresses.len(), 2);
    for (method, values, expected) in [
        ("", &["A", "https://e.org/"][..], "Expected an XML-RPC call."),
        ("system.listMethods", &["A", "https://e.org/"], "Expected weblogUpdates.ping or"),
        (ours, &[], "Expected the name and the address"),
        (ours, &["A"], "Expected the address of a site."),
        (ours, &["A", "javascript:x", "mailto:a@e.org"], "Expected the address of a site."),
    ] {
        let told = ping(method, values).unwrap_err();
        assert!(told.starts_with(expected), "{told}");
    }
    let long = "x".repeat(ping::MAX_BYTES);
    assert_eq!(ping(ours, &[&long]).unwrap_err(), "The call is too long.");
    assert_eq!(ping::read(b"").unwrap_err(), "Expected an XML-RPC call.");
}

proptest! {
    #[test]
    fn no_bytes_cause_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let limits = Limits::default();
        let text = page_text(&bytes, None).into_owned();
        let _ = discover(&text, &page());
        let _ = hfeed::hfeed(&text, &page(), &limits);
        let _ = opml::read(&bytes, &limits);
        let _ = ping::read(&bytes);
        let _ = PictureFormat::of(&bytes).map(|kind| kind.size(&bytes));
    }

    #[test]
    fn no_markup_causes_a_panic(html in "(<(a|link|div|base|time|html|meta|title|p|script)( (rel|href|class|type|charset|datetime)=('|\"|)?(alternate|h-entry|p-name u-url|/x|//|http:|application/rss\\+xml|é)('|\"|)?){0,3}>|</(a|div|p|title|script)>|<!--|-->|text|&amp;|&){0,25}") {
        let limits = Limits::default();
        let feeds = discover(&html, &page()).feeds;
        prop_assert!(feeds.iter().all(|feed| matches!(feed.url.scheme(), "http" | "https")));
        for entry in hfeed::hfeed(&html, &page(), &limits).unwrap_or_default() {
            prop_assert!(entry.link.is_none_or(|link| matches!(link.scheme(), "http" | "https")));
            prop_assert!(entry.title.len() <= limits.title_bytes);
        }
        // Taming only removes tags; it never adds one.
        let n_tags = |html: &str| html.matches('<').count();
        prop_assert!(n_tags(&tame(&html, &limits)) <= n_tags(&html));
    }

    #[test]
    fn escaped_text_is_decoded_back(text in "[ -~äöü€日本]{0,60}") {
        let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
        prop_assert_eq!(plain_text(&escape(&text)), folded.clone());
        prop_assert_eq!(title_text(&escape(&text)), folded);
        let escaped = escape(&text);
        prop_assert!(!escaped.contains(['<', '>', '"']));
    }

    #[test]
    fn cut_returns_a_prefix_within_the_limit(text in "\\PC{0,40}", bytes in 0usize..80) {
        let short = cut(&text, bytes);
        prop_assert!(text.starts_with(short) && short.len() <= bytes);
        prop_assert!(short.len() == text.len() || text.len() > bytes && short.len() + 4 > bytes);
    }
}
