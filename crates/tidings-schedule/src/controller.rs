//! The controller of the price: it computes the price that spends the budget from a model of demand, and not by trial
//! and error.
//!
//! Demand is inversely proportional to the square root of the price: at price μ, sources ask for
//! L·w(weekday)·p(hour)/√μ fetches per day. The level L, the daily profile p and the weekday factors w are learned.
//! The budget is granted along the daily profile, so that at a constant price no surplus builds up at night and no
//! debt at noon, and the grants of any 24 hours sum to the budget. The price is the one at which the rest of the day
//! spends its grants, plus the surplus or minus the debt so far, less what plans made at older prices will still
//! spend. A controller that only fed back the error in spending would oscillate.
//!
//! The daemon stores one [`Controller`] as [bytes](Controller::to_bytes), and every few minutes calls
//! [`Controller::after`] with what happened since the last call.

#![expect(
    clippy::suboptimal_flops,
    reason = "a fused multiply-add is a slow library call on CPUs without the instruction, and formulas match the papers"
)]

mod bytes;
mod day;

use day::Day;
use tidings_model::units::{Minutes, PerDay};

/// What the controller aims for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aim {
    /// A number of fetches per day for all sources together.
    Budget(PerDay),
    /// A mean delay of postings, whatever the number of fetches.
    Delay(Minutes),
}

/// The price and the state it is computed from, as a plain value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Controller {
    /// The price of a fetch, in minutes of waiting of one posting of a source of weight 1.
    pub price: f64,
    /// The average price at which the plans now being carried out were made.
    felt: f64,
    /// Fetches granted evenly but not made so far. Negative if more were made.
    saved: f64,
    /// Fetches made today …
    made_today: f64,
    /// … since this minute of the day …
    today_from: f64,
    /// … which is this number of days after Monday.
    today: f64,
    /// The budget that these numbers refer to. Zero if there is none.
    budget: f64,
    /// The number of sources planned by price.
    sources: f64,
    /// L: the fetches per day that all sources ask for at a price of one.
    level: f64,
    /// L averaged over the last week. Days and hours are compared with it, because L itself follows them too closely.
    calm: f64,
    /// The number of days it has been learning.
    age: f64,
    day: Day,
    /// The demand of each day of the week, Monday first, with a mean of 1.
    week: [f64; 7],
    /// The postings found, and how long they would have waited at a price of one. Older ones count less.
    found: f64,
    waited: f64,
}

/// The level follows observations within this many minutes …
const FOLLOWS: f64 = 80.0;
/// … and a surplus or debt is worked off within this many minutes …
const WORKED_OFF: f64 = 120.0;
/// … or both within this many average intervals once those reach `LONG` minutes. The effect of a price is then seen
/// that late, and following each day would cost waiting without any gain.
const INTERVALS: f64 = 3.0;
const LONG: f64 = 360.0;
/// The weight of a weekday's latest observation against those of earlier weeks.
const WEEKDAY_NEWS: f64 = 0.6;
/// Weekdays are only told apart after this many days. Before, the demand of a usual day is not known.
const SETTLED: f64 = 1.5;
/// The bounds of a weekday's demand relative to the average.
const WEEKDAYS: (f64, f64) = (0.2, 5.0);
/// A debt counts up to this many days' worth of the budget, and up to a whole day's where plans reach that far ahead.
/// Beyond that it is forgiven.
const OWED: f64 = 0.05;
/// At its end, a day may be overspent by at most this part of the budget …
const OVERSPENT: f64 = 0.008;
/// … and at noon by this much more: what is posted in one morning is worth fetching, and the price has until midnight
/// to make up for it.
const AT_NOON: f64 = 0.1;
/// However small the budget, this many fetches may be made early.
const EARLY: f64 = 3.0;
/// The square root of the price stays within this factor of the long-run value. The model is not reliable beyond
/// that.
const TRUSTED: f64 = 4.0;
/// The price changes by at most this factor per hour, unless the aim changes.
const FASTEST: f64 = 4.0;
/// A change of the budget by more than this part counts as a new aim: the surplus or debt under the old one is
/// dropped.
const NEW_AIM: f64 = 0.2;
/// The half-life of observed waits, in days.
const WAITS_HALVE: f64 = 2.0;
/// The number of postings that the initial guess of their wait counts for.
const GUESSED: f64 = 20.0;
/// Fetches are assumed to determine at least this part of a requested delay. If they determine less, the price stops
/// falling.
const DECIDED: f64 = 0.2;
/// If the price falls by more than this factor at once, earlier plans are made again.
const CHEAPER: f64 = 2.0;
/// The range of prices in which arithmetic is safe.
const RANGE: (f64, f64) = (1e-3, 1e9);

