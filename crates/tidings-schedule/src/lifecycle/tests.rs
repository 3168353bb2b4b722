//! Tests of the life cycle of sources: failing, moving, disappearing, coming back.

use super::*;
use proptest::prelude::*;
use tidings_model::{Fingerprint, SourceId, SourceKind};

const HOUR: f64 = 60.0;
const DAY: f64 = 1440.0;

/// Returns the instant this many minutes after the start, or before it.
fn at(minutes: f64) -> Timestamp {
    crate::plan::later("2020-11-15T12:00:00Z".parse().unwrap(), Minutes(1e6 + minutes))
}

fn source(url: &str) -> Source {
    Source::new(SourceId(1), SourceKind::Feed, url.parse().unwrap(), at(0.0))
}

/// How a response was reached: directly (or by redirects that are not all permanent), or by a permanent redirect.
const DIRECT: Option<&str> = None;

fn document(n_known: usize) -> ServerAnswer {
    ServerAnswer::Document { n_known }
}

/// Applies a response to a source.
fn answer(source: &mut Source, moved_to: Option<&str>, said: ServerAnswer, minutes: f64) {
    let moved_to = moved_to.map(|url| url.parse().unwrap());
    let validators = Validators::default();
    let answer = FetchResult::Answer { moved_to: moved_to.as_ref(), said, validators: &validators };
    after(source, &answer, at(minutes)).settle(source);
}

/// Applies a failure to a source.
fn fail(source: &mut Source, kind: FailureKind, minutes: f64) {
    after(source, &FetchResult::Failure(&Failure::new(kind, "The fetch failed.")), at(minutes))
        .settle(source);
}

#[test]
fn failures_are_counted_until_a_success() {
    let mut source = source("https://example.org/feed");
    for hour in 0..50 {
        fail(&mut source, FailureKind::Status, f64::from(hour) * HOUR);
    }
    assert_eq!((source.health.failures, source.health.failing_since), (50, Some(at(0.0))));
    assert_eq!(source.state, SourceState::Active);
    answer(&mut source, DIRECT, document(0), 100.0 * HOUR);
    let expected = Health {
        last_success: Some(at(100.0 * HOUR)),
        last_fetch: Some(at(100.0 * HOUR)),
        last_unconditional: Some(at(100.0 * HOUR)),
        ..Health::default()
    };
    assert_eq!(source.health, expected);
}

#[test]
fn our_own_failures_count_against_no_source() {
    let mut source = source("https://example.org/feed");
    fail(&mut source, FailureKind::Offline, 1.0);
    assert_eq!(source.health, Health::default());
    fail(&mut source, FailureKind::Store, 2.0);
    assert_eq!(source.health, Health { last_fetch: Some(at(2.0)), ..Health::default() });
}

#[test]
fn a_permanent_move_is_adopted_after_a_week() {
    let mut source = source("https://old.org/feed");
    let moved_to = Some("https://new.org/feed");
    for day in 0..7 {
        answer(&mut source, moved_to, document(3), f64::from(day) * DAY);
        assert_eq!(source.url.as_str(), "https://old.org/feed");
    }
    assert_eq!(source.move_seen.as_ref().unwrap().sightings, 7);
    answer(&mut source, moved_to, document(3), 7.0 * DAY);
    assert_eq!((source.url.as_str(), source.host.as_str()), ("https://new.org/feed", "new.org"));
    assert_eq!(source.move_seen, None);
}

#[test]
fn neither_a_week_nor_sightings_alone_move_a_source() {
    let mut seldom = source("https://old.org/feed");
    let moved_to = Some("https://new.org/feed");
    answer(&mut seldom, moved_to, document(3), 0.0);
    answer(&mut seldom, moved_to, document(3), 30.0 * DAY);
    assert_eq!(seldom.url.as_str(), "https://old.org/feed");
    let mut often = source("https://old.org/feed");
    for hour in 0..24 {
        answer(&mut often, moved_to, document(3), f64::from(hour) * HOUR);
    }
    assert_eq!(often.url.as_str(), "https://old.org/feed");
}

#[test]
fn a_hijacked_address_is_never_adopted() {
    let mut source = source("https://old.org/feed");
    let moved_to = Some("https://squatter.example/feed");
    for day in 0..60 {
        let said = if day % 2 == 0 { document(0) } else { ServerAnswer::NotModified };
        answer(&mut source, moved_to, said, f64::from(day) * DAY);
    }
    assert_eq!(source.url.as_str(), "https://old.org/feed");
    assert_eq!(
        source.move_seen.as_ref().unwrap().sightings,
        60,
        "the user is shown it and can decide"
    );
}

