//! What an article is made up of: its topics and its source, with weights.

use tidings_model::SourceId;
use tidings_model::taste::{Mixture, Subject, TopicId};

/// What the source has in an article whose topics are known. Not measured: no log that we know has both.
const SOURCE: f64 = 0.25;

/// Subjects of an article with weights that sum to one.
///
/// ```
/// use tidings_learn::taste::Makeup;
/// use tidings_model::SourceId;
/// use tidings_model::taste::{Mixture, Subject, TopicId};
/// let mixture = Mixture::of([(TopicId(1), 0.6), (TopicId(2), 0.4)]);
/// let makeup = Makeup::of(&mixture, Some(SourceId(9)));
/// assert_eq!(makeup.parts()[2], (Subject::Source(SourceId(9)), 0.25));
/// let sum: f64 = makeup.parts().iter().map(|(_, weight)| weight).sum();
/// assert!((sum - 1.0).abs() < 1e-6);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Makeup(Vec<(Subject, f64)>);

impl Makeup {
    /// From an article's topics and its source. Without topics the source is all.
    #[must_use]
    pub fn of(mixture: &Mixture, source: Option<SourceId>) -> Self {
        Self::with(mixture, source, SOURCE)
    }

    /// The same, where it is the source that counts.
    #[must_use]
    pub fn by_source(mixture: &Mixture, source: SourceId) -> Self {
        Self::with(mixture, Some(source), 1.0 - SOURCE)
    }

    fn with(mixture: &Mixture, source: Option<SourceId>, share: f64) -> Self {
        let of_source = match source {
            None => 0.0,
            Some(_) if mixture.is_empty() => 1.0,
            Some(_) => share,
        };
        let topics = mixture
            .parts()
            .iter()
            .map(|(topic, part)| (Subject::Topic(*topic), f64::from(*part) * (1.0 - of_source)));
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
