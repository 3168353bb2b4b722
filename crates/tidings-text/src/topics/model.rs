//! The model: the result of a training, as sums of counts over its last sweeps.
//!
//! p(w|z) = (n_zw+Sβ)/(n_z+SVβ) with counts summed over S sweeps: a topic has an individual weight for each word that
//! occurs in it, and the same small weight for every other. So a word's cost, in memory and time, is proportional to
//! the number of its topics.

use super::sampler::Slot;
use crate::names::is_telling;
use std::collections::HashMap;
use tidings_model::taste::{Mixture, TopicId};

/// A topic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// Its permanent number.
    pub id: TopicId,
    /// Its name: its best phrase, or the name a user gave it.
    pub name: String,
    /// The name derived from its articles.
    pub own_name: String,
    /// Whether a user gave the name: then it stays.
    pub is_given: bool,
}

impl Topic {
    /// Returns whether its name tells a person what its articles are about. A name that a user gave always does.
    #[must_use]
    pub fn is_telling(&self) -> bool {
        self.is_given || is_telling(&self.name)
    }
}

/// A word known to the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The stem that identifies it.
    pub term: Box<str>,
    /// Its most frequent written form.
    pub form: Box<str>,
    /// Number of documents with it when the model was trained.
    pub documents: u32,
}

/// Topics, their words, and the computation of an article's mixture.
///
/// ```
/// use tidings_numerics::Draws;
/// use tidings_text::topics::{Corpus, VocabularyLimits, TrainingSettings, Trainer};
/// let mut corpus = Corpus::default();
/// for key in 0..40 {
///     corpus.add_plain(key, if key % 2 == 0 { ["goal", "match", "team"] } else { ["court", "judge", "law"] });
/// }
/// let limits = VocabularyLimits { at_most: 0.6, ..VocabularyLimits::default() };
/// let settings = TrainingSettings { topics: 2, ..TrainingSettings::default() };
/// let model = Trainer::cold(corpus.bags(&limits), settings, Draws::new(1)).trained().model;
/// let sport = model.mixture(["team", "goal", "unheard"]);
/// let (topic, part) = sport.parts()[0];
/// assert!(part > 0.8);
/// assert!(["Goal", "Match", "Team"].contains(&&*model.topic(topic).unwrap().name));
/// assert!(model.mixture(["unheard"]).is_empty());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The number of trainings so far.
    pub(super) training: u32,
    pub(super) next_id: u16,
    pub(super) topics: Vec<Topic>,
    pub(super) words: Vec<Word>,
    pub(super) numbers: HashMap<Box<str>, u32>,
    pub(super) alpha: Vec<f64>,
    pub(super) beta: f64,
    /// Number of sweeps whose counts are summed.
    pub(super) n_sweeps: u32,
    pub(super) ends: Vec<usize>,
    /// For each word, in the order of topics.
    pub(super) slots: Vec<Slot>,
    pub(super) n_by_topic: Vec<u64>,
    /// 1/(n_z+SVβ).
    pub(super) scale: Vec<f64>,
}

/// The parts of a model from which the rest is derived.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    pub(super) training: u32,
    pub(super) next_id: u16,
    pub(super) topics: Vec<Topic>,
    pub(super) words: Vec<Word>,
    pub(super) alpha: Vec<f64>,
    pub(super) beta: f64,
    pub(super) n_sweeps: u32,
    pub(super) ends: Vec<usize>,
    pub(super) slots: Vec<Slot>,
}

impl Model {
    pub(super) fn new(parts: Parts) -> Self {
        let Parts { training, next_id, topics, words, alpha, beta, n_sweeps, ends, slots } = parts;
        let mut n_by_topic = vec![0u64; topics.len()];
        slots.iter().for_each(|slot| n_by_topic[slot.topic as usize] += u64::from(slot.count));
        let all_beta = words.len() as f64 * beta * f64::from(n_sweeps);
        let scale = n_by_topic.iter().map(|&n| 1.0 / (n as f64 + all_beta)).collect();
        let numbered = words.iter().enumerate();
        let numbers = numbered.map(|(number, word)| (word.term.clone(), number as u32)).collect();
        Self {
            training,
            next_id,
            topics,
            words,
            numbers,
            alpha,
            beta,
            n_sweeps,
            ends,
            slots,
            n_by_topic,
            scale,
        }
    }

    /// Returns the number of trainings, including this one.
    #[must_use]
    pub fn training(&self) -> u32 {
        self.training
    }

    /// Returns the topics, by their numbers in this model.
    #[must_use]
    pub fn topics(&self) -> &[Topic] {
        &self.topics
    }

    /// Returns the topic with that id.
    #[must_use]
    pub fn topic(&self, id: TopicId) -> Option<&Topic> {
        self.topics.iter().find(|topic| topic.id == id)
    }

    /// Gives a topic a permanent name, or with `None` removes it: then the topic is named by its articles again.
    pub fn name(&mut self, id: TopicId, name: Option<&str>) {
        let Some(topic) = self.topics.iter_mut().find(|topic| topic.id == id) else { return };
        topic.name = name.unwrap_or(&topic.own_name).to_owned();
        topic.is_given = name.is_some();
    }

    /// Returns the words it knows, by their numbers.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Returns the number of a word.
    #[must_use]
    pub fn number(&self, term: &str) -> Option<u32> {
        self.numbers.get(term).copied()
    }

    /// Returns how much of each topic an article is expected to have before any of its words is read.
    #[must_use]
    pub fn alpha(&self) -> &[f64] {
        &self.alpha
    }

    /// Returns the share of each topic among all tokens.
    #[must_use]
    pub fn shares(&self) -> Vec<f64> {
        let all = self.n_by_topic.iter().sum::<u64>().max(1) as f64;
        self.n_by_topic.iter().map(|&n| n as f64 / all).collect()
    }

    /// Returns p(w|z) for the topic and the word with these numbers.
    #[must_use]
    pub fn p_word(&self, topic: usize, word: usize) -> f64 {
        let slots = self.slots_of(word);
        let place = slots.binary_search_by_key(&topic, |slot| slot.topic as usize);
        self.weight(topic, place.map_or(0, |place| slots[place].count))
    }

    /// Returns what an article with these terms is about: its largest topics, whose parts sum to one; empty if no word
    /// is known.
    #[must_use]
    pub fn mixture<'a>(&self, terms: impl IntoIterator<Item = &'a str>) -> Mixture {
        let known = terms.into_iter().filter_map(|term| self.number(term));
        let known: Vec<u32> = known.take(MOST_WORDS).collect();
        if known.is_empty() {
            return Mixture::default();
        }
        let theta = self.fold_in(&known, STEPS);
        let parts = self.topics.iter().zip(theta);
        Mixture::of(parts.map(|(topic, part)| (topic.id, part as f32)))
    }

    pub(super) fn slots_of(&self, word: usize) -> &[Slot] {
        let begin = if word == 0 { 0 } else { self.ends[word - 1] };
        &self.slots[begin..self.ends[word]]
    }

    /// Returns p(w|z) of a word with that count.
    pub(super) fn weight(&self, topic: usize, count: u32) -> f64 {
        (f64::from(count) + self.beta * f64::from(self.n_sweeps)) * self.scale[topic]
    }
}

/// Number of steps to compute the mixture of a new article: more would fit it to noise (05: 844 at 5 steps, 876 at 50).
pub(super) const STEPS: usize = 5;
/// Maximum number of words read from an article.
const MOST_WORDS: usize = 2000;
