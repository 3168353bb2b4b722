//! Tests of the page: which articles come first, which are held back, and which reasons are given.

use super::*;
use proptest::prelude::*;
use tidings_model::FolderId;

const START: Liking = Liking { mean: 0.3, variance: 0.08 };

fn part(topic: u16, mean: f64, variance: f64) -> SubjectPart {
    SubjectPart {
        subject: Subject::Topic(TopicId(topic)),
        weight: 1.0,
        liking: Liking { mean, variance },
        start: START,
        supply: 1.0,
    }
}

fn article(id: i64, parts: Vec<SubjectPart>) -> RankCandidate {
    RankCandidate {
        article: ArticleId(id),
        source: SourceId(id),
        parts,
        hours: 1.0,
        story: None,
        unread: 1.0,
    }
}

/// Returns the page with its reasons, which may mention every topic and no folder.
fn page(candidates: &[RankCandidate], wishes: &PageOptions) -> RankedPage {
    let topics = candidates.iter().flat_map(|candidate| {
        let topics = candidate.parts.iter().filter_map(|part| part.subject.topic());
        topics.map(|topic| (candidate.article, topic))
    });
    let names = CardNames { topics: topics.collect(), ..CardNames::default() };
    explained(super::page(candidates, wishes), candidates, wishes, &names)
}

fn order(page: &RankedPage) -> Vec<usize> {
    page.places.iter().map(|place| place.candidate).collect()
}

#[test]
fn liked_topics_come_first_and_give_the_reason() {
    let candidates = [
        article(1, vec![part(1, 0.1, 0.001)]),
        article(2, vec![part(2, 0.8, 0.01)]),
        article(3, vec![part(3, 0.5, 0.01)]),
    ];
    let found = page(&candidates, &PageOptions { surprise: 0.0, ..PageOptions::default() });
    assert_eq!(order(&found), [1, 2, 0]);
    let Why::Topic { topic, opens, sure } = found.places[0].why else { panic!("{found:?}") };
    assert_eq!((topic, opens), (TopicId(2), 0.8));
    assert!((sure - 0.875).abs() < 1e-12);
    // It is known and not liked, so only its newness speaks for it.
    assert_eq!(found.places[2].why, Why::New { hours: 1.0 });
}

#[test]
fn unknown_topics_are_explored_as_much_as_wanted() {
    let candidates = [
        article(1, vec![part(1, 0.5, 0.005)]),
        article(2, vec![part(2, 0.4, 0.08)]),
        article(3, vec![part(3, 0.45, 0.005)]),
    ];
    let with = |surprise: f64| {
        page(&candidates, &PageOptions { surprise, length: 1, ..PageOptions::default() })
    };
    assert_eq!(order(&with(0.0)), [0]);
    assert_eq!(order(&with(1.0)), [1]);
    assert_eq!(with(1.0).places[0].why, Why::Asking { topic: TopicId(2), sure: 0.0 });
    // A topic that hardly ever appears is not worth exploring.
    let mut rare = candidates.clone();
    rare[1].parts[0].supply = 0.1;
    assert_eq!(order(&page(&rare, &PageOptions { length: 1, ..PageOptions::default() })), [0]);
}

#[test]
fn the_first_page_is_new_and_popular() {
    let mut candidates: Vec<RankCandidate> =
        (0..20).map(|n| article(n, vec![part(n as u16, START.mean, START.variance)])).collect();
    for (n, candidate) in candidates.iter_mut().enumerate() {
        candidate.hours = n as f64;
    }
    let plain = page(&candidates, &PageOptions { length: 5, ..PageOptions::default() });
    assert_eq!(order(&plain), [0, 1, 2, 3, 4]);
    assert!(plain.places.iter().all(|place| matches!(place.why, Why::New { .. })));
    let loved = Liking { mean: 0.6, variance: 0.08 };
    candidates[9].parts[0] = SubjectPart { liking: loved, start: loved, ..candidates[9].parts[0] };
    let popular = page(&candidates, &PageOptions { length: 5, ..PageOptions::default() });
    assert_eq!(popular.places[0].why, Why::Popular { topic: TopicId(9), opens: 0.6 });
}

#[test]
fn the_same_story_is_shown_once_by_the_best_article() {
    let mut candidates = [
        article(1, vec![part(1, 0.5, 0.001)]),
        article(2, vec![part(1, 0.7, 0.001)]),
        article(3, vec![part(1, 0.6, 0.001)]),
        article(4, vec![part(2, 0.1, 0.001)]),
    ];
    candidates[..3].iter_mut().for_each(|candidate| candidate.story = Some(77));
    let found = page(&candidates, &PageOptions::default());
    assert_eq!(order(&found), [1, 3]);
    assert_eq!(found.places[0].folded, [2, 0]);
}

