//! Candidates from small corpora whose topics are set by hand, with scores computed by hand.

use super::super::corpus::{Corpus, VocabularyLimits};
use super::*;
use crate::tokens::Tokens;

#[test]
fn frequent_here_and_rare_elsewhere_is_best() {
    let of = |count, overall| score(count, 100.0, overall).unwrap();
    assert!(of(60.0, 0.05) > of(30.0, 0.05), "more frequent here");
    assert!(of(60.0, 0.05) > of(60.0, 0.2), "rarer elsewhere");
    assert!((of(60.0, 0.01) - of(60.0, 0.001)).abs() < 1e-12, "rare enough");
    assert_eq!(score(60.0, 100.0, 0.5), None, "it is in half of all articles");
    assert_eq!(score(1.0, 100.0, 0.01), None, "too few articles contain it");
    assert_eq!(score(0.0, 0.0, 0.1), None, "a topic without articles has no name");
    assert!(extra(2, 0.5) > extra(1, 0.5), "a phrase gets more");
    assert!(extra(1, 0.5) > extra(1, 0.0), "headlines count");
}

/// Articles with the topics of their tokens: one for all of them, or one for each.
struct Filed {
    corpus: Corpus,
    topics: Vec<Vec<u16>>,
}

impl Filed {
    fn new() -> Self {
        Self { corpus: Corpus::default(), topics: Vec::new() }
    }

    /// Adds `n` articles with these words, in no language, with the topic of each token.
    fn and(mut self, n: usize, title: &str, text: &str, topics: &[u16]) -> Self {
        for _ in 0..n {
            let tokens = Tokens::spoken(title, text, None);
            let all = if let [one] = topics { vec![*one; tokens.len()] } else { topics.to_vec() };
            self.corpus.add(self.topics.len() as u64, &tokens);
            self.topics.push(all);
        }
        self
    }

    /// Returns the candidates of `n` topics, with every word among the first.
    fn candidates(self, n: usize) -> Vec<Vec<(String, f64)>> {
        let limits = VocabularyLimits { at_least: 1, at_most: 1.0, ..VocabularyLimits::default() };
        let bags = self.corpus.bags(&limits);
        let topics: Vec<u16> = self.topics.concat();
        assert_eq!(topics.len(), bags.tokens.len(), "every token has a topic");
        let documents =
            Documents { bags: &bags, words: &bags.tokens, topics: &topics, ends: &bags.ends };
        let found = documents.candidates(&[(0..bags.words.len()).collect()], n);
        let plain =
            |all: Vec<Candidate>| all.into_iter().map(|one| (one.form, one.score)).collect();
        found.into_iter().map(plain).collect()
    }
}

fn forms(candidates: &[(String, f64)]) -> Vec<&str> {
    candidates.iter().map(|(form, _)| &**form).collect()
}

/// Of ten articles four are about rain; "umbrella" is in all four, "puddle" in three and in one other.
#[test]
fn scores_match_those_computed_by_hand() {
    let found = Filed::new()
        .and(3, "", "umbrella puddle", &[0])
        .and(1, "", "umbrella", &[0])
        .and(1, "", "judge puddle", &[1])
        .and(5, "", "judge", &[1])
        .candidates(2);
    let never = 0.5 * 0.1f64.ln();
    // 0.55·ln f + 0.45·ln l, with f = 4/4 and l = 1/0.4; f = 3/4 and l = 0.75/0.4.
    let umbrella = 0.45 * 2.5f64.ln() + never;
    let puddle = 0.55 * 0.75f64.ln() + 0.45 * 1.875f64.ln() + never;
    assert_eq!(forms(&found[0]), ["umbrella", "puddle"]);
    assert!((found[0][0].1 - umbrella).abs() < 1e-9, "{found:?}");
    assert!((found[0][1].1 - puddle).abs() < 1e-9, "{found:?}");
    // A puddle in one of six articles is too rare.
    assert_eq!(forms(&found[1]), ["judge"]);
    assert!((found[1][0].1 - (0.45 * (1.0 / 0.6f64).ln() + never)).abs() < 1e-9, "{found:?}");
}

