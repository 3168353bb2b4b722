//! Tests of hubs that announce everything, hubs that fall silent and hubs that lie.

use super::*;
use proptest::prelude::*;
use tidings_model::{SourceId, SourceKind};

fn at(minute: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + 60 * minute).unwrap()
}

/// Returns a hub that has been announcing articles for a long time.
fn telling() -> HubRecord {
    HubRecord { since: Some(at(-1000)), lease_until: Some(at(100_000)), ..HubRecord::default() }
}

fn look(n_new: u32, n_shown: u32, last: i64) -> HubEvidence {
    HubEvidence { n_new, n_shown, n_unshown: 0, last_look: Some(at(last)) }
}

#[test]
fn a_hub_that_sends_what_the_source_shows_is_trusted() {
    let pinged = after_ping(telling(), at(10));
    assert!(!is_believed(&pinged, at(10)), "it may have sent anything");
    let looked = after_look(pinged, look(0, 1, 0), at(15));
    assert!(is_believed(&looked, at(15)));
    assert!(is_believed(&after_look(looked, look(0, 0, 15), at(500)), at(500)), "nothing was new");
    assert!(!is_believed(&looked, at(100_000)), "the lease is over");
}

#[test]
fn a_notification_without_articles_is_proved_by_what_is_found() {
    let pinged = after_ping(telling(), at(10));
    assert!(is_believed(&after_look(pinged, look(2, 0, 0), at(11)), at(11)));
    assert!(!is_believed(&after_look(pinged, look(0, 0, 0), at(11)), at(11)), "a false alarm");
}

#[test]
fn a_hub_that_was_silent_has_to_prove_itself_for_longer() {
    let good = HubRecord { n_proofs: 9, last_ping: Some(at(10)), ..telling() };
    let doubted = after_look(good, look(1, 0, 400), at(800));
    assert!(!is_believed(&doubted, at(800)), "this article was not announced");
    let mut deaf = after_look(doubted, look(0, 0, 800), at(1000));
    assert_eq!((deaf.n_doubts, deaf.n_proofs, deaf.doubt_at), (1, 0, None));
    for n in 0..2 {
        deaf = after_ping(deaf, at(1100 + 10 * n));
        deaf = after_look(deaf, look(0, 1, 1090 + 10 * n), at(1101 + 10 * n));
        assert!(!is_believed(&deaf, at(1102 + 10 * n)), "{n}");
    }
    deaf = after_look(after_ping(deaf, at(1200)), look(0, 1, 1190), at(1201));
    assert!(is_believed(&deaf, at(1201)));
}

#[test]
fn a_late_notification_is_no_miss() {
    let good = HubRecord { n_proofs: 1, ..telling() };
    let doubted = after_look(good, look(1, 0, 0), at(100));
    let late = after_ping(doubted, at(114));
    assert!(is_believed(&late, at(114)));
    let too_late = after_ping(doubted, at(115));
    assert!(!is_believed(&too_late, at(115)));
}

#[test]
fn articles_from_before_the_lease_do_not_count_against_a_hub() {
    let fresh = HubRecord { since: Some(at(50)), n_proofs: 1, ..telling() };
    assert_eq!(after_look(fresh, look(3, 0, 0), at(60)).doubt_at, None);
    assert_eq!(after_look(fresh, look(3, 0, 55), at(60)).doubt_at, Some(at(60)));
}

#[test]
fn a_hub_that_sends_only_some_articles_is_doubted() {
    let good = HubRecord { n_proofs: 3, last_ping: Some(at(10)), ..telling() };
    assert_eq!(after_look(good, look(1, 1, 0), at(20)).doubt_at, None, "it may still arrive");
    assert_eq!(after_look(good, look(1, 1, 0), at(200)).doubt_at, Some(at(200)));
}

#[test]
fn a_hub_that_sends_what_the_source_does_not_show_becomes_a_hint() {
    let found = HubEvidence { n_unshown: 1, ..look(0, 0, 0) };
    assert!(after_look(telling(), found, at(10)).is_hint);
}