#[test]
fn age_halves_the_value_of_an_article() {
    let mut candidates = [article(1, vec![part(1, 0.8, 0.0)]), article(2, vec![part(2, 0.5, 0.0)])];
    candidates[0].hours = 25.0;
    assert_eq!(order(&page(&candidates, &PageOptions::default())), [1, 0]);
    assert_eq!(
        order(&page(&candidates, &PageOptions { half_life: 100.0, ..PageOptions::default() })),
        [0, 1]
    );
}

fn candidates() -> impl Strategy<Value = Vec<RankCandidate>> {
    let one =
        (0u16..6, 1i64..6, 0.0..1.0f64, 0.0..0.1f64, 0.0..100.0f64, proptest::option::of(0u64..8));
    proptest::collection::vec(one, 0..80).prop_map(|all| {
        let candidate = |(id, (topic, source, mean, variance, hours, story))| RankCandidate {
            source: SourceId(source),
            hours,
            story,
            ..article(id, vec![part(topic, mean, variance)])
        };
        (0..).zip(all).map(candidate).collect()
    })
}

proptest! {
    #[test]
    fn every_candidate_has_exactly_one_position(candidates in candidates(), length in 0usize..40) {
        let found = page(&candidates, &PageOptions { length, ..PageOptions::default() });
        let mut all: Vec<usize> = found
            .places
            .iter()
            .chain(&found.rest)
            .flat_map(|place| place.folded.iter().copied().chain([place.candidate]))
            .collect();
        all.sort_unstable();
        prop_assert_eq!(all, (0..candidates.len()).collect::<Vec<_>>());
        let stories = candidates.len() - found.places.iter().chain(&found.rest).map(|p| p.folded.len()).sum::<usize>();
        prop_assert_eq!(found.places.len(), length.min(stories));
    }

    #[test]
    fn limits_hold_while_there_are_other_articles(
        candidates in candidates(), length in 1usize..30, per_topic in 1usize..4, per_source in 1usize..4,
    ) {
        let wishes = PageOptions { length, per_topic, per_source, ..PageOptions::default() };
        let found = page(&candidates, &wishes);
        let mut tally = Tally::default();
        let mut is_full = false;
        for place in &found.places {
            let candidate = &candidates[place.candidate];
            // Articles in excess of a limit appear only when there is nothing else, and then the best come first.
            is_full |= !tally.has_room(candidate, &wishes);
            tally.add(candidate);
        }
        if is_full {
            let fits = found.rest.iter().filter(|place| tally.has_room(&candidates[place.candidate], &wishes));
            prop_assert_eq!(fits.count(), 0);
        }
    }
}

#[test]
fn a_source_does_not_fill_the_page_if_others_are_nearly_as_good() {
    let liked = |article: i64, source: i64, mean: f64| RankCandidate {
        article: ArticleId(article),
        source: SourceId(source),
        parts: vec![SubjectPart {
            subject: Subject::Source(SourceId(source)),
            weight: 1.0,
            liking: Liking { mean, variance: 0.0 },
            start: Liking { mean: 0.5, variance: 0.1 },
            supply: 1.0,
        }],
        hours: 1.0,
        story: None,
        unread: 1.0,
    };
    let mut candidates: Vec<RankCandidate> = (0..5).map(|n| liked(n, 1, 0.6)).collect();
    candidates.extend((5..10).map(|n| liked(n, 2, 0.5)));
    let page = page(&candidates, &PageOptions { length: 4, ..PageOptions::default() });
    let sources: Vec<i64> =
        page.places.iter().map(|place| candidates[place.candidate].source.0).collect();
    assert_eq!(sources, [1, 2, 1, 2]);
    // The other sources are there for variety, and not for exploration.
    let is_asking = |place: &&RankedArticle| matches!(place.why, Why::AskingSource { .. });
    assert_eq!(page.places.iter().filter(is_asking).count(), 0);
}

#[test]
fn skipped_articles_make_room_for_others() {
    let seen = RankCandidate { unread: 0.2, ..article(1, vec![part(1, 0.6, 0.0)]) };
    assert!((seen.liking().mean - 0.12 / 0.52).abs() < 1e-9);
    let new = article(2, vec![part(2, 0.4, 0.0)]);
    let page = page(&[seen, new], &PageOptions { length: 1, ..PageOptions::default() });
    assert_eq!(page.places[0].candidate, 1);
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
}

