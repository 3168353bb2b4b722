//! The sampler: draws a topic for every token given those of the others, in three buckets (Yao, Mimno and McCallum
//! 2009).
//!
//! p(z=k) ∝ (n_dk+α_k)(n_wk+β)/(n_k+Vβ), without the token itself, is the sum of α_kβ/(n_k+Vβ) over all topics, whose
//! sum is cached; n_dkβ/(…) over the document's topics; and (n_dk+α_k)n_wk/(…) over the word's topics. The last one has
//! most of the mass and is short: the cost of a token grows with the number of topics of its word, not with K.

mod by_word;
mod document;

pub(super) use by_word::Slot;

use super::alpha::{CountsByDocument, learned};
use by_word::ByWord;
use document::{Bucket, Document};
use tidings_numerics::Draws;

/// Maximum number of topics.
pub(super) const MOST_TOPICS: usize = 1000;

/// All tokens with their topics, and the counts derived from them.
#[derive(Debug, Clone)]
pub(super) struct Sampler {
    pub(super) words: Vec<u32>,
    pub(super) topics: Vec<u16>,
    /// Where each document ends.
    pub(super) ends: Vec<usize>,
    pub(super) alpha: Vec<f64>,
    pub(super) beta: f64,
    by_word: ByWord,
    n_by_topic: Vec<u32>,
    /// 1/(n_k+Vβ).
    inverse: Vec<f64>,
}

impl Sampler {
    /// Creates a sampler from tokens and their topics.
    pub(super) fn new(
        words: Vec<u32>,
        topics: Vec<u16>,
        ends: Vec<usize>,
        n_words: usize,
        alpha: Vec<f64>,
        beta: f64,
    ) -> Self {
        assert!(alpha.len() <= MOST_TOPICS, "{} topics, at most {MOST_TOPICS}", alpha.len());
        assert_eq!(words.len(), topics.len(), "every token has a topic");
        let mut by_word = ByWord::new(&words, n_words, alpha.len());
        let mut n_by_topic = vec![0; alpha.len()];
        for (&word, &topic) in words.iter().zip(&topics) {
            by_word.add(word as usize, topic as usize);
            n_by_topic[topic as usize] += 1;
        }
        let all_beta = n_words as f64 * beta;
        let inverse = n_by_topic.iter().map(|&n| 1.0 / (f64::from(n) + all_beta)).collect();
        Self { words, topics, ends, alpha, beta, by_word, n_by_topic, inverse }
    }

    /// Draws a new topic for every token, once.
    pub(super) fn sweep(&mut self, draws: &mut Draws) {
        let mut document = Document::new(self.alpha.len());
        let mut all = Bucket::over(&self.alpha, &self.inverse);
        let mut begin = 0;
        for number in 0..self.ends.len() {
            let end = self.ends[number];
            document.open(&self.topics[begin..end], &self.inverse, &mut all.weights);
            for token in begin..end {
                self.redraw(token, &mut document, &mut all, draws);
            }
            document.close(&self.alpha, &self.inverse, &mut all.weights);
            begin = end;
        }
    }

    /// Redraws one token: removes it, draws, adds it back.
    #[inline]
    fn redraw(
        &mut self,
        token: usize,
        document: &mut Document,
        all: &mut Bucket,
        draws: &mut Draws,
    ) {
        let (word, old) = (self.words[token] as usize, self.topics[token] as usize);
        document.remove(old);
        self.n_by_topic[old] -= 1;
        self.by_word.remove(word, old);
        self.reweigh(old, document, all);
        let new = self.drawn(word, document, all, draws);
        document.add(new);
        self.n_by_topic[new] += 1;
        self.by_word.add(word, new);
        self.reweigh(new, document, all);
        self.topics[token] = new as u16;
    }

    /// Updates the values derived from a topic's counts.
    #[inline]
    fn reweigh(&mut self, topic: usize, document: &mut Document, all: &mut Bucket) {
        let all_beta = self.by_word.n_words() as f64 * self.beta;
        let (alpha, before) = (self.alpha[topic], self.inverse[topic]);
        let inverse = 1.0 / (f64::from(self.n_by_topic[topic]) + all_beta);
        self.inverse[topic] = inverse;
        all.sum += alpha * (inverse - before);
        let in_document = f64::from(document.counts[topic]);
        let now = in_document * inverse;
        document.sum += now - document.parts[topic];
        document.parts[topic] = now;
        all.weights[topic] = alpha * inverse + now;
    }

