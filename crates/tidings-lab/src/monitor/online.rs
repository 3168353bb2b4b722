//! `price`: beliefs from `tidings-learn` and plans from `tidings-schedule`, replayed on a trace.

use super::{FetchTimes, Replay};
use crate::monitor::timetable;
use crate::trace::{DAY, WEEK};
use tidings_learn::access::AccessPattern;
use tidings_learn::rhythm::{Habits, Population, Rhythm};
use tidings_schedule::cost::{self, Metric, Slot};
use tidings_schedule::price::{Bounds, GUARD, Grid, Planner, guard};

/// The setup of the replay. The default is what the server uses.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// How beliefs are formed.
    pub habits: Habits,
    /// Where fetches may be placed.
    pub grid: Grid,
    /// No interval is longer than this many average intervals.
    pub guard: f64,
    /// Number of groups of sources.
    pub clusters: usize,
    /// The shortest interval in minutes.
    pub shortest: f64,
    /// Longer shortest intervals for single sources whose servers ask for them; empty if there are none.
    pub rests: Vec<f64>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            habits: Habits::default(),
            grid: Grid::default(),
            guard: GUARD,
            clusters: 10,
            shortest: 1.0,
            rests: Vec::new(),
        }
    }
}

/// What was learned in training, the same for every price.
#[derive(Debug, Clone)]
pub struct TrainingOutcome {
    pub(super) rhythms: Vec<Rhythm>,
    pub(super) population: Population,
}

/// Learns from the training part alone.
#[must_use]
pub fn train(replay: &Replay<'_>, setup: &Setup) -> TrainingOutcome {
    let mut population = Population::unknown();
    let mut rhythms = Vec::new();
    // What sources have in common is learned from them; then each is learned again with that knowledge.
    for _ in 0..3 {
        rhythms = (0..replay.trace.postings.len())
            .map(|source| {
                let mut rhythm = Rhythm::new(&population, replay.trace.begin);
                rhythm.observe(replay.training(source), replay.trained, &population, &setup.habits);
                rhythm
            })
            .collect();
        population = Population::of(&rhythms, setup.clusters);
    }
    rhythms.iter_mut().for_each(|rhythm| rhythm.regroup(&population, &setup.habits));
    TrainingOutcome { rhythms, population }
}

/// One source in the course of the replay.
pub(super) struct Walk {
    pub(super) rhythm: Rhythm,
    pub(super) seen: usize,
    pub(super) next: f64,
    pub(super) fetches: Vec<f64>,
}

/// Replays with a fixed price for a source of weight 1.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::online::{Setup, replayed, train};
/// let setup = Setup::default();
/// let trained = train(&replay, &setup);
/// let at_price = |price| replayed(&replay, &trained, &setup, price, &[])[0].len();
/// assert!(at_price(1_000.0) < at_price(10.0));
/// ```
#[must_use]
pub fn replayed(
    replay: &Replay<'_>,
    trained: &TrainingOutcome,
    setup: &Setup,
    price: f64,
    weights: &[f64],
) -> FetchTimes {
    let mut population = trained.population.clone();
    let mut walks: Vec<Walk> = trained
        .rhythms
        .iter()
        .enumerate()
        .map(|(source, rhythm)| Walk {
            rhythm: rhythm.clone(),
            seen: replay.training(source).len(),
            next: replay.trained,
            fetches: Vec::new(),
        })
        .collect();
    let mut begin = replay.trained;
    while begin < replay.trace.end {
        let until = (begin + WEEK).min(replay.trace.end);
        let half = walks.len().div_ceil(2).max(1);
        std::thread::scope(|scope| {
            for (part, chunk) in walks.chunks_mut(half).enumerate() {
                let population = &population;
                scope.spawn(move || {
                    let mut planner = Planner::default();
                    for (i, walk) in chunk.iter_mut().enumerate() {
                        let source = part * half + i;
                        let price = price / weights.get(source).copied().unwrap_or(1.0);
                        advance(
                            replay,
                            source,
                            walk,
                            until,
                            price,
                            population,
                            setup,
                            &mut planner,
                        );
                    }
                });
            }
        });
        let rhythms: Vec<Rhythm> = walks.iter().map(|walk| walk.rhythm.clone()).collect();
        population = Population::of(&rhythms, setup.clusters);
        walks.iter_mut().for_each(|walk| walk.rhythm.regroup(&population, &setup.habits));
        begin = until;
    }
    walks.into_iter().map(|walk| walk.fetches).collect()
}

