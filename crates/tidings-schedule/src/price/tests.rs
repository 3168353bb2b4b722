//! Tests of plans by price: they stay within their bounds, and the view ahead is long enough.

use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn plans_stay_within_their_bounds(
        rates in proptest::collection::vec(prop_oneof![Just(0.0), 1e-7f64..2.0], 1..40), price in 1e-3f64..1e5,
        shortest in 0.5f64..300.0, more in 0.0f64..5e4, now in 0.0f64..1e6, usual in 1e-7f64..2.0,
        fullest in 0.0f64..50.0, matters in 0.0f64..3.0,
    ) {
        let bounds = Bounds { shortest, longest: shortest + more, fullest };
        let mut i = 0;
        let look = Planner::default().next(&Grid::default(), bounds, price, usual, now, |_| {
            i += 1;
            Slot { rate: rates[i % rates.len()], matters: if i % 3 == 0 { matters } else { 1.0 } }
        });
        prop_assert!(look.at >= now + shortest - 1e-6 && look.at <= now + bounds.longest + 1e-6, "{look:?}");
        prop_assert!(look.expected >= 0.0 && look.waiting >= 0.0);
    }
}

#[test]
fn a_longer_view_hardly_changes_the_next_fetch() {
    let bounds = Bounds { shortest: 1.0, longest: 1e9, fullest: 1e9 };
    let rate = |t: f64| Slot::from(0.004 * (1.0 + (std::f64::consts::TAU * t / 1440.0).sin()));
    let far = Grid { gaps_ahead: 40.0, shortest_view: 10_000.0, ..Grid::default() };
    let mut differing = 0;
    for hour in 0..168 {
        let now = f64::from(hour) * 60.0 + 2.0;
        let next = |grid: &Grid| Planner::default().next(grid, bounds, 120.0, 0.004, now, rate).at;
        differing += u32::from((next(&Grid::default()) - next(&far)).abs() > 15.0);
    }
    assert!(differing <= 8, "{differing}");
}

#[test]
fn a_feed_of_ten_articles_is_fetched_before_more_are_expected() {
    let look = |fullest: f64| {
        let bounds = Bounds { shortest: 1.0, longest: 1e9, fullest };
        Planner::default().next(&Grid::default(), bounds, 50_000.0, 0.1, 2.0, |_| 0.1.into())
    };
    assert!(look(1e9).expected > 50.0);
    let bounded = look(7.0);
    assert!(bounded.expected <= 7.0 && bounded.at > 60.0, "{bounded:?}");
}

#[test]
fn fetches_are_made_before_the_hour_in_which_readers_visit() {
    // The posting rate is constant. It is 20:00, and readers visit only between 7 and 8.
    let bounds = Bounds { shortest: 1.0, longest: 1e9, fullest: 1e9 };
    let now = 20.0 * 60.0 + 2.0;
    let read_at = |t: f64| {
        let hour = ((t - 5.0) / 60.0).rem_euclid(24.0) as u32;
        Slot { rate: 0.003, matters: if hour == 7 { 20.0 } else { 0.17 } }
    };
    let look = Planner::default().next(&Grid::default(), bounds, 300.0, 0.003, now, read_at);
    let hour = look.at / 60.0 - 24.0;
    assert!((6.5..7.3).contains(&hour), "{hour}");
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
}

const FREE: Bounds = Bounds { shortest: 1.0, longest: 1e9, fullest: 1e9 };

/// A grid of ten minutes that starts on the hour.
const TENS: Grid = Grid {
    step: 10.0,
    slow_step: 60.0,
    slow_from: 6_000.0,
    offset: 0.0,
    shortest_view: 720.0,
    gaps_ahead: 6.0,
};

fn next(grid: &Grid, bounds: Bounds, price: f64, rate: f64, now: f64) -> PricedFetch {
    Planner::default().next(grid, bounds, price, rate, now, |_| rate.into())
}

#[test]
fn the_guard_falls_with_the_root_of_the_waking_factor() {
    for (usual, waking, expected) in [
        (4.0, 0.0, 4.0),
        (4.0, 2.0, 4.0),
        (4.0, 8.0, 2.0),
        (4.0, 18.0, 4.0 / 3.0),
        (4.0, 1e9, 1.3),
        (1.0, 1e9, 1.0),
        (4.0, f64::NAN, 4.0),
    ] {
        close(guard(usual, waking), expected);
    }
}

#[test]
fn a_fetch_is_late_beyond_three_fifths_of_the_longest_interval() {
    let look = PricedFetch { at: 160.0, expected: 1.0, waiting: 1.0 };
    assert!(!look.is_late(100.0, 100.0), "exactly three fifths");
    assert!(look.is_late(99.0, 100.0));
    assert!(!look.is_late(159.0, 100.0));
}

