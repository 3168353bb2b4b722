//! Topics: what articles are about, learned from which words occur together (latent Dirichlet allocation).
//!
//! Every article has a mixture θ of topics, drawn from Dir(α); every topic has a distribution φ over words, drawn from
//! Dir(β). A [`Corpus`] counts the words of many articles and keeps the informative ones; a [`Trainer`] assigns a topic
//! to every token, again and again, by collapsed Gibbs sampling (`sampler.rs`). The result is a [`Model`], which
//! computes the [`Mixture`] of an unseen article in microseconds and names each topic after its best phrase.
//!
//! Topics keep their identity over retraining: [`Trainer::warm`] continues from the last training, and ids and names
//! stay. Sources: Sia 2009, 5.2; Yao, Mimno and McCallum 2009 (the three buckets); Minka 2000 (learning α); Sievert and
//! Shirley 2014 (names by relevance). Formulas and figures: docs/papers/topics.md.

mod alpha;
mod bytes;
mod candidates;
mod corpus;
mod fold_in;
mod model;
mod names;
mod phrases;
pub mod retraining;
mod sampler;
mod seen;
mod spread;
mod train;
mod warm;

pub use alpha::{CountsByDocument, learned};
pub use corpus::{BagsOfWords, Corpus, VocabularyLimits};
pub use model::{Model, Topic, Word};
pub use names::relevance;
pub use tidings_model::taste::{Mixture, TopicId};
pub use train::{Assignments, TrainedModel, Trainer, TrainingSettings};

#[cfg(test)]
mod tests;
