//! Identity: what articles that no training saw keep of their mixtures when a corpus has grown and is trained on again.

use super::matching::matched;
use super::measure::HeldOutDocuments;
use tidings_numerics::Draws;
use tidings_text::topics::{Assignments, Bags, Model, TrainedModel, Trainer, TrainingSettings};

/// The corpus grows from this share to all of it: by a quarter.
const BEFORE: f64 = 0.8;

/// What is kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IdentityScore {
    /// Of the mixture: Σ min(before, after), on average.
    pub mixture: f64,
    /// Articles whose first topic is the same.
    pub first: f64,
    /// Perplexity after it.
    pub perplexity: Option<f64>,
}

/// Warm, redrawn and cold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Identity {
    /// Going on from where the last training ended.
    pub warm: IdentityScore,
    /// The same where only the model was kept: every token is drawn by it.
    pub redrawn: IdentityScore,
    /// From nothing, topics matched by the cosine of their words.
    pub cold: IdentityScore,
}

impl Identity {
    /// Trains on the first four fifths, then on all in each of the three ways.
    #[must_use]
    pub fn measured(
        train: &Bags,
        held: &HeldOutDocuments,
        settings: TrainingSettings,
        seed: u64,
    ) -> Self {
        let n_before = (train.n_documents() as f64 * BEFORE).round() as usize;
        let before: Vec<u64> = train.iter().take(n_before).map(|(key, _)| key).collect();
        let first = train.only(|key| before.binary_search(&key).is_ok());
        let first = Trainer::cold(first, settings, Draws::part(seed, 4)).trained();
        let warm = Trainer::warm(train.clone(), settings.warm(), &first, Draws::part(seed, 5));
        let alone = TrainedModel { assignments: Assignments::default(), ..first.clone() };
        let redrawn = Trainer::warm(train.clone(), settings.warm(), &alone, Draws::part(seed, 7));
        let cold = Trainer::cold(train.clone(), settings, Draws::part(seed, 6));
        let as_it_is: Vec<usize> = (0..first.model.topics().len()).collect();
        let (warm, cold) = (warm.trained().model, cold.trained().model);
        let matched = matched(&cosines(&first.model, &cold));
        Self {
            warm: kept(&first, &warm, &as_it_is, held),
            redrawn: kept(&first, &redrawn.trained().model, &as_it_is, held),
            cold: kept(&first, &cold, &matched, held),
        }
    }
}

fn kept(
    before: &TrainedModel,
    after: &Model,
    matched: &[usize],
    held: &HeldOutDocuments,
) -> IdentityScore {
    let (mut mixture, mut first, mut n) = (0.0, 0.0, 0.0);
    for document in held.documents() {
        // Five steps, as articles get their mixtures.
        let (old, new) = (before.model.fold_in(&document, 5), after.fold_in(&document, 5));
        let pairs = old.iter().zip(matched);
        mixture += pairs.map(|(&part, &topic)| part.min(new[topic])).sum::<f64>();
        first += f64::from(u32::from(matched[largest(&old)] == largest(&new)));
        n += 1.0;
    }
    let n = f64::max(n, 1.0);
    IdentityScore {
        mixture: mixture / n,
        first: first / n,
        perplexity: held.perplexity(after).value(),
    }
}

fn largest(parts: &[f64]) -> usize {
    (0..parts.len()).max_by(|&a, &b| parts[a].total_cmp(&parts[b])).unwrap_or(0)
}

/// The cosine of each old topic's words with each new one's; both models know the same words.
fn cosines(old: &Model, new: &Model) -> Vec<Vec<f64>> {
    let words = |model: &Model, topic: usize| -> Vec<f64> {
        let weights: Vec<f64> =
            (0..model.words().len()).map(|word| model.p_word(topic, word)).collect();
        let length = weights.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
        weights.iter().map(|weight| weight / length).collect()
    };
    let all = |model: &Model| -> Vec<Vec<f64>> {
        (0..model.topics().len()).map(|topic| words(model, topic)).collect()
    };
    let (old, new) = (all(old), all(new));
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum();
    old.iter().map(|a| new.iter().map(|b| dot(a, b)).collect()).collect()
}