#[test]
fn topics_belong_to_the_feeds_site() {
    let url: Url = "https://news.example.org/feed".parse().unwrap();
    let mut source = Source::new(SourceId(1), SourceKind::Feed, url, at(0));
    source.hints.hubs = vec!["https://hub.example/".parse().unwrap()];
    let mut topic = |own: &str| {
        source.hints.self_url = own.parse().ok();
        offers(&source)[0].topic.to_string()
    };
    assert_eq!(topic("http://example.org/feed.xml#a"), "http://example.org/feed.xml");
    for bad in ["https://victim.example/feed", "https://a:b@example.org/", "nonsense"] {
        assert_eq!(topic(bad), "https://news.example.org/feed", "{bad}");
    }
    source.url.set_query(Some("auth=secret"));
    source.hints.self_url = None;
    source.hints.cloud = Some("http://cloud.example/".parse().unwrap());
    assert_eq!(offers(&source), [], "the query may be a secret");
    source.hints.self_url = Some("https://example.org/feed?channel=7".parse().unwrap());
    assert_eq!(offers(&source)[0].topic.query(), Some("channel=7"), "the feed gave it itself");
    source.url.set_query(None);
    source.hints.hubs =
        (0..1000).map(|n| format!("http://h{n}.example/").parse().unwrap()).collect();
    source.hints.cloud = Some("http://cloud.example/".parse().unwrap());
    let offers = offers(&source);
    assert_eq!(offers.len(), 4, "three hubs and the cloud");
    assert_eq!(offers[3].way, PushMethod::Cloud);
}

proptest! {
    #[test]
    fn no_lease_makes_us_renew_often(lease in any::<f64>(), draw in 0.0..=1.0f64) {
        let chance = Share::new(draw).unwrap();
        prop_assert!(renew_at(Minutes(lease), at(0), chance) >= at(60));
        prop_assert!(lease_until(Minutes(lease), at(0)) <= at(30 * 1440));
    }

    #[test]
    fn a_stretched_plan_is_later_and_within_a_day(gap in 0.0..3000.0f64, wish in proptest::option::of(5.0..3000.0f64)) {
        let limits = Limits::default();
        let planned = later(at(0), Minutes(gap));
        let slow = leave_alone(planned, wish.map(Minutes), &Outcome::Unchanged, &limits, at(0));
        let slow = slow.map_or(planned, |plan| plan.at);
        prop_assert!(slow >= planned);
        prop_assert!(slow <= at(1440).max(planned));
        if let Some(wish) = wish {
            prop_assert!(slow <= later(at(0), Minutes(wish)).max(planned));
        }
    }

    #[test]
    fn announcements_never_cause_impolite_fetches(last in -10_000..0i64, wish in proptest::option::of(0.0..3000.0f64)) {
        let url = "https://example.org/feed".parse().unwrap();
        let mut source = Source::new(SourceId(1), SourceKind::Feed, url, at(0));
        source.health.last_fetch = Some(at(last));
        let limits = Limits::default();
        let called = called(&source, wish.map(Minutes), &limits, at(0)).unwrap();
        prop_assert!(called >= at(0) && called >= later(at(last), minutes(limits.min_interval)));
        prop_assert!(called >= later(at(last), Minutes(wish.unwrap_or(0.0))));
    }
}

fn feed(url: &str) -> Source {
    Source::new(SourceId(1), SourceKind::Feed, url.parse().unwrap(), at(0))
}

#[test]
fn leases_are_renewed_before_they_end() {
    let minutes = |lease: f64, chance: f64| {
        let at_last = renew_at(Minutes(lease), at(0), Share::new(chance).unwrap());
        between(at(0), at_last).0
    };
    for (lease, chance, expected) in [
        (1000.0, 0.0, 750.0),
        (1000.0, 1.0, 850.0),
        (80.0, 0.0, 60.0),
        (60.0, 1.0, 60.0),
        (0.0, 0.5, 60.0),
        (-9.0, 0.5, 60.0),
    ] {
        assert!((minutes(lease, chance) - expected).abs() < 1e-3, "{lease} {chance}");
    }
    for (granted, expected) in
        [(-5.0, 0.0), (0.0, 0.0), (600.0, 600.0), (43_200.0, 43_200.0), (1e9, 43_200.0)]
    {
        assert_eq!(between(at(0), lease_until(Minutes(granted), at(0))), Minutes(expected));
    }
}

