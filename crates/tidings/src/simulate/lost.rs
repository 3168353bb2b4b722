//! Why a posting was never stored.

use std::collections::BTreeMap;
use std::fmt;

/// Postings that were never stored, by reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LostPostings {
    /// More were posted between two fetches than the feed shows at once.
    pub n_scrolled_out: u64,
    /// Their source never responded again.
    pub n_unanswered: u64,
    /// They were fetched, but the process ended before storing them.
    pub n_dropped: u64,
}

impl LostPostings {
    /// Returns the total.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.n_scrolled_out + self.n_unanswered + self.n_dropped
    }

    /// Counts a posting that is not stored. `shown` has the postings of its source that were ever in a response.
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
                "came and went between two fetches, because feeds show only their newest",
            ),
            (self.n_unanswered, "were at sources that never responded again"),
            (self.n_dropped, "were lost when the process ended"),
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
    fn the_report_says_why_postings_were_lost() {
        let shown = BTreeMap::from([(0, ()), (5, ())]);
        let mut lost = LostPostings::default();
        assert_eq!(lost.to_string(), "0 were never stored");
        for index in [1, 2, 5, 6] {
            lost.count(index, &shown);
        }
        assert_eq!((lost.n_scrolled_out, lost.n_dropped, lost.n_unanswered), (2, 1, 1));
        let said = lost.to_string();
        assert!(
            said.starts_with("4 were never stored (2 came and went between two fetches"),
            "{said}"
        );
        assert!(said.ends_with("; 1 were lost when the process ended)"), "{said}");
    }

    #[test]
    fn a_single_reason_is_reported_alone() {
        let scrolled = LostPostings { n_scrolled_out: 3, ..LostPostings::default() };
        assert_eq!(
            scrolled.to_string(),
            "3 were never stored (3 came and went between two fetches, because feeds show only their newest)"
        );
        let unanswered = LostPostings { n_unanswered: 1, ..LostPostings::default() };
        assert_eq!(
            unanswered.to_string(),
            "1 were never stored (1 were at sources that never responded again)"
        );
    }

    #[test]
    fn all_postings_of_a_source_that_never_responded_are_lost() {
        let mut lost = LostPostings::default();
        (0..4).for_each(|index| lost.count(index, &BTreeMap::<usize, ()>::new()));
        assert_eq!(lost, LostPostings { n_unanswered: 4, ..LostPostings::default() });
        assert_eq!(lost.total(), 4);
    }
}
