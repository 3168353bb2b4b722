//! Methods on stories with simple tags and words, and figures checked by hand.

use super::*;
use tidings_text::{
    tokens::Tokens,
    topics::{Corpus, Trainer, TrainingSettings, VocabularyLimits},
};

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
}

/// Returns a story with one of two tags, in the words of that tag.
fn story(key: u64) -> Story {
    let tag = (key % 2) as usize;
    let words = [
        ["lighthouse", "harbour", "lantern", "keeper", "breakwater"],
        ["telescope", "galaxy", "comet", "nebula", "asteroid"],
    ][tag];
    let text: Vec<&str> = (0..6).map(|n| words[((key / 2) as usize + n) % 5]).collect();
    let tokens = Tokens::of(&text[..3].join(" "), &text[3..].join(" "), Some("en"));
    Story { key, at: key as i64, tags: vec![tag], tokens }
}

fn model(stories: &[Story]) -> Model {
    let mut corpus = Corpus::default();
    stories.iter().for_each(|story| corpus.add(story.key, &story.tokens));
    let limits = VocabularyLimits { at_least: 1, at_most: 1.0, ..VocabularyLimits::default() };
    let settings = TrainingSettings { topics: 2, sweeps: 30, ..TrainingSettings::default() };
    Trainer::cold(corpus.bags(&limits), settings, Draws::new(1)).trained().model
}

/// Runs a method for readers who like only the second tag. Returns the share of the possible clicks.
fn share(method: Method) -> f64 {
    let stories: Vec<Story> = (0..12 * OFFERED as u64).map(story).collect();
    let (offered, model) = (stories.iter().collect::<Vec<_>>(), model(&stories));
    let bench = Bench {
        offered: &offered,
        position: vec![1.0, 0.9, 0.8, 0.7, 0.6],
        visits: 12,
        before: &model,
        after: &model,
        seed: 5,
    };
    let prepared = bench.prepared(method, 2);
    let lives: Vec<Life> =
        (0..20).map(|number| bench.live(&prepared, &[0.02, 0.9], number)).collect();
    MethodRow::of("it", &lives).share
}

#[test]
fn learning_methods_find_what_is_liked_and_the_order_of_time_does_not() {
    let time = share(Method::Time);
    assert!((0.4..0.65).contains(&time), "every second story is liked: {time}");
    for (name, method) in METHODS.iter().filter(|(_, method)| *method != Method::Time) {
        let found = share(*method);
        assert!(found > 0.75 && found < 1.1, "{name}: {found}");
    }
}

#[test]
fn learning_the_same_topics_again_changes_nothing() {
    let (plain, again) = (share(Method::Filter(EXPLORATION)), share(Method::Retrained));
    assert!((plain - again).abs() < 0.03, "{plain} {again}");
}

#[test]
fn a_story_is_opened_with_the_highest_chance_of_its_tags() {
    let of = |tags: &[usize]| chance(&Story { tags: tags.to_vec(), ..story(0) }, &[0.1, 0.8, 0.5]);
    close(of(&[0]), 0.1);
    close(of(&[0, 2]), 0.5);
    close(of(&[2, 1, 0]), 0.8);
    close(of(&[]), 0.0);
}

#[test]
fn the_oracle_puts_the_best_where_it_is_read_most() {
    close(best(&[0.1, 0.5, 0.9], &[1.0, 0.5]), 0.9 + 0.25);
    close(best(&[0.1, 0.5, 0.9], &[]), 0.0);
    close(best(&[0.4], &[1.0, 0.5]), 0.4);
    close(best(&[], &[1.0]), 0.0);
}

#[test]
fn tags_count_equally_and_only_the_largest_topic_counts() {
    let parts = |mixture: &Mixture| {
        mixture.parts().iter().map(|(topic, part)| (topic.0, *part)).collect::<Vec<_>>()
    };
    let both = parts(&of_tags(&[3, 7]));
    assert_eq!(both.iter().map(|(topic, _)| *topic).collect::<Vec<_>>(), [3, 7]);
    assert!(both.iter().all(|(_, part)| (part - 0.5).abs() < 0.01), "{both:?}");
    assert!(parts(&of_tags(&[])).is_empty());
    assert_eq!(number(Subject::Topic(TopicId(9))), Some(9));
    assert_eq!(number(Subject::Source(tidings_model::SourceId(9))), None);
}

#[test]
fn a_row_is_the_ratio_of_sums_with_its_error() {
    let life = |clicks, best| Life { clicks, best };
    let row = MethodRow::of("it", &[life(3.0, 4.0), life(1.0, 4.0)]);
    assert_eq!((row.method.as_str(), row.clicks), ("it", 2.0));
    close(row.share, 0.5);
    // Each is one click away from half of its best: √(1 + 1)/8.
    close(row.error, 2.0_f64.sqrt() / 8.0);
    let even = MethodRow::of("it", &[life(1.0, 2.0), life(4.0, 8.0)]);
    close(even.error, 0.0);
    close(even.share, 0.5);
}

#[test]
fn references_exist_only_for_their_numbers_of_topics() {
    assert_eq!(reference("time", 7), Some(41.5));
    assert_eq!(reference("greedy", 25), Some(81.0));
    assert_eq!(reference("greedy", 200), Some(82.6));
    assert_eq!(reference("greedy", 60), None);
    assert_eq!(reference("largest-topic", 100), Some(74.6));
    assert_eq!((reference("default", 100), reference("default", 50)), (Some(82.5), None));
    assert_eq!(reference("default-retrained", 100), None);
    assert_eq!(reference("mine", 100), None);
}
