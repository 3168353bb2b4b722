//! Tests of the policy: plans stay within their bounds and spend the budget.

use super::*;
use crate::plan::between;
use proptest::prelude::*;
use tidings_model::{Failure, Hints, SourceId, SourceKind};

const NOW: i64 = 1_794_744_000; // 2026-11-15T12:00:00Z, a Sunday

fn now() -> Timestamp {
    Timestamp::from_second(NOW).unwrap()
}

fn share(value: f64) -> Share {
    Share::new(value).unwrap()
}

fn source() -> Source {
    Source::new(SourceId(1), SourceKind::Feed, "https://example.org/feed".parse().unwrap(), now())
}

fn wait(plan: &Plan) -> Minutes {
    between(now(), plan.at)
}

fn planned(source: &Source, means: SharedBudget, outcome: &Outcome, chance: f64) -> Plan {
    let limits = Limits::default();
    let situation = Situation { source, means, limits: &limits };
    plan(&situation, outcome, now(), share(chance))
}

fn means(budget: f64, n_sources: u64) -> SharedBudget {
    SharedBudget { budget: PerDay(budget), n_sources }
}

#[test]
fn the_even_share_spends_the_budget_on_average() {
    for budget in [300.0, 310.0, 400.0, 3_600.0, 80_000.0] {
        let waits = (0..=100).map(|i| {
            wait(&planned(&source(), means(budget, 300), &Outcome::Unchanged, f64::from(i) / 100.0))
                .0
        });
        let average = waits.sum::<f64>() / 101.0;
        let even = 300.0 / budget * 1440.0;
        assert!((average / even - 1.0).abs() < 1e-3, "{budget}: {average} instead of {even}");
    }
}

#[test]
fn jitter_moves_a_plan_by_a_tenth_at_most() {
    let (early, late) = (
        planned(&source(), means(3_600.0, 300), &Outcome::Unchanged, 0.0),
        planned(&source(), means(3_600.0, 300), &Outcome::Unchanged, 1.0),
    );
    assert_eq!((wait(&early).to_ms(), wait(&late).to_ms()), (108 * 60_000, 132 * 60_000));
}

#[test]
fn too_small_a_budget_is_reported_and_too_large_a_one_is_not_spent() {
    for poor in [0.0, -1.0, f64::NAN, 299.0] {
        let plan = planned(&source(), means(poor, 300), &Outcome::Unchanged, 0.3);
        assert!(matches!(plan.reason, Reason::Unaffordable { .. }), "{poor}: {plan:?}");
        assert_eq!(wait(&plan), Minutes::DAY);
    }
    let rich = planned(&source(), means(1e12, 1), &Outcome::Unchanged, 0.3);
    assert_eq!(rich.reason.to_string(), "every 5 minutes, the shortest interval allowed");
    assert_eq!(wait(&rich), Minutes(5.0));
}

#[test]
fn a_failing_source_is_never_fetched_more_often_than_a_healthy_one() {
    let failure = Outcome::Failed(Failure::new(FailureKind::Status, "500"));
    let slow = planned(&source(), means(4.0, 1), &failure, 0.5);
    assert_eq!(
        (wait(&slow), slow.reason),
        (Minutes(360.0), Reason::Failing { times: 1, wait: Minutes(360.0) })
    );
}

#[test]
fn failures_that_are_not_the_sources_fault_are_retried_soon() {
    for kind in [FailureKind::Offline, FailureKind::Store] {
        let plan =
            planned(&source(), means(1.0, 1), &Outcome::Failed(Failure::new(kind, "us")), 0.5);
        assert_eq!(wait(&plan), Minutes(7.5), "{plan:?}");
    }
}

#[test]
fn a_paused_source_is_not_fetched() {
    let mut paused = source();
    paused.state = SourceState::Paused;
    assert_eq!(
        planned(&paused, means(12.0, 1), &Outcome::Unchanged, 0.5),
        Plan::never(Reason::Paused)
    );
}

