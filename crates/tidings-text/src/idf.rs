//! The weight of a term: the rarer it is among the current documents, the more it says about one that contains it.
//!
//! Documents are added and removed, and the weights follow: idf = ln(documents / documents with the term), at any time.

use crate::sparse::{Sparse, TermId};
use std::collections::{BTreeMap, HashMap};
use tidings_numerics::pack::{Packer, Unpacker};

const VERSION: u8 = 1;
/// Maximum number of terms counted at once; above it, the rarest are forgotten and count as new.
const MOST_TERMS: usize = 1_000_000;

/// How the number of occurrences of a term in a document counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frequency {
    /// Unchanged.
    Raw,
    /// 1 + its logarithm: ten occurrences do not count ten times as much.
    Log,
}

/// In how many documents each term occurs.
///
/// ```
/// use tidings_text::idf::{Frequency, Idf};
/// let mut idf = Idf::default();
/// idf.add(["web", "feed"]);
/// idf.add(["web", "bridge", "bridge"]);
/// assert_eq!(idf.weight("web"), 0.0);
/// assert_eq!(idf.weight("bridge"), 2f64.ln());
/// let a = idf.vector(["bridge", "web"], Frequency::Log);
/// assert_eq!(a.weights().len(), 1);
/// idf.remove(["web", "feed"]);
/// assert_eq!(idf.weight("bridge"), 0.0);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Idf {
    n_documents: u32,
    documents: HashMap<TermId, u32>,
}

impl Idf {
    /// Adds a document.
    pub fn add<'a>(&mut self, terms: impl IntoIterator<Item = &'a str>) {
        self.n_documents = self.n_documents.saturating_add(1);
        for term in once(terms) {
            *self.documents.entry(term).or_default() += 1;
        }
        self.forget();
    }

    /// Removes a document; its terms must be those with which it was added.
    pub fn remove<'a>(&mut self, terms: impl IntoIterator<Item = &'a str>) {
        self.n_documents = self.n_documents.saturating_sub(1);
        for term in once(terms) {
            // The term may have been forgotten since.
            if let Some(documents) = self.documents.get_mut(&term) {
                *documents -= 1;
                if *documents == 0 {
                    self.documents.remove(&term);
                }
            }
        }
    }

    fn forget(&mut self) {
        let mut least = 2;
        while self.documents.len() > MOST_TERMS {
            self.documents.retain(|_, documents| *documents >= least);
            least += 1;
        }
    }

    /// Returns the number of documents.
    #[must_use]
    pub fn n_documents(&self) -> u32 {
        self.n_documents
    }

    /// Returns the weight of a term: ln(documents / documents with it). A new term has the weight of one in a single
    /// document.
    #[must_use]
    pub fn weight(&self, term: &str) -> f64 {
        self.weight_of(TermId::of(term))
    }

    fn weight_of(&self, term: TermId) -> f64 {
        let with_it = self.documents.get(&term).copied().unwrap_or(1);
        (f64::from(self.n_documents) / f64::from(with_it)).ln().max(0.0)
    }

    /// Returns the vector of a text: frequency × weight of each term.
    #[must_use]
    pub fn vector<'a>(
        &self,
        terms: impl IntoIterator<Item = &'a str>,
        frequency: Frequency,
    ) -> Sparse {
        let mut counts: BTreeMap<TermId, u32> = BTreeMap::new();
        for term in terms {
            *counts.entry(TermId::of(term)).or_default() += 1;
        }
        Sparse::of(counts.into_iter().map(|(term, count)| {
            let times = match frequency {
                Frequency::Raw => f64::from(count),
                Frequency::Log => 1.0 + f64::from(count).ln(),
            };
            (term, (times * self.weight_of(term)) as f32)
        }))
    }

    /// Serializes the counts.
    ///
    /// ```
    /// # use tidings_text::idf::Idf;
    /// let mut idf = Idf::default();
    /// idf.add(["web", "feed"]);
    /// assert_eq!(Idf::from_bytes(&idf.to_bytes()), Some(idf));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut counts: Vec<(TermId, u32)> =
            self.documents.iter().map(|(&term, &documents)| (term, documents)).collect();
        counts.sort_unstable();
        let mut packer = Packer::new(VERSION).count(self.n_documents.into());
        packer = packer.count(counts.len() as u64);
        let mut last = 0;
        for (term, documents) in counts {
            packer = packer.count(term.0 - last).count(documents.into());
            last = term.0;
        }
        packer.done()
    }

    /// Deserializes counts; `None` if the bytes are not valid.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut unpacker = Unpacker::new(bytes, VERSION)?;
        let number = |unpacker: &mut Unpacker<'_>| u32::try_from(unpacker.count()?).ok();
        let mut idf = Self { n_documents: number(&mut unpacker)?, documents: HashMap::new() };
        let mut term = 0u64;
        for _ in 0..unpacker.length()? {
            term = term.checked_add(unpacker.count()?)?;
            let documents = number(&mut unpacker).filter(|documents| *documents > 0)?;
            idf.documents.insert(TermId(term), documents);
        }
        unpacker.is_done().then_some(idf)
    }
}

