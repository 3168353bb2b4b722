//! The public API: words of many scripts, counts over added and removed documents, and topics that are not random.

#![allow(clippy::suboptimal_flops, reason = "sums read as they are written down in the papers")]
#![allow(clippy::float_cmp, reason = "numbers that are exact are compared exactly")]

use proptest::prelude::*;
use std::collections::BTreeMap;
use tidings_numerics::Draws;
use tidings_text::fold::{LONGEST_WORD, capped, fold, fold_lower, is_joint, lower};
use tidings_text::idf::{Frequency, Idf};
use tidings_text::language::Language;
use tidings_text::sparse::{Sparse, TermId};
use tidings_text::tokens::{MOST_TOKENS, Tokens};
use tidings_text::topics::{Corpus, Model, Trainer, TrainingSettings, VocabularyLimits};
use tidings_text::words::{PieceKind, RunEnd, composed, pairs, pieces, unspaced};

#[test]
fn equivalent_words_fold_to_the_same() {
    for (one, other) in [
        ("Straße", "STRASSE"),
        ("naïve", "naive"),
        ("café", "cafe\u{301}"),
        ("Ångström", "A\u{30a}ngstro\u{308}m"),
        ("ﬃ", "ffi"),
        ("Œuvre", "oeuvre"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("İzmir", "izmir"),
        ("ＦＵＬＬ", "full"),
        ("soft\u{ad}ware", "software"),
        ("zero\u{200d}width", "zerowidth"),
    ] {
        assert_eq!(fold(one), fold(other), "{one} {other}");
    }
    for (one, other) in [("o", "0"), ("l", "1"), ("и", "n"), ("か", "が\u{0}"), ("as", "ass")] {
        assert_ne!(fold(one), fold(other), "{one} {other}");
    }
    assert_eq!(fold(""), "");
}

#[test]
fn overlong_words_are_cut_between_letters() {
    for letter in ["a", "é", "字", "𝒳"] {
        let long = capped(letter.repeat(3 * LONGEST_WORD));
        assert_eq!(long.chars().count(), LONGEST_WORD, "{letter}");
        assert_eq!(capped(letter.to_owned()), letter);
    }
}

#[test]
fn texts_are_split_into_words_and_runs() {
    let split = |text: &'static str| -> Vec<(PieceKind, &'static str)> {
        pieces(text).map(|piece| (piece.kind, piece.text)).collect()
    };
    let (w, r) = (PieceKind::Word, PieceKind::Run);
    for (text, expected) in [
        ("one two", vec![(w, "one"), (w, "two")]),
        ("e-mail's 3.14", vec![(w, "e"), (w, "mail"), (w, "s"), (w, "3"), (w, "14")]),
        ("C++ vs C#", vec![(w, "C++"), (w, "vs"), (w, "C#")]),
        ("日本語text", vec![(r, "日本語"), (w, "text")]),
        ("ไทย กข", vec![(r, "ไทย"), (r, "กข")]),
        ("привет, мир", vec![(w, "привет"), (w, "мир")]),
        ("हिन्दी", vec![(w, "हिन्दी")]),
        ("🙂 👍🏽", vec![]),
        ("a🙂b", vec![(w, "a"), (w, "b")]),
        ("\u{200d}", vec![]),
    ] {
        assert_eq!(split(text), expected, "{text}");
    }
}

#[test]
fn runs_are_split_into_pairs_and_their_last_character() {
    let run = |text: &str| unspaced(text);
    assert_eq!(pairs(&run("東京都"), RunEnd::Open), ["東京", "京都"]);
    assert_eq!(pairs(&run("東京都"), RunEnd::Closed), ["東京", "京都", "都"]);
    assert_eq!(pairs(&run("東"), RunEnd::Open), ["東"]);
    assert!(pairs(&[], RunEnd::Closed).is_empty());
    // Half-width letters are the same letters.
    assert_eq!(unspaced("ｶﾅ"), unspaced("カナ"));
}

