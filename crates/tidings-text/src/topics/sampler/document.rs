//! The open document: how many of its tokens have which topic, and what that weighs.

/// What all topics have of any document and word: α_k/(n_k+Vβ), its sum, and with it what the open document has.
#[derive(Debug)]
pub(super) struct Bucket {
    /// (n_dk+α_k)/(n_k+Vβ).
    pub(super) weights: Vec<f64>,
    /// Of α_k/(n_k+Vβ) alone.
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
    /// Tokens of each topic.
    pub(super) counts: Vec<u32>,
    /// n_dk/(n_k+Vβ).
    pub(super) parts: Vec<f64>,
    pub(super) sum: f64,
    /// Topics that it has.
    pub(super) topics: Vec<u16>,
    /// Where they stand there.
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

    /// Leaves nothing behind, also none of the rounding.
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
