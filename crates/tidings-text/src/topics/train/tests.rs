//! Trainings: their length, their start, and how topics are numbered over several of them.

use super::super::corpus::{Corpus, VocabularyLimits};
use super::*;

/// Returns `n` documents about rain, and as many about law.
fn bags(n: u64) -> BagsOfWords {
    let mut corpus = Corpus::default();
    for key in 0..2 * n {
        corpus.add_plain(key, if key % 2 == 0 { ["rain", "hail"] } else { ["law", "judge"] });
    }
    corpus.bags(&VocabularyLimits { at_least: 1, at_most: 1.0, ..VocabularyLimits::default() })
}

fn settings(topics: usize, sweeps: u32) -> TrainingSettings {
    TrainingSettings { topics, sweeps, ..TrainingSettings::default() }
}

fn ids(model: &Model) -> Vec<u16> {
    model.topics().iter().map(|topic| topic.id.0).collect()
}

#[test]
fn a_training_is_done_after_exactly_its_sweeps() {
    let mut trainer = Trainer::cold(bags(4), settings(2, 3), Draws::new(1));
    for _ in 0..3 {
        assert!(!trainer.is_done());
        trainer.sweep();
    }
    assert!(trainer.is_done());
    assert_eq!(trainer.clone().trained().model, trainer.model());
    assert!(Trainer::cold(bags(4), settings(2, 0), Draws::new(1)).is_done());
}

/// Five of twenty sweeps are summed: every token counts five times.
#[test]
fn the_last_sweeps_are_summed() {
    let n_tokens = bags(4).n_tokens() as u64;
    let counted = |model: &Model| model.n_by_topic.iter().sum::<u64>();
    let mut trainer = Trainer::cold(bags(4), settings(2, 20), Draws::new(1));
    assert_eq!((counted(&trainer.model()), trainer.model().n_sweeps), (n_tokens, 1));
    for sweep in 1..=20u64 {
        trainer.sweep();
        let summed = sweep.saturating_sub(15).max(1);
        assert_eq!(counted(&trainer.model()), summed * n_tokens, "{sweep}");
    }
    // With fewer sweeps than are to be summed, all of them are.
    let short = TrainingSettings { averaged: 9, ..settings(2, 4) };
    let model = Trainer::cold(bags(4), short, Draws::new(1)).trained().model;
    assert_eq!((counted(&model), model.n_sweeps), (4 * n_tokens, 4));
}

#[test]
fn alpha_is_learned_every_twenty_sweeps() {
    let mut trainer = Trainer::cold(bags(4), settings(2, 40), Draws::new(1));
    let mut lessons = Vec::new();
    let mut before = trainer.sampler.alpha.clone();
    for sweep in 1..=40 {
        trainer.sweep();
        if trainer.sampler.alpha != before {
            lessons.push(sweep);
            before.clone_from(&trainer.sampler.alpha);
        }
    }
    assert_eq!(lessons, [20, 40]);
}

#[test]
fn there_is_at_least_one_topic_and_at_most_a_thousand() {
    let n_topics = |n: usize| {
        let cold = Trainer::cold(bags(1), settings(n, 0), Draws::new(1)).trained();
        let warm = Trainer::warm(bags(1), settings(n, 0), &cold, Draws::new(1)).trained();
        (cold.model.topics().len(), warm.model.topics().len())
    };
    assert_eq!((n_topics(0), n_topics(1), n_topics(5000)), ((1, 1), (1, 1), (1000, 1000)));
}

#[test]
fn the_number_of_topics_follows_the_number_of_documents() {
    for (n_documents, topics) in
        [(0, 5), (250, 5), (299, 5), (300, 6), (4_999, 99), (5_000, 100), (usize::MAX, 100)]
    {
        assert_eq!(TrainingSettings::for_documents(n_documents).topics, topics, "{n_documents}");
    }
    let warm = TrainingSettings::for_documents(500).warm();
    assert_eq!((warm.topics, warm.sweeps), (10, 20));
}

#[test]
fn topic_ids_are_not_reused() {
    let first = Trainer::cold(bags(4), settings(4, 1), Draws::new(1)).trained();
    let two = Trainer::warm(bags(4), settings(2, 1), &first, Draws::new(2)).trained();
    let gone: Vec<u16> =
        ids(&first.model).into_iter().filter(|id| !ids(&two.model).contains(id)).collect();
    let again = Trainer::warm(bags(4), settings(4, 1), &two, Draws::new(3)).trained();
    assert_eq!(ids(&again.model)[..2], ids(&two.model));
    assert_eq!(ids(&again.model)[2..], [4, 5]);
    assert!(gone.iter().all(|id| !ids(&again.model).contains(id)), "{gone:?}");
    assert_eq!([&first, &two, &again].map(|trained| trained.model.training()), [1, 2, 3]);
}

