//! The taste of one reader: the interest in topics and sources, learned from the log of shown articles and reactions.
//!
//! The log is the permanent record. A taste can be discarded and rebuilt from it with [`Taste::replay`], so new
//! topics, a better prior or other weights lose nothing that was learned.

mod compact;
mod composition;
mod lessons;
mod replay;

pub use composition::Composition;
pub use lessons::events;
pub use replay::TasteEvent;

use crate::evidence::Evidence;
use crate::filter::{HAZARD, Interest, TopicPart};
use crate::prior::{Prior, READERS_NEEDED};
use compact::Kept;
use std::collections::BTreeMap;
use tidings_model::taste::{Subject, TopicId};
use tidings_model::{Liking, SourceId};

/// The weight of a reader's own statement, in observations.
const TOLD: f64 = 20.0;

/// What is expected of readers in general, if enough of them are known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Population {
    /// The prior for topics.
    pub topic: Prior,
    /// The prior for sources.
    pub source: Prior,
    /// The priors for particular subjects.
    pub each: BTreeMap<Subject, Prior>,
}

impl Population {
    /// Learns from readers' tastes: in general, and for each subject.
    ///
    /// ```
    /// use tidings_learn::evidence::Evidence;
    /// use tidings_learn::taste::{TasteContext, Composition, Population, Taste};
    /// use tidings_model::taste::{Subject, TopicId};
    /// let frame = TasteContext { topics: 5, ..TasteContext::default() };
    /// let (loved, ignored) = (Subject::Topic(TopicId(0)), Subject::Topic(TopicId(1)));
    /// let mut taste = Taste::default();
    /// for _ in 0..5 {
    ///     taste.observe(&Composition::alone(loved), &Evidence::opened(1.0), &frame);
    ///     taste.observe(&Composition::alone(ignored), &Evidence::refused(1.0), &frame);
    /// }
    /// let population = Population::learned(&vec![taste; 30]);
    /// let frame = TasteContext { population: Some(&population), ..frame };
    /// let stranger = Taste::default();
    /// assert!(stranger.liking(loved, &frame).mean > 0.7);
    /// assert!(stranger.liking(ignored, &frame).mean < 0.3);
    /// ```
    #[must_use]
    pub fn learned(tastes: &[Taste]) -> Self {
        let mut seen: BTreeMap<Subject, Vec<_>> = BTreeMap::new();
        for taste in tastes {
            for (subject, interest) in taste.interests() {
                seen.entry(subject).or_default().push(interest.likelihood());
            }
        }
        let of = |is_wanted: fn(&Subject) -> bool| {
            let wanted = seen.iter().filter(|(subject, _)| is_wanted(subject));
            Prior::common(&wanted.flat_map(|(_, seen)| seen.iter().copied()).collect::<Vec<_>>())
        };
        let topic = of(|subject| matches!(subject, Subject::Topic(_)));
        let source = of(|subject| matches!(subject, Subject::Source(_)));
        // If only a few readers have reacted to a subject, individuals could be recognised.
        let many = seen.iter().filter(|(_, seen)| seen.len() >= READERS_NEEDED);
        let each = many.map(|(subject, seen)| {
            let common = if matches!(subject, Subject::Topic(_)) { topic } else { source };
            (*subject, common.of_topic(seen))
        });
        Self { topic, source, each: each.collect() }
    }

    fn of(&self, subject: Subject) -> &Prior {
        let general = match subject {
            Subject::Topic(_) => &self.topic,
            Subject::Source(_) => &self.source,
        };
        self.each.get(&subject).unwrap_or(general)
    }
}

/// The context in which a taste is interpreted.
#[derive(Debug, Clone, Copy)]
pub struct TasteContext<'a> {
    /// What readers are like in general, if [`crate::prior::READERS_NEEDED`] of them are known. Otherwise the
    /// reader's own experience is used.
    pub population: Option<&'a Population>,
    /// The probability that an interest changes from one visit to the next.
    pub hazard: f64,
    /// The initial prior of the reader's own experience.
    pub base: Prior,
    /// The number of topics.
    pub topics: usize,
    /// The number of sources the reader is subscribed to.
    pub sources: usize,
}

impl Default for TasteContext<'_> {
    fn default() -> Self {
        Self { population: None, hazard: HAZARD, base: Prior::even(), topics: 0, sources: 0 }
    }
}

