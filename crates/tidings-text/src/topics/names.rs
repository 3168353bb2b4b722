//! Names: the words that a topic has more often than others have.

use super::model::{Model, Topic};
use super::sampler::Slot;

/// Words of a name.
const LENGTH: usize = 3;
/// How much a word's own frequency counts, against how much it is the topic's.
const LAMBDA: f64 = 0.8;
/// A name stays while its words are among so many of the topic's first.
const STAYS: usize = 20;

/// How well a word stands for a topic: λ·log p(w|z) + (1−λ)·log(p(w|z)/p(w)) (Sievert and Shirley 2014).
///
/// ```
/// assert!((tidings_text::topics::relevance(0.5, 0.3, 0.6) + 0.211_558_058_8).abs() < 1e-9);
/// ```
#[must_use]
pub fn relevance(in_topic: f64, overall: f64, lambda: f64) -> f64 {
    lambda * in_topic.ln() + (1.0 - lambda) * (in_topic / overall).ln()
}

impl Model {
    /// The first words of the topic with that number, as people write them.
    #[must_use]
    pub fn words_of(&self, topic: usize, most: usize) -> Vec<&str> {
        let mut all = self.by_relevance(|slot| slot.topic as usize == topic);
        self.forms(&mut all[topic], most)
    }

    /// Names the topics that have no name, or one that no longer fits; names given by hand stay.
    pub(super) fn name_topics(&mut self) {
        for (topic, mut words) in self.by_relevance(|_| true).into_iter().enumerate() {
            let words = self.forms(&mut words, STAYS);
            if let Some(name) = self.topics[topic].renamed(&words) {
                self.topics[topic].name = name;
            }
        }
    }

    /// Names the topic with that number, if it has no name or one that no longer fits.
    pub(super) fn name_topic(&mut self, topic: usize) {
        if let Some(name) = self.topics[topic].renamed(&self.words_of(topic, STAYS)) {
            self.topics[topic].name = name;
        }
    }

    /// For each topic the words it has, with how well they stand for it; of the slots that are meant.
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

    fn forms(&self, words: &mut [(f64, usize)], most: usize) -> Vec<&str> {
        words.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        words.iter().take(most).map(|(_, word)| &*self.words[*word].form).collect()
    }
}

impl Topic {
    /// The name by these words, where there is none or one of other words; none for a given one.
    fn renamed(&self, words: &[&str]) -> Option<String> {
        let fits = !self.name.is_empty() && self.name.split(", ").all(|word| words.contains(&word));
        let name = || words.iter().take(LENGTH).copied().collect::<Vec<_>>().join(", ");
        (!self.is_given && !fits).then(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::taste::TopicId;

    #[test]
    fn a_name_stays_while_its_words_do_and_a_given_one_for_ever() {
        let check = |name: &str, is_given: bool, words: &[&str], expected: Option<&str>| {
            let topic = Topic { id: TopicId(1), name: name.to_owned(), is_given };
            assert_eq!(topic.renamed(words).as_deref(), expected, "{name}");
        };
        let words = ["court", "judge", "law", "trial"];
        check("", false, &words, Some("court, judge, law"));
        check("trial, law, court", false, &words, None);
        check("goal, law, court", false, &words, Some("court, judge, law"));
        check("My own", true, &words, None);
        check("", false, &[], Some(""));
    }

    /// Vectors of an independent implementation.
    #[test]
    fn relevance_agrees_with_the_vectors() {
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
