//! Tests of the solver against brute force, and of how its work grows.

use super::*;
use proptest::prelude::*;

/// Costs ∫λ(t)(x(b) − x(t)) on steps, which are Monge for every λ ≥ 0 and every increasing x.
fn gap(rates: &[f64], a: usize, b: usize) -> f64 {
    (a..b).map(|i| rates[i] * ((b - i) as f64 - 0.5)).sum()
}

fn every_way(n: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1u32 << (n - 1)).map(move |bits| (1..n).filter(|i| bits >> (i - 1) & 1 == 1).collect())
}

fn price_of(rates: &[f64], stops: &[usize], price: f64) -> f64 {
    let ends: Vec<usize> =
        std::iter::once(0).chain(stops.iter().copied()).chain([rates.len()]).collect();
    ends.windows(2).map(|pair| gap(rates, pair[0], pair[1])).sum::<f64>()
        + price * stops.len() as f64
}

proptest! {
    #[test]
    fn no_path_is_cheaper(rates in proptest::collection::vec(0.0f64..3.0, 1..11), price in 0.01f64..9.0) {
        let n = rates.len();
        let way = cheapest(n, price, |a, b| gap(&rates, a, b));
        let least = every_way(n).map(|stops| price_of(&rates, &stops, price)).fold(f64::MAX, f64::min);
        let tolerance = 1e-12 * (least + price * n as f64);
        prop_assert!((way.cost - least).abs() <= tolerance, "{} {least}", way.cost);
        prop_assert!((price_of(&rates, &way.stops, price) - way.cost).abs() <= tolerance);
    }

    #[test]
    fn no_path_with_as_many_gaps_is_cheaper(rates in proptest::collection::vec(0.0f64..3.0, 1..11), gaps in 1usize..8) {
        let n = rates.len();
        let gaps = gaps.min(n);
        let way = cheapest_with(n, gaps, |a, b| gap(&rates, a, b));
        let ways = every_way(n).filter(|stops| stops.len() + 1 == gaps);
        let least = ways.map(|stops| price_of(&rates, &stops, 0.0)).fold(f64::MAX, f64::min);
        prop_assert!((way.cost - least).abs() <= 1e-12 * gap(&rates, 0, n), "{} {least}", way.cost);
        prop_assert_eq!(way.stops.len() + 1, gaps);
    }

    #[test]
    fn the_least_cost_is_convex_in_the_number_of_gaps(rates in proptest::collection::vec(0.0f64..3.0, 4..40)) {
        let costs: Vec<f64> =
            (1..=rates.len()).map(|gaps| cheapest_with(rates.len(), gaps, |a, b| gap(&rates, a, b)).cost).collect();
        for three in costs.windows(3) {
            prop_assert!(three[0] - three[1] >= three[1] - three[2] - 1e-12 * costs[0]);
        }
    }
}

#[test]
fn work_grows_as_n_log_n() {
    let work = |n: usize| {
        let rates: Vec<f64> = (0..n).map(|i| 1.0 + (i as f64 * 0.7).sin()).collect();
        let sums: Vec<(f64, f64)> = rates
            .iter()
            .scan((0.0, 0.0), |sums, rate| {
                let now = *sums;
                *sums = (sums.0 + rate, sums.1 + sums.0 + rate / 2.0);
                Some(now)
            })
            .collect();
        let at = |i: usize| {
            sums.get(i).copied().unwrap_or_else(|| {
                let (sum, area) = sums[n - 1];
                (sum + rates[n - 1], area + sum + rates[n - 1] / 2.0)
            })
        };
        let mut asked = 0usize;
        cheapest(n, 20.0, |a, b| {
            asked += 1;
            at(b).1 - at(a).1 - at(a).0 * (b - a) as f64
        });
        asked as f64 / (n as f64 * (n as f64).log2())
    };
    let (small, large) = (work(256), work(16_384));
    assert!(large < 4.0 && large < 1.3 * small, "{small} {large}");
}