/// What one reader likes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Taste {
    topics: Kept<TopicId>,
    sources: Kept<SourceId>,
}

impl Taste {
    /// Returns the estimated interest in a subject.
    #[must_use]
    pub fn liking(&self, subject: Subject, frame: &TasteContext<'_>) -> Liking {
        let prior = self.prior(subject, frame);
        self.interest(subject).map_or_else(|| prior.liking(), |interest| interest.liking(prior))
    }

    /// Returns the interest that was expected before any reaction to the subject.
    #[must_use]
    pub fn start(&self, subject: Subject, frame: &TasteContext<'_>) -> Liking {
        self.prior(subject, frame).liking()
    }

    /// Returns what has been learned about a subject, if anything.
    #[must_use]
    pub fn interest(&self, subject: Subject) -> Option<&Interest> {
        match subject {
            Subject::Topic(topic) => self.topics.get(topic),
            Subject::Source(source) => self.sources.get(source),
        }
    }

    /// Returns all subjects about which something has been learned.
    pub fn interests(&self) -> impl Iterator<Item = (Subject, &Interest)> {
        let topics = self.topics.iter().map(|(topic, interest)| (Subject::Topic(topic), interest));
        topics.chain(self.sources.iter().map(|(source, i)| (Subject::Source(source), i)))
    }

    /// Returns the probability that the reader opens an article of this composition, with its uncertainty. `supply`
    /// is the value of knowing each subject (see `tidings_rank::supply`); use all ones for the plain variance.
    #[must_use]
    pub fn article(
        &self,
        makeup: &Composition,
        frame: &TasteContext<'_>,
        supply: impl Fn(Subject) -> f64,
    ) -> Liking {
        let mut sum = Liking::default();
        for &(subject, weight) in makeup.parts() {
            let liking = self.liking(subject, frame);
            sum.mean += weight * liking.mean;
            sum.variance += weight * weight * supply(subject) * liking.variance;
        }
        sum
    }

    /// Takes in a click on, or a refusal of, an article. Each of its subjects learns its part, all from the state
    /// before.
    pub fn observe(&mut self, makeup: &Composition, evidence: &Evidence, frame: &TasteContext<'_>) {
        let mean = self.article(makeup, frame, |_| 1.0).mean;
        for &(subject, weight) in makeup.parts() {
            let prior = *self.prior(subject, frame);
            let before = self.interest(subject).copied().unwrap_or_default();
            let others = mean - weight * before.liking(&prior).mean;
            let after = before.after_part(&prior, evidence, TopicPart { weight, others });
            self.set(subject, after);
        }
    }

    /// Takes in a visit: until the next one, any interest may change. Call it after the page was ranked.
    pub fn visit(&mut self, frame: &TasteContext<'_>) {
        let Self { topics, sources } = self;
        let (own_topic, own_source) = (topics.own(&frame.base), sources.own(&frame.base));
        let of = |subject: Subject, own: Prior| {
            *frame.population.map_or(&own, |population| population.of(subject))
        };
        topics.change(|topic, interest| {
            interest.rested(&of(Subject::Topic(topic), own_topic), frame.hazard, 1)
        });
        sources.change(|source, interest| {
            interest.rested(&of(Subject::Source(source), own_source), frame.hazard, 1)
        });
    }

    /// Updates the reader's own prior, which is expected of subjects that are not known yet. Call it before a page is
    /// ranked.
    pub fn reflect(&mut self, frame: &TasteContext<'_>) {
        self.topics.reflect(&frame.base, frame.topics);
        self.sources.reflect(&frame.base, frame.sources);
    }

    /// Takes in a statement of how much the reader likes a subject: the share of its articles the reader would open.
    pub fn tell(&mut self, subject: Subject, share: f64) {
        self.set(subject, Interest::told(share, TOLD));
    }

    fn set(&mut self, subject: Subject, interest: Interest) {
        match subject {
            Subject::Topic(topic) => self.topics.set(topic, interest),
            Subject::Source(source) => self.sources.set(source, interest),
        }
    }

    fn prior<'a>(&'a self, subject: Subject, frame: &'a TasteContext<'_>) -> &'a Prior {
        if let Some(population) = frame.population {
            return population.of(subject);
        }
        let own = match subject {
            Subject::Topic(_) => self.topics.own_if_any(),
            Subject::Source(_) => self.sources.own_if_any(),
        };
        own.unwrap_or(&frame.base)
    }
}

#[cfg(test)]
mod tests;
