//! Why a posting never came.

use std::collections::BTreeMap;
use std::fmt;

/// Postings that never came, by why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LostPostings {
    /// More came between two looks than the feed shows at once.
    pub n_scrolled_out: u64,
    /// Their source never told anything again.
    pub n_unanswered: u64,
    /// They were told, and the process ended with them in hand.
    pub n_dropped: u64,
}

impl LostPostings {
    /// All of them.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.n_scrolled_out + self.n_unanswered + self.n_dropped
    }

    /// Counts a posting that is not stored, by when each posting of its source was first shown.
    pub(super) fn count<T>(&mut self, index: usize, shown: &BTreeMap<usize, T>) {
        *if shown.contains_key(&index) {
            &mut self.n_dropped
        } else if shown.range(index..).next().is_some() {
            &mut self.n_scrolled_out
        } else {
            &mut self.n_unanswered
        } += 1;
    }
}

impl fmt::Display for LostPostings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons = [
            (
                self.n_scrolled_out,
                "came and went between two looks, for feeds show only their newest",
            ),
            (self.n_unanswered, "stood at sources that never answered again"),
            (self.n_dropped, "were in hand when the process ended"),
        ];
        write!(f, "{} were never stored", self.total())?;
        let mut given = reasons.iter().filter(|(n, _)| *n > 0);
        if let Some((n, why)) = given.next() {
            write!(f, " ({n} {why}")?;
            given.try_for_each(|(n, why)| write!(f, "; {n} {why}"))?;
            write!(f, ")")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_came_is_told_with_why() {
        let shown = BTreeMap::from([(0, ()), (5, ())]);
        let mut lost = LostPostings::default();
        assert_eq!(lost.to_string(), "0 were never stored");
        for index in [1, 2, 5, 6] {
            lost.count(index, &shown);
        }
        assert_eq!((lost.n_scrolled_out, lost.n_dropped, lost.n_unanswered), (2, 1, 1));
        let said = lost.to_string();
        assert!(
            said.starts_with("4 were never stored (2 came and went between two looks"),
            "{said}"
        );
        assert!(said.ends_with("; 1 were in hand when the process ended)"), "{said}");
    }

    #[test]
    fn a_reason_alone_is_told_alone() {
        let scrolled = LostPostings { n_scrolled_out: 3, ..LostPostings::default() };
        assert_eq!(
            scrolled.to_string(),
            "3 were never stored (3 came and went between two looks, for feeds show only their newest)"
        );
        let unanswered = LostPostings { n_unanswered: 1, ..LostPostings::default() };
        assert_eq!(
            unanswered.to_string(),
            "1 were never stored (1 stood at sources that never answered again)"
        );
    }

    #[test]
    fn a_source_that_never_told_anything_lost_all_of_it_unanswered() {
        let mut lost = LostPostings::default();
        (0..4).for_each(|index| lost.count(index, &BTreeMap::<usize, ()>::new()));
        assert_eq!(lost, LostPostings { n_unanswered: 4, ..LostPostings::default() });
        assert_eq!(lost.total(), 4);
    }
}
