//! Compact storage of interests, sorted by key: eighty bytes and a key each.

use crate::filter::Interest;
use crate::prior::Prior;

/// Interests in one kind of subject, and the reader's own prior for that kind.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Kept<K> {
    keys: Vec<K>,
    interests: Vec<Interest>,
    own: Option<Prior>,
}

impl<K> Default for Kept<K> {
    fn default() -> Self {
        Self { keys: Vec::new(), interests: Vec::new(), own: None }
    }
}

impl<K: Ord + Copy> Kept<K> {
    pub(super) fn get(&self, key: K) -> Option<&Interest> {
        self.keys.binary_search(&key).ok().map(|at| &self.interests[at])
    }

    pub(super) fn set(&mut self, key: K, interest: Interest) {
        match self.keys.binary_search(&key) {
            Ok(at) => self.interests[at] = interest,
            Err(at) => {
                self.keys.insert(at, key);
                self.interests.insert(at, interest);
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (K, &Interest)> {
        self.keys.iter().copied().zip(&self.interests)
    }

    pub(super) fn change(&mut self, change: impl Fn(K, &Interest) -> Interest) {
        for (key, interest) in self.keys.iter().zip(&mut self.interests) {
            *interest = change(*key, interest);
        }
    }

    /// Returns the reader's own prior, or the base while there is none.
    pub(super) fn own(&self, base: &Prior) -> Prior {
        self.own.unwrap_or(*base)
    }

    pub(super) fn own_if_any(&self) -> Option<&Prior> {
        self.own.as_ref()
    }

    /// Updates the reader's own prior by one step over all `n` subjects.
    pub(super) fn reflect(&mut self, base: &Prior, n: usize) {
        if !self.interests.is_empty() {
            self.own = Some(self.own(base).own_step(base, n, &self.interests));
        }
    }
}
