//! The budget is spent on every day, whatever happened the days before.

use super::*;
use proptest::prelude::*;
use tidings_numerics::Draws;

const STEP: f64 = 10.0;

/// A source that posts by day, less at weekends, and looks when what it expects has waited for the price.
struct Source {
    rate: f64,
    opens: f64,
    next: f64,
}

impl Source {
    fn plan(&mut self, price: f64, longest: f64, draws: &mut Draws) {
        // What is believed of a source changes with every look.
        let rate = self.rate * (0.7 + 0.6 * draws.unit());
        let (mut posted, mut waited, mut t) = (0.0, 0.0, self.next);
        while waited < price && t < self.next + longest {
            let (hour, day) = ((t / 60.0).rem_euclid(24.0), (t / 1440.0) as u32 % 7);
            let open = if (self.opens..self.opens + 12.0).contains(&hour) { 1.7 } else { 0.3 };
            posted += rate * open * if day < 5 { 1.1 } else { 0.75 } * STEP;
            waited += posted * STEP;
            t += STEP;
        }
        self.next = t + draws.unit() * STEP;
    }
}

/// An installation of 300 sources with rates over two orders of magnitude.
struct World {
    controller: Controller,
    sources: Vec<Source>,
    draws: Draws,
    now: f64,
    woken: f64,
    /// How long a posting waits on average, by expectation: what the day's plans came to.
    delay: f64,
}

impl World {
    fn new(aim: Aim, wrong_by: f64) -> Self {
        let mut draws = Draws::new(4);
        let mut source = || Source {
            rate: 10f64.powf(2.0 * draws.unit() - 1.0) / 1440.0,
            opens: 4.0 + 6.0 * draws.unit(),
            next: 0.0,
        };
        let sources: Vec<Source> = (0..300).map(|_| source()).collect();
        let mut controller = Controller::first(sources.iter().map(|source| source.rate), aim);
        controller.price *= wrong_by;
        let mut world = Self { controller, sources, draws, now: 0.0, woken: 0.0, delay: 0.0 };
        let longest = 4.0 * world.controller.interval().0;
        let price = world.controller.price;
        world
            .sources
            .iter_mut()
            .for_each(|source| source.plan(price, longest.max(1e3), &mut world.draws));
        world
    }

    /// What each day spent of its budget.
    fn days(&mut self, aim: Aim, n: u32) -> Vec<f64> {
        (0..n).map(|_| self.day(aim)).collect()
    }

    fn day(&mut self, aim: Aim) -> f64 {
        let (mut spent, mut found, mut waited) = (0.0, 0.0, 0.0);
        let granted = match aim {
            Aim::Budget(budget) => budget.0,
            Aim::Delay(_) => 1.0,
        };
        for _ in 0..144 {
            let until = self.now + STEP;
            let mut tick = Spent {
                passed: Minutes(STEP),
                clock: Minutes(until % (7.0 * 1440.0)),
                sources: 300.0,
                ..Spent::default()
            };
            let longest = 4.0 * 300.0 / granted * 1440.0;
            tick.put_off = self.put_off(Minutes(self.now % (7.0 * 1440.0)), until);
            for source in &mut self.sources {
                while source.next <= until {
                    tick.made += f64::from(u8::from(source.next >= self.woken));
                    spent += 1.0;
                    source.next = source.next.max(self.now);
                    let before = source.next;
                    source.plan(self.controller.price, longest, &mut self.draws);
                    let gap = source.next - before;
                    tick.found += source.rate * gap;
                    tick.waited += source.rate * gap * gap / 2.0;
                }
            }
            self.controller = self.controller.after(tick, aim);
            self.now = until;
            found += tick.found;
            waited += tick.waited;
        }
        self.delay = waited / found;
        spent / granted
    }

