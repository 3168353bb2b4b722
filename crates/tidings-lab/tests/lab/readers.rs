//! Simulated readers: what they like and click, and what strategies learn about them.

use proptest::prelude::*;
use tidings_lab::rank::RankExperiment;
use tidings_lab::rank::reader::{Reader, popularity};
use tidings_lab::rank::run::{Tuning, run};
use tidings_lab::rank::setting::{Drift, Group, Interests, NAMES};
use tidings_lab::rank::strategy::{STRATEGIES, named};

fn reader(setting: &RankExperiment, seed: u64, number: u64) -> Reader {
    Reader::new(setting, &popularity(setting, seed), seed, number)
}

fn small(name: &str) -> RankExperiment {
    RankExperiment { readers: 4, rounds: 12, ..RankExperiment::named(name).unwrap() }
}

proptest! {
    #[test]
    fn likes_are_chances_and_the_best_list_is_the_best(name in proptest::sample::select(&NAMES[..]), seed in any::<u64>(), number in 0u64..1000) {
        let setting = RankExperiment::named(name).unwrap();
        let reader = reader(&setting, seed, number);
        prop_assert_eq!(reader.likes.len(), setting.topics);
        prop_assert!(reader.likes.iter().all(|like| (0.0..=1.0).contains(like)));
        let best = reader.best(&setting.position);
        // No list in order of numbers, or in reverse, gets more.
        let forth: f64 = reader.likes.iter().zip(&setting.position).map(|(like, read)| like * read).sum();
        let back: f64 = reader.likes.iter().rev().zip(&setting.position).map(|(like, read)| like * read).sum();
        prop_assert!(best >= forth.max(back) - 1e-12 && best <= setting.position.iter().sum::<f64>() + 1e-12);
        prop_assert_eq!(reader.error(&reader.likes), 0.0);
    }

    #[test]
    fn clicks_are_decided_in_advance_and_a_better_position_loses_none(seed in any::<u64>(), round in 0usize..200, topic in 0usize..45) {
        let setting = RankExperiment::named("stable").unwrap();
        let (one, same) = (reader(&setting, seed, 3), reader(&setting, seed, 3));
        let mut before = false;
        for read in [0.0, 0.1, 0.3, 0.5, 0.8, 1.0] {
            let clicked = one.clicks(round, topic, read);
            prop_assert_eq!(clicked, same.clicks(round, topic, read));
            prop_assert!(clicked || !before, "a higher chance of being read lost a click");
            before = clicked;
        }
        prop_assert!(!one.clicks(round, topic, 0.0));
    }

    #[test]
    fn a_swap_keeps_what_is_liked_and_how_much(seed in any::<u64>(), count in 0usize..20, from in 0.0f64..1.0) {
        let drift = Drift::Swap { every: 5, count, from };
        let setting = RankExperiment { drift, ..RankExperiment::named("stable").unwrap() };
        let mut one = reader(&setting, seed, 1);
        let sorted = |likes: &[f64]| {
            let mut likes = likes.to_vec();
            likes.sort_unstable_by(f64::total_cmp);
            likes
        };
        let before = one.likes.clone();
        (0..=5).for_each(|round| one.enter(round));
        prop_assert_eq!(sorted(&before), sorted(&one.likes));
        let moved = before.iter().zip(&one.likes).filter(|(was, is)| was != is).count();
        let losable = before.iter().filter(|like| **like > 0.0 && **like >= from).count();
        prop_assert_eq!(moved, 2 * count.min(losable));
    }
}

#[test]
fn topics_are_clicked_as_often_as_they_are_liked() {
    let setting = RankExperiment::named("stable").unwrap();
    let one = reader(&setting, 5, 2);
    for read in [1.0, 0.5] {
        let n: usize = (0..4000)
            .map(|round| (0..45).filter(|topic| one.clicks(round, *topic, read)).count())
            .sum();
        let expected = 4000.0 * read * one.likes.iter().sum::<f64>();
        assert!((n as f64 / expected - 1.0).abs() < 0.02, "{n} {expected}");
    }
}