#[test]
fn temporary_mixed_and_flapping_redirects_never_move_a_source() {
    let (new, other) = (Some("https://new.org/feed"), Some("https://other.org/feed"));
    for way in [vec![DIRECT], vec![new, DIRECT], vec![new, new, new, DIRECT], vec![new, other]] {
        let mut source = source("https://old.org/feed");
        for day in 0..60 {
            answer(&mut source, way[day % way.len()], document(9), day as f64 * DAY);
        }
        assert_eq!(source.url.as_str(), "https://old.org/feed", "{way:?}");
    }
}

#[test]
fn failures_in_between_do_not_reset_a_move() {
    let mut source = source("https://old.org/feed");
    let moved_to = Some("https://new.org/feed");
    answer(&mut source, moved_to, document(1), 0.0);
    answer(&mut source, moved_to, document(1), 3.0 * DAY);
    fail(&mut source, FailureKind::Timeout, 5.0 * DAY);
    answer(&mut source, moved_to, document(1), 8.0 * DAY);
    assert_eq!(source.url.as_str(), "https://new.org/feed");
}

#[test]
fn the_same_address_over_tls_is_adopted_at_once() {
    let check = |from: &str, to: &str, is_adopted: bool| {
        let mut source = source(from);
        answer(&mut source, Some(to), ServerAnswer::NotModified, 0.0);
        assert_eq!(source.url.as_str() == to, is_adopted, "{from} -> {to}");
    };
    check("http://example.org/feed?a=1", "https://example.org/feed?a=1", true);
    check("http://example.org/feed", "https://www.example.org/feed", false);
    check("http://example.org/feed", "https://example.org/", false);
    check("http://example.org/feed?a=1", "https://example.org/feed?a=2", false);
    check("http://example.org:8080/feed", "https://example.org:8443/feed", false);
    check("http://example.org/feed", "https://user@example.org/feed", false);
    check("https://example.org/feed", "http://example.org/feed", false);
}

#[test]
fn a_source_is_gone_after_two_410s_an_hour_apart() {
    let mut source = source("https://example.org/feed");
    fail(&mut source, FailureKind::Gone, 0.0);
    fail(&mut source, FailureKind::Gone, 10.0);
    assert_eq!(source.state, SourceState::Active, "the second 410 came too soon");
    fail(&mut source, FailureKind::Gone, 60.0);
    assert_eq!(source.state, SourceState::Gone);
    fail(&mut source, FailureKind::Dns, 7.0 * DAY);
    assert_eq!((source.state, source.health.gone_since), (SourceState::Gone, Some(at(0.0))));
    answer(&mut source, DIRECT, document(0), 14.0 * DAY);
    assert_eq!(
        (source.state, source.health.gones, source.health.gone_since),
        (SourceState::Active, 0, None)
    );
}

#[test]
fn a_single_410_is_ignored() {
    let mut source = source("https://example.org/feed");
    fail(&mut source, FailureKind::Gone, 0.0);
    fail(&mut source, FailureKind::Status, 2.0 * HOUR);
    fail(&mut source, FailureKind::Gone, 4.0 * HOUR);
    assert_eq!((source.state, source.health.gones), (SourceState::Active, 1));
}

#[test]
fn gone_sources_are_fetched_four_more_weeks_and_then_never() {
    for chance in [0.0, 0.37, 1.0] {
        let chance = Share::new(chance).unwrap();
        let mut source = source("https://example.org/feed");
        fail(&mut source, FailureKind::Gone, 0.0);
        fail(&mut source, FailureKind::Gone, 12.0 * HOUR);
        let mut tries = Vec::new();
        let mut plan = plan_while_gone(&source, at(12.0 * HOUR), chance);
        while plan.at != Plan::NEVER {
            tries.push(between(at(0.0), plan.at).0 / DAY);
            fail(&mut source, FailureKind::Gone, between(at(0.0), plan.at).0);
            plan = plan_while_gone(&source, plan.at, chance);
        }
        assert_eq!(plan.reason, Reason::GoneForGood);
        assert_eq!(tries.len(), 4, "{tries:?}");
        assert!((26.0..31.0).contains(tries.last().unwrap()), "{tries:?}");
    }
}

