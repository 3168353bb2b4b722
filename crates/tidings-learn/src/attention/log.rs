//! What a reader's log says of how far she reads: which articles she may not have read of, and what she did at each position.

use super::{Attention, fit};
use std::collections::{BTreeMap, HashMap};
use tidings_model::taste::{Happened, Lesson, TopicId};
use tidings_model::{ArticleId, Reaction};

/// Of articles that were shown: the chance that they were not read of yet.
#[must_use]
pub fn unread(lessons: &[Lesson], attention: &Attention) -> HashMap<ArticleId, f64> {
    let mut unread = HashMap::new();
    for lesson in lessons {
        let chance = unread.entry(lesson.article).or_insert(1.0);
        *chance *= match lesson.what {
            Happened::Shown(_, position) => 1.0 - attention.at(position as usize),
            Happened::Reacted(Reaction::Skipped | Reaction::Dismissed | Reaction::Hidden) => 0.0,
            Happened::Reacted(_) => 1.0,
        };
        // Nobody is sure of having read a list.
        *chance = chance.max(0.02);
    }
    unread
}

/// What a reader did with an article the first time that she was shown it: afterwards she may have read of it.
struct First {
    topic: TopicId,
    position: u32,
    is_opened: bool,
    /// Whether it was shown again.
    is_over: bool,
}

/// What a reader did with each topic at each position, from her log in the order of time.
#[must_use]
pub fn by_topic<'a>(lessons: impl Iterator<Item = &'a Lesson>) -> Vec<fit::Pair> {
    let mut firsts: BTreeMap<ArticleId, First> = BTreeMap::new();
    for lesson in lessons {
        let first = firsts.get_mut(&lesson.article);
        match (lesson.what, lesson.mixture.first(), first) {
            (Happened::Shown(..), _, Some(first)) => first.is_over = true,
            (Happened::Shown(_, position), Some(topic), None) => {
                let first = First { topic, position, is_opened: false, is_over: false };
                firsts.insert(lesson.article, first);
            }
            (Happened::Reacted(Reaction::Opened), _, Some(first)) => {
                first.is_opened |= !first.is_over;
            }
            _ => {}
        }
    }
    let mut pairs: BTreeMap<TopicId, BTreeMap<u32, fit::Shown>> = BTreeMap::new();
    for First { topic, position, is_opened, .. } in firsts.into_values() {
        let shown = pairs
            .entry(topic)
            .or_default()
            .entry(position)
            .or_insert(fit::Shown { position: position as usize, ..fit::Shown::default() });
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

    fn lesson(second: i64, article: i64, what: Happened) -> Lesson {
        Lesson {
            at: jiff::Timestamp::from_second(second).unwrap(),
            article: ArticleId(article),
            source: SourceId(1),
            mixture: Mixture::of([(TopicId(3), 1.0)]),
            what,
        }
    }

    #[test]
    fn only_the_first_showing_tells_of_its_position() {
        let shown = |second, article, position| {
            lesson(second, article, Happened::Shown(Placing::Interest, position))
        };
        let opened = |second, article| lesson(second, article, Happened::Reacted(Reaction::Opened));
        let log = [shown(1, 1, 1), shown(1, 2, 2), opened(2, 2), shown(3, 1, 9), opened(4, 1)];
        let pairs = by_topic(log.iter());
        let told: Vec<_> =
            pairs[0].iter().map(|at| (at.position, at.clicks, at.refusals)).collect();
        assert_eq!(told, [(1, 0.0, 1.0), (2, 1.0, 0.0)], "opened later, when it stood elsewhere");
        let unread = unread(&log, &Attention::of(&[1.0, 0.5]));
        assert!((unread[&ArticleId(1)] - 0.02).abs() < 1e-9, "who was shown the first read of it");
        assert!((unread[&ArticleId(2)] - 0.5).abs() < 1e-9);
    }
}
