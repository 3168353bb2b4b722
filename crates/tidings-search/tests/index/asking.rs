//! The query language through the public API: parsing, widening, highlighting.

use jiff::{Timestamp, tz::TimeZone};
use proptest::prelude::*;
use tidings_search::{Highlighter, IdSet, Lookup, Query, ReadingMark, text_of};

fn shown(text: &str) -> String {
    Query::parse(text).to_string()
}

/// What is typed, and how it is parsed.
#[test]
fn any_input_is_parsed() {
    for (typed, understood) in [
        ("", ""),
        ("   ", ""),
        ("rust", "rust"),
        ("rust news", "rust news"),
        ("  rust\t news ", "rust news"),
        ("-rust", "-rust"),
        ("--rust", "--rust"),
        ("- rust", "- rust"),
        ("-", "-"),
        ("\"a b\"", "\"a b\""),
        ("\"a   b", "\"a b\""),
        ("\"\"", ""),
        ("a OR b", "a OR b"),
        ("OR a", "OR a"),
        ("a OR", "a OR"),
        ("a or b", "a or b"),
        ("ORa", "ORa"),
        ("rus*", "rus*"),
        ("*", "*"),
        ("title:rust", "title:rust"),
        ("TITLE:rust", "title:rust"),
        ("title:\"a b\"", "title:\"a b\""),
        ("title:", "title:"),
        ("author:ada", "author:ada"),
        ("source:\"The Times\"", "source:\"The Times\""),
        ("folder:News", "folder:News"),
        ("tag:x", "tag:x"),
        ("is:unread", "is:unread"),
        ("is:UNREAD", "is:unread"),
        ("is:odd", "is:odd"),
        ("before:2026-11-15", "before:2026-11-15"),
        ("after:7d", "after:7d"),
        ("after:soon", "after:soon"),
        ("https://e.org/", "https://e.org/"),
        ("日本語 -中文", "日本語 -中文"),
    ] {
        assert_eq!(shown(typed), understood, "{typed:?}");
        assert_eq!(shown(&shown(typed)), understood, "{typed:?}, again");
    }
}

#[test]
fn names_are_looked_up_once_each() {
    let query = Query::parse(
        "tag:a tag:a -tag:b source:s folder:f is:read is:unread is:starred is:later word",
    );
    assert_eq!(
        query.lookups(),
        [
            Lookup::Tag("a".to_owned()),
            Lookup::Tag("b".to_owned()),
            Lookup::Source("s".to_owned()),
            Lookup::Folder("f".to_owned()),
            Lookup::Is(ReadingMark::Unread),
            Lookup::Is(ReadingMark::Starred),
            Lookup::Is(ReadingMark::Later),
        ]
    );
    assert!(Query::parse("a b \"c d\" before:2026").lookups().is_empty());
}

#[test]
fn searches_without_results_are_widened_if_possible() {
    for (typed, wider) in [
        ("", None),
        ("rust", None),
        ("rust news", Some("rust OR news")),
        ("rust OR news", None),
        ("\"rust news\"", Some("rust news")),
        ("title:rust", Some("rust")),
        ("rust -news", Some("rust")),
        ("rust is:unread", Some("rust")),
        ("is:unread", None),
        ("rus*", Some("rus")),
    ] {
        let found = Query::parse(typed).wider().map(|query| query.to_string());
        assert_eq!(found.as_deref(), wider, "{typed}");
    }
}

