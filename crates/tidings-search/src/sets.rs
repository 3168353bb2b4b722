//! Sets of ids for millions of lookups.

/// A set of ids, with one bit each: ids are assigned in order, so they are close together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IdSet {
    first: i64,
    bits: Vec<u64>,
    /// Ids too far from the others, sorted: a database filled by another program may contain any numbers.
    far: Vec<i64>,
}

/// Maximum span stored as bits: 16 MiB of them.
const WIDEST: i64 = 1 << 27;

impl IdSet {
    /// Returns whether an id is in the set.
    #[must_use]
    pub fn contains(&self, id: i64) -> bool {
        let offset = id.wrapping_sub(self.first).cast_unsigned();
        match usize::try_from(offset / 64).ok().and_then(|word| self.bits.get(word)) {
            Some(word) => word & (1 << (offset % 64)) != 0,
            None => !self.far.is_empty() && self.far.binary_search(&id).is_ok(),
        }
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty() && self.far.is_empty()
    }
}

impl FromIterator<i64> for IdSet {
    fn from_iter<T: IntoIterator<Item = i64>>(ids: T) -> Self {
        let mut ids: Vec<i64> = ids.into_iter().collect();
        ids.sort_unstable();
        let Some(first) = ids.first().copied() else { return Self::default() };
        let near =
            ids.partition_point(|id| id.checked_sub(first).is_some_and(|span| span < WIDEST));
        let far = ids.split_off(near);
        let span = ids.last().map_or(0, |last| last - first + 1).cast_unsigned();
        let mut bits = vec![0_u64; usize::try_from(span.div_ceil(64)).unwrap_or_default()];
        for id in ids {
            let offset =
                usize::try_from(id - first).expect("offsets within the span fit into usize");
            bits[offset / 64] |= 1 << (offset % 64);
        }
        Self { first, bits, far }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    proptest! {
        #[test]
        fn contains_exactly_what_was_inserted(
            ids in proptest::collection::vec(prop_oneof![0..500_i64, any::<i64>()], 0..40),
            asked in proptest::collection::vec(prop_oneof![-5..505_i64, any::<i64>()], 0..40),
        ) {
            let set: IdSet = ids.iter().copied().collect();
            let truth: HashSet<i64> = ids.iter().copied().collect();
            prop_assert_eq!(set.is_empty(), truth.is_empty());
            for id in ids.iter().chain(&asked) {
                prop_assert_eq!(set.contains(*id), truth.contains(id), "{}", id);
            }
        }
    }

    #[test]
    fn odd_numbers_cost_no_memory() {
        let set: IdSet = [i64::MIN, 1, i64::MAX].into_iter().collect();
        assert!(
            set.contains(i64::MIN) && set.contains(i64::MAX) && set.contains(1) && !set.contains(2)
        );
        assert!(set.bits.len() <= 2);
    }

    /// At the borders of 64-bit words, and of the widest span stored as bits.
    #[test]
    fn ids_at_the_borders_are_distinguished() {
        for first in [0, 1, -64, i64::MIN, i64::MAX - 2 * WIDEST] {
            for last in [1, 63, 64, 65, 127, 128, WIDEST - 1, WIDEST, WIDEST + 1] {
                let set: IdSet = [first, first + last].into_iter().collect();
                assert!(set.contains(first) && set.contains(first + last), "{first} {last}");
                for other in [first + last + 1, first + last - 1, first + 1, first.wrapping_sub(1)]
                {
                    let is_in = other == first || other == first + last;
                    assert_eq!(set.contains(other), is_in, "{first} {last} {other}");
                }
                assert_eq!(set.far.len(), usize::from(last >= WIDEST), "{last}");
            }
        }
    }

    #[test]
    fn a_set_does_not_depend_on_order_or_repetition() {
        let one: IdSet = [5, 3, 5, 900, 3].into_iter().collect();
        assert_eq!(one, [3, 5, 900].into_iter().collect());
        let nothing: IdSet = std::iter::empty().collect();
        assert!(nothing.is_empty() && !nothing.contains(0));
    }
}
