//! Which articles are found.

use crate::shelf::{Article, article, ask, at, found, index, put, scope};
use proptest::prelude::*;
use std::{
    collections::HashSet,
    sync::{Arc, LazyLock},
};
use tidings_search::{Answers, HitOrder, Index, Lookup, NameTarget, ReadingMark};

const ENGLISH: &str = "The quick brown fox was running over the lazy dogs, and everybody there was looking at it with joy.";
const GERMAN: &str = "Die alten Häuser der Stadt wurden im vergangenen Jahr von den Bürgern für viel Geld wieder schön gemacht.";
const FRENCH: &str = "Les nouvelles écoles de la région ont été aimées par tous les élèves dès le premier jour de la rentrée.";

fn shelf() -> Vec<Article> {
    vec![
        article(1, "A fox", ENGLISH),
        article(2, "Häuser", GERMAN),
        article(3, "Écoles", FRENCH),
        article(4, "C++ or Rust?", "don't panic, it's 3.14 &amp; more"),
        Article {
            authors: vec!["Ada Lovelace".to_owned()],
            tags: vec!["Analytical engines".to_owned()],
            ..article(5, "Notes", "on computing")
        },
    ]
}

fn check(query: &str, expected: &[i64]) {
    static INDEX: LazyLock<Index> = LazyLock::new(|| index(&shelf()));
    assert_eq!(found(&INDEX, query), expected, "{query}");
}

#[test]
fn words_are_found_in_any_inflected_form() {
    check("fox", &[1]);
    check("run", &[1]);
    check("RUNS", &[1]);
    check("dog look", &[1]);
    check("haus", &[2]);
    check("Hauser", &[2]);
    check("bürger", &[2]);
    check("ecole", &[3]);
    check("élève", &[3]);
    check("eleves", &[3]);
    check("aimer", &[3]);
    check("nowhere", &[]);
}

#[test]
fn all_words_must_occur_unless_joined_by_or() {
    check("fox haus", &[]);
    check("fox OR haus", &[1, 2]);
    check("fox OR haus -quick", &[2]);
    check("-fox", &[2, 3, 4, 5]);
    check("fox OR -haus", &[1, 3, 4, 5]);
}

#[test]
fn phrases_are_exact_and_in_order() {
    check("\"brown fox\"", &[1]);
    check("\"fox brown\"", &[]);
    check("\"lazy dog\"", &[]);
    check("\"lazy dogs\"", &[1]);
    // A phrase does not cross from the title into the text.
    check("\"rust don\"", &[]);
}

#[test]
fn prefixes_find_longer_words() {
    check("comp*", &[5]);
    check("häu*", &[2]);
    check("\"qui\"", &[]);
    check("qui*", &[1]);
}

#[test]
fn signs_and_fractions_are_found_as_they_are_written() {
    check("c++", &[4]);
    check("3.14", &[4]);
    check("don't", &[4]);
    check("it's", &[4]);
    check("- & *", &[]);
    check("- & * c++", &[4]);
}

#[test]
fn fields_are_searched_by_name() {
    check("title:notes", &[5]);
    check("title:fox", &[1]);
    check("title:dog", &[]);
    check("author:lovelace", &[5]);
    check("author:\"ada lovelace\"", &[5]);
    check("author:fox", &[]);
    check("tag:engines", &[5]);
    check("tag:\"analytical engines\"", &[5]);
    check("tag:engine", &[]);
    check("lovelace engine*", &[5]);
}

#[test]
fn dates_bound_what_is_found() {
    // Article n is n days old; now is noon on the 15th.
    check("after:2026-11-13", &[1, 2]);
    check("before:2026-11-13", &[3, 4, 5]);
    check("after:2d", &[1, 2]);
    check("after:yesterday", &[1]);
    check("after:2026-11 before:2026-12", &[1, 2, 3, 4, 5]);
    check("before:2026", &[]);
}

#[test]
fn chinese_japanese_and_korean_are_found_by_any_two_characters() {
    let index = index(&[
        article(1, "東京都の天気", "明日は晴れでしょう。テレビで見た。"),
        article(2, "北京欢迎你", "中华人民共和国的首都是北京市。"),
        article(3, "한국어 뉴스", "대한민국의 수도는 서울입니다."),
        article(4, "ข่าววันนี้", "สวัสดีชาวโลก"),
        article(5, "京の都", "iPhone発売"),
    ]);
    let check =
        |query: &str, expected: &[i64]| assert_eq!(found(&index, query), expected, "{query}");
    check("東京", &[1]);
    check("京都", &[1]);
    check("東都", &[]);
    check("天気 明日", &[1]);
    check("ﾃﾚﾋﾞ", &[1]);
    check("北京", &[2]);
    check("首都", &[2]);
    check("人民共和国", &[2]);
    check("共和人民", &[]);
    check("서울", &[3]);
    check("대한민국", &[3]);
    check("민국의", &[3]);
    check("สวัสดี", &[4]);
    check("京", &[1, 2, 5]);
    check("都", &[1, 2, 5]);
    check("iPhone", &[5]);
    check("iPhone発売", &[5]);
    check("title:京都", &[1]);
    check("東* OR 北*", &[1, 2]);
}

