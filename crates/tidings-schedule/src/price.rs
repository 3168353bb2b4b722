//! Plan by price: every fetch costs μ, and each source is fetched when that is worth it.
//!
//! The expected rate after the last fetch is laid out on a grid, and the fetches that minimise waiting plus μ per
//! fetch are found exactly, in time linear in the grid (see [`crate::cost`]). The first of them is the next fetch.
//! After it everything is planned again with what it found. One μ for all sources spends a budget optimally: apart
//! from μ, nothing needs to be known about other sources, as long as no other bound is active.
//!
//! Not every minute of waiting matters alike. If it is known when readers visit, a minute counts in proportion to the
//! visits expected in it. The cost of a gap is then that of misses (Sia 2009, lemma 2), and the plan is the same as
//! before on a transformed time axis: ∫ u(t)(Λ(t) − Λ(a)) dt = ∫ λ(t)(U(b) − U(t)) dt.

#![expect(
    clippy::suboptimal_flops,
    reason = "a fused multiply-add is a slow library call on CPUs without the instruction, and formulas match the papers"
)]

use tidings_numerics::hull::{Hull, Node};

/// The possible times of fetches, and how far ahead to plan. All in minutes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// The step for sources that post about daily or more often.
    pub step: f64,
    /// The step for slower sources.
    pub slow_step: f64,
    /// Sources whose usual gap is at least this long are slow.
    pub slow_from: f64,
    /// The position of the edge in each step. Feeds generated on the hour are complete two minutes later.
    pub offset: f64,
    /// The minimum time to plan ahead …
    pub shortest_view: f64,
    /// … and the number of usual gaps.
    pub gaps_ahead: f64,
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            step: 10.0,
            slow_step: 60.0,
            slow_from: 6_000.0,
            offset: 2.0,
            shortest_view: 36.0 * 60.0,
            gaps_ahead: 6.0,
        }
    }
}

/// The maximum interval of a source in average intervals, if predictions of silence are right …
pub const GUARD: f64 = 4.0;
/// … and if they are wrong, the smallest value of that maximum.
const LEAST_GUARD: f64 = 1.3;
/// For sources that merely post in bursts, up to this many times the expected number is found.
const IN_BURSTS: f64 = 2.0;
/// A fetch later than this part of the maximum interval is late.
const LATE: f64 = 0.6;

/// Returns the maximum interval in average intervals, for a source that posts `waking` times as much after long
/// silences as expected. Waiting costs grow with the square of the interval, so the maximum falls with the root.
///
/// ```
/// use tidings_schedule::price::guard;
/// assert_eq!(guard(4.0, 1.0), 4.0);
/// assert_eq!(guard(4.0, 8.0), 2.0);
/// assert_eq!(guard(4.0, 0.1), 4.0);
/// assert!(guard(4.0, 1e9) > 1.0);
/// ```
#[must_use]
pub fn guard(usual: f64, waking: f64) -> f64 {
    (usual / (waking / IN_BURSTS).max(1.0).sqrt()).max(LEAST_GUARD.min(usual))
}

/// The bounds of the next fetch, in minutes from now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The earliest time.
    pub shortest: f64,
    /// The latest time, a guard against wrong predictions of silence.
    pub longest: f64,
    /// The maximum number of expected postings. Feeds show only their newest articles, so older ones would be lost.
    pub fullest: f64,
}

/// The forecast for one slot of the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// Postings per minute.
    pub rate: f64,
    /// How much a minute of waiting matters in it. The mean is 1.
    pub matters: f64,
}

impl Slot {
    /// Creates the slot between two times of the week, in minutes since a Monday. `matters` gives the importance of
    /// waiting by hour of the week, and `None` means that it is the same everywhere.
    ///
    /// ```
    /// use tidings_schedule::price::Slot;
    /// let mut matters = [1.0_f32; 168];
    /// matters[9] = 3.0;
    /// assert_eq!(Slot::between(545.0, 555.0, 0.2, Some(&matters)), Slot { rate: 0.2, matters: 3.0 });
    /// assert_eq!(Slot::between(545.0, 555.0, 0.2, None), Slot::from(0.2));
    /// ```
    #[must_use]
    pub fn between(from: f64, until: f64, rate: f64, matters: Option<&[f32; 168]>) -> Self {
        let hour = (f64::midpoint(from, until) / 60.0) as usize % 168;
        Self { rate, matters: matters.map_or(1.0, |matters| f64::from(matters[hour])) }
    }
}

impl From<f64> for Slot {
    /// Creates a slot of average importance.
    fn from(rate: f64) -> Self {
        Self { rate, matters: 1.0 }
    }
}

