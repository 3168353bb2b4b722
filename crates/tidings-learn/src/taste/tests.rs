//! Tests of a reader's taste: how evidence is split, the replay, and storage.

use super::*;
use proptest::prelude::*;
use tidings_model::taste::Mixture;

fn topic(number: u16) -> Subject {
    Subject::Topic(TopicId(number))
}

/// One topic opened once, one refused once and one never shown, as in the reference.
fn three() -> Taste {
    let frame = TasteContext { base: Prior::flat(), topics: 3, ..TasteContext::default() };
    let mut taste = Taste::default();
    taste.observe(&Composition::alone(topic(0)), &Evidence::opened(1.0), &frame);
    taste.observe(&Composition::alone(topic(1)), &Evidence::refused(1.0), &frame);
    taste
}

#[test]
fn evidence_is_split_among_topics_as_in_the_reference() {
    let frame = TasteContext { base: Prior::flat(), ..TasteContext::default() };
    let mixture = Mixture::of([(TopicId(0), 0.7), (TopicId(1), 0.2), (TopicId(2), 0.1)]);
    let makeup = Composition::of(&mixture, None);
    let article = three().article(&makeup, &frame, |_| 1.0);
    assert!((article.mean - 0.549_683_153_7).abs() < 1e-6);
    assert!((article.variance - 0.041_892_691_1).abs() < 1e-6);
    for (evidence, expected) in [
        (Evidence::opened(0.9), [0.787_620_756_2, 0.186_295_927_9, 0.373_018_728_1]),
        (Evidence::refused(0.9), [0.587_406_269_6, 0.154_088_622_3, 0.330_629_341_4]),
    ] {
        let mut taste = three();
        taste.observe(&makeup, &evidence, &frame);
        for (number, expected) in (0..).zip(expected) {
            let found = taste.liking(topic(number), &frame).mean;
            assert!((found - expected).abs() < 2e-6, "{found}, expected {expected}");
        }
    }
}

#[test]
fn rare_subjects_add_little_uncertainty() {
    let frame = TasteContext::default();
    let makeup = Composition::alone(topic(9));
    let plain = Taste::default().article(&makeup, &frame, |_| 1.0);
    let rare = Taste::default().article(&makeup, &frame, |_| 0.1);
    assert!((rare.variance - 0.1 * plain.variance).abs() < 1e-12);
    assert!((rare.mean - plain.mean).abs() < 1e-12);
}

#[test]
fn a_source_learns_beside_the_topics() {
    let frame = TasteContext { topics: 10, sources: 10, ..TasteContext::default() };
    let (good, bad) = (SourceId(1), SourceId(2));
    let mut taste = Taste::default();
    for _ in 0..20 {
        let about = Mixture::of([(TopicId(4), 1.0)]);
        taste.observe(&Composition::of(&about, Some(good)), &Evidence::opened(1.0), &frame);
        taste.observe(&Composition::of(&about, Some(bad)), &Evidence::refused(1.0), &frame);
        taste.reflect(&frame);
        taste.visit(&frame);
    }
    let mean = |source| taste.liking(Subject::Source(source), &frame).mean;
    assert!(mean(good) > mean(bad) + 0.2, "{} and {}", mean(good), mean(bad));
}

#[test]
fn a_subject_takes_eighty_bytes_and_a_key() {
    let frame = TasteContext { topics: 100, ..TasteContext::default() };
    let mut taste = Taste::default();
    for number in 0..100 {
        taste.observe(&Composition::alone(topic(number)), &Evidence::refused(0.8), &frame);
    }
    let each = size_of::<(TopicId, Interest)>();
    assert!(each < 90, "{each} bytes for each of {} topics", taste.interests().count());
}

#[test]
fn stated_preferences_count() {
    let frame = TasteContext::default();
    let mut taste = Taste::default();
    let before = taste.liking(topic(1), &frame);
    taste.tell(topic(1), 0.9);
    let told = taste.liking(topic(1), &frame);
    assert!(told.mean > 0.8 && told.sureness(taste.start(topic(1), &frame)) > 0.8);
    assert!(before.mean < told.mean);
}

