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

proptest! {
    #[test]
    fn grids_and_integrals_agree(
        rates in proptest::collection::vec((0.0f64..3.0, 0.0f64..3.0), 2..12), step in 0.2f64..30.0,
    ) {
        let n = rates.len();
        let slots = rates.iter().enumerate().map(|(i, &(posting, access))| Slot { until: 100.0 + step * (i + 1) as f64, posting, access });
        let grid = Grid::new(100.0, slots);
        let posting = Steps::new(step, rates.iter().map(|rate| rate.0).collect());
        for metric in ALL {
            for a in 0..n {
                for b in a + 1..=n {
                    // Slot by slot, where both rates are constant and the rule of Gauss is exact.
                    let begin = a as f64 * step;
                    let expected: f64 = (a..b).map(|i| {
                        let (t0, t1) = (i as f64 * step, (i + 1) as f64 * step);
                        let (l, u) = rates[i];
                        match metric {
                            Metric::Delay => integrate(|t| l * (b as f64 * step - t), t0, t1, 1),
                            Metric::Misses => integrate(|t| u * (posting.integral(t) - posting.integral(begin)), t0, t1, 1),
                            Metric::ReaderDelay => integrate(|t| u * waiting(&posting, begin, t), t0, t1, 1),
                        }
                    }).sum();
                    let got = grid.gap(metric, a, b);
                    prop_assert!((got - expected).abs() <= 1e-9 * (1.0 + expected), "{metric:?} {a} {b}: {got} {expected}");
                }
            }
        }
    }

    #[test]
    fn every_gap_cost_is_monge(rates in proptest::collection::vec((0.0f64..3.0, 0.0f64..3.0), 4..14)) {
        let n = rates.len();
        let slots = rates.iter().enumerate().map(|(i, &(posting, access))| Slot { until: (i + 1) as f64, posting, access });
        let grid = Grid::new(0.0, slots);
        for metric in ALL {
            for a in 0..n - 1 {
                for b in a + 2..n {
                    let crossed = grid.gap(metric, a, b + 1) + grid.gap(metric, a + 1, b);
                    let nested = grid.gap(metric, a, b) + grid.gap(metric, a + 1, b + 1);
                    prop_assert!(nested <= crossed + 1e-9, "{metric:?}");
                }
            }
        }
    }
}
