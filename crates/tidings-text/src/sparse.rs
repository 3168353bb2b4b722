//! Sparse vectors: texts as weights of their terms, and their similarity.
//!
//! Terms are identified by a 64-bit hash: vectors need no dictionary, stay valid over restarts, and are compared in one
//! pass. Among a million terms, two share a hash with a probability of 3 in 100 million.

/// A term, by its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub u64);

impl TermId {
    /// Returns the id of a term as created by [`crate::tokens`].
    ///
    /// ```
    /// use tidings_text::sparse::TermId;
    /// assert_eq!(TermId::of("bridg"), TermId::of("bridg"));
    /// assert_ne!(TermId::of("bridg"), TermId::of("tunnel"));
    /// ```
    #[must_use]
    pub fn of(term: &str) -> Self {
        Self(xxhash_rust::xxh3::xxh3_64(term.as_bytes()))
    }
}

/// Weights of terms, in the order of their hashes, none of them zero.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sparse(Vec<(TermId, f32)>);

impl Sparse {
    /// Creates a vector from weights in any order; weights of the same term are added, and zero and non-finite ones
    /// dropped.
    ///
    /// ```
    /// use tidings_text::sparse::{Sparse, TermId};
    /// let twice = Sparse::of([(TermId(7), 1.0), (TermId(3), 2.0), (TermId(7), 0.5), (TermId(9), f32::NAN)]);
    /// assert_eq!(twice.weights(), [(TermId(3), 2.0), (TermId(7), 1.5)]);
    /// ```
    #[must_use]
    pub fn of(weights: impl IntoIterator<Item = (TermId, f32)>) -> Self {
        let mut weights: Vec<_> =
            weights.into_iter().filter(|(_, weight)| weight.is_finite()).collect();
        // A stable sort, so that the same weights are added in the same order.
        weights.sort_by_key(|(term, _)| *term);
        weights.dedup_by(|later, first| {
            let is_same = later.0 == first.0;
            first.1 += if is_same { later.1 } else { 0.0 };
            is_same
        });
        weights.retain(|(_, weight)| *weight != 0.0);
        Self(weights)
    }

    /// Returns the weights, in the order of terms.
    #[must_use]
    pub fn weights(&self) -> &[(TermId, f32)] {
        &self.0
    }

    /// Returns whether no term has a weight.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the dot product: Σ of products over the terms in both.
    #[must_use]
    pub fn dot(&self, other: &Self) -> f64 {
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut sum = 0.0;
        while let (Some(&&(left, x)), Some(&&(right, y))) = (a.peek(), b.peek()) {
            if left == right {
                sum += f64::from(x) * f64::from(y);
            }
            if left <= right {
                a.next();
            }
            if right <= left {
                b.next();
            }
        }
        sum
    }

    /// Returns the length of the vector.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.0.iter().map(|(_, weight)| f64::from(*weight).powi(2)).sum::<f64>().sqrt()
    }

    /// Returns the cosine of the angle between two vectors; 0 if one has no direction.
    ///
    /// ```
    /// use tidings_text::sparse::{Sparse, TermId};
    /// let a = Sparse::of([(TermId(1), 3.0), (TermId(2), 4.0)]);
    /// let b = Sparse::of([(TermId(2), 1.0), (TermId(5), 9.0)]);
    /// assert!((a.cosine(&a) - 1.0).abs() < 1e-12);
    /// assert!((a.cosine(&b) - 4.0 / 5.0 / 82f64.sqrt()).abs() < 1e-12);
    /// assert_eq!(a.cosine(&Sparse::default()), 0.0);
    /// ```
    #[must_use]
    pub fn cosine(&self, other: &Self) -> f64 {
        let lengths = self.length() * other.length();
        if lengths > 0.0 { (self.dot(other) / lengths).clamp(-1.0, 1.0) } else { 0.0 }
    }

    /// Returns this plus a multiple of another vector, for profiles that grow and shrink.
    ///
    /// ```
    /// use tidings_text::sparse::{Sparse, TermId};
    /// let a = Sparse::of([(TermId(1), 3.0)]);
    /// assert!(a.plus(-1.0, &a).is_empty());
    /// ```
    #[must_use]
    pub fn plus(&self, part: f32, other: &Self) -> Self {
        let other = other.0.iter().map(|&(term, weight)| (term, part * weight));
        Self::of(self.0.iter().copied().chain(other))
    }

    /// Returns only the largest weights, at most `most`, so that the size stays bounded.
    #[must_use]
    pub fn largest(&self, most: usize) -> Self {
        let mut weights = self.0.clone();
        weights.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
        weights.truncate(most);
        weights.sort_unstable_by_key(|(term, _)| *term);
        Self(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_vector() -> impl Strategy<Value = Sparse> {
        proptest::collection::vec((0u64..20, -5f32..5.0), 0..12)
            .prop_map(|weights| Sparse::of(weights.into_iter().map(|(term, w)| (TermId(term), w))))
    }

    proptest! {
        #[test]
        fn products_equal_those_of_dense_vectors(a in any_vector(), b in any_vector()) {
            let full = |vector: &Sparse| {
                let mut full = [0.0; 20];
                vector.weights().iter().for_each(|(term, w)| full[term.0 as usize] = f64::from(*w));
                full
            };
            let expected: f64 = full(&a).iter().zip(full(&b)).map(|(x, y)| x * y).sum();
            prop_assert!((a.dot(&b) - expected).abs() < 1e-9);
            prop_assert!((a.dot(&b) - b.dot(&a)).abs() < 1e-9);
            prop_assert!((-1.0..=1.0).contains(&a.cosine(&b)));
        }

        #[test]
        fn the_largest_weights_stay_in_order(a in any_vector(), most in 0usize..6) {
            let largest = a.largest(most);
            prop_assert!(largest.weights().len() <= most);
            prop_assert!(largest.weights().is_sorted_by_key(|(term, _)| *term));
            let least = largest.weights().iter().map(|(_, w)| w.abs()).fold(f32::MAX, f32::min);
            let left_out = a.weights().iter().filter(|weight| !largest.weights().contains(weight));
            prop_assert!(left_out.into_iter().all(|(_, w)| w.abs() <= least));
        }
    }

    #[test]
    fn the_first_of_equal_weights_are_kept() {
        let vector =
            Sparse::of([(9, -2.0), (3, 2.0), (5, 2.0), (1, 1.0)].map(|(t, w)| (TermId(t), w)));
        let kept =
            |most| vector.largest(most).weights().iter().map(|(t, _)| t.0).collect::<Vec<_>>();
        assert_eq!((kept(1), kept(2), kept(3)), (vec![3], vec![3, 5], vec![3, 5, 9]));
        assert!(kept(0).is_empty());
    }

    /// The hash is xxh3 with its published test vectors: stored vectors are compared with new ones.
    #[test]
    fn term_ids_are_stable() {
        assert_eq!(TermId::of("").0, 0x2d06_8005_38d3_94c2);
        assert_eq!(TermId::of("a").0, 0xe6c6_32b6_1e96_4e1f);
        assert_eq!(TermId::of("abc").0, 0x78af_5f94_892f_3950);
    }
}