#[test]
fn hits_are_marked_where_they_occur() {
    let marked = |query: &str, title: &str, html: &str| {
        let (title, passage) = Highlighter::new(&Query::parse(query)).mark(title, html, Some("en"));
        let draw = |pieces: Vec<tidings_search::HighlightPiece>| -> String {
            pieces
                .into_iter()
                .map(|piece| if piece.is_hit { format!("[{}]", piece.text) } else { piece.text })
                .collect()
        };
        (draw(title), draw(passage))
    };
    for (query, title, html, in_title, in_text) in [
        ("fox", "A fox", "<p>The fox ran.</p>", "A [fox]", "The [fox] ran."),
        ("FOX", "A Fox", "", "A [Fox]", ""),
        ("foxes", "", "The fox ran.", "", "The [fox] ran."),
        ("\"brown fox\"", "", "A brown fox, a red fox", "", "A [brown] [fox], a red fox"),
        ("fo*", "Foxes", "folly of", "[Foxes]", "[folly] of"),
        ("title:fox", "fox", "fox", "[fox]", "fox"),
        ("-fox", "fox", "fox", "fox", "fox"),
        ("cafe", "Café", "", "[Café]", ""),
        ("京都", "東京都", "", "東[京都]", ""),
        ("", "fox", "fox", "fox", "fox"),
        ("nothing", "fox", "fox", "fox", "fox"),
    ] {
        assert_eq!(
            marked(query, title, html),
            (in_title.to_owned(), in_text.to_owned()),
            "{query}"
        );
    }
}

#[test]
fn dates_begin_at_midnight_of_the_zone() {
    let now: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
    for (typed, offset, expected) in [
        ("before:2026-11-15", 0, "2026-11-15T00:00:00Z"),
        ("before:2026-11-15", 2, "2026-11-14T22:00:00Z"),
        ("before:2026-11-15", -5, "2026-11-15T05:00:00Z"),
        ("after:2026-02", 0, "2026-02-01T00:00:00Z"),
        ("after:2024", 0, "2024-01-01T00:00:00Z"),
        ("after:today", 0, "2026-11-15T00:00:00Z"),
        ("after:yesterday", 0, "2026-11-14T00:00:00Z"),
        ("after:2w", 0, "2026-11-01T12:00:00Z"),
        ("after:1y", 0, "2025-11-15T12:00:00Z"),
    ] {
        let query = Query::parse(typed);
        let zone = TimeZone::fixed(jiff::tz::offset(offset));
        let date = query.parts().find_map(|part| match part.what {
            tidings_search::query::What::Before(date)
            | tidings_search::query::What::After(date) => Some(date),
            _ => None,
        });
        assert_eq!(date.unwrap().start(now, &zone).to_string(), expected, "{typed} {offset}");
    }
}

proptest! {
    #[test]
    fn formatting_and_parsing_gives_the_same_query(typed in "(\"|-|OR|\\*|title:|author:|tag:|is:|before:|after:|unread|7d|2026|[a-zé日]{1,4}| ){0,30}") {
        let query = Query::parse(&typed);
        prop_assert_eq!(Query::parse(&query.to_string()), query.clone(), "{}", query);
        if let Some(wider) = query.wider() {
            prop_assert!(!wider.is_empty());
            prop_assert_ne!(wider, query);
        }
    }

    #[test]
    fn pieces_add_up_to_the_text(query in "[a-c\" *-]{0,12}", title in "[a-c ]{0,20}", body in "([a-c]{1,3} ){0,60}") {
        let highlighter = Highlighter::new(&Query::parse(&query));
        let (in_title, passage) = highlighter.mark(&title, &body, None);
        let whole: String = in_title.iter().map(|piece| piece.text.as_str()).collect();
        prop_assert_eq!(whole, title);
        prop_assert!(passage.iter().all(|piece| !piece.text.is_empty()));
        // Two adjacent pieces of the same kind would be one piece.
        prop_assert!(in_title.iter().all(|piece| !piece.text.is_empty()));
    }

    #[test]
    fn text_is_extracted_from_its_html(words in proptest::collection::vec("[a-z]{1,6}", 1..10)) {
        let html: String = words.iter().map(|word| format!("<p>{word}</p>")).collect();
        prop_assert_eq!(text_of(&html, 10_000), words.join(" "));
    }

    #[test]
    fn a_set_of_ids_is_a_set(ids in proptest::collection::btree_set(-1000i64..1000, 0..60)) {
        let set: IdSet = ids.iter().copied().collect();
        for id in -1001..1001 {
            prop_assert_eq!(set.contains(id), ids.contains(&id));
        }
    }
}
