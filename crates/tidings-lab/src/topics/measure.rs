//! The measure: perplexity of the half of held-out documents that was not observed.

use tidings_numerics::Draws;
use tidings_text::topics::{Bags, Model};

/// Steps of folding in: as every evaluator of the comparison takes.
const STEPS: usize = 50;

/// Documents held out, each in an observed half and another.
#[derive(Debug, Clone)]
pub struct HeldOutDocuments {
    halves: Vec<(Vec<u32>, Vec<u32>)>,
}

/// The sum of log probabilities over tokens, and what follows.
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

    /// exp(−mean log p); none without tokens.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        (self.tokens > 0).then(|| (-self.log / self.tokens as f64).exp())
    }
}

impl HeldOutDocuments {
    /// Parts documents into those to train on and those held out, by chance.
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
    pub fn out(bags: &Bags, train_share: f64, seed: u64) -> (Bags, Self) {
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

    /// Documents held out.
    #[must_use]
    pub fn n_documents(&self) -> usize {
        self.halves.len()
    }

    /// Their tokens.
    #[must_use]
    pub fn n_tokens(&self) -> usize {
        self.halves.iter().map(|(observed, other)| observed.len() + other.len()).sum()
    }

    /// The words of each document, both halves together.
    pub fn documents(&self) -> impl Iterator<Item = Vec<u32>> {
        self.halves.iter().map(|(observed, other)| [&observed[..], other].concat())
    }

    /// The perplexity of the other halves by a model.
    #[must_use]
    pub fn perplexity(&self, model: &Model) -> Perplexity {
        self.perplexity_of(model, STEPS)
    }

    /// The same with other steps.
    #[must_use]
    pub fn perplexity_of(&self, model: &Model, steps: usize) -> Perplexity {
        let mut found = Perplexity::default();
        for (observed, other) in &self.halves {
            let theta = model.fold_in(observed, steps);
            other.iter().for_each(|&word| found.add(model.probability(&theta, word)));
        }
        found
    }

    /// The perplexity by how often words come in the training, whatever stands beside them.
    #[must_use]
    pub fn unigram(&self, train: &Bags) -> Perplexity {
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
