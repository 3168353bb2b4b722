//! Whole runs: the order of strategies, repetition, and the output. Small populations keep them fast.

use super::*;
use crate::rank::setting::Drift;

fn totals(setting: &str, readers: usize, strategies: &[&str], seed: u64) -> Vec<f64> {
    let setting = RankExperiment { readers, ..RankExperiment::named(setting).unwrap() };
    let strategies = strategies.iter().map(|&name| name.to_owned()).collect();
    let report =
        run(&RankSettings { settings: vec![setting], strategies, seed }, |_, _| ()).unwrap();
    report.runs().iter().map(|run| run.total).collect()
}

/// Within four standard errors of the reference's totals for this many readers.
#[test]
fn named_strategies_agree_with_the_references_totals() {
    let names = ["random", "greedy", "ee-10", "ee-20", "ee-10-forget", "thompson", "ucb"];
    let found = totals("stable", 120, &names, 5);
    for (name, found) in names.iter().zip(found) {
        let (_, expected, ..) = REFERENCE.iter().find(|(known, ..)| known == name).unwrap();
        assert!((found - expected).abs() < 0.03 * expected, "{name}: {found}, expected {expected}");
    }
}

#[test]
fn with_drifting_interests_the_default_is_best() {
    let found = totals("drift", 60, &["default", "ee-10", "ee-20", "ucb", "thompson", "greedy"], 5);
    assert!(found[0] > 718.0, "{found:?}");
    assert!(found[1..].iter().all(|other| *other < found[0]), "{found:?}");
}

#[test]
fn priors_per_topic_help_if_topics_differ_in_popularity() {
    let setting = RankExperiment {
        readers: 40,
        rounds: 60,
        topics: 60,
        ..RankExperiment::named("low").unwrap()
    };
    let tuning = Tuning { others: 40, ..Tuning::default() };
    let total = |name: &str| {
        let lives = super::super::run::run(&setting, named(name).unwrap(), &tuning, 2);
        Run::of(&setting, name, &lives).total
    };
    let (own, topic) = (total("default"), total("default-topic"));
    assert!(topic > 1.15 * own, "{topic} against {own}");
}

#[test]
fn a_seed_repeats_a_run_and_another_does_not() {
    let names = ["thompson", "default"];
    assert_eq!(totals("lowdrift", 5, &names, 7), totals("lowdrift", 5, &names, 7));
    assert_ne!(totals("lowdrift", 5, &names, 7), totals("lowdrift", 5, &names, 8));
}

#[test]
fn the_json_is_as_documented() {
    let setting =
        RankExperiment { readers: 3, rounds: 40, ..RankExperiment::named("drift").unwrap() };
    let ask = RankSettings { settings: vec![setting], strategies: vec!["ucb".into()], seed: 1 };
    let report = run(&ask, |_, _| ()).unwrap();
    let json = report.json();
    assert_eq!((json["rounds"].as_u64(), json["readers"].as_u64()), (Some(40), Some(3)));
    let run = &json["runs"][0];
    assert_eq!((run["setting"].as_str(), run["strategy"].as_str()), (Some("drift"), Some("ucb")));
    for series in ["clicks", "clicks_se", "error", "oracle"] {
        assert_eq!(run[series].as_array().unwrap().len(), 40, "{series}");
    }
    let (headings, rows) = report.table();
    assert_eq!(headings.len(), rows[0].len());
    assert_eq!(rows[0][4], "-", "a different number of rounds is not the reference's setting");
}

#[test]
fn impossible_settings_are_refused() {
    let long =
        RankExperiment { position: vec![1.0; 50], ..RankExperiment::named("stable").unwrap() };
    let refused = long.check().unwrap_err().to_string();
    assert!(refused.contains("from 1 to 45") || refused.contains("does not fit 45"), "{refused}");
    let ask = RankSettings { settings: Vec::new(), strategies: vec!["best".into()], seed: 1 };
    assert!(run(&ask, |_, _| ()).is_ok(), "nothing to run");
    assert!(unknown("best").contains("ee-10-forget"));
}

/// Returns a reader's result with these clicks in each round, out of two possible ones.
fn life(clicks: &[u16]) -> Life {
    Life { clicks: clicks.to_vec(), error: vec![0.5; clicks.len()], best: vec![2.0; clicks.len()] }
}

