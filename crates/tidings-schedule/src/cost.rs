//! The cost of a gap between two fetches, by three metrics.
//!
//! A source posts at the rate λ(t), and its readers visit at the rate u(t). For a gap from a to b:
//!
//! - [`Metric::Delay`]: ∫ λ(t)(b−t) dt, the time that postings wait for the fetch. Sia (2009), lemma 1.
//! - [`Metric::Misses`]: ∫ u(t)(Λ(t)−Λ(a)) dt, the number of postings that visits miss. Sia (2009), lemma 2.
//! - [`Metric::ReaderDelay`]: ∫ u(t) ∫ₐᵗ (t−f) λ(f) df dt, the age of the postings that visits miss. He & Parker
//!   (2010), formula 1.
//!
//! All three are Monge: ∂²W/∂a∂b ≤ 0. So the minimum cost is convex in the number of fetches, a single price per
//! fetch divides a budget optimally among all sources and times, and plans take linear time (or n log n).

#![expect(
    clippy::suboptimal_flops,
    reason = "a fused multiply-add is a slow library call on CPUs without the instruction, and formulas match the papers"
)]

use tidings_numerics::Rate;
use tidings_numerics::hull::Node;
use tidings_numerics::quadrature::integrate;

/// What is minimised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// The time from posting to fetch.
    Delay,
    /// The number of postings that a visit misses because they were not fetched yet.
    Misses,
    /// The age of those postings at that visit.
    ReaderDelay,
}

/// Returns the expected cost of the gap from `a` to `b` for smooth rates.
///
/// ```
/// use tidings_numerics::Harmonic;
/// use tidings_schedule::cost::{Metric, gap};
/// let even = |mean| Harmonic { mean, sin: 0.0, cos: 0.0, period: 1.0 };
/// // λ d²/2, and for readers λ u d³/6.
/// assert!((gap(Metric::Delay, &even(3.0), &even(0.0), 1.0, 3.0) - 6.0).abs() < 1e-9);
/// assert!((gap(Metric::ReaderDelay, &even(3.0), &even(2.0), 1.0, 3.0) - 8.0).abs() < 1e-9);
/// ```
pub fn gap(metric: Metric, posting: &impl Rate, access: &impl Rate, a: f64, b: f64) -> f64 {
    match metric {
        Metric::Delay => waiting(posting, a, b),
        Metric::Misses => {
            let missed = |t| access.at(t) * (posting.integral(t) - posting.integral(a));
            integrate(missed, a, b, PANELS)
        }
        Metric::ReaderDelay => integrate(|t| access.at(t) * waiting(posting, a, t), a, b, PANELS),
    }
}

/// Returns ∂W/∂b: what it costs to end a gap a moment later.
///
/// ```
/// use tidings_numerics::Harmonic;
/// use tidings_schedule::cost::{Metric, ending_later};
/// let even = Harmonic { mean: 3.0, sin: 0.0, cos: 0.0, period: 1.0 };
/// assert!((ending_later(Metric::Delay, &even, &even, 1.0, 3.0) - 6.0).abs() < 1e-9);
/// ```
pub fn ending_later(
    metric: Metric,
    posting: &impl Rate,
    access: &impl Rate,
    a: f64,
    b: f64,
) -> f64 {
    match metric {
        Metric::Delay => posting.integral(b) - posting.integral(a),
        Metric::Misses => access.at(b) * (posting.integral(b) - posting.integral(a)),
        Metric::ReaderDelay => access.at(b) * waiting(posting, a, b),
    }
}

/// Returns −∂W/∂a: what it saves to begin a gap a moment later.
///
/// ```
/// use tidings_numerics::Harmonic;
/// use tidings_schedule::cost::{Metric, beginning_later};
/// let even = Harmonic { mean: 3.0, sin: 0.0, cos: 0.0, period: 1.0 };
/// assert!((beginning_later(Metric::Delay, &even, &even, 1.0, 3.0) - 6.0).abs() < 1e-9);
/// ```
pub fn beginning_later(
    metric: Metric,
    posting: &impl Rate,
    access: &impl Rate,
    a: f64,
    b: f64,
) -> f64 {
    let looks = || access.integral(b) - access.integral(a);
    posting.at(a)
        * match metric {
            Metric::Delay => b - a,
            Metric::Misses => looks(),
            // ∫ (t−a) u(t) dt. Equation 6 in He & Parker has a misprint: the opposite sign.
            Metric::ReaderDelay => {
                access.integral(b) * (b - a)
                    - (access.double_integral(b) - access.double_integral(a))
            }
        }
}