#[test]
fn an_import_is_spread_and_a_single_source_is_fetched_at_once() {
    let many = means(60_000.0, 5_000);
    assert_eq!(first(1, &many, now(), share(1.0)).at, now());
    assert_eq!(first(0, &many, now(), share(1.0)).at, now());
    assert!(wait(&first(5_000, &many, now(), share(1.0))).0 > 8.0);
    // A million sources are spread over an even interval, not over more than a day.
    let million = means(12e6, 1_000_000);
    assert_eq!(wait(&first(1_000_000, &million, now(), share(1.0))), Minutes(120.0));
}

/// Generates any finite or absurd number, and often a sensible one.
fn any_minutes() -> impl Strategy<Value = Minutes> {
    prop_oneof![any::<f64>(), 0.0..100_000.0, Just(f64::NAN), Just(f64::INFINITY), Just(0.0)]
        .prop_map(Minutes)
}

fn any_hints() -> impl Strategy<Value = Hints> {
    let any_hours = proptest::collection::vec(any::<u8>().prop_map(|hour| hour % 26), 0..26);
    let any_days = proptest::collection::vec(0..9_u8, 0..8);
    (proptest::option::of(any_minutes()), proptest::option::of(any_minutes()), any_hours, any_days)
        .prop_map(|(ttl, max_age, skip_hours, skip_days)| Hints {
            ttl,
            max_age,
            skip_hours,
            skip_days,
            ..Hints::default()
        })
}

fn any_outcome() -> impl Strategy<Value = Outcome> {
    let any_failure =
        (proptest::sample::select(&FailureKind::ALL[..]), proptest::option::of(any::<u64>()));
    prop_oneof![
        Just(Outcome::Unchanged),
        any::<(u32, u32)>().prop_map(|(n_new, n_updated)| Outcome::Changed { n_new, n_updated }),
        any_failure.prop_map(|(kind, retry_after_s)| {
            Outcome::Failed(Failure { retry_after_s, ..Failure::new(kind, "The fetch failed.") })
        }),
    ]
}

prop_compose! {
    fn any_source()(hints in any_hints(), failures in any::<u32>()) -> Source {
        let mut source = source();
        source.hints = hints;
        source.health.failures = failures;
        source
    }
}

proptest! {
    #[test]
    fn every_plan_of_an_active_source_lies_within_bounds(
        source in any_source(),
        outcome in any_outcome(),
        budget in any::<f64>(),
        n_sources in any::<u64>(),
        chance in 0.0..=1.0,
    ) {
        let plan = planned(&source, means(budget, n_sources), &outcome, chance);
        let limits = Limits::default();
        let retry_after = match &outcome {
            Outcome::Failed(failure) => failure.retry_after_s.unwrap_or(0).min(limits.max_retry_after.as_secs()),
            _ => 0,
        };
        let latest = minutes(limits.max_interval).0.max(retry_after as f64 / 60.0);
        prop_assert!(wait(&plan).0 >= 5.0 - 1e-3, "{plan:?}");
        prop_assert!(wait(&plan).0 <= latest + 1e-3, "{plan:?}");
        prop_assert!(plan.at > now() && plan.at <= horizon(&limits, now()));
        let is_ours = matches!(plan.reason, Reason::Offline { .. } | Reason::NotKept { .. });
        prop_assert!(is_ours || wait(&plan).0 >= retry_after as f64 / 60.0 - 1e-3, "{plan:?}");
        prop_assert!(!plan.reason.to_string().is_empty());
    }

    #[test]
    fn plans_never_overflow(
        second in Timestamp::MIN.as_second()..=Timestamp::MAX.as_second(),
        source in any_source(),
        outcome in any_outcome(),
        state in proptest::sample::select(vec![SourceState::Active, SourceState::Paused, SourceState::Gone]),
        lengths in any::<[u64; 4]>(),
        chance in 0.0..=1.0,
    ) {
        let now = Timestamp::from_second(second).unwrap();
        let [min_interval, max_interval, max_retry_after, backoff_step] = lengths.map(std::time::Duration::from_secs);
        let limits = Limits { min_interval, max_interval, max_retry_after, backoff_step, ..Limits::default() };
        let source = Source { state, ..source };
        let situation = Situation { source: &source, means: means(12.0, 1), limits: &limits };
        let plan = plan(&situation, &outcome, now, share(chance));
        prop_assert!(plan.at >= now && plan.at <= Plan::NEVER, "{plan:?}");
        let _ = horizon(&limits, now);
    }

    #[test]
    fn every_failing_source_is_retried_within_a_day(failures in any::<u32>(), chance in 0.0..=1.0, silent in any::<bool>()) {
        let mut failing = source();
        failing.health.failures = failures;
        let kind = if silent { FailureKind::Timeout } else { FailureKind::NotFound };
        let plan = planned(&failing, means(12.0, 1), &Outcome::Failed(Failure::new(kind, "no")), chance);
        prop_assert!(wait(&plan) <= Minutes::DAY, "{plan:?}");
    }
}