#[test]
fn the_first_edge_is_the_first_allowed_one() {
    let edges = |offset: f64, shortest: f64, now: f64| {
        let mut planner = Planner::default();
        let grid = Grid { offset, ..TENS };
        let bounds = Bounds { shortest, ..FREE };
        planner.lay_out(&grid, bounds, 10.0, 30.0, now, &mut |_| 0.5.into());
        planner.times
    };
    assert_eq!(edges(0.0, 1.0, 100.0), [100.0, 110.0, 120.0, 130.0]);
    assert_eq!(edges(0.0, 10.0, 100.0), [100.0, 110.0, 120.0, 130.0]);
    assert_eq!(edges(0.0, 11.0, 100.0), [100.0, 120.0, 130.0]);
    assert_eq!(edges(2.0, 1.0, 100.0), [100.0, 102.0, 112.0, 122.0]);
    // Even with the shortest view, there are two edges to choose from.
    assert_eq!(edges(0.0, 500.0, 100.0), [100.0, 600.0, 610.0]);
}

#[test]
fn nodes_hold_the_forecast_up_to_their_edge() {
    let mut planner = Planner::default();
    let mut slots = [(0.1, 1.0), (0.2, 2.0), (0.0, 0.5)].into_iter();
    let mut until = |_| slots.next().map(|(rate, matters)| Slot { rate, matters }).unwrap();
    planner.lay_out(&TENS, FREE, 10.0, 30.0, 0.0, &mut until);
    // One posting in the first ten minutes, two in the second, none in the third.
    let expected = [
        (0.0, 0.0, 0.0),
        (10.0, 1.0, 0.5 * 10.0),
        (30.0, 3.0, 5.0 + 2.0 * 20.0),
        (35.0, 3.0, 45.0 + 3.0 * 5.0),
    ];
    for (node, (x, posted, waited)) in planner.nodes.iter().zip(expected) {
        close(node.x, x);
        close(node.slope, posted);
        close(node.base, waited);
        close(node.intercept, posted * x - waited);
    }
    assert_eq!(planner.nodes.len(), 4);
}

#[test]
fn constant_sources_follow_the_root_rule() {
    // √(2μ/λ) is 200, 100 and 400 minutes.
    for (price, rate, gap) in [(200.0, 0.01, 200.0), (200.0, 0.04, 100.0), (800.0, 0.01, 400.0)] {
        let look = next(&TENS, FREE, price, rate, 0.0);
        assert!((look.at - gap).abs() <= 10.0, "{price} {rate}: {look:?}");
        close(look.expected, rate * look.at);
        close(look.waiting, rate * look.at * look.at / 2.0);
    }
}

#[test]
fn slow_sources_use_the_slow_grid() {
    // A usual gap of 6,000 minutes is slow, and a slightly smaller one is not.
    let at = |price: f64| {
        let mut times = Vec::new();
        Planner::default().next(&TENS, FREE, price, 0.000_01, 0.0, |t| {
            times.push(t);
            0.000_01.into()
        });
        times[1] - times[0]
    };
    close(at(180.0), 60.0);
    close(at(179.9), 10.0);
}

#[test]
fn the_view_is_six_gaps_within_its_bounds() {
    let last = |longest: f64, price: f64| {
        let mut last = 0.0;
        let bounds = Bounds { longest, ..FREE };
        Planner::default().next(&TENS, bounds, price, 0.01, 0.0, |t| {
            last = t;
            0.01.into()
        });
        last
    };
    close(last(1e9, 200.0), 1200.0);
    close(last(1e9, 2.0), 720.0);
    close(last(50.0, 200.0), 300.0);
    close(last(1.0, 200.0), 60.0);
}

#[test]
fn bounds_move_a_fetch_as_little_as_possible() {
    let with = |shortest: f64, longest: f64, fullest: f64| {
        next(&TENS, Bounds { shortest, longest, fullest }, 200.0, 0.01, 0.0).at
    };
    close(with(1.0, 95.0, 1e9), 90.0);
    close(with(1.0, 90.0, 1e9), 90.0);
    // Not even the first edge is allowed, so the fetch is made at the latest allowed time.
    close(with(1.0, 7.0, 1e9), 7.0);
    close(with(300.0, 1e9, 1e9), 300.0);
    // One posting is expected every 100 minutes.
    close(with(1.0, 1e9, 1.0), 100.0);
    close(with(1.0, 1e9, 0.999), 90.0);
    close(with(1.0, 1e9, 0.0), 10.0);
    // Politeness takes precedence over the guard.
    close(with(50.0, 20.0, 1e9), 50.0);
}

#[test]
fn higher_prices_delay_fetches_and_higher_rates_advance_them() {
    let at = |price: f64, rate: f64| next(&TENS, FREE, price, rate, 0.0).at;
    let prices: Vec<f64> =
        [1.0, 10.0, 100.0, 1000.0].iter().map(|price| at(*price, 0.01)).collect();
    assert!(prices.is_sorted(), "{prices:?}");
    let rates: Vec<f64> = [1.0, 0.1, 0.01, 0.001].iter().map(|rate| at(100.0, *rate)).collect();
    assert!(rates.is_sorted(), "{rates:?}");
}
