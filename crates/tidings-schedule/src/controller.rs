//! The price that spends the budget: found from what is asked for at a price, not by trying.
//!
//! Requests fall as the square root of the price: at price μ sources ask for D/√μ retrievals a day. D, the demand, hardly
//! depends on μ and repeats from day to day, so it is learned by hour of the day, and the price follows: (D/wanted)². What
//! was saved or overspent before is wanted within the next day. A controller that moved the price by the error of spending
//! alone would swing: plans made at an old price are still to come when the new one is already known.

#![expect(
    clippy::suboptimal_flops,
    reason = "without the instruction a fused multiply-add is a slow library call, and formulas read as in the papers"
)]

use tidings_model::units::{Minutes, PerDay};

/// The price and what it is found from. A plain value of some 230 bytes: kept in the store, it survives a restart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Controller {
    /// What a retrieval costs, in minutes of waiting of one posting of a source of weight 1.
    pub price: f64,
    /// The price at which the plans that are now carried out were made, on average.
    felt: f64,
    /// Retrievals granted and not made so far; negative when more were made.
    saved: f64,
    /// D by hour of the day, in retrievals per day at a price of one.
    demand: [f64; 24],
}

/// How much of what an hour shows is believed over what that hour showed on days before.
const NEWS: f64 = 0.5;
/// How fast all hours follow one that shows something new, per day.
const ALL: f64 = 4.0;
/// The price moves by at most this factor in an hour: no herd after a change of the budget.
const FASTEST: f64 = 4.0;
/// Prices stay where arithmetic is safe.
const RANGE: (f64, f64) = (1e-3, 1e9);

/// What happened since the controller was last asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spent {
    /// How long that was; times of sleep are left out, for nothing could be made then and nothing is owed for them.
    pub passed: Minutes,
    /// Retrievals made.
    pub made: f64,
    /// The hour of the day, 0 to 23.
    pub hour: u8,
}

impl Controller {
    /// A controller that begins with a price, and takes the budget for what is asked at it.
    ///
    /// ```
    /// use tidings_model::units::PerDay;
    /// use tidings_schedule::controller::Controller;
    /// assert_eq!(Controller::at(70.0, PerDay(3_600.0)).price, 70.0);
    /// ```
    #[must_use]
    pub fn at(price: f64, budget: PerDay) -> Self {
        let price = bounded(price);
        Self { price, felt: price, saved: 0.0, demand: [budget.0.max(0.0) * price.sqrt(); 24] }
    }

    /// The price of evenly posting sources of these rates: √(2μ/λ) minutes apart, so that all together spend the budget.
    ///
    /// ```
    /// use tidings_model::units::PerDay;
    /// use tidings_schedule::controller::Controller;
    /// // One source that posts every 100 minutes, looked at every 200: μ = λ d²/2 = 200.
    /// let controller = Controller::first([0.01].into_iter(), PerDay(7.2));
    /// assert!((controller.price - 200.0).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn first(rates_per_minute: impl Iterator<Item = f64>, budget: PerDay) -> Self {
        let roots: f64 = rates_per_minute.map(|rate| (rate / 2.0).sqrt()).sum();
        Self::at((roots / (budget.0 / Minutes::DAY.0)).powi(2), budget)
    }

    /// The controller after some time, a few minutes to an hour. `turnover` is the average interval of a source: how
    /// long plans made at an old price go on being carried out.
    ///
    /// ```
    /// use tidings_model::units::{Minutes, PerDay};
    /// use tidings_schedule::controller::{Controller, Spent};
    /// let (budget, turnover) = (PerDay(2_400.0), Minutes(120.0));
    /// let before = Controller::at(100.0, budget);
    /// let after = |made| before.after(Spent { passed: Minutes(60.0), made, hour: 9 }, budget, turnover).price;
    /// assert!(after(200.0) > 100.0, "too much was spent");
    /// assert!(after(50.0) < 100.0, "too little");
    /// assert!((after(100.0) - 100.0).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn after(self, spent: Spent, budget: PerDay, turnover: Minutes) -> Self {
        let days = spent.passed.0 / Minutes::DAY.0;
        if !(days > 0.0
            && days.is_finite()
            && budget.0 > 0.0
            && spent.made >= 0.0
            && spent.made.is_finite())
        {
            return self;
        }
        let mut demand = self.demand;
        let hour = usize::from(spent.hour.min(23));
        let shown = spent.made / days * self.felt.sqrt();
        // When an hour asks for more than it used to, probably all will: sources came in, or the world woke up.
        let all = (1.0 - (-days * ALL).exp())
            * (shown.max(1e-9) / demand[hour].max(1e-9)).ln().clamp(-1.0, 1.0);
        demand.iter_mut().for_each(|demand| *demand *= all.exp());
        // An hour counts once, however often it is asked about.
        let news = 1.0 - (1.0 - NEWS).powf(days * 24.0);
        demand[hour] += news * (shown - demand[hour]);
        // A debt is at most half a day's worth: what was granted under another budget is not made good for ever.
        let saved =
            (self.saved + budget.0 * days - spent.made).clamp(-budget.0 / 2.0, budget.0 / 2.0);
        let asked = demand.iter().sum::<f64>() / 24.0;
        let aim = 2.0 * (asked.max(1e-9) / (budget.0 + saved)).ln();
        let fastest = FASTEST.ln() * days * 24.0;
        let price = bounded(self.price * (aim - self.price.ln()).clamp(-fastest, fastest).exp());
        let followed = 1.0 - (-spent.passed.0 / turnover.0.max(1.0)).exp();
        let felt = bounded(self.felt * ((price / self.felt).ln() * followed).exp());
        Self { price, felt, saved, demand }
    }
}

fn bounded(price: f64) -> f64 {
    if price.is_finite() { price.clamp(RANGE.0, RANGE.1) } else { RANGE.1 }
}

#[cfg(test)]
mod tests;
