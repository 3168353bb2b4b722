//! Training: sweeps over all tokens, from scratch or continuing from the last training.

use super::candidates::Documents;
use super::corpus::BagsOfWords;
use super::model::{Model, Parts, Topic};
use super::sampler::{MOST_TOPICS, Sampler, Slot};
use super::warm::Beginning;
use std::collections::HashMap;
use tidings_model::taste::TopicId;
use tidings_numerics::Draws;

/// Number of sweeps between updates of α.
const LESSON: u32 = 20;
/// Number of steps in an update.
const LESSON_STEPS: usize = 3;
/// α of a topic about which nothing is known.
const FIRST_ALPHA: f64 = 0.1;

/// Settings of a training.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrainingSettings {
    /// The number of topics.
    pub topics: usize,
    /// The number of sweeps over all tokens.
    pub sweeps: u32,
    /// The number of last sweeps whose counts are summed.
    pub averaged: u32,
    /// The prior for the words of a topic: the larger, the more evenly they are expected to be distributed.
    pub beta: f64,
}

impl Default for TrainingSettings {
    fn default() -> Self {
        Self { topics: 100, sweeps: 100, averaged: 5, beta: 0.05 }
    }
}

impl TrainingSettings {
    /// Returns settings with enough sweeps to continue from an earlier model.
    #[must_use]
    pub fn warm(self) -> Self {
        Self { sweeps: 20, ..self }
    }

    /// Returns settings with as many topics as that many documents can distinguish, at most a hundred.
    ///
    /// ```
    /// use tidings_text::topics::TrainingSettings;
    /// assert_eq!(TrainingSettings::for_documents(500).topics, 10);
    /// assert_eq!(TrainingSettings::for_documents(100_000).topics, 100);
    /// ```
    #[must_use]
    pub fn for_documents(n_documents: usize) -> Self {
        Self { topics: (n_documents / 50).clamp(5, 100), ..Self::default() }
    }
}

/// The topic of each token in the last training, from which the next one continues. Only valid with its model.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Assignments {
    pub(super) training: u32,
    /// By document; words in ascending order.
    pub(super) documents: HashMap<u64, Vec<(u32, u16)>>,
}

/// A model, and what the next training needs.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainedModel {
    /// The model.
    pub model: Model,
    /// The assignments that the next training continues from.
    pub assignments: Assignments,
}

/// A training in progress: sweep until it is done, or stop earlier.
#[derive(Debug, Clone)]
pub struct Trainer {
    settings: TrainingSettings,
    /// Its tokens were moved to the sampler.
    bags: BagsOfWords,
    sampler: Sampler,
    draws: Draws,
    topics: Vec<Topic>,
    next_id: u16,
    training: u32,
    n_sweeps: u32,
    n_averaged: u32,
    /// Counts of each word, summed over the last sweeps, in the order of topics.
    sums: Vec<Vec<Slot>>,
}

impl Trainer {
    /// Starts from scratch: every token gets a random topic.
    #[must_use]
    pub fn cold(bags: BagsOfWords, settings: TrainingSettings, mut draws: Draws) -> Self {
        let n_topics = settings.topics.clamp(1, MOST_TOPICS);
        let begun = bags.tokens.iter().map(|_| draws.below(n_topics) as u16).collect();
        let topics: Vec<Topic> = (0..n_topics as u16).map(unnamed).collect();
        let alpha = vec![FIRST_ALPHA; n_topics];
        Self::begun(bags, settings, draws, topics, alpha, begun, (1, n_topics as u16))
    }

    /// Continues from the last training: its tokens keep their topics, new ones are drawn with its model, and topics
    /// keep ids and names. Documents and words that are no longer there are forgotten.
    ///
    /// If `settings` has more topics, new ones are added; if it has fewer, the smallest without a given name are
    /// removed.
    #[must_use]
    pub fn warm(
        bags: BagsOfWords,
        settings: TrainingSettings,
        before: &TrainedModel,
        mut draws: Draws,
    ) -> Self {
        let old = &before.model;
        let n_topics = settings.topics.clamp(1, MOST_TOPICS);
        let kept = old.kept(n_topics);
        let mut topics: Vec<Topic> = kept.iter().map(|&topic| old.topics[topic].clone()).collect();
        let mut alpha: Vec<f64> = kept.iter().map(|&topic| old.alpha[topic]).collect();
        let usual = old.alpha.iter().sum::<f64>() / old.alpha.len().max(1) as f64;
        let mut next_id = old.next_id;
        while topics.len() < n_topics {
            // Ids wrap around after tens of thousands: then unused ones are assigned again.
            if topics.iter().all(|topic| topic.id != TopicId(next_id)) {
                topics.push(unnamed(next_id));
                alpha.push(if usual > 0.0 { usual } else { FIRST_ALPHA });
            }
            next_id = next_id.wrapping_add(1);
        }
        let begun = Beginning::new(&bags, before, &kept).topics(&bags, &mut draws);
        Self::begun(bags, settings, draws, topics, alpha, begun, (old.training + 1, next_id))
    }