#[test]
fn tokens_are_few_and_informative() {
    for (title, body) in [
        ("", ""),
        ("1 2 3 4", "5.6 7-8"),
        ("a b c", "?!"),
        ("🙂", "— … —"),
        ("the and of", "it is was"),
    ] {
        assert!(Tokens::of(title, body, Some("en")).is_empty(), "{title} {body}");
    }
    let long: String = (0..5_000).map(|n| format!("word{n} ")).collect();
    assert_eq!(Tokens::of(&long, &long, Some("en")).len(), MOST_TOKENS);
    let run = "東京都".repeat(2_000);
    assert_eq!(Tokens::of(&run, "", None).len(), MOST_TOKENS);
    let named = Tokens::of("Bridges", "", Some("en"));
    let token = named.iter().next().unwrap();
    assert_eq!((token.term, token.form), ("bridg", "bridges"));
}

/// ln(N / n): four documents, of which one, two or four contain the term.
#[test]
fn rare_terms_weigh_more() {
    let mut idf = Idf::default();
    for document in
        [["all", "two", "one"], ["all", "two", "x"], ["all", "y", "z"], ["all", "u", "v"]]
    {
        idf.add(document);
    }
    for (term, expected) in
        [("all", 0.0), ("two", 2.0f64.ln()), ("one", 4.0f64.ln()), ("unknown", 4.0f64.ln())]
    {
        assert!((idf.weight(term) - expected).abs() < 1e-12, "{term}");
    }
    // A term twice in a document counts as one document.
    idf.add(["one", "one"]);
    assert!((idf.weight("one") - (5.0f64 / 2.0).ln()).abs() < 1e-12);
    // 1 + ln 3 for three times.
    let raw = idf.vector(["one", "one", "one"], Frequency::Raw).length();
    let log = idf.vector(["one", "one", "one"], Frequency::Log).length();
    assert!((raw / log - 3.0 / (1.0 + 3.0f64.ln())).abs() < 1e-6);
    assert_eq!(Idf::default().weight("x"), 0.0);
    assert_eq!(Idf::default().n_documents(), 0);
}

fn vector() -> impl Strategy<Value = Sparse> {
    proptest::collection::vec((0u64..12, -8.0f32..8.0), 0..8).prop_map(|weights| {
        Sparse::of(weights.into_iter().map(|(term, weight)| (TermId(term), weight)))
    })
}

fn dense(vector: &Sparse) -> BTreeMap<u64, f64> {
    vector.weights().iter().map(|(term, weight)| (term.0, f64::from(*weight))).collect()
}

