//! What articles are about, what was put before a reader, and what she made of it.

use crate::{ArticleId, Reaction, SourceId, UserId};
use jiff::Timestamp;

/// A topic, by its number in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TopicId(pub u16);

/// What an article is about: its largest topics with their parts, which sum to one, the largest first. Empty where nothing is
/// known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mixture(Vec<(TopicId, f32)>);

impl Mixture {
    /// Topics kept of an article.
    pub const MOST: usize = 5;
    /// Smaller parts are left out.
    pub const LEAST: f32 = 0.02;

    /// The largest of these parts, made to sum to one.
    ///
    /// ```
    /// use tidings_model::taste::{Mixture, TopicId};
    /// let mixture = Mixture::of([(TopicId(1), 0.3), (TopicId(2), 0.6), (TopicId(3), 0.01)]);
    /// assert_eq!(mixture.first(), Some(TopicId(2)));
    /// assert!((mixture.parts()[1].1 - 1.0 / 3.0).abs() < 1e-6);
    /// assert_eq!(Mixture::of([(TopicId(1), f32::NAN)]), Mixture::default());
    /// ```
    #[must_use]
    pub fn of(parts: impl IntoIterator<Item = (TopicId, f32)>) -> Self {
        let mut parts: Vec<_> =
            parts.into_iter().filter(|(_, part)| (Self::LEAST..=1e6).contains(part)).collect();
        parts.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        parts.truncate(Self::MOST);
        let sum: f32 = parts.iter().map(|(_, part)| part).sum();
        parts.iter_mut().for_each(|(_, part)| *part /= sum);
        Self(parts)
    }

    /// Its topics and their parts, the largest first.
    #[must_use]
    pub fn parts(&self) -> &[(TopicId, f32)] {
        &self.0
    }

    /// What it is about most.
    #[must_use]
    pub fn first(&self) -> Option<TopicId> {
        self.0.first().map(|(topic, _)| *topic)
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// How a list is ordered that articles were shown in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Placing {
    /// By interest: the page Today.
    Interest,
    /// By time.
    Time,
}

/// What can be taught of by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A topic.
    Topic(TopicId),
    /// A source.
    Source(SourceId),
}

/// Something that teaches: what was shown, or what was done with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// When. What was shown in one visit has one instant.
    pub at: Timestamp,
    /// What it was.
    pub article: ArticleId,
    /// Whose.
    pub source: SourceId,
    /// What it is about, as far as is known.
    pub mixture: Mixture,
    /// What happened.
    pub what: Happened,
}

/// What happened to an article before a reader's eyes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happened {
    /// It stood at this position, from 1 on, in a list so ordered.
    Shown(Placing, u32),
    /// Its reader did this with it.
    Reacted(Reaction),
}

/// What a reader said by hand: 0 is never, 100 always.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taught {
    /// Of what.
    pub subject: Subject,
    /// How much she wants of it.
    pub level: u8,
    /// When she said so.
    pub at: Timestamp,
}

/// What a list puts before a reader in one visit, in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Who.
    pub user: UserId,
    /// When the visit began.
    pub at: Timestamp,
    /// In which order.
    pub placing: Placing,
    /// What.
    pub articles: Vec<Placed>,
}

/// An article in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Which.
    pub article: ArticleId,
    /// Why it stands there, in the encoding of whoever ordered it; empty in a list by time.
    pub reason: String,
}
