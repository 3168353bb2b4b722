//! The budget is spent, after changes too.

use super::*;
use proptest::prelude::*;

/// Sources that ask for `demand`/√price a day, more by day than by night, and carry out old plans for a while.
struct World {
    controller: Controller,
    felt: f64,
    demand: f64,
}

impl World {
    const TURNOVER: Minutes = Minutes(120.0);

    fn new(price: f64, budget: f64) -> Self {
        Self { controller: Controller::at(price, PerDay(budget)), felt: price, demand: 36_000.0 }
    }

    /// What each day spent of its budget.
    fn days(&mut self, budget: f64, n: u32) -> Vec<f64> {
        (0..n)
            .map(|_| {
                let mut day = 0.0;
                for tick in 0..24 * 12 {
                    let hour = f64::from(tick) / 12.0;
                    let rhythm = 1.0 + 0.6 * (std::f64::consts::TAU * hour / 24.0).sin();
                    self.felt += (self.controller.price - self.felt) * 5.0 / Self::TURNOVER.0;
                    let made = self.demand / self.felt.sqrt() / (24.0 * 12.0) * rhythm;
                    day += made;
                    let spent = Spent { passed: Minutes(5.0), made, hour: hour as u8 };
                    self.controller = self.controller.after(spent, PerDay(budget), Self::TURNOVER);
                }
                day / budget
            })
            .collect()
    }
}

#[test]
fn the_budget_is_spent_from_the_third_day_on() {
    for first in [10.0, 100.0, 1e3] {
        let spent = World::new(first, 3_600.0).days(3_600.0, 12);
        assert!(spent[3..].iter().all(|day| (day - 1.0).abs() < 0.05), "{first}: {spent:?}");
        assert!(spent[6..].iter().all(|day| (day - 1.0).abs() < 0.02), "{first}: {spent:?}");
    }
}

#[test]
fn a_tenfold_budget_is_met_within_days() {
    let mut world = World::new(100.0, 3_600.0);
    world.days(3_600.0, 6);
    let spent = world.days(36_000.0, 8);
    assert!(spent[3..].iter().all(|day| (day - 1.0).abs() < 0.05), "{spent:?}");
    assert!((spent[7] - 1.0).abs() < 0.02, "{spent:?}");
}

#[test]
fn sources_that_come_in_are_paid_for_by_all() {
    let mut world = World::new(100.0, 3_600.0);
    world.days(3_600.0, 6);
    world.demand *= 2.0;
    let spent = world.days(3_600.0, 8);
    assert!(spent[4..].iter().all(|day| (day - 1.0).abs() < 0.03), "{spent:?}");
}

proptest! {
    #[test]
    fn prices_stay_prices(steps in proptest::collection::vec((0.0f64..5e3, 0.0f64..1e6, 0.0f64..1e7, 0u8..30), 0..40)) {
        let mut controller = Controller::at(50.0, PerDay(100.0));
        for (passed, made, budget, hour) in steps {
            controller = controller.after(Spent { passed: Minutes(passed), made, hour }, PerDay(budget), Minutes(120.0));
            prop_assert!((RANGE.0..=RANGE.1).contains(&controller.price), "{controller:?}");
        }
    }
}
