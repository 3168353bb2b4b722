//! Tastes: what articles are about, what was shown to a reader, and how the reader reacted.

use crate::{ArticleId, Reaction, SourceId, UserId};
use jiff::Timestamp;

/// A topic, identified by its number in the topic model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TopicId(pub u16);

/// The topics of an article: the largest ones with their shares, largest first. The shares sum to one. Empty if
/// nothing is known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mixture(Vec<(TopicId, f32)>);

impl Mixture {
    /// The maximum number of topics per article.
    pub const MOST: usize = 5;
    /// The smallest share that is kept.
    pub const LEAST: f32 = 0.02;

    /// Creates a mixture from the largest of these shares, scaled to sum to one.
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

    /// Returns the topics and their shares, largest first.
    #[must_use]
    pub fn parts(&self) -> &[(TopicId, f32)] {
        &self.0
    }

    /// Returns the topic with the largest share.
    #[must_use]
    pub fn first(&self) -> Option<TopicId> {
        self.0.first().map(|(topic, _)| *topic)
    }

    /// Returns whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The order of a list in which articles were shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Placing {
    /// By interest, as on Today.
    Interest,
    /// By time.
    Time,
}

/// What a reader can state a preference for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A topic.
    Topic(TopicId),
    /// A source.
    Source(SourceId),
}

impl Subject {
    /// Returns the topic, if it is one.
    #[must_use]
    pub fn topic(self) -> Option<TopicId> {
        match self {
            Self::Topic(topic) => Some(topic),
            Self::Source(_) => None,
        }
    }
}

/// Something to learn from: an article was shown, or a reader reacted to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// When it happened. All articles shown in one visit have the same time.
    pub at: Timestamp,
    /// The article.
    pub article: ArticleId,
    /// The source of the article.
    pub source: SourceId,
    /// The topics of the article, as far as known.
    pub mixture: Mixture,
    /// What happened.
    pub what: ArticleEvent,
}

/// Something that happened to an article in front of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArticleEvent {
    /// It was shown at this position, counted from 1, in a list with this order.
    Shown(Placing, u32),
    /// The reader reacted to it.
    Reacted(Reaction),
}

/// A preference stated by a reader: 0 means never, 100 always.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ManualPreference {
    /// What it applies to.
    pub subject: Subject,
    /// How much of it the reader wants.
    pub level: u8,
    /// When it was stated.
    pub at: Timestamp,
}

/// The articles that a list shows to a reader in one visit, in the list's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListShowing {
    /// The reader.
    pub user: UserId,
    /// When the visit began.
    pub at: Timestamp,
    /// The order of the list.
    pub placing: Placing,
    /// The articles.
    pub articles: Vec<PlacedArticle>,
}

/// An article at its position in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedArticle {
    /// The article.
    pub article: ArticleId,
    /// Why it has this position, in the encoding of the code that ordered the list. Empty in lists ordered by time.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parts(of: &[(u16, f32)]) -> Vec<(u16, f32)> {
        let mixture = Mixture::of(of.iter().map(|(topic, part)| (TopicId(*topic), *part)));
        mixture.parts().iter().map(|(topic, part)| (topic.0, *part)).collect()
    }

    fn check(of: &[(u16, f32)], expected: &[(u16, f32)]) {
        let found = parts(of);
        let is_near = |(a, b): (&(u16, f32), &(u16, f32))| a.0 == b.0 && (a.1 - b.1).abs() < 1e-6;
        let are_near = found.iter().zip(expected).all(is_near);
        assert!(found.len() == expected.len() && are_near, "{found:?}, expected {expected:?}");
    }

    #[test]
    fn the_largest_topics_are_kept_and_sum_to_one() {
        check(&[(1, 0.3), (2, 0.6), (3, 0.01)], &[(2, 2.0 / 3.0), (1, 1.0 / 3.0)]);
        check(&[(7, 42.0)], &[(7, 1.0)]);
        check(&[(5, 0.2), (4, 0.2), (9, 0.6)], &[(9, 0.6), (4, 0.2), (5, 0.2)]);
        let six = [(1, 0.1), (2, 0.2), (3, 0.3), (4, 0.4), (5, 0.5), (6, 0.6)];
        check(&six, &[(6, 0.3), (5, 0.25), (4, 0.2), (3, 0.15), (2, 0.1)]);
    }

    #[test]
    fn invalid_shares_are_left_out() {
        check(&[(1, 0.02), (2, 0.019_99)], &[(1, 1.0)]);
        check(&[(1, 1e6), (2, 1.1e6)], &[(1, 1.0)]);
        for none in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.5, 0.0, 0.01] {
            check(&[(1, none)], &[]);
        }
    }

    #[test]
    fn the_first_topic_is_the_largest() {
        let none = Mixture::default();
        assert!(none.is_empty());
        assert_eq!((none.first(), none.parts().len()), (None, 0));
        let some = Mixture::of([(TopicId(1), 0.3), (TopicId(2), 0.4)]);
        assert!(!some.is_empty());
        assert_eq!(some.first(), Some(TopicId(2)));
    }

    proptest! {
        #[test]
        fn mixtures_have_a_few_descending_shares_that_sum_to_one(
            all in proptest::collection::vec((0u16..50, -0.5f32..2.0), 0..12),
        ) {
            let found = parts(&all);
            prop_assert!(found.len() <= Mixture::MOST);
            prop_assert!(found.windows(2).all(|pair| pair[0].1 >= pair[1].1));
            let sum: f32 = found.iter().map(|(_, part)| part).sum();
            prop_assert!(found.is_empty() || (sum - 1.0).abs() < 1e-5, "{sum}");
        }

        #[test]
        fn the_order_of_topics_does_not_matter(
            all in proptest::collection::hash_map(0u16..50, 0.0f32..1.0, 0..12)
                .prop_map(|all| all.into_iter().collect::<Vec<_>>())
                .prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
        ) {
            prop_assert_eq!(parts(&all.0), parts(&all.1));
        }
    }
}
