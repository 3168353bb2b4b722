//! Identity: how much unseen articles keep of their mixtures when a corpus has grown and is trained on again.

use super::matching::matched;
use super::measure::HeldOutDocuments;
use tidings_numerics::Draws;
use tidings_text::topics::{
    Assignments, BagsOfWords, Model, TrainedModel, Trainer, TrainingSettings,
};

/// The corpus grows from this share to all of it, that is by a quarter.
const BEFORE: f64 = 0.8;

/// How much is kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IdentityScore {
    /// The share of the mixture that is kept: Σ min(before, after), on average.
    pub mixture: f64,
    /// The share of articles whose first topic is the same.
    pub first: f64,
    /// Perplexity after retraining.
    pub perplexity: Option<f64>,
}

/// Three ways to retrain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Identity {
    /// Warm: continues where the last training ended.
    pub warm: IdentityScore,
    /// Redrawn: only the model was kept, and every token is drawn from it.
    pub redrawn: IdentityScore,
    /// Cold: from scratch, with topics matched by the cosine of their words.
    pub cold: IdentityScore,
}

impl Identity {
    /// Trains on the first four fifths, then on everything in each of the three ways.
    #[must_use]
    pub fn measured(
        train: &BagsOfWords,
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

/// Returns the cosine of each old topic's words with each new one's. Both models have the same words.
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

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_text::topics::{Corpus, VocabularyLimits};

    /// Returns documents about three subjects that share no word.
    fn bags() -> BagsOfWords {
        let mut corpus = Corpus::default();
        for key in 0..120_u64 {
            let words: Vec<String> =
                (0..8).map(|n| format!("w{}x{}", key % 3, (key / 3 + n) % 5)).collect();
            corpus.add_plain(key, words.iter().map(String::as_str));
        }
        corpus.bags(&VocabularyLimits { at_most: 1.0, ..VocabularyLimits::default() })
    }

    fn trained(seed: u64) -> (TrainedModel, HeldOutDocuments) {
        let (train, held) = HeldOutDocuments::out(&bags(), 0.8, 1);
        let settings = TrainingSettings { topics: 3, sweeps: 30, ..TrainingSettings::default() };
        (Trainer::cold(train, settings, Draws::new(seed)).trained(), held)
    }

    #[test]
    fn a_model_matches_itself_fully_and_its_renumbered_self_not_at_all() {
        let (model, held) = trained(1);
        let same = kept(&model, &model.model, &[0, 1, 2], &held);
        assert!((same.mixture - 1.0).abs() < 1e-9 && (same.first - 1.0).abs() < 1e-9, "{same:?}");
        let moved = kept(&model, &model.model, &[1, 2, 0], &held);
        assert!(moved.mixture < 0.5 && moved.first < 1e-9, "{moved:?}");
        assert_eq!(same.perplexity, moved.perplexity);
    }

    #[test]
    fn topics_of_another_training_are_matched_by_their_words() {
        let ((one, held), (other, _)) = (trained(1), trained(4));
        let found = matched(&cosines(&one.model, &other.model));
        let score = kept(&one, &other.model, &found, &held);
        assert!(score.mixture > 0.9 && score.first > 0.95, "{score:?} by {found:?}");
        let own = cosines(&one.model, &one.model);
        for (row, cosines) in own.iter().enumerate() {
            assert!((cosines[row] - 1.0).abs() < 1e-9, "{cosines:?}");
            assert!(cosines.iter().all(|cosine| *cosine <= 1.0 + 1e-9));
        }
    }

    #[test]
    fn the_largest_part_is_found() {
        assert_eq!(largest(&[0.2, 0.5, 0.3]), 1);
        assert_eq!((largest(&[1.0]), largest(&[])), (0, 0));
    }
}
