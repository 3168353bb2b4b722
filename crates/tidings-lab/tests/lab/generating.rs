//! Generated sources: as often as requested, at the times of their kind, the same for the same seed.

use std::collections::BTreeMap;
use tidings_lab::generate::{GeneratedKind, parts, trace};
use tidings_lab::trace::{DAY, parse};
use tidings_numerics::Draws;

fn many(kind: GeneratedKind, per_day: f64, days: u32) -> Vec<f64> {
    let mut draws = Draws::new(3);
    (0..40).flat_map(|_| kind.postings(per_day, days, &mut draws)).collect()
}

/// Returns the share of postings that meet a condition.
fn share(postings: &[f64], holds: impl Fn(f64) -> bool) -> f64 {
    postings.iter().filter(|at| holds(**at)).count() as f64 / postings.len() as f64
}

#[test]
fn postings_are_in_order_and_within_the_days() {
    for (name, kind) in GeneratedKind::ALL {
        for (per_day, days) in [(0.1, 30), (1.0, 1), (24.0, 7), (200.0, 3), (3.0, 0)] {
            let postings = kind.postings(per_day, days, &mut Draws::new(8));
            assert!(postings.is_sorted(), "{name}");
            let end = f64::from(days) * DAY;
            assert!(postings.iter().all(|at| (0.0..end).contains(at)), "{name} {per_day} {days}");
        }
    }
}

#[test]
fn each_kind_posts_when_its_kind_does() {
    let hour = |at: f64| (at / 60.0) % 24.0;
    let is_weekend = |at: f64| (at / DAY) as u64 % 7 >= 5;
    let office = many(GeneratedKind::Office, 4.0, 28);
    assert!(share(&office, |at| (6.0..20.0).contains(&hour(at))) > 0.9);
    assert!(share(&office, is_weekend) < 0.15, "{}", share(&office, is_weekend));
    let even = many(GeneratedKind::Even, 4.0, 28);
    assert!((share(&even, is_weekend) - 2.0 / 7.0).abs() < 0.03);
    assert!((share(&even, |at| hour(at) < 12.0) - 0.5).abs() < 0.03);
    let clockwork = many(GeneratedKind::Clockwork, 6.0, 28);
    assert!(clockwork.iter().all(|at| at % 60.0 < 3.0 && (at % 1.0).abs() < 1e-9));
    let bursts = many(GeneratedKind::Bursts, 4.0, 28);
    assert!(share(&bursts, |at| (8.0..24.0).contains(&hour(at))) > 0.8);
}

#[test]
fn people_post_in_bursts_and_machines_do_not() {
    // Gaps of less than a third of the average: an even source has 1 − e^(−1/3) = 28 % of them.
    let close = |kind: GeneratedKind| {
        let mut draws = Draws::new(5);
        let gaps: Vec<f64> = (0..30)
            .flat_map(|_| {
                let postings = kind.postings(4.0, 60, &mut draws);
                postings.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>()
            })
            .collect();
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        gaps.iter().filter(|gap| **gap < mean / 3.0).count() as f64 / gaps.len() as f64
    };
    let even = close(GeneratedKind::Even);
    assert!((even - 0.2835).abs() < 0.03, "{even}");
    assert!(close(GeneratedKind::Bursts) > 0.6, "{}", close(GeneratedKind::Bursts));
    assert!(close(GeneratedKind::Clockwork) < 0.01, "{}", close(GeneratedKind::Clockwork));
}

#[test]
fn seasons_are_silent_for_weeks() {
    let longest = |kind: GeneratedKind| {
        let postings = kind.postings(4.0, 200, &mut Draws::new(11));
        postings.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max)
    };
    assert!(
        longest(GeneratedKind::Seasons) > 4.0 * longest(GeneratedKind::Even),
        "{}",
        longest(GeneratedKind::Seasons)
    );
}

#[test]
fn a_generated_trace_can_be_read() {
    let kinds: Vec<GeneratedKind> = GeneratedKind::ALL.iter().map(|(_, kind)| *kind).collect();
    let text = trace(&kinds, 10, 14, 2);
    let read = parse(std::io::Cursor::new(text.clone()), &BTreeMap::new()).unwrap();
    assert!(read.keys().all(|name| name.len() == 5 && name.parse::<u32>().unwrap() < 10));
    assert_eq!(read.values().map(Vec::len).sum::<usize>(), text.lines().count() - 1);
    let (first, last) = (1_609_718_400, 1_609_718_400 + 14 * 86_400);
    assert!(read.values().flatten().all(|at| (first..last).contains(at)));
    assert_eq!(parts(&kinds, 10, 14, 2).collect::<String>(), text);
    // A source is the same whatever other sources there are.
    let fewer = trace(&kinds, 5, 14, 2);
    assert!(text.starts_with(&fewer));
    assert_eq!(trace(&kinds, 0, 14, 2), "source\ttime\n");
    assert_eq!(trace(&[], 9, 14, 2), "source\ttime\n");
}

#[test]
fn kinds_are_found_only_by_their_names() {
    for (name, kind) in GeneratedKind::ALL {
        assert_eq!(GeneratedKind::named(name), Some(kind));
    }
    for name in ["", "Office", "random", "office "] {
        assert_eq!(GeneratedKind::named(name), None, "{name:?}");
    }
}
