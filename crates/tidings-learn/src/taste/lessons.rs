//! Converts the log to events: each article that was shown to a reader becomes one piece of evidence.
//!
//! A shown article counts as refused only once it is settled that it was not opened: at the next visit, or an hour
//! later. An article that is shown at five visits and never opened was refused once, by a reader who had five chances
//! to read it. The probability that it was read is 1 − Π(1−g).

use super::{Composition, TasteEvent};
use crate::attention::Attention;
use crate::evidence::Evidence;
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, BTreeSet};
use tidings_model::taste::{ArticleEvent, Lesson, ManualPreference};
use tidings_model::{ArticleId, Reaction};

/// How long a page may stay open before articles not opened on it count as refused.
const OPEN: SignedDuration = SignedDuration::from_hours(1);

/// Everything known about one article and this reader.
struct Story<'a> {
    first: &'a Lesson,
    /// The probability that it was not read where it was shown, as far as that is settled.
    unread: f64,
    reactions: Vec<Reaction>,
}

/// Converts a reader's log to events in their effective order: every time at which something was shown is a visit, an
/// article counts when it was first shown (or first reacted to), and manual preferences come at the end.
///
/// Lessons may come in any order. Those after `now` do not count yet.
#[must_use]
pub fn events(
    lessons: &[Lesson],
    taught: &[ManualPreference],
    attention: &Attention,
    now: Timestamp,
) -> Vec<TasteEvent> {
    let mut lessons: Vec<&Lesson> = lessons.iter().filter(|lesson| lesson.at <= now).collect();
    lessons.sort_by_key(|lesson| (lesson.at, matches!(lesson.what, ArticleEvent::Reacted(_))));
    let is_showing = |lesson: &&&Lesson| matches!(lesson.what, ArticleEvent::Shown(..));
    let visits: BTreeSet<Timestamp> =
        lessons.iter().filter(is_showing).map(|lesson| lesson.at).collect();
    let last = visits.last().copied();
    let is_settled = |at: Timestamp| Some(at) < last || now.duration_since(at) >= OPEN;
    let mut stories: BTreeMap<ArticleId, Story<'_>> = BTreeMap::new();
    for lesson in lessons {
        let story = stories.entry(lesson.article).or_insert_with(|| Story {
            first: lesson,
            unread: 1.0,
            reactions: Vec::new(),
        });
        match lesson.what {
            ArticleEvent::Shown(_, position) => {
                if is_settled(lesson.at) {
                    story.unread *= 1.0 - attention.at(position as usize);
                }
            }
            ArticleEvent::Reacted(reaction) => story.reactions.push(reaction),
        }
    }
    in_order(visits, stories, taught)
}