fn events() -> impl Strategy<Value = Vec<TasteEvent>> {
    let makeup = (0u16..8, 0u16..8, 0.1..0.9f32, 1i64..4).prop_map(|(a, b, share, source)| {
        let topics = Mixture::of([(TopicId(a), share), (TopicId(b + 8), 1.0 - share)]);
        Composition::of(&topics, Some(SourceId(source)))
    });
    let event = prop_oneof![
        2 => Just(TasteEvent::Visit),
        6 => (makeup, 0.1..1.0f64, any::<bool>()).prop_map(|(makeup, g, opened)| {
            let evidence = if opened { Evidence::opened(g) } else { Evidence::refused(g) };
            TasteEvent::Seen { makeup, evidence }
        }),
        1 => (0u16..8, 0.0..1.0f64).prop_map(|(n, share)| TasteEvent::Told { subject: topic(n), share }),
    ];
    proptest::collection::vec(event, 0..60)
}

proptest! {
    #[test]
    fn a_taste_is_always_a_probability_and_reproducible(events in events()) {
        let frame = TasteContext { topics: 16, sources: 3, ..TasteContext::default() };
        let taste = Taste::replay(&events, &frame);
        prop_assert_eq!(&Taste::replay(&events, &frame), &taste);
        for number in 0..16 {
            let liking = taste.liking(topic(number), &frame);
            prop_assert!((0.0..=1.0).contains(&liking.mean) && liking.variance >= 0.0, "{liking:?}");
        }
    }
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found}, expected {expected}");
}

#[test]
fn interests_are_stored_by_subject() {
    let frame = TasteContext::default();
    let mut taste = Taste::default();
    assert_eq!((taste.interest(topic(1)), taste.interests().count()), (None, 0));
    let source = Subject::Source(SourceId(1));
    for subject in [topic(5), topic(1), source, topic(3)] {
        taste.tell(subject, 0.9);
    }
    let subjects: Vec<Subject> = taste.interests().map(|(subject, _)| subject).collect();
    assert_eq!(subjects, [topic(1), topic(3), topic(5), source]);
    assert!(taste.interest(topic(2)).is_none());
    taste.tell(topic(3), 0.1);
    assert_eq!(taste.interests().count(), 4, "the latest statement replaces the earlier one");
    assert!(taste.liking(topic(3), &frame).mean < 0.2);
    assert!(taste.liking(topic(5), &frame).mean > 0.8);
    assert_eq!(taste.interest(topic(5)), Some(&Interest::told(0.9, 20.0)));
}

#[test]
fn unknown_subjects_are_expected_to_be_like_known_ones() {
    let frame = TasteContext { topics: 4, sources: 4, ..TasteContext::default() };
    let mut taste = Taste::default();
    (0..3).for_each(|number| taste.tell(topic(number), 0.99));
    close(taste.start(topic(9), &frame).mean, frame.base.liking().mean);
    taste.reflect(&frame);
    let interests = vec![Interest::told(0.99, 20.0); 3];
    let own = frame.base.own_step(&frame.base, 4, &interests);
    close(taste.start(topic(9), &frame).mean, own.liking().mean);
    close(taste.liking(topic(9), &frame).mean, own.liking().mean);
    assert!(own.liking().mean > frame.base.liking().mean + 0.05);
    // Nothing has been learned about sources.
    close(taste.start(Subject::Source(SourceId(1)), &frame).mean, frame.base.liking().mean);
}

#[test]
fn a_visit_lets_interests_fade_towards_the_prior() {
    let frame = TasteContext { hazard: 0.1, ..TasteContext::default() };
    let source = Subject::Source(SourceId(1));
    let mut taste = Taste::default();
    taste.tell(topic(1), 0.9);
    taste.tell(source, 0.1);
    let before = [topic(1), source].map(|subject| taste.liking(subject, &frame).mean);
    taste.visit(&frame);
    let start = frame.base.liking().mean;
    for (subject, before) in [topic(1), source].into_iter().zip(before) {
        close(taste.liking(subject, &frame).mean, 0.9 * before + 0.1 * start);
    }
    assert_eq!(taste.interests().count(), 2);
}

#[test]
fn the_population_prior_is_used_if_it_is_known() {
    let mut point = [0.0; 20];
    point[7] = 1.0;
    let (ten, flat) = (Prior::of(point).unwrap(), Prior::flat());
    let population =
        Population { topic: ten, source: flat, each: [(topic(2), Prior::even())].into() };
    let frame = TasteContext { population: Some(&population), ..TasteContext::default() };
    let taste = Taste::default();
    close(taste.start(topic(1), &frame).mean, 0.1);
    close(taste.start(topic(2), &frame).mean, Prior::even().liking().mean);
    close(taste.start(Subject::Source(SourceId(1)), &frame).mean, flat.liking().mean);
}