#[test]
fn redrawn_interests_change_at_their_time_and_about_as_many_as_configured() {
    let setting = RankExperiment {
        drift: Drift::Redraw { every: 10, chance: 0.3 },
        ..RankExperiment::named("low").unwrap()
    };
    let (mut changed, mut all) = (0, 0);
    for number in 0..40 {
        let mut one = reader(&setting, 9, number);
        let before = one.likes.clone();
        (0..10).for_each(|round| one.enter(round));
        assert_eq!(one.likes, before);
        one.enter(10);
        changed += one.likes.iter().zip(&before).filter(|(is, was)| is != was).count();
        all += before.len();
    }
    let share = f64::from(changed as u32) / f64::from(all as u32);
    assert!((share - 0.3).abs() < 0.03, "{share}");
}

#[test]
fn the_number_of_likes_and_the_activity_are_within_their_limits() {
    let high = Group { count: (2, 5), chance: (0.8, 0.9) };
    let medium = Group { count: (0, 3), chance: (0.2, 0.3) };
    let interests = Interests::Groups { high, medium, activity: (0.5, 0.5) };
    let setting = RankExperiment { interests, ..RankExperiment::named("stable").unwrap() };
    let mut counts = std::collections::BTreeSet::new();
    for number in 0..300 {
        let likes = reader(&setting, 1, number).likes;
        let much = likes.iter().filter(|like| (0.4..=0.45).contains(*like)).count();
        let little = likes.iter().filter(|like| (0.1..=0.15).contains(*like)).count();
        assert!((2..=5).contains(&much) && little <= 3, "{number}: {much} {little}");
        assert_eq!(likes.iter().filter(|like| **like > 0.0).count(), much + little);
        counts.insert((much, little));
    }
    assert_eq!(counts.len(), 16, "every number of both occurs");
}

#[test]
fn popularity_is_the_same_for_all_readers_of_a_seed() {
    let setting = RankExperiment::named("low").unwrap();
    assert_eq!(popularity(&setting, 4), popularity(&setting, 4));
    assert_ne!(popularity(&setting, 4), popularity(&setting, 5));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let all: Vec<f64> = (0..60).flat_map(|seed| popularity(&setting, seed)).collect();
    assert!(mean(&all).abs() < 0.05);
    let squares: Vec<f64> = all.iter().map(|z| z * z).collect();
    assert!((mean(&squares) - 1.0).abs() < 0.06);
}

#[test]
fn no_strategy_gets_more_than_possible_and_all_repeat() {
    for name in ["stable", "lowdrift"] {
        let setting = small(name);
        let tuning = Tuning { others: 4, ..Tuning::default() };
        for (strategy, _) in STRATEGIES {
            let lives = run(&setting, named(strategy).unwrap(), &tuning, 3);
            assert_eq!(lives.len(), setting.readers, "{strategy}");
            for life in &lives {
                assert_eq!(
                    [life.clicks.len(), life.error.len(), life.best.len()],
                    [setting.rounds; 3]
                );
                assert!(
                    life.clicks.iter().all(|n| usize::from(*n) <= setting.list()),
                    "{strategy}"
                );
                assert!(life.error.iter().all(|error| error.is_finite() && *error >= 0.0));
                assert!(life.best.iter().all(|best| *best >= 0.0));
            }
            let again = run(&setting, named(strategy).unwrap(), &tuning, 3);
            assert!(
                lives.iter().zip(&again).all(|(a, b)| a.clicks == b.clicks && a.error == b.error)
            );
        }
    }
    assert!(named("no-such").is_none());
}

#[test]
fn learning_strategies_get_more_and_more_clicks() {
    let setting =
        RankExperiment { readers: 20, rounds: 60, ..RankExperiment::named("stable").unwrap() };
    let clicks = |strategy: &str, rounds: std::ops::Range<usize>| {
        let lives = run(&setting, named(strategy).unwrap(), &Tuning::default(), 3);
        let of = |life: &tidings_lab::rank::run::Life| -> u32 {
            life.clicks[rounds.clone()].iter().map(|n| u32::from(*n)).sum()
        };
        lives.iter().map(of).sum::<u32>()
    };
    for strategy in ["greedy", "ee-10", "default", "thompson", "ucb"] {
        let (first, last) = (clicks(strategy, 0..10), clicks(strategy, 50..60));
        assert!(f64::from(last) > 1.2 * f64::from(first), "{strategy}: {first} {last}");
    }
    let (first, last) = (clicks("random", 0..10), clicks("random", 50..60));
    assert!((f64::from(last) / f64::from(first) - 1.0).abs() < 0.2, "{first} {last}");
}