proptest! {
    #[test]
    fn no_plan_by_price_violates_a_bound(
        at in prop_oneof![0.0f64..1e5, Just(f64::INFINITY), Just(f64::NAN)], ttl in proptest::option::of(0.0f64..1e5),
        max_age in proptest::option::of(0.0f64..1e5), shortest in proptest::option::of(1.0f64..5e3),
        longest in proptest::option::of(1.0f64..5e3), chance in 0.0f64..=1.0,
    ) {
        let now: Timestamp = "2026-11-16T08:22:00Z".parse().unwrap();
        let url = "https://example.org/feed".parse().unwrap();
        let mut source = Source::new(tidings_model::SourceId(1), tidings_model::SourceKind::Feed, url, now);
        source.hints.ttl = ttl.map(Minutes);
        source.hints.max_age = max_age.map(Minutes);
        let limits = Limits::default();
        let means = SharedBudget { budget: PerDay(12.0), n_sources: 1 };
        let situation = Situation { source: &source, means, limits: &limits };
        let wishes = FetchPreferences { shortest: shortest.map(Minutes), longest: longest.map(Minutes) };
        let gap = Minutes(at);
        let wish = Plan::after(now, gap, Reason::Worth { usually: None, gap, expected: 1.0, price: 5.0 });
        let chance = Share::new(chance).unwrap();
        let plan = plan_wish(&situation, wishes, wish, &Outcome::Unchanged, now, chance);
        let wait = crate::plan::between(now, plan.at).0;
        let (least, most) = (minutes(limits.min_interval).0, minutes(limits.max_interval).0);
        let hinted = [ttl, max_age].into_iter().flatten().fold(0.0, f64::max).min(most);
        let floor = least.max(hinted).max(shortest.unwrap_or(0.0));
        prop_assert!(wait >= floor - 0.001, "{wait} {floor} {plan:?}");
        prop_assert!(wait <= most.max(shortest.unwrap_or(0.0)) + 0.001, "{wait} {plan:?}");
    }
}

#[test]
fn an_even_interval_needs_a_budget() {
    for (budget, n_sources, expected) in [
        (3_600.0, 300, 120.0),
        (1.0, 1, 1440.0),
        (12.0, 0, 120.0),
        (0.0, 300, f64::INFINITY),
        (-5.0, 300, f64::INFINITY),
        (f64::NAN, 300, f64::INFINITY),
    ] {
        assert_eq!(
            means(budget, n_sources).even_interval(),
            Minutes(expected),
            "{budget} {n_sources}"
        );
    }
    assert_eq!(usual_budget(0), PerDay(0.0));
    assert_eq!(usual_budget(5), PerDay(60.0));
}

#[test]
fn waiting_sources_are_spread_at_ten_per_second() {
    let many = means(12_000.0, 1_000);
    for (n, chance, seconds) in [
        (0, 1.0, 0),
        (1, 1.0, 0),
        (2, 1.0, 0),
        (11, 1.0, 1),
        (601, 1.0, 60),
        (601, 0.5, 30),
        (601, 0.0, 0),
    ] {
        let spread = spread(n, &many, now(), share(chance));
        assert_eq!(spread.as_second() - now().as_second(), seconds, "{n} {chance}");
    }
    assert_eq!(first(601, &many, now(), share(0.5)).reason, Reason::First);
}

