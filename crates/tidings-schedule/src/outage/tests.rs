//! Tests that tell our own outage from failures of hosts.

use super::*;
use proptest::prelude::*;

/// Returns the instant this many minutes after the start, or before it.
fn at(minutes: f64) -> Timestamp {
    later("2020-11-15T12:00:00Z".parse().unwrap(), Minutes(1e6 + minutes))
}

fn host(number: usize) -> HostKey {
    HostKey::from_stored(format!("host{number}.org"))
}

/// Returns an outage that has just begun, at minute 0.
fn down() -> Outage {
    let mut outage = Outage::default();
    for number in 0..HOSTS {
        outage.note(&host(number), Some(FailureKind::Network), at(0.0));
    }
    assert_eq!(outage.since(), Some(at(0.0)));
    outage
}

#[test]
fn one_failing_host_is_not_an_outage() {
    let mut outage = Outage::default();
    for minute in 0..1_000 {
        assert_eq!(
            outage.note(&host(1), Some(FailureKind::Timeout), at(f64::from(minute))),
            OutageChange::None
        );
    }
    assert_eq!(outage.since(), None);
}

#[test]
fn an_error_response_is_a_sign_of_life() {
    let mut outage = Outage::default();
    for number in 0..100 {
        let kind = if number % HOSTS == 0 { FailureKind::NotFound } else { FailureKind::Dns };
        outage.note(&host(number), Some(kind), at(0.0));
        assert_eq!(outage.since(), None);
    }
}

#[test]
fn failures_hours_apart_are_not_an_outage() {
    let mut outage = Outage::default();
    for number in 0..20 {
        outage.note(&host(number), Some(FailureKind::Dns), at(number as f64 * 30.0));
        assert_eq!(outage.since(), None);
    }
}

#[test]
fn during_an_outage_no_source_is_blamed() {
    let outage = down();
    let blamed =
        outage.blame(Failure::new(FailureKind::Timeout, "example.org did not respond in time."));
    assert_eq!(blamed.kind, FailureKind::Offline);
    assert_eq!(
        blamed.message,
        "Our own network seems to be down: no host responds. (example.org did not respond in time.)"
    );
    assert_eq!(
        outage.blame(Failure::new(FailureKind::NotFound, "404")).kind,
        FailureKind::NotFound
    );
}

#[test]
fn probes_are_sent_and_the_first_response_ends_the_outage() {
    let mut outage = down();
    let mut probes = Vec::new();
    for second in 0..12 * 3600 {
        let now = at(f64::from(second) / 60.0);
        if outage.may_ask(now) {
            probes.push(f64::from(second) / 60.0);
            outage.probing(now);
            assert_eq!(
                outage.note(&host(second as usize), Some(FailureKind::Dns), now),
                OutageChange::None
            );
        }
    }
    assert!(probes[0] <= 0.2, "a false alarm ends within seconds");
    assert!(
        probes.windows(2).all(|pair| pair[1] - pair[0] <= 2.1),
        "the end is noticed within two minutes"
    );
    assert!((300..420).contains(&probes.len()), "{} probes in twelve hours", probes.len());
    assert_eq!(outage.note(&host(1), None, at(720.0)), OutageChange::CameBack);
    assert!(outage.may_ask(at(720.0)));
    assert_eq!(outage.note(&host(1), None, at(720.0)), OutageChange::None);
}

#[test]
fn a_clock_set_back_does_not_stop_the_probes() {
    let outage = down();
    assert!(outage.may_ask(at(-10_000.0)));
}

proptest! {
    #[test]
    fn a_sign_of_life_ends_an_outage_and_memory_is_bounded(
        results in proptest::collection::vec((0..40_usize, proptest::option::of(proptest::sample::select(&FailureKind::ALL[..])), -5.0..30.0), 0..200)
    ) {
        let mut outage = Outage::default();
        let mut minutes = 0.0;
        for (number, failure, later) in results {
            minutes += later;
            outage.note(&host(number), failure, at(minutes));
            prop_assert!(outage.silent.len() <= HOSTS);
            if sign(failure) == Sign::Life {
                prop_assert!(outage.since().is_none());
            }
        }
    }
}

#[test]
fn every_failure_kind_has_its_sign() {
    use FailureKind as Kind;
    let silence = [Kind::Dns, Kind::Network, Kind::Timeout];
    let nothing = [
        Kind::ForbiddenAddress,
        Kind::UnsupportedScheme,
        Kind::ForbiddenPort,
        Kind::BadUrl,
        Kind::Tls,
        Kind::Robots,
        Kind::Offline,
    ];
    for kind in Kind::ALL {
        let expected = match kind {
            kind if silence.contains(&kind) => Sign::Silence,
            kind if nothing.contains(&kind) => Sign::Nothing,
            _ => Sign::Life,
        };
        assert_eq!(sign(Some(kind)), expected, "{kind:?}");
    }
    assert_eq!(sign(None), Sign::Life);
}

#[test]
fn five_hosts_within_an_hour_make_an_outage() {
    let begun = |last: f64| {
        let mut outage = Outage::default();
        (0..4).for_each(|number| {
            assert_eq!(
                outage.note(&host(number), Some(FailureKind::Dns), at(0.0)),
                OutageChange::None
            );
        });
        outage.note(&host(4), Some(FailureKind::Dns), at(last))
    };
    assert_eq!(begun(0.0), OutageChange::WentDown);
    assert_eq!(begun(60.0), OutageChange::WentDown);
    assert_eq!(begun(60.01), OutageChange::None);
    assert_eq!(begun(-1.0), OutageChange::None, "a failure in the future comes from a wrong clock");
}

#[test]
fn other_failures_change_nothing() {
    let mut outage = down();
    assert_eq!(outage.note(&host(1), Some(FailureKind::Tls), at(1.0)), OutageChange::None);
    assert!(outage.since().is_some());
    assert_eq!(outage.note(&host(1), Some(FailureKind::NotFound), at(1.0)), OutageChange::CameBack);
}

#[test]
fn the_pause_between_probes_doubles_up_to_two_minutes() {
    let mut outage = down();
    let mut now = 0.0;
    for pause in [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0] {
        assert!(!outage.may_ask(at(now + pause - 0.01)), "{pause}");
        now += pause;
        assert!(outage.may_ask(at(now)), "{pause}");
        outage.probing(at(now));
    }
    let mut up = Outage::default();
    up.probing(at(0.0));
    assert!(up.may_ask(at(0.0)) && up.since().is_none());
}
