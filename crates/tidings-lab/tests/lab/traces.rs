//! Traces: how they are read from tables, and which part is selected.

use proptest::prelude::*;
use std::collections::BTreeMap;
use std::io::Cursor;
use tidings_lab::trace::{
    DAY, Events, Selection, WEEK, days_covered, ends, events, first_day, parse, read, select,
};

const DAY_S: i64 = 86_400;
/// Monday, 5 January 1970.
const MONDAY: i64 = 4 * DAY_S;

fn parsed(text: &str) -> anyhow::Result<Events> {
    parse(Cursor::new(text.to_owned()), &BTreeMap::new())
}

#[test]
fn every_notation_of_a_time_gives_the_same_time() {
    for time in [
        "1609718400",
        "1609718400.0",
        "1609718400.999",
        "1.6097184e9",
        "2021-01-04T00:00:00Z",
        "2021-01-04T00:00:00.75Z",
        "2021-01-04T01:00:00+01:00",
        "2021-01-03T19:00:00-05:00",
        "2021-01-04 00:00:00Z",
    ] {
        for separator in [',', '\t'] {
            let found = parsed(&format!("source{separator}time\na{separator}{time}\n"));
            assert_eq!(found.unwrap()["a"], [1_609_718_400], "{time}");
        }
    }
}

#[test]
fn an_invalid_time_is_reported_with_its_line() {
    for (lines, expected) in [
        ("source,time\na,1\na,noon\n", ["line 3", "found \"noon\""]),
        ("source,time\na,1\n\n\na,2021-13-01T00:00:00Z\n", ["line 5", "RFC 3339"]),
        ("source,time\na\n", ["line 2", "expected at least 2 fields, found 1"]),
        ("a,1\nb\n", ["line 2", "expected at least 2 fields, found 1"]),
        // Milliseconds mistaken for seconds have no date.
        ("source,time\na,1609718400000000\n", ["line 2", "expected Unix seconds"]),
        ("source,t0,deltas_seconds\na,0,1 x 3\n", ["line 2", "expected seconds, found \"x\""]),
        ("source,t0,deltas_seconds\na,0,9e99\n", ["line 2", "found \"9e99\""]),
        ("source,t0,deltas_seconds\na,0,9223372036854775807\n", ["line 2", "after the year 9999"]),
        ("when,who\n1,2021\n", ["expected columns \"source\" and \"time\"", "found when, who"]),
        ("one\n", ["expected columns", "found one"]),
    ] {
        let told = format!("{:#}", parsed(lines).unwrap_err());
        assert!(expected.iter().all(|part| told.contains(part)), "{lines:?}: {told}");
    }
}

#[test]
fn columns_can_have_other_names_but_are_not_guessed() {
    let named = |names: &[(&str, &str)]| {
        names.iter().map(|(ours, theirs)| ((*ours).to_owned(), (*theirs).to_owned())).collect()
    };
    let table = "id,feed,seen,time\n1,a,60,7\n2,b,120,8\n";
    let columns: BTreeMap<String, String> = named(&[("source", "feed"), ("time", "seen")]);
    let found = parse(Cursor::new(table), &columns).unwrap();
    assert_eq!(found, Events::from([("a".into(), vec![60]), ("b".into(), vec![120])]));
    // Only the source has another name.
    let found = parse(Cursor::new(table), &named(&[("source", "feed")])).unwrap();
    assert_eq!(found["b"], [8]);
    let told = parse(Cursor::new(table), &named(&[("source", "site")])).unwrap_err().to_string();
    assert!(told.contains("\"site\" and \"time\"") && told.contains("--columns"), "{told}");
}

#[test]
fn quoted_fields_may_contain_separators_and_quotes() {
    for (line, source) in [
        ("a,60", "a"),
        ("\"a\",60", "a"),
        ("\"a,b\",60", "a,b"),
        ("\"say \"\"hi\"\"\",60", "say \"hi\""),
        ("\"\",60", ""),
        ("Zürich,60", "Zürich"),
        ("\"日本, 東京\",60", "日本, 東京"),
    ] {
        let found = parsed(&format!("source,time\n{line}\n")).unwrap();
        assert_eq!(found, Events::from([(source.to_owned(), vec![60])]), "{line}");
    }
    // Tabs separate fields, and quotes are ordinary characters there.
    let found = parsed("source\ttime\n\"a\t60\n").unwrap();
    assert_eq!(found["\"a"], [60]);
}

#[test]
fn deltas_may_be_separated_by_blanks_commas_or_semicolons_and_be_negative() {
    for deltas in ["10 20 -5", "10;20;-5", "10  20 -5 ", "\"10,20,-5\""] {
        let found = parsed(&format!("source,t0,deltas_seconds\na,100,{deltas}\n")).unwrap();
        assert_eq!(found["a"], [100, 110, 130, 125], "{deltas}");
    }
    // If there is a column of times, it is the time; deltas belong to t0.
    let found = parsed("source,time,deltas_seconds\na,100,10 20\n").unwrap();
    assert_eq!(found["a"], [100]);
}

