//! Tests of the controller: the budget is spent every day, whatever happened on the days before.

use super::*;
use proptest::prelude::*;
use tidings_numerics::Draws;

const STEP: f64 = 10.0;

/// A source that posts mostly by day, less on weekends, and is fetched when the expected wait is worth the price.
struct Source {
    rate: f64,
    opens: f64,
    next: f64,
}

impl Source {
    fn plan(&mut self, price: f64, longest: f64, draws: &mut Draws) {
        // The forecast of a source changes with every fetch.
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

/// An installation of 300 sources with rates that span two orders of magnitude.
struct World {
    controller: Controller,
    sources: Vec<Source>,
    draws: Draws,
    now: f64,
    woken: f64,
    /// The expected mean wait of a posting under the plans of the day.
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

    /// Returns the part of the budget that each day spent.
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
            let mut tick = PeriodSpending {
                passed: Minutes(STEP),
                clock: Minutes(until % (7.0 * 1440.0)),
                sources: 300.0,
                ..PeriodSpending::default()
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

    /// Puts off until then what is due by then and exceeds the room of the day.
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
fn the_budget_is_spent_every_day_from_the_third_on() {
    for wrong_by in [0.2, 1.0, 5.0] {
        let spent = World::new(budget(12.0), wrong_by).days(budget(12.0), 15);
        assert_all_within(0.02, &spent[2..]);
    }
}

#[test]
fn large_budgets_are_spent_every_day_and_small_ones_over_weeks() {
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
fn a_suspend_leaves_no_debt() {
    let mut world = World::new(budget(12.0), 1.0);
    world.days(budget(12.0), 5);
    world.sleep(1.0);
    let spent = world.days(budget(12.0), 10);
    // The first day also catches up with every source that was due.
    assert!(spent[0] < 1.1, "{spent:?}");
    assert_all_within(0.02, &spent[1..]);
}

#[test]
fn a_tenfold_change_of_the_budget_is_reached_on_the_third_day() {
    let mut world = World::new(budget(6.0), 1.0);
    world.days(budget(6.0), 6);
    assert_all_within(0.02, &world.days(budget(60.0), 9)[2..]);
    assert_all_within(0.02, &world.days(budget(6.0), 9)[2..]);
}

#[test]
fn new_sources_share_the_budget() {
    let before = Controller::at(100.0, PerDay(3_600.0));
    let spent = |sources| PeriodSpending {
        passed: Minutes(10.0),
        made: 25.0,
        clock: Minutes(600.0),
        sources,
        ..PeriodSpending::default()
    };
    let aim = Aim::Budget(PerDay(3_600.0));
    let settled = before.after(spent(300.0), aim);
    assert!(settled.after(spent(600.0), aim).price > settled.price * 1.2);
}

#[test]
fn a_delay_is_reached_and_held() {
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

/// Returns what 300 sources spend, find and wait in ten minutes at a price. Half of the sources ask not to be fetched
/// more often than every `rest` minutes.
fn rested(controller: &Controller, tick: u32, rest: f64) -> PeriodSpending {
    let rate = 4.0 / 1440.0;
    let clock = Minutes(f64::from(tick) * STEP % (7.0 * 1440.0));
    let mut spent = PeriodSpending {
        passed: Minutes(STEP),
        clock,
        sources: 300.0,
        ..PeriodSpending::default()
    };
    for rest in [5.0, rest] {
        let gap = (2.0 * controller.felt / rate).sqrt().max(rest);
        spent.made += 150.0 * STEP / gap;
        spent.found += 150.0 * STEP * rate;
        spent.waited += 150.0 * STEP * rate * gap / 2.0;
    }
    spent
}

#[test]
fn the_price_stops_falling_when_sources_do_not_allow_a_delay() {
    let lived = |rest: f64| {
        let aim = Aim::Delay(Minutes(30.0));
        let mut controller = Controller::first(std::iter::repeat_n(4.0 / 1440.0, 300), aim);
        for tick in 0..144 * 40 {
            controller = controller.after(rested(&controller, tick, rest), aim);
        }
        let last = rested(&controller, 0, rest);
        (controller.is_at_least(Minutes(30.0)), last.made * 144.0, last.waited / last.found)
    };
    // Half of the postings wait two hours at any price. Fetching the others every five minutes would take 43,200
    // fetches.
    let (is_at_least, made, _) = lived(240.0);
    assert!(is_at_least && made < 15_000.0, "{made}");
    let (is_at_least, _, delay) = lived(50.0);
    assert!(!is_at_least && (delay / 30.0 - 1.0).abs() < 0.05, "{delay}");
}

#[test]
fn constant_demand_leads_to_its_price() {
    let aim = Aim::Budget(PerDay(2_400.0));
    let mut controller = Controller::at(7.0, PerDay(2_400.0));
    for tick in 0..144 * 60 {
        let made = 36_000.0 / controller.felt.sqrt() / 144.0;
        let clock = Minutes(f64::from(tick) * 10.0 % (7.0 * 1440.0));
        let spent = PeriodSpending {
            passed: Minutes(10.0),
            made,
            clock,
            sources: 200.0,
            ..PeriodSpending::default()
        };
        controller = controller.after(spent, aim);
    }
    assert!((controller.price / 225.0 - 1.0).abs() < 0.01, "{controller:?}");
}

proptest! {
    #[test]
    fn prices_stay_valid(
        first in proptest::num::f64::ANY,
        asked in proptest::num::f64::ANY,
        steps in proptest::collection::vec((prop_oneof![0.0f64..5e3, proptest::num::f64::ANY], prop_oneof![0.0f64..1e6, proptest::num::f64::ANY], prop_oneof![0.0f64..1e7, proptest::num::f64::ANY], -1e5f64..1e5, 0.0f64..1e6, proptest::bool::ANY), 0..40),
    ) {
        let mut controller = Controller::at(first, PerDay(asked));
        for (passed, made, wanted, clock, sources, by_budget) in steps {
            let aim = if by_budget { Aim::Budget(PerDay(wanted)) } else { Aim::Delay(Minutes(wanted)) };
            let spent = PeriodSpending { passed: Minutes(passed), made, put_off: made / 7.0, clock: Minutes(clock), sources, found: made / 3.0, waited: made };
            controller = controller.after(spent, aim);
            prop_assert!((RANGE.0..=RANGE.1).contains(&controller.price), "{controller:?}");
            prop_assert_eq!(Controller::from_bytes(&controller.to_bytes()), Some(controller));
        }
    }

    #[test]
    fn damaged_bytes_never_decode_to_an_unsound_controller(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400), cut in 0usize..329, at in 0usize..329, flip in 1u8..) {
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

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found}, not {expected}");
}

fn tick(passed: f64, made: f64, clock: f64) -> PeriodSpending {
    PeriodSpending {
        passed: Minutes(passed),
        made,
        clock: Minutes(clock),
        sources: 300.0,
        ..PeriodSpending::default()
    }
}

#[test]
fn a_new_controller_has_the_given_demand_at_its_price() {
    let controller = Controller::at(100.0, PerDay(3_600.0));
    close(controller.level, 36_000.0);
    close(controller.calm, 36_000.0);
    close(controller.felt, 100.0);
    for odd in [f64::NAN, f64::INFINITY, -5.0, 0.0] {
        close(Controller::at(100.0, PerDay(odd)).level, LEAST);
    }
    for (price, expected) in [
        (f64::NAN, 1e9),
        (f64::INFINITY, 1e9),
        (-1.0, 1e-3),
        (0.0, 1e-3),
        (1e12, 1e9),
        (1e-3, 1e-3),
        (7.0, 7.0),
    ] {
        close(Controller::at(price, PerDay(1.0)).price, expected);
    }
}

#[test]
fn the_first_price_spends_the_budget_on_constant_sources() {
    // √(λ/2) is 0.1 and 0.2, so at price μ both together are fetched 1440·0.3/√μ times a day.
    let rates = [0.02, 0.08, 0.0, -1.0];
    let by_budget = Controller::first(rates.into_iter(), Aim::Budget(PerDay(14.4)));
    close(by_budget.price, 900.0);
    close(by_budget.level, 1440.0 * 0.3);
    // For a mean wait of d: √μ = d·Σλ/Σ√(λ/2).
    let by_delay = Controller::first(rates.into_iter(), Aim::Delay(Minutes(30.0)));
    close(by_delay.price, 100.0);
    assert!(Controller::first(std::iter::empty(), Aim::Budget(PerDay(14.4))).price > 0.0);
}

#[test]
fn invalid_numbers_change_nothing() {
    let before =
        Controller::at(100.0, PerDay(3_600.0)).after(tick(10.0, 25.0, 600.0), budget(12.0));
    let good = tick(10.0, 25.0, 610.0);
    assert_ne!(before.after(good, budget(12.0)), before);
    for odd in [
        PeriodSpending { passed: Minutes(0.0), ..good },
        PeriodSpending { passed: Minutes(0.000_9), ..good },
        PeriodSpending { passed: Minutes(2881.0), ..good },
        PeriodSpending { passed: Minutes(f64::NAN), ..good },
        PeriodSpending { clock: Minutes(f64::INFINITY), ..good },
        PeriodSpending { made: -1.0, ..good },
        PeriodSpending { made: f64::NAN, ..good },
        PeriodSpending { put_off: -1.0, ..good },
        PeriodSpending { sources: 1e13, ..good },
        PeriodSpending { found: -1.0, ..good },
        PeriodSpending { waited: f64::INFINITY, ..good },
    ] {
        assert_eq!(before.after(odd, budget(12.0)), before, "{odd:?}");
    }
    for wanted in [0.0, 0.000_9, 1.1e12, f64::NAN] {
        assert_eq!(before.after(good, Aim::Budget(PerDay(wanted))), before, "{wanted}");
        assert_eq!(before.after(good, Aim::Delay(Minutes(wanted))), before, "{wanted}");
    }
    assert_ne!(
        before.after(PeriodSpending { passed: Minutes(2880.0), ..good }, budget(12.0)),
        before
    );
}

#[test]
fn the_price_changes_at_most_fourfold_per_hour() {
    let aim = Aim::Budget(PerDay(3_600.0));
    let settled = Controller::at(100.0, PerDay(3_600.0)).after(tick(10.0, 25.0, 600.0), aim);
    let dear = settled.after(tick(60.0, 1e6, 660.0), aim);
    close(dear.price / settled.price, 4.0);
    let half_hour = settled.after(tick(30.0, 1e6, 630.0), aim);
    close(half_hour.price / settled.price, 2.0);
    // Without fetches for hours the price falls, but no faster.
    let cheap = settled.after(tick(60.0, 0.0, 660.0), aim);
    assert!(cheap.price < settled.price && cheap.price >= settled.price / 4.0 - 1e-9);
    // A new aim takes effect at once.
    let more = settled.after(tick(10.0, 25.0, 610.0), Aim::Budget(PerDay(36_000.0)));
    assert!(more.price < settled.price / 20.0, "{}", more.price);
}

#[test]
fn an_aim_is_new_if_it_differs_by_a_fifth() {
    let mut controller = Controller::at(100.0, PerDay(3_600.0));
    assert!(controller.is_new(3_600.0), "the first aim");
    controller.budget = 1_000.0;
    for (budget, expected) in [
        (1_000.0, false),
        (1_221.0, false),
        (1_222.0, true),
        (819.0, false),
        (818.0, true),
        (10_000.0, true),
    ] {
        assert_eq!(controller.is_new(budget), expected, "{budget}");
    }
}

#[test]
fn new_sources_are_assumed_to_ask_for_as_much_as_the_others() {
    let aim = Aim::Budget(PerDay(3_600.0));
    let before = Controller { sources: 100.0, ..Controller::at(100.0, PerDay(3_600.0)) };
    let more = |sources| before.after(PeriodSpending { sources, ..tick(0.001, 0.0, 600.0) }, aim);
    close((more(200.0).calm / more(100.0).calm * 100.0).round(), 200.0);
    close((more(50.0).level / more(100.0).level * 100.0).round(), 50.0);
    let none = Controller::at(100.0, PerDay(3_600.0));
    close(
        (none.after(PeriodSpending { sources: 50.0, ..tick(0.001, 0.0, 600.0) }, aim).level
            / 360.0)
            .round(),
        100.0,
    );
    close(more(200.0).sources, 200.0);
}

#[test]
fn the_level_follows_the_observed_demand() {
    let mut controller = Controller { sources: 300.0, ..Controller::at(100.0, PerDay(3_600.0)) };
    // An interval of 120 minutes gives a patience of 3·120·(120/360) = 120, which exceeds 80.
    close(controller.interval().0, 120.0);
    let followed = 1.0 - (-10.0f64 / 120.0).exp();
    controller.learn(&tick(10.0, 50.0, 600.0), 10.0 / 1440.0);
    // Twice the demand.
    close(controller.level, 36_000.0 * (1.0 + followed));
    let calm = 1.0 - (-10.0f64 / 1440.0).exp();
    close(controller.calm, 36_000.0 * (1.0 + calm));
    close(controller.age, 10.0 / 1440.0);
    assert_eq!(controller.week.to_vec(), [1.0; 7], "weekdays are not told apart yet");
    // While fetches are put off, hours and days are not learned.
    let before = controller;
    controller.learn(&PeriodSpending { put_off: 1.0, ..tick(10.0, 50.0, 610.0) }, 10.0 / 1440.0);
    assert_eq!((controller.calm, controller.day), (before.calm, before.day));
    assert!(controller.age > before.age);
}

#[test]
fn weekdays_are_learned_in_proportion() {
    let mut controller = Controller::at(100.0, PerDay(3_600.0));
    controller.learn_weekday(5, 0.5, 1.0);
    // 0.4·1 + 0.6·0.5 = 0.7, and the mean is 6.7/7.
    close(controller.week[5], 0.7 * 7.0 / 6.7);
    close(controller.week[0], 7.0 / 6.7);
    close(controller.week.iter().sum(), 7.0);
    let mut loud = Controller::at(100.0, PerDay(3_600.0));
    loud.learn_weekday(0, 1e9, 1.0);
    // 0.4 + 0.6·5 = 3.4, and the mean is 9.4/7.
    close(loud.week[0], 3.4 * 7.0 / 9.4);
    let mut half_day = Controller::at(100.0, PerDay(3_600.0));
    half_day.learn_weekday(5, 0.5, 0.5);
    assert!(half_day.week[5] > controller.week[5]);
}

#[test]
fn weekdays_are_told_apart_after_a_day_and_a_half() {
    let aged = |age: f64| {
        let mut controller =
            Controller { age, sources: 300.0, ..Controller::at(100.0, PerDay(3_600.0)) };
        controller.learn(&tick(10.0, 75.0, 600.0), 10.0 / 1440.0);
        controller.week[0] > 1.0
    };
    assert!(!aged(1.4) && aged(1.6));
}

#[test]
fn days_of_the_week_are_counted_from_monday() {
    for (clock, expected) in [
        (0.0, 0),
        (1439.9, 0),
        (1440.0, 1),
        (6.0 * 1440.0, 6),
        (7.0 * 1440.0, 0),
        (-1.0, 6),
        (-1440.0, 6),
        (-1441.0, 5),
    ] {
        assert_eq!(weekday(clock), expected, "{clock}");
    }
}

#[test]
fn patience_and_overspending_follow_their_formulas() {
    for (interval, expected) in [(360.0, 1080.0), (720.0, 2160.0), (120.0, 120.0), (36.0, 10.8)] {
        close(patience(interval), expected);
    }
    for (budget, expected) in [(1_000.0, 8.0), (100.0, 3.0), (375.0, 3.0), (0.0, 3.0), (500.0, 4.0)]
    {
        close(overspent(budget), expected);
    }
}

#[test]
fn the_interval_is_that_of_an_average_source() {
    let controller = Controller { sources: 300.0, ..Controller::at(100.0, PerDay(3_600.0)) };
    close(controller.interval().0, 120.0);
    close(Controller { price: 400.0, ..controller }.interval().0, 240.0);
    close(Controller { sources: 0.0, ..controller }.interval().0, 1.0);
    close(Controller { sources: 1e12, ..controller }.interval().0, 1e6);
    // Plans made at four times the price remain in effect twice as long.
    close(Controller { felt: 400.0, ..controller }.felt_for(), 240.0);
    close(controller.felt_for(), 120.0);
}

#[test]
fn plans_are_outdated_when_the_price_halves() {
    let at = |price| Controller::at(price, PerDay(3_600.0));
    assert!(at(34.9).outdates(&at(70.0)));
    assert!(!at(35.0).outdates(&at(70.0)));
    let felt = Controller { felt: 900.0, ..at(70.0) }.planned_anew();
    assert_eq!((felt.felt, felt.price), (70.0, 70.0));
}

#[test]
fn fetches_may_be_made_as_granted_and_a_little_early() {
    let mut controller = Controller { budget: 1_440.0, ..Controller::at(100.0, PerDay(1_440.0)) };
    let may =
        |controller: &Controller, clock: f64| controller.may_make(Minutes(clock), Minutes(10.0));
    // One per minute, plus 10 % of the budget early at noon, plus 0.8 % overspent: 11.52.
    let early = |end: f64| 144.0 * 4.0 * (end / 1440.0) * (1.0 - end / 1440.0);
    close(may(&controller, 0.0), 10.0 + early(10.0) + 11.52);
    close(may(&controller, 710.0), 720.0 + 144.0 + 11.52);
    // Near midnight no more than the grant of the day, because later fetches count for the next day.
    close(may(&controller, 1435.0), 1440.0 + 11.52);
    close(may(&controller, 1440.0), 10.0 + early(10.0) + 11.52);
    close(may(&controller, 8.0 * 1440.0 + 710.0), 720.0 + 144.0 + 11.52);
    controller.made_today = 800.0;
    close(may(&controller, 710.0), 75.52);
    close(may(&controller, 0.0), 0.0);
    controller.today_from = 360.0;
    close(may(&controller, 710.0), 0.0);
    controller.made_today = 0.0;
    close(may(&controller, 710.0), 360.0 + 144.0 + 11.52);
    controller.budget = 0.0;
    assert!(may(&controller, 710.0).is_infinite());
}

#[test]
fn today_is_counted_from_midnight() {
    let mut controller = Controller::at(100.0, PerDay(1_440.0));
    controller.count_today(&tick(10.0, 7.0, 600.0));
    controller.count_today(&tick(10.0, 5.0, 610.0));
    close(controller.made_today, 12.0);
    assert!(!controller.is_tomorrow(&tick(10.0, 0.0, 1439.0)));
    assert!(controller.is_tomorrow(&tick(10.0, 0.0, 1440.0)));
    // Four of the ten minutes are after midnight.
    controller.today_from = 300.0;
    controller.count_today(&tick(10.0, 20.0, 1444.0));
    close(controller.made_today, 8.0);
    close(controller.today_from, 0.0);
    close(controller.today, 1.0);
    // One hour into the day, the whole period counts.
    controller.count_today(&tick(10.0, 20.0, 2.0 * 1440.0 + 60.0));
    close(controller.made_today, 20.0);
}

#[test]
fn the_price_of_a_delay_grows_with_its_square() {
    let mut controller = Controller::at(100.0, PerDay(3_600.0));
    // The guess: twenty postings that waited as long as requested.
    let root = controller.root_for_delay(&tick(10.0, 0.0, 600.0), 30.0, 0.0);
    close(root, 10.0);
    close(controller.found, 20.0);
    close(controller.waited, 60.0);
    // Twenty more postings with a total wait of 120 minutes at √μ = 10: 12 at a price of one.
    let spent = PeriodSpending { found: 20.0, waited: 120.0, ..tick(10.0, 0.0, 610.0) };
    let root = controller.root_for_delay(&spent, 30.0, 0.0);
    close(root, 30.0 * 40.0 / 72.0);
    // After two days they count half.
    controller.root_for_delay(&tick(10.0, 0.0, 620.0), 30.0, 2.0);
    close(controller.found, 20.0);
    close(controller.waited, 36.0);
    close(controller.budget, 0.0);
}

#[test]
fn fetches_determine_at_least_a_fifth_of_a_delay() {
    let controller =
        Controller { found: 1_000.0, age: 1e6, calm: 500.0, ..Controller::at(100.0, PerDay(1.0)) };
    // A thousand postings with a half-life of two days are 1000·ln 2/2 a day.
    let per_day = 1_000.0 * std::f64::consts::LN_2 / 2.0;
    close(controller.least_root(30.0), 0.2 * 30.0 * per_day / 500.0);
    let young = Controller { age: 0.0, ..controller };
    close(young.least_root(30.0), 0.2 * 30.0 * 980.0 / 500.0);
    // √100 = 10, compared with 1.1 times that.
    assert!(young.is_at_least(Minutes(30.0)));
    assert!(!controller.is_at_least(Minutes(30.0)));
    assert!(!Controller { found: 0.0, ..young }.is_at_least(Minutes(30.0)));
    let edge = 10.0 / 1.1 / (0.2 * 980.0 / 500.0);
    assert!(young.is_at_least(Minutes(edge + 0.01)) && !young.is_at_least(Minutes(edge - 0.01)));
}

#[test]
fn debts_are_bounded() {
    let aim = Aim::Budget(PerDay(3_600.0));
    let settled = Controller::at(100.0, PerDay(3_600.0)).after(tick(10.0, 25.0, 600.0), aim);
    close(settled.saved, 0.0);
    let more = settled.after(tick(10.0, 35.0, 610.0), aim);
    close(more.saved, -10.0);
    // For an interval of 120 minutes, (120/360)³ is below the minimum of a twentieth of a day.
    let ahead = |controller: &Controller, clock: f64| {
        controller.saved + 3_600.0 * controller.day.drift(clock)
    };
    close(ahead(&settled.after(tick(10.0, 1e5, 610.0), aim), 610.0), -180.0);
    let saved = settled.after(tick(1_000.0, 0.0, 1_300.0), aim);
    close(ahead(&saved, 1_300.0), 180.0);
    // A surplus of the day before is spent only as far as the day may be overspent: 14.4.
    let tomorrow = saved.after(tick(200.0, 0.0, 1_500.0), aim);
    close(ahead(&tomorrow, 1_500.0), 14.4);
}

#[test]
fn fetches_put_off_raise_the_price() {
    let aim = Aim::Budget(PerDay(3_600.0));
    let settled = Controller::at(100.0, PerDay(3_600.0)).after(tick(10.0, 25.0, 600.0), aim);
    let price = |put_off: f64| {
        settled.after(PeriodSpending { put_off, ..tick(10.0, 25.0, 610.0) }, aim).price
    };
    assert!(price(100.0) > price(50.0) && price(50.0) > price(0.0));
}

#[test]
fn the_encoding_holds_every_number() {
    let mut controller = Controller::at(70.0, PerDay(3_600.0));
    for n in 0..200 {
        controller = controller
            .after(tick(10.0, f64::from(n % 40), 600.0 + 10.0 * f64::from(n)), budget(12.0));
    }
    let bytes = controller.to_bytes();
    assert_eq!(bytes.len(), 1 + 8 * (5 + 8 + 24 + 7));
    assert_eq!(Controller::from_bytes(&bytes), Some(controller));
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert_eq!(Controller::from_bytes(&longer), None);
    let with = |change: fn(&mut Controller)| {
        let mut other = controller;
        change(&mut other);
        Controller::from_bytes(&other.to_bytes()).is_some()
    };
    assert!(with(|_| ()));
    assert!(!with(|c| c.price = 1e-4) && !with(|c| c.felt = 1e10));
    assert!(!with(|c| c.level = 0.0) && !with(|c| c.calm = -1.0));
    assert!(!with(|c| c.age = -1.0) && !with(|c| c.today = 7.0));
    assert!(!with(|c| c.today_from = 1441.0) && with(|c| c.today_from = 1440.0));
    assert!(with(|c| c.saved = -1e17) && !with(|c| c.saved = -1e19));
    assert!(!with(|c| c.made_today = -1.0) && !with(|c| c.budget = -1.0));
    assert!(!with(|c| c.found = -1.0) && !with(|c| c.waited = f64::NAN));
    assert!(!with(|c| c.day.0[23] = 0.0) && !with(|c| c.week[6] = 7.0));
}

/// Returns a controller with a demand and a grant of 3,600 fetches a day at a price of 100: 300 sources every two
/// hours.
fn balanced() -> Controller {
    Controller { budget: 3_600.0, sources: 300.0, ..Controller::at(100.0, PerDay(3_600.0)) }
}

/// Returns the demand until midnight at a price of one by plans made from now on, at ten in the morning: 28 steps of
/// 750, less what older plans still spend, which fade within 120 minutes.
fn asked_until_midnight() -> f64 {
    let old: f64 = (0..28).map(|k| (-(f64::from(k) + 0.5) * 30.0 / 120.0).exp()).sum();
    750.0 * (28.0 - old)
}

#[test]
fn the_rest_of_the_day_spends_what_is_left_of_it() {
    let new = asked_until_midnight();
    let root = |change: fn(&mut Controller), put_off: f64| {
        let mut controller = balanced();
        change(&mut controller);
        let spent = PeriodSpending { put_off, ..tick(10.0, 25.0, 600.0) };
        controller.root_for_budget(&spent, 3_600.0, 10.0 / 1440.0)
    };
    let check = |(is_new, found): (bool, f64), expected: f64| {
        assert!(!is_new);
        close(found, expected);
    };
    check(root(|_| (), 0.0), 10.0);
    check(root(|_| (), 100.0), new / (new / 10.0 - 100.0));
    check(root(|c| c.saved = -50.0, 0.0), new / (new / 10.0 - 50.0));
    check(root(|c| c.saved = 50.0, 0.0), new / (new / 10.0 + 50.0));
    // The debt or surplus is at most a twentieth of a day.
    check(root(|c| c.saved = -1e6, 0.0), new / (new / 10.0 - 180.0));
    check(root(|c| c.saved = 1e6, 0.0), new / (new / 10.0 + 180.0));
    // The root stays within four times the long-run value.
    check(root(|_| (), 1e9), 40.0);
    check(root(|c| c.felt = 1e9, 0.0), 2.5);
}

#[test]
fn the_next_weekday_counts_from_midnight() {
    let mut controller = balanced();
    controller.week[1] = 1.2;
    // 23:40 on Monday: the view is two hours, and three of its four steps are on Tuesday.
    let (_, found) = controller.root_for_budget(&tick(10.0, 25.0, 1400.0), 3_600.0, 10.0 / 1440.0);
    let left = |k: u32| (-(f64::from(k) + 0.5) * 30.0 / 120.0).exp();
    let part = |k: u32| if k == 0 { 1.0 } else { 1.2 };
    let new: f64 = (0..4).map(|k| 750.0 * part(k) * (1.0 - left(k))).sum();
    let old: f64 = (0..4).map(|k| 750.0 * part(k) * left(k)).sum();
    close(found, new / (300.0 - old / 10.0));
}

#[test]
fn a_new_budget_starts_its_day_now() {
    let mut controller = Controller { made_today: 99.0, saved: 77.0, ..balanced() };
    let (is_new, root) =
        controller.root_for_budget(&tick(10.0, 25.0, 2_040.0), 7_200.0, 10.0 / 1440.0);
    assert!(is_new);
    close(controller.today_from, 600.0);
    close(controller.made_today, 0.0);
    close(controller.saved, 0.0);
    close(controller.budget, 7_200.0);
    assert!(root < 10.0);
    controller.forget_days();
    close(controller.calm, controller.level);
    close(controller.age, 0.0);
}

#[test]
fn plans_in_effect_reflect_earlier_prices() {
    let before = Controller { felt: 400.0, ..balanced() };
    let after = before.after(tick(10.0, 25.0, 600.0), Aim::Budget(PerDay(3_600.0)));
    let felt_for = Controller { felt: 400.0, ..after }.felt_for();
    let followed = 1.0 - (-10.0 / felt_for).exp();
    close(after.felt, 400.0 * (after.price / 400.0).powf(followed));
    assert!(after.felt < 400.0 && after.felt > after.price);
}

#[test]
fn rarely_fetched_sources_are_given_more_time() {
    // 300 fetches a day for 300 sources: an interval of a day, a patience of three days, and a debt of up to a day.
    let mut seldom =
        Controller { budget: 300.0, sources: 300.0, ..Controller::at(100.0, PerDay(300.0)) };
    seldom.saved = -1e9;
    let (_, root) = seldom.root_for_budget(&tick(10.0, 300.0 / 144.0, 600.0), 300.0, 10.0 / 1440.0);
    close(seldom.saved, -300.0);
    // A view of three days has 144 steps of 62.5 at a price of one, and older plans fade within a day.
    let old: f64 = (0..144).map(|k| (-(f64::from(k) + 0.5) * 30.0 / 1440.0).exp()).sum();
    let new = 62.5 * (144.0 - old);
    close(root, new / (new / 10.0 - 300.0));
}