#[test]
fn overdue_sources_are_spread_over_a_quarter_of_an_interval() {
    let hourly = means(24.0 * 300.0, 300);
    for (n, means, expected) in [
        (0, hourly, 0.0),
        (32, hourly, 0.0),
        (33, hourly, 15.0),
        (300, hourly, 15.0),
        (300, means(3_600.0, 300), 30.0),
        (300, means(1_200.0, 300), 30.0),
        // At ten per second it takes longer than that.
        (30_000, hourly, 50.0),
        // But never longer than an interval.
        (1_000_000, hourly, 60.0),
        (33, means(0.0, 300), 30.0),
    ] {
        assert_eq!(spread_over(n, &means), Minutes(expected), "{n} {means:?}");
    }
}

#[test]
fn a_source_is_put_off_a_day_or_two_at_most() {
    let limits = Limits::default();
    let at_most = |budget| put_off_at_most(&means(budget, 100), &limits).0;
    // A budget of exactly one fetch per source and day suffices.
    assert!((at_most(100.0) - 2880.0).abs() < 1e-9);
    assert!((at_most(99.9) - 1440.0).abs() < 1e-9);
    assert!((at_most(0.0) - 1440.0).abs() < 1e-9);
}

#[test]
fn the_horizon_is_the_longest_time_that_limits_allow() {
    let days = |change: fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        (horizon(&limits, now()).as_second() - now().as_second()) as f64 / 86_400.0
    };
    assert!((days(|_| ()) - 8.0).abs() < 1e-6);
    assert!((days(|limits| limits.max_interval *= 9) - 9.0).abs() < 1e-6);
    assert!((days(|limits| limits.max_retry_after *= 2) - 14.0).abs() < 1e-6);
    assert!(
        (days(|limits| limits.min_interval = std::time::Duration::from_secs(5 * 86_400)) - 10.0)
            .abs()
            < 1e-6
    );
}

#[test]
fn jitter_is_smaller_near_a_bound() {
    let limits = Limits::default();
    let strayed = |budget: f64| {
        [0.0, 1.0]
            .map(|chance| wait(&even_share(&means(budget, 1), &limits, now(), share(chance))).0)
    };
    let check = |budget: f64, expected: [f64; 2]| {
        let found = strayed(budget);
        assert!(
            (found[0] - expected[0]).abs() < 1e-3 && (found[1] - expected[1]).abs() < 1e-3,
            "{found:?}"
        );
    };
    check(12.0, [108.0, 132.0]);
    // An interval of 5.2 minutes, which is 0.2 above the shortest.
    check(1440.0 / 5.2, [5.0, 5.4]);
    // An interval of 1,400 minutes, which is 40 below the longest.
    check(1440.0 / 1400.0, [1360.0, 1440.0]);
    check(288.0, [5.0, 5.0]);
    check(1.0, [1440.0, 1440.0]);
}

#[test]
fn an_even_share_reports_the_bound_it_meets() {
    let limits = Limits::default();
    let reason = |budget: f64| even_share(&means(budget, 1), &limits, now(), share(0.5)).reason;
    assert_eq!(reason(288.0), Reason::Share { every: Minutes(5.0) });
    assert_eq!(reason(289.0), Reason::OftenEnough { every: Minutes(5.0) });
    assert_eq!(reason(1.0), Reason::Share { every: Minutes(1440.0) });
    assert_eq!(reason(0.9), Reason::Unaffordable { every: Minutes(1440.0), budget: PerDay(0.9) });
}

