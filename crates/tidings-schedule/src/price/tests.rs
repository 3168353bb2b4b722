//! No plan leaves its bounds, and the view ahead is far enough.

use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn no_plan_leaves_its_bounds(
        rates in proptest::collection::vec(prop_oneof![Just(0.0), 1e-7f64..2.0], 1..40), price in 1e-3f64..1e5,
        shortest in 0.5f64..300.0, more in 0.0f64..5e4, now in 0.0f64..1e6, usual in 1e-7f64..2.0,
    ) {
        let bounds = Bounds { shortest, longest: shortest + more };
        let mut i = 0;
        let look = Planner::default().next(&Grid::default(), bounds, price, usual, now, |_| {
            i += 1;
            rates[i % rates.len()]
        });
        prop_assert!(look.at >= now + shortest - 1e-6 && look.at <= now + bounds.longest + 1e-6, "{look:?}");
        prop_assert!(look.expected >= 0.0 && look.waiting >= 0.0);
    }
}

#[test]
fn a_longer_view_changes_the_next_look_by_little() {
    let bounds = Bounds { shortest: 1.0, longest: 1e9 };
    let rate = |t: f64| 0.004 * (1.0 + (std::f64::consts::TAU * t / 1440.0).sin());
    let far = Grid { gaps_ahead: 40.0, shortest_view: 10_000.0, ..Grid::default() };
    let mut differing = 0;
    for hour in 0..168 {
        let now = f64::from(hour) * 60.0 + 2.0;
        let next = |grid: &Grid| Planner::default().next(grid, bounds, 120.0, 0.004, now, rate).at;
        differing += u32::from((next(&Grid::default()) - next(&far)).abs() > 15.0);
    }
    assert!(differing <= 8, "{differing}");
}