#[expect(clippy::too_many_arguments, reason = "the inner loop of one replay, called once")]
fn advance(
    replay: &Replay<'_>,
    source: usize,
    walk: &mut Walk,
    until: f64,
    price: f64,
    population: &Population,
    setup: &Setup,
    planner: &mut Planner,
) {
    while walk.next <= until {
        step(replay, source, walk, price, replay.interval, population, setup, planner);
    }
}

/// Makes one fetch at its planned time, and plans the next one.
#[expect(clippy::too_many_arguments, reason = "the inner loop of two replays")]
pub(super) fn step(
    replay: &Replay<'_>,
    source: usize,
    walk: &mut Walk,
    price: f64,
    interval: f64,
    population: &Population,
    setup: &Setup,
    planner: &mut Planner,
) {
    let postings = &replay.trace.postings[source];
    let now = walk.next;
    if now > replay.trained {
        walk.fetches.push(now);
        let seen = walk.seen + postings[walk.seen..].partition_point(|&posting| posting <= now);
        walk.rhythm.observe(&postings[walk.seen..seen], now, population, &setup.habits);
        walk.seen = seen;
    }
    let mut forecast = walk.rhythm.forecast(population, &setup.habits);
    let shortest = setup.rests.get(source).copied().unwrap_or(0.0).max(setup.shortest);
    let bounds = Bounds {
        shortest,
        longest: (guard(setup.guard, population.waking) * interval).max(shortest),
        // A trace does not say how many articles a source shows at once.
        fullest: f64::INFINITY,
    };
    let look = planner
        .next(&setup.grid, bounds, price, forecast.background(), now, |t| forecast.until(t).into());
    let is_late = look.is_late(now, bounds.longest);
    walk.rhythm.promise(if is_late { look.expected } else { 0.0 });
    walk.next = look.at;
}

/// Plans once for the whole replay from what was learned in training, which is never relearned.
#[must_use]
pub fn planned_once(
    replay: &Replay<'_>,
    trained: &TrainingOutcome,
    setup: &Setup,
    metric: Metric,
    price: f64,
    weights: &[f64],
) -> FetchTimes {
    let access = access_rate(replay);
    // As for every static policy, a source that was silent in training is not believed to stay silent forever.
    let least = 0.5 / (replay.trained - replay.trace.begin);
    let step = setup.grid.step;
    let slots = (replay.span() / step) as u32;
    let one = |(source, rhythm): (usize, &Rhythm)| {
        let price = price / weights.get(source).copied().unwrap_or(1.0);
        let (rate, minutes) = (
            rhythm.rate(&setup.habits).max(least),
            rhythm.minutes(&trained.population, &setup.habits),
        );
        let slot = |number: u32| {
            let until = replay.trained + f64::from(number + 1) * step;
            let middle = until - step / 2.0;
            let hour = (middle / 60.0) as usize % 168;
            let minute = minutes[(middle / 10.0) as usize % 6];
            Slot {
                until,
                posting: rate * f64::from(rhythm.pattern()[hour]) * minute,
                access: access[hour],
            }
        };
        let grid = cost::Grid::new(replay.trained, (0..slots).map(slot));
        let stops = timetable::by_price(metric, &grid, price).stops;
        stops.into_iter().map(|stop| (stop as f64).mul_add(step, replay.trained)).collect()
    };
    trained.rhythms.iter().enumerate().map(one).collect()
}

/// Returns when readers visit, learned from their visits in training; evenly if nothing is known.
fn access_rate(replay: &Replay<'_>) -> [f64; 168] {
    let Some(looks) = replay.looks else { return [1.0; 168] };
    let mut access = AccessPattern::new(replay.trace.begin);
    looks.at.iter().take_while(|&&look| look < replay.trained).for_each(|&look| access.look(look));
    access.rate(replay.trained)
}

/// Returns a price to start the search with: that of even sources, √(2μ/λ) minutes apart on average.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::online::first_price;
/// // λ d²/2 with one posting and two fetches a day.
/// assert!((first_price(&replay) - 180.0).abs() < 1e-6);
/// ```
#[must_use]
pub fn first_price(replay: &Replay<'_>) -> f64 {
    let rates = replay.raw_rates();
    let roots: f64 = rates.iter().map(|rate| (rate / 2.0).sqrt()).sum();
    let per_minute = rates.len() as f64 / replay.interval;
    (roots / per_minute).powi(2).min(WEEK * DAY)
}

#[cfg(test)]
mod tests;