#[test]
fn subjects_with_few_readers_have_no_prior_of_their_own() {
    let mut taste = Taste::default();
    taste.tell(topic(1), 0.99);
    let of = |n: usize| Population::learned(&vec![taste.clone(); n]).each.len();
    assert_eq!((of(0), of(19), of(20)), (0, 0, 1));
    let population = Population::learned(&vec![taste.clone(); 20]);
    assert!(population.topic.liking().mean > 0.6);
    // There is no evidence about sources.
    close(population.source.liking().mean, Prior::flat().liking().mean);
    let mut of_source = Taste::default();
    of_source.tell(Subject::Source(SourceId(1)), 0.99);
    let population = Population::learned(&vec![of_source; 25]);
    assert!(population.source.liking().mean > 0.6);
    close(population.topic.liking().mean, Prior::flat().liking().mean);
    assert!(
        population.each[&Subject::Source(SourceId(1))].liking().mean
            > population.source.liking().mean
    );
}

#[test]
fn each_subject_learns_from_its_part() {
    let frame = TasteContext { base: Prior::flat(), ..TasteContext::default() };
    let mixture = Mixture::of([(TopicId(0), 0.75), (TopicId(1), 0.25)]);
    let makeup = Composition::of(&mixture, None);
    let mut taste = three();
    let (one, other) = (taste.liking(topic(0), &frame).mean, taste.liking(topic(1), &frame).mean);
    close(taste.article(&makeup, &frame, |_| 1.0).mean, 0.75 * one + 0.25 * other);
    let evidence = Evidence::refused(0.8);
    let expected = taste.interest(topic(1)).unwrap().after_part(
        &Prior::flat(),
        &evidence,
        TopicPart { weight: 0.25, others: 0.75 * one },
    );
    taste.observe(&makeup, &evidence, &frame);
    close(taste.liking(topic(1), &frame).mean, expected.liking(&Prior::flat()).mean);
}

#[test]
fn compositions_sum_to_one_with_and_without_a_source() {
    let mixture = Mixture::of([(TopicId(1), 0.6), (TopicId(2), 0.4)]);
    let parts =
        |makeup: &Composition| makeup.parts().iter().map(|(_, weight)| *weight).collect::<Vec<_>>();
    let source = Some(SourceId(9));
    for (makeup, expected) in [
        (Composition::of(&mixture, source), vec![0.45, 0.3, 0.25]),
        (Composition::of(&mixture, None), vec![0.6, 0.4]),
        (Composition::of(&Mixture::default(), source), vec![1.0]),
        (Composition::of(&Mixture::default(), None), vec![]),
        (Composition::alone(topic(4)), vec![1.0]),
    ] {
        let found = parts(&makeup);
        assert_eq!(found.len(), expected.len());
        found.iter().zip(expected).for_each(|(found, expected)| close(*found, expected));
    }
}

#[test]
fn unwanted_subjects_are_left_out() {
    let main = Mixture::of([(TopicId(1), 0.5), (TopicId(2), 0.5)]);
    let mixed = Mixture::of([(TopicId(1), 0.4), (TopicId(2), 0.3), (TopicId(3), 0.3)]);
    let source = Subject::Source(SourceId(9));
    let wished = |mixture: &Mixture, about: Subject, level: u8| {
        Composition::wished(mixture, SourceId(9), |subject| (subject == about).then_some(level))
            .is_some()
    };
    assert!(!wished(&main, topic(1), 5) && wished(&main, topic(1), 6));
    assert!(wished(&main, topic(2), 0), "only the first topic counts as the main one");
    assert!(wished(&mixed, topic(1), 0), "less than half is not the main topic");
    assert!(!wished(&mixed, source, 5) && wished(&mixed, source, 6));
    let said = Composition::wished(&main, SourceId(9), |subject| (subject == source).then_some(50))
        .unwrap();
    close(said.parts()[2].1, 0.75);
    close(said.parts()[0].1, 0.125);
    let unsaid = Composition::wished(&main, SourceId(9), |_| None).unwrap();
    close(unsaid.parts()[2].1, 0.25);
}