#[test]
fn the_liking_of_an_article_combines_its_parts() {
    let mut two = article(1, vec![part(1, 0.4, 0.02), part(2, 0.8, 0.08)]);
    (two.parts[0].weight, two.parts[1].weight, two.parts[1].supply) = (0.75, 0.25, 0.5);
    // 0.75·0.4 + 0.25·0.8 and 0.75²·0.02 + 0.25²·0.5·0.08.
    close(two.liking().mean, 0.5);
    close(two.liking().variance, 0.013_75);
    // If half of it was read, ½/(1 − ½·½) = ⅔ remains.
    two.unread = 0.5;
    close(two.liking().mean, 1.0 / 3.0);
    close(two.liking().variance, 0.013_75 * 4.0 / 9.0);
    two.unread = 0.0;
    assert_eq!(two.liking(), Liking { mean: 0.0, variance: 0.0 });
    assert_eq!(article(2, Vec::new()).liking(), Liking::default());
    // Certainly opened and certainly read: no division by zero.
    let odd = RankCandidate { unread: 0.0, ..article(3, vec![part(1, 1.0, 0.0)]) };
    assert_eq!(odd.liking(), Liking::default());
}

#[test]
fn the_main_topic_is_the_first_topic() {
    let source = SubjectPart { subject: Subject::Source(SourceId(9)), ..part(0, 0.5, 0.0) };
    assert_eq!(
        article(1, vec![source, part(7, 0.1, 0.0), part(8, 0.9, 0.0)]).main_topic(),
        Some(TopicId(7))
    );
    assert_eq!(article(1, vec![source]).main_topic(), None);
    assert_eq!(article(1, Vec::new()).main_topic(), None);
}

#[test]
fn value_halves_with_every_half_life() {
    for (hours, half_life, expected) in [
        (0.0, 24.0, 1.0),
        (12.0, 24.0, 0.5f64.sqrt()),
        (24.0, 24.0, 0.5),
        (48.0, 24.0, 0.25),
        (6.0, 2.0, 0.125),
        (-5.0, 24.0, 1.0),
        (f64::NAN, 24.0, 1.0),
        (f64::INFINITY, 24.0, 1.0),
        (0.0, 0.0, 1.0),
        (1.0, 0.0, 0.0),
        (1.0, -3.0, 0.0),
    ] {
        close(freshness(hours, half_life), expected);
    }
}

#[test]
fn the_score_is_mean_and_bonus_times_freshness() {
    let mut one = article(1, vec![part(1, 0.5, 0.02)]);
    one.hours = 24.0;
    for (surprise, expected) in [(0.0, 0.25), (1.0, 0.3), (2.0, 0.35), (-1.0, 0.25)] {
        let place = scored(3, &one, &PageOptions { surprise, ..PageOptions::default() });
        close(place.score, expected);
        close(place.freshness, 0.5);
        assert_eq!((place.candidate, place.liking), (3, one.liking()));
    }
    one.parts[0].liking.mean = f64::NAN;
    close(scored(0, &one, &PageOptions::default()).score, 0.0);
}

#[test]
fn ties_are_ordered_by_age_then_by_id() {
    let at = |id, hours| RankCandidate { hours, ..article(id, vec![part(id as u16, 0.5, 0.0)]) };
    let candidates = [at(1, 5.0), at(2, 1.0), at(3, 5.0), at(4, 9.0)];
    // The half-life is so long that age does not change the score.
    let wishes = PageOptions { half_life: 1e300, ..PageOptions::default() };
    assert_eq!(order(&page(&candidates, &wishes)), [1, 2, 0, 3]);
}

#[test]
fn each_further_article_of_a_kind_is_worth_less() {
    let of = |source, topic| RankCandidate {
        source: SourceId(source),
        ..article(1, vec![part(topic, 0.5, 0.0)])
    };
    let mut tally = Tally::default();
    close(tally.novelty(&of(1, 1)), 1.0);
    tally.add(&of(1, 1));
    close(tally.novelty(&of(1, 1)), 0.8 * 0.92);
    close(tally.novelty(&of(1, 2)), 0.8);
    close(tally.novelty(&of(2, 1)), 0.92);
    close(tally.novelty(&of(2, 2)), 1.0);
    tally.add(&of(1, 2));
    tally.add(&of(3, 1));
    close(tally.novelty(&of(1, 1)), 0.8 * 0.8 * 0.92 * 0.92);
    close(tally.novelty(&RankCandidate { parts: Vec::new(), ..of(1, 1) }), 0.64);
}

