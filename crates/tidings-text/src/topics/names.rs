//! Names: the words that a topic has more often than others have.

use super::model::Model;

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
        self.first_words(topic, most).into_iter().map(|word| &*self.words[word].form).collect()
    }

    /// The numbers of the words that stand best for a topic, best first.
    pub(super) fn first_words(&self, topic: usize, most: usize) -> Vec<usize> {
        let mut first: Vec<(f64, usize)> = Vec::new();
        let all: f64 = self.n_by_topic.iter().map(|&n| n as f64).sum();
        for word in 0..self.words.len() {
            let slots = self.slots_of(word);
            let Ok(place) = slots.binary_search_by_key(&topic, |slot| slot.topic as usize) else {
                continue;
            };
            let tokens: f64 = slots.iter().map(|slot| f64::from(slot.count)).sum();
            let in_topic = self.weight(topic, slots[place].count);
            first.push((relevance(in_topic, tokens / all, LAMBDA), word));
        }
        first.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        first.truncate(most);
        first.into_iter().map(|(_, word)| word).collect()
    }

    /// Names the topics that have no name, or one that no longer fits; names given by hand stay.
    pub(super) fn name_topics(&mut self) {
        for topic in 0..self.topics.len() {
            if self.topics[topic].is_given {
                continue;
            }
            let words = self.words_of(topic, STAYS);
            let name = &self.topics[topic].name;
            let fits = !name.is_empty() && name.split(", ").all(|word| words.contains(&word));
            if !fits {
                self.topics[topic].name =
                    words.into_iter().take(LENGTH).collect::<Vec<_>>().join(", ");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::relevance;

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