    /// What is due by then, beyond what the day has room for, waits until then.
    fn put_off(&mut self, clock: Minutes, until: f64) -> f64 {
        let may = self.controller.may_make(clock, Minutes(STEP));
        let due = self.sources.iter_mut().filter(|source| source.next <= until);
        due.skip(may.min(1e6) as usize).map(|source| source.next = until + 1e-3).count() as f64
    }

    fn sleep(&mut self, days: f64) {
        self.now += days * 1440.0;
        self.woken = self.now;
    }
}

fn budget(per_source: f64) -> Aim {
    Aim::Budget(PerDay(300.0 * per_source))
}

#[track_caller]
fn assert_all_within(part: f64, days: &[f64]) {
    assert!(days.iter().all(|day| (day - 1.0).abs() <= part), "{days:.3?}");
}

#[test]
fn the_budget_is_spent_on_every_day_from_the_third_on() {
    for wrong_by in [0.2, 1.0, 5.0] {
        let spent = World::new(budget(12.0), wrong_by).days(budget(12.0), 15);
        assert_all_within(0.02, &spent[2..]);
    }
}

#[test]
fn large_budgets_are_spent_on_every_day_and_small_ones_over_the_weeks() {
    assert_all_within(0.02, &World::new(budget(60.0), 1.0).days(budget(60.0), 15)[2..]);
    let spent = World::new(budget(1.2), 1.0).days(budget(1.2), 44);
    assert_all_within(0.02, &[spent[2..].iter().sum::<f64>() / 42.0]);
    assert!(spent[2..].iter().all(|day| *day < 1.02), "{spent:.3?}");
}

#[test]
fn a_restart_changes_nothing() {
    let (mut world, mut other) = (World::new(budget(12.0), 2.0), World::new(budget(12.0), 2.0));
    assert_eq!(world.days(budget(12.0), 2), other.days(budget(12.0), 2));
    world.controller = Controller::from_bytes(&world.controller.to_bytes()).unwrap();
    assert_eq!(world.days(budget(12.0), 3), other.days(budget(12.0), 3));
}

#[test]
fn a_sleep_owes_nothing() {
    let mut world = World::new(budget(12.0), 1.0);
    world.days(budget(12.0), 5);
    world.sleep(1.0);
    let spent = world.days(budget(12.0), 10);
    // The first day also catches up with what every source was due for.
    assert!(spent[0] < 1.1, "{spent:?}");
    assert_all_within(0.02, &spent[1..]);
}

#[test]
fn a_tenfold_change_of_the_budget_is_met_on_the_third_day() {
    let mut world = World::new(budget(6.0), 1.0);
    world.days(budget(6.0), 6);
    assert_all_within(0.02, &world.days(budget(60.0), 9)[2..]);
    assert_all_within(0.02, &world.days(budget(6.0), 9)[2..]);
}

#[test]
fn sources_that_come_in_share_what_there_is() {
    let before = Controller::at(100.0, PerDay(3_600.0));
    let spent = |sources| Spent {
        passed: Minutes(10.0),
        made: 25.0,
        clock: Minutes(600.0),
        sources,
        ..Spent::default()
    };
    let aim = Aim::Budget(PerDay(3_600.0));
    let settled = before.after(spent(300.0), aim);
    assert!(settled.after(spent(600.0), aim).price > settled.price * 1.2);
}

#[test]
fn a_delay_is_met_and_kept() {
    for delay in [15.0, 60.0] {
        let aim = Aim::Delay(Minutes(delay));
        let mut world = World::new(aim, 3.0);
        world.days(aim, 12);
        for _ in 0..7 {
            world.day(aim);
            assert!((world.delay / delay - 1.0).abs() < 0.15, "{delay}: {}", world.delay);
        }
    }
}

/// What 300 sources make, find and wait in ten minutes at a price; every other one asks to be left alone for so long.
fn rested(controller: &Controller, tick: u32, rest: f64) -> Spent {
    let rate = 4.0 / 1440.0;
    let clock = Minutes(f64::from(tick) * STEP % (7.0 * 1440.0));
    let mut spent = Spent { passed: Minutes(STEP), clock, sources: 300.0, ..Spent::default() };
    for rest in [5.0, rest] {
        let gap = (2.0 * controller.felt / rate).sqrt().max(rest);
        spent.made += 150.0 * STEP / gap;
        spent.found += 150.0 * STEP * rate;
        spent.waited += 150.0 * STEP * rate * gap / 2.0;
    }
    spent
}

