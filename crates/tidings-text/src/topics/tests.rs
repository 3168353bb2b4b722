//! Tests the sampler against the plain formula, planted topics, identity over retraining, and serialization.

use super::fold_in::fold_in_step;
use super::sampler::Sampler;
use super::*;
use proptest::prelude::*;
use tidings_numerics::Draws;

/// Test vectors from an independent implementation: one word, one document, two topics.
#[test]
fn the_plain_formula_matches_the_vectors() {
    // Word 0 three times in topic 0, the other words as often as the vectors say; n_k 10 and 7, without the token
    // itself.
    let mut words = vec![0, 0, 1, 0];
    let mut topics = vec![0, 0, 1, 0];
    let mut ends = vec![4];
    words.extend([0, 1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3]);
    topics.extend([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    ends.push(words.len());
    let sampler = Sampler::new(words, topics, ends, 4, vec![0.1, 0.3], 0.01);
    assert_eq!(sampler.n_by_topic(), [11, 7]);
    // n_dk without the token: 2 and 1; n_wk: 3 and 0.
    let p = sampler.plain(3);
    assert!((p[0] - 0.997_075_533_3).abs() < 1e-9, "{p:?}");
    assert!((p[1] - 0.002_924_466_7).abs() < 1e-9, "{p:?}");
}

/// Creates a few documents with random topics.
fn small(seed: u64, n_topics: usize, n_words: usize) -> Sampler {
    let mut draws = Draws::new(seed);
    let mut ends = Vec::new();
    let (mut words, mut topics) = (Vec::new(), Vec::new());
    for _ in 0..6 {
        for _ in 0..1 + draws.below(12) {
            words.push(draws.below(n_words) as u32);
            topics.push(draws.below(n_topics) as u16);
        }
        ends.push(words.len());
    }
    let alpha = (0..n_topics).map(|_| 0.05 + draws.unit()).collect();
    Sampler::new(words, topics, ends, n_words, alpha, 0.05)
}

#[test]
fn the_three_buckets_match_the_plain_formula() {
    let mut sampler = small(3, 5, 4);
    let mut draws = Draws::new(1);
    for token in [0, 7, sampler.words.len() - 1] {
        let expected = sampler.plain(token);
        let n = 20_000;
        let mut found = [0u32; 5];
        (0..n).for_each(|_| found[sampler.tried(token, &mut draws)] += 1);
        for (found, expected) in found.iter().zip(&expected) {
            let (share, error) = (
                f64::from(*found) / f64::from(n),
                (expected * (1.0 - expected) / f64::from(n)).sqrt(),
            );
            assert!((share - expected).abs() < 4.0 * error + 1e-9, "{share} {expected}");
        }
    }
}

proptest! {
    #[test]
    fn counts_stay_consistent_with_the_tokens(seed in 0u64..500, n_topics in 1usize..7, n_words in 1usize..9) {
        let mut sampler = small(seed, n_topics, n_words);
        let mut draws = Draws::new(seed);
        for _ in 0..3 {
            sampler.sweep(&mut draws);
            sampler.learn_alpha(1);
        }
        let again = Sampler::new(
            sampler.words.clone(),
            sampler.topics.clone(),
            sampler.ends.clone(),
            n_words,
            sampler.alpha.clone(),
            sampler.beta,
        );
        prop_assert_eq!(sampler.n_by_topic(), again.n_by_topic());
        for word in 0..n_words {
            let sorted = |sampler: &Sampler| {
                let mut slots = sampler.of_word(word).to_vec();
                slots.sort_by_key(|slot| slot.topic);
                slots
            };
            prop_assert_eq!(sorted(&sampler), sorted(&again));
        }
    }

    #[test]
    fn broken_bytes_are_rejected(bytes in proptest::collection::vec(any::<u8>(), 0..60), cut in 0usize..400, flip in any::<u8>()) {
        let _ = Model::from_bytes(&bytes);
        let trained = planted(7, 60, 12).trained();
        let mut whole = trained.model.to_bytes();
        let cut = cut.min(whole.len() - 1);
        prop_assert_eq!(Model::from_bytes(&whole[..cut]), None);
        whole[cut] ^= flip;
        if let Some(model) = Model::from_bytes(&whole) {
            let _ = model.mixture(["t0w1", "t1w2"]);
        }
    }
}

/// Documents of 4 topics with 8 words each: two thirds of a document's tokens from its own topic, the rest from all
/// topics.
fn document(key: u64, draws: &mut Draws) -> Vec<String> {
    let own = key as usize % 4;
    (0..12)
        .map(|_| {
            let topic = if draws.unit() < 0.67 { own } else { draws.below(4) };
            format!("t{topic}w{}", draws.below(8))
        })
        .collect()
}

fn bags(keys: std::ops::Range<u64>) -> BagsOfWords {
    let mut corpus = Corpus::default();
    for key in keys {
        let words = document(key, &mut Draws::part(9, key));
        corpus.add_plain(key, words.iter().map(String::as_str));
    }
    corpus.bags(&VocabularyLimits { at_most: 0.9, ..VocabularyLimits::default() })
}

fn planted(seed: u64, n_documents: u64, sweeps: u32) -> Trainer {
    let settings = TrainingSettings { topics: 4, sweeps, ..TrainingSettings::default() };
    Trainer::cold(bags(0..n_documents), settings, Draws::new(seed))
}

#[test]
fn planted_topics_are_found() {
    let model = planted(1, 400, 100).trained().model;
    let mut found: Vec<String> = Vec::new();
    for topic in 0..4 {
        let words = model.words_of(topic, 8);
        let first = words[0][..2].to_owned();
        assert!(words.iter().all(|word| word.starts_with(&first)), "{words:?}");
        found.push(first);
    }
    found.sort();
    assert_eq!(found, ["t0", "t1", "t2", "t3"]);
    let mixture = model.mixture(["t2w0", "t2w3", "t2w5", "t2w7", "t2w1"]);
    let main = model.topic(mixture.first().unwrap()).unwrap();
    assert!(main.name.starts_with("T2") && mixture.parts()[0].1 > 0.7, "{mixture:?} {main:?}");
}

#[test]
fn the_same_seed_gives_the_same_model() {
    assert_eq!(planted(5, 100, 20).trained(), planted(5, 100, 20).trained());
    assert_ne!(planted(5, 100, 20).trained(), planted(6, 100, 20).trained());
}

#[test]
fn parts_of_a_mixture_are_few_and_sum_to_one() {
    let model = planted(1, 200, 30).trained().model;
    let mixture = model.mixture(["t0w1", "t1w1", "t2w1", "t3w1", "nothing"]);
    assert!(mixture.parts().len() <= Mixture::MOST);
    let sum: f32 = mixture.parts().iter().map(|(_, part)| part).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{mixture:?}");
    assert!(model.mixture([]).is_empty());
}

#[test]
fn topics_keep_their_identity_and_names_over_retraining() {
    let mut before = planted(1, 300, 60).trained();
    let given = before.model.topics()[2].id;
    before.model.name(given, Some("My own"));
    // A third of the documents is removed, and as many are added.
    let settings = TrainingSettings { topics: 4, ..TrainingSettings::default() }.warm();
    let after = Trainer::warm(bags(100..400), settings, &before, Draws::new(8)).trained();
    let ids = |model: &Model| model.topics().iter().map(|topic| topic.id).collect::<Vec<_>>();
    assert_eq!(ids(&before.model), ids(&after.model));
    assert_eq!(after.model.topic(given).unwrap().name, "My own");
    for key in 1000..1100 {
        let words = document(key, &mut Draws::part(9, key));
        let main = |model: &Model| model.mixture(words.iter().map(String::as_str)).first().unwrap();
        assert_eq!(main(&before.model), main(&after.model), "{words:?}");
    }
    assert!(!after.assignments.documents.contains_key(&50), "removed documents are forgotten");
}

#[test]
fn tokens_of_known_documents_keep_their_topics() {
    let before = planted(1, 100, 20).trained();
    let settings = TrainingSettings { topics: 4, sweeps: 0, ..TrainingSettings::default() };
    let begun = |before: &TrainedModel| {
        Trainer::warm(bags(0..100), settings, before, Draws::new(3)).trained().assignments.documents
    };
    assert_eq!(begun(&before), before.assignments.documents);
    // Assignments of another model do not apply to this one.
    let assignments = Assignments { training: 7, ..before.assignments.clone() };
    let foreign = TrainedModel { assignments, ..before.clone() };
    assert_ne!(begun(&foreign), before.assignments.documents);
}

#[test]
fn adding_and_removing_topics_keeps_the_ids_of_others() {
    let mut before = planted(1, 300, 60).trained();
    let all: Vec<TopicId> = before.model.topics().iter().map(|topic| topic.id).collect();
    before.model.name(all[3], Some("Mine"));
    let retrained = |n_topics: usize| {
        let settings = TrainingSettings { topics: n_topics, ..TrainingSettings::default() }.warm();
        Trainer::warm(bags(0..300), settings, &before, Draws::new(8)).trained().model
    };
    let more: Vec<TopicId> = retrained(6).topics().iter().map(|topic| topic.id).collect();
    assert_eq!(more[..4], all);
    assert!(more[4..].iter().all(|id| !all.contains(id)));
    let fewer = retrained(2);
    assert_eq!(fewer.topics().len(), 2);
    assert!(fewer.topic(all[3]).is_some_and(|topic| topic.name == "Mine"), "{:?}", fewer.topics());
}

#[test]
fn a_model_survives_serialization() {
    let mut trained = planted(1, 120, 30).trained();
    trained.model.name(TopicId(1), Some("Brücken, \u{1f309}"));
    assert_eq!(Model::from_bytes(&trained.model.to_bytes()), Some(trained.model.clone()));
    assert_eq!(Model::from_bytes(&[]), None);
}

#[test]
fn sparse_folding_in_matches_the_dense_formula() {
    let model = planted(1, 200, 30).trained().model;
    let words: Vec<u32> = (0..10).collect();
    let phi: Vec<Vec<f64>> = words
        .iter()
        .map(|&word| (0..4).map(|topic| model.p_word(topic, word as usize)).collect())
        .collect();
    let length = 10.0 + model.alpha().iter().sum::<f64>();
    let begun = model.alpha().iter().map(|alpha| (2.5 + alpha) / length).collect();
    let plain = (0..5).fold(begun, |theta: Vec<f64>, _| {
        fold_in_step(&theta, model.alpha(), phi.iter().map(Vec::as_slice))
    });
    for (found, plain) in model.fold_in(&words, 5).iter().zip(&plain) {
        assert!((found - plain).abs() < 1e-12);
    }
    let p = model.probability(&plain, 3);
    let expected: f64 = plain.iter().zip(&phi[3]).map(|(theta, phi)| theta * phi).sum();
    assert!((p - expected).abs() < 1e-15);
}

#[test]
fn too_few_documents_make_an_empty_model() {
    let settings = TrainingSettings { topics: 3, sweeps: 5, ..TrainingSettings::default() };
    let trained = Trainer::cold(BagsOfWords::default(), settings, Draws::new(1)).trained();
    assert!(trained.model.mixture(["anything"]).is_empty());
    // The next training starts from that without problems.
    let warm = Trainer::warm(bags(0..50), settings, &trained, Draws::new(1)).trained();
    assert!(!warm.model.mixture(["t0w0"]).is_empty());
}

#[test]
fn a_corpus_full_of_invented_words_keeps_the_repeated_ones() {
    let mut corpus = Corpus::default();
    for key in 0..100u64 {
        let made_up: Vec<String> = (0..5_000).map(|n| format!("x{key}y{n}")).collect();
        corpus.add_plain(key, made_up.iter().map(String::as_str).chain(["again"]));
    }
    let bags = corpus.bags(&VocabularyLimits { at_most: 1.0, ..VocabularyLimits::default() });
    assert_eq!(bags.words().len(), 1);
    assert_eq!(&*bags.words()[0].term, "again");
    assert_eq!(bags.words()[0].documents, 100);
}

/// Articles about trains, bread, chess and the sky, as people write them.
fn written(n: u64) -> Corpus {
    let trains = [
        "The night trains to the coast are full again. Passengers say that they slept well.",
        "Nobody expected that night trains would come back. The railway has ordered sleeping cars.",
        "For the railway the night trains are a success. They run to New York now.",
    ];
    let bread = [
        "The sourdough starter is fed twice. A loaf is baked in a hot oven, and they know it.",
        "Bakers say that a sourdough starter is alive. The loaf is a matter of patience.",
        "With the sourdough starter came the loaf. We measured that slow bread is better.",
    ];
    let chess = [
        "The rook ending was lost when the clock ran out. A passed pawn is a danger in chess.",
        "Grandmasters study the rook ending for years. The passed pawn is their friend.",
        "In chess the rook ending is half of all endings. They think that the pawn decides.",
    ];
    let sky = [
        "The radio telescope is pointed at a galaxy. Astronomers measured its faint signal.",
        "A radio telescope is a patient instrument. The galaxy has a signal of its own.",
        "Astronomers built the radio telescope in a valley. The signal is older than the galaxy.",
    ];
    let mut corpus = Corpus::default();
    for key in 0..n {
        let (title, texts) = match key % 4 {
            0 => ("Night trains are back", trains),
            1 => ("How a sourdough starter is kept", bread),
            2 => ("A lesson about the rook ending", chess),
            _ => ("New light for the radio telescope", sky),
        };
        let text = texts[key as usize / 4 % 3];
        corpus.add(key, &crate::tokens::Tokens::of(title, text, Some("en")));
    }
    corpus
}

fn names(corpus: Corpus, n_topics: usize, seed: u64) -> Vec<String> {
    let limits = VocabularyLimits { at_least: 3, at_most: 0.3, ..VocabularyLimits::default() };
    let settings = TrainingSettings { topics: n_topics, sweeps: 60, ..TrainingSettings::default() };
    let model = Trainer::cold(corpus.bags(&limits), settings, Draws::new(seed)).trained().model;
    model.topics().iter().map(|topic| topic.name.clone()).collect()
}

#[test]
fn topics_are_named_after_common_phrases() {
    let mut found = names(written(120), 4, 1);
    found.sort();
    assert_eq!(found, ["Night trains", "Radio telescope", "Rook ending", "Sourdough starter"]);
}

#[test]
fn names_that_reasons_mention_are_neither_boilerplate_nor_stop_words_nor_common_to_all_sources() {
    let around = "Read more. Comments. Continue reading our weekly newsletter. The harbour bell.";
    let subjects = [
        ("Night trains are back", "The night trains are full, and the railway needs coaches."),
        ("A lesson about the rook ending", "In chess the rook ending decides, and the pawn."),
        ("The and the other", "They would say that this was so, and more about it."),
    ];
    for seed in 0..20 {
        let mut corpus = Corpus::default();
        for key in 0..120u64 {
            // Ten sources for each subject; each writes four articles.
            let (subject, source) = (key % 3, key % 30);
            let (title, text) = subjects[subject as usize];
            let text = if key < 30 { format!("{text} {around}") } else { text.to_owned() };
            let tokens = crate::tokens::Tokens::of(title, &text, Some("en"));
            corpus.add_from(source, key, &tokens);
        }
        let limits = VocabularyLimits { at_least: 3, at_most: 0.5, ..VocabularyLimits::default() };
        let settings = TrainingSettings { topics: 5, sweeps: 30, ..TrainingSettings::default() };
        let model = Trainer::cold(corpus.bags(&limits), settings, Draws::new(seed)).trained().model;
        let telling: Vec<&str> = model
            .topics()
            .iter()
            .filter(|topic| topic.is_telling())
            .map(|topic| &*topic.name)
            .collect();
        assert!(telling.contains(&"Night trains"), "{telling:?}");
        for name in telling {
            assert!(!crate::names::is_boilerplate(name) && !name.contains("bell"), "{name}");
            let mut words = name.split([' ', '-']).map(crate::fold::lower);
            assert!(
                !words.any(|word| crate::stop::is_word(
                    Some(crate::language::Language::English),
                    &word
                )),
                "{name}"
            );
        }
    }
}

#[test]
fn names_are_unique_and_contain_no_fillers_or_verbs() {
    for seed in 0..20 {
        let found = names(written(120), 6, seed);
        let different: std::collections::HashSet<_> = found.iter().collect();
        assert_eq!(different.len(), found.len(), "{found:?}");
        for name in &found {
            let words: Vec<String> = name.split([' ', ',', '-']).map(str::to_lowercase).collect();
            let fillers = ["know", "slow", "measured", "say", "came", "expected", "fed", "back"];
            assert!(!words.iter().any(|word| fillers.contains(&&**word)), "{name}");
        }
    }
}

#[test]
fn models_stored_without_own_names_are_readable() {
    let model = planted(1, 60, 10).trained().model;
    let mut packed =
        tidings_numerics::pack::Packer::new(1).count(1).count(4).count(1).whole(0.05).count(1);
    packed = packed.count(3).text("slow, know").count(0).whole(0.1).count(0);
    let old = Model::from_bytes(&packed.done()).unwrap();
    assert_eq!((&*old.topics()[0].name, &*old.topics()[0].own_name), ("slow, know", "slow, know"));
    assert_eq!(Model::from_bytes(&model.to_bytes()), Some(model));
}