#[test]
fn there_is_room_up_to_either_limit() {
    let of = |source, topic| RankCandidate {
        source: SourceId(source),
        ..article(1, vec![part(topic, 0.5, 0.0)])
    };
    let wishes = PageOptions { per_source: 2, per_topic: 3, ..PageOptions::default() };
    let mut tally = Tally::default();
    tally.add(&of(1, 1));
    assert!(tally.has_room(&of(1, 1), &wishes));
    tally.add(&of(1, 1));
    assert!(!tally.has_room(&of(1, 2), &wishes), "two of the source");
    assert!(tally.has_room(&of(2, 1), &wishes));
    tally.add(&of(2, 1));
    assert!(!tally.has_room(&of(3, 1), &wishes), "three on the topic");
    assert!(tally.has_room(&of(3, 2), &wishes));
    let strict = PageOptions { per_source: 0, per_topic: 0, ..wishes };
    assert!(Tally::default().has_room(&of(1, 1), &strict), "one is always allowed");
}

#[test]
fn the_page_is_filled_beyond_limits_if_there_is_nothing_else() {
    let candidates: Vec<RankCandidate> = (0..6)
        .map(|id| RankCandidate {
            source: SourceId(1),
            ..article(id, vec![part(id as u16, 0.9 - 0.1 * id as f64, 0.0)])
        })
        .collect();
    let wishes = PageOptions { length: 4, per_source: 2, surprise: 0.0, ..PageOptions::default() };
    let found = page(&candidates, &wishes);
    assert_eq!(order(&found), [0, 1, 2, 3]);
    assert_eq!(found.rest.iter().map(|place| place.candidate).collect::<Vec<_>>(), [4, 5]);
    let short = page(&candidates, &PageOptions { length: 9, ..wishes });
    assert_eq!((short.places.len(), short.rest.len()), (6, 0));
    let none = page(&candidates, &PageOptions { length: 0, ..wishes });
    assert_eq!((none.places.len(), none.rest.len()), (0, 6));
    assert_eq!(page(&[], &wishes), RankedPage::default());
}

#[test]
fn the_second_article_of_a_source_waits_for_one_nearly_as_good() {
    // After the first, the second is worth 0.5·0.8 = 0.4.
    let of = |id, source, mean| RankCandidate {
        source: SourceId(source),
        ..article(id, vec![part(id as u16, mean, 0.0)])
    };
    let with = |other: f64| {
        let candidates = [of(1, 1, 0.6), of(2, 1, 0.5), of(3, 2, other)];
        order(&page(&candidates, &PageOptions { half_life: 1e300, ..PageOptions::default() }))
    };
    assert_eq!(with(0.41), [0, 2, 1]);
    assert_eq!(with(0.39), [0, 1, 2]);
    // If it is worth as much as the one above it, it stays below.
    assert_eq!(with(0.5 * 0.8), [0, 1, 2]);
}

#[test]
fn ties_of_one_source_keep_their_order() {
    let candidates: Vec<RankCandidate> = (0..4)
        .map(|id| RankCandidate {
            source: SourceId(1),
            ..article(id, vec![part(id as u16, 0.5, 0.0)])
        })
        .collect();
    assert_eq!(order(&page(&candidates, &PageOptions::default())), [3, 2, 1, 0]);
}

#[test]
fn several_sources_make_a_story_and_one_does_not() {
    let (a, b, c) = (SourceId(1), SourceId(2), SourceId(3));
    let told = |headlines: &[(u64, SourceId)]| {
        stories(headlines.iter().copied()).into_iter().collect::<Vec<_>>()
    };
    assert_eq!(told(&[]), [0u64; 0]);
    assert_eq!(told(&[(7, a)]), [0u64; 0]);
    assert_eq!(told(&[(7, a), (7, a), (7, a)]), [0u64; 0]);
    assert_eq!(told(&[(7, a), (7, a), (7, b)]), [7]);
    assert_eq!(told(&[(9, c), (7, a), (9, b), (8, b), (7, b)]), [7, 9]);
}

#[test]
fn different_stories_are_not_folded() {
    let mut candidates: Vec<RankCandidate> =
        (0..5).map(|id| article(id, vec![part(id as u16, 0.5, 0.0)])).collect();
    for (candidate, story) in candidates.iter_mut().zip([Some(1), Some(2), None, Some(1), Some(2)])
    {
        candidate.story = story;
    }
    let found = page(&candidates, &PageOptions::default());
    let told: Vec<(usize, Vec<usize>)> =
        found.places.iter().map(|place| (place.candidate, place.folded.clone())).collect();
    assert_eq!(told, [(4, vec![1]), (3, vec![0]), (2, vec![])]);
}

