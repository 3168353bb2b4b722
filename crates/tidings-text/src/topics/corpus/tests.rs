//! Which words are kept, at the limits.

use super::*;

const KEEP_ALL: VocabularyLimits =
    VocabularyLimits { at_least: 1, at_most: 1.0, most_words: 60_000 };

fn plain(documents: &[&str]) -> Corpus {
    let mut corpus = Corpus::default();
    for (key, words) in documents.iter().enumerate() {
        corpus.add_plain(key as u64, words.split(' ').filter(|word| !word.is_empty()));
    }
    corpus
}

fn terms(bags: &BagsOfWords) -> Vec<&str> {
    bags.words().iter().map(|word| &*word.term).collect()
}

#[test]
fn words_are_sorted_by_frequency_and_then_alphabetically() {
    let corpus = || plain(&["b a c", "c b", "c d", "b"]);
    let kept = |most_words| corpus().bags(&VocabularyLimits { most_words, ..KEEP_ALL });
    assert_eq!(terms(&kept(9)), ["b", "c", "a", "d"]);
    assert_eq!(terms(&kept(3)), ["b", "c", "a"]);
    assert!(terms(&kept(0)).is_empty());
}

#[test]
fn words_in_too_few_or_too_many_documents_are_dropped() {
    // "all" in 10, "half" in 5, "some" in 3, "two" in 2.
    let texts = ["all half some two"; 2].into_iter().chain(["all half some"; 1]);
    let texts: Vec<&str> = texts.chain(["all half"; 2]).chain(["all"; 5]).collect();
    let kept = |at_least, at_most| {
        let bags = plain(&texts).bags(&VocabularyLimits { at_least, at_most, ..KEEP_ALL });
        bags.words().iter().map(|word| word.term.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(kept(1, 1.0), ["all", "half", "some", "two"]);
    assert_eq!(kept(3, 1.0), ["all", "half", "some"]);
    assert_eq!(kept(1, 0.5), ["half", "some", "two"]);
    assert_eq!(kept(3, 0.49), ["some"]);
    assert!(kept(4, 0.3).is_empty());
}

/// Of a thousand articles some are German: a word in a quarter of those is common in German, though rare overall.
fn german_quarter(n_german: u64) -> Vec<String> {
    let mut corpus = Corpus::default();
    let german = Some(Language::German);
    for key in 0..1000 {
        let common = key < n_german / 4;
        let text = if common { "Zugfahrt" } else { "Brot" };
        let (text, language) = if key < n_german { (text, german) } else { ("rain", None) };
        corpus.add(key, &Tokens::spoken("", text, language));
    }
    let bags = corpus.bags(&VocabularyLimits { at_least: 5, at_most: 0.2, ..KEEP_ALL });
    terms(&bags).into_iter().map(str::to_owned).collect()
}

#[test]
fn words_common_in_their_language_are_dropped() {
    assert!(german_quarter(100).is_empty());
    // With fewer articles the language is too small to tell.
    assert_eq!(german_quarter(96), ["brot", "zugfahrt"]);
}

#[test]
fn the_language_of_a_word_is_that_of_its_first_article() {
    // "taxi" first occurs in German articles, of which a tenth contain it; of the English ones, a third.
    let mut corpus = Corpus::default();
    for key in 0..1000u64 {
        let (text, language) = match key {
            0..20 => ("Taxi", Some(Language::German)),
            20..200 => ("Haus", Some(Language::German)),
            200..300 => ("taxi", Some(Language::English)),
            300..500 => ("garden", Some(Language::English)),
            _ => ("rain", None),
        };
        corpus.add(key, &Tokens::spoken("", text, language));
    }
    let bags = corpus.bags(&VocabularyLimits { at_least: 5, at_most: 0.2, ..KEEP_ALL });
    assert_eq!(terms(&bags), ["taxi"]);
    assert_eq!(bags.words()[0].documents, 120);
}

#[test]
fn documents_without_kept_words_are_dropped_and_others_keep_their_keys() {
    let bags = plain(&["rare", "", "b a b", "other", "a"])
        .bags(&VocabularyLimits { at_least: 2, ..KEEP_ALL });
    assert_eq!(terms(&bags), ["a"]);
    let documents: Vec<(u64, &[u32])> = bags.iter().collect();
    assert_eq!(documents, [(2, &[0][..]), (4, &[0][..])]);
    assert_eq!((bags.n_documents(), bags.n_tokens()), (2, 2));
}

#[test]
fn a_bag_counts_every_token_in_the_order_of_words() {
    let bags = plain(&["c a b a c a", "a b", "a"]).bags(&KEEP_ALL);
    assert_eq!(terms(&bags), ["a", "b", "c"]);
    let documents: Vec<&[u32]> = bags.iter().map(|(_, words)| words).collect();
    assert_eq!(documents, [&[0, 0, 0, 1, 2, 2][..], &[0, 1], &[0]]);
}

#[test]
fn a_part_of_the_bags_has_the_same_words_and_its_own_documents() {
    let bags = plain(&["a b", "b", "a a", "c"]).bags(&KEEP_ALL);
    let odd = bags.only(|key| key % 2 == 1);
    assert_eq!(terms(&odd), terms(&bags));
    let number = |term: &str| terms(&bags).iter().position(|word| *word == term).unwrap() as u32;
    let documents: Vec<(u64, Vec<u32>)> =
        odd.iter().map(|(key, all)| (key, all.to_vec())).collect();
    assert_eq!(documents, [(1, vec![number("b")]), (3, vec![number("c")])]);
    let none = bags.only(|_| false);
    assert_eq!((none.n_documents(), none.n_tokens(), none.words().len()), (0, 0, 3));
}

#[test]
fn words_are_shown_in_their_most_frequent_form() {
    let mut corpus = Corpus::default();
    for (key, text) in ["we use PostgreSQL", "with PostgreSQL", "use postgresql"].iter().enumerate()
    {
        corpus.add(key as u64, &Tokens::spoken("", text, Some(Language::English)));
    }
    let bags = corpus.bags(&VocabularyLimits { at_least: 3, ..KEEP_ALL });
    assert_eq!(bags.words().iter().map(|word| &*word.form).collect::<Vec<_>>(), ["PostgreSQL"]);
}

/// Articles of ten sources, of which `n_with` close some of theirs with a harbour bell. Every other one is about night
/// trains.
fn of_ten_sources(n_with: u64, has_sources: bool) -> BagsOfWords {
    let mut corpus = Corpus::default();
    for key in 0..200u64 {
        let source = key % 10;
        let closes = key / 10 % 5 == 0 && source < n_with;
        let closing = if closes { "The harbour bell." } else { "" };
        let subject = if source % 2 == 0 { "So, night trains." } else { "So, rye bread." };
        let text = format!("{subject} {closing}");
        let tokens = Tokens::spoken("", &text, Some(Language::English));
        match has_sources {
            true => corpus.add_from(source, key, &tokens),
            false => corpus.add(key, &tokens),
        }
    }
    corpus.bags(&VocabularyLimits { at_least: 3, ..KEEP_ALL })
}

/// Returns the phrases and the words that may be names.
fn nameable(bags: &BagsOfWords) -> Vec<&str> {
    let phrases = bags.phrases.all.iter().filter(|phrase| phrase.documents > 0);
    let nouns = bags.nouns.iter().filter(|noun| noun.is_alone);
    let mut all: Vec<&str> =
        phrases.map(|phrase| &*phrase.form).chain(nouns.map(|noun| &*noun.form)).collect();
    all.sort_unstable();
    all
}

#[test]
fn what_most_sources_write_is_no_name() {
    let few = of_ten_sources(5, true);
    assert!(nameable(&few).contains(&"harbour bell"), "{:?}", nameable(&few));
    let most = of_ten_sources(6, true);
    assert!(!nameable(&most).iter().any(|name| name.contains("bell")), "{:?}", nameable(&most));
    assert!(nameable(&most).contains(&"night trains"), "{:?}", nameable(&most));
    assert!(terms(&most).contains(&"bell"), "it stays a word of articles");
    let unknown = of_ten_sources(10, false);
    assert!(nameable(&unknown).contains(&"harbour bell"), "sources are unknown");
}
