//! Which topics each word has.

/// A topic that a word has, and how many of its tokens have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::topics) struct Slot {
    pub(in crate::topics) topic: u32,
    pub(in crate::topics) count: u32,
}

/// No place in a word's list.
const NOWHERE: u16 = u16::MAX;
/// The topics of every word: a list each, as long as the word has topics, and where a topic stands in it.
#[derive(Debug, Clone)]
pub(super) struct ByWord {
    n_topics: usize,
    /// Where the room of each word begins: for as many topics as it has tokens, at most all.
    begins: Vec<usize>,
    lengths: Vec<u16>,
    slots: Vec<Slot>,
    places: Vec<u16>,
    /// Sums along a list.
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

    /// The list of a word, and the sums of its counts by weight along it.
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
