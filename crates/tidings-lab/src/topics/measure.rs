//! The measure: perplexity of the half of held-out documents that was not observed.

use tidings_numerics::Draws;
use tidings_text::topics::{BagsOfWords, Model};

/// Steps of folding in, as in every evaluation of the comparison.
const STEPS: usize = 50;

/// Held-out documents, each split into an observed half and another.
#[derive(Debug, Clone)]
pub struct HeldOutDocuments {
    halves: Vec<(Vec<u32>, Vec<u32>)>,
}

/// The sum of log probabilities over tokens, and their number.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Perplexity {
    log: f64,
    tokens: usize,
}

impl Perplexity {
    fn add(&mut self, probability: f64) {
        self.log += probability.ln();
        self.tokens += 1;
    }

    /// Returns exp(−mean log p); `None` without tokens.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        (self.tokens > 0).then(|| (-self.log / self.tokens as f64).exp())
    }
}

impl HeldOutDocuments {
    /// Splits documents at random into those to train on and those held out.
    ///
    /// ```
    /// use tidings_lab::topics::HeldOutDocuments;
    /// use tidings_text::topics::{Corpus, VocabularyLimits};
    /// let mut corpus = Corpus::default();
    /// (0..20).for_each(|key| corpus.add_plain(key, ["a", "b", "c", "d"]));
    /// let bags = corpus.bags(&VocabularyLimits { at_most: 1.0, ..VocabularyLimits::default() });
    /// let (train, held) = HeldOutDocuments::out(&bags, 0.9, 1);
    /// assert_eq!((train.n_documents(), held.n_documents(), held.n_tokens()), (18, 2, 8));
    /// ```
    #[must_use]
    pub fn out(bags: &BagsOfWords, train_share: f64, seed: u64) -> (BagsOfWords, Self) {
        let mut keys: Vec<u64> = bags.iter().map(|(key, _)| key).collect();
        shuffle(&mut keys, &mut Draws::part(seed, 1));
        let n_train = (keys.len() as f64 * train_share).round() as usize;
        let mut out = keys.split_off(n_train.min(keys.len()));
        out.sort_unstable();
        let is_out = |key: u64| out.binary_search(&key).is_ok();
        let mut draws = Draws::part(seed, 2);
        let halves = bags.iter().filter(|(key, _)| is_out(*key)).map(|(_, tokens)| {
            let mut tokens = tokens.to_vec();
            shuffle(&mut tokens, &mut draws);
            let other = tokens.split_off(tokens.len() / 2);
            (tokens, other)
        });
        let halves = halves.collect();
        (bags.only(|key| !is_out(key)), Self { halves })
    }

    /// Returns the number of held-out documents.
    #[must_use]
    pub fn n_documents(&self) -> usize {
        self.halves.len()
    }

    /// Returns the number of their tokens.
    #[must_use]
    pub fn n_tokens(&self) -> usize {
        self.halves.iter().map(|(observed, other)| observed.len() + other.len()).sum()
    }

    /// Returns the words of each document, both halves together.
    pub fn documents(&self) -> impl Iterator<Item = Vec<u32>> {
        self.halves.iter().map(|(observed, other)| [&observed[..], other].concat())
    }

    /// Returns the perplexity of the other halves under a model.
    #[must_use]
    pub fn perplexity(&self, model: &Model) -> Perplexity {
        self.perplexity_of(model, STEPS)
    }

    /// Returns the same with a different number of steps.
    #[must_use]
    pub fn perplexity_of(&self, model: &Model, steps: usize) -> Perplexity {
        let mut found = Perplexity::default();
        for (observed, other) in &self.halves {
            let theta = model.fold_in(observed, steps);
            other.iter().for_each(|&word| found.add(model.probability(&theta, word)));
        }
        found
    }

