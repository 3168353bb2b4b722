//! The whole server in simulated time: weeks without faults, weeks with faults, and the same seed twice.

use tidings::simulate::{Mishap, Scenario, event, run};
use tidings_model::units::{Minutes, PerDay};

#[test]
fn a_week_without_faults_breaks_no_rule_and_uses_the_budget() {
    let report = run(Scenario::fair(1, 40, 1), |_| {}).unwrap();
    assert_eq!(report.violations, Vec::<String>::new());
    assert_eq!((report.n_duplicates, report.n_crashes), (0, 0));
    let spent = report.n_fetches as f64 / report.budget.unwrap();
    assert!((0.9..=1.02).contains(&spent), "{report:?}");
    assert!(
        report.average_delay_min < 75.0,
        "every two hours means an hour on average: {report:?}"
    );
}

#[test]
fn with_all_faults_nothing_is_lost_or_duplicated_and_everything_recovers() {
    for seed in 1..=4 {
        let report = run(Scenario::foul(2, 25, seed), |_| {}).unwrap();
        assert_eq!(report.violations, Vec::<String>::new(), "seed {seed}");
        assert_eq!(report.n_duplicates, 0, "seed {seed}");
        assert!(report.n_crashes > 0, "seed {seed} never crashed: {report:?}");
    }
}

#[test]
fn a_seed_repeats_a_simulation_exactly() {
    let live = |seed| run(Scenario::foul(1, 15, seed), |_| {}).unwrap();
    assert_eq!(live(7), live(7));
    assert_ne!(live(7).n_fetches, live(8).n_fetches);
}

#[test]
fn a_crash_at_each_of_the_first_writes_of_a_day_is_survived() {
    for at_write in 1..=20 {
        let day = jiff::SignedDuration::from_hours(24);
        let scenario = Scenario {
            mishaps: vec![(day, Mishap::Crash { at_write })],
            ..Scenario::fair(1, 5, 3)
        };
        let report = run(scenario, |_| {}).unwrap();
        assert_eq!(
            (report.violations.as_slice(), report.n_duplicates, report.n_crashes),
            (&[][..], 0, 1),
            "write {at_write}"
        );
    }
}

#[test]
fn with_too_small_a_budget_every_source_is_still_fetched_once_a_day() {
    let report =
        run(Scenario { budget: Some(PerDay(3.0)), ..Scenario::fair(1, 20, 5) }, |_| {}).unwrap();
    assert_eq!(report.violations, Vec::<String>::new());
}

#[test]
fn after_a_restart_a_sleep_and_a_new_budget_the_budget_is_used() {
    let mishaps = ["3d:restart", "5d:sleep=24h", "9d:budget=1440"].map(|text| event(text).unwrap());
    let scenario = Scenario { mishaps: mishaps.to_vec(), ..Scenario::fair(2, 40, 2) };
    let report = run(scenario, |_| {}).unwrap();
    assert_eq!((report.violations.as_slice(), report.n_duplicates), (&[][..], 0));
    let spent = |day: usize| report.days[day].n_fetches as f64 / report.days[day].budget.unwrap();
    // Forty sources make a few hundred requests a day, so random variation alone is a few per cent.
    for day in [3, 4, 7, 8, 11, 12, 13] {
        assert!((spent(day) - 1.0).abs() < 0.12, "day {day}: {} in {:?}", spent(day), report.days);
    }
    assert!(spent(5) < 0.2, "asleep: {:?}", report.days);
}

#[test]
fn every_day_counts_its_own_postings_including_the_last() {
    let report = run(Scenario::fair(1, 10, 1), |_| {}).unwrap();
    let usual = report.days[2].n_postings as f64;
    let last = report.days[6];
    assert!(last.n_postings as f64 > usual / 5.0, "{:?}", report.days);
    assert!(last.average_delay_min > 0.0, "{:?}", report.days);
}

#[test]
fn events_after_the_end_or_without_effect_are_refused() {
    let refused = |text: &str, delay| {
        let mishaps = vec![event(text).unwrap()];
        let scenario = Scenario { mishaps, delay, ..Scenario::fair(1, 5, 1) };
        run(scenario, |_| {}).unwrap_err().to_string()
    };
    assert!(refused("99d:restart", None).contains("Choose more --weeks"));
    assert!(refused("3d:sleep=400d", None).contains("is longer than the rest"));
    let message = refused("3d:budget=60", Some(Minutes(30.0)));
    assert!(message.contains("there is no budget"), "{message}");
}

#[test]
fn unknown_events_are_refused_with_an_example() {
    for (text, message) in [
        ("restart", "10d:restart"),
        ("xd:restart", "not a number of days"),
        ("3d:flood", "restart, sleep=24h or budget=3600"),
        ("3d:sleep=long", "sleep=24h"),
        ("3d:sleep=0h", "sleep=24h"),
        ("3d:budget=0", "budget=3600"),
        ("3d:budget=-1", "budget=3600"),
    ] {
        let refused = event(text).unwrap_err();
        assert!(format!("{refused:#}").contains(message), "{text}: {refused:#}");
    }
}
