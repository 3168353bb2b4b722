//! Generated texts that are as hard to search as real ones.
//!
//! Words are drawn by Zipf's law from a vocabulary as large as that of a news corpus. The most frequent ones are
//! English, so that the language is recognized; the others are syllables with English endings, so that several words
//! share a stem, as in life.

use rand::{RngExt, SeedableRng, rngs::StdRng};

/// Number of different words.
const VOCABULARY: usize = 300_000;
/// The exponent of Zipf's law: the n-th word occurs in proportion to 1 / n^s.
const EXPONENT: f64 = 1.05;

const FREQUENT: [&str; 64] = [
    "the", "of", "and", "to", "in", "a", "is", "that", "for", "it", "was", "on", "with", "as",
    "he", "be", "at", "by", "this", "had", "not", "are", "but", "from", "or", "have", "an", "they",
    "which", "one", "you", "were", "her", "all", "she", "there", "would", "their", "we", "him",
    "been", "has", "when", "who", "will", "more", "no", "if", "out", "so", "said", "what", "up",
    "its", "about", "into", "than", "them", "can", "only", "other", "new", "some", "could",
];

/// A vocabulary with the frequency of each word.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    /// The cumulative share of the words up to each.
    up_to: Vec<f64>,
}

impl Vocabulary {
    /// Creates the vocabulary, which is always the same.
    #[must_use]
    pub fn new() -> Self {
        let mut sum = 0.0;
        let mut up_to: Vec<f64> = (1..=VOCABULARY)
            .map(|rank| {
                sum += (rank as f64).powf(-EXPONENT);
                sum
            })
            .collect();
        up_to.iter_mut().for_each(|share| *share /= sum);
        Self { up_to }
    }

    /// Returns the word of a rank, the most frequent one first.
    #[must_use]
    pub fn word(rank: usize) -> String {
        const BEGINNINGS: [&str; 16] =
            ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "cl"];
        const MIDDLES: [&str; 8] = ["a", "e", "i", "o", "u", "ai", "ou", "ea"];
        const ENDINGS: [&str; 6] = ["", "s", "ing", "ed", "er", "ness"];
        if let Some(word) = FREQUENT.get(rank) {
            return (*word).to_owned();
        }
        // Neighbouring ranks share nothing; those a sixth of the vocabulary apart share a stem.
        let roots = VOCABULARY / ENDINGS.len();
        let (mut root, ending) = (rank % roots + 128, rank / roots % ENDINGS.len());
        let mut word = String::new();
        while root > 0 {
            word.push_str(BEGINNINGS[root % 16]);
            word.push_str(MIDDLES[root / 16 % 8]);
            root /= 128;
        }
        word + "n" + ENDINGS[ending]
    }

    /// Returns a text of `n_words` words, the same for the same seed.
    #[must_use]
    pub fn text(&self, n_words: usize, seed: u64) -> String {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut text = String::with_capacity(n_words * 8);
        for n in 0..n_words {
            if n > 0 {
                text.push_str(if n % 14 == 0 { ". " } else { " " });
            }
            let draw = rng.random::<f64>();
            text.push_str(&Self::word(self.up_to.partition_point(|share| *share < draw)));
        }
        text
    }
}

impl Default for Vocabulary {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn every_rank_has_its_own_word() {
        let words: HashSet<String> = (0..VOCABULARY).map(Vocabulary::word).collect();
        assert_eq!(words.len(), VOCABULARY);
    }

    #[test]
    fn words_are_as_frequent_as_in_life() {
        let text = Vocabulary::new().text(20_000, 1);
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for word in text.split([' ', '.']).filter(|word| !word.is_empty()) {
            *counts.entry(word).or_default() += 1;
        }
        let share = counts["the"] as f64 / 20_000.0;
        assert!((0.05..0.15).contains(&share), "{share}");
        assert!((3_000..9_000).contains(&counts.len()), "{}", counts.len());
    }
}
