//! Tests of costs: integrals against sums, and the Monge inequality that everything relies on.

use super::*;
use proptest::prelude::*;
use tidings_numerics::{Harmonic, Steps};

const ALL: [Metric; 3] = [Metric::Delay, Metric::Misses, Metric::ReaderDelay];

fn wave(mean: f64, sin: f64, cos: f64) -> Harmonic {
    Harmonic { mean, sin, cos, period: 1.0 }
}

#[test]
fn slopes_match_the_gap() {
    let (posting, access) = (wave(2.0, 1.0, 0.3), wave(2.0, 0.0, 1.0));
    let h = 1e-5;
    for metric in ALL {
        for (a, b) in [(0.1, 0.4), (0.7, 1.9)] {
            let gap = |a, b| gap(metric, &posting, &access, a, b);
            let later = (gap(a, b + h) - gap(a, b - h)) / (2.0 * h);
            let begin = -(gap(a + h, b) - gap(a - h, b)) / (2.0 * h);
            assert!((ending_later(metric, &posting, &access, a, b) - later).abs() < 1e-7);
            assert!((beginning_later(metric, &posting, &access, a, b) - begin).abs() < 1e-7);
        }
    }
}

/// Returns the size of the sums over a whole grid that ends at `end`. A gap is a difference of two such sums, so its
/// absolute error scales with them, however small the gap itself is.
fn magnitude(metric: Metric, rates: &[(f64, f64)], step: f64, end: f64) -> f64 {
    let postings: f64 = rates.iter().map(|rate| rate.0 * step).sum();
    let looks: f64 = rates.iter().map(|rate| rate.1 * step).sum();
    match metric {
        Metric::Delay => postings * end,
        Metric::Misses => postings * looks,
        Metric::ReaderDelay => postings * looks * end,
    }
}

fn grid(rates: &[(f64, f64)], begin: f64, step: f64) -> Grid {
    let slots = rates.iter().enumerate().map(|(i, &(posting, access))| Slot {
        until: begin + step * (i + 1) as f64,
        posting,
        access,
    });
    Grid::new(begin, slots)
}

/// Compares every gap of a grid with the integral over it.
fn agrees(rates: &[(f64, f64)], step: f64) -> Result<(), TestCaseError> {
    let n = rates.len();
    let grid = grid(rates, 100.0, step);
    let posting = Steps::new(step, rates.iter().map(|rate| rate.0).collect());
    for metric in ALL {
        let tolerance = 1e-12 * magnitude(metric, rates, step, 100.0 + step * n as f64);
        for a in 0..n {
            for b in a + 1..=n {
                // Slot by slot, because both rates are constant there and Gauss's rule is exact.
                let begin = a as f64 * step;
                let expected: f64 = (a..b)
                    .map(|i| {
                        let (t0, t1) = (i as f64 * step, (i + 1) as f64 * step);
                        let (l, u) = rates[i];
                        match metric {
                            Metric::Delay => integrate(|t| l * (b as f64 * step - t), t0, t1, 1),
                            Metric::Misses => integrate(
                                |t| u * (posting.integral(t) - posting.integral(begin)),
                                t0,
                                t1,
                                1,
                            ),
                            Metric::ReaderDelay => {
                                integrate(|t| u * waiting(&posting, begin, t), t0, t1, 1)
                            }
                        }
                    })
                    .sum();
                let got = grid.gap(metric, a, b);
                prop_assert!(
                    (got - expected).abs() <= tolerance,
                    "{metric:?} {a} {b}: {got} {expected}"
                );
            }
        }
    }
    Ok(())
}

#[test]
fn grids_and_integrals_agree_on_tiny_gaps() {
    // A quiet period after a busy one, with long steps and short ones: a small difference of large sums.
    for step in [0.2, 1.0, 29.99, 1e4] {
        let quiet = vec![(3.0, 3.0), (3.0, 3.0), (1e-9, 1e-9), (0.0, 2.0), (2.0, 0.0), (1e-6, 3.0)];
        agrees(&quiet, step).unwrap();
        agrees(&[(2.999, 2.999); 11], step).unwrap();
    }
}