#[test]
fn failing_hubs_are_retried_after_doubling_intervals() {
    let minutes = |failures: u32, chance: f64| {
        between(at(0), retry_at(failures, at(0), Share::new(chance).unwrap())).0
    };
    for (failures, chance, expected) in [
        (0, 0.5, 60.0),
        (1, 0.0, 54.0),
        (1, 1.0, 66.0),
        (2, 0.5, 120.0),
        (8, 0.5, 7680.0),
        (9, 0.5, 10_080.0),
        (u32::MAX, 1.0, 11_088.0),
    ] {
        assert!((minutes(failures, chance) - expected).abs() < 1e-3, "{failures} {chance}");
    }
}

#[test]
fn proofs_needed_grow_with_doubts_up_to_a_bound() {
    for (n_doubts, needed) in [(0, 1), (1, 3), (2, 5), (5, 11), (6, 11), (u32::MAX, 11)] {
        let with = |n_proofs| is_believed(&HubRecord { n_proofs, n_doubts, ..telling() }, at(0));
        assert!(!with(needed - 1) && with(needed), "{n_doubts}");
    }
    let proved = HubRecord { n_proofs: 99, ..telling() };
    assert!(!is_believed(&HubRecord { doubt_at: Some(at(-1)), ..proved }, at(0)));
    assert!(!is_believed(&HubRecord { lease_until: None, ..proved }, at(0)));
    assert!(is_telling(&proved, at(99_999)) && !is_telling(&proved, at(100_000)), "the lease ends");
}

#[test]
fn a_hub_without_a_lease_gains_and_loses_nothing() {
    let silent = HubRecord { lease_until: None, last_ping: Some(at(10)), ..telling() };
    let found = HubEvidence { n_unshown: 3, ..look(2, 2, 0) };
    assert_eq!(after_look(silent, found, at(11)), silent);
}

#[test]
fn notifications_count_since_the_last_fetch() {
    let pinged = after_ping(telling(), at(10));
    let proofs = |last: i64| after_look(pinged, look(1, 0, last), at(11)).n_proofs;
    assert_eq!((proofs(9), proofs(10), proofs(11)), (1, 1, 0));
    let first = HubEvidence { last_look: None, ..look(1, 0, 0) };
    assert_eq!(after_look(pinged, first, at(11)).n_proofs, 1, "the first fetch");
}

#[test]
fn a_lease_must_have_begun_by_the_previous_fetch() {
    let began = |since: i64| HubRecord { since: Some(at(since)), ..telling() };
    let doubt = |since: i64| after_look(began(since), look(1, 0, 50), at(60)).doubt_at;
    assert_eq!((doubt(49), doubt(50), doubt(51)), (Some(at(60)), Some(at(60)), None));
    let unknown = HubRecord { since: None, ..telling() };
    assert_eq!(after_look(unknown, look(1, 0, 50), at(60)).doubt_at, None);
    // A doubt keeps its first time.
    let doubted = HubRecord { doubt_at: Some(at(55)), ..began(0) };
    assert_eq!(after_look(doubted, look(1, 0, 50), at(60)).doubt_at, Some(at(55)));
}

#[test]
fn a_hint_need_not_name_every_article() {
    let hint = HubRecord { is_hint: true, last_ping: Some(at(10)), n_proofs: 2, ..telling() };
    let after = after_look(hint, look(1, 1, 0), at(200));
    assert_eq!((after.doubt_at, after.n_proofs), (None, 3));
    let sender = HubRecord { is_hint: false, ..hint };
    assert_eq!(
        after_look(sender, look(1, 1, 0), at(24)).doubt_at,
        None,
        "within a quarter of an hour"
    );
    assert_eq!(after_look(sender, look(1, 1, 0), at(25)).doubt_at, Some(at(25)));
}

#[test]
fn a_doubt_counts_after_a_quarter_of_an_hour() {
    let doubted = HubRecord { doubt_at: Some(at(100)), n_proofs: 7, n_doubts: 5, ..telling() };
    assert_eq!(settled(doubted, at(114)), doubted);
    let counted = settled(doubted, at(115));
    assert_eq!(
        (counted.doubt_at, counted.n_proofs, counted.n_doubts),
        (None, 0, 5),
        "at most five are remembered"
    );
    assert_eq!(settled(HubRecord { n_doubts: 1, ..doubted }, at(115)).n_doubts, 2);
    let pinged = after_ping(doubted, at(110));
    assert_eq!((pinged.doubt_at, pinged.last_ping, pinged.n_proofs), (None, Some(at(110)), 7));
}

