//! Tests of politeness: what servers and feeds may ask of us, and how far we comply.

use super::*;
use crate::policy::SharedBudget;
use tidings_model::units::PerDay;
use tidings_model::{Failure, SourceId, SourceKind};

/// 2026-11-15 was a Sunday.
const NOON: &str = "2026-11-15T12:00:00Z";

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn source() -> Source {
    Source::new(
        SourceId(1),
        SourceKind::Feed,
        "https://example.org/feed".parse().unwrap(),
        at(NOON),
    )
}

/// Returns what becomes of a proposal to fetch again in two hours.
fn bounded(source: &Source, outcome: &Outcome) -> Plan {
    let limits = Limits::default();
    let means = SharedBudget { budget: PerDay(12.0), n_sources: 1 };
    let situation = Situation { source, means, limits: &limits };
    let wish = Plan::after(at(NOON), Minutes(120.0), Reason::Share { every: Minutes(120.0) });
    bound(wish, &situation, outcome, at(NOON), Share::new(0.5).unwrap())
}

fn hinted(hints: Hints) -> Plan {
    bounded(&Source { hints, ..source() }, &Outcome::Unchanged)
}

fn refused(kind: FailureKind, retry_after_s: Option<u64>) -> Outcome {
    Outcome::Failed(Failure { retry_after_s, ..Failure::new(kind, "Not now.") })
}

#[test]
fn freshness_is_honoured_up_to_a_day() {
    let max_age = |minutes| hinted(Hints { max_age: Some(Minutes(minutes)), ..Hints::default() });
    assert_eq!(max_age(10.0).at, at("2026-11-15T14:00:00Z"), "the proposal is later anyway");
    assert_eq!(max_age(300.0).reason, Reason::StillFresh { span: Minutes(300.0) });
    let a_year = max_age(365.0 * 1440.0);
    assert_eq!(
        (a_year.at, a_year.reason),
        (at("2026-11-16T12:00:00Z"), Reason::StillFresh { span: Minutes::DAY })
    );
    for silly in [0.0, -5.0, f64::NAN] {
        assert_eq!(max_age(silly).at, at("2026-11-15T14:00:00Z"));
    }
    assert_eq!(max_age(f64::INFINITY).at, at("2026-11-16T12:00:00Z"));
}

#[test]
fn the_longer_of_two_intervals_decides() {
    let both = hinted(Hints {
        ttl: Some(Minutes(240.0)),
        max_age: Some(Minutes(180.0)),
        ..Hints::default()
    });
    assert_eq!(
        (both.at, both.reason),
        (at("2026-11-15T16:00:00Z"), Reason::FeedWish { every: Minutes(240.0) })
    );
}

#[test]
fn quiet_hours_and_days_are_avoided() {
    let hours = hinted(Hints { skip_hours: vec![13, 14, 15], ..Hints::default() });
    assert_eq!((hours.at, hours.reason), (at("2026-11-15T16:00:00Z"), Reason::QuietTime));
    let sunday = hinted(Hints { skip_days: vec![6], ..Hints::default() });
    assert_eq!((sunday.at, sunday.reason), (at("2026-11-16T00:00:00Z"), Reason::QuietTime));
    let elsewhere =
        hinted(Hints { skip_hours: vec![3, 4], skip_days: vec![2], ..Hints::default() });
    assert_eq!(elsewhere.at, at("2026-11-15T14:00:00Z"));
}

#[test]
fn sources_that_declare_every_hour_quiet_are_fetched_anyway() {
    let hours = hinted(Hints { skip_hours: (0..24).collect(), ..Hints::default() });
    let days = hinted(Hints { skip_days: (0..7).collect(), ..Hints::default() });
    let weekend_and_monday = hinted(Hints { skip_days: vec![5, 6, 0], ..Hints::default() });
    for plan in [hours, days, weekend_and_monday] {
        assert_eq!(plan.at, at("2026-11-15T14:00:00Z"), "{plan:?}");
    }
}

#[test]
fn moving_the_hour_keeps_the_minute() {
    let wish = Plan { at: at("2026-11-15T14:25:30Z"), reason: Reason::First };
    let hints = Hints { skip_hours: vec![14], ..Hints::default() };
    let moved = outside_quiet_time(wish, &hints, &Limits::default(), at(NOON));
    assert_eq!(moved.at, at("2026-11-15T15:25:30Z"));
}