#[test]
fn ids_wrap_around_and_skip_used_ones() {
    let mut before = Trainer::cold(bags(4), settings(3, 1), Draws::new(1)).trained();
    before.model.next_id = u16::MAX - 1;
    let after = Trainer::warm(bags(4), settings(7, 1), &before, Draws::new(2)).trained();
    assert_eq!(ids(&after.model), [0, 1, 2, 65_534, 65_535, 3, 4]);
    assert_eq!(after.model.next_id, 5);
}

#[test]
fn an_added_topic_starts_with_the_mean_alpha() {
    let mut before = Trainer::cold(bags(4), settings(2, 1), Draws::new(1)).trained();
    before.model.alpha = vec![0.5, 0.25];
    let after = Trainer::warm(bags(4), settings(3, 0), &before, Draws::new(2)).trained();
    assert_eq!(after.model.alpha(), [0.5, 0.25, 0.375]);
}

#[test]
fn removing_a_given_name_restores_the_own_name() {
    let mut model = Trainer::cold(bags(9), settings(2, 30), Draws::new(1)).trained().model;
    let (id, own) = (model.topics()[0].id, model.topics()[0].own_name.clone());
    let named = |model: &Model| model.topic(id).map(|topic| (topic.name.clone(), topic.is_given));
    assert_eq!(named(&model), Some((own.clone(), false)));
    model.name(id, Some("Mine"));
    assert_eq!(named(&model), Some(("Mine".to_owned(), true)));
    model.name(id, None);
    assert_eq!(named(&model), Some((own, false)));
    let before = model.clone();
    model.name(TopicId(999), Some("Nobody's"));
    assert_eq!(model, before, "a topic that does not exist has no name");
}

#[test]
fn words_of_a_topic_are_its_own_up_to_the_limit() {
    let model = Trainer::cold(bags(20), settings(2, 40), Draws::new(1)).trained().model;
    let mut both: Vec<Vec<&str>> = (0..2).map(|topic| model.words_of(topic, 2)).collect();
    both.iter_mut().for_each(|words| words.sort_unstable());
    both.sort();
    assert_eq!(both, [["hail", "rain"], ["judge", "law"]]);
    assert_eq!((model.words_of(0, 0).len(), model.words_of(0, 1).len()), (0, 1));
}

/// Words of an endless article after its first two thousand known words are not read.
#[test]
fn a_mixture_depends_on_the_beginning_of_an_article() {
    let model = Trainer::cold(bags(20), settings(2, 40), Draws::new(1)).trained().model;
    let article = |n_rain: usize, n_law: usize| {
        let words = std::iter::repeat_n("rain", n_rain).chain(std::iter::repeat_n("unheard", 500));
        model.mixture(words.chain(std::iter::repeat_n("law", n_law)))
    };
    assert_eq!(article(1000, 1001), article(1000, 1000));
    assert_ne!(article(1000, 1000), article(1000, 999));
}

/// A model without words, learned from too few articles, still has the prior mixture for documents without known words.
#[test]
fn without_known_words_the_mixture_is_the_prior() {
    for bags in [BagsOfWords::default(), bags(4)] {
        let mut before = Trainer::cold(bags, settings(2, 1), Draws::new(1)).trained();
        before.model.alpha = vec![0.75, 0.25];
        for steps in [0, 1, 5] {
            assert_eq!(before.model.fold_in(&[], steps), [0.75, 0.25], "{steps} steps");
        }
    }
}

#[test]
fn topics_without_words_share_the_tokens_of_the_next_training() {
    let before = Trainer::cold(BagsOfWords::default(), settings(4, 1), Draws::new(1)).trained();
    let after = Trainer::warm(bags(50), settings(4, 0), &before, Draws::new(2)).trained();
    let mut n = [0; 4];
    let tokens = after.assignments.documents.values().flatten();
    tokens.for_each(|&(_, topic)| n[topic as usize] += 1);
    assert!(n.iter().all(|n| (25..75).contains(n)), "{n:?} of 200 tokens");
}
