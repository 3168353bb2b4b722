//! Finds the cheapest path along a line if every gap has a cost: the least-weight subsequence problem with Monge
//! weights.
//!
//! Nodes 0..=n are in order. A path leads from node 0 to node n through any nodes in between, and the gap from a to b
//! costs `cost(a, b)`. If costs are Monge (cost(a,c) + cost(b,d) ≤ cost(a,d) + cost(b,c) for a ≤ b ≤ c ≤ d), the best
//! predecessor never moves backwards, and n log n evaluations suffice instead of n². Hirschberg and Larmore (1987);
//! Galil and Park (1992).

/// A path and its cost.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CheapestPath {
    /// The nodes between the first and the last.
    pub stops: Vec<usize>,
    /// The cost of its gaps, plus the price of its stops.
    pub cost: f64,
}

/// Returns the cheapest path from 0 to `n` if every stop costs `price`. The end is free.
///
/// ```
/// use tidings_numerics::monge::cheapest;
/// // A gap costs its square and a stop costs 3, so gaps of about √3 are best.
/// let way = cheapest(10, 3.0, |a, b| ((b - a) * (b - a)) as f64);
/// assert_eq!((way.stops.len(), way.cost), (4, 32.0));
/// ```
pub fn cheapest(n: usize, price: f64, mut cost: impl FnMut(usize, usize) -> f64) -> CheapestPath {
    let mut value = vec![0.0; n + 1];
    let mut from = vec![0usize; n + 1];
    // Candidates in order, each with the first node for which it is the best.
    let mut line: std::collections::VecDeque<(usize, usize)> = [(0, 1)].into();
    for node in 1..=n {
        while line.len() > 1 && line[1].1 <= node {
            line.pop_front();
        }
        let (best, _) = line[0];
        from[node] = best;
        value[node] = value[best] + cost(best, node) + if node < n { price } else { 0.0 };
        if node == n {
            break;
        }
        enter(&mut line, node, n, |a, b| value[a] + cost(a, b));
    }
    CheapestPath { stops: stops(&from, n), cost: value[n] }
}

/// Inserts a new candidate: it beats the previous ones from some node on, or nowhere.
fn enter(
    line: &mut std::collections::VecDeque<(usize, usize)>,
    new: usize,
    n: usize,
    mut via: impl FnMut(usize, usize) -> f64,
) {
    while let Some(&(last, begins)) = line.back() {
        let begins = begins.max(new + 1);
        if via(new, begins) <= via(last, begins) {
            line.pop_back();
            if line.is_empty() {
                line.push_back((new, new + 1));
                return;
            }
            continue;
        }
        if via(new, n) > via(last, n) {
            return;
        }
        // The new candidate loses at `low` and wins at `high`.
        let (mut low, mut high) = (begins, n);
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if via(new, middle) <= via(last, middle) { high = middle } else { low = middle }
        }
        line.push_back((new, high));
        return;
    }
}

/// Returns the nodes between 0 and `n` on the path that leads to `n`, in order.
pub(crate) fn stops(from: &[usize], n: usize) -> Vec<usize> {
    let mut stops = Vec::new();
    let mut node = from[n];
    while node > 0 {
        stops.push(node);
        node = from[node];
    }
    stops.reverse();
    stops
}

/// Returns the cheapest path from 0 to `n` with exactly `gaps` gaps, or as many as fit. Divide and conquer, with gaps
/// · n log n evaluations.
///
/// ```
/// use tidings_numerics::monge::cheapest_with;
/// let way = cheapest_with(10, 2, |a, b| ((b - a) * (b - a)) as f64);
/// assert_eq!((way.stops, way.cost), (vec![5], 50.0));
/// ```
pub fn cheapest_with(
    n: usize,
    gaps: usize,
    mut cost: impl FnMut(usize, usize) -> f64,
) -> CheapestPath {
    let gaps = gaps.clamp(1, n.max(1));
    let mut value: Vec<f64> =
        (0..=n).map(|b| if b == 0 { f64::INFINITY } else { cost(0, b) }).collect();
    let mut back: Vec<Vec<usize>> = vec![vec![0; n + 1]];
    for layer in 2..=gaps {
        let mut next = vec![f64::INFINITY; n + 1];
        let mut from = vec![0; n + 1];
        halve(&mut next, &mut from, (layer, n), (layer - 1, n - 1), &mut |a, b| {
            value[a] + cost(a, b)
        });
        value = next;
        back.push(from);
    }
    let mut stops = Vec::with_capacity(gaps);
    let mut node = n;
    for from in back.iter().skip(1).rev() {
        node = from[node];
        stops.push(node);
    }
    stops.reverse();
    CheapestPath { stops, cost: value[n] }
}

/// Fills `value` and `from` for nodes `low..=high`, whose best predecessors lie in `least..=most`.
fn halve(
    value: &mut [f64],
    from: &mut [usize],
    (low, high): (usize, usize),
    (least, most): (usize, usize),
    via: &mut impl FnMut(usize, usize) -> f64,
) {
    if low > high {
        return;
    }
    let middle = usize::midpoint(low, high);
    for a in least..=most.min(middle - 1) {
        let through = via(a, middle);
        if through < value[middle] {
            value[middle] = through;
            from[middle] = a;
        }
    }
    let best = from[middle].max(least);
    if middle > low {
        halve(value, from, (low, middle - 1), (least, best), via);
    }
    halve(value, from, (middle + 1, high), (best, most), via);
}

/// Returns the cheapest `m` stops on a ring of `n` nodes, each followed by the gap to the next one around the ring.
///
/// `cost(a, b)` is called with a < b ≤ a + n and a below n. Every node is tried as the first stop: n · m · n log n
/// evaluations.
///
/// ```
/// use tidings_numerics::monge::cheapest_ring;
/// let way = cheapest_ring(12, 3, |a, b| ((b - a) * (b - a)) as f64);
/// assert_eq!((way.stops, way.cost), (vec![0, 4, 8], 48.0));
/// ```
pub fn cheapest_ring(
    n: usize,
    m: usize,
    mut cost: impl FnMut(usize, usize) -> f64,
) -> CheapestPath {
    let mut best = CheapestPath { stops: Vec::new(), cost: f64::INFINITY };
    for first in 0..n {
        let way = cheapest_with(n, m, |a, b| cost(first + a, first + b));
        if way.cost < best.cost {
            let around = std::iter::once(0).chain(way.stops).map(|stop| (first + stop) % n);
            best = CheapestPath { stops: around.collect(), cost: way.cost };
        }
    }
    best.stops.sort_unstable();
    best
}

#[cfg(test)]
mod tests;