/// A planned fetch, and the forecast behind it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PricedFetch {
    /// The time.
    pub at: f64,
    /// The number of new postings expected by then.
    pub expected: f64,
    /// Their expected total wait in minutes.
    pub waiting: f64,
}

impl PricedFetch {
    /// Returns whether a fetch planned at `now` comes almost as late as is allowed.
    #[must_use]
    pub fn is_late(&self, now: f64, longest: f64) -> bool {
        self.at - now > LATE * longest
    }
}

/// The working memory of the planner, one per thread.
#[derive(Debug, Clone, Default)]
pub struct Planner {
    nodes: Vec<Node>,
    times: Vec<f64>,
    hull: Hull,
}

impl Planner {
    /// Returns the next fetch after one at `now`.
    ///
    /// `usual` is the mean rate of the source in postings per minute. `price` is the cost of a fetch in minutes of
    /// waiting, divided by the source's weight. `until` walks along the forecast: it is called with increasing times
    /// and returns the slot since the previous one.
    ///
    /// ```
    /// use tidings_schedule::price::{Bounds, Grid, Planner};
    /// let bounds = Bounds { shortest: 1.0, longest: 1e9, fullest: 1e9 };
    /// // A constant rate of one posting every 100 minutes: fetch about every √(2μ/λ) = 200 minutes.
    /// let look = Planner::default().next(&Grid::default(), bounds, 200.0, 0.01, 2.0, |_| 0.01.into());
    /// assert!((look.at - 200.0 - 2.0).abs() <= 10.0);
    /// assert!((look.expected - 2.0).abs() <= 0.11);
    /// ```
    pub fn next(
        &mut self,
        grid: &Grid,
        bounds: Bounds,
        price: f64,
        usual: f64,
        now: f64,
        mut until: impl FnMut(f64) -> Slot,
    ) -> PricedFetch {
        let usual_gap = (2.0 * price / usual).sqrt();
        let step = if usual_gap < grid.slow_from { grid.step } else { grid.slow_step };
        let view = grid
            .shortest_view
            .max(grid.gaps_ahead * usual_gap)
            .min(grid.gaps_ahead * bounds.longest.max(step));
        self.lay_out(grid, bounds, step, view, now, &mut until);
        self.hull.run(&self.nodes, price);
        let end = self.cheapest_end();
        let in_time = self.times.partition_point(|&t| t <= now + bounds.longest);
        let unlost = self.nodes.partition_point(|node| node.slope <= bounds.fullest);
        let latest = in_time.min(unlost).max(2) - 1;
        let stop = self.hull.first_stop(end).clamp(1, latest);
        let node = self.nodes[stop];
        let at = self.times[stop].min(now + bounds.longest).max(now + bounds.shortest);
        PricedFetch { at, expected: node.slope, waiting: node.base }
    }

    /// Lays out the edges from now to the end of the view, with the forecast up to each.
    fn lay_out(
        &mut self,
        grid: &Grid,
        bounds: Bounds,
        step: f64,
        view: f64,
        now: f64,
        until: &mut impl FnMut(f64) -> Slot,
    ) {
        self.nodes.clear();
        self.times.clear();
        self.nodes.push(Node::default());
        self.times.push(now);
        let first = now + bounds.shortest;
        let mut t = ((first - grid.offset) / step).ceil() * step + grid.offset;
        let (mut x, mut posted, mut waited, mut before) = (0.0, 0.0, 0.0, now);
        while t <= now + view || self.nodes.len() < 3 {
            let slot = until(t);
            let brought = slot.rate * (t - before);
            let felt = slot.matters * (t - before);
            waited += (posted + brought / 2.0) * felt;
            posted += brought;
            x += felt;
            before = t;
            self.nodes.push(Node {
                x,
                base: waited,
                slope: posted,
                intercept: posted * x - waited,
            });
            self.times.push(t);
            t += step;
        }
    }

    /// Returns the last planned fetch: where ending the plan costs least compared to its average cost over time.
    fn cheapest_end(&self) -> usize {
        let last = self.nodes.len() - 1;
        let view = self.nodes[last].x;
        let per_minute = self.hull.value[last] / view;
        let over = |node: usize| self.hull.value[node] - per_minute * self.nodes[node].x;
        let begin = self.nodes.partition_point(|node| node.x < 0.6 * view).max(1);
        (begin..=last).min_by(|&a, &b| over(a).total_cmp(&over(b))).unwrap_or(last)
    }
}

#[cfg(test)]
mod tests;