#[test]
fn the_default_page_has_thirty_articles() {
    let usual = PageOptions::default();
    assert_eq!((usual.length, usual.per_topic, usual.per_source), (30, 5, 5));
    close(usual.surprise, 1.0);
    close(usual.half_life, 24.0);
}

proptest! {
    #[test]
    fn a_page_does_not_depend_on_the_order_of_candidates(
        all in candidates().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
        length in 0usize..20,
    ) {
        let told = |candidates: &[RankCandidate]| {
            let found = page(candidates, &PageOptions { length, ..PageOptions::default() });
            let id = |place: &RankedArticle| (candidates[place.candidate].article, place.why);
            found.places.iter().chain(&found.rest).map(id).collect::<Vec<_>>()
        };
        let (one, other) = (told(&all.0), told(&all.1));
        prop_assert_eq!(
            one.iter().map(|place| place.0).collect::<Vec<_>>(),
            other.iter().map(|place| place.0).collect::<Vec<_>>()
        );
    }

    #[test]
    fn liking_an_article_more_never_moves_it_down(
        mut candidates in candidates(), which in any::<proptest::sample::Index>(), more in 0.0f64..0.5,
    ) {
        prop_assume!(!candidates.is_empty());
        candidates.iter_mut().for_each(|candidate| candidate.story = None);
        let which = which.index(candidates.len());
        let place = |candidates: &[RankCandidate]| {
            let found = page(candidates, &PageOptions { length: candidates.len(), ..PageOptions::default() });
            order(&found).iter().position(|at| *at == which).unwrap()
        };
        let before = place(&candidates);
        candidates[which].parts[0].liking.mean += more;
        prop_assert!(place(&candidates) <= before);
    }

    #[test]
    fn the_rest_is_ordered_by_score(candidates in candidates(), length in 0usize..20) {
        let found = page(&candidates, &PageOptions { length, ..PageOptions::default() });
        prop_assert!(found.rest.windows(2).all(|pair| pair[0].score >= pair[1].score));
        prop_assert!(found.places.iter().all(|place| place.score.is_finite() && (0.0..=1.0).contains(&place.freshness)));
    }
}

mod reasons {
    //! Tests of the reasons for positions.
    use super::*;

    /// Returns a part that is known with certainty `sure`, of a subject that others open with probability `start`.
    fn known(subject: Subject, weight: f64, mean: f64, sure: f64, start: f64) -> SubjectPart {
        let start = Liking { mean: start, variance: 0.1 };
        let liking = Liking { mean, variance: 0.1 * (1.0 - sure) };
        SubjectPart { subject, weight, liking, start, supply: 1.0 }
    }

    fn topic(id: u16) -> Subject {
        Subject::Topic(TopicId(id))
    }

    /// Returns the reason for an article with these parts, next to another that fills the lower half of the page.
    fn why(parts: Vec<SubjectPart>, hours: f64) -> Why {
        let first = RankCandidate { hours, ..article(1, parts) };
        let wishes = PageOptions { surprise: 0.0, ..PageOptions::default() };
        let other = article(2, vec![known(topic(99), 1.0, 0.0, 0.9, 0.1)]);
        let found = page(&[first, other], &wishes);
        found.places.iter().find(|place| place.candidate == 0).unwrap().why
    }

    #[test]
    fn the_part_with_the_largest_lift_is_named() {
        let (a, b) = (topic(1), Subject::Source(SourceId(5)));
        // Lifts of 0.5·0.3 and 0.5·0.2 above the usual.
        let more_of_topic =
            why(vec![known(a, 0.5, 0.6, 0.5, 0.3), known(b, 0.5, 0.5, 0.75, 0.3)], 1.0);
        let Why::Topic { topic, opens, sure } = more_of_topic else { panic!("{more_of_topic:?}") };
        assert_eq!(topic, TopicId(1));
        close(opens, 0.6);
        close(sure, 0.5);
        // The weight matters: 0.2·0.3 and 0.8·0.2.
        let more_of_source =
            why(vec![known(a, 0.2, 0.6, 0.5, 0.3), known(b, 0.8, 0.5, 0.75, 0.3)], 1.0);
        let Why::Source { source, opens, sure } = more_of_source else {
            panic!("{more_of_source:?}")
        };
        assert_eq!(source, SourceId(5));
        close(opens, 0.5);
        close(sure, 0.75);
    }

