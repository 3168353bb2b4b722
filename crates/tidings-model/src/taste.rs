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
    pub what: ArticleEvent,
}

/// What happened to an article before a reader's eyes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArticleEvent {
    /// It stood at this position, from 1 on, in a list so ordered.
    Shown(Placing, u32),
    /// Its reader did this with it.
    Reacted(Reaction),
}

/// What a reader said by hand: 0 is never, 100 always.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ManualPreference {
    /// Of what.
    pub subject: Subject,
    /// How much she wants of it.
    pub level: u8,
    /// When she said so.
    pub at: Timestamp,
}

/// What a list puts before a reader in one visit, in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListShowing {
    /// Who.
    pub user: UserId,
    /// When the visit began.
    pub at: Timestamp,
    /// In which order.
    pub placing: Placing,
    /// What.
    pub articles: Vec<PlacedArticle>,
}

/// An article in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedArticle {
    /// Which.
    pub article: ArticleId,
    /// Why it stands there, in the encoding of whoever ordered it; empty in a list by time.
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
    fn what_is_no_part_is_left_out() {
        check(&[(1, 0.02), (2, 0.019_99)], &[(1, 1.0)]);
        check(&[(1, 1e6), (2, 1.1e6)], &[(1, 1.0)]);
        for none in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.5, 0.0, 0.01] {
            check(&[(1, none)], &[]);
        }
    }

    #[test]
    fn a_mixture_knows_what_it_is_about_most() {
        let none = Mixture::default();
        assert!(none.is_empty());
        assert_eq!((none.first(), none.parts().len()), (None, 0));
        let some = Mixture::of([(TopicId(1), 0.3), (TopicId(2), 0.4)]);
        assert!(!some.is_empty());
        assert_eq!(some.first(), Some(TopicId(2)));
    }

    proptest! {
        #[test]
        fn mixtures_are_few_falling_parts_of_one(
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