#[test]
fn a_delay_that_sources_do_not_allow_is_not_paid_for_more_and_more() {
    let lived = |rest: f64| {
        let aim = Aim::Delay(Minutes(30.0));
        let mut controller = Controller::first(std::iter::repeat_n(4.0 / 1440.0, 300), aim);
        for tick in 0..144 * 40 {
            controller = controller.after(rested(&controller, tick, rest), aim);
        }
        let last = rested(&controller, 0, rest);
        (controller.is_at_least(Minutes(30.0)), last.made * 144.0, last.waited / last.found)
    };
    // Half of the postings wait two hours whatever is paid: asking the others every five minutes would take 43,200 looks.
    let (is_at_least, made, _) = lived(240.0);
    assert!(is_at_least && made < 15_000.0, "{made}");
    let (is_at_least, _, delay) = lived(50.0);
    assert!(!is_at_least && (delay / 30.0 - 1.0).abs() < 0.05, "{delay}");
}

#[test]
fn a_constant_demand_finds_its_price() {
    let aim = Aim::Budget(PerDay(2_400.0));
    let mut controller = Controller::at(7.0, PerDay(2_400.0));
    for tick in 0..144 * 60 {
        let made = 36_000.0 / controller.felt.sqrt() / 144.0;
        let clock = Minutes(f64::from(tick) * 10.0 % (7.0 * 1440.0));
        let spent =
            Spent { passed: Minutes(10.0), made, clock, sources: 200.0, ..Spent::default() };
        controller = controller.after(spent, aim);
    }
    assert!((controller.price / 225.0 - 1.0).abs() < 0.01, "{controller:?}");
}

proptest! {
    #[test]
    fn prices_stay_prices(
        first in proptest::num::f64::ANY,
        asked in proptest::num::f64::ANY,
        steps in proptest::collection::vec((prop_oneof![0.0f64..5e3, proptest::num::f64::ANY], prop_oneof![0.0f64..1e6, proptest::num::f64::ANY], prop_oneof![0.0f64..1e7, proptest::num::f64::ANY], -1e5f64..1e5, 0.0f64..1e6, proptest::bool::ANY), 0..40),
    ) {
        let mut controller = Controller::at(first, PerDay(asked));
        for (passed, made, wanted, clock, sources, by_budget) in steps {
            let aim = if by_budget { Aim::Budget(PerDay(wanted)) } else { Aim::Delay(Minutes(wanted)) };
            let spent = Spent { passed: Minutes(passed), made, put_off: made / 7.0, clock: Minutes(clock), sources, found: made / 3.0, waited: made };
            controller = controller.after(spent, aim);
            prop_assert!((RANGE.0..=RANGE.1).contains(&controller.price), "{controller:?}");
            prop_assert_eq!(Controller::from_bytes(&controller.to_bytes()), Some(controller));
        }
    }

    #[test]
    fn damaged_bytes_are_no_controller_or_a_sound_one(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400), cut in 0usize..329, at in 0usize..329, flip in 1u8..) {
        prop_assert!(Controller::from_bytes(&bytes).is_none_or(|controller| controller.price.is_finite()));
        let mut whole = Controller::at(9.0, PerDay(90.0)).to_bytes();
        prop_assert_eq!(Controller::from_bytes(&whole[..cut]), None);
        whole[at] ^= flip;
        if let Some(controller) = Controller::from_bytes(&whole) {
            prop_assert!((RANGE.0..=RANGE.1).contains(&controller.price));
        }
        whole[0] = 2;
        prop_assert_eq!(Controller::from_bytes(&whole), None);
    }
}