    /// Draws a topic for a token of a word, from the counts without it.
    #[inline]
    fn drawn(
        &mut self,
        word: usize,
        document: &Document,
        all: &Bucket,
        draws: &mut Draws,
    ) -> usize {
        let Self { alpha, beta, by_word, inverse, .. } = self;
        let (slots, sums) = by_word.weighed(word, &all.weights);
        let of_word = sums.last().copied().unwrap_or(0.0);
        let mut rest = draws.unit() * (of_word + *beta * (document.sum + all.sum));
        if rest < of_word {
            // Counting is faster than a search: it needs no branch prediction.
            let place = sums.iter().map(|sum| usize::from(*sum <= rest)).sum::<usize>();
            return slots[place.min(slots.len() - 1)].topic as usize;
        }
        rest = (rest - of_word) / *beta;
        let mut last = None;
        if rest < document.sum {
            for &topic in &document.topics {
                rest -= document.parts[topic as usize];
                last = Some(topic as usize);
                if rest < 0.0 {
                    break;
                }
            }
        } else {
            rest -= document.sum;
            for (topic, (alpha, inverse)) in alpha.iter().zip(inverse.iter()).enumerate() {
                rest -= alpha * inverse;
                last = Some(topic);
                if rest < 0.0 {
                    break;
                }
            }
        }
        // Rounding may leave a remainder, which goes to the last one.
        last.unwrap_or(0)
    }

    /// Applies steps of the fixed point to the current counts.
    pub(super) fn learn_alpha(&mut self, steps: usize) {
        let counts = self.counts_by_document();
        for _ in 0..steps {
            self.alpha = learned(&self.alpha, &counts);
        }
    }

    fn counts_by_document(&self) -> CountsByDocument {
        let mut found = CountsByDocument::new(self.alpha.len());
        let mut counts = vec![0u32; self.alpha.len()];
        let mut begin = 0;
        for &end in &self.ends {
            let topics = &self.topics[begin..end];
            topics.iter().for_each(|&topic| counts[topic as usize] += 1);
            found.add(topics.iter().filter_map(|&topic| {
                let count = std::mem::take(&mut counts[topic as usize]);
                (count > 0).then_some((topic as usize, count))
            }));
            begin = end;
        }
        found
    }

    /// Returns the topics of a word, in no particular order.
    pub(super) fn of_word(&self, word: usize) -> &[Slot] {
        self.by_word.slots(word)
    }

    /// Returns the number of tokens of each topic.
    #[cfg(test)]
    pub(super) fn n_by_topic(&self) -> &[u32] {
        &self.n_by_topic
    }

    /// Returns the probability of each topic for the token with that number, by the plain formula.
    #[cfg(test)]
    pub(super) fn plain(&self, token: usize) -> Vec<f64> {
        let document = self.ends.partition_point(|&end| end <= token);
        let begin = if document == 0 { 0 } else { self.ends[document - 1] };
        let n_words = self.by_word.n_words() as f64;
        let weights: Vec<f64> = (0..self.alpha.len())
            .map(|topic| {
                let own = f64::from(u32::from(self.topics[token] as usize == topic));
                let in_document = self.topics[begin..self.ends[document]]
                    .iter()
                    .filter(|&&other| other as usize == topic)
                    .count() as f64;
                let of_word = self.of_word(self.words[token] as usize).iter();
                let of_word: u32 = of_word
                    .filter(|slot| slot.topic as usize == topic)
                    .map(|slot| slot.count)
                    .sum();
                (in_document - own + self.alpha[topic]) * (f64::from(of_word) - own + self.beta)
                    / (f64::from(self.n_by_topic[topic]) - own + n_words * self.beta)
            })
            .collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }

    /// Draws the token with that number again and again, each time from the same counts.
    #[cfg(test)]
    pub(super) fn tried(&mut self, token: usize, draws: &mut Draws) -> usize {
        let number = self.ends.partition_point(|&end| end <= token);
        let begin = if number == 0 { 0 } else { self.ends[number - 1] };
        let before = self.clone();
        let mut document = Document::new(self.alpha.len());
        let mut all = Bucket::over(&self.alpha, &self.inverse);
        document.open(&self.topics[begin..self.ends[number]], &self.inverse, &mut all.weights);
        self.redraw(token, &mut document, &mut all, draws);
        let drawn = self.topics[token] as usize;
        *self = before;
        drawn
    }
}
