//! Tests of whole runs: the order of strategies, repetition, what is printed. Small populations, so that they are quick.

use super::*;

fn totals(setting: &str, readers: usize, strategies: &[&str], seed: u64) -> Vec<f64> {
    let setting = RankExperiment { readers, ..RankExperiment::named(setting).unwrap() };
    let strategies = strategies.iter().map(|&name| name.to_owned()).collect();
    let report =
        run(&RankSettings { settings: vec![setting], strategies, seed }, |_, _| ()).unwrap();
    report.runs().iter().map(|run| run.total).collect()
}

/// Four standard errors of this many readers around the reference's totals.
#[test]
fn named_strategies_come_to_the_references_totals() {
    let names = ["random", "greedy", "ee-10", "ee-20", "ee-10-forget", "thompson", "ucb"];
    let found = totals("stable", 120, &names, 5);
    for (name, found) in names.iter().zip(found) {
        let (_, expected, ..) = REFERENCE.iter().find(|(known, ..)| known == name).unwrap();
        assert!((found - expected).abs() < 0.03 * expected, "{name}: {found}, expected {expected}");
    }
}

#[test]
fn where_interests_drift_the_default_is_ahead_of_every_named_strategy() {
    let found = totals("drift", 60, &["default", "ee-10", "ee-20", "ucb", "thompson", "greedy"], 5);
    assert!(found[0] > 718.0, "{found:?}");
    assert!(found[1..].iter().all(|other| *other < found[0]), "{found:?}");
}

#[test]
fn priors_learned_for_each_topic_help_where_topics_differ_in_popularity() {
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
fn the_document_is_as_promised() {
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
    assert_eq!(rows[0][4], "-", "another number of rounds is not the reference's setting");
}

#[test]
fn what_cannot_be_is_said() {
    let long =
        RankExperiment { position: vec![1.0; 50], ..RankExperiment::named("stable").unwrap() };
    let refused = long.check().unwrap_err().to_string();
    assert!(refused.contains("from 1 to 45") || refused.contains("does not fit 45"), "{refused}");
    let ask = RankSettings { settings: Vec::new(), strategies: vec!["best".into()], seed: 1 };
    assert!(run(&ask, |_, _| ()).is_ok(), "nothing to run");
    assert!(unknown("best").contains("ee-10-forget"));
}
