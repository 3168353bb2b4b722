//! No plan leaves its bounds, and the view ahead is far enough.

use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn no_plan_leaves_its_bounds(
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
fn a_longer_view_changes_the_next_look_by_little() {
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
fn who_shows_ten_articles_is_looked_at_before_more_are_expected() {
    let look = |fullest: f64| {
        let bounds = Bounds { shortest: 1.0, longest: 1e9, fullest };
        Planner::default().next(&Grid::default(), bounds, 50_000.0, 0.1, 2.0, |_| 0.1.into())
    };
    assert!(look(1e9).expected > 50.0);
    let bounded = look(7.0);
    assert!(bounded.expected <= 7.0 && bounded.at > 60.0, "{bounded:?}");
}

#[test]
fn a_look_falls_before_the_hour_in_which_readers_come() {
    // Postings are even; readers look between 7 and 8 only, and it is 20:00.
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