/// The number of panels for integrating over a gap. Enough for a whole period of a smooth rate.
const PANELS: u32 = 4;

/// Returns ∫ λ(t)(b−t) dt from a to b.
fn waiting(posting: &impl Rate, a: f64, b: f64) -> f64 {
    posting.double_integral(b) - posting.double_integral(a) - posting.integral(a) * (b - a)
}

/// One slot of a grid: rates that are constant from the end of the previous slot to its own end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// The end of the slot.
    pub until: f64,
    /// λ in the slot.
    pub posting: f64,
    /// u in the slot.
    pub access: f64,
}

/// Integrals up to each edge of a grid, which give the cost of any gap between edges in constant time.
#[derive(Debug, Clone, Default)]
pub struct Grid {
    edges: Vec<Edge>,
}

/// The integrals up to an edge at time `t`, counted from the start of the grid.
#[derive(Debug, Clone, Copy, Default)]
struct Edge {
    t: f64,
    /// Λ = ∫λ.
    posted: f64,
    /// S = ∫Λ.
    waited: f64,
    /// U = ∫u.
    looked: f64,
    /// ∫uΛ.
    seen: f64,
    /// ∫tu.
    moment: f64,
    /// ∫uS.
    aged: f64,
}

impl Grid {
    /// Creates the grid that begins at `from` and has these slots in order.
    ///
    /// ```
    /// use tidings_schedule::cost::{Grid, Metric, Slot};
    /// let slots = [1.0, 2.0].map(|until| Slot { until, posting: 1.0, access: 1.0 });
    /// let grid = Grid::new(0.0, slots);
    /// assert_eq!(grid.gap(Metric::Delay, 0, 2), 2.0);
    /// ```
    #[must_use]
    pub fn new(from: f64, slots: impl IntoIterator<Item = Slot>) -> Self {
        let mut edge = Edge::default();
        let mut edges = vec![edge];
        for slot in slots {
            // Times are counted from the start of the grid, because squares of times since 1970 would lose precision.
            let h = slot.until - from - edge.t;
            let (l, u) = (slot.posting, slot.access);
            edge = Edge {
                t: edge.t + h,
                posted: edge.posted + l * h,
                waited: edge.waited + (edge.posted + l * h / 2.0) * h,
                looked: edge.looked + u * h,
                seen: edge.seen + u * (edge.posted + l * h / 2.0) * h,
                moment: edge.moment + u * (edge.t + h / 2.0) * h,
                aged: edge.aged + u * (edge.waited + (edge.posted / 2.0 + l * h / 6.0) * h) * h,
            };
            edges.push(edge);
        }
        Self { edges }
    }

    /// Returns the number of edges after the first.
    #[must_use]
    pub fn n_slots(&self) -> usize {
        self.edges.len() - 1
    }

    /// Returns the cost of the gap between two edges.
    #[must_use]
    pub fn gap(&self, metric: Metric, a: usize, b: usize) -> f64 {
        let (a, b) = (&self.edges[a], &self.edges[b]);
        match metric {
            Metric::Delay => b.waited - a.waited - a.posted * (b.t - a.t),
            Metric::Misses => b.seen - a.seen - a.posted * (b.looked - a.looked),
            Metric::ReaderDelay => {
                (b.aged - a.aged)
                    - (a.waited - a.posted * a.t) * (b.looked - a.looked)
                    - a.posted * (b.moment - a.moment)
            }
        }
    }

    /// Returns the edges as lines for the linear solver, if the metric has that form.
    ///
    /// [`Metric::ReaderDelay`] has not: it depends on two growing quantities, so it is not a single line.
    ///
    /// ```
    /// use tidings_schedule::cost::{Grid, Metric, Slot};
    /// let grid = Grid::new(0.0, [Slot { until: 1.0, posting: 1.0, access: 1.0 }]);
    /// assert_eq!(grid.n_slots(), 1);
    /// assert!(grid.lines(Metric::Delay).is_some() && grid.lines(Metric::ReaderDelay).is_none());
    /// ```
    #[must_use]
    pub fn lines(&self, metric: Metric) -> Option<Vec<Node>> {
        let line = |edge: &Edge| match metric {
            Metric::Delay => Some((edge.t, edge.waited, edge.posted)),
            Metric::Misses => Some((edge.looked, edge.seen, edge.posted)),
            Metric::ReaderDelay => None,
        };
        let node = |(x, base, slope)| Node { x, base, slope, intercept: slope * x - base };
        self.edges.iter().map(|edge| line(edge).map(node)).collect()
    }
}

#[cfg(test)]
mod tests;