#[test]
fn phrases_in_headlines_come_first() {
    let found = Filed::new()
        .and(2, "umbrella", "puddle", &[0])
        .and(2, "", "puddle umbrella", &[0])
        .and(6, "", "judge", &[1])
        .candidates(2);
    assert_eq!(forms(&found[0]), ["umbrella", "puddle"]);
    // Half of its articles have it in the title: a bonus of 0.5·ln(0.6), against 0.5·ln(0.1).
    let more = found[0][0].1 - found[0][1].1;
    assert!((more - 0.5 * 6f64.ln()).abs() < 1e-9, "{more}");
}

#[test]
fn ties_are_broken_alphabetically() {
    let found =
        Filed::new().and(4, "", "puddle cloud", &[0]).and(6, "", "judge", &[1]).candidates(2);
    assert_eq!(forms(&found[0]), ["cloud", "puddle"]);
}

/// One token in eight is too small a part of an article, one in four is enough.
#[test]
fn articles_count_for_topics_with_a_large_enough_part() {
    let filed = |text: &str, topics: &[u16]| {
        let all = Filed::new().and(16, "", text, topics).and(20, "", "judge", &[2]).candidates(3);
        all.iter().map(Vec::len).collect::<Vec<_>>()
    };
    let (eight, four) =
        ("cloud puddle storm umbrella thunder hail sleet fog", "cloud puddle storm fog");
    assert_eq!(filed(eight, &[0, 0, 0, 0, 0, 0, 0, 1]), [8, 0, 1]);
    assert_eq!(filed(four, &[0, 0, 0, 1]), [4, 4, 1]);
    // Two tokens of eight are a quarter.
    assert_eq!(filed(eight, &[0, 0, 0, 0, 0, 0, 1, 1]), [8, 8, 1]);
}

#[test]
fn repeated_words_in_an_article_count_once() {
    let found = Filed::new()
        .and(4, "", "puddle cloud puddle puddle", &[0])
        .and(6, "", "judge", &[1])
        .candidates(2);
    assert_eq!(forms(&found[0]), ["cloud", "puddle"]);
    assert!((found[0][0].1 - found[0][1].1).abs() < 1e-12, "{found:?}");
}

/// Half of each of four articles is worth two articles; of two it is one, which is too few.
#[test]
fn parts_of_articles_count_as_parts() {
    let n_names = |n: usize| {
        let filed = Filed::new().and(n, "", "cloud puddle", &[0, 1]).and(20, "", "judge", &[2]);
        filed.candidates(3)[0].len()
    };
    assert_eq!((n_names(2), n_names(3), n_names(4)), (0, 2, 2));
}

/// Two of fifty articles are four percent; of fifty-one they are fewer.
#[test]
fn a_name_must_be_in_a_minimum_share_of_articles() {
    let has_umbrella = |n: usize| {
        let filed = Filed::new().and(2, "", "cloud umbrella", &[0]).and(n - 2, "", "cloud", &[0]);
        let found = filed.and(100, "", "judge", &[1]).candidates(2);
        forms(&found[0]).contains(&"umbrella")
    };
    assert!(has_umbrella(50) && !has_umbrella(51));
}

#[test]
fn fillers_and_endings_are_not_names() {
    let found = Filed::new()
        .and(4, "", "so, know; monday; umbrella; 雨天; 雨の", &[0])
        .and(6, "", "judge", &[1])
        .candidates(2);
    assert_eq!(forms(&found[0]), ["umbrella", "雨天"]);
}

#[test]
fn phrases_score_higher_than_their_words() {
    let found = Filed::new().and(4, "", "東京都。", &[0]).and(6, "", "judge", &[1]).candidates(2);
    let plain: std::collections::HashMap<_, _> = found[0].iter().cloned().collect();
    // Two words get a bonus of 0.7.
    assert!((plain["東京都"] - plain["東京"] - 0.7).abs() < 1e-9, "{plain:?}");
    assert_eq!(found[0][0].0, "東京都");
}