fn of(rounds: usize, drift: Drift, lives: &[Life]) -> Run {
    let setting = RankExperiment { rounds, drift, ..RankExperiment::named("stable").unwrap() };
    Run::of(&setting, "greedy", lives)
}

#[test]
fn rounds_are_averages_over_readers_with_their_errors() {
    let run = of(3, Drift::None, &[life(&[0, 2, 4]), life(&[2, 2, 0])]);
    assert_eq!(
        (run.clicks.as_slice(), run.oracle.as_slice()),
        (&[1.0, 2.0, 2.0][..], &[2.0; 3][..])
    );
    // For two readers at distance d from their mean: √(d²/2).
    let errors = [0.5_f64.sqrt(), 0.0, 2.0_f64.sqrt()];
    for (found, expected) in run.clicks_se.iter().zip(errors) {
        assert!((found - expected).abs() < 1e-12, "{:?}", run.clicks_se);
    }
    assert!((run.total - 5.0).abs() < 1e-12 && (run.total_se - 0.5_f64.sqrt()).abs() < 1e-12);
    assert!((run.of_oracle() - 5.0 / 6.0).abs() < 1e-12);
    assert_eq!(run.error, [0.5; 3]);
}

#[test]
fn rounds_after_a_drift_are_counted_from_one_and_earlier_ones_are_left_out() {
    // Drift at rounds 4 and 8; each round has its own number of clicks.
    let clicks: Vec<u16> = (0..10).collect();
    let run = of(10, Drift::Swap { every: 4, count: 1, from: 0.0 }, &[life(&clicks)]);
    let part = |rounds, expected: &[f64]| {
        let found = run.after_drift(rounds).unwrap();
        let sum: f64 = expected.iter().sum();
        assert!((found - sum / (2.0 * expected.len() as f64)).abs() < 1e-12, "{found}");
    };
    part(1..=1, &[4.0, 8.0]);
    part(2..=3, &[5.0, 6.0, 9.0]);
    part(1..=4, &[4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    assert_eq!(run.after_drift(5..=9), None, "no round is that long after a drift");
    assert_eq!(of(10, Drift::None, &[life(&clicks)]).after_drift(1..=9), None);
}

#[test]
fn a_run_has_a_reference_only_if_all_but_the_number_of_readers_is_the_same() {
    let named = |name: &str| RankExperiment::named(name).unwrap();
    let reference = |setting: RankExperiment, strategy: &str| {
        let rounds = setting.rounds;
        Run::of(&setting, strategy, &[life(&vec![1; rounds])]).reference()
    };
    let few = RankExperiment { readers: 3, ..named("stable") };
    assert_eq!(reference(few, "greedy").as_deref(), Some("457.1"));
    assert_eq!(reference(named("drift"), "ucb").as_deref(), Some("708.3"));
    assert_eq!(reference(named("mixed"), "default").as_deref(), Some("82.9 %"));
    assert_eq!(reference(named("low"), "default-topic").as_deref(), Some("79.1 %"));
    assert_eq!(reference(named("lowdrift"), "greedy"), None);
    assert_eq!(reference(named("stable"), "mine"), None);
    assert_eq!(reference(RankExperiment { topics: 46, ..named("stable") }, "greedy"), None);
    assert_eq!(reference(RankExperiment { rounds: 9, ..named("stable") }, "greedy"), None);
    let mine = RankExperiment { name: "mine".to_owned(), ..named("stable") };
    assert_eq!(reference(mine, "greedy"), None);
    assert!(REFERENCE.iter().all(|(name, ..)| crate::rank::strategy::named(name).is_some()));
}

#[test]
fn missing_rounds_are_shown_as_a_dash() {
    let report = RankReport { runs: vec![of(12, Drift::None, &[life(&[1; 12])])] };
    let (headings, rows) = report.table();
    let cell = |name: &str| {
        let at = headings.iter().position(|heading| *heading == name).unwrap();
        rows[0][at].as_str()
    };
    assert_eq!((cell("round 10"), cell("round 30"), cell("last round")), ("1.00", "-", "1.00"));
    assert_eq!((cell("clicks"), cell("% of oracle"), cell("11-20 %")), ("12.0", "50.0", "-"));
    assert!(RankReport { runs: Vec::new() }.json()["rounds"].is_null());
}
