//! Learns α: how much of each topic an article is expected to have before any of its words is read.

/// How many documents have how many tokens of each topic, and in total.
#[derive(Debug, Clone, Default)]
pub struct CountsByDocument {
    /// `topics[k][i]`: documents with more than `i` tokens of topic `k`.
    topics: Vec<Vec<u32>>,
    /// `lengths[i]`: documents with more than `i` tokens.
    lengths: Vec<u32>,
}

impl CountsByDocument {
    /// Creates empty counts for `n_topics` topics.
    #[must_use]
    pub fn new(n_topics: usize) -> Self {
        Self { topics: vec![Vec::new(); n_topics], lengths: Vec::new() }
    }

    /// Adds a document, given the number of tokens of each of its topics.
    pub fn add(&mut self, counts: impl Iterator<Item = (usize, u32)>) {
        let mut length = 0;
        for (topic, count) in counts {
            length += count;
            raise(&mut self.topics[topic], count);
        }
        raise(&mut self.lengths, length);
    }
}

/// Adds one to the first `n` numbers.
fn raise(tail: &mut Vec<u32>, n: u32) {
    let n = n as usize;
    if tail.len() < n {
        tail.resize(n, 0);
    }
    tail[..n].iter_mut().for_each(|documents| *documents += 1);
}

/// Minimum α, so that a topic without documents may come back.
const LEAST: f64 = 1e-5;

/// Returns α after one step of the fixed point: α_k ← α_k·Σ_d[ψ(n_dk+α_k)−ψ(α_k)] / Σ_d[ψ(n_d+Σα)−ψ(Σα)] (Minka 2000,
/// equation 55).
///
/// Counts are integers, so ψ(n+α)−ψ(α) is the sum of 1/(α+i) over i < n, and documents can be aggregated.
///
/// ```
/// use tidings_text::topics::{CountsByDocument, learned};
/// let mut counts = CountsByDocument::new(2);
/// counts.add([(0, 3)].into_iter());
/// let alpha = learned(&[0.5, 0.5], &counts);
/// assert!(alpha[0] > alpha[1]);
/// ```
#[must_use]
pub fn learned(alpha: &[f64], counts: &CountsByDocument) -> Vec<f64> {
    let rise = |alpha: f64, tail: &[u32]| {
        let terms = tail.iter().enumerate();
        terms.map(|(i, &documents)| f64::from(documents) / (alpha + i as f64)).sum::<f64>()
    };
    let all = rise(alpha.iter().sum(), &counts.lengths);
    if all <= 0.0 {
        return alpha.to_vec();
    }
    let next = alpha.iter().zip(&counts.topics);
    next.map(|(&alpha, tail)| (alpha * rise(alpha, tail) / all).max(LEAST)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Test vectors from an independent implementation.
    #[test]
    fn the_fixed_point_matches_the_vectors() {
        let mut counts = CountsByDocument::new(3);
        for document in [[5, 0, 1], [0, 3, 3], [2, 2, 0], [4, 0, 0]] {
            counts.add(document.into_iter().enumerate());
        }
        let check = |steps: usize, expected: [f64; 3]| {
            let alpha = (0..steps).fold(vec![0.5; 3], |alpha, _| learned(&alpha, &counts));
            for (found, expected) in alpha.iter().zip(expected) {
                // Twenty steps accumulate the rounding of the vectors.
                assert!((found - expected).abs() < 1e-8, "{alpha:?} after {steps}");
            }
        };
        check(1, [0.688_235_781_1, 0.411_301_727_6, 0.363_475_945_3]);
        check(20, [0.839_922_210_3, 0.416_139_515_7, 0.365_229_365_7]);
    }

    #[test]
    fn alpha_is_unchanged_without_documents() {
        assert_eq!(learned(&[0.1, 0.2], &CountsByDocument::new(2)), [0.1, 0.2]);
    }

    /// The same step, document by document, as in the equation.
    fn plain(alpha: &[f64], documents: &[Vec<u32>]) -> Vec<f64> {
        // ψ(n+α)−ψ(α).
        let rise = |n: u32, alpha: f64| (0..n).map(|i| 1.0 / (alpha + f64::from(i))).sum::<f64>();
        let sum: f64 = alpha.iter().sum();
        let all: f64 = documents.iter().map(|counts| rise(counts.iter().sum(), sum)).sum();
        let next = alpha.iter().enumerate().map(|(topic, &alpha)| {
            let own: f64 = documents.iter().map(|counts| rise(counts[topic], alpha)).sum();
            if all > 0.0 { (alpha * own / all).max(LEAST) } else { alpha }
        });
        next.collect()
    }

    proptest! {
        #[test]
        fn aggregated_documents_give_the_same_alpha(
            alpha in proptest::collection::vec(0.001f64..5.0, 3),
            documents in proptest::collection::vec(proptest::collection::vec(0u32..30, 3), 0..12),
        ) {
            let mut counts = CountsByDocument::new(3);
            documents.iter().for_each(|document| counts.add(document.iter().copied().enumerate()));
            for (found, expected) in learned(&alpha, &counts).iter().zip(plain(&alpha, &documents)) {
                prop_assert!((found - expected).abs() <= 1e-9 * (1.0 + expected), "{found} {expected}");
            }
        }
    }

    #[test]
    fn unused_topics_keep_a_minimum_alpha() {
        let mut counts = CountsByDocument::new(2);
        counts.add([(0, 9)].into_iter());
        let mut alpha = vec![1.0, 1.0];
        for _ in 0..3 {
            alpha = learned(&alpha, &counts);
        }
        assert!((alpha[1] - 1e-5).abs() < 1e-18 && alpha[0] > 1.0, "{alpha:?}");
    }
}
