//! The whole server in simulated time, compared with the lab's replay of the same postings.

use tidings::simulate::{Measure, Scenario, run};
use tidings_bench::compare::replay;
use tidings_model::units::Minutes;

#[test]
fn articles_wait_about_as_long_in_the_server_as_in_the_lab() {
    let scenario = Scenario { measure: Measure::Against(replay), ..Scenario::fair(3, 30, 4) };
    let both = run(scenario, |_| {}).unwrap().yardstick.unwrap();
    assert!(both.daemon_min < 1.25 * both.lab_min, "{both:?}");
    assert!(both.daemon_min < 0.75 * both.uniform_min, "{both:?}");
}

#[test]
fn with_a_target_no_budget_is_reported_and_the_lab_gets_as_many_requests_as_were_made() {
    let scenario = Scenario {
        delay: Some(Minutes(20.0)),
        measure: Measure::Against(replay),
        ..Scenario::fair(3, 8, 4)
    };
    let report = run(scenario, |_| {}).unwrap();
    assert_eq!((report.budget, report.days[3].budget), (None, None));
    let target = report.target.unwrap();
    assert!((target.wished_min - 20.0).abs() < 1e-9 && target.soonest_min > 2.5, "{target:?}");
    let made: u64 = report.days[14..].iter().map(|day| day.n_fetches).sum();
    let both = report.yardstick.unwrap();
    assert!((both.requests_per_day - made as f64 / 7.0).abs() < 1e-6, "{both:?}");
}