#[test]
fn one_in_twenty_of_a_trusted_hubs_messages_is_verified() {
    let believed = HubRecord { n_proofs: 1, ..telling() };
    let checks = |standing: &HubRecord, chance: f64| {
        wants_check(standing, at(0), Share::new(chance).unwrap())
    };
    assert!(checks(&believed, 0.049) && !checks(&believed, 0.05) && !checks(&believed, 1.0));
    assert!(checks(&telling(), 1.0), "nothing is proved yet");
}

#[test]
fn announcements_cause_fetches_while_the_source_is_healthy() {
    let limits = Limits::default();
    let mut source = feed("https://example.org/feed");
    let at_last =
        |source: &Source, wish: Option<f64>| called(source, wish.map(Minutes), &limits, at(0));
    assert_eq!(at_last(&source, None), Some(at(0)), "never fetched");
    source.health.last_fetch = Some(at(-2));
    assert_eq!(at_last(&source, None), Some(at(3)));
    assert_eq!(at_last(&source, Some(1.0)), Some(at(3)));
    assert_eq!(at_last(&source, Some(60.0)), Some(at(58)));
    source.health.last_fetch = Some(at(-500));
    assert_eq!(at_last(&source, Some(60.0)), Some(at(0)));
    for state in [SourceState::Paused, SourceState::Gone] {
        assert_eq!(at_last(&Source { state, ..source.clone() }, None), None);
    }
}

#[test]
fn sources_with_a_trusted_hub_have_four_times_the_interval() {
    let limits = Limits::default();
    let with = |planned: i64, longest: Option<f64>| {
        leave_alone(at(planned), longest.map(Minutes), &Outcome::Unchanged, &limits, at(0))
            .map(|plan| plan.at)
    };
    assert_eq!(with(60, None), Some(at(240)));
    assert_eq!(with(60, Some(100.0)), Some(at(100)));
    assert_eq!(with(60, Some(60.0)), None);
    assert_eq!(with(400, None), Some(at(1440)));
    assert_eq!(with(1440, None), None);
    assert_eq!(with(2000, None), None);
    assert_eq!(with(0, None), None);
    let changed = Outcome::Changed { n_new: 1, n_updated: 0 };
    assert!(leave_alone(at(60), None, &changed, &limits, at(0)).is_some());
    let failed = Outcome::Failed(tidings_model::Failure::new(
        tidings_model::FailureKind::Dns,
        "No address.",
    ));
    assert_eq!(leave_alone(at(60), None, &failed, &limits, at(0)), None);
    assert_eq!(leave_alone(Plan::NEVER, None, &changed, &limits, at(0)), None);
}

#[test]
fn hubs_over_tls_come_first_and_fragments_are_left_out() {
    let mut source = feed("https://example.org/feed#top");
    source.hints.hubs =
        ["http://a.example/", "https://b.example/", "http://c.example/", "https://d.example/"]
            .map(|hub| hub.parse().unwrap())
            .to_vec();
    let offers = offers(&source);
    let hubs: Vec<&str> = offers.iter().map(|offer| offer.hub.as_str()).collect();
    assert_eq!(hubs, ["https://b.example/", "https://d.example/", "http://a.example/"]);
    assert!(offers.iter().all(|offer| offer.topic.as_str() == "https://example.org/feed"));
    source.hints.self_url = Some("https://name@example.org/own".parse().unwrap());
    assert_eq!(
        super::offers(&source)[0].topic.as_str(),
        "https://example.org/feed",
        "it contains a user name"
    );
    source.hints.self_url = Some("https://:secret@example.org/own".parse().unwrap());
    assert_eq!(
        super::offers(&source)[0].topic.as_str(),
        "https://example.org/feed",
        "it contains a password"
    );
}

#[test]
fn hub_leases_last_ten_days_and_cloud_leases_twenty_five_hours() {
    assert_eq!(lease_until(LEASE, at(0)), at(10 * 24 * 60));
    assert_eq!(lease_until(CLOUD_LEASE, at(0)), at(25 * 60));
}
