//! Plan by price: every fetch costs μ, and each source on its own looks when that is worth it.
//!
//! From the last fetch on, the expected rate is laid out on a grid, and the fetches that minimise waiting plus μ
//! for each are found exactly, in time linear in the grid (see [`crate::cost`]). The first of them is the next one; after it
//! everything is planned anew with what it brought. One μ for all sources spends a budget in the best way there is: where
//! it does not bind in itself, nothing but μ has to be known of the others.
//!
//! Not every minute of waiting matters alike. Where it is known when readers look, a minute counts as much as they are
//! likely to look in it; the cost of a gap is then that of misses (Sia 2009, lemma 2), and the plan the same as before in
//! the time so bent: ∫ u(t)(Λ(t) − Λ(a)) dt = ∫ λ(t)(U(b) − U(t)) dt.

#![expect(
    clippy::suboptimal_flops,
    reason = "without the instruction a fused multiply-add is a slow library call, and formulas read as in the papers"
)]

use tidings_numerics::hull::{Hull, Node};

/// Where fetches may lie, and how far ahead to look. All in minutes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// The grid for sources that post at least about daily.
    pub step: f64,
    /// The grid for slower ones.
    pub slow_step: f64,
    /// Sources whose usual gap is at least this long are slow.
    pub slow_from: f64,
    /// Where in each step its edge lies: feeds written on the hour are there two minutes later.
    pub offset: f64,
    /// The least time to look ahead …
    pub shortest_view: f64,
    /// … and how many usual gaps.
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

/// No source is left alone for longer than this many average intervals, where beliefs about silence are right …
pub const GUARD: f64 = 4.0;
/// … and at least this many, however wrong they are.
const LEAST_GUARD: f64 = 1.3;
/// So many times more than expected is still found where sources just live in bursts.
const IN_BURSTS: f64 = 2.0;
/// A look that comes later than this part of the guard is a late one.
const LATE: f64 = 0.6;

/// How many average intervals a source may be left alone where so many times more is found after long silences than was
/// expected: waiting costs as the square of the interval, so that the guard goes with the root.
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

/// What bounds the next fetch, as minutes from now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Not sooner.
    pub shortest: f64,
    /// Not later: a guard against a belief that is too sure of silence.
    pub longest: f64,
    /// Not after more postings than this are expected: feeds show their newest few, and older ones would be lost.
    pub fullest: f64,
}

/// What is expected in one slot of the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// Postings per minute.
    pub rate: f64,
    /// How much a minute of waiting matters in it; 1 on average.
    pub matters: f64,
}

impl Slot {
    /// The slot between two times of the week, in minutes since a Monday. `matters` says by hour of the week how much
    /// waiting matters; everywhere alike where that is not known.
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
    /// A slot like any other.
    fn from(rate: f64) -> Self {
        Self { rate, matters: 1.0 }
    }
}

/// A planned look, and what it was planned from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PricedFetch {
    /// When.
    pub at: f64,
    /// How many new postings are expected by then.
    pub expected: f64,
    /// How long they will have waited together, in minutes.
    pub waiting: f64,
}

impl PricedFetch {
    /// Whether a look planned at `now` comes about as late as it may.
    #[must_use]
    pub fn is_late(&self, now: f64, longest: f64) -> bool {
        self.at - now > LATE * longest
    }
}

/// Working memory of the planner: one for each thread.
#[derive(Debug, Clone, Default)]
pub struct Planner {
    nodes: Vec<Node>,
    times: Vec<f64>,
    hull: Hull,
}

impl Planner {
    /// The next fetch after one at `now`.
    ///
    /// `usual` is the source's rate on average, postings per minute, `price` what a fetch costs in minutes of
    /// waiting, divided by the source's weight. `until` walks through what is expected: called with growing times, it
    /// gives the slot since the time before.
    ///
    /// ```
    /// use tidings_schedule::price::{Bounds, Grid, Planner};
    /// let bounds = Bounds { shortest: 1.0, longest: 1e9, fullest: 1e9 };
    /// // One posting every 100 minutes, always: look every √(2μ/λ) = 200 minutes, or near it on the grid.
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

    /// The edges from now to the end of the view, with what is expected up to each.
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

    /// The last planned stop: where stopping costs least beyond what time costs on average on this plan.
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
