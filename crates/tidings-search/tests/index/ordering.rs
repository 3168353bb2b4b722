//! The order of hits, page after page, and what counts as one.

use crate::shelf::{Article, article, ask, at, document, index, page, scope};
use proptest::prelude::*;
use std::sync::Arc;
use tidings_search::{
    Answers, HitOrder, Index, Lookup, MOST_PAGED, NameTarget, ReadingMark, SearchScope,
};

fn ids(
    index: &Index,
    query: &str,
    scope: &SearchScope,
    order: HitOrder,
    wanted: std::ops::Range<usize>,
) -> Vec<i64> {
    let found = page(index, query, scope, &Answers::new(), order, wanted);
    found.ids.iter().map(|id| id.0).collect()
}

/// Returns a page of a list sorted by hand: the newest first, of equals the one added last.
fn expected(
    articles: &[Article],
    scope: &[i64],
    kept: &[i64],
    wanted: std::ops::Range<usize>,
) -> Vec<i64> {
    let may_see = |one: &&Article| scope.contains(&one.source) || kept.contains(&one.id);
    let mut seen: Vec<&Article> = articles.iter().filter(may_see).collect();
    seen.sort_by_key(|one| (one.hours, -one.id));
    seen.iter().skip(wanted.start).take(wanted.len()).map(|one| one.id).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_page_matches_the_sorted_list(
        articles in proptest::collection::vec((1i64..4, 0i64..6), 1..30),
        sources in proptest::collection::btree_set(1i64..4, 0..3),
        kept in proptest::collection::btree_set(1i64..30, 0..4),
        skip in 0usize..12,
        limit in 0usize..12,
    ) {
        let articles: Vec<Article> = articles
            .into_iter()
            .zip(1..)
            .map(|((source, hours), id)| Article { source, hours, ..article(id, "Fox", "") })
            .collect();
        let index = index(&articles);
        let (sources, kept): (Vec<i64>, Vec<i64>) =
            (sources.into_iter().collect(), kept.into_iter().collect());
        let scope = scope(&sources, &kept);
        let all = expected(&articles, &sources, &kept, 0..100);
        let wanted = skip..skip + limit;
        let found = page(&index, "fox", &scope, &Answers::new(), HitOrder::Newest, wanted.clone());
        prop_assert_eq!(found.n_hits as usize, all.len());
        let found: Vec<i64> = found.ids.iter().map(|id| id.0).collect();
        prop_assert_eq!(found, expected(&articles, &sources, &kept, wanted));
        // Equal texts are ordered by age alone, if nothing is older than a few hours.
        prop_assert_eq!(ids(&index, "fox", &scope, HitOrder::Relevance, 0..100), all);
    }
}

#[test]
fn a_limit_of_zero_only_counts() {
    let index = index(&[article(1, "Fox", ""), article(2, "Fox", "")]);
    for order in [HitOrder::Newest, HitOrder::Relevance] {
        let found = page(&index, "fox", &scope(&[1], &[]), &Answers::new(), order, 0..0);
        assert_eq!((found.n_hits, found.ids.len()), (2, 0));
    }
}

#[test]
fn beyond_the_last_page_there_are_no_more() {
    let n = MOST_PAGED as i64 + 50;
    let articles: Vec<Article> =
        (1..=n).map(|id| Article { hours: id, ..article(id, "Fox", "") }).collect();
    let index = index(&articles);
    let all = scope(&[1], &[]);
    let last = ids(&index, "fox", &all, HitOrder::Newest, MOST_PAGED - 3..MOST_PAGED + 40);
    assert_eq!(last, [1998, 1999, 2000]);
    assert!(ids(&index, "fox", &all, HitOrder::Newest, MOST_PAGED..MOST_PAGED + 9).is_empty());
    let found = page(&index, "fox", &all, &Answers::new(), HitOrder::Newest, 0..usize::MAX);
    assert_eq!((found.n_hits as i64, found.ids.len()), (n, MOST_PAGED), "all are counted");
}

#[test]
fn hits_of_several_commits_are_one_list() {
    let index = Index::in_memory().unwrap();
    let mut writer = index.writer().unwrap();
    // Odd ids first, so that no segment of the index contains a whole page.
    for id in (1..=9).step_by(2).chain((2..=8).step_by(2)) {
        writer.add(&document(&article(id, "Fox", ""))).unwrap();
        writer.commit(at(id)).unwrap();
    }
    let all = scope(&[1], &[]);
    assert_eq!(ids(&index, "fox", &all, HitOrder::Newest, 0..5), [1, 2, 3, 4, 5]);
    assert_eq!(ids(&index, "fox", &all, HitOrder::Newest, 5..99), [6, 7, 8, 9]);
    assert_eq!(ids(&index, "fox", &all, HitOrder::Relevance, 0..4), [1, 2, 3, 4]);
}

