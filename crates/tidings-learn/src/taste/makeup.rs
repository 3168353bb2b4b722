//! What an article is made up of: its topics and its source, with weights.

use tidings_model::{SourceId, Subject, TopicId};

/// Topics that are kept of an article, the largest first.
const TOPICS: usize = 5;
/// A topic below this share is not kept.
const LEAST: f64 = 0.02;
/// What the source has in an article whose topics are known. Not measured: no log that we know has both.
const SOURCE: f64 = 0.25;

/// Subjects of an article with weights that sum to one.
///
/// ```
/// use tidings_learn::taste::Makeup;
/// use tidings_model::{SourceId, Subject, TopicId};
/// let found = [(TopicId(1), 0.59), (TopicId(2), 0.4), (TopicId(3), 0.01)];
/// let makeup = Makeup::of(&found, Some(SourceId(9)));
/// assert_eq!(makeup.parts().len(), 3, "the least topic is left out, the source comes in");
/// assert_eq!(makeup.parts()[2], (Subject::Source(SourceId(9)), 0.25));
/// let sum: f64 = makeup.parts().iter().map(|(_, weight)| weight).sum();
/// assert!((sum - 1.0).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Makeup(Vec<(Subject, f64)>);

impl Makeup {
    /// From an article's topics with their shares, in any order, and its source. Without topics the source is all.
    #[must_use]
    pub fn of(topics: &[(TopicId, f64)], source: Option<SourceId>) -> Self {
        let mut topics: Vec<(TopicId, f64)> =
            topics.iter().copied().filter(|(_, share)| *share >= LEAST).collect();
        topics.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        topics.truncate(TOPICS);
        let sum: f64 = topics.iter().map(|(_, share)| share).sum();
        let of_source = match (source, topics.is_empty()) {
            (None, _) => 0.0,
            (Some(_), true) => 1.0,
            (Some(_), false) => SOURCE,
        };
        let of_topics = (1.0 - of_source) / sum;
        let topics =
            topics.into_iter().map(|(topic, share)| (Subject::Topic(topic), share * of_topics));
        Self(topics.chain(source.map(|source| (Subject::Source(source), of_source))).collect())
    }

    /// Of one subject alone.
    #[must_use]
    pub fn alone(subject: Subject) -> Self {
        Self(vec![(subject, 1.0)])
    }

    /// Subjects with these weights, which sum to one.
    #[must_use]
    pub fn parts(&self) -> &[(Subject, f64)] {
        &self.0
    }

    /// The topic that it is about most.
    #[must_use]
    pub fn main_topic(&self) -> Option<TopicId> {
        self.0.iter().find_map(|(subject, _)| match subject {
            Subject::Topic(topic) => Some(*topic),
            Subject::Source(_) => None,
        })
    }
}
