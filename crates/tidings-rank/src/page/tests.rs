//! Tests of the page: what comes first, what is held back, what is said.

use super::*;
use proptest::prelude::*;

const START: Liking = Liking { mean: 0.3, variance: 0.08 };

fn part(topic: u16, mean: f64, variance: f64) -> Part {
    Part {
        subject: Subject::Topic(TopicId(topic)),
        weight: 1.0,
        liking: Liking { mean, variance },
        start: START,
        supply: 1.0,
    }
}

fn article(id: i64, parts: Vec<Part>) -> Candidate {
    Candidate {
        article: ArticleId(id),
        source: SourceId(id),
        parts,
        hours: 1.0,
        story: None,
        unread: 1.0,
    }
}

fn order(page: &Page) -> Vec<usize> {
    page.places.iter().map(|place| place.candidate).collect()
}

#[test]
fn what_she_opens_comes_first_and_says_so() {
    let candidates = [
        article(1, vec![part(1, 0.1, 0.001)]),
        article(2, vec![part(2, 0.8, 0.01)]),
        article(3, vec![part(3, 0.5, 0.01)]),
    ];
    let found = page(&candidates, &Wishes { surprise: 0.0, ..Wishes::default() });
    assert_eq!(order(&found), [1, 2, 0]);
    let Why::Topic { topic, opens, sure } = found.places[0].why else { panic!("{found:?}") };
    assert_eq!((topic, opens), (TopicId(2), 0.8));
    assert!((sure - 0.875).abs() < 1e-12);
    // Known and not liked: nothing but its newness speaks for it.
    assert_eq!(found.places[2].why, Why::New { hours: 1.0 });
}

#[test]
fn what_is_not_known_is_asked_about_as_much_as_she_wishes() {
    let candidates = [
        article(1, vec![part(1, 0.5, 0.005)]),
        article(2, vec![part(2, 0.4, 0.08)]),
        article(3, vec![part(3, 0.45, 0.005)]),
    ];
    let with =
        |surprise: f64| page(&candidates, &Wishes { surprise, length: 1, ..Wishes::default() });
    assert_eq!(order(&with(0.0)), [0]);
    assert_eq!(order(&with(1.0)), [1]);
    assert_eq!(with(1.0).places[0].why, Why::Asking { topic: TopicId(2), sure: 0.0 });
    // A topic that hardly ever comes is not worth asking about.
    let mut rare = candidates.clone();
    rare[1].parts[0].supply = 0.1;
    assert_eq!(order(&page(&rare, &Wishes { length: 1, ..Wishes::default() })), [0]);
}

#[test]
fn a_first_page_is_new_and_popular() {
    let mut candidates: Vec<Candidate> =
        (0..20).map(|n| article(n, vec![part(n as u16, START.mean, START.variance)])).collect();
    for (n, candidate) in candidates.iter_mut().enumerate() {
        candidate.hours = n as f64;
    }
    let plain = page(&candidates, &Wishes { length: 5, ..Wishes::default() });
    assert_eq!(order(&plain), [0, 1, 2, 3, 4]);
    assert!(plain.places.iter().all(|place| matches!(place.why, Why::New { .. })));
    let loved = Liking { mean: 0.6, variance: 0.08 };
    candidates[9].parts[0] = Part { liking: loved, start: loved, ..candidates[9].parts[0] };
    let popular = page(&candidates, &Wishes { length: 5, ..Wishes::default() });
    assert_eq!(popular.places[0].why, Why::Popular { topic: TopicId(9), opens: 0.6 });
}

#[test]
fn the_same_story_is_told_once_by_the_best() {
    let mut candidates = [
        article(1, vec![part(1, 0.5, 0.001)]),
        article(2, vec![part(1, 0.7, 0.001)]),
        article(3, vec![part(1, 0.6, 0.001)]),
        article(4, vec![part(2, 0.1, 0.001)]),
    ];
    candidates[..3].iter_mut().for_each(|candidate| candidate.story = Some(77));
    let found = page(&candidates, &Wishes::default());
    assert_eq!(order(&found), [1, 3]);
    assert_eq!(found.places[0].folded, [2, 0]);
}

#[test]
fn age_halves_what_an_article_is_worth() {
    let mut candidates = [article(1, vec![part(1, 0.8, 0.0)]), article(2, vec![part(2, 0.5, 0.0)])];
    candidates[0].hours = 25.0;
    assert_eq!(order(&page(&candidates, &Wishes::default())), [1, 0]);
    assert_eq!(
        order(&page(&candidates, &Wishes { half_life: 100.0, ..Wishes::default() })),
        [0, 1]
    );
}

fn candidates() -> impl Strategy<Value = Vec<Candidate>> {
    let one =
        (0u16..6, 1i64..6, 0.0..1.0f64, 0.0..0.1f64, 0.0..100.0f64, proptest::option::of(0u64..8));
    proptest::collection::vec(one, 0..80).prop_map(|all| {
        let candidate = |(id, (topic, source, mean, variance, hours, story))| Candidate {
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
    fn every_candidate_is_in_one_place(candidates in candidates(), length in 0usize..40) {
        let found = page(&candidates, &Wishes { length, ..Wishes::default() });
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
    fn few_are_of_one_kind_as_long_as_there_are_others(
        candidates in candidates(), length in 1usize..30, per_topic in 1usize..4, per_source in 1usize..4,
    ) {
        let wishes = Wishes { length, per_topic, per_source, ..Wishes::default() };
        let found = page(&candidates, &wishes);
        let mut tally = Tally::default();
        let mut is_full = false;
        for place in &found.places {
            let candidate = &candidates[place.candidate];
            // From the first that is one too many on there is nothing else: the best of what remains.
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
fn one_source_does_not_stand_five_times_in_a_row_where_others_are_nearly_as_good() {
    let liked = |article: i64, source: i64, mean: f64| Candidate {
        article: ArticleId(article),
        source: SourceId(source),
        parts: vec![Part {
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
    let mut candidates: Vec<Candidate> = (0..5).map(|n| liked(n, 1, 0.6)).collect();
    candidates.extend((5..10).map(|n| liked(n, 2, 0.5)));
    let page = page(&candidates, &Wishes { length: 4, ..Wishes::default() });
    let sources: Vec<i64> =
        page.places.iter().map(|place| candidates[place.candidate].source.0).collect();
    assert_eq!(sources, [1, 2, 1, 2]);
    // The others are there for variety: nobody is asked anything.
    let is_asking = |place: &&Place| matches!(place.why, Why::AskingSource { .. });
    assert_eq!(page.places.iter().filter(is_asking).count(), 0);
}

#[test]
fn what_was_passed_over_makes_room_for_what_was_not() {
    let seen = Candidate { unread: 0.2, ..article(1, vec![part(1, 0.6, 0.0)]) };
    assert!((seen.liking().mean - 0.12 / 0.52).abs() < 1e-9);
    let new = article(2, vec![part(2, 0.4, 0.0)]);
    let page = page(&[seen, new], &Wishes { length: 1, ..Wishes::default() });
    assert_eq!(page.places[0].candidate, 1);
}
