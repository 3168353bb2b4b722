//! Warm start: the initial topics of tokens when there was an earlier training.

use super::corpus::BagsOfWords;
use super::model::{Model, STEPS};
use super::train::TrainedModel;
use std::collections::HashMap;
use tidings_numerics::Draws;

/// The initial topics of tokens, from the previous training.
#[derive(Debug)]
pub(super) struct Beginning<'a> {
    before: &'a TrainedModel,
    /// The new number of each old topic, if it is kept.
    topics: Vec<Option<u16>>,
    /// The old number of each new word, if it was known.
    words: Vec<Option<u32>>,
}

impl<'a> Beginning<'a> {
    pub(super) fn new(bags: &BagsOfWords, before: &'a TrainedModel, kept: &[usize]) -> Self {
        let mut topics = vec![None; before.model.topics.len()];
        kept.iter().enumerate().for_each(|(new, &old)| topics[old] = Some(new as u16));
        let words = bags.words.iter().map(|word| before.model.number(&word.term)).collect();
        Self { before, topics, words }
    }

    pub(super) fn topics(&self, bags: &BagsOfWords, draws: &mut Draws) -> Vec<u16> {
        let TrainedModel { model, assignments } = self.before;
        let are_its = assignments.training == model.training;
        let mut begun = Vec::with_capacity(bags.tokens.len());
        for (key, tokens) in bags.iter() {
            let known = assignments.documents.get(&key).filter(|_| are_its);
            let mut known: HashMap<u32, Vec<u16>> =
                known.map_or_else(HashMap::new, |tokens| by_word(tokens));
            let old: Vec<u32> =
                tokens.iter().filter_map(|&word| self.words[word as usize]).collect();
            // Most documents are old and need no mixture.
            let mut theta: Option<Vec<f64>> = None;
            for &word in tokens {
                let old_word = self.words[word as usize];
                let kept = old_word.and_then(|old| known.get_mut(&old)?.pop());
                let topic = kept.and_then(|topic| self.topics[topic as usize]);
                begun.push(topic.unwrap_or_else(|| {
                    let theta = theta.get_or_insert_with(|| model.fold_in(&old, STEPS));
                    self.drawn(theta, old_word, draws)
                }));
            }
        }
        begun
    }

    /// Draws a topic by θ_kφ_wk of the old model, or by θ_k for a word that it does not know.
    fn drawn(&self, theta: &[f64], word: Option<u32>, draws: &mut Draws) -> u16 {
        let model = &self.before.model;
        let weight = |topic: usize| {
            let phi = word.map_or(1.0, |word| model.p_word(topic, word as usize));
            if self.topics[topic].is_some() { theta[topic] * phi } else { 0.0 }
        };
        let weights: Vec<f64> = (0..theta.len()).map(weight).collect();
        let mut rest = draws.unit() * weights.iter().sum::<f64>();
        let mut last = 0;
        for (weight, new) in weights.iter().zip(&self.topics) {
            let Some(new) = new else { continue };
            last = *new;
            rest -= weight;
            if rest < 0.0 {
                break;
            }
        }
        last
    }
}

fn by_word(tokens: &[(u32, u16)]) -> HashMap<u32, Vec<u16>> {
    let mut found: HashMap<u32, Vec<u16>> = HashMap::with_capacity(tokens.len());
    // In reverse, so that they are popped in order.
    for &(word, topic) in tokens.iter().rev() {
        found.entry(word).or_default().push(topic);
    }
    found
}

impl Model {
    /// Returns the topics to keep, at most `most`: those with given names, then the largest; in their order.
    pub(super) fn kept(&self, most: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.topics.len()).collect();
        order.sort_by_key(|&topic| {
            (!self.topics[topic].is_given, std::cmp::Reverse(self.n_by_topic[topic]), topic)
        });
        order.truncate(most);
        order.sort_unstable();
        order
    }
}

#[cfg(test)]
mod tests;
