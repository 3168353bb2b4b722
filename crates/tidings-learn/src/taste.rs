//! All that is believed of one reader: her interest in topics and sources, from the log of what she was shown and did.
//!
//! The log is what is kept for good. A taste can be forgotten and made again from it by [`Taste::replay`], so that new
//! topics, a better prior or other weights lose nothing of what a reader taught.

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

/// How firm a reader's own word is: as so many showings.
const TOLD: f64 = 20.0;

/// What is expected of readers in general, where enough of them are known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Population {
    /// Of any topic.
    pub topic: Prior,
    /// Of any source.
    pub source: Prior,
    /// Of these in particular.
    pub each: BTreeMap<Subject, Prior>,
}

impl Population {
    /// Learned from readers' tastes: in general, and for each subject.
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
        // Of what few have touched, one could be told from the others.
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

/// What a taste is read against.
#[derive(Debug, Clone, Copy)]
pub struct TasteContext<'a> {
    /// What readers are like, from [`crate::prior::READERS_NEEDED`] of them on; otherwise her own experience is used.
    pub population: Option<&'a Population>,
    /// How probably an interest is another by the next visit.
    pub hazard: f64,
    /// What a reader's own experience begins with.
    pub base: Prior,
    /// How many topics there are.
    pub topics: usize,
    /// How many sources she follows.
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
    /// What is believed of a subject.
    #[must_use]
    pub fn liking(&self, subject: Subject, frame: &TasteContext<'_>) -> Liking {
        let prior = self.prior(subject, frame);
        self.interest(subject).map_or_else(|| prior.liking(), |interest| interest.liking(prior))
    }

    /// What was believed of it before she did anything with it.
    #[must_use]
    pub fn start(&self, subject: Subject, frame: &TasteContext<'_>) -> Liking {
        self.prior(subject, frame).liking()
    }

    /// What has been learned of a subject, if anything.
    #[must_use]
    pub fn interest(&self, subject: Subject) -> Option<&Interest> {
        match subject {
            Subject::Topic(topic) => self.topics.get(topic),
            Subject::Source(source) => self.sources.get(source),
        }
    }

    /// All subjects of which something has been learned.
    pub fn interests(&self) -> impl Iterator<Item = (Subject, &Interest)> {
        let topics = self.topics.iter().map(|(topic, interest)| (Subject::Topic(topic), interest));
        topics.chain(self.sources.iter().map(|(source, i)| (Subject::Source(source), i)))
    }

    /// How probably she opens an article made up so, and how uncertain that is. `supply` says what knowing each subject
    /// is worth (see `tidings_rank::supply`); all ones for the plain variance.
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

    /// After a click or a refusal of an article: each of its subjects learns its part, all from what was believed before.
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

    /// A visit: until the next, any interest may have become another. Called after the page was ranked.
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

    /// What she turned out to like on the whole becomes what is expected of subjects that are not known yet. Called
    /// before a page is ranked.
    pub fn reflect(&mut self, frame: &TasteContext<'_>) {
        self.topics.reflect(&frame.base, frame.topics);
        self.sources.reflect(&frame.base, frame.sources);
    }

    /// She says how much she likes a subject: the share of it that she wishes to open.
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
