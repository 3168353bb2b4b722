//! Extracts from a reader's log what was clicked at each position, and which articles may still be unread.

use super::{Attention, fit};
use std::collections::{BTreeMap, HashMap};
use tidings_model::taste::{ArticleEvent, Lesson, TopicId};
use tidings_model::{ArticleId, Reaction};

/// Returns, for articles that were shown, the probability that they have not been read yet.
#[must_use]
pub fn unread(lessons: &[Lesson], attention: &Attention) -> HashMap<ArticleId, f64> {
    let mut unread = HashMap::new();
    for lesson in lessons {
        let chance = unread.entry(lesson.article).or_insert(1.0);
        *chance *= match lesson.what {
            ArticleEvent::Shown(_, position) => 1.0 - attention.at(position as usize),
            ArticleEvent::Reacted(Reaction::Skipped | Reaction::Dismissed | Reaction::Hidden) => {
                0.0
            }
            ArticleEvent::Reacted(_) => 1.0,
        };
        // It is never certain that an article was read.
        *chance = chance.max(0.02);
    }
    unread
}

/// What happened when an article was shown for the first time. Later showings are ignored, because it may have been
/// read by then.
struct First {
    topic: TopicId,
    position: u32,
    is_opened: bool,
    /// Whether it was shown again.
    is_over: bool,
}

/// Returns the clicks and refusals of a reader for each topic and position. The log must be in order of time.
#[must_use]
pub fn by_topic<'a>(lessons: impl Iterator<Item = &'a Lesson>) -> Vec<fit::Pair> {
    let mut firsts: BTreeMap<ArticleId, First> = BTreeMap::new();
    for lesson in lessons {
        let first = firsts.get_mut(&lesson.article);
        match (lesson.what, lesson.mixture.first(), first) {
            (ArticleEvent::Shown(..), _, Some(first)) => first.is_over = true,
            (ArticleEvent::Shown(_, position), Some(topic), None) => {
                let first = First { topic, position, is_opened: false, is_over: false };
                firsts.insert(lesson.article, first);
            }
            (ArticleEvent::Reacted(Reaction::Opened), _, Some(first)) => {
                first.is_opened |= !first.is_over;
            }
            _ => {}
        }
    }
    let mut pairs: BTreeMap<TopicId, BTreeMap<u32, fit::PositionCounts>> = BTreeMap::new();
    for First { topic, position, is_opened, .. } in firsts.into_values() {
        let shown =
            pairs.entry(topic).or_default().entry(position).or_insert(fit::PositionCounts {
                position: position as usize,
                ..fit::PositionCounts::default()
            });
        match is_opened {
            true => shown.clicks += 1.0,
            false => shown.refusals += 1.0,
        }
    }
    pairs.into_values().map(|positions| positions.into_values().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::SourceId;
    use tidings_model::taste::{Mixture, Placing};

    fn lesson(second: i64, article: i64, what: ArticleEvent) -> Lesson {
        Lesson {
            at: jiff::Timestamp::from_second(second).unwrap(),
            article: ArticleId(article),
            source: SourceId(1),
            mixture: Mixture::of([(TopicId(3), 1.0)]),
            what,
        }
    }

    #[test]
    fn only_the_first_showing_counts_for_its_position() {
        let shown = |second, article, position| {
            lesson(second, article, ArticleEvent::Shown(Placing::Interest, position))
        };
        let opened =
            |second, article| lesson(second, article, ArticleEvent::Reacted(Reaction::Opened));
        let log = [shown(1, 1, 1), shown(1, 2, 2), opened(2, 2), shown(3, 1, 9), opened(4, 1)];
        let pairs = by_topic(log.iter());
        let told: Vec<_> =
            pairs[0].iter().map(|at| (at.position, at.clicks, at.refusals)).collect();
        assert_eq!(told, [(1, 0.0, 1.0), (2, 1.0, 0.0)], "opened later, at another position");
        let unread = unread(&log, &Attention::of(&[1.0, 0.5]));
        assert!((unread[&ArticleId(1)] - 0.02).abs() < 1e-9, "the first position is always read");
        assert!((unread[&ArticleId(2)] - 0.5).abs() < 1e-9);
    }

    #[test]
    fn skipped_articles_were_read() {
        let after = |reaction| {
            let log = [lesson(1, 1, ArticleEvent::Reacted(reaction))];
            unread(&log, &Attention::start())[&ArticleId(1)]
        };
        for (reaction, expected) in [
            (Reaction::Skipped, 0.02),
            (Reaction::Dismissed, 0.02),
            (Reaction::Hidden, 0.02),
            (Reaction::Opened, 1.0),
            (Reaction::Kept, 1.0),
            (Reaction::Starred, 1.0),
            (Reaction::Liked, 1.0),
        ] {
            assert!((after(reaction) - expected).abs() < 1e-9, "{reaction:?}");
        }
    }

    #[test]
    fn probabilities_of_being_unread_multiply() {
        let shown =
            |second, position| lesson(second, 1, ArticleEvent::Shown(Placing::Time, position));
        let log = [shown(1, 2), shown(2, 2), shown(3, 3)];
        let found = unread(&log, &Attention::of(&[1.0, 0.5, 0.2]))[&ArticleId(1)];
        assert!((found - 0.5 * 0.5 * 0.8).abs() < 1e-9, "{found}");
        let often: Vec<Lesson> = (0..50).map(|second| shown(second, 2)).collect();
        let found = unread(&often, &Attention::of(&[1.0, 0.5]))[&ArticleId(1)];
        assert!((found - 0.02).abs() < 1e-9, "never certain: {found}");
        assert!(unread(&[], &Attention::start()).is_empty());
    }

    #[test]
    fn topics_and_positions_are_counted_separately() {
        let about = |article, topic, position| Lesson {
            mixture: Mixture::of([(TopicId(topic), 1.0)]),
            ..lesson(1, article, ArticleEvent::Shown(Placing::Interest, position))
        };
        let opened = |article| lesson(2, article, ArticleEvent::Reacted(Reaction::Opened));
        let starred = lesson(2, 2, ArticleEvent::Reacted(Reaction::Starred));
        let unknown = Lesson {
            mixture: Mixture::default(),
            ..lesson(1, 9, ArticleEvent::Shown(Placing::Interest, 1))
        };
        let log = [
            about(1, 7, 1),
            about(2, 7, 1),
            about(3, 7, 4),
            about(4, 5, 2),
            unknown,
            opened(1),
            opened(4),
            opened(4),
            starred,
            opened(8),
        ];
        let pairs = by_topic(log.iter());
        let told: Vec<Vec<_>> = pairs
            .iter()
            .map(|pair| pair.iter().map(|at| (at.position, at.clicks, at.refusals)).collect())
            .collect();
        assert_eq!(told, [vec![(2, 1.0, 0.0)], vec![(1, 1.0, 1.0), (4, 0.0, 1.0)]]);
    }
}