    #[test]
    fn only_known_subjects_above_the_usual_are_liked() {
        let with = |mean, sure| why(vec![known(topic(1), 1.0, mean, sure, 0.3)], 1.0);
        assert!(matches!(with(0.6, 0.25), Why::Topic { .. }));
        assert_eq!(with(0.6, 0.15), Why::Popular { topic: TopicId(1), opens: 0.3 }, "hardly known");
        assert_eq!(
            with(0.3, 0.5),
            Why::Popular { topic: TopicId(1), opens: 0.3 },
            "as everyone does"
        );
        assert_eq!(with(0.2, 0.5), Why::New { hours: 1.0 }, "known and disliked");
        assert_eq!(with(0.2, 0.1), Why::Popular { topic: TopicId(1), opens: 0.3 });
    }

    #[test]
    fn a_topic_is_popular_if_well_above_the_average() {
        // Two articles of weight one each, so the average is the mean of their starts.
        let beside = |start: f64, usual: f64| {
            let first = article(1, vec![known(topic(1), 1.0, start, 0.0, start)]);
            let other = article(2, vec![known(topic(2), 1.0, usual, 0.0, usual)]);
            let wishes = PageOptions { surprise: 0.0, ..PageOptions::default() };
            let found = page(&[first, other], &wishes);
            found.places.iter().find(|place| place.candidate == 0).unwrap().why
        };
        // 0.6 is 1.33 times the average of 0.45, and 0.5 is 1.11 times.
        assert_eq!(beside(0.6, 0.3), Why::Popular { topic: TopicId(1), opens: 0.6 });
        assert_eq!(beside(0.5, 0.4), Why::New { hours: 1.0 });
        // 0.6 is exactly 1.2 times the average of 0.5.
        assert_eq!(beside(0.6, 0.4), Why::New { hours: 1.0 });
        assert_eq!(beside(0.1, 0.4), Why::New { hours: 1.0 });
    }

    #[test]
    fn the_larger_of_two_popular_topics_is_named() {
        let parts = vec![known(topic(1), 0.3, 0.5, 0.0, 0.6), known(topic(2), 0.7, 0.5, 0.0, 0.5)];
        assert_eq!(why(parts, 1.0), Why::Popular { topic: TopicId(2), opens: 0.5 });
        let parts = vec![known(topic(1), 0.6, 0.5, 0.0, 0.6), known(topic(2), 0.4, 0.5, 0.0, 0.5)];
        assert_eq!(why(parts, 1.0), Why::Popular { topic: TopicId(1), opens: 0.6 });
        // With equal parts, the topic that is opened more often.
        let parts = vec![known(topic(1), 0.5, 0.5, 0.0, 0.6), known(topic(2), 0.5, 0.5, 0.0, 0.5)];
        assert_eq!(why(parts, 1.0), Why::Popular { topic: TopicId(1), opens: 0.6 });
        // Sources are never popular.
        let source = known(Subject::Source(SourceId(5)), 1.0, 0.9, 0.0, 0.9);
        assert_eq!(why(vec![source], 1.0), Why::New { hours: 1.0 });
    }

    #[test]
    fn articles_younger_than_a_half_life_are_new() {
        let plain = || vec![known(topic(1), 1.0, 0.1, 0.9, 0.3)];
        assert_eq!(why(plain(), 23.9), Why::New { hours: 23.9 });
        assert_eq!(why(plain(), 24.0), Why::Rest);
        assert_eq!(why(plain(), 25.0), Why::Rest);
        assert_eq!(why(Vec::new(), 2.0), Why::New { hours: 2.0 });
    }

    /// Returns a page of known articles and one with these parts, which only its uncertainty can raise above them.
    fn asked(parts: Vec<SubjectPart>, length: usize) -> Vec<(usize, Why)> {
        let sure = |id, mean| article(id, vec![known(topic(id as u16), 1.0, mean, 0.9, 0.3)]);
        let candidates = [sure(11, 0.5), sure(12, 0.45), article(13, parts), sure(14, 0.05)];
        let found = page(&candidates, &PageOptions { length, ..PageOptions::default() });
        found.places.iter().map(|place| (place.candidate, place.why)).collect()
    }

    #[test]
    fn articles_raised_by_uncertainty_alone_are_exploration() {
        let unknown = vec![known(topic(3), 1.0, 0.3, 0.1, 0.3)];
        let (at, why) = asked(unknown.clone(), 1)[0];
        let Why::Asking { topic: about, sure } = why else { panic!("{why:?}") };
        assert_eq!((at, about), (2, TopicId(3)));
        close(sure, 0.1);
        // If everything fits, the upper half matters: without its bonus it would be third, and it is first.
        assert!(matches!(asked(unknown.clone(), 4)[0], (2, Why::Asking { .. })));
        // With three of four articles on the page, it would be there as third without its bonus.
        assert!(matches!(asked(unknown, 3)[0], (2, Why::Popular { .. } | Why::New { .. })));
    }

