//! `price-live`: the same plans, but nobody knows the price in advance.
//!
//! All sources are processed in one order of time, and the server's own controller adjusts the price every ten minutes
//! to what was spent.

use super::online::{Setup, TrainingOutcome, Walk, step};
use super::{FetchTimes, Replay};
use crate::trace::{DAY, WEEK};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tidings_learn::rhythm::{Population, Rhythm};
use tidings_model::units::{Minutes, PerDay};
use tidings_schedule::controller::{Aim, Controller, PeriodSpending};
use tidings_schedule::price::Planner;

/// How often the price is adjusted, in minutes.
const TICK: f64 = 10.0;

/// What happens to the installation in the course of a replay. Times are minutes on the trace's axis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Script {
    /// From when on the budget is multiplied by which factor.
    pub budgets: Vec<(f64, f64)>,
    /// From when until when the machine sleeps.
    pub sleeps: Vec<(f64, f64)>,
    /// When the program is restarted.
    pub restarts: Vec<f64>,
    /// The average delay to aim for, instead of a budget.
    pub delay: Option<f64>,
}

/// The result.
#[derive(Debug, Clone, Default)]
pub struct LiveRun {
    /// The fetches of each source, in order.
    pub fetches: FetchTimes,
    /// The price at every step.
    pub prices: Vec<f64>,
}

/// Replays with the running controller, starting with the price for evenly posting sources.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::{live, online};
/// let (setup, script) = (online::Setup::default(), live::Script::default());
/// let lived = live::replayed(&replay, &online::train(&replay, &setup), &setup, &script, &[]);
/// assert_eq!(lived.prices.len(), 14 * 144);
/// ```
#[must_use]
pub fn replayed(
    replay: &Replay<'_>,
    trained: &TrainingOutcome,
    setup: &Setup,
    script: &Script,
    weights: &[f64],
) -> LiveRun {
    let mut live = Live::new(replay, trained, setup, script, weights);
    while live.now < replay.trace.end {
        live.tick();
    }
    let fetches = live.walks.into_iter().map(|walk| walk.fetches).collect();
    LiveRun { fetches, prices: live.prices }
}

/// The state of a running installation.
struct Live<'a> {
    replay: &'a Replay<'a>,
    setup: &'a Setup,
    script: &'a Script,
    weights: &'a [f64],
    population: Population,
    walks: Vec<Walk>,
    /// When each source is due, the soonest first, in milliseconds.
    due: BinaryHeap<Reverse<(u64, usize)>>,
    planner: Planner,
    controller: Controller,
    prices: Vec<f64>,
    now: f64,
    regrouped: f64,
    woken: f64,
}

impl<'a> Live<'a> {
    fn new(
        replay: &'a Replay<'a>,
        trained: &TrainingOutcome,
        setup: &'a Setup,
        script: &'a Script,
        weights: &'a [f64],
    ) -> Self {
        let walk = |(source, rhythm): (usize, &Rhythm)| Walk {
            rhythm: rhythm.clone(),
            seen: replay.training(source).len(),
            next: replay.trained,
            fetches: Vec::new(),
        };
        let weight = |source: usize| weights.get(source).copied().unwrap_or(1.0);
        let rates = trained.rhythms.iter().map(|rhythm| rhythm.rate(&setup.habits)).enumerate();
        let mut live = Self {
            replay,
            setup,
            script,
            weights,
            population: trained.population.clone(),
            walks: trained.rhythms.iter().enumerate().map(walk).collect(),
            due: BinaryHeap::new(),
            planner: Planner::default(),
            controller: Controller::at(1.0, PerDay(0.0)),
            prices: Vec::new(),
            now: replay.trained,
            regrouped: replay.trained,
            woken: replay.trained,
        };
        let rates = rates.map(|(source, rate)| rate * weight(source));
        live.controller = Controller::first(rates, live.aim());
        (0..live.walks.len()).for_each(|source| live.step(source));
        live
    }

    /// Returns the usual budget times the script's current factor, or the target delay.
    fn aim(&self) -> Aim {
        let factor = self.script.budgets.iter().rev().find(|change| change.0 <= self.now);
        let usual = self.walks.len() as f64 * DAY / self.replay.interval;
        self.script.delay.map_or_else(
            || Aim::Budget(PerDay(usual * factor.map_or(1.0, |change| change.1))),
            |delay| Aim::Delay(Minutes(delay)),
        )
    }

    /// Makes one fetch and plans the next.
    fn step(&mut self, source: usize) {
        let weight = self.weights.get(source).copied().unwrap_or(1.0);
        let n = self.walks.len() as f64;
        let interval = match self.aim() {
            Aim::Budget(budget) => n * DAY / budget.0,
            Aim::Delay(_) => self.controller.interval().0,
        };
        let walk = &mut self.walks[source];
        step(
            self.replay,
            source,
            walk,
            self.controller.price / weight,
            interval,
            &self.population,
            self.setup,
            &mut self.planner,
        );
        self.due.push(Reverse((milliseconds(walk.next), source)));
    }

    fn tick(&mut self) {
        if let Some(sleep) =
            self.script.sleeps.iter().find(|sleep| (sleep.0..sleep.1).contains(&self.now))
        {
            self.now = sleep.1;
            self.woken = self.now;
        }
        if self.script.restarts.iter().any(|at| (self.now - TICK..self.now).contains(at)) {
            let bytes = self.controller.to_bytes();
            self.controller = Controller::from_bytes(&bytes).expect("these are its own bytes");
        }
        let until = (self.now + TICK).min(self.replay.trace.end);
        let (mut made, mut found, mut waited) = (0.0, 0.0, 0.0);
        while let Some(&Reverse((at, source))) =
            self.due.peek().filter(|next| next.0.0 <= milliseconds(until))
        {
            self.due.pop();
            let walk = &mut self.walks[source];
            // Catching up with what was due during a sleep does not count as spending at a price.
            made += f64::from(u8::from(at >= milliseconds(self.woken)));
            walk.next = walk.next.max(self.now);
            let seen = walk.seen;
            self.step(source);
            let walk = &self.walks[source];
            let at = walk.fetches.last().copied().unwrap_or(self.now);
            let postings = &self.replay.trace.postings[source][seen..walk.seen];
            let weight = self.weights.get(source).copied().unwrap_or(1.0);
            found += weight * postings.len() as f64;
            waited += weight * postings.iter().map(|posting| at - posting).sum::<f64>();
        }
        let spent = PeriodSpending {
            passed: Minutes(until - self.now),
            made,
            // Here a day may be overspent, because the effect of the price alone is measured.
            put_off: 0.0,
            clock: Minutes(until % WEEK),
            sources: self.walks.len() as f64,
            found,
            waited,
        };
        self.controller = self.controller.after(spent, self.aim());
        self.prices.push(self.controller.price);
        self.now = until;
        if self.now >= self.regrouped + WEEK {
            self.regroup();
        }
    }

    /// Updates, once a week, what sources are like in general and what follows for each.
    fn regroup(&mut self) {
        let rhythms: Vec<Rhythm> = self.walks.iter().map(|walk| walk.rhythm.clone()).collect();
        self.population = Population::of(&rhythms, self.setup.clusters);
        for walk in &mut self.walks {
            walk.rhythm.regroup(&self.population, &self.setup.habits);
        }
        self.regrouped = self.now;
    }
}

/// Whole numbers have a total order; times after the epoch's first Monday are positive.
fn milliseconds(minutes: f64) -> u64 {
    (minutes * 60_000.0) as u64
}

#[cfg(test)]
mod tests;
