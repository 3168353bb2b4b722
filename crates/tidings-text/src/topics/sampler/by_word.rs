//! The topics of each word.

/// A topic of a word, and the number of the word's tokens with that topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::topics) struct Slot {
    pub(in crate::topics) topic: u32,
    pub(in crate::topics) count: u32,
}

/// The topic is not in the word's list.
const NOWHERE: u16 = u16::MAX;
/// The topics of every word: one list each, as long as the word has topics, and the index of each topic in it.
#[derive(Debug, Clone)]
pub(super) struct ByWord {
    n_topics: usize,
    /// Where the space of each word begins: for as many topics as it has tokens, at most all.
    begins: Vec<usize>,
    lengths: Vec<u16>,
    slots: Vec<Slot>,
    places: Vec<u16>,
    /// Cumulative sums along a list.
    sums: Vec<f64>,
}

impl ByWord {
    pub(super) fn new(words: &[u32], n_words: usize, n_topics: usize) -> Self {
        let mut room = vec![0usize; n_words];
        for &word in words {
            let room = &mut room[word as usize];
            *room = (*room + 1).min(n_topics);
        }
        let mut begins = Vec::with_capacity(n_words);
        let mut end = 0;
        for room in room {
            begins.push(end);
            end += room;
        }
        Self {
            n_topics,
            begins,
            lengths: vec![0; n_words],
            slots: vec![Slot::default(); end],
            places: vec![NOWHERE; n_words * n_topics],
            sums: vec![0.0; n_topics],
        }
    }

    pub(super) fn n_words(&self) -> usize {
        self.begins.len()
    }

    #[inline]
    pub(super) fn slots(&self, word: usize) -> &[Slot] {
        let begin = self.begins[word];
        &self.slots[begin..begin + self.lengths[word] as usize]
    }

    /// Returns the list of a word, and the cumulative sums of its counts by weight.
    #[inline]
    pub(super) fn weighed(&mut self, word: usize, weights: &[f64]) -> (&[Slot], &[f64]) {
        let (begin, length) = (self.begins[word], self.lengths[word] as usize);
        let (slots, sums) = (&self.slots[begin..begin + length], &mut self.sums[..length]);
        let mut sum = 0.0;
        for (slot, place) in slots.iter().zip(sums.iter_mut()) {
            sum += f64::from(slot.count) * weights[slot.topic as usize];
            *place = sum;
        }
        (slots, sums)
    }

    #[inline]
    pub(super) fn add(&mut self, word: usize, topic: usize) {
        let place = &mut self.places[word * self.n_topics + topic];
        let begin = self.begins[word];
        if *place == NOWHERE {
            *place = self.lengths[word];
            self.slots[begin + *place as usize] = Slot { topic: topic as u32, count: 1 };
            self.lengths[word] += 1;
        } else {
            self.slots[begin + *place as usize].count += 1;
        }
    }

    #[inline]
    pub(super) fn remove(&mut self, word: usize, topic: usize) {
        let begin = self.begins[word];
        let place = self.places[word * self.n_topics + topic];
        let slot = &mut self.slots[begin + place as usize];
        slot.count -= 1;
        if slot.count == 0 {
            self.lengths[word] -= 1;
            let last = self.slots[begin + self.lengths[word] as usize];
            self.slots[begin + place as usize] = last;
            self.places[word * self.n_topics + last.topic as usize] = place;
            self.places[word * self.n_topics + topic] = NOWHERE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Tokens that change their topics, compared with a table of how many have which.
        #[test]
        fn lists_match_a_table_of_the_tokens(
            words in proptest::collection::vec(0u32..4, 1..20),
            changes in proptest::collection::vec((any::<prop::sample::Index>(), 0usize..5), 0..60),
        ) {
            let mut lists = ByWord::new(&words, 4, 5);
            let mut topics = vec![0; words.len()];
            words.iter().for_each(|&word| lists.add(word as usize, 0));
            for (token, topic) in changes {
                let token = token.index(words.len());
                let word = words[token] as usize;
                lists.remove(word, std::mem::replace(&mut topics[token], topic));
                lists.add(word, topic);
                let mut table = BTreeMap::new();
                for (&other, &topic) in words.iter().zip(&topics) {
                    *table.entry((other as usize, topic)).or_insert(0u32) += 1;
                }
                for word in 0..4 {
                    let mut found: Vec<_> =
                        lists.slots(word).iter().map(|slot| (slot.topic as usize, slot.count)).collect();
                    found.sort_unstable();
                    let of_word = table.iter().filter(|((other, _), _)| *other == word);
                    let expected: Vec<_> = of_word.map(|((_, topic), &n)| (*topic, n)).collect();
                    prop_assert_eq!(found, expected);
                }
            }
        }
    }

    #[test]
    fn sums_are_cumulative() {
        let mut lists = ByWord::new(&[0, 0, 0, 1], 2, 3);
        for (word, topic) in [(0, 2), (0, 0), (0, 2), (1, 1)] {
            lists.add(word, topic);
        }
        let (slots, sums) = lists.weighed(0, &[10.0, 100.0, 0.5]);
        let slots: Vec<_> = slots.iter().map(|slot| (slot.topic, slot.count)).collect();
        assert_eq!((slots, sums.to_vec()), (vec![(2, 2), (0, 1)], vec![1.0, 11.0]));
        let (slots, sums) = lists.weighed(1, &[10.0, 100.0, 0.5]);
        assert_eq!((slots.len(), sums.to_vec()), (1, vec![100.0]));
    }
}
