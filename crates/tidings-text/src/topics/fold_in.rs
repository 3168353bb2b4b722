//! Folding in: computes the mixture of an article that the model was not trained on.

use super::model::Model;

/// One step, with φ given in full: θ_k ← (Σ_tokens θ_kφ_wk/Σ_j θ_jφ_wj + α_k)/(n_d+Σα). [`Model::fold_in`] is tested
/// against it.
#[cfg(test)]
pub(super) fn fold_in_step<'a>(
    theta: &[f64],
    alpha: &[f64],
    tokens: impl Iterator<Item = &'a [f64]>,
) -> Vec<f64> {
    let (mut next, mut length) = (alpha.to_vec(), alpha.iter().sum::<f64>());
    for phi in tokens {
        let products = theta.iter().zip(phi).map(|(theta, phi)| theta * phi);
        let sum: f64 = products.clone().sum();
        next.iter_mut().zip(products).for_each(|(next, product)| *next += product / sum);
        length += 1.0;
    }
    next.iter_mut().for_each(|next| *next /= length);
    next
}

impl Model {
    /// Returns θ of a document with these words after `steps` steps, starting with its tokens shared evenly among
    /// topics.
    ///
    /// Each step is θ_k ← (Σ_tokens θ_kφ_wk/Σ_j θ_jφ_wj + α_k)/(n_d+Σα), in time proportional to the number of topics
    /// of the words: the part that every topic has of every word, Sβ/(n_k+SVβ), is summed once per step.
    #[must_use]
    pub fn fold_in(&self, words: &[u32], steps: usize) -> Vec<f64> {
        let n_topics = self.topics.len();
        let common = self.beta * f64::from(self.n_sweeps);
        let length = words.len() as f64 + self.alpha.iter().sum::<f64>();
        let even = words.len() as f64 / n_topics as f64;
        let mut theta: Vec<f64> = self.alpha.iter().map(|alpha| (even + alpha) / length).collect();
        if words.is_empty() {
            // All steps lead to the prior mixture; a model without words has no φ to compute them with.
            return theta;
        }
        let mut scaled = vec![0.0; n_topics];
        let mut found = vec![0.0; n_topics];
        for _ in 0..steps {
            for ((scaled, theta), scale) in scaled.iter_mut().zip(&theta).zip(&self.scale) {
                *scaled = theta * scale;
            }
            found.fill(0.0);
            let of_all = common * scaled.iter().sum::<f64>();
            let mut shared = 0.0;
            for &word in words {
                let slots = self.slots_of(word as usize);
                let own =
                    slots.iter().map(|slot| scaled[slot.topic as usize] * f64::from(slot.count));
                let inverse = 1.0 / (own.sum::<f64>() + of_all);
                shared += inverse;
                for slot in slots {
                    found[slot.topic as usize] += f64::from(slot.count) * inverse;
                }
            }
            let next = theta.iter_mut().zip(&scaled).zip(&found).zip(&self.alpha);
            for (((theta, scaled), found), alpha) in next {
                *theta = (scaled * (found + common * shared) + alpha) / length;
            }
        }
        theta
    }

    /// Returns p(w|d) of a word in a document with that mixture.
    #[must_use]
    pub fn probability(&self, theta: &[f64], word: u32) -> f64 {
        let common = self.beta * f64::from(self.n_sweeps);
        let of_all: f64 = theta.iter().zip(&self.scale).map(|(theta, scale)| theta * scale).sum();
        let own = self.slots_of(word as usize).iter().map(|slot| {
            let topic = slot.topic as usize;
            theta[topic] * self.scale[topic] * f64::from(slot.count)
        });
        own.sum::<f64>() + common * of_all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PHI: [[f64; 2]; 4] = [[0.5, 0.05], [0.3, 0.05], [0.15, 0.3], [0.05, 0.6]];
    const ALPHA: [f64; 2] = [0.1, 0.3];

    fn after(document: &[usize], steps: usize) -> Vec<f64> {
        let n = document.len() as f64;
        let begun = ALPHA.iter().map(|alpha| (n / 2.0 + alpha) / (n + 0.4)).collect();
        (0..steps).fold(begun, |theta: Vec<f64>, _| {
            fold_in_step(&theta, &ALPHA, document.iter().map(|&word| &PHI[word][..]))
        })
    }

    /// Test vectors from an independent implementation.
    #[test]
    fn folding_in_matches_the_vectors() {
        let check = |document: &[usize], steps: usize, expected: [f64; 2]| {
            let found = after(document, steps);
            let error = (found[0] - expected[0]).abs().max((found[1] - expected[1]).abs());
            assert!(error < 1e-9, "{found:?} after {steps}, expected {expected:?}");
        };
        let (first, second) = ([0, 0, 1, 2], [3, 2]);
        check(&first, 1, [0.695_828_528_9, 0.304_171_471_1]);
        check(&second, 1, [0.192_985_650_3, 0.807_014_349_7]);
        check(&first, 5, [0.858_193_038_9, 0.141_806_961_1]);
        check(&second, 5, [0.056_313_500_3, 0.943_686_499_7]);
        check(&first, 20, [0.865_011_814, 0.134_988_186]);
        check(&second, 20, [0.055_620_860_8, 0.944_379_139_2]);
        let mut log = 0.0;
        for document in [&first[..], &second] {
            let theta = after(document, 20);
            let p = |&word: &usize| theta[0] * PHI[word][0] + theta[1] * PHI[word][1];
            log += document.iter().map(|word| p(word).ln()).sum::<f64>();
        }
        assert!(((-log / 6.0).exp() - 2.971_543_706_9).abs() < 1e-9);
    }
}
