//! How much a reader opens of a source or a folder, whatever its articles are about.
//!
//! A [`Taste`](crate::taste::Taste) explains what is opened by topics first, and what remains by the source. A person
//! who is told "you often read this source" understands something simpler: the share of its articles that they open.

use crate::evidence::{Answer, Evidence};
use crate::taste::TasteEvent;
use std::collections::BTreeMap;
use tidings_model::taste::Subject;
use tidings_model::{Liking, SourceId};

/// After this many articles, a habit is half known.
const HALF_KNOWN: f64 = 4.0;
/// The least share that is assumed to be opened in general, and the least that is assumed not to be.
const LEAST: f64 = 0.01;

/// The share of articles that a reader opens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Habit {
    /// The estimate, now.
    pub now: Liking,
    /// What is expected without any observation: the share that the reader opens of all articles.
    pub start: Liking,
}

/// Returns the habits for groups of sources: (k + w·r)/(n + w), where the reader opened k of n noticed articles of the
/// group, r is the share of all noticed articles that they opened, and w is `HALF_KNOWN`.
///
/// ```
/// use tidings_learn::{evidence::Evidence, habits::habits, taste::{Composition, TasteEvent}};
/// use tidings_model::{SourceId, taste::Mixture};
/// let seen = |source, evidence| TasteEvent::Seen {
///     makeup: Composition::of(&Mixture::default(), Some(SourceId(source))),
///     evidence,
/// };
/// let mut events = vec![seen(1, Evidence::opened(1.0)); 4];
/// events.extend(vec![seen(2, Evidence::refused(1.0)); 4]);
/// let habits = habits(&events, Some);
/// // Four of four, and half of all: (4 + 4·0.5)/8.
/// assert_eq!(habits[&SourceId(1)].now.mean, 0.75);
/// assert_eq!(habits[&SourceId(1)].now.sureness(habits[&SourceId(1)].start), 0.5);
/// ```
#[must_use]
pub fn habits<G: Ord>(
    events: &[TasteEvent],
    group: impl Fn(SourceId) -> Option<G>,
) -> BTreeMap<G, Habit> {
    let mut all = Count::default();
    let mut groups: BTreeMap<G, Count> = BTreeMap::new();
    for event in events {
        let TasteEvent::Seen { makeup, evidence } = event else { continue };
        all.add(evidence);
        let sources = makeup.parts().iter().filter_map(|(subject, _)| match subject {
            Subject::Source(source) => Some(*source),
            Subject::Topic(_) => None,
        });
        for group in sources.filter_map(&group) {
            groups.entry(group).or_default().add(evidence);
        }
    }
    let usual = (all.n_opened / all.n_noticed.max(LEAST)).clamp(LEAST, 1.0 - LEAST);
    groups.into_iter().map(|(group, count)| (group, count.habit(usual))).collect()
}

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    n_opened: f64,
    n_noticed: f64,
}

impl Count {
    fn add(&mut self, evidence: &Evidence) {
        self.n_noticed += evidence.g;
        self.n_opened += if evidence.answer == Answer::Click { evidence.g } else { 0.0 };
    }

    fn habit(self, usual: f64) -> Habit {
        let n = self.n_noticed + HALF_KNOWN;
        let variance = usual * (1.0 - usual);
        let mean = (self.n_opened + HALF_KNOWN * usual) / n;
        Habit {
            now: Liking { mean, variance: variance * HALF_KNOWN / n },
            start: Liking { mean: usual, variance },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taste::Composition;
    use proptest::prelude::*;
    use tidings_model::taste::{Mixture, TopicId};

    fn seen(source: i64, evidence: Evidence) -> TasteEvent {
        let mixture = Mixture::of([(TopicId(1), 1.0)]);
        TasteEvent::Seen { makeup: Composition::of(&mixture, Some(SourceId(source))), evidence }
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
    }

    #[test]
    fn sources_of_a_group_are_counted_together() {
        let events = [
            seen(1, Evidence::opened(1.0)),
            seen(2, Evidence::opened(1.0)),
            seen(3, Evidence::refused(1.0)),
            seen(4, Evidence::refused(1.0)),
            TasteEvent::Visit,
        ];
        let group = |source: SourceId| (source.0 < 4).then_some(source.0 < 3);
        let found = habits(&events, group);
        assert_eq!(found.len(), 2, "the fourth is in no group");
        // (2 + 4·0.5)/6 and (0 + 4·0.5)/5.
        close(found[&true].now.mean, 4.0 / 6.0);
        close(found[&false].now.mean, 2.0 / 5.0);
    }

    #[test]
    fn articles_that_were_hardly_noticed_hardly_count() {
        let events = [seen(1, Evidence::refused(0.1)), seen(2, Evidence::opened(1.0))];
        let found = habits(&events, Some);
        let first = found[&SourceId(1)];
        close(first.now.sureness(first.start), 0.1 / 4.1);
        close(first.start.mean, 1.0 / 1.1);
    }

    #[test]
    fn nothing_seen_is_no_habit() {
        assert!(habits(&[TasteEvent::Visit], Some).is_empty());
    }

    proptest! {
        #[test]
        fn habits_are_shares_and_more_clicks_never_lower_them(
            clicks in prop::collection::vec((1i64..5, any::<bool>(), 0.0f64..=1.0), 1..60), source in 1i64..5,
        ) {
            let events: Vec<TasteEvent> = clicks
                .iter()
                .map(|&(source, opened, g)| {
                    seen(source, if opened { Evidence::opened(g) } else { Evidence::refused(g) })
                })
                .collect();
            let before = habits(&events, Some);
            for habit in before.values() {
                prop_assert!((0.0..=1.0).contains(&habit.now.mean), "{habit:?}");
                prop_assert!((0.0..=1.0).contains(&habit.now.sureness(habit.start)));
            }
            let more = [events, vec![seen(source, Evidence::opened(1.0))]].concat();
            let after = habits(&more, Some)[&SourceId(source)];
            let was = before.get(&SourceId(source)).map_or(0.0, |habit| habit.now.mean);
            prop_assert!(after.now.mean >= was - 1e-9);
        }
    }
}
