//! Settings of populations: what is possible, what is refused and how.

use proptest::prelude::*;
use tidings_lab::rank::setting::{Drift, Group, Interests, NAMES, drift, group, positions};
use tidings_lab::rank::{RankExperiment, report, setting};

#[test]
fn every_named_setting_can_be_run() {
    for name in NAMES {
        let setting = RankExperiment::named(name).unwrap();
        assert_eq!(setting.name, name);
        setting.check().unwrap();
        assert_eq!(setting.position.len(), setting.assumed.len());
        assert!(setting.position.windows(2).all(|pair| pair[0] > pair[1]), "{name}");
        assert!(setting.position.iter().all(|read| *read > 0.0 && *read <= 1.0), "{name}");
    }
    for name in ["", "Stable", "drift8", "lowest"] {
        assert!(RankExperiment::named(name).is_none(), "{name}");
    }
}

#[test]
fn what_cannot_be_run_is_refused_with_the_reason() {
    let stable = || RankExperiment::named("stable").unwrap();
    let groups = |high: usize, medium: usize| Interests::Groups {
        high: Group { count: (1, high), chance: (0.9, 1.0) },
        medium: Group { count: (1, medium), chance: (0.4, 0.7) },
        activity: (1.0, 1.0),
    };
    let swap = |count| Drift::Swap { every: 10, count, from: 0.0 };
    for (refused, because) in [
        (RankExperiment { topics: 0, ..stable() }, "at least one topic"),
        (RankExperiment { rounds: 0, ..stable() }, "at least one topic, round"),
        (RankExperiment { readers: 0, ..stable() }, "round and reader"),
        (RankExperiment { topics: 6, ..stable() }, "a list of 7 does not fit 6 topics"),
        (RankExperiment { position: vec![], ..stable() }, "a list of 0 does not fit"),
        (
            RankExperiment { interests: groups(40, 6), ..stable() },
            "46 liked topics are more than the 45",
        ),
        (RankExperiment { drift: swap(26), ..stable() }, "26 topics cannot take the place"),
        (
            RankExperiment { drift: swap(2), ..RankExperiment::named("low").unwrap() },
            "in low interests are redrawn",
        ),
    ] {
        let told = refused.check().unwrap_err().to_string();
        assert!(told.contains(because), "{because}: {told}");
    }
    for fine in [
        RankExperiment { interests: groups(40, 5), ..stable() },
        RankExperiment { drift: swap(25), ..stable() },
        RankExperiment { topics: 20, ..stable() },
    ] {
        fine.check().unwrap();
    }
}

#[test]
fn chances_of_being_read_are_parsed_or_refused() {
    for (text, list, expected) in [
        ("1", None, vec![1.0]),
        ("1, .5 ,.25", None, vec![1.0, 0.5, 0.25]),
        ("1,.5", Some(4), vec![1.0, 0.5, 0.5, 0.5]),
        ("1,.5,.25", Some(2), vec![1.0, 0.5]),
        ("hyperbolic:0", Some(2), vec![1.0, 1.0]),
        ("hyperbolic:0.5", Some(3), vec![1.0, 1.0 / 1.5, 0.5]),
        ("power:1", Some(3), vec![1.0, 0.5, 1.0 / 3.0]),
        ("power:0.5", Some(2), vec![1.0, 0.5f64.sqrt()]),
    ] {
        let found = positions(text, list).unwrap();
        assert_eq!(found.len(), expected.len(), "{text}");
        assert!(
            found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-12),
            "{text}: {found:?}"
        );
    }
    assert_eq!(positions("power:0.3", None).unwrap().len(), 7);
    for text in [
        "",
        "1,,2",
        "0",
        "1,0",
        "1.5",
        "-1",
        "NaN",
        "power:",
        "power:-1",
        "power:99",
        "hyperbolic:x",
        "log:2",
        "1;2",
    ] {
        let told = positions(text, None).unwrap_err().to_string();
        assert!(
            told.contains("expected hyperbolic") || told.contains("above 0 and up to 1"),
            "{text}: {told}"
        );
    }
}

#[test]
fn groups_and_drifts_are_parsed_or_refused() {
    for (text, count, chance) in [
        ("7:.9-1", (7, 7), (0.9, 1.0)),
        ("0:0", (0, 0), (0.0, 0.0)),
        (" 1 - 12 : .5 - .75 ", (1, 12), (0.5, 0.75)),
        ("3-3:1", (3, 3), (1.0, 1.0)),
    ] {
        assert_eq!(group(text).unwrap(), Group { count, chance }, "{text}");
    }
    for text in
        ["", "4", ":", "4:", ":1", "5-4:1", "4:.9-.8", "4:1.1", "4:-.1-1", "a:b", "4:NaN", "1.5:1"]
    {
        let told = group(text).unwrap_err().to_string();
        assert!(told.contains("such as 4:.8-1") && told.contains(text), "{text}: {told}");
    }
    for (text, expected) in [
        ("30:2", Drift::Swap { every: 30, count: 2, from: 0.0 }),
        (" 5 : 1 ", Drift::Swap { every: 5, count: 1, from: 0.0 }),
        ("0:2", Drift::None),
        ("30:0", Drift::None),
    ] {
        assert_eq!(drift(text).unwrap(), expected, "{text}");
        let every = drift(text).unwrap().every();
        assert_eq!(every.is_none(), expected == Drift::None);
    }
    for text in ["", "30", "30:", ":2", "-1:2", "a:b", "3:2:1"] {
        assert!(drift(text).unwrap_err().to_string().contains("such as 40:3"), "{text}");
    }
    assert_eq!(Drift::Redraw { every: 9, chance: 0.5 }.every(), Some(9));
}

#[test]
fn the_error_for_an_unknown_strategy_names_the_known_ones() {
    let setting =
        RankExperiment { readers: 1, rounds: 1, ..RankExperiment::named("stable").unwrap() };
    let strategies = vec!["best".to_owned()];
    let ask = report::RankSettings { settings: vec![setting], strategies, seed: 1 };
    let told = report::run(&ask, |_, _| ()).unwrap_err().to_string();
    assert!(told.contains("\"best\"") && told.contains("thompson"), "{told}");
}

proptest! {
    #[test]
    fn no_text_makes_them_panic(text in "(hyperbolic|power|[0-9.]{1,4}|:|,|-|e|NaN|inf| ){0,8}", list in proptest::option::of(0usize..20)) {
        if let Ok(chances) = positions(&text, list) {
            prop_assert!(chances.iter().all(|chance| *chance > 0.0 && *chance <= 1.0));
            if let Some(list) = list {
                prop_assert_eq!(chances.len(), list);
            }
        }
        if let Ok(group) = group(&text) {
            prop_assert!(group.count.0 <= group.count.1 && group.chance.0 <= group.chance.1 && group.chance.1 <= 1.0);
        }
        let _ = setting::drift(&text);
    }
}
