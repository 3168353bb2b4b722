//! How widely words and phrases are spread over sources.
//!
//! What most sources of a language write is boilerplate, or the subject of them all. It may be in every tenth article
//! only, as the last line of some, so the number of articles does not show it.

/// With fewer sources of a language, what they have in common shows nothing.
const FEW_SOURCES: usize = 8;
/// A larger share of the sources of a language is "most".
const MOST: f64 = 0.5;

/// Where a document comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Origin {
    /// The number of its language.
    pub(super) tongue: u8,
    /// The number of its source.
    pub(super) source: u64,
}

/// The documents of known origin, by language and source.
#[derive(Debug)]
pub(super) struct Spread(Vec<(Origin, usize)>);

impl Spread {
    /// Sorts documents by their origin. Documents without one are ignored.
    pub(super) fn new(origins: &[Option<Origin>]) -> Self {
        let known = origins.iter().enumerate();
        let mut all: Vec<_> = known.filter_map(|(at, origin)| Some(((*origin)?, at))).collect();
        all.sort_unstable();
        Self(all)
    }

    /// Returns for each of `n` things whether most sources of a language have it. `things` returns those of a document.
    pub(super) fn common<'a>(&self, n: usize, things: impl Fn(usize) -> &'a [u32]) -> Vec<bool> {
        let mut is_common = vec![false; n];
        for language in self.0.chunk_by(|a, b| a.0.tongue == b.0.tongue) {
            let mut counts = vec![(0, 0); n];
            let mut n_sources = 0;
            for source in language.chunk_by(|a, b| a.0 == b.0) {
                n_sources += 1;
                for &thing in source.iter().flat_map(|(_, document)| things(*document)) {
                    count(&mut counts[thing as usize], n_sources);
                }
            }
            if n_sources < FEW_SOURCES {
                continue;
            }
            for (is_common, (n, _)) in is_common.iter_mut().zip(counts) {
                *is_common |= f64::from(n) > MOST * n_sources as f64;
            }
        }
        is_common
    }
}

/// Counts a source, unless it was the last one counted.
fn count((n, last): &mut (u32, usize), source: usize) {
    *n += u32::from(*last != source);
    *last = source;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn from(tongue: u8, source: u64) -> Option<Origin> {
        Some(Origin { tongue, source })
    }

    /// Returns whether something is common that the first `n_with` of `n` sources have in one of their two articles.
    fn is_common(n_with: u64, n: u64) -> bool {
        let origins: Vec<_> = (0..2 * n).map(|document| from(1, document / 2)).collect();
        let has = |document: usize| document % 2 == 1 && (document as u64) < 2 * n_with;
        Spread::new(&origins).common(1, |document| if has(document) { &[0, 0] } else { &[] })[0]
    }

    #[test]
    fn what_more_than_half_of_the_sources_have_is_common() {
        assert!(is_common(6, 10) && !is_common(5, 10));
        assert!(is_common(8, 8) && !is_common(7, 7), "seven sources are too few");
        assert!(!is_common(0, 10));
    }

    #[test]
    fn each_language_counts_on_its_own() {
        // Nine German sources among a hundred English ones.
        let origins: Vec<_> =
            (0..109).map(|source| from(u8::from(source >= 100), source)).collect();
        let german = |document: usize| if document >= 100 { [0u32].as_slice() } else { &[] };
        assert_eq!(Spread::new(&origins).common(2, german), [true, false]);
    }

    #[test]
    fn documents_of_unknown_origin_show_nothing() {
        assert_eq!(Spread::new(&[None; 50]).common(1, |_| &[0]), [false]);
    }

    proptest! {
        #[test]
        fn the_order_of_documents_does_not_matter(
            documents in prop::collection::vec((0u8..3, 0u64..20, prop::collection::vec(0u32..5, 0..4)), 0..80),
        ) {
            let common = |documents: &[(u8, u64, Vec<u32>)]| {
                let origins: Vec<_> =
                    documents.iter().map(|(tongue, source, _)| from(*tongue, *source)).collect();
                Spread::new(&origins).common(5, |document| &documents[document].2)
            };
            let reversed: Vec<_> = documents.iter().rev().cloned().collect();
            prop_assert_eq!(common(&documents), common(&reversed));
        }
    }
}
