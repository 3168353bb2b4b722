//! The composition of an article: its topics and its source, with weights.

use tidings_model::SourceId;
use tidings_model::taste::{Mixture, Subject};

/// The weight of the source in an article whose topics are known. Not measured: we know of no log that contains both.
const SOURCE: f64 = 0.25;

/// Subjects with a stated preference up to this level are never wanted.
const NEVER: u8 = 5;
/// An article is mainly about a topic if the topic has at least this share.
const MAINLY: f32 = 0.5;

/// The subjects of an article with weights that sum to one.
///
/// ```
/// use tidings_learn::taste::Composition;
/// use tidings_model::SourceId;
/// use tidings_model::taste::{Mixture, Subject, TopicId};
/// let mixture = Mixture::of([(TopicId(1), 0.6), (TopicId(2), 0.4)]);
/// let makeup = Composition::of(&mixture, Some(SourceId(9)));
/// assert_eq!(makeup.parts()[2], (Subject::Source(SourceId(9)), 0.25));
/// let sum: f64 = makeup.parts().iter().map(|(_, weight)| weight).sum();
/// assert!((sum - 1.0).abs() < 1e-6);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Composition(Vec<(Subject, f64)>);

impl Composition {
    /// Creates the composition from an article's topics and its source. Without topics, the source has all the
    /// weight.
    #[must_use]
    pub fn of(mixture: &Mixture, source: Option<SourceId>) -> Self {
        Self::with(mixture, source, SOURCE)
    }

    /// Creates the composition for a reader with stated preferences (0 to 100). A preference for a source weighs more
    /// than the topics it writes about. Returns `None` for what the reader never wants.
    ///
    /// ```
    /// use tidings_learn::taste::Composition;
    /// use tidings_model::SourceId;
    /// use tidings_model::taste::{Mixture, Subject, TopicId};
    /// let mixture = Mixture::of([(TopicId(1), 0.6), (TopicId(2), 0.4)]);
    /// let (main, source) = (Subject::Topic(TopicId(1)), Subject::Source(SourceId(9)));
    /// let wished = |about: Subject, level| {
    ///     Composition::wished(&mixture, SourceId(9), |subject| (subject == about).then_some(level))
    /// };
    /// assert_eq!((wished(main, 2), wished(source, 2)), (None, None));
    /// assert_eq!(wished(main, 95), Some(Composition::of(&mixture, Some(SourceId(9)))));
    /// assert_eq!(wished(source, 95).unwrap().parts()[2], (source, 0.75));
    /// ```
    #[must_use]
    pub fn wished(
        mixture: &Mixture,
        source: SourceId,
        said: impl Fn(Subject) -> Option<u8>,
    ) -> Option<Self> {
        let never = |subject| said(subject).is_some_and(|level| level <= NEVER);
        let main = mixture.parts().first().filter(|(_, part)| *part >= MAINLY);
        let of_source = Subject::Source(source);
        if never(of_source) || main.is_some_and(|(topic, _)| never(Subject::Topic(*topic))) {
            return None;
        }
        let share = if said(of_source).is_some() { 1.0 - SOURCE } else { SOURCE };
        Some(Self::with(mixture, Some(source), share))
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

    /// Creates the composition of a single subject.
    #[must_use]
    pub fn alone(subject: Subject) -> Self {
        Self(vec![(subject, 1.0)])
    }

    /// Returns the subjects with their weights, which sum to one.
    #[must_use]
    pub fn parts(&self) -> &[(Subject, f64)] {
        &self.0
    }
}