#[test]
fn not_found_is_not_gone() {
    let mut source = source("https://example.org/feed");
    for day in 0..400 {
        fail(&mut source, FailureKind::NotFound, f64::from(day) * DAY);
    }
    assert_eq!(source.state, SourceState::Active);
}

#[test]
fn a_paused_source_stays_paused() {
    let mut source = source("https://example.org/feed");
    source.state = SourceState::Paused;
    answer(&mut source, DIRECT, document(0), 0.0);
    fail(&mut source, FailureKind::Gone, 1.0 * HOUR);
    fail(&mut source, FailureKind::Gone, 9.0 * HOUR);
    assert_eq!(source.state, SourceState::Paused);
}

#[test]
fn validators_come_from_usable_responses() {
    let mut source = source("https://example.org/feed");
    let tag = |etag: &str, body| Validators { etag: Some(etag.into()), last_modified: None, body };
    let first = tag("\"1\"", Some(Fingerprint(1)));
    after(
        &source,
        &FetchResult::Answer { moved_to: None, said: document(0), validators: &first },
        at(0.0),
    )
    .settle(&mut source);
    assert_eq!(source.validators, first);
    fail(&mut source, FailureKind::NotAFeed, 1.0);
    assert_eq!(source.validators, first, "validators of an error page are not kept");
    let newer = tag("\"2\"", None);
    let not_modified =
        FetchResult::Answer { moved_to: None, said: ServerAnswer::NotModified, validators: &newer };
    after(&source, &not_modified, at(2.0)).settle(&mut source);
    assert_eq!(
        source.validators,
        tag("\"2\"", Some(Fingerprint(1))),
        "the newest tag, and the body we have"
    );
    answer(&mut source, DIRECT, document(0), 3.0);
    assert_eq!(
        source.validators,
        Validators::default(),
        "a response without validators removes the old ones"
    );
}

#[test]
fn a_whole_document_is_fetched_once_a_week() {
    let mut source = source("https://example.org/feed");
    let validators = Validators { etag: Some("\"1\"".into()), ..Validators::default() };
    let mut n_whole = 0;
    for hour in 0..24 * 28 {
        let now = at(f64::from(hour) * HOUR);
        let said = if may_ask_conditionally(&source, 0.0, now) {
            ServerAnswer::NotModified
        } else {
            document(1)
        };
        n_whole += u32::from(said != ServerAnswer::NotModified);
        after(&source, &FetchResult::Answer { moved_to: None, said, validators: &validators }, now)
            .settle(&mut source);
    }
    assert_eq!(n_whole, 4);
}

#[test]
fn setting_the_clock_back_restarts_series() {
    let mut source = source("https://example.org/feed");
    fail(&mut source, FailureKind::Gone, 1000.0 * DAY);
    fail(&mut source, FailureKind::Gone, 0.0);
    assert_eq!(
        (source.health.failing_since, source.health.gone_since),
        (Some(at(0.0)), Some(at(0.0)))
    );
    source.validators.etag = Some("\"1\"".into());
    source.health.last_unconditional = Some(at(1000.0 * DAY));
    assert!(!may_ask_conditionally(&source, 0.0, at(1.0)));
}

/// Generates a step in the life of a source: what happened, and how many minutes later.
fn any_step() -> impl Strategy<Value = (Option<FailureKind>, Option<&'static str>, i64)> {
    let kinds = proptest::option::of(proptest::sample::select(&FailureKind::ALL[..]));
    let moves = proptest::sample::select(vec![
        DIRECT,
        Some("http://example.org/new"),
        Some("https://example.org/feed"),
    ]);
    (kinds, moves, -2_000..20_000_i64)
}

proptest! {
    #[test]
    fn a_success_always_makes_a_source_healthy(steps in proptest::collection::vec(any_step(), 0..60)) {
        let mut source = source("http://example.org/feed");
        let mut minutes = 0.0;
        for (failure, moved_to, later) in steps {
            minutes += later as f64;
            match failure {
                Some(kind) => fail(&mut source, kind, minutes),
                None => answer(&mut source, moved_to, document(1), minutes),
            }
            prop_assert!(source.state != SourceState::Paused);
            prop_assert!(source.state != SourceState::Gone || source.health.gones >= 2);
            prop_assert!(source.health.failures > 0 || source.health.last_failure.is_none());
        }
        answer(&mut source, DIRECT, ServerAnswer::NotModified, minutes);
        prop_assert_eq!(source.state, SourceState::Active);
        prop_assert_eq!(source.health.failures, 0);
        prop_assert_eq!(source.health.last_success, Some(at(minutes)));
    }
}
