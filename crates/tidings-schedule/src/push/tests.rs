//! Hubs that tell everything, hubs that fall silent, hubs that lie.

use super::*;
use proptest::prelude::*;
use tidings_model::{SourceId, SourceKind};

fn at(minute: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + 60 * minute).unwrap()
}

/// A hub that has been telling us since long ago.
fn telling() -> Standing {
    Standing { since: Some(at(-1000)), lease_until: Some(at(100_000)), ..Standing::default() }
}

fn look(n_new: u32, n_shown: u32, last: i64) -> Found {
    Found { n_new, n_shown, n_unshown: 0, last_look: Some(at(last)) }
}

#[test]
fn a_hub_that_sends_what_the_source_shows_is_believed() {
    let pinged = after_ping(telling(), at(10));
    assert!(!is_believed(&pinged, at(10)), "it may have sent anything");
    let looked = after_look(pinged, look(0, 1, 0), at(15));
    assert!(is_believed(&looked, at(15)));
    assert!(is_believed(&after_look(looked, look(0, 0, 15), at(500)), at(500)), "nothing was new");
    assert!(!is_believed(&looked, at(100_000)), "the lease is over");
}

#[test]
fn a_word_without_articles_is_proved_by_what_is_found() {
    let pinged = after_ping(telling(), at(10));
    assert!(is_believed(&after_look(pinged, look(2, 0, 0), at(11)), at(11)));
    assert!(!is_believed(&after_look(pinged, look(0, 0, 0), at(11)), at(11)), "a false alarm");
}

#[test]
fn a_hub_that_was_silent_has_to_prove_itself_again_and_longer() {
    let good = Standing { n_proofs: 9, last_ping: Some(at(10)), ..telling() };
    let doubted = after_look(good, look(1, 0, 400), at(800));
    assert!(!is_believed(&doubted, at(800)), "it told nothing of this one");
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
fn late_is_not_silent() {
    let good = Standing { n_proofs: 1, ..telling() };
    let doubted = after_look(good, look(1, 0, 0), at(100));
    let late = after_ping(doubted, at(114));
    assert!(is_believed(&late, at(114)));
    let too_late = after_ping(doubted, at(115));
    assert!(!is_believed(&too_late, at(115)));
}

#[test]
fn what_appeared_before_the_hub_began_is_not_its_fault() {
    let fresh = Standing { since: Some(at(50)), n_proofs: 1, ..telling() };
    assert_eq!(after_look(fresh, look(3, 0, 0), at(60)).doubt_at, None);
    assert_eq!(after_look(fresh, look(3, 0, 55), at(60)).doubt_at, Some(at(60)));
}

#[test]
fn a_hub_that_sends_some_articles_only_is_doubted() {
    let good = Standing { n_proofs: 3, last_ping: Some(at(10)), ..telling() };
    assert_eq!(after_look(good, look(1, 1, 0), at(20)).doubt_at, None, "it may be under way");
    assert_eq!(after_look(good, look(1, 1, 0), at(200)).doubt_at, Some(at(200)));
}

#[test]
fn a_hub_that_sends_what_the_source_does_not_show_gives_hints_only() {
    let found = Found { n_unshown: 1, ..look(0, 0, 0) };
    assert!(after_look(telling(), found, at(10)).is_hint);
}

#[test]
fn topics_are_the_feeds_own() {
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
    assert_eq!(offers(&source)[0].topic.query(), Some("channel=7"), "its own word");
    source.url.set_query(None);
    source.hints.hubs =
        (0..1000).map(|n| format!("http://h{n}.example/").parse().unwrap()).collect();
    source.hints.cloud = Some("http://cloud.example/".parse().unwrap());
    let offers = offers(&source);
    assert_eq!(offers.len(), 4, "three hubs and the cloud");
    assert_eq!(offers[3].way, Way::Cloud);
}

proptest! {
    #[test]
    fn leases_never_make_us_ask_often(lease in any::<f64>(), draw in 0.0..=1.0f64) {
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
    fn a_call_is_never_answered_impolitely(last in -10_000..0i64, wish in proptest::option::of(0.0..3000.0f64)) {
        let url = "https://example.org/feed".parse().unwrap();
        let mut source = Source::new(SourceId(1), SourceKind::Feed, url, at(0));
        source.health.last_retrieval = Some(at(last));
        let limits = Limits::default();
        let called = called(&source, wish.map(Minutes), &limits, at(0)).unwrap();
        prop_assert!(called >= at(0) && called >= later(at(last), minutes(limits.min_interval)));
        prop_assert!(called >= later(at(last), Minutes(wish.unwrap_or(0.0))));
    }
}