    fn begun(
        mut bags: BagsOfWords,
        settings: TrainingSettings,
        draws: Draws,
        topics: Vec<Topic>,
        alpha: Vec<f64>,
        begun: Vec<u16>,
        (training, next_id): (u32, u16),
    ) -> Self {
        let sampler = Sampler::new(
            std::mem::take(&mut bags.tokens),
            begun,
            std::mem::take(&mut bags.ends),
            bags.words.len(),
            alpha,
            settings.beta,
        );
        let sums = vec![Vec::new(); bags.words.len()];
        let (n_sweeps, n_averaged) = (0, 0);
        Self {
            settings,
            bags,
            sampler,
            draws,
            topics,
            next_id,
            training,
            n_sweeps,
            n_averaged,
            sums,
        }
    }

    /// Returns whether all sweeps are done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.n_sweeps >= self.settings.sweeps
    }

    /// Makes one pass over all tokens.
    pub fn sweep(&mut self) {
        self.sampler.sweep(&mut self.draws);
        self.n_sweeps += 1;
        if self.n_sweeps.is_multiple_of(LESSON) {
            self.sampler.learn_alpha(LESSON_STEPS);
        }
        if self.n_sweeps + self.settings.averaged > self.settings.sweeps {
            self.add_to_sums();
        }
    }

    fn add_to_sums(&mut self) {
        self.n_averaged += 1;
        for (word, sum) in self.sums.iter_mut().enumerate() {
            sum.extend(self.sampler.of_word(word));
            sum.sort_unstable_by_key(|slot| slot.topic);
            sum.dedup_by(|later, first| {
                let is_same = later.topic == first.topic;
                first.count += if is_same { later.count } else { 0 };
                is_same
            });
        }
    }

    /// Returns the current model: from the summed sweeps, or from the last sweep alone if none are summed yet.
    #[must_use]
    pub fn model(&self) -> Model {
        let (mut ends, mut slots) = (Vec::with_capacity(self.sums.len()), Vec::new());
        for (word, sum) in self.sums.iter().enumerate() {
            let from = slots.len();
            slots.extend(if self.n_averaged == 0 { self.sampler.of_word(word) } else { sum });
            slots[from..].sort_unstable_by_key(|slot: &Slot| slot.topic);
            ends.push(slots.len());
        }
        let mut model = Model::new(Parts {
            training: self.training,
            next_id: self.next_id,
            topics: self.topics.clone(),
            words: self.bags.words.clone(),
            alpha: self.sampler.alpha.clone(),
            beta: self.settings.beta,
            n_sweeps: self.n_averaged.max(1),
            ends,
            slots,
        });
        let documents = Documents {
            bags: &self.bags,
            words: &self.sampler.words,
            topics: &self.sampler.topics,
            ends: &self.sampler.ends,
        };
        model.name_topics(&documents);
        model
    }

    /// Makes the remaining sweeps and returns the result.
    #[must_use]
    pub fn trained(mut self) -> TrainedModel {
        while !self.is_done() {
            self.sweep();
        }
        let model = self.model();
        let mut tokens = self.sampler.words.iter().copied().zip(self.sampler.topics);
        let mut begin = 0;
        let mut documents = HashMap::with_capacity(self.bags.keys.len());
        for (&key, &end) in self.bags.keys.iter().zip(&self.sampler.ends) {
            documents.insert(key, tokens.by_ref().take(end - begin).collect());
            begin = end;
        }
        TrainedModel { model, assignments: Assignments { training: self.training, documents } }
    }
}

fn unnamed(id: u16) -> Topic {
    Topic { id: TopicId(id), name: String::new(), own_name: String::new(), is_given: false }
}

#[cfg(test)]
mod tests;