#[test]
fn names_stand_only_for_what_the_caller_resolves() {
    let mut other = article(6, "Elsewhere", "a fox too");
    other.source = 2;
    let mut articles = shelf();
    articles.push(other);
    let index = index(&articles);
    let set = |ids: &[i64]| Arc::new(ids.iter().copied().collect());
    let answers = Answers::from([
        (Lookup::Source("else".to_owned()), NameTarget::Sources(set(&[2]))),
        (Lookup::Is(ReadingMark::Unread), NameTarget::Articles(set(&[1, 6]))),
        (Lookup::Tag("engines".to_owned()), NameTarget::Articles(set(&[2]))),
    ]);
    let check = |query: &str, expected: &[i64]| {
        let found = ask(&index, query, &scope(&[1, 2], &[]), &answers, HitOrder::Newest, 0);
        assert_eq!(found.ids.iter().map(|id| id.0).collect::<Vec<_>>(), expected, "{query}");
    };
    check("fox source:else", &[6]);
    check("fox -source:else", &[1]);
    check("is:unread", &[1, 6]);
    check("is:read", &[2, 3, 4, 5]);
    check("-is:read fox", &[1, 6]);
    check("haus OR source:else", &[2, 6]);
    // The user's own tag, or the source's.
    check("tag:engines", &[2, 5]);
    check("source:unknown", &[]);
    check("folder:unknown OR haus", &[2]);
    check("-folder:unknown", &[1, 2, 3, 4, 5, 6]);
}

#[test]
fn nothing_is_found_outside_of_the_scope() {
    let mut secret = article(2, "Fox", "a fox of somebody else");
    secret.source = 2;
    let mut kept = article(3, "Fox", "a fox that was starred");
    kept.source = 2;
    let index = index(&[article(1, "Fox", "a fox"), secret, kept]);
    for query in ["fox", "title:fox", "-bear", "fo*", "\"a fox\"", "bear OR fox", "after:2000"] {
        let found = ask(&index, query, &scope(&[1], &[3]), &Answers::new(), HitOrder::Newest, 0);
        assert_eq!(found.n_hits, 2, "{query}");
        assert_eq!(found.ids.iter().map(|id| id.0).collect::<Vec<_>>(), [1, 3], "{query}");
        let nobody = ask(&index, query, &scope(&[], &[]), &Answers::new(), HitOrder::Newest, 0);
        assert_eq!((nobody.n_hits, nobody.ids.len()), (0, 0), "{query}");
    }
}

#[test]
fn titles_and_recency_decide_the_order() {
    let filler = "word ".repeat(60);
    let index = index(&[
        article(1, "Other news", &format!("fox {filler}")),
        article(2, "The fox", &filler),
        article(3, "Other news", &format!("fox {filler}")),
    ]);
    let order = |order| {
        let found = ask(&index, "fox", &scope(&[1], &[]), &Answers::new(), order, 0);
        found.ids.iter().map(|id| id.0).collect::<Vec<_>>()
    };
    assert_eq!(order(HitOrder::Relevance), [2, 1, 3]);
    assert_eq!(order(HitOrder::Newest), [1, 2, 3]);
}

#[test]
fn pages_have_no_gaps_or_overlaps() {
    let articles: Vec<Article> = (1..=25).map(|id| article(id, "Fox", "fox")).collect();
    let index = index(&articles);
    for order in [HitOrder::Newest, HitOrder::Relevance] {
        let mut seen = Vec::new();
        for skip in [0, 10, 20, 30] {
            let found = ask(&index, "fox", &scope(&[1], &[]), &Answers::new(), order, skip);
            assert_eq!(found.n_hits, 25);
            seen.extend(found.ids);
        }
        assert_eq!(seen.len(), 25);
        assert_eq!(seen.iter().collect::<HashSet<_>>().len(), 25);
    }
    // Far beyond the end.
    let far = ask(&index, "fox", &scope(&[1], &[]), &Answers::new(), HitOrder::Newest, usize::MAX);
    assert!(far.ids.is_empty());
}

#[test]
fn edits_and_removals_count_once_committed() {
    let index = index(&[article(1, "Fox", ""), article(2, "Bear", "")]);
    let mut writer = index.writer().unwrap();
    writer.remove(tidings_model::ArticleId(1));
    put(&mut writer, &article(1, "Wolf", ""));
    writer.remove(tidings_model::ArticleId(2));
    assert_eq!(found(&index, "fox"), [1]);
    writer.commit(at(2)).unwrap();
    assert_eq!(found(&index, "fox OR bear"), [0_i64; 0]);
    assert_eq!(found(&index, "wolf"), [1]);
    assert_eq!((index.n_articles(), index.position()), (1, at(2)));
}

#[test]
fn huge_articles_stay_small_and_others_are_found() {
    let bomb: String = (0..50_000).map(|n| format!("zz{n:x} ")).collect();
    let long = "x".repeat(1 << 20);
    let index = index(&[
        article(1, "Bomb", &bomb),
        article(2, "Long", &long),
        article(3, "Emoji 🦊🦊", &"🦊 ".repeat(1000)),
        Article {
            tags: (0..10_000).map(|n| format!("tag{n}")).collect(),
            ..article(4, "Tags", "")
        },
        article(5, "Fox", "harmless"),
    ]);
    assert_eq!(found(&index, "harmless"), [5]);
    assert_eq!(found(&index, "zz1"), [1]);
    assert_eq!(found(&index, &"x".repeat(900)), [2]);
    assert_eq!(found(&index, "zz*"), [1]);
    assert_eq!(found(&index, "emoji"), [3]);
    assert_eq!(found(&index, "tag:tag7"), [4]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_query_returns_results(query in prop_oneof![
        "\\PC{0,80}",
        "(OR|\"|-|\\*|title:|is:|after:|before:|2026|fox|haus|東京| |NEAR\\(|~2|\\^|\\[a TO b\\]){0,40}",
    ]) {
        static INDEX: LazyLock<Index> = LazyLock::new(|| index(&shelf()));
        for order in [HitOrder::Newest, HitOrder::Relevance] {
            let found = ask(&INDEX, &query, &scope(&[1], &[]), &Answers::new(), order, 0);
            prop_assert!(found.n_hits <= 5);
        }
    }
}