    #[test]
    fn the_part_with_the_most_to_learn_is_named() {
        let source = Subject::Source(SourceId(5));
        // Uncertainties of 0.6²·0.1 and 0.4²·0.1.
        let more_of_source =
            vec![known(source, 0.6, 0.3, 0.0, 0.3), known(topic(3), 0.4, 0.3, 0.0, 0.3)];
        assert_eq!(
            asked(more_of_source.clone(), 1)[0].1,
            Why::AskingSource { source: SourceId(5), sure: 0.0 }
        );
        // A rare subject is not worth knowing.
        let mut seldom = more_of_source.clone();
        seldom[0].supply = 0.3;
        seldom[1].supply = 3.0;
        assert_eq!(asked(seldom, 1)[0].1, Why::Asking { topic: TopicId(3), sure: 0.0 });
        // Uncertainties of 0.6²·0.1·0.1 and 0.4²·0.1.
        let mut rare =
            vec![known(source, 0.6, 0.48, 0.0, 0.3), known(topic(3), 0.4, 0.48, 0.0, 0.3)];
        rare[0].supply = 0.1;
        assert_eq!(asked(rare, 1)[0].1, Why::Asking { topic: TopicId(3), sure: 0.0 });
        // Known subjects are not explored.
        let mut half_known = more_of_source;
        half_known[0] = known(source, 0.6, 0.3, 0.5, 0.3);
        half_known[1].supply = 5.0;
        assert_eq!(asked(half_known, 1)[0].1, Why::Asking { topic: TopicId(3), sure: 0.0 });
    }

    #[test]
    fn a_story_that_would_be_there_anyway_is_not_exploration() {
        let known_one = article(1, vec![known(topic(1), 1.0, 0.6, 0.9, 0.3)]);
        let unknown = article(2, vec![known(topic(2), 1.0, 0.5, 0.0, 0.3)]);
        let told = |story: Option<u64>| {
            let (mut one, mut other) = (known_one.clone(), unknown.clone());
            (one.story, other.story) = (story, story);
            let rest = article(3, vec![known(topic(3), 1.0, 0.1, 0.9, 0.3)]);
            let found =
                page(&[one, other, rest], &PageOptions { length: 1, ..PageOptions::default() });
            (found.places[0].candidate, matches!(found.places[0].why, Why::Asking { .. }))
        };
        assert_eq!(told(None), (1, true));
        assert_eq!(told(Some(7)), (1, false), "the other article would show the same story");
    }

    /// Returns the reason for an article of source 5 if only these of its topics can be named, and the reader's
    /// interest in its folder is as given.
    fn why_named(parts: Vec<SubjectPart>, named: &[u16], folder: Option<(f64, f64)>) -> Why {
        let first = RankCandidate { source: SourceId(5), ..article(1, parts) };
        let other = article(2, vec![known(topic(99), 1.0, 0.0, 0.9, 0.1)]);
        let wishes = PageOptions { surprise: 0.0, ..PageOptions::default() };
        let candidates = [first, other];
        let topics = named.iter().map(|topic| (ArticleId(1), TopicId(*topic))).collect();
        let folders = folder.map(|(mean, sure)| {
            let start = Liking { mean: 0.3, variance: 0.1 };
            let now = Liking { mean, variance: 0.1 * (1.0 - sure) };
            let liking = crate::candidates::SubjectLiking { now, start };
            (SourceId(5), FolderLiking { folder: FolderId(8), liking })
        });
        let folders = folders.into_iter().collect();
        let names = CardNames { topics, folders, ..CardNames::default() };
        let found =
            explained(super::super::page(&candidates, &wishes), &candidates, &wishes, &names);
        found.places.iter().find(|place| place.candidate == 0).unwrap().why
    }