proptest! {
    #[test]
    fn sparse_vectors_are_vectors(a in vector(), b in vector(), part in -3.0f32..3.0) {
        let (of_a, of_b) = (dense(&a), dense(&b));
        let expected: f64 = of_a.iter().filter_map(|(term, x)| of_b.get(term).map(|y| x * y)).sum();
        let scale = 1.0 + a.length() * b.length();
        prop_assert!((a.dot(&b) - expected).abs() <= 1e-6 * scale);
        prop_assert!((a.dot(&b) - b.dot(&a)).abs() <= 1e-9 * scale);
        prop_assert!((-1.0 - 1e-6..=1.0 + 1e-6).contains(&a.cosine(&b)));
        prop_assert!(a.is_empty() || (a.cosine(&a) - 1.0).abs() < 1e-6);
        // (a + part·b)·a = a·a + part·(b·a).
        let sum = a.plus(part, &b);
        let linear = a.dot(&a) + f64::from(part) * b.dot(&a);
        prop_assert!((sum.dot(&a) - linear).abs() <= 1e-4 * (1.0 + scale + a.length().powi(2)));
        prop_assert!(sum.weights().is_sorted_by(|one, next| one.0 < next.0));
        prop_assert!(sum.weights().iter().all(|(_, weight)| *weight != 0.0));
    }

    #[test]
    fn only_the_largest_are_kept(a in vector(), most in 0usize..10) {
        let kept = a.largest(most);
        prop_assert_eq!(kept.weights().len(), most.min(a.weights().len()));
        let all = dense(&a);
        let least = kept.weights().iter().map(|(_, weight)| f64::from(weight.abs())).fold(f64::INFINITY, f64::min);
        let left = all.iter().filter(|(term, _)| !kept.weights().iter().any(|(kept, _)| kept.0 == **term));
        for (_, weight) in left {
            prop_assert!(weight.abs() <= least);
        }
    }

    #[test]
    fn counts_do_not_depend_on_the_order_of_documents(mut documents in proptest::collection::vec(proptest::collection::vec("[a-d]", 0..5), 0..8), swap in any::<prop::sample::Index>()) {
        let counted = |documents: &[Vec<String>]| {
            let mut idf = Idf::default();
            documents.iter().for_each(|document| idf.add(document.iter().map(String::as_str)));
            idf
        };
        let before = counted(&documents);
        if !documents.is_empty() {
            let n = documents.len();
            documents.rotate_left(swap.index(n));
        }
        prop_assert_eq!(counted(&documents).to_bytes(), before.to_bytes());
        prop_assert_eq!(before.n_documents() as usize, documents.len());
    }

    #[test]
    fn tokens_are_lower_case_and_bounded(title in "\\PC{0,60}", body in "\\PC{0,120}", language in proptest::sample::select(vec![None, Some("en"), Some("de"), Some("tr"), Some("zh"), Some("??")])) {
        for token in Tokens::of(&title, &body, language).iter() {
            prop_assert!(!token.term.is_empty() && !token.form.is_empty());
            prop_assert!(token.form.chars().count() <= LONGEST_WORD);
            prop_assert!(!token.form.chars().any(is_joint));
            prop_assert_eq!(token.term, lower(token.term), "forms keep their case, for names");
        }
    }

    #[test]
    fn folding_lowers_and_strips(text in "\\PC{0,40}") {
        prop_assert_eq!(fold(&text), fold_lower(&lower(&text)));
        prop_assert_eq!(fold(&composed(&text)), fold(&text));
    }

    #[test]
    fn bags_respect_the_limits(documents in proptest::collection::vec(proptest::collection::vec("[a-f]", 0..9), 0..40), at_least in 1u32..6, at_most in 0.1f64..1.0, most_words in 0usize..7) {
        let mut corpus = Corpus::default();
        for (key, words) in documents.iter().enumerate() {
            corpus.add_plain(key as u64, words.iter().map(String::as_str));
        }
        let bags = corpus.bags(&VocabularyLimits { at_least, at_most, most_words });
        prop_assert!(bags.words().len() <= most_words);
        let mut n_tokens = 0;
        for word in bags.words() {
            let with_it = documents.iter().filter(|words| words.iter().any(|one| **one == *word.term)).count();
            prop_assert_eq!(word.documents as usize, with_it);
            prop_assert!(word.documents >= at_least);
            prop_assert!(with_it as f64 <= at_most * documents.len() as f64 + 1e-9);
            n_tokens += documents.iter().flatten().filter(|one| **one == *word.term).count();
        }
        prop_assert_eq!(bags.n_tokens(), n_tokens);
        prop_assert!(bags.iter().flat_map(|(_, words)| words).all(|word| (*word as usize) < bags.words().len()));
        let odd = bags.only(|key| key % 2 == 1);
        prop_assert!(odd.iter().all(|(key, _)| key % 2 == 1));
        prop_assert_eq!(odd.words().len(), bags.words().len());
    }
}