/// Returns each term of a document once.
fn once<'a>(terms: impl IntoIterator<Item = &'a str>) -> Vec<TermId> {
    let mut terms: Vec<TermId> = terms.into_iter().map(TermId::of).collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn more_similar_texts_have_a_greater_cosine() {
        let mut idf = Idf::default();
        let texts = [
            vec!["flood", "river", "town"],
            vec!["river", "flood", "rescue"],
            vec!["goal", "team", "town"],
        ];
        texts.iter().for_each(|text| idf.add(text.iter().copied()));
        let vector = |n: usize| idf.vector(texts[n].iter().copied(), Frequency::Log);
        assert!(vector(0).cosine(&vector(1)) > 2.0 * vector(0).cosine(&vector(2)));
        assert!(vector(1).cosine(&vector(2)).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn adding_and_removing_a_document_changes_nothing(
            stays in proptest::collection::vec("[a-c]{1,2}", 0..6),
            goes in proptest::collection::vec("[a-c]{1,2}", 0..6),
        ) {
            let mut idf = Idf::default();
            idf.add(stays.iter().map(String::as_str));
            let before = idf.clone();
            idf.add(goes.iter().map(String::as_str));
            idf.remove(goes.iter().map(String::as_str));
            prop_assert_eq!(&idf, &before);
            prop_assert_eq!(Idf::from_bytes(&idf.to_bytes()), Some(idf));
        }

        #[test]
        fn broken_bytes_are_rejected(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let _ = Idf::from_bytes(&bytes);
        }
    }

    #[test]
    fn the_format_of_stored_counts_is_stable() {
        let mut idf = Idf { n_documents: 300, documents: HashMap::new() };
        idf.documents.extend([(TermId(7), 2), (TermId(300), 130), (TermId(1000), 1)]);
        // The version, documents, three terms; each as the difference from the one before.
        let bytes = [1, 0xac, 0x02, 3, 7, 2, 0xa5, 0x02, 0x82, 0x01, 0xbc, 0x05, 1];
        assert_eq!(idf.to_bytes(), bytes);
        assert_eq!(Idf::from_bytes(&bytes), Some(idf));
        for end in 0..bytes.len() {
            assert_eq!(Idf::from_bytes(&bytes[..end]), None, "cut at {end}");
        }
        assert_eq!(Idf::from_bytes(&[&bytes[..], &[0]].concat()), None, "one byte too many");
    }

    #[test]
    fn impossible_counts_are_rejected() {
        let packed = |version: u8, counts: &[u64]| {
            let packer = Packer::new(version);
            counts.iter().fold(packer, |packer, &count| packer.count(count)).done()
        };
        let read = |version, counts: &[u64]| Idf::from_bytes(&packed(version, counts)).is_some();
        assert!(read(1, &[5, 2, 7, 1, 9, 3]));
        assert!(read(1, &[0, 0]), "no counts are valid counts");
        assert!(!read(2, &[5, 2, 7, 1, 9, 3]), "another version");
        assert!(!read(1, &[5, 2, 7, 1, 9, 0]), "a term without documents");
        assert!(!read(1, &[1 << 32, 0]), "more documents than 32 bits");
        assert!(!read(1, &[5, 1, 7, 1 << 32]), "a term of more documents than 32 bits");
        assert!(!read(1, &[5, 2, u64::MAX, 1, 1, 1]), "terms beyond 64 bits");
        assert!(read(1, &[5, 2, u64::MAX - 1, 1, 1, 1]));
        assert!(!read(1, &[5, 3, 7, 1]), "fewer terms than announced");
    }

    #[test]
    fn removing_an_unknown_document_changes_nothing_else() {
        let mut idf = Idf::default();
        idf.remove(["web"]);
        assert_eq!(idf, Idf::default());
        idf.add(["web", "feed"]);
        idf.remove(["rust"]);
        // There are no documents now, but the counts for "web" are still there.
        assert_eq!((idf.n_documents(), idf.documents.len()), (0, 2));
        assert!(idf.weight("web").abs() < 1e-12);
    }

    #[test]
    fn weights_depend_on_the_frequency() {
        let mut idf = Idf::default();
        (0..8).for_each(|n| idf.add(if n < 2 { vec!["rain", "all"] } else { vec!["all"] }));
        let of = |frequency| {
            let vector = idf.vector(["all", "rain", "rain", "rain", "rain"], frequency);
            vector.weights().iter().map(|(_, weight)| f64::from(*weight)).collect::<Vec<_>>()
        };
        // Four times ln(8/2), and (1 + ln 4) times; a term in all documents has weight zero.
        let (raw, log) = (of(Frequency::Raw), of(Frequency::Log));
        assert_eq!((raw.len(), log.len()), (1, 1));
        assert!((raw[0] - 4.0 * 4f64.ln()).abs() < 1e-6, "{raw:?}");
        assert!((log[0] - (1.0 + 4f64.ln()) * 4f64.ln()).abs() < 1e-6, "{log:?}");
        assert!(idf.vector([], Frequency::Raw).is_empty());
    }
}
