//! Tests of a reader's taste: split evidence, replay, what is kept.

use super::*;
use proptest::prelude::*;
use tidings_model::taste::Mixture;

fn topic(number: u16) -> Subject {
    Subject::Topic(TopicId(number))
}

/// One topic opened once, one refused once, one never shown, as the reference has them.
fn three() -> Taste {
    let frame = Frame { base: Prior::flat(), topics: 3, ..Frame::default() };
    let mut taste = Taste::default();
    taste.observe(&Makeup::alone(topic(0)), &Evidence::opened(1.0), &frame);
    taste.observe(&Makeup::alone(topic(1)), &Evidence::refused(1.0), &frame);
    taste
}

#[test]
fn evidence_is_split_among_topics_as_the_reference_does() {
    let frame = Frame { base: Prior::flat(), ..Frame::default() };
    let mixture = Mixture::of([(TopicId(0), 0.7), (TopicId(1), 0.2), (TopicId(2), 0.1)]);
    let makeup = Makeup::of(&mixture, None);
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
fn what_is_rare_adds_little_doubt() {
    let frame = Frame::default();
    let makeup = Makeup::alone(topic(9));
    let plain = Taste::default().article(&makeup, &frame, |_| 1.0);
    let rare = Taste::default().article(&makeup, &frame, |_| 0.1);
    assert!((rare.variance - 0.1 * plain.variance).abs() < 1e-12);
    assert!((rare.mean - plain.mean).abs() < 1e-12);
}

#[test]
fn a_source_learns_beside_the_topics() {
    let frame = Frame { topics: 10, sources: 10, ..Frame::default() };
    let (good, bad) = (SourceId(1), SourceId(2));
    let mut taste = Taste::default();
    for _ in 0..20 {
        let about = Mixture::of([(TopicId(4), 1.0)]);
        taste.observe(&Makeup::of(&about, Some(good)), &Evidence::opened(1.0), &frame);
        taste.observe(&Makeup::of(&about, Some(bad)), &Evidence::refused(1.0), &frame);
        taste.reflect(&frame);
        taste.visit(&frame);
    }
    let mean = |source| taste.liking(Subject::Source(source), &frame).mean;
    assert!(mean(good) > mean(bad) + 0.2, "{} and {}", mean(good), mean(bad));
}

#[test]
fn a_subject_costs_its_eighty_bytes_and_a_key() {
    let frame = Frame { topics: 100, ..Frame::default() };
    let mut taste = Taste::default();
    for number in 0..100 {
        taste.observe(&Makeup::alone(topic(number)), &Evidence::refused(0.8), &frame);
    }
    let each = size_of::<(TopicId, Interest)>();
    assert!(each < 90, "{each} bytes for each of {} topics", taste.interests().count());
}

#[test]
fn her_own_word_counts() {
    let frame = Frame::default();
    let mut taste = Taste::default();
    let before = taste.liking(topic(1), &frame);
    taste.tell(topic(1), 0.9);
    let told = taste.liking(topic(1), &frame);
    assert!(told.mean > 0.8 && told.sureness(taste.start(topic(1), &frame)) > 0.8);
    assert!(before.mean < told.mean);
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let makeup = (0u16..8, 0u16..8, 0.1..0.9f32, 1i64..4).prop_map(|(a, b, share, source)| {
        let topics = Mixture::of([(TopicId(a), share), (TopicId(b + 8), 1.0 - share)]);
        Makeup::of(&topics, Some(SourceId(source)))
    });
    let event = prop_oneof![
        2 => Just(Event::Visit),
        6 => (makeup, 0.1..1.0f64, any::<bool>()).prop_map(|(makeup, g, opened)| {
            let evidence = if opened { Evidence::opened(g) } else { Evidence::refused(g) };
            Event::Seen { makeup, evidence }
        }),
        1 => (0u16..8, 0.0..1.0f64).prop_map(|(n, share)| Event::Told { subject: topic(n), share }),
    ];
    proptest::collection::vec(event, 0..60)
}

proptest! {
    #[test]
    fn whatever_happens_a_taste_is_a_chance_and_the_same_again(events in events()) {
        let frame = Frame { topics: 16, sources: 3, ..Frame::default() };
        let taste = Taste::replay(&events, &frame);
        prop_assert_eq!(&Taste::replay(&events, &frame), &taste);
        for number in 0..16 {
            let liking = taste.liking(topic(number), &frame);
            prop_assert!((0.0..=1.0).contains(&liking.mean) && liking.variance >= 0.0, "{liking:?}");
        }
    }
}