/// Returns a plan by price for two hours from now, under these preferences.
fn wished(wishes: FetchPreferences, outcome: &Outcome, source: &Source) -> Plan {
    let limits = Limits::default();
    let situation = Situation { source, means: means(12.0, 1), limits: &limits };
    let gap = Minutes(120.0);
    let wish =
        Plan::after(now(), gap, Reason::Worth { usually: None, gap, expected: 1.0, price: 1.0 });
    plan_wish(&situation, wishes, wish, outcome, now(), share(0.5))
}

#[test]
fn preferences_move_a_plan_only_if_they_differ() {
    let every = |minutes| Some(Minutes(minutes));
    let with = |shortest, longest| {
        let plan = wished(FetchPreferences { shortest, longest }, &Outcome::Unchanged, &source());
        (wait(&plan).0, plan.reason)
    };
    assert!(matches!(with(None, None), (120.0, Reason::Worth { .. })));
    assert_eq!(with(None, every(60.0)), (60.0, Reason::WishedOften { every: Minutes(60.0) }));
    assert!(matches!(with(None, every(120.0)), (120.0, Reason::Worth { .. })));
    assert!(matches!(with(None, every(180.0)), (120.0, Reason::Worth { .. })));
    assert_eq!(with(every(180.0), None), (180.0, Reason::WishedSeldom { every: Minutes(180.0) }));
    assert!(matches!(with(every(120.0), None), (120.0, Reason::Worth { .. })));
    assert_eq!(
        with(every(180.0), every(60.0)),
        (180.0, Reason::WishedSeldom { every: Minutes(180.0) })
    );
    // Politeness takes precedence over preferences.
    assert_eq!(with(None, every(1.0)), (5.0, Reason::OftenEnough { every: Minutes(5.0) }));
}

#[test]
fn preferences_apply_to_the_even_share_while_the_source_responds() {
    let limits = Limits::default();
    let with = |shortest: Option<f64>, longest: Option<f64>, outcome: &Outcome, source: &Source| {
        let situation = Situation { source, means: means(12.0, 1), limits: &limits };
        let wishes =
            FetchPreferences { shortest: shortest.map(Minutes), longest: longest.map(Minutes) };
        plan_as_wished(&situation, wishes, outcome, now(), share(0.5))
    };
    let changed = Outcome::Changed { n_new: 1, n_updated: 0 };
    for outcome in [&Outcome::Unchanged, &changed] {
        assert_eq!(wait(&with(None, Some(60.0), outcome, &source())), Minutes(60.0));
        assert_eq!(wait(&with(None, Some(120.0), outcome, &source())), Minutes(120.0));
        assert_eq!(
            with(None, Some(120.0), outcome, &source()).reason,
            Reason::Share { every: Minutes(120.0) }
        );
        assert_eq!(wait(&with(Some(121.0), None, outcome, &source())), Minutes(121.0));
        assert_eq!(
            with(Some(120.0), None, outcome, &source()).reason,
            Reason::Share { every: Minutes(120.0) }
        );
    }
    // A failing source is not fetched more often because a user prefers it, but a preference for fewer fetches still
    // holds.
    let failed = Outcome::Failed(tidings_model::Failure::new(FailureKind::Timeout, "Too slow."));
    let failing = with(None, Some(6.0), &failed, &source());
    assert!(wait(&failing).0 >= 20.0, "{failing:?}");
    assert_eq!(wait(&with(Some(700.0), None, &failed, &source())), Minutes(700.0));
    let mut paused = source();
    paused.state = SourceState::Paused;
    assert_eq!(
        with(Some(6.0), Some(6.0), &Outcome::Unchanged, &paused),
        Plan::never(Reason::Paused)
    );
    assert_eq!(
        wished(FetchPreferences::default(), &Outcome::Unchanged, &paused),
        Plan::never(Reason::Paused)
    );
}

#[test]
fn failures_that_are_not_the_sources_fault_wait_one_to_two_intervals() {
    let limits = Limits::default();
    for (chance, expected) in [(0.0, 5.0), (0.5, 7.5), (1.0, 10.0)] {
        assert_eq!(soon(&limits, share(chance)), Minutes(expected));
    }
}
