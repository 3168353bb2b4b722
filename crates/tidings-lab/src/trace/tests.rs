//! Every form of a trace.

use super::*;
use proptest::prelude::*;
use std::io::Write;

fn parsed(bytes: &[u8]) -> Events {
    parse(std::io::Cursor::new(bytes.to_vec()), &BTreeMap::new()).unwrap()
}

#[test]
fn traces_may_have_a_header_and_be_compressed() {
    let expected: Events = [("a".to_owned(), vec![60, 120]), ("b".to_owned(), vec![90])].into();
    let plain = b"source\ttime\na\t60\nb\t90\na\t120\n";
    assert_eq!(parsed(plain), expected);
    assert_eq!(parsed(b"a,60\nb,1970-01-01T00:01:30Z\na,120.4\n"), expected);
    assert_eq!(parsed(b"title,time,source\n\"x, \"\"y\"\"\",60,a\nz,90,b\n,120,a\n"), expected);
    assert_eq!(parsed(b"source\tt0\tdeltas_seconds\na\t60\t60\nb\t90\t\n"), expected);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(plain).unwrap();
    assert_eq!(parsed(&gzip.finish().unwrap()), expected);
    assert_eq!(parsed(&zstd::encode_all(&plain[..], 1).unwrap()), expected);
    assert!(parsed(b"").is_empty());
}

#[test]
fn the_log_from_the_freshness_page_is_a_trace() {
    let log = b"source,time,seen_at\n7,2026-11-02T08:00:00Z,2026-11-02T08:12:00Z\n".to_vec();
    let events = parse(std::io::Cursor::new(log), &BTreeMap::new()).unwrap();
    assert_eq!(events["7"], [1_793_606_400]);
}

#[test]
fn columns_can_be_named_and_wrong_ones_are_reported() {
    let columns =
        [("source".to_owned(), "section".to_owned()), ("time".to_owned(), "published".to_owned())]
            .into();
    let bytes = b"published\tsection\n60\ta\n".to_vec();
    assert_eq!(parse(std::io::Cursor::new(bytes), &columns).unwrap()["a"], [60]);
    let error = parse(std::io::Cursor::new(b"x\ty\n1\t2\n".to_vec()), &columns).unwrap_err();
    assert!(error.to_string().contains("found x, y"), "{error}");
    let error = parse(std::io::Cursor::new(b"source,time\na,noon\n".to_vec()), &BTreeMap::new())
        .unwrap_err();
    assert!(format!("{error:#}").contains("line 2"), "{error:#}");
}

#[test]
fn the_window_begins_on_the_first_monday_and_keeps_the_weekday() {
    let monday = FIRST_MONDAY + 604_800;
    let events: Events =
        [("a".to_owned(), vec![monday - 100, monday + 60, monday + 86_400])].into();
    let trace = select(&events, &Selection { days: 7, ..Selection::default() });
    assert_eq!((trace.from, trace.begin, trace.end), (monday, 0.0, WEEK));
    assert_eq!(trace.postings, [vec![1.0, DAY]]);
    let tuesday = Selection { from: Some(monday + 86_400), days: 1, ..Selection::default() };
    assert_eq!(select(&events, &tuesday).postings, [vec![DAY]]);
    assert!(
        select(&events, &Selection { min_postings: 4, days: 7, ..Selection::default() })
            .names
            .is_empty()
    );
}

/// Returns a field as it is written if it may contain separators, quotes or nothing.
fn written(field: &str) -> String {
    format!("\"{}\"", field.replace('"', "\"\""))
}

proptest! {
    #[test]
    fn quoted_fields_are_read_as_they_were(line in proptest::collection::vec("[a-zé \",;\t]{0,6}", 1..6)) {
        let text = line.iter().map(|field| written(field)).collect::<Vec<_>>().join(",");
        prop_assert_eq!(fields(&text, ','), line);
    }

    #[test]
    fn there_is_one_more_plain_field_than_separators(line in "[a-z,]{0,30}") {
        let found = fields(&line, ',');
        prop_assert_eq!(found.len(), line.matches(',').count() + 1);
        prop_assert_eq!(found.join(","), line);
    }
}

#[test]
fn misplaced_and_unclosed_quotes_are_tolerated() {
    for (line, expected) in [
        ("a\"b\"c,d", &["abc", "d"][..]),
        ("\"a,b", &["a,b"]),
        ("\"\"", &[""]),
        ("\"a\"\"b\"", &["a\"b"]),
        ("", &[""]),
        (",", &["", ""]),
    ] {
        assert_eq!(fields(line, ','), expected, "{line}");
    }
}

#[test]
fn very_short_input_is_plain_and_compressed_parts_may_be_concatenated() {
    let unpacked_text = |bytes: &[u8]| {
        let mut text = Vec::new();
        unpacked(std::io::Cursor::new(bytes.to_vec())).unwrap().read_to_end(&mut text).unwrap();
        text
    };
    for plain in [&b""[..], b"a", b"abc", b"abcd", b"\x28\xb5\x2f", b"\x1f"] {
        assert_eq!(unpacked_text(plain), plain);
    }
    let packed = |text: &[u8]| {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(text).unwrap();
        gzip.finish().unwrap()
    };
    assert_eq!(unpacked_text(&[packed(b"one "), packed(b"two")].concat()), b"one two");
    assert_eq!(unpacked_text(&packed(b"")), b"");
}
