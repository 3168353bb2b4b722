//! Phrases of small corpora, counted by hand.

use super::super::corpus::{BagsOfWords, Corpus, VocabularyLimits};
use crate::tokens::Tokens;

/// Returns the bags of articles with a title and a text each, in no language: every word counts as it is.
fn bags(articles: &[(String, String)], at_least: u32) -> BagsOfWords {
    let mut corpus = Corpus::default();
    for (key, (title, text)) in articles.iter().enumerate() {
        corpus.add(key as u64, &Tokens::spoken(title, text, None));
    }
    corpus.bags(&VocabularyLimits { at_least, at_most: 1.0, ..VocabularyLimits::default() })
}

/// Returns texts without titles, each repeated a number of times.
fn texts(texts: &[(&str, usize)]) -> Vec<(String, String)> {
    let repeated = texts.iter().flat_map(|&(text, n)| std::iter::repeat_n(text, n));
    repeated.map(|text| (String::new(), text.to_owned())).collect()
}

/// Returns the phrases that may be names, with their number of documents, in alphabetical order.
fn found(bags: &BagsOfWords) -> Vec<(&str, u32)> {
    let named = bags.phrases.all.iter().filter(|phrase| phrase.documents > 0);
    let mut found: Vec<_> = named.map(|phrase| (&*phrase.form, phrase.documents)).collect();
    found.sort_unstable();
    found
}

fn check(articles: &[(&str, usize)], at_least: u32, expected: &[(&str, u32)]) {
    assert_eq!(found(&bags(&texts(articles), at_least)), expected, "{articles:?}");
}

#[test]
fn adjacent_words_in_enough_articles_are_a_phrase() {
    check(&[("so, night trains.", 3)], 3, &[("night trains", 3)]);
    check(&[("so, night trains.", 3)], 4, &[]);
    check(&[("so, night trains.", 2), ("night, trains", 5)], 3, &[]);
    check(&[("so, night trains.", 2), ("trains night", 2)], 3, &[]);
    // Twice in an article counts as one article.
    check(&[("so, night trains. Or, night trains.", 2), ("night. trains.", 5)], 3, &[]);
}

#[test]
fn characters_between_words_separate_them() {
    for between in [", ", ". ", "; ", " (", "/", " 7 ", " x "] {
        check(&[(&format!("so, night{between}trains"), 4)], 2, &[]);
    }
    for (between, form) in
        [("  ", "night trains"), ("\u{a0}", "night trains"), ("-", "night-trains")]
    {
        check(&[(&format!("so, night{between}trains"), 4)], 2, &[(form, 4)]);
    }
}

#[test]
fn a_repeated_word_is_not_a_phrase() {
    check(&[("so, very very.", 4)], 2, &[]);
}

/// n_ab/√(n_a·n_b) must be at least a tenth: of a hundred and a hundred documents, ten.
#[test]
fn words_that_rarely_occur_together_are_not_a_phrase() {
    let articles = |n: usize| [("so, night trains.", n), ("night. or. trains.", 100 - n)];
    check(&articles(9), 2, &[]);
    check(&articles(10), 2, &[("night trains", 10)]);
}

#[test]
fn three_words_in_a_row_are_one_phrase() {
    check(&[("so, new york city.", 4)], 2, &[("new york city", 4)]);
    // Ten articles contain each pair; in four of them all three are adjacent, which is less than half.
    let pairs = |n: usize| [("so, new york city.", n), ("so, new york. or, york city.", 10 - n)];
    check(&pairs(4), 2, &[("new york", 10), ("york city", 10)]);
    let five = bags(&texts(&pairs(5)), 2);
    assert!(found(&five).contains(&("new york city", 5)), "{:?}", found(&five));
}

/// Six of ten occurrences have a word before "night trains": it is the end of something longer.
#[test]
fn pairs_mostly_preceded_by_a_word_are_fragments() {
    let of = |n: usize| {
        let before = ["so, red night trains", "so, blue night trains", "so, old night trains"];
        let mut all = vec![("so, night trains.", 10 - n)];
        all.extend((0..n).map(|at| (before[at % 3], 1)));
        all
    };
    check(&of(6), 4, &[]);
    check(&of(5), 4, &[("night trains", 10)]);
}

/// A verb often follows a phrase: it is a fragment only if more than three of four occurrences continue.
#[test]
fn pairs_mostly_followed_by_a_word_are_fragments() {
    let of = |n: usize| {
        let after = ["so, night trains run", "so, night trains stop", "so, night trains wait"];
        let mut all = vec![("so, night trains.", 20 - n)];
        all.extend((0..n).map(|at| (after[at % 3], 1)));
        all
    };
    check(&of(15), 9, &[("night trains", 20)]);
    check(&of(16), 9, &[]);
}

#[test]
fn phrases_have_their_most_frequent_form() {
    let check = |articles: &[(&str, usize)], expected: &str| {
        let bags = bags(&texts(articles), 2);
        assert_eq!(found(&bags).first().map(|phrase| phrase.0), Some(expected), "{articles:?}");
    };
    check(&[("so, zero-day.", 3), ("so, zero day.", 2)], "zero-day");
    check(&[("so, zero-day.", 2), ("so, zero day.", 3)], "zero day");
    // At the beginning of a sentence a capital means nothing, and the form counts less: 4 to 1.
    check(&[("Zero day.", 7), ("so, Zero Day.", 2)], "Zero Day");
    check(&[("Zero day.", 9), ("so, Zero Day.", 2)], "zero day");
    // Of equals, the first.
    check(&[("so, zero day.", 2), ("so, zero-day.", 2)], "zero day");
}

#[test]
fn runs_are_joined_again() {
    check(&[("東京都。", 3)], 2, &[("東京都", 3)]);
    // Words in two scripts are not joined.
    check(&[("so, iPhone発売。", 3)], 2, &[]);
}

#[test]
fn titles_count_once_per_article() {
    let mut articles = texts(&[("so, night trains.", 2)]);
    articles.push(("Night trains, night trains".to_owned(), "so, night trains.".to_owned()));
    let bags = bags(&articles, 2);
    let phrase = bags.phrases.all.iter().find(|phrase| &*phrase.form == "night trains").unwrap();
    assert_eq!((phrase.documents, phrase.titled), (3, 1));
}

#[test]
fn articles_keep_their_phrases_when_others_are_removed() {
    // The second contains no kept word, and is not a document.
    let articles = texts(&[("so, night trains.", 2), ("unique", 1), ("so, rye bread.", 2)]);
    let bags = bags(&articles, 2);
    let forms = |bags: &BagsOfWords, document: usize| -> Vec<String> {
        let ids = bags.phrases.of(document).iter();
        ids.map(|&id| bags.phrases.all[id as usize].form.to_string()).collect()
    };
    assert_eq!(bags.iter().map(|(key, _)| key).collect::<Vec<_>>(), [0, 1, 3, 4]);
    let expected = ["night trains", "night trains", "rye bread", "rye bread"];
    for (document, expected) in expected.iter().enumerate() {
        assert_eq!(forms(&bags, document), [*expected], "{document}");
    }
    let part = bags.only(|key| key == 1 || key == 4);
    assert_eq!(
        (forms(&part, 0), forms(&part, 1)),
        (vec!["night trains".into()], vec!["rye bread".into()])
    );
    assert!(part.phrases.of(2).is_empty(), "there is no third document");
}
