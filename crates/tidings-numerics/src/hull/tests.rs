//! Tests of the linear solver against the general one.

use super::*;
use crate::monge;
use proptest::prelude::*;

/// Returns the delay of postings at these rates: ∫λ(t)(b − t) as lines over b.
fn nodes(rates: &[f64]) -> Vec<Node> {
    let (mut sum, mut area) = (0.0, 0.0);
    let mut nodes = Vec::new();
    for i in 0..=rates.len() {
        let x = i as f64;
        nodes.push(Node { x, base: area, slope: sum, intercept: sum * x - area });
        if let Some(rate) = rates.get(i) {
            area += sum + rate / 2.0;
            sum += rate;
        }
    }
    nodes
}

fn gap(nodes: &[Node], a: usize, b: usize) -> f64 {
    nodes[b].base + nodes[a].intercept - nodes[a].slope * nodes[b].x
}

proptest! {
    #[test]
    fn lines_and_search_find_the_same_cost(
        rates in proptest::collection::vec(prop_oneof![Just(0.0), 0.0f64..3.0], 1..60), price in 0.01f64..20.0,
    ) {
        let nodes = nodes(&rates);
        let mut hull = Hull::default();
        hull.run(&nodes, price);
        let n = rates.len();
        let way = monge::cheapest(n, price, |a, b| gap(&nodes, a, b));
        // Lines are as accurate as the largest sums they consist of.
        let tolerance = 1e-11 * (price * n as f64 + gap(&nodes, 0, n));
        prop_assert!((hull.value[n] - price - way.cost).abs() <= tolerance, "{} {}", hull.value[n], way.cost);
        let stops = hull.stops(n);
        let ends: Vec<usize> = std::iter::once(0).chain(stops.iter().copied()).chain([n]).collect();
        let sum: f64 = ends.windows(2).map(|pair| gap(&nodes, pair[0], pair[1]) + price).sum();
        prop_assert!((sum - hull.value[n]).abs() <= tolerance);
        prop_assert_eq!(hull.first_stop(n), stops.first().copied().unwrap_or(n));
    }
}

#[test]
fn work_is_linear_in_the_number_of_nodes() {
    for (n, price) in [(1_000, 0.01), (1_000, 30.0), (16_000, 0.01), (16_000, 30.0), (16_000, 1e9)]
    {
        let rates: Vec<f64> = (0..n).map(|i| 1.0 + (f64::from(i) * 0.7).sin()).collect();
        let mut hull = Hull::default();
        hull.run(&nodes(&rates), price);
        // Each line enters once, is passed or hidden once, and each node is compared with one line that stays.
        assert!(hull.compared <= 3 * rates.len(), "{n} at {price}: {}", hull.compared);
    }
}