/// What happened since the last call.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PeriodSpending {
    /// The length of the period, a few minutes to an hour. Suspends are left out: no fetch could be made then, and
    /// none is owed.
    pub passed: Minutes,
    /// Fetches made as planned. Fetches that catch up after a suspend or precede any plan are not counted, since they
    /// say nothing about demand at a price.
    pub made: f64,
    /// Fetches that are put off because the day has no room for them.
    pub put_off: f64,
    /// The current time of the week, since Monday 00:00 UTC.
    pub clock: Minutes,
    /// The number of sources planned by price.
    pub sources: f64,
    /// The postings found, each weighted with its source's weight …
    pub found: f64,
    /// … and their total wait in minutes, weighted likewise. Only [`Aim::Delay`] needs these two.
    pub waited: f64,
}

impl Controller {
    /// Creates a controller with a price and the demand at that price.
    ///
    /// ```
    /// use tidings_model::units::PerDay;
    /// use tidings_schedule::controller::Controller;
    /// assert_eq!(Controller::at(70.0, PerDay(3_600.0)).price, 70.0);
    /// ```
    #[must_use]
    pub fn at(price: f64, asked: PerDay) -> Self {
        let price = bounded(price);
        let asked = if asked.0.is_finite() { asked.0.max(0.0) } else { 0.0 };
        let level = (asked * price.sqrt()).clamp(LEAST, MOST);
        Self {
            price,
            felt: price,
            saved: 0.0,
            made_today: 0.0,
            today_from: 0.0,
            today: 0.0,
            budget: 0.0,
            sources: 0.0,
            level,
            calm: level,
            age: 0.0,
            day: Day::default(),
            week: [1.0; 7],
            found: 0.0,
            waited: 0.0,
        }
    }