#[test]
fn retry_after_is_honoured_up_to_a_week() {
    let waits = |seconds| bounded(&source(), &refused(FailureKind::RateLimited, Some(seconds)));
    let short = waits(60);
    assert_eq!(short.at, at("2026-11-15T14:00:00Z"), "our own interval is longer");
    let hours = waits(6 * 3600);
    assert_eq!(
        (hours.at, hours.reason),
        (at("2026-11-15T18:00:00Z"), Reason::Patience { wait: Minutes(360.0) })
    );
    assert_eq!(waits(u64::MAX).at, at("2026-11-22T12:00:00Z"));
}

#[test]
fn consecutive_failures_double_the_wait() {
    let waits = |failures: u32| {
        let mut failing = source();
        failing.health.failures = failures;
        between(at(NOON), bounded(&failing, &refused(FailureKind::Status, None)).at).to_ms()
            / 60_000
    };
    assert_eq!([1, 2, 3, 4, 5, 6, 7, 50].map(waits), [120, 120, 120, 240, 480, 960, 1200, 1200]);
}

#[test]
fn back_off_lies_between_the_first_step_and_the_longest_interval() {
    let limits = Limits::default();
    for failures in 1..70 {
        for chance in [0.0, 0.5, 1.0] {
            let wait = backoff(failures, &limits, Share::new(chance).unwrap());
            assert!(
                wait >= minutes(limits.backoff_step) && wait <= minutes(limits.max_interval),
                "{failures} {wait:?}"
            );
        }
    }
}

#[test]
fn months_of_failures_cost_few_requests_and_recovery_is_noticed_within_a_day() {
    let limits = Limits::default();
    let chance = Share::new(0.5).unwrap();
    let (mut day, mut requests) = (0.0, 0);
    while day < 90.0 {
        requests += 1;
        day += backoff(requests, &limits, chance).0 / 1440.0;
    }
    assert!(requests < 150, "{requests}");
}

#[test]
fn a_hundred_clicks_cause_one_fetch() {
    let mut asked = source();
    let limits = Limits::default();
    let mut n_fetches = 0;
    for second in 0..100 {
        let now = later(at(NOON), Minutes(f64::from(second) / 60.0));
        if may_look_now(&asked, &limits, now).is_ok() {
            n_fetches += 1;
            asked.health.last_fetch = Some(now);
        }
    }
    assert_eq!(n_fetches, 1);
    assert!(may_look_now(&asked, &limits, at("2026-11-15T12:06:00Z")).is_ok());
    assert!(
        may_look_now(&asked, &limits, at("2025-11-15T12:00:00Z")).is_ok(),
        "the clock was set back"
    );
}

#[test]
fn users_cannot_override_a_server_that_asked_us_to_wait() {
    let mut limited = source();
    limited.health.failures = 1;
    limited.health.last_failure = Some((FailureKind::RateLimited, "Too many requests.".into()));
    limited.health.last_fetch = Some(at("2026-11-15T06:00:00Z"));
    limited.next_at = at("2026-11-15T15:00:00Z");
    assert_eq!(
        may_look_now(&limited, &Limits::default(), at(NOON)),
        Err(Reason::Patience { wait: Minutes(180.0) })
    );
    assert_eq!(may_look_now(&limited, &Limits::default(), at("2026-11-15T15:00:00Z")), Ok(()));
}

#[test]
fn requested_intervals_are_honoured_up_to_the_longest_interval() {
    let limits = Limits::default();
    for (wish, expected) in [
        (1.0, Some(1.0)),
        (0.0, None),
        (-1.0, None),
        (f64::NAN, None),
        (1440.0, Some(1440.0)),
        (9999.0, Some(1440.0)),
        (f64::INFINITY, Some(1440.0)),
    ] {
        assert_eq!(believed(Minutes(wish), &limits), expected.map(Minutes), "{wish}");
    }
    let least = |ttl: Option<f64>, max_age: Option<f64>| {
        let hints =
            Hints { ttl: ttl.map(Minutes), max_age: max_age.map(Minutes), ..Hints::default() };
        shortest(&hints, &limits)
    };
    assert_eq!(least(None, None), Minutes(5.0));
    assert_eq!(least(Some(3.0), Some(4.0)), Minutes(5.0));
    assert_eq!(least(Some(30.0), Some(40.0)), Minutes(40.0));
    assert_eq!(least(Some(50.0), None), Minutes(50.0));
    assert_eq!(least(Some(-50.0), Some(1e9)), Minutes(1440.0));
}

