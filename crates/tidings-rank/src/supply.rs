//! The value of knowing a topic: high if there are always articles on it, low if they are rare.

use std::collections::BTreeMap;
use tidings_model::taste::Subject;

/// Returns the probability that a page can show something on a topic: 1 − exp(−C·f), with C candidates per visit and
/// the topic's share f of the stream.
///
/// ```
/// use tidings_rank::supply::supply;
/// assert!((supply(30.0, 0.1) - 0.950).abs() < 1e-3);
/// assert_eq!(supply(30.0, 0.0), 0.0);
/// ```
#[must_use]
pub fn supply(candidates: f64, share: f64) -> f64 {
    -(-(candidates * share).max(0.0)).exp_m1()
}

/// The shares of subjects in the recent stream.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SubjectShares {
    sums: BTreeMap<Subject, f64>,
    articles: f64,
}

impl SubjectShares {
    /// Adds an article with the weights of its subjects.
    pub fn add(&mut self, parts: &[(Subject, f64)]) {
        self.articles += 1.0;
        for &(subject, weight) in parts {
            *self.sums.entry(subject).or_insert(0.0) += weight;
        }
    }

    /// Returns the value of knowing a subject, if a page is chosen from `candidates` articles per visit.
    ///
    /// ```
    /// use tidings_model::taste::{Subject, TopicId};
    /// use tidings_rank::supply::SubjectShares;
    /// let (often, seldom) = (Subject::Topic(TopicId(0)), Subject::Topic(TopicId(1)));
    /// let mut stream = SubjectShares::default();
    /// (0..9).for_each(|_| stream.add(&[(often, 1.0)]));
    /// stream.add(&[(often, 0.9), (seldom, 0.1)]);
    /// assert!(stream.supply(often, 10.0) > 0.99);
    /// assert!(stream.supply(seldom, 10.0) < 0.1);
    /// ```
    #[must_use]
    pub fn supply(&self, subject: Subject, candidates: f64) -> f64 {
        // Nothing is known about an empty stream, so everything is worth knowing.
        if self.articles <= 0.0 {
            return 1.0;
        }
        supply(candidates, self.sums.get(&subject).copied().unwrap_or(0.0) / self.articles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tidings_model::SourceId;
    use tidings_model::taste::TopicId;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
    }

    #[test]
    fn supply_is_the_probability_of_at_least_one() {
        for (candidates, share, expected) in [
            (0.0, 0.5, 0.0),
            (30.0, 0.0, 0.0),
            (30.0, 0.1, 0.950_212_931_632_136),
            (10.0, 0.1, 0.632_120_558_828_558),
            (1e9, 1.0, 1.0),
            (-3.0, 0.5, 0.0),
            (3.0, -0.5, 0.0),
            // Such a small probability would be lost in 1 − exp(…).
            (1.0, 1e-18, 1e-18),
        ] {
            close(supply(candidates, share), expected);
        }
        assert!(supply(1.0, 1e-18) > 0.0);
    }

    #[test]
    fn a_stream_knows_the_shares_of_its_subjects() {
        let subject = |topic| Subject::Topic(TopicId(topic));
        let mut stream = SubjectShares::default();
        stream.add(&[(subject(1), 1.0)]);
        stream.add(&[(subject(1), 0.5), (subject(2), 0.5)]);
        close(stream.supply(subject(1), 4.0), supply(4.0, 0.75));
        close(stream.supply(subject(2), 4.0), supply(4.0, 0.25));
        close(stream.supply(subject(1), 4.0), 0.950_212_931_632_136);
        close(stream.supply(subject(3), 4.0), 0.0);
        close(stream.supply(Subject::Source(SourceId(1)), 4.0), 0.0);
        // Articles without subjects reduce all shares.
        stream.add(&[]);
        stream.add(&[]);
        close(stream.supply(subject(1), 4.0), supply(4.0, 0.375));
    }

    #[test]
    fn in_an_empty_stream_everything_is_worth_knowing() {
        let topic = Subject::Topic(TopicId(1));
        close(SubjectShares::default().supply(topic, 10.0), 1.0);
        let mut stream = SubjectShares::default();
        stream.add(&[]);
        close(stream.supply(topic, 10.0), 0.0);
    }

    proptest! {
        #[test]
        fn supply_is_a_probability_that_grows(candidates in -10.0f64..1e3, share in -0.5f64..1.5, more in 0.0f64..10.0) {
            let found = supply(candidates, share);
            prop_assert!((0.0..=1.0).contains(&found));
            prop_assert!(share < 0.0 || supply(candidates + more, share) >= found);
        }
    }
}
