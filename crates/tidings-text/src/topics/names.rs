//! Names topics by the phrases that are more frequent in them than in others.

use super::candidates::{Candidate, Documents};
use super::model::{Model, Topic};
use super::sampler::Slot;
use crate::names::{in_sentence_case, may_be_noun};
use std::collections::HashSet;

/// Number of words in a name, if no phrase is good enough.
const LENGTH: usize = 2;
/// The weight of a word's own frequency, against how specific it is to the topic.
const LAMBDA: f64 = 0.8;
/// Number of a topic's words considered for its name.
pub(super) const LOOKED_AT: usize = 40;
/// A name stays while it is among this many of the topic's best.
const STAYS: usize = 8;

/// Returns how well a word represents a topic: λ·log p(w|z) + (1−λ)·log(p(w|z)/p(w)) (Sievert and Shirley 2014).
///
/// ```
/// assert!((tidings_text::topics::relevance(0.5, 0.3, 0.6) + 0.211_558_058_8).abs() < 1e-9);
/// ```
#[must_use]
pub fn relevance(in_topic: f64, overall: f64, lambda: f64) -> f64 {
    lambda * in_topic.ln() + (1.0 - lambda) * (in_topic / overall).ln()
}

impl Model {
    /// Returns the first words of the topic with that number, as people write them.
    #[must_use]
    pub fn words_of(&self, topic: usize, most: usize) -> Vec<&str> {
        let mut all = self.by_relevance(|slot| slot.topic as usize == topic);
        let numbers = first(&mut all[topic], most);
        numbers.map(|word| &*self.words[word].form).collect()
    }

    /// Returns the numbers of each topic's first words.
    pub(super) fn first_words(&self) -> Vec<Vec<usize>> {
        let all = self.by_relevance(|_| true);
        all.into_iter().map(|mut words| first(&mut words, LOOKED_AT).collect()).collect()
    }

    /// Names the topics that have no name, or one that no longer fits; names given by users stay. Larger topics choose
    /// first, and no two have the same name.
    pub(super) fn name_topics(&mut self, documents: &Documents<'_>) {
        let first_words = self.first_words();
        let candidates = documents.candidates(&first_words, self.topics.len());
        let mut order: Vec<usize> = (0..self.topics.len()).collect();
        order.sort_by_key(|&topic| (std::cmp::Reverse(self.n_by_topic[topic]), topic));
        let mut taken: HashSet<Vec<u32>> = HashSet::new();
        for topic in order {
            let forms = first_words[topic].iter().map(|&word| &*self.words[word].form);
            let last_resort = by_words(forms);
            let topic = (&mut self.topics[topic], &candidates[topic]);
            topic.0.rename(topic.1, &mut taken, last_resort);
        }
    }

    /// Returns for each topic its words, with how well they represent it, counting only slots that match `is_meant`.
    fn by_relevance(&self, is_meant: impl Fn(&Slot) -> bool) -> Vec<Vec<(f64, usize)>> {
        let all: f64 = self.n_by_topic.iter().map(|&n| n as f64).sum();
        let mut found = vec![Vec::new(); self.topics.len()];
        for word in 0..self.words.len() {
            let slots = self.slots_of(word);
            let tokens: f64 = slots.iter().map(|slot| f64::from(slot.count)).sum();
            for slot in slots.iter().filter(|slot| is_meant(slot)) {
                let topic = slot.topic as usize;
                let relevance = relevance(self.weight(topic, slot.count), tokens / all, LAMBDA);
                found[topic].push((relevance, word));
            }
        }
        found
    }
}

fn first(words: &mut [(f64, usize)], most: usize) -> impl Iterator<Item = usize> + '_ {
    words.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    words.iter().take(most).map(|(_, word)| *word)
}

/// Returns a name of single words, for topics without a good phrase.
fn by_words<'a>(forms: impl Iterator<Item = &'a str> + Clone) -> String {
    let telling: Vec<&str> =
        forms.clone().filter(|form| may_be_noun(None, form)).take(LENGTH).collect();
    let words = if telling.is_empty() { forms.take(LENGTH).collect() } else { telling };
    in_sentence_case(&words.join(", "))
}

impl Topic {
    /// Takes the first of the best phrases that no other topic has, or keeps its current name if that is among them.
    fn rename(
        &mut self,
        candidates: &[Candidate],
        taken: &mut HashSet<Vec<u32>>,
        last_resort: String,
    ) {
        let free = |candidate: &&Candidate| !taken.contains(&candidate.words);
        let kept = candidates.iter().take(STAYS).filter(free);
        let kept = kept.into_iter().find(|candidate| candidate.name() == self.own_name);
        let chosen = kept.or_else(|| candidates.iter().find(free));
        self.own_name = chosen.map_or(last_resort, Candidate::name);
        taken.extend(chosen.map(|chosen| chosen.words.clone()));
        if !self.is_given {
            self.name.clone_from(&self.own_name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::taste::TopicId;

    fn candidate(form: &str, word: u32) -> Candidate {
        Candidate { words: vec![word], form: form.to_owned(), score: 0.0 }
    }

    #[test]
    fn names_stay_while_among_the_best_and_given_ones_forever() {
        let check = |name: &str, is_given: bool, others: &[u32], expected: (&str, &str)| {
            let mut topic = Topic {
                id: TopicId(1),
                name: name.to_owned(),
                own_name: name.to_owned(),
                is_given,
            };
            let candidates = [candidate("courts", 1), candidate("trial judges", 2)];
            let mut taken = others.iter().map(|word| vec![*word]).collect();
            topic.rename(&candidates, &mut taken, "Law, order".to_owned());
            assert_eq!((&*topic.name, &*topic.own_name), expected, "{name}");
        };
        check("", false, &[], ("Courts", "Courts"));
        check("Trial judges", false, &[], ("Trial judges", "Trial judges"));
        check("Goals", false, &[], ("Courts", "Courts"));
        check("My own", true, &[], ("My own", "Courts"));
        check("", false, &[1], ("Trial judges", "Trial judges"));
        check("Courts", false, &[1], ("Trial judges", "Trial judges"));
        check("", false, &[1, 2], ("Law, order", "Law, order"));
    }

    #[test]
    fn single_words_are_the_fallback_and_fillers_the_last_resort() {
        assert_eq!(by_words(["know", "rain", "slow", "mud", "tea"].into_iter()), "Rain, mud");
        assert_eq!(by_words(["know", "slow", "said"].into_iter()), "Know, slow");
        assert_eq!(by_words([].into_iter()), "");
    }

    /// Test vectors from an independent implementation.
    #[test]
    fn relevance_matches_the_vectors() {
        let cases = [
            (0.5, 0.3, -0.211_558_058_8),
            (0.3, 0.2, -0.560_197_639_4),
            (0.15, 0.2, -1.253_344_819_9),
            (0.05, 0.3, -2.514_143_151_8),
        ];
        for (in_topic, overall, expected) in cases {
            let found: f64 = relevance(in_topic, overall, 0.6);
            assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
        }
    }
}