/// Returns documents about two subjects with five words each.
fn two_subjects(n: u64) -> tidings_text::topics::BagsOfWords {
    let mut corpus = Corpus::default();
    let mut draws = Draws::new(9);
    for key in 0..n {
        let side = if key % 2 == 0 { "sea" } else { "law" };
        let words: Vec<String> = (0..10).map(|_| format!("{side}{}", draws.below(5))).collect();
        corpus.add_plain(key, words.iter().map(String::as_str));
    }
    corpus.bags(&VocabularyLimits { at_most: 1.0, ..VocabularyLimits::default() })
}

fn trained(seed: u64) -> Model {
    let settings = TrainingSettings { topics: 2, sweeps: 30, ..TrainingSettings::default() };
    Trainer::cold(two_subjects(120), settings, Draws::new(seed)).trained().model
}

#[test]
fn subjects_without_common_words_become_separate_topics() {
    for seed in 1..6 {
        let model = trained(seed);
        let mixture = |word: &str| model.mixture([word, word, word]).parts()[0];
        let (sea, law) = (mixture("sea1"), mixture("law1"));
        assert_ne!(sea.0, law.0, "{seed}");
        assert!(sea.1 > 0.7 && law.1 > 0.7, "{seed}: {sea:?} {law:?}");
        // The words of a topic sum to one, and so do the shares of topics.
        for topic in 0..2 {
            let sum: f64 = (0..model.words().len()).map(|word| model.p_word(topic, word)).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{sum}");
        }
        assert!((model.shares().iter().sum::<f64>() - 1.0).abs() < 1e-6);
        assert!(model.alpha().iter().all(|alpha| *alpha > 0.0));
    }
    assert_eq!(trained(3), trained(3), "the same seed gives the same model");
}

/// Two cases found by random testing: a byte changed to itself at the beginning, and fewer words than topics.
#[test]
fn regressions_from_random_testing() {
    let whole = trained(7).to_bytes();
    assert_eq!(Model::from_bytes(&whole[..0]), None);
    assert!(Model::from_bytes(&whole).is_some());
    let mut corpus = Corpus::default();
    (0..10).for_each(|key| corpus.add_plain(key, ["one", "two"]));
    let bags = corpus.bags(&VocabularyLimits { at_most: 1.0, ..VocabularyLimits::default() });
    let settings = TrainingSettings { topics: 4, sweeps: 3, ..TrainingSettings::default() };
    let model = Trainer::cold(bags, settings, Draws::new(0)).trained().model;
    assert_eq!((model.topics().len(), model.words().len()), (4, 2));
    assert_eq!(Model::from_bytes(&model.to_bytes()), Some(model));
}

#[test]
fn unknown_words_are_ignored() {
    let model = trained(1);
    assert!(model.mixture([]).is_empty());
    assert!(model.mixture(["unheard", "of"]).is_empty());
    assert_eq!(model.number("unheard"), None);
    assert!(model.number("sea1").is_some());
    // Without words the mixture is the prior.
    let usual = model.fold_in(&[], 5);
    assert!((usual.iter().sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn a_language_is_declared_or_detected() {
    let english = "The council has decided that the old bridge across the river will be closed for repairs during the summer, and people are not happy with it.";
    let german = "Der Stadtrat hat beschlossen, dass die alte Brücke über den Fluss im Sommer wegen der Arbeiten gesperrt wird, und die Leute sind nicht froh darüber.";
    for (text, declared, expected) in [
        (english, None, Some(Language::English)),
        (german, None, Some(Language::German)),
        // A long enough text is detected, whatever is declared.
        (german, Some("en"), Some(Language::German)),
        ("Rust", Some("de-AT"), Some(Language::German)),
        ("Rust", Some("DE"), Some(Language::German)),
        // If neither gives an answer, a text with only plain letters counts as English.
        ("Rust", Some("xx"), Some(Language::English)),
        ("", None, Some(Language::English)),
        ("Zürich", Some("xx"), None),
    ] {
        assert_eq!(Language::of(text, "", declared), expected, "{text} {declared:?}");
    }
}