    #[test]
    fn a_topic_without_a_name_gives_way_to_another_and_then_to_the_source_and_the_folder() {
        let source = |mean, sure| known(Subject::Source(SourceId(5)), 0.2, mean, sure, 0.3);
        let parts = |of_source| {
            let best = known(topic(1), 0.5, 0.9, 0.5, 0.3);
            vec![best, known(topic(2), 0.3, 0.6, 0.5, 0.3), of_source]
        };
        let liked = parts(source(0.5, 0.5));
        let about = |why: Why| match why {
            Why::Topic { topic, .. } => format!("topic {}", topic.0),
            Why::Source { source, .. } => format!("source {source}"),
            Why::Folder { folder, .. } => format!("folder {folder}"),
            Why::New { .. } => "new".to_owned(),
            other => format!("{other:?}"),
        };
        let folder = Some((0.6, 0.5));
        assert_eq!(about(why_named(liked.clone(), &[1, 2], folder)), "topic 1");
        assert_eq!(about(why_named(liked.clone(), &[2], folder)), "topic 2");
        assert_eq!(about(why_named(liked, &[], folder)), "source 5");
        for (of_source, why) in [(source(0.5, 0.1), "hardly known"), (source(0.2, 0.5), "disliked")]
        {
            assert_eq!(about(why_named(parts(of_source), &[], folder)), "folder 8", "{why}");
            assert_eq!(about(why_named(parts(of_source), &[], None)), "new", "{why}");
            for (unliked, why) in
                [(Some((0.6, 0.1)), "hardly known"), (Some((0.3, 0.5)), "as usual")]
            {
                assert_eq!(about(why_named(parts(of_source), &[], unliked)), "new", "{why}");
            }
        }
    }

    #[test]
    fn a_source_of_which_much_is_opened_comes_before_its_folder() {
        let candidates = [
            RankCandidate {
                source: SourceId(5),
                ..article(1, vec![known(Subject::Source(SourceId(5)), 1.0, 0.3, 0.0, 0.3)])
            },
            article(2, vec![known(topic(99), 1.0, 0.0, 0.9, 0.1)]),
        ];
        let share = |mean, sure: f64| {
            let start = Liking { mean: 0.3, variance: 0.1 };
            let now = Liking { mean, variance: 0.1 * (1.0 - sure) };
            crate::candidates::SubjectLiking { now, start }
        };
        let why = |source: (f64, f64)| {
            let folder = FolderLiking { folder: FolderId(8), liking: share(0.6, 0.9) };
            let names = CardNames {
                sources: [(SourceId(5), share(source.0, source.1))].into(),
                folders: [(SourceId(5), folder)].into(),
                ..CardNames::default()
            };
            let wishes = PageOptions { surprise: 0.0, ..PageOptions::default() };
            let page = super::super::page(&candidates, &wishes);
            let found = explained(page, &candidates, &wishes, &names);
            found.places.iter().find(|place| place.candidate == 0).unwrap().why
        };
        assert!(matches!(why((0.5, 0.5)), Why::Source { source: SourceId(5), .. }));
        for unliked in [(0.5, 0.1), (0.3, 0.9), (0.1, 0.9)] {
            assert!(matches!(why(unliked), Why::Folder { folder: FolderId(8), .. }), "{unliked:?}");
        }
    }

    #[test]
    fn topics_without_a_name_are_neither_popular_nor_tested() {
        let popular = known(topic(1), 1.0, 0.6, 0.0, 0.6);
        assert!(matches!(why_named(vec![popular], &[1], None), Why::Popular { .. }));
        assert!(matches!(why_named(vec![popular], &[], None), Why::New { .. }));
        let parts = vec![
            known(topic(1), 0.7, 0.6, 0.0, 0.3),
            known(Subject::Source(SourceId(5)), 0.3, 0.6, 0.0, 0.3),
        ];
        let candidates =
            [article(1, parts), article(2, vec![known(topic(2), 1.0, 0.61, 0.9, 0.3)])];
        let wishes = PageOptions { length: 1, ..PageOptions::default() };
        let page = super::super::page(&candidates, &wishes);
        let found = explained(page, &candidates, &wishes, &CardNames::default());
        assert_eq!(found.places[0].why, Why::AskingSource { source: SourceId(5), sure: 0.0 });
    }

    proptest! {
        #[test]
        fn only_names_that_may_be_mentioned_are_mentioned(
            candidates in candidates(), length in 0usize..20, named in prop::collection::btree_set((0i64..40, 0u16..8), 0..60),
        ) {
            let topics = named.iter().map(|(id, topic)| (ArticleId(*id), TopicId(*topic))).collect();
            let names = CardNames { topics, ..CardNames::default() };
            let wishes = PageOptions { length, ..PageOptions::default() };
            let found = explained(super::super::page(&candidates, &wishes), &candidates, &wishes, &names);
            for place in found.places.iter().chain(&found.rest) {
                let article = candidates[place.candidate].article;
                match place.why {
                    Why::Topic { topic, .. } | Why::Asking { topic, .. } | Why::Popular { topic, .. } => {
                        prop_assert!(names.topics.contains(&(article, topic)));
                    }
                    Why::Folder { .. } => prop_assert!(false, "no folder may be mentioned"),
                    _ => {}
                }
            }
        }
    }
}
