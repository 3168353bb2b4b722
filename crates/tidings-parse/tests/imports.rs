//! Exports of other feed readers in `fixtures/import/`, each compared with its expected result, and what hostile ones
//! must not do.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::io::{Cursor, Write};
use tidings_model::limits::Limits;
use tidings_parse::import::{ExportError, ExportProgram, ImportFile, ImportedArticle, read};
use zip::{ZipWriter, write::SimpleFileOptions};

fn shown(import: &ImportFile) -> Value {
    let article = |article: &ImportedArticle| {
        let mut shown = json!({
            "source_url": article.source_url, "source_title": article.source_title, "guid": article.guid,
            "link": article.link, "title": article.title, "published": article.published.map(|at| at.to_string()),
            "content_html": article.content_html, "authors": article.authors, "is_read": article.is_read,
            "is_starred": article.is_starred, "tags": article.tags, "categories": article.categories,
        });
        if article.is_later {
            shown["is_later"] = json!(true);
        }
        shown
    };
    let subscriptions: Vec<Value> = import
        .subscriptions
        .iter()
        .map(|feed| json!({"url": feed.url, "title": feed.title, "folder": feed.folder}))
        .collect();
    let complaints: Vec<&str> = import.complaints.iter().map(|complaint| complaint.code).collect();
    json!({
        "kind": import.kind.name(), "subscriptions": subscriptions,
        "articles": import.articles.iter().map(article).collect::<Vec<_>>(), "complaints": complaints,
    })
}

#[track_caller]
fn check(bytes: &[u8], expected: &str) {
    let import = read(bytes, &Limits::default()).expect("the file is an export");
    let expected: Value = serde_json::from_str(expected).expect("the file is valid JSON");
    let got = shown(&import);
    assert_eq!(got, expected, "read:\n{got:#}");
}

macro_rules! fixtures {
    ($($name:ident),+ $(,)?) => {
        $(#[test]
        fn $name() {
            check(
                include_bytes!(concat!("../fixtures/import/", stringify!($name), ".json")),
                include_str!(concat!("../fixtures/import/", stringify!($name), ".expected.json")),
            );
        })+
    };
}

fixtures! { freshrss, miniflux, newsblur, takeout, tidings }

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("writing to memory succeeds");
        writer.write_all(bytes).expect("writing to memory succeeds");
    }
    writer.finish().expect("writing to memory succeeds").into_inner()
}

const FRESHRSS: &[u8] = include_bytes!("../fixtures/import/freshrss.json");
const FRESHRSS_LIST: &[u8] = include_bytes!("../fixtures/import/freshrss.opml.xml");

#[test]
fn an_archive_combines_its_lists_and_merges_duplicate_articles() {
    let bytes = zip(&[
        ("feeds_2026-11-15.opml.xml", FRESHRSS_LIST),
        ("starred_2026-11-15.json", FRESHRSS),
        ("feed_2026-11-15_1_12.json", FRESHRSS),
        ("readme.md", b"not read"),
    ]);
    let import = read(&bytes, &Limits::default()).unwrap();
    assert_eq!(import.kind, ExportProgram::FreshRss);
    assert_eq!(import.subscriptions.len(), 1);
    assert_eq!(import.subscriptions[0].folder, ["Food"]);
    assert_eq!(import.articles.len(), 2);
    assert_eq!(import.complaints, []);
}

#[test]
fn a_list_of_subscriptions_can_be_imported() {
    let import = read(FRESHRSS_LIST, &Limits::default()).unwrap();
    assert_eq!((import.kind, import.subscriptions.len()), (ExportProgram::FreshRss, 1));
    let plain = read(b"https://a.example/feed\n", &Limits::default()).unwrap();
    assert_eq!((plain.kind, plain.subscriptions.len()), (ExportProgram::Opml, 1));
}