    /// Returns the perplexity from word frequencies in training, without context.
    #[must_use]
    pub fn unigram(&self, train: &BagsOfWords) -> Perplexity {
        const BETA: f64 = 0.05;
        let mut counts = vec![0u32; train.words().len()];
        train.iter().flat_map(|(_, words)| words).for_each(|&word| counts[word as usize] += 1);
        let all = train.n_tokens() as f64 + BETA * counts.len() as f64;
        let mut found = Perplexity::default();
        for &word in self.halves.iter().flat_map(|(_, other)| other) {
            found.add((f64::from(counts[word as usize]) + BETA) / all);
        }
        found
    }
}

fn shuffle<T>(items: &mut [T], draws: &mut Draws) {
    for end in (1..items.len()).rev() {
        items.swap(end, draws.below(end + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_text::topics::{Corpus, VocabularyLimits};

    fn bags(documents: &[&[&str]]) -> BagsOfWords {
        let mut corpus = Corpus::default();
        for (key, words) in (0..).zip(documents) {
            corpus.add_plain(key, words.iter().copied());
        }
        corpus.bags(&VocabularyLimits { at_least: 1, at_most: 1.0, ..VocabularyLimits::default() })
    }

    #[test]
    fn perplexity_is_one_over_the_geometric_mean_of_chances() {
        let of = |chances: &[f64]| {
            let mut found = Perplexity::default();
            chances.iter().for_each(|chance| found.add(*chance));
            found.value()
        };
        assert_eq!(of(&[]), None);
        assert!((of(&[0.25]).unwrap() - 4.0).abs() < 1e-12);
        assert!((of(&[0.5, 0.125]).unwrap() - 4.0).abs() < 1e-12);
        assert!((of(&[1.0, 1.0]).unwrap() - 1.0).abs() < 1e-12);
        assert!(of(&[0.5, 0.0]).unwrap().is_infinite(), "an impossible word came");
    }

    #[test]
    fn word_frequencies_in_training_predict_words() {
        let train = bags(&[&["fox", "fox", "fox", "owl"]]);
        let number = |word: &str| {
            let at = train.words().iter().position(|known| &*known.term == word);
            u32::try_from(at.unwrap()).unwrap()
        };
        let held = |other: Vec<u32>| HeldOutDocuments { halves: vec![(vec![], other)] };
        let (fox, owl) = (number("fox"), number("owl"));
        // Four tokens and a twentieth for each of two words: (3 + 0.05)/4.1 and (1 + 0.05)/4.1.
        let of = |words: Vec<u32>| held(words).unigram(&train).value().unwrap();
        assert!((of(vec![fox]) - 4.1 / 3.05).abs() < 1e-12);
        assert!((of(vec![owl]) - 4.1 / 1.05).abs() < 1e-12);
        let both = (4.1_f64 / 3.05 * 4.1 / 1.05).sqrt();
        assert!((of(vec![fox, owl]) - both).abs() < 1e-12);
        assert_eq!(held(vec![]).unigram(&train).value(), None);
    }

    #[test]
    fn a_document_is_split_in_halves_of_which_the_observed_is_the_shorter() {
        for n in 0..6 {
            let words = vec!["fox"; n];
            let all = bags(&[&words, &["owl"]]);
            let (_, held) = HeldOutDocuments::out(&all, 0.0, 1);
            assert_eq!((held.n_documents(), held.n_tokens()), (all.n_documents(), all.n_tokens()));
            for (observed, other) in &held.halves {
                assert!(other.len() == observed.len() || other.len() == observed.len() + 1);
            }
        }
    }

    #[test]
    fn shuffling_repeats_with_its_seed_and_reaches_every_order() {
        let shuffled = |seed| {
            let mut items = [0, 1, 2];
            shuffle(&mut items, &mut Draws::new(seed));
            items
        };
        assert_eq!(shuffled(5), shuffled(5));
        let mut counts = std::collections::BTreeMap::<[i32; 3], u32>::new();
        (0..6_000).for_each(|seed| *counts.entry(shuffled(seed)).or_default() += 1);
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|n| (850..1_150).contains(n)), "{counts:?}");
    }
}
