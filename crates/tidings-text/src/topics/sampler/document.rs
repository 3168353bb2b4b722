//! The open document: how many of its tokens have which topic, and their weights.

/// The part of every topic for any word: α_k/(n_k+Vβ) and its sum, plus the part of the open document.
#[derive(Debug)]
pub(super) struct Bucket {
    /// (n_dk+α_k)/(n_k+Vβ).
    pub(super) weights: Vec<f64>,
    /// The sum of α_k/(n_k+Vβ) only.
    pub(super) sum: f64,
}

impl Bucket {
    pub(super) fn over(alpha: &[f64], inverse: &[f64]) -> Self {
        let weights: Vec<f64> = alpha.iter().zip(inverse).map(|(a, i)| a * i).collect();
        let sum = weights.iter().sum();
        Self { weights, sum }
    }
}

/// The open document.
#[derive(Debug)]
pub(super) struct Document {
    /// Number of tokens of each topic.
    pub(super) counts: Vec<u32>,
    /// n_dk/(n_k+Vβ).
    pub(super) parts: Vec<f64>,
    pub(super) sum: f64,
    /// The topics in it.
    pub(super) topics: Vec<u16>,
    /// Their indices in `topics`.
    places: Vec<u16>,
}

impl Document {
    pub(super) fn new(n_topics: usize) -> Self {
        Self {
            counts: vec![0; n_topics],
            parts: vec![0.0; n_topics],
            sum: 0.0,
            topics: Vec::with_capacity(n_topics),
            places: vec![0; n_topics],
        }
    }

    pub(super) fn open(&mut self, topics: &[u16], inverse: &[f64], weights: &mut [f64]) {
        self.sum = 0.0;
        for &topic in topics {
            let topic = topic as usize;
            self.add(topic);
            self.parts[topic] += inverse[topic];
            weights[topic] += inverse[topic];
            self.sum += inverse[topic];
        }
    }

    /// Removes everything, including rounding errors.
    pub(super) fn close(&mut self, alpha: &[f64], inverse: &[f64], weights: &mut [f64]) {
        for &topic in &self.topics {
            let topic = topic as usize;
            self.counts[topic] = 0;
            self.parts[topic] = 0.0;
            weights[topic] = alpha[topic] * inverse[topic];
        }
        self.topics.clear();
    }

    #[inline]
    pub(super) fn add(&mut self, topic: usize) {
        if self.counts[topic] == 0 {
            self.places[topic] = self.topics.len() as u16;
            self.topics.push(topic as u16);
        }
        self.counts[topic] += 1;
    }

    #[inline]
    pub(super) fn remove(&mut self, topic: usize) {
        self.counts[topic] -= 1;
        if self.counts[topic] == 0 {
            let place = self.places[topic];
            self.topics.swap_remove(place as usize);
            if let Some(&moved) = self.topics.get(place as usize) {
                self.places[moved as usize] = place;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALPHA: [f64; 4] = [0.5, 0.25, 1.0, 2.0];
    const INVERSE: [f64; 4] = [0.5, 0.125, 0.25, 1.0];

    #[test]
    fn the_weights_of_an_open_document_follow_its_tokens() {
        let mut all = Bucket::over(&ALPHA, &INVERSE);
        let mut document = Document::new(4);
        document.open(&[2, 0, 2], &INVERSE, &mut all.weights);
        assert_eq!(document.counts, [1, 0, 2, 0]);
        assert_eq!(document.parts, [0.5, 0.0, 0.5, 0.0]);
        // α/n and, for topics 0 and 2, the part of the document.
        assert_eq!(all.weights, [0.25 + 0.5, 0.03125, 0.25 + 0.5, 2.0]);
        assert!((document.sum - 1.0).abs() < 1e-15 && (all.sum - 2.53125).abs() < 1e-15);
    }

    proptest! {
        /// Whatever the previous document contained, the next one starts empty.
        #[test]
        fn a_closed_document_leaves_no_trace(
            topics in proptest::collection::vec(0u16..4, 0..12),
            moves in proptest::collection::vec((any::<prop::sample::Index>(), 0usize..4), 0..20),
        ) {
            let mut all = Bucket::over(&ALPHA, &INVERSE);
            let mut document = Document::new(4);
            document.open(&topics, &INVERSE, &mut all.weights);
            let mut held = topics.clone();
            for (token, topic) in moves.into_iter().filter(|_| !topics.is_empty()) {
                let token = token.index(held.len());
                let old = held[token] as usize;
                document.remove(old);
                document.add(topic);
                held[token] = topic as u16;
                for topic in [old, topic] {
                    // As in the sampler.
                    document.parts[topic] = f64::from(document.counts[topic]) * INVERSE[topic];
                    all.weights[topic] = ALPHA[topic] * INVERSE[topic] + document.parts[topic];
                }
                let mut listed = document.topics.clone();
                listed.sort_unstable();
                let mut expected = held.clone();
                expected.sort_unstable();
                expected.dedup();
                prop_assert_eq!(listed, expected);
                let n = |topic: u16| held.iter().filter(|held| **held == topic).count() as u32;
                prop_assert_eq!(&document.counts, &(0..4).map(n).collect::<Vec<_>>());
            }
            document.close(&ALPHA, &INVERSE, &mut all.weights);
            prop_assert_eq!(&all.weights, &Bucket::over(&ALPHA, &INVERSE).weights);
            prop_assert_eq!((&document.counts, document.topics.len()), (&vec![0; 4], 0));
        }
    }
}