#[test]
fn bare_lists_and_lines_are_read() {
    let entry = |n: u32| format!(r#"{{"title":"t{n}","url":"https://e.org/{n}","status":"read"}}"#);
    let list = format!("[{},{}]", entry(1), entry(2));
    let lines = format!("{}\n{}\n", entry(1), entry(2));
    for text in [list, lines] {
        let import = read(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!((import.kind, import.articles.len()), (ExportProgram::Miniflux, 2), "{text}");
    }
}

#[test]
fn a_truncated_export_gives_the_items_before() {
    let whole = include_str!("../fixtures/import/miniflux.json");
    let import = read(&whole.as_bytes()[..whole.len() - 40], &Limits::default()).unwrap();
    assert_eq!(import.articles.len(), 1);
    assert_eq!(import.complaints[0].code, "bad_json");
}

#[test]
fn other_files_are_rejected_with_a_message() {
    let refused = |bytes: &[u8]| read(bytes, &Limits::default()).unwrap_err().to_string();
    assert!(refused(b"  ").contains("empty"));
    let nothing = refused(b"{\"hello\":1}");
    assert!(
        nothing.ends_with("but this is a file without any article or subscription."),
        "{nothing}"
    );
    let broken = refused(b"{\"items\":[");
    assert!(broken.contains("to its end: ") && !broken.contains("kept"), "{broken}");
    let others =
        refused(&zip(&[("cat.png", b"\x89PNG"), ("letter.txt", b"Dear cat"), ("a.json", b"{}")]));
    assert!(others.ends_with("but this is a ZIP archive without subscriptions."), "{others}");
    assert!(refused(b"\x1f\x8b\x08").contains("gzip"));
    assert!(refused(b"PK\x03\x04nonsense").contains("damaged zip"));
    assert!(refused(b"<html><body>").ends_with("but this is an HTML page."));
    let picture = refused(b"\x89PNG\r\n\x1a\n\0<b\xd6>");
    assert!(picture.ends_with("but this is not a text file (PNG image)."), "{picture}");
}

#[test]
fn a_file_that_is_too_large_is_rejected_unread() {
    let limits = Limits { import_bytes: 100, ..Limits::default() };
    assert_eq!(read(&[b'['; 101], &limits), Err(ExportError::TooLarge { bytes: 101, limit: 100 }));
}

#[test]
fn a_zip_bomb_is_unpacked_up_to_the_limit() {
    let mut bomb = br#"{"items":[""#.to_vec();
    bomb.resize(8 << 20, b'a');
    let bytes = zip(&[("a.json", FRESHRSS), ("bomb.json", &bomb), ("b.json", FRESHRSS)]);
    assert!(bytes.len() < 20_000);
    let limits = Limits { import_unpacked_bytes: 1 << 20, ..Limits::default() };
    let import = read(&bytes, &limits).unwrap();
    assert_eq!(import.articles.len(), 2);
    let codes: Vec<_> = import.complaints.iter().map(|complaint| complaint.code).collect();
    assert_eq!(codes, ["bad_json", "too_much_unpacked"]);
}

#[test]
fn an_archive_of_too_many_files_is_rejected_before_it_is_opened() {
    let names: Vec<String> = (0..30).map(|n| format!("{n}.json")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"[]"[..])).collect();
    let limits = Limits { import_files: 20, ..Limits::default() };
    let why = read(&zip(&files), &limits).unwrap_err().to_string();
    assert!(why.contains("more than 20 files"), "{why}");
}

#[test]
fn paths_in_an_archive_are_not_followed() {
    let bytes = zip(&[("../../etc/starred.json", FRESHRSS), ("/abs/feeds.opml", FRESHRSS_LIST)]);
    let import = read(&bytes, &Limits::default()).unwrap();
    assert_eq!((import.articles.len(), import.subscriptions.len()), (2, 1));
}

#[test]
fn deep_json_only_causes_a_complaint() {
    let deep = format!(r#"{{"x":{}"#, "[".repeat(200_000));
    assert!(read(deep.as_bytes(), &Limits::default()).is_err());
    let inside = format!(
        r#"[{{"url":"https://e.org/1","status":"read"}},{{"url":{}"#,
        "{\"a\":".repeat(100_000)
    );
    let import = read(inside.as_bytes(), &Limits::default()).unwrap();
    assert_eq!((import.articles.len(), import.complaints.len()), (1, 1));
}

#[test]
fn articles_and_texts_are_bounded_but_states_are_kept() {
    let entries: Vec<String> = (0..5)
        .map(|n| {
            format!(
                r#"{{"url":"https://e.org/{n}","status":"read","content":"{}"}}"#,
                "x".repeat(100)
            )
        })
        .collect();
    let json = format!("[{}]", entries.join(","));
    let limits = Limits { import_articles: 4, import_text_bytes: 250, ..Limits::default() };
    let import = read(json.as_bytes(), &limits).unwrap();
    let lengths: Vec<_> =
        import.articles.iter().map(|article| article.content_html.len()).collect();
    assert_eq!(lengths, [100, 100, 0, 0]);
    assert!(import.articles.iter().all(|article| article.is_read == Some(true)));
    let codes: Vec<_> = import.complaints.iter().map(|complaint| complaint.code).collect();
    assert_eq!(codes, ["too_much_text", "too_many_articles"]);
}

#[test]
fn an_imported_article_has_the_keys_it_has_at_its_source() {
    let import = read(FRESHRSS, &Limits::default()).unwrap();
    let feed = br#"<rss><channel><item><guid isPermaLink="false">kitchen-1</guid><link>https://kitchen.example/bread</link><title>Bread &amp;amp; butter</title><description>x</description></item></channel></rss>"#;
    let document = tidings_parse::FetchedDocument { bytes: feed, url: None, content_type: None };
    let told = tidings_parse::parse(document, &Limits::default());
    let article = import.articles[0].article(&Limits::default());
    assert_eq!(article.keys.guid, told.articles[0].keys.guid);
    assert_eq!(article.keys.link, told.articles[0].keys.link);
    assert_eq!(article.keys.title, told.articles[0].keys.title);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_rejected(bytes in proptest::collection::vec(any::<u8>(), 0..300), head in 0usize..4) {
        let mut all = [&b"PK\x03\x04"[..], b"{", b"[{", b""][head].to_vec();
        all.extend(bytes);
        let _ = read(&all, &Limits::default());
    }

    #[test]
    fn damaged_exports_are_read_or_rejected(
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        cut in any::<prop::sample::Index>(),
        is_zipped in any::<bool>(),
    ) {
        let mut bytes = match is_zipped {
            true => zip(&[("a.json", FRESHRSS), ("b.opml", FRESHRSS_LIST)]),
            false => FRESHRSS.to_vec(),
        };
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        bytes.truncate(cut.index(bytes.len()) + 1);
        let _ = read(&bytes, &Limits::default());
    }

    #[test]
    fn items_with_members_of_any_type_are_read(
        members in proptest::collection::vec((
            prop_oneof![Just("url"), Just("origin"), Just("categories"), Just("story_title"), Just("published"), Just("status"),
                Just("canonical"), Just("content"), Just("starred"), Just("user_tags"), Just("feed"), Just("id"), Just("story_feed_id")],
            prop_oneof![Just("null"), Just("7"), Just("\"x\""), Just("[]"), Just("{}"), Just("[{\"href\":\"http://e.org\"}]"), Just("true"),
                Just("\"user/-/label/\""), Just("-1e308"), Just("{\"content\":{}}"), Just("\"feed/\"")],
        ), 0..8)
    ) {
        let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        let json = format!("{{\"items\":[{{{}}}]}}", members.join(","));
        let _ = read(json.as_bytes(), &Limits::default());
    }
}
