//! Integrals against sums, and the inequality everything rests on.

use super::*;
use proptest::prelude::*;
use tidings_numerics::{Harmonic, Steps};

const ALL: [Metric; 3] = [Metric::Delay, Metric::Misses, Metric::ReaderDelay];

fn wave(mean: f64, sin: f64, cos: f64) -> Harmonic {
    Harmonic { mean, sin, cos, period: 1.0 }
}

#[test]
fn slopes_are_those_of_the_gap() {
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

/// As much as sums over a whole grid that ends at `end` come to. A gap is a difference of two of them, and as exact as they
/// are, however small it is itself.
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
                // Slot by slot, where both rates are constant and the rule of Gauss is exact.
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
fn grids_and_integrals_agree_where_a_gap_is_nearly_nothing() {
    // A quiet source after a busy one, long steps and short ones: the difference of two large sums.
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