/// Orders the events. At the same time, the visit comes before the articles. Manual preferences come last, because
/// they hold until they are withdrawn.
fn in_order(
    visits: BTreeSet<Timestamp>,
    stories: BTreeMap<ArticleId, Story<'_>>,
    taught: &[ManualPreference],
) -> Vec<TasteEvent> {
    let mut events: Vec<(Timestamp, u8, TasteEvent)> =
        visits.into_iter().map(|at| (at, 0, TasteEvent::Visit)).collect();
    let says_something = |story: &Story<'_>| story.unread < 1.0 || !story.reactions.is_empty();
    events.extend(stories.into_values().filter(says_something).map(|story| {
        let makeup = Composition::of(&story.first.mixture, Some(story.first.source));
        let evidence = Evidence::of_article(1.0 - story.unread, &story.reactions);
        (story.first.at, 1, TasteEvent::Seen { makeup, evidence })
    }));
    // The sort is stable, so events at the same time stay in the order of articles.
    events.sort_by_key(|(at, kind, _)| (*at, *kind));
    let told = taught.iter().map(|taught| {
        let share = f64::from(taught.level) / 100.0;
        TasteEvent::Told { subject: taught.subject, share }
    });
    events.into_iter().map(|(_, _, event)| event).chain(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Answer;
    use crate::taste::{Taste, TasteContext};
    use tidings_model::SourceId;
    use tidings_model::taste::{Mixture, Placing, Subject, TopicId};

    fn lesson(second: i64, article: i64, what: ArticleEvent) -> Lesson {
        Lesson {
            at: Timestamp::from_second(second).unwrap(),
            article: ArticleId(article),
            source: SourceId(1),
            mixture: Mixture::of([(TopicId(3), 1.0)]),
            what,
        }
    }

    fn shown(second: i64, article: i64, position: u32) -> Lesson {
        lesson(second, article, ArticleEvent::Shown(Placing::Interest, position))
    }

    fn later() -> Timestamp {
        Timestamp::from_second(1_000_000).unwrap()
    }

    #[test]
    fn an_open_page_has_no_refusals_yet() {
        let log = [
            shown(0, 1, 1),
            shown(1000, 2, 1),
            lesson(1010, 3, ArticleEvent::Reacted(Reaction::Opened)),
        ];
        let at = |second| {
            let now = Timestamp::from_second(second).unwrap();
            let seen = |event: &TasteEvent| matches!(event, TasteEvent::Seen { .. });
            events(&log, &[], &Attention::start(), now).iter().filter(|event| seen(event)).count()
        };
        assert_eq!(at(900), 0, "the first page is still open");
        assert_eq!(at(1005), 1, "a second page was shown, so the first is settled");
        assert_eq!(at(1011), 2, "opened articles count at once");
        assert_eq!(at(1000 + 3600), 3, "an hour has passed");
    }

    #[test]
    fn an_article_counts_once_however_often_it_was_shown() {
        let attention = Attention::of(&[1.0, 0.5]);
        let log = [shown(10, 1, 2), shown(20, 1, 2), shown(20, 2, 1)];
        let events = events(&log, &[], &attention, later());
        assert_eq!(events.len(), 4, "{events:?}");
        let TasteEvent::Seen { evidence, .. } = &events[1] else { panic!("{events:?}") };
        assert_eq!(*evidence, Evidence::refused(0.75));
    }

    #[test]
    fn a_later_reaction_decides() {
        let attention = Attention::start();
        let log = [lesson(50, 1, ArticleEvent::Reacted(Reaction::Starred)), shown(10, 1, 3)];
        let events = events(&log, &[], &attention, later());
        assert_eq!(events[0], TasteEvent::Visit);
        let TasteEvent::Seen { evidence, .. } = &events[1] else { panic!("{events:?}") };
        assert_eq!((evidence.answer, evidence.weight), (Answer::Click, 2.0));
    }

    #[test]
    fn reactions_and_manual_preferences_count_without_a_visit() {
        let said = ManualPreference {
            subject: Subject::Topic(TopicId(9)),
            level: 90,
            at: Timestamp::from_second(5).unwrap(),
        };
        let log = [lesson(50, 1, ArticleEvent::Reacted(Reaction::Opened))];
        let events = events(&log, &[said], &Attention::start(), later());
        assert_eq!(events.last(), Some(&TasteEvent::Told { subject: said.subject, share: 0.9 }));
        assert!(!events.contains(&TasteEvent::Visit));
        let frame = TasteContext::default();
        let taste = Taste::replay(&events, &frame);
        assert!(taste.liking(said.subject, &frame).mean > 0.8);
        assert!(taste.liking(Subject::Topic(TopicId(3)), &frame).mean > 0.55);
    }

    #[test]
    fn lessons_after_now_do_not_count() {
        let log = [shown(10, 1, 1), shown(2_000_000, 2, 1)];
        assert_eq!(events(&log, &[], &Attention::start(), later()).len(), 2);
        assert_eq!(
            events(&log, &[], &Attention::start(), Timestamp::from_second(10).unwrap()).len(),
            1
        );
        assert_eq!(events(&[], &[], &Attention::start(), later()), []);
    }

    #[test]
    fn a_page_is_settled_after_exactly_an_hour() {
        let log = [shown(0, 1, 1)];
        let n = |second| {
            events(&log, &[], &Attention::start(), Timestamp::from_second(second).unwrap()).len()
        };
        assert_eq!((n(3599), n(3600)), (1, 2));
    }

    #[test]
    fn visits_come_before_their_articles() {
        let log = [shown(20, 5, 1), shown(10, 9, 1), shown(10, 3, 2), shown(20, 3, 1)];
        let events = events(&log, &[], &Attention::of(&[0.5, 0.5]), later());
        let is_visit: Vec<bool> = events.iter().map(|event| *event == TasteEvent::Visit).collect();
        assert_eq!(is_visit, [true, false, false, true, false]);
        // Shown twice with a probability of one half: three quarters.
        let TasteEvent::Seen { evidence, makeup } = &events[1] else { panic!("{events:?}") };
        assert_eq!(*evidence, Evidence::refused(0.75));
        assert_eq!(makeup.parts()[0].0, Subject::Topic(TopicId(3)));
    }

    #[test]
    fn articles_that_were_certainly_not_read_say_nothing() {
        let events = events(&[shown(10, 1, 1)], &[], &Attention::of(&[0.0]), later());
        assert_eq!(events, [TasteEvent::Visit]);
    }

    #[test]
    fn levels_are_percentages() {
        let told = [0, 50, 100].map(|level| ManualPreference {
            subject: Subject::Topic(TopicId(1)),
            level,
            at: Timestamp::from_second(5).unwrap(),
        });
        let shares: Vec<f64> = events(&[], &told, &Attention::start(), later())
            .iter()
            .map(|event| match event {
                TasteEvent::Told { share, .. } => *share,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(shares, [0.0, 0.5, 1.0]);
    }
}
