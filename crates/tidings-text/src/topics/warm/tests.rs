//! Warm starts from models made by hand, in which every word shows its topic.

use super::super::corpus::{Corpus, VocabularyLimits};
use super::super::model::{Parts, Topic, Word};
use super::super::sampler::Slot;
use super::super::train::Assignments;
use super::*;
use tidings_model::taste::TopicId;

/// Creates a model from the tokens of each topic per word; topics have a small prior, so that words decide.
fn model(words: &[(&str, &[u32])], given: &[usize]) -> Model {
    let n_topics = words[0].1.len();
    let topic = |number: usize| Topic {
        id: TopicId(number as u16),
        name: String::new(),
        own_name: String::new(),
        is_given: given.contains(&number),
    };
    let word = |term: &str| Word { term: term.into(), form: term.into(), documents: 1 };
    let (mut slots, mut ends) = (Vec::new(), Vec::new());
    for (_, counts) in words {
        let counts = counts.iter().zip(0..).filter(|(count, _)| **count > 0);
        slots.extend(counts.map(|(&count, topic)| Slot { topic, count }));
        ends.push(slots.len());
    }
    Model::new(Parts {
        training: 1,
        next_id: n_topics as u16,
        topics: (0..n_topics).map(topic).collect(),
        words: words.iter().map(|(term, _)| word(term)).collect(),
        alpha: vec![1e-9; n_topics],
        beta: 1e-12,
        n_sweeps: 1,
        ends,
        slots,
    })
}

fn rain_and_law() -> Model {
    model(&[("rain", &[500, 0]), ("hail", &[500, 0]), ("law", &[0, 500])], &[])
}

fn bags(documents: &[(u64, &[&str])]) -> BagsOfWords {
    let mut corpus = Corpus::default();
    documents.iter().for_each(|(key, words)| corpus.add_plain(*key, words.iter().copied()));
    corpus.bags(&VocabularyLimits { at_least: 1, at_most: 1.0, ..VocabularyLimits::default() })
}

/// Returns the words of the documents with their initial topics, sorted.
fn begun(
    documents: &[(u64, &[&str])],
    model: Model,
    assigned: &[(u64, &[(u32, u16)])],
    kept: &[usize],
) -> Vec<(String, u16)> {
    let bags = bags(documents);
    let documents = assigned.iter().map(|(key, tokens)| (*key, tokens.to_vec())).collect();
    let before = TrainedModel { model, assignments: Assignments { training: 1, documents } };
    let topics = Beginning::new(&bags, &before, kept).topics(&bags, &mut Draws::new(1));
    let term = |word: &u32| bags.words[*word as usize].term.to_string();
    let mut begun: Vec<_> = bags.tokens.iter().map(term).zip(topics).collect();
    begun.sort();
    begun
}

fn check(found: &[(String, u16)], expected: &[(&str, u16)]) {
    let found: Vec<(&str, u16)> = found.iter().map(|(term, topic)| (&**term, *topic)).collect();
    assert_eq!(found, expected);
}

#[test]
fn known_tokens_keep_their_topics_whatever_their_words() {
    // "rain" twice, once with the topic of law.
    let assigned: &[(u64, &[(u32, u16)])] = &[(5, &[(0, 0), (0, 1), (2, 0)])];
    let found = begun(&[(5, &["law", "rain", "rain"])], rain_and_law(), assigned, &[0, 1]);
    check(&found, &[("law", 0), ("rain", 0), ("rain", 1)]);
}

#[test]
fn new_tokens_get_topics_from_the_old_model() {
    // An edited article: one "rain" more than before, and "law" is new in it.
    let assigned: &[(u64, &[(u32, u16)])] = &[(5, &[(0, 1)])];
    let found = begun(&[(5, &["rain", "rain", "law"])], rain_and_law(), assigned, &[0, 1]);
    check(&found, &[("law", 1), ("rain", 0), ("rain", 1)]);
    // Of two, the first is kept.
    let assigned: &[(u64, &[(u32, u16)])] = &[(5, &[(0, 0), (0, 1)])];
    check(&begun(&[(5, &["rain"])], rain_and_law(), assigned, &[0, 1]), &[("rain", 0)]);
    // A new article that has the words of another.
    let found = begun(&[(6, &["rain", "hail"]), (7, &["law"])], rain_and_law(), assigned, &[0, 1]);
    check(&found, &[("hail", 0), ("law", 1), ("rain", 0)]);
}

#[test]
fn new_words_start_with_the_topics_of_their_article() {
    let documents: &[(u64, &[&str])] =
        &[(1, &["rain", "hail", "drizzle"]), (2, &["law", "law", "tort"])];
    let found = begun(documents, rain_and_law(), &[], &[0, 1]);
    check(&found, &[("drizzle", 0), ("hail", 0), ("law", 1), ("law", 1), ("rain", 0), ("tort", 1)]);
}

#[test]
fn no_token_starts_with_a_removed_topic() {
    let assigned: &[(u64, &[(u32, u16)])] = &[(5, &[(0, 0), (2, 1)])];
    // Topic 1 is now number 0; there is no other topic for the tokens about rain.
    let found = begun(&[(5, &["rain", "law", "hail"])], rain_and_law(), assigned, &[1]);
    check(&found, &[("hail", 0), ("law", 0), ("rain", 0)]);
    let three = model(&[("rain", &[9, 0, 0]), ("law", &[0, 9, 0]), ("goal", &[0, 0, 9])], &[]);
    let found = begun(&[(5, &["goal", "law"])], three, &[], &[0, 2]);
    assert_eq!(found[0], ("goal".to_owned(), 1), "the third topic is now the second");
    // The removed topic's count of a word does not count for the others.
    let three = model(&[("law", &[5, 500, 0]), ("goal", &[0, 0, 9])], &[]);
    check(&begun(&[(5, &["law"])], three, &[], &[0, 2]), &[("law", 0)]);
}

#[test]
fn topics_with_given_names_stay_before_larger_ones() {
    let of = |given: &[usize], most: usize| model(&[("rain", &[5, 9, 9, 1])], given).kept(most);
    assert_eq!(of(&[], 2), [1, 2]);
    assert_eq!(of(&[], 1), [1], "the first of equals");
    assert_eq!(of(&[3], 1), [3]);
    assert_eq!(of(&[3], 3), [1, 2, 3], "in their order");
    assert_eq!(of(&[0, 3], 1), [0], "the larger of the given ones");
    assert_eq!((of(&[], 0), of(&[], 9)), (vec![], vec![0, 1, 2, 3]));
}