    /// Creates a controller with the optimal price for sources that post at these constant rates.
    ///
    /// Each source is fetched every √(2μ/λ) minutes. The price is such that all together spend the budget, or that
    /// the mean wait, which is half of that interval, equals the requested delay.
    ///
    /// ```
    /// use tidings_model::units::{Minutes, PerDay};
    /// use tidings_schedule::controller::{Aim, Controller};
    /// // One source that posts every 100 minutes and is fetched every 200: μ = λ d²/2 = 200.
    /// let price = |aim| Controller::first([0.01].into_iter(), aim).price;
    /// assert!((price(Aim::Budget(PerDay(7.2))) - 200.0).abs() < 1e-9);
    /// assert!((price(Aim::Delay(Minutes(100.0))) - 200.0).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn first(rates_per_minute: impl Iterator<Item = f64>, aim: Aim) -> Self {
        let (roots, rates) = rates_per_minute
            .filter(|rate| *rate > 0.0)
            .fold((0.0, 0.0), |(roots, rates), rate| (roots + (rate / 2.0).sqrt(), rates + rate));
        let root = match aim {
            Aim::Budget(budget) => roots / (budget.0 / Minutes::DAY.0),
            Aim::Delay(delay) => delay.0 * rates / roots,
        };
        let price = bounded(root * root);
        Self::at(price, PerDay(roots / price.sqrt() * Minutes::DAY.0))
    }

    /// Returns the controller after a period.
    ///
    /// Invalid numbers leave it unchanged.
    ///
    /// ```
    /// use tidings_model::units::{Minutes, PerDay};
    /// use tidings_schedule::controller::{Aim, Controller, PeriodSpending};
    /// let before = Controller::at(100.0, PerDay(2_400.0));
    /// let after = |made| {
    ///     let spent = PeriodSpending { passed: Minutes(60.0), made, clock: Minutes(540.0), sources: 200.0, ..PeriodSpending::default() };
    ///     before.after(spent, Aim::Budget(PerDay(2_400.0))).price
    /// };
    /// assert!(after(200.0) > 100.0, "too much was spent");
    /// assert!(after(50.0) < 100.0, "too little was spent");
    /// assert!((after(100.0) - 100.0).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn after(mut self, spent: PeriodSpending, aim: Aim) -> Self {
        let numbers = [spent.made, spent.put_off, spent.sources, spent.found, spent.waited];
        let (Aim::Budget(PerDay(wanted)) | Aim::Delay(Minutes(wanted))) = aim;
        let is_sound = (1e-3..=2.0 * Minutes::DAY.0).contains(&spent.passed.0)
            && (1e-3..=1e12).contains(&wanted)
            && spent.clock.0.is_finite()
            && numbers.iter().all(|number| (0.0..=1e12).contains(number));
        if !is_sound {
            return self;
        }
        let days = spent.passed.0 / Minutes::DAY.0;
        if self.sources > 0.0 && spent.sources > 0.0 {
            let more = spent.sources / self.sources;
            self.level = (self.level * more).clamp(LEAST, MOST);
            self.calm = (self.calm * more).clamp(LEAST, MOST);
        }
        self.sources = spent.sources;
        self.learn(&spent, days);
        let (is_new, root) = match aim {
            Aim::Budget(budget) => {
                if self.is_new(budget.0) {
                    self.forget_days();
                }
                self.root_for_budget(&spent, budget.0, days)
            }
            Aim::Delay(delay) => (false, self.root_for_delay(&spent, delay.0, days)),
        };
        let fastest = if is_new { f64::INFINITY } else { FASTEST.ln() * days * 24.0 };
        let change = (2.0 * root.ln() - self.price.ln()).clamp(-fastest, fastest);
        self.price = bounded(self.price * change.exp());
        let followed = 1.0 - (-spent.passed.0 / self.felt_for()).exp();
        self.felt = bounded(self.felt * ((self.price / self.felt).ln() * followed).exp());
        self
    }

    /// Returns whether the price has fallen so much that earlier plans should be replaced.
    ///
    /// ```
    /// use tidings_model::units::PerDay;
    /// use tidings_schedule::controller::Controller;
    /// let at = |price| Controller::at(price, PerDay(3_600.0));
    /// assert!(at(30.0).outdates(&at(70.0)));
    /// assert!(!at(50.0).outdates(&at(70.0)) && !at(700.0).outdates(&at(70.0)));
    /// ```
    #[must_use]
    pub fn outdates(&self, before: &Self) -> bool {
        self.price < before.price / CHEAPER
    }

    /// Returns the controller after every source was planned again at the current price, so that no older plans
    /// remain.
    #[must_use]
    pub fn planned_anew(self) -> Self {
        Self { felt: self.price, ..self }
    }

    /// Returns the average interval of a source at the current price, in minutes.
    ///
    /// ```
    /// use tidings_model::units::{Minutes, PerDay};
    /// use tidings_schedule::controller::{Aim, Controller, PeriodSpending};
    /// let spent = PeriodSpending { passed: Minutes(10.0), made: 25.0, sources: 300.0, ..PeriodSpending::default() };
    /// let controller = Controller::at(70.0, PerDay(3_600.0)).after(spent, Aim::Budget(PerDay(3_600.0)));
    /// assert!((controller.interval().0 - 120.0).abs() < 1.0);
    /// ```
    #[must_use]
    pub fn interval(&self) -> Minutes {
        let per_day = self.level / self.price.sqrt();
        Minutes((self.sources / per_day * Minutes::DAY.0).clamp(1.0, 1e6))
    }

    /// Returns [`Controller::may_make`] in whole fetches, or `None` without a budget.
    ///
    /// ```
    /// use tidings_model::units::{Minutes, PerDay};
    /// use tidings_schedule::controller::Controller;
    /// let free = Controller::at(70.0, PerDay(3_600.0));
    /// assert_eq!(free.may_fetch(Minutes(20.0), Minutes(10.0)), None);
    /// ```
    #[must_use]
    pub fn may_fetch(&self, clock: Minutes, coming: Minutes) -> Option<u64> {
        let may = self.may_make(clock, coming);
        may.is_finite().then_some(may as u64)
    }

    /// Returns how many fetches may be made in the coming minutes without overspending the day. Infinite without a
    /// budget.
    ///
    /// ```
    /// use tidings_model::units::{Minutes, PerDay};
    /// use tidings_schedule::controller::{Aim, Controller, PeriodSpending};
    /// let aim = Aim::Budget(PerDay(3_600.0));
    /// let spent = |clock, made| PeriodSpending { passed: Minutes(10.0), made, clock: Minutes(clock), sources: 300.0, ..PeriodSpending::default() };
    /// let at_ten_past = Controller::at(70.0, PerDay(3_600.0)).after(spent(10.0, 0.0), aim);
    /// let may_make = |made| at_ten_past.after(spent(20.0, made), aim).may_make(Minutes(20.0), Minutes(10.0));
    /// // 50 are granted in twenty minutes, and about 58 may be made early at night.
    /// assert!((70.0..90.0).contains(&may_make(25.0)));
    /// assert!((20.0..40.0).contains(&may_make(75.0)));
    /// assert_eq!(may_make(150.0), 0.0);
    /// ```
    #[must_use]
    pub fn may_make(&self, clock: Minutes, coming: Minutes) -> f64 {
        if self.budget <= 0.0 {
            return f64::INFINITY;
        }
        // Fetches after midnight count for the next day, which has its own grant.
        let now = clock.0.rem_euclid(Minutes::DAY.0);
        let end = (now + coming.0).min(Minutes::DAY.0);
        let gone = end / Minutes::DAY.0;
        let granted =
            |by: f64| self.budget * (self.day.passed(by) - self.day.passed(self.today_from));
        let over = overspent(self.budget);
        let early = self.budget * AT_NOON * 4.0 * gone * (1.0 - gone);
        let by_then = (granted(end) + early).min(granted(Minutes::DAY.0)) + over;
        (by_then - self.made_today).max(0.0)
    }

    /// Returns how long plans made at earlier prices remain in effect. Their intervals are proportional to the root
    /// of the price.
    fn felt_for(&self) -> f64 {
        (self.interval().0 * (self.felt / self.price).sqrt()).clamp(1.0, 1e6)
    }

    fn learn(&mut self, spent: &PeriodSpending, days: f64) {
        let clock = spent.clock.0 - spent.passed.0 / 2.0;
        let today = self.week[weekday(clock)];
        let part = self.day.part(clock);
        let shown = spent.made / days * self.felt.sqrt() / today;
        let followed = 1.0 - (-spent.passed.0 / FOLLOWS.max(patience(self.interval().0))).exp();
        self.level = (self.level + followed * (shown - self.level * part)).clamp(LEAST, MOST);
        let memory = self.age.clamp(1.0, 7.0);
        self.age = (self.age + days).min(1e6);
        // When fetches are put off, their number reflects the bounds of the day instead of the demand.
        if spent.put_off > 0.0 {
            return;
        }
        self.calm += (1.0 - (-days / memory).exp()) * (shown.clamp(LEAST, MOST) - self.calm);
        self.day.learn(clock, shown / self.calm, days);
        if self.age > SETTLED {
            self.learn_weekday(weekday(clock), shown * today / (self.calm * part), days);
        }
    }

    /// Takes in the demand observed during a few minutes of a weekday, relative to an average day.
    fn learn_weekday(&mut self, weekday: usize, shown: f64, days: f64) {
        let news = 1.0 - (1.0 - WEEKDAY_NEWS).powf(days);
        let part = &mut self.week[weekday];
        *part += news * (shown.clamp(WEEKDAYS.0, WEEKDAYS.1) - *part);
        let mean = self.week.iter().sum::<f64>() / 7.0;
        self.week = self.week.map(|part| (part / mean).clamp(WEEKDAYS.0, WEEKDAYS.1));
    }

    fn is_new(&self, budget: f64) -> bool {
        self.budget <= 0.0 || (budget / self.budget).ln().abs() > NEW_AIM
    }

    /// Resets the demand of a usual day, which was learned under another budget. Where sources are fetched at their
    /// longest or shortest interval, that says little about their demand elsewhere.
    fn forget_days(&mut self) {
        (self.calm, self.age, self.day) = (self.level, 0.0, Day::default());
    }

    /// Returns whether the budget is a new one, and √μ for it.
    fn root_for_budget(&mut self, spent: &PeriodSpending, budget: f64, days: f64) -> (bool, f64) {
        let is_new = self.is_new(budget);
        // The surplus of even grants at this hour if spending followed the profile.
        let even = -budget * self.day.drift(spent.clock.0);
        let ahead = if is_new { 0.0 } else { self.saved + budget * days - spent.made - even };
        let interval = (self.sources / budget * Minutes::DAY.0).clamp(1.0, 1e6);
        let owed = budget * (interval / LONG).powi(3).clamp(OWED, 1.0);
        // A surplus from the day before is only spent as far as this day may be overspent. Otherwise fetches would
        // queue until its end.
        let most = if self.is_tomorrow(spent) { overspent(budget) / 2.0 } else { f64::INFINITY };
        let ahead = ahead.clamp(-owed, owed).min(most);
        self.saved = ahead + even;
        self.count_today(spent);
        if is_new {
            (self.today_from, self.made_today) = (spent.clock.0.rem_euclid(Minutes::DAY.0), 0.0);
        }
        self.budget = budget;
        // The view extends to the end of the day, so that one price can hold for all of it.
        let rest = Minutes::DAY.0 - spent.clock.0.rem_euclid(Minutes::DAY.0);
        let view = rest.max(WORKED_OFF).max(patience(interval)).min(4.0 * Minutes::DAY.0);
        let (mut granted, mut old, mut new) = (0.0, 0.0, 0.0);
        let n = (view / 30.0).ceil();
        let step = view / n;
        let old_for = self.felt_for();
        for k in 0..n as u32 {
            let later = (f64::from(k) + 0.5) * step;
            let at = spent.clock.0 + later;
            let hour = self.day.part(at) * step / Minutes::DAY.0;
            let asked = self.level * self.week[weekday(at)] * hour;
            let left = (-later / old_for).exp();
            granted += budget * hour;
            old += asked * left;
            new += asked * (1.0 - left);
        }
        let usual = self.level / budget;
        // Fetches that were put off are made first. A price at which fetches queue is too low.
        let wanted = granted + ahead - old / self.felt.sqrt() - spent.put_off;
        let most = usual * TRUSTED;
        (is_new, (new / wanted.max(new / most)).clamp(usual / TRUSTED, most))
    }

    /// Counts the fetches made today: since midnight, or since the aim changed.
    fn count_today(&mut self, spent: &PeriodSpending) {
        if self.is_tomorrow(spent) {
            let into = spent.clock.0.rem_euclid(Minutes::DAY.0).min(spent.passed.0);
            (self.today_from, self.made_today) = (0.0, spent.made * into / spent.passed.0);
            self.today = weekday(spent.clock.0) as f64;
        } else {
            self.made_today += spent.made;
        }
    }

    /// Returns whether a new day has begun since the one that is counted.
    fn is_tomorrow(&self, spent: &PeriodSpending) -> bool {
        (weekday(spent.clock.0) as f64 - self.today).abs() > 0.5
    }

    /// Returns √μ for a delay. Waits are proportional to the root of the price.
    fn root_for_delay(&mut self, spent: &PeriodSpending, delay: f64, days: f64) -> f64 {
        if self.found <= 0.0 {
            self.found = GUESSED;
            self.waited = GUESSED * delay / self.price.sqrt();
        }
        let kept = (-days / WAITS_HALVE).exp2();
        self.found = self.found * kept + spent.found;
        self.waited = self.waited * kept + spent.waited / self.felt.sqrt();
        self.budget = 0.0;
        let root = delay * self.found.max(LEAST) / self.waited.max(LEAST);
        root.max(self.least_root(delay))
    }

    /// Returns √μ below which more fetches hardly shorten the wait. A fetch is made when the wait since the last one
    /// is worth its price, so the price times the number of fetches is the waiting that fetches determine. The rest
    /// comes from sources that fail or ask not to be fetched, and no price changes it.
    fn least_root(&self, delay: f64) -> f64 {
        let faded = (-self.age / WAITS_HALVE).exp2();
        let days = (WAITS_HALVE / std::f64::consts::LN_2 * (1.0 - faded)).max(1.0);
        let found_a_day = (self.found - GUESSED * faded).max(0.0) / days;
        DECIDED * delay * found_a_day / self.calm
    }

    /// Returns whether the price is so low that a lower one would hardly bring the wait closer to this delay.
    ///
    /// ```
    /// use tidings_model::units::{Minutes, PerDay};
    /// use tidings_schedule::controller::Controller;
    /// assert!(!Controller::at(70.0, PerDay(3_600.0)).is_at_least(Minutes(30.0)));
    /// ```
    #[must_use]
    pub fn is_at_least(&self, delay: Minutes) -> bool {
        self.found > 0.0 && self.price.sqrt() <= 1.1 * self.least_root(delay.0)
    }
}

/// The lower bound of divisors.
const LEAST: f64 = 1e-9;
/// The upper bound of learned quantities.
const MOST: f64 = 1e18;

/// Returns how long to wait for a price to take effect when sources are fetched at this interval.
fn patience(interval: f64) -> f64 {
    INTERVALS * interval * (interval / LONG).min(1.0)
}

/// Returns by how many fetches a day may be overspent.
fn overspent(budget: f64) -> f64 {
    (budget * OVERSPENT).max(EARLY)
}

fn weekday(clock: f64) -> usize {
    // Times are within a few days of this week, so the cast cannot overflow.
    ((clock / Minutes::DAY.0).floor() as i64).rem_euclid(7) as usize
}

fn bounded(price: f64) -> f64 {
    if price.is_finite() { price.clamp(RANGE.0, RANGE.1) } else { RANGE.1 }
}

#[cfg(test)]
mod tests;