/// In a month a hit loses a sixth of its first day's score; repeating the word outweighs that.
#[test]
fn relevance_outweighs_recency() {
    let filler = "word ".repeat(30);
    let of = |id, hours, text: &str| Article {
        hours,
        ..article(id, "News", &format!("{text} {filler}"))
    };
    let index = index(&[
        of(1, 24 * 30, "fox fox fox"),
        of(2, 0, "fox"),
        of(3, 24 * 30, "fox"),
        Article { hours: 24 * 300, ..article(4, "Fox", &filler) },
    ]);
    assert_eq!(ids(&index, "fox", &scope(&[1], &[]), HitOrder::Relevance, 0..9), [4, 1, 2, 3]);
    assert_eq!(ids(&index, "fox", &scope(&[1], &[]), HitOrder::Newest, 0..9), [2, 3, 1, 4]);
}

#[test]
fn date_limits_are_exact_to_the_millisecond() {
    // Published at midnight on the 14th, and an hour around it.
    let index = index(&[
        Article { hours: 35, ..article(1, "Fox", "") },
        Article { hours: 36, ..article(2, "Fox", "") },
        Article { hours: 37, ..article(3, "Fox", "") },
    ]);
    for (query, expected) in [
        ("after:2026-11-14", vec![1, 2]),
        ("before:2026-11-14", vec![3]),
        ("fox -after:2026-11-14", vec![3]),
        ("after:36h", vec![1, 2]),
        ("before:36h", vec![3]),
        ("after:2026-11-14 before:2026-11-14", vec![]),
        ("after:2026-11-14 OR before:2026-11-14", vec![1, 2, 3]),
        ("before:9999-12-31", vec![1, 2, 3]),
        ("after:9999-12-31", vec![]),
        ("after:0000", vec![1, 2, 3]),
        ("after:9999y", vec![1, 2, 3]),
    ] {
        let found = ids(&index, query, &scope(&[1], &[]), HitOrder::Newest, 0..9);
        assert_eq!(found, expected, "{query}");
    }
}

#[test]
fn of_many_words_with_a_prefix_the_most_frequent_are_searched() {
    // Six hundred words in one article each, and one that is in twenty.
    let rare = (1..=600).map(|id| article(id, "", &format!("zz{id}")));
    let all: Vec<Article> =
        rare.chain((601..=620).map(|id| article(id, "", "zzfrequent"))).collect();
    let index = index(&all);
    let found = page(&index, "zz*", &scope(&[1], &[]), &Answers::new(), HitOrder::Newest, 0..2000);
    assert_eq!((found.n_hits, found.ids.len()), (511 + 20, 511 + 20));
    let frequent = found.ids.iter().filter(|id| id.0 > 600).count();
    assert_eq!(frequent, 20);
}

#[test]
fn prefixes_find_words_and_not_marked_stems() {
    let english = "The quick brown fox was running over the lazy dogs, and everybody was looking.";
    let index =
        index(&[article(1, "Foxes", english), article(2, "Fo", "fö"), article(3, "of", "elf")]);
    let found = |query: &str| ids(&index, query, &scope(&[1], &[]), HitOrder::Newest, 0..9);
    assert_eq!(found("fo*"), [1, 2]);
    assert_eq!(found("FÖ*"), [1, 2]);
    assert_eq!(found("title:fo*"), [1, 2]);
    assert_eq!(found("title:qui*"), [0_i64; 0]);
    assert_eq!(found("author:fo*"), [0_i64; 0]);
    // One letter is a whole word; marked stems begin with none.
    assert_eq!(found("f*"), [0_i64; 0]);
    assert_eq!(found("\u{1}*"), [0_i64; 0]);
    assert_eq!(found("-fo*"), [3]);
    assert_eq!(found("fo* -qui*"), [2]);
}

/// No query, however formed, finds or counts another user's articles.
#[test]
fn no_condition_extends_the_scope() {
    let mut articles: Vec<Article> = (1..=4).map(|id| article(id, "Fox", "")).collect();
    articles[2].source = 2;
    articles[3].source = 2;
    let index = index(&articles);
    let set = |ids: &[i64]| Arc::new(ids.iter().copied().collect());
    // The resolved names include another user's sources, as a mistake of the caller would.
    let answers = Answers::from([
        (Lookup::Source("s".to_owned()), NameTarget::Sources(set(&[1, 2]))),
        (Lookup::Tag("t".to_owned()), NameTarget::Articles(set(&[2, 3, 4]))),
        (Lookup::Is(ReadingMark::Unread), NameTarget::Articles(set(&[3, 4]))),
        (Lookup::Is(ReadingMark::Starred), NameTarget::Articles(set(&[1, 2, 3, 4]))),
    ]);
    for (query, expected) in [
        ("source:s", vec![1, 2, 3]),
        ("tag:t", vec![2, 3]),
        ("is:unread", vec![3]),
        ("is:read", vec![1, 2]),
        ("-is:starred OR fox", vec![1, 2, 3]),
        ("is:starred", vec![1, 2, 3]),
        ("-nothing", vec![1, 2, 3]),
    ] {
        for order in [HitOrder::Newest, HitOrder::Relevance] {
            let found = ask(&index, query, &scope(&[1], &[3]), &answers, order, 0);
            let mut ids: Vec<i64> = found.ids.iter().map(|id| id.0).collect();
            ids.sort_unstable();
            assert_eq!((ids, found.n_hits as usize), (expected.clone(), expected.len()), "{query}");
        }
    }
}
