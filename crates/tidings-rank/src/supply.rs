//! What knowing a topic is worth: much where there is always something about it, little where it seldom comes.

use std::collections::BTreeMap;
use tidings_model::taste::Subject;

/// The chance that a page can show something of a topic: 1 − exp(−C·f), C candidates a visit, f the topic's share of the
/// stream.
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

/// Shares of the recent stream, by subject.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Stream {
    sums: BTreeMap<Subject, f64>,
    articles: f64,
}

impl Stream {
    /// Counts an article in: its subjects with their weights.
    pub fn add(&mut self, parts: &[(Subject, f64)]) {
        self.articles += 1.0;
        for &(subject, weight) in parts {
            *self.sums.entry(subject).or_insert(0.0) += weight;
        }
    }

    /// What knowing a subject is worth to one who is shown a page of `candidates` articles a visit.
    ///
    /// ```
    /// use tidings_model::taste::{Subject, TopicId};
    /// use tidings_rank::supply::Stream;
    /// let (often, seldom) = (Subject::Topic(TopicId(0)), Subject::Topic(TopicId(1)));
    /// let mut stream = Stream::default();
    /// (0..9).for_each(|_| stream.add(&[(often, 1.0)]));
    /// stream.add(&[(often, 0.9), (seldom, 0.1)]);
    /// assert!(stream.supply(often, 10.0) > 0.99);
    /// assert!(stream.supply(seldom, 10.0) < 0.1);
    /// ```
    #[must_use]
    pub fn supply(&self, subject: Subject, candidates: f64) -> f64 {
        // Nothing is known of an empty stream: then everything is worth knowing.
        if self.articles <= 0.0 {
            return 1.0;
        }
        supply(candidates, self.sums.get(&subject).copied().unwrap_or(0.0) / self.articles)
    }
}