#[test]
fn requested_fetches_respect_the_shortest_interval_to_the_second() {
    let limits = Limits::default();
    let mut looked = source();
    looked.health.last_fetch = Some(at("2026-11-15T12:00:00Z"));
    let now = |time: &str| may_look_now(&looked, &limits, at(&format!("2026-11-15T{time}Z")));
    assert_eq!(now("12:00:00"), Err(Reason::JustLooked { wait: Minutes(5.0) }));
    assert_eq!(now("12:04:30"), Err(Reason::JustLooked { wait: Minutes(0.5) }));
    assert_eq!(now("12:05:00"), Ok(()));
    assert_eq!(now("11:59:59"), Ok(()), "the clock was set back");
    looked.state = SourceState::Paused;
    assert_eq!(may_look_now(&looked, &limits, at("2026-11-15T18:00:00Z")), Err(Reason::Paused));
}

#[test]
fn waiting_ends_when_the_source_responded_or_its_time_has_come() {
    let limits = Limits::default();
    let mut limited = source();
    limited.next_at = at("2026-11-15T15:00:00Z");
    limited.health.last_failure = Some((FailureKind::RateLimited, "Slowly.".to_owned()));
    limited.health.failures = 1;
    let noon = at("2026-11-15T12:00:00Z");
    assert_eq!(
        may_look_now(&limited, &limits, noon),
        Err(Reason::Patience { wait: Minutes(180.0) })
    );
    let answered = Source {
        health: tidings_model::source::Health { failures: 0, ..limited.health.clone() },
        ..limited.clone()
    };
    assert_eq!(may_look_now(&answered, &limits, noon), Ok(()));
    let mut broken = limited.clone();
    broken.health.last_failure = Some((FailureKind::Status, "Broken.".to_owned()));
    assert_eq!(may_look_now(&broken, &limits, noon), Ok(()));
}

#[test]
fn back_off_doubles_and_has_a_jitter_of_a_fifth() {
    let limits = Limits::default();
    for (failures, chance, expected) in [
        (0, 0.5, 15.0),
        (1, 0.5, 30.0),
        (2, 0.0, 48.0),
        (2, 1.0, 72.0),
        (6, 0.5, 960.0),
        (7, 0.5, 1200.0),
        (7, 1.0, 1440.0),
        (u32::MAX, 0.0, 960.0),
    ] {
        let found = backoff(failures, &limits, Share::new(chance).unwrap()).0;
        assert!((found - expected).abs() < 1e-9, "{failures} {chance}: {found}");
    }
}

#[test]
fn bounds_hold_to_the_millisecond() {
    let (now, limits) = (at("2026-11-15T12:00:00Z"), Limits::default());
    let bound = |ms: i64| {
        let wish = Plan {
            at: Timestamp::from_millisecond(now.as_millisecond() + ms).unwrap(),
            reason: Reason::ByHand,
        };
        within_intervals(wish, &limits, now).reason
    };
    assert_eq!(bound(300_000), Reason::ByHand);
    assert_eq!(bound(299_999), Reason::OftenEnough { every: Minutes(5.0) });
    assert_eq!(bound(86_400_000), Reason::ByHand);
    assert_eq!(bound(86_400_001), Reason::LongEnough { every: Minutes(1440.0) });
}

#[test]
fn a_410_is_retried_after_an_hour_at_least() {
    let mut gone = source();
    gone.health.failures = 1;
    let plan = |kind| {
        let wish = Plan::after(at("2026-11-15T12:00:00Z"), Minutes(5.0), Reason::ByHand);
        backed_off(
            wish,
            &gone,
            &refused(kind, None),
            &Limits::default(),
            at("2026-11-15T12:00:00Z"),
            Share::new(0.5).unwrap(),
        )
    };
    assert_eq!(plan(FailureKind::Gone).at, at("2026-11-15T13:00:00Z"));
    assert_eq!(plan(FailureKind::NotFound).at, at("2026-11-15T12:30:00Z"));
    assert_eq!(
        plan(FailureKind::NotFound).reason,
        Reason::Failing { times: 1, wait: Minutes(30.0) }
    );
}