#[test]
fn files_are_read_and_missing_ones_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.csv");
    std::fs::write(&path, format!("a,{MONDAY}\nb,{}\n", MONDAY + 3600)).unwrap();
    let selection = Selection { days: 7, ..Selection::default() };
    let trace = read(&path, &selection).unwrap();
    assert_eq!(trace.names, ["a", "b"]);
    assert_eq!(trace.postings, [[0.0], [60.0]]);
    let told = format!("{:#}", events(&folder.path().join("none"), &BTreeMap::new()).unwrap_err());
    assert!(told.contains("open ") && told.contains("none"), "{told}");
    std::fs::write(&path, "nothing\nof\nuse\n").unwrap();
    let told = format!("{:#}", read(&path, &selection).unwrap_err());
    assert!(told.contains("trace.csv"), "{told}");
}

#[test]
fn a_truncated_compressed_file_is_refused() {
    let plain = b"source,time\na,60\nb,70\n".repeat(50);
    let packed = zstd::encode_all(&plain[..], 1).unwrap();
    let cut = packed[..packed.len() / 2].to_vec();
    assert!(parse(Cursor::new(cut), &BTreeMap::new()).is_err());
    // Bytes that are not text.
    assert!(parse(Cursor::new(vec![b'a', b',', 0xff, b'\n']), &BTreeMap::new()).is_err());
}

#[test]
fn the_first_day_is_the_monday_after_the_first_posting() {
    let at = |second| Events::from([("a".to_owned(), vec![second])]);
    for (first, expected) in [
        (MONDAY, MONDAY),
        (MONDAY + 1, MONDAY + 7 * DAY_S),
        (MONDAY - 1, MONDAY),
        (MONDAY + 7 * DAY_S - 1, MONDAY + 7 * DAY_S),
        (0, MONDAY),
        // Before the epoch, too: 29 December 1969 was a Monday.
        (-1, MONDAY),
        (MONDAY - 7 * DAY_S, MONDAY - 7 * DAY_S),
    ] {
        assert_eq!(first_day(&at(first), &Selection::default()), expected, "{first}");
        let asked = Selection { from: Some(42), ..Selection::default() };
        assert_eq!(first_day(&at(first), &asked), 42);
    }
    assert_eq!(ends(&Events::new()), None);
    assert_eq!(ends(&at(-1)), Some((-DAY_S, -DAY_S)));
    assert_eq!(days_covered(&Events::new(), &Selection { days: 9, ..Selection::default() }), 0);
}

#[test]
fn days_beyond_the_selection_are_not_covered() {
    let events =
        Events::from([("a".to_owned(), vec![MONDAY, MONDAY + 3 * DAY_S, MONDAY + 40 * DAY_S])]);
    for (days, covered) in [(0, 0), (1, 1), (3, 1), (4, 4), (40, 4), (41, 41), (99, 41)] {
        let selection = Selection { days, ..Selection::default() };
        assert_eq!(days_covered(&events, &selection), covered, "{days}");
    }
}

fn some_events() -> impl Strategy<Value = Events> {
    let times = proptest::collection::vec(-40 * DAY_S..400 * DAY_S, 1..30);
    proptest::collection::btree_map("[a-d]{1,2}", times, 1..6)
}

proptest! {
    #[test]
    fn what_is_written_is_read(events in some_events(), separator in prop_oneof![Just(','), Just('\t')]) {
        let mut lines = format!("source{separator}time\n");
        for (name, times) in &events {
            times.iter().for_each(|time| lines.push_str(&format!("{name}{separator}{time}\n")));
        }
        let packed = zstd::encode_all(lines.as_bytes(), 1).unwrap();
        prop_assert_eq!(&parsed(&lines).unwrap(), &events);
        prop_assert_eq!(&parse(Cursor::new(packed), &BTreeMap::new()).unwrap(), &events);
    }

    #[test]
    fn a_selection_contains_the_postings_of_its_days_in_order(
        events in some_events(), from in proptest::option::of(-30i64..300), days in 0u32..120, min_postings in 0usize..5,
    ) {
        let from = from.map(|day| day * DAY_S);
        let selection = Selection { from, days, min_postings, ..Selection::default() };
        let trace = select(&events, &selection);
        prop_assert_eq!(trace.names.len(), trace.postings.len());
        prop_assert!((0.0..WEEK).contains(&trace.begin));
        prop_assert!((trace.end - trace.begin - f64::from(days) * DAY).abs() < 1e-6);
        for postings in &trace.postings {
            prop_assert!(postings.len() >= min_postings.max(1));
            prop_assert!(postings.is_sorted());
            prop_assert!(postings.iter().all(|at| (trace.begin..trace.end).contains(at)));
        }
        let until = trace.from + i64::from(days) * DAY_S;
        let within = |times: &Vec<i64>| times.iter().filter(|time| (trace.from..until).contains(time)).count();
        let expected: usize = events.values().map(within).filter(|n| *n >= min_postings.max(1)).sum();
        prop_assert_eq!(trace.n_postings(), expected);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(Cursor::new(bytes), &BTreeMap::new());
    }

    #[test]
    fn no_lines_make_it_panic(lines in "(source|time|t0|deltas_seconds|a|[0-9]{1,20}|-|,|;|\t|\"|\n|é| ){0,40}") {
        let _ = parsed(&lines);
    }
}