proptest! {
    #[test]
    fn grids_and_integrals_agree(
        rates in proptest::collection::vec((0.0f64..3.0, 0.0f64..3.0), 2..12), step in 0.2f64..30.0,
    ) {
        agrees(&rates, step)?;
    }

    #[test]
    fn every_gap_cost_is_monge(rates in proptest::collection::vec((0.0f64..3.0, 0.0f64..3.0), 4..14)) {
        let n = rates.len();
        let grid = grid(&rates, 0.0, 1.0);
        for metric in ALL {
            let tolerance = 1e-12 * magnitude(metric, &rates, 1.0, n as f64);
            for a in 0..n - 1 {
                for b in a + 2..n {
                    let crossed = grid.gap(metric, a, b + 1) + grid.gap(metric, a + 1, b);
                    let nested = grid.gap(metric, a, b) + grid.gap(metric, a + 1, b + 1);
                    prop_assert!(nested <= crossed + tolerance, "{metric:?}: {nested} {crossed}");
                }
            }
        }
    }
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
}

#[test]
fn constant_rates_match_the_formulas() {
    // λ = 3, u = 2 and a gap of d give λd²/2, λud²/2 and λud³/6.
    let (posting, access) = (wave(3.0, 0.0, 0.0), wave(2.0, 0.0, 0.0));
    for (a, b) in [(0.0f64, 1.0f64), (1.0, 3.0), (0.3, 0.8), (2.0, 2.0)] {
        let d = b - a;
        let cost = |metric| gap(metric, &posting, &access, a, b);
        close(cost(Metric::Delay), 1.5 * d * d);
        close(cost(Metric::Misses), 3.0 * d * d);
        close(cost(Metric::ReaderDelay), d * d * d);
        let ending = |metric| ending_later(metric, &posting, &access, a, b);
        close(ending(Metric::Delay), 3.0 * d);
        close(ending(Metric::Misses), 6.0 * d);
        close(ending(Metric::ReaderDelay), 3.0 * d * d);
        let beginning = |metric| beginning_later(metric, &posting, &access, a, b);
        close(beginning(Metric::Delay), 3.0 * d);
        close(beginning(Metric::Misses), 6.0 * d);
        close(beginning(Metric::ReaderDelay), 3.0 * d * d);
    }
}

/// Two slots of length one, starting at 10: λ is 1 and 3, u is 2 and 1.
fn two() -> Grid {
    let slot = |until, posting, access| Slot { until, posting, access };
    Grid::new(10.0, [slot(11.0, 1.0, 2.0), slot(12.0, 3.0, 1.0)])
}

#[test]
fn two_slots_match_results_worked_out_by_hand() {
    let grid = two();
    assert_eq!(grid.n_slots(), 2);
    for (metric, first, second, both) in [
        // ½, 1½, and ½ + 1 (the first posting waits through the second slot) + 1½.
        (Metric::Delay, 0.5, 1.5, 3.0),
        // 2·½, 1·1½, and 1 + (1 + 1½).
        (Metric::Misses, 1.0, 1.5, 3.5),
        // 2·1/6, 3/6, and ⅓ + ∫(½ + t + 3t²/2) = ⅓ + ½ + ½ + ½.
        (Metric::ReaderDelay, 1.0 / 3.0, 0.5, 1.0 / 3.0 + 1.5),
    ] {
        close(grid.gap(metric, 0, 1), first);
        close(grid.gap(metric, 1, 2), second);
        close(grid.gap(metric, 0, 2), both);
        close(grid.gap(metric, 1, 1), 0.0);
    }
}

#[test]
fn lines_give_the_cost_of_every_gap() {
    let grid = two();
    for metric in [Metric::Delay, Metric::Misses] {
        let lines = grid.lines(metric).unwrap();
        assert_eq!(lines.len(), 3);
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            // The cost of a gap is base(b) − slope(a)·x(b) + intercept(a).
            let cost = lines[b].base - lines[a].slope * lines[b].x + lines[a].intercept;
            close(cost, grid.gap(metric, a, b));
        }
    }
    assert!(grid.lines(Metric::ReaderDelay).is_none());
    assert_eq!(Grid::new(5.0, []).n_slots(), 0);
}
