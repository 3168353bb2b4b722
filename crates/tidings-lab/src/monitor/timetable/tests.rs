//! Check values from the papers, vectors from an independent implementation, and the conditions at the optimum.

use super::*;
use tidings_numerics::Harmonic;
use tidings_schedule::cost::Slot;

const ALL: [(Metric, &str); 3] =
    [(Metric::Delay, "delay"), (Metric::Misses, "miss"), (Metric::ReaderDelay, "hp")];

fn wave(sin: f64, cos: f64) -> Harmonic {
    Harmonic { mean: 2.0, sin, cos, period: 1.0 }
}

fn check(
    metric: Metric,
    posting: Harmonic,
    access: Harmonic,
    expected: &[f64],
    cost: f64,
    digits: f64,
) {
    let moments = smooth(metric, &posting, &access, 1.0, expected.len(), 60);
    let got = cost_of(metric, &posting, &access, 1.0, &moments);
    assert!((got - cost).abs() < digits, "{metric:?}: {got}");
    for (moment, expected) in moments.iter().zip(expected) {
        assert!((moment - expected).abs() < 1e-4, "{moments:?}");
    }
    let m = moments.len();
    for i in 0..m {
        let before = if i == 0 { moments[m - 1] - 1.0 } else { moments[i - 1] };
        let after = if i + 1 == m { moments[0] + 1.0 } else { moments[i + 1] };
        let left = imbalance(metric, &posting, &access, [before, moments[i], after]);
        assert!(left.abs() < 1e-9, "{metric:?} {i}: {left}");
    }
}

fn evenly(metric: Metric, posting: Harmonic, access: Harmonic, phase: f64) -> f64 {
    let moments: Vec<f64> = (0..6).map(|i| phase + f64::from(i) / 6.0).collect();
    cost_of(metric, &posting, &access, 1.0, &moments)
}

#[test]
fn sia_example_1_one_fetch_after_the_busy_half() {
    let source = Steps::new(1.0, vec![1.0, 0.0]);
    let at = |moment| cost_of(Metric::Delay, &source, &source, 2.0, &[moment]);
    assert!((at(1.0) - 0.5).abs() < 1e-12);
    assert!((at(0.0) - 1.5).abs() < 1e-12 && (at(2.0) - 1.5).abs() < 1e-12);
    let mean = (0..1000).map(|i| at(f64::from(i) / 500.0)).sum::<f64>() / 1000.0;
    assert!((mean - 1.0).abs() < 1e-3);
    assert!(
        (descended(&Steps::new(0.1, [vec![1.0; 10], vec![0.0; 10]].concat()), 1)[0] - 1.0).abs()
            < 1e-12
    );
}

#[test]
fn sia_example_3_six_fetches_of_a_wave() {
    let source = wave(2.0, 0.0);
    check(
        Metric::Delay,
        source,
        source,
        &[0.050_703, 0.170_839, 0.274_810, 0.377_743, 0.491_435, 0.641_516],
        0.129_948,
        5e-7,
    );
    for phase in [0.0, 0.03, 0.11] {
        assert!((evenly(Metric::Delay, source, source, phase) - 1.0 / 6.0).abs() < 1e-12);
    }
}

#[test]
fn the_least_delay_of_a_wave_is_convex_in_the_number_of_fetches() {
    let source = wave(2.0, 0.0);
    let expected =
        [0.681_690, 0.366_287, 0.251_427, 0.191_611, 0.154_849, 0.129_948, 0.111_958, 0.098_349];
    let costs: Vec<f64> = (1..=8)
        .map(|m| {
            let moments = smooth(Metric::Delay, &source, &source, 1.0, m, 48);
            cost_of(Metric::Delay, &source, &source, 1.0, &moments)
        })
        .collect();
    for (cost, expected) in costs.iter().zip(expected) {
        assert!((cost - expected).abs() < 6e-7, "{cost} {expected}");
    }
    assert!(costs.windows(3).all(|c| c[0] - c[1] > c[1] - c[2]));
}

#[test]
fn sia_example_4_misses_of_six_fetches() {
    let (source, readers) = (wave(1.0, 0.0), wave(0.0, 1.0));
    check(
        Metric::Misses,
        source,
        readers,
        &[0.061_078, 0.188_922, 0.333_130, 0.527_859, 0.722_141, 0.916_870],
        0.310_449,
        5e-7,
    );
    let mean =
        (0..60).map(|i| evenly(Metric::Misses, source, readers, f64::from(i) / 360.0)).sum::<f64>()
            / 60.0;
    assert!((mean - 0.319_566).abs() < 1e-3, "{mean}");
}

#[test]
fn he_and_parker_reader_delay_of_six_fetches_and_equation_6_corrected() {
    let (source, readers) = (wave(1.0, 0.0), wave(0.0, 1.0));
    let expected = [0.054_6, 0.195_4, 0.349_676, 0.533_776, 0.716_224, 0.900_324];
    check(Metric::ReaderDelay, source, readers, &expected, 0.016_835_1, 6e-8);
    let moments = smooth(Metric::ReaderDelay, &source, &readers, 1.0, 6, 60);
    let left = ending_later(Metric::ReaderDelay, &source, &readers, moments[5] - 1.0, moments[0]);
    let right = beginning_later(Metric::ReaderDelay, &source, &readers, moments[0], moments[1]);
    assert!((left - 0.059_798).abs() < 1e-6 && (right - 0.059_798).abs() < 1e-6, "{left} {right}");
}

#[test]
fn one_fetch_meets_conditions_2_3_and_2_4() {
    let (source, readers) = (wave(1.0, 0.4), wave(0.3, 1.0));
    let at = smooth(Metric::Delay, &source, &readers, 1.0, 1, 60)[0];
    assert!((source.at(at) - source.integral(1.0)).abs() < 1e-9, "λ(τ) = Λ(T)/T");
    assert!(source.at(at + 0.01) < source.at(at), "and falling");
    let at = smooth(Metric::Misses, &source, &readers, 1.0, 1, 60)[0];
    let ratio = readers.integral(1.0) / source.integral(1.0);
    assert!((readers.at(at) / source.at(at) - ratio).abs() < 1e-9, "u/λ = U(T)/Λ(T)");
}

/// Parses the lines of the vectors into names and numbers.
fn lines(text: &str) -> impl Iterator<Item = (&str, Vec<f64>)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (name, numbers) = line.split_once(' ').unwrap();
        (name, numbers.split(' ').map(|number| number.parse().unwrap()).collect())
    })
}

#[test]
fn plans_by_price_agree_with_the_vectors() {
    let (mut step, mut posting, mut access) = (0.0, Vec::new(), Vec::new());
    let mut checked = 0;
    for (name, numbers) in lines(include_str!("../../../fixtures/price_path.txt")) {
        match name {
            "path" => step = numbers[0],
            "posting" => posting = numbers,
            "access" => access = numbers,
            name => {
                let metric = ALL.into_iter().find(|(_, known)| *known == name).unwrap().0;
                let slots = posting.iter().zip(&access).enumerate();
                let grid = Grid::new(
                    0.0,
                    slots.map(|(i, (&posting, &access))| Slot {
                        until: step * (i + 1) as f64,
                        posting,
                        access,
                    }),
                );
                let way = by_price(metric, &grid, numbers[0]);
                assert!((way.cost - numbers[1]).abs() < 1e-8 * numbers[1], "{name} {}", way.cost);
                let stops: Vec<f64> = way.stops.iter().map(|&stop| stop as f64).collect();
                assert_eq!(stops, numbers[2..], "{name}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 36);
}

#[test]
fn best_timetables_agree_with_the_vectors() {
    let (mut n, mut posting, mut access) = (0, Vec::new(), Vec::new());
    let mut checked = 0;
    for (name, numbers) in lines(include_str!("../../../fixtures/periodic.txt")) {
        match name {
            "ring" => n = numbers[0] as usize,
            "posting" => posting = numbers,
            "access" => access = numbers,
            name => {
                let metric = ALL.into_iter().find(|(_, known)| *known == name).unwrap().0;
                let step = 1440.0 / n as f64;
                let slots = (0..2 * n).map(|i| Slot {
                    until: step * (i + 1) as f64,
                    posting: posting[i % n],
                    access: access[i % n],
                });
                let way = exact(metric, &Grid::new(0.0, slots), n, numbers[0] as usize);
                assert!(
                    (way.cost / numbers[1] - 1.0).abs() < 1e-8,
                    "{name} {} {}",
                    way.cost,
                    numbers[1]
                );
                let stops: Vec<f64> = way.stops.iter().map(|&stop| stop as f64).collect();
                assert_eq!(stops, numbers[2..], "{name}");
                checked += 1;
                if metric == Metric::Delay {
                    let day = Steps::new(step, posting.clone());
                    let quick = descended(&day, numbers[0] as usize);
                    let cost = cost_of(Metric::Delay, &day, &day, 1440.0, &quick);
                    assert!(cost < 1.03 * numbers[1], "{} {cost}", numbers[1]);
                }
            }
        }
    }
    assert_eq!(checked, 48);
}

#[test]
fn a_timetable_without_moments_costs_infinitely_much() {
    let source = Steps::new(1.0, vec![1.0, 0.0]);
    assert!(cost_of(Metric::Delay, &source, &source, 2.0, &[]).is_infinite());
    let even = Steps::new(1.0, vec![1.0, 1.0]);
    // Two gaps of ½ and 1½: (¼ + 2¼)/2.
    assert!((cost_of(Metric::Delay, &even, &even, 2.0, &[0.25, 0.75]) - 1.25).abs() < 1e-12);
}

#[test]
fn descent_spreads_the_fetches_of_an_even_source_evenly() {
    let day = Steps::new(10.0, vec![1.0; 144]);
    for m in [1usize, 2, 3, 4, 6, 12] {
        let moments = descended(&day, m);
        assert_eq!(moments.len(), m);
        let gap = 1440.0 / m as f64;
        assert!(
            moments.windows(2).all(|pair| (pair[1] - pair[0] - gap).abs() < 1e-9),
            "{moments:?}"
        );
        let cost = cost_of(Metric::Delay, &day, &day, 1440.0, &moments);
        assert!((cost - m as f64 * gap * gap / 2.0).abs() < 1e-6, "{m}: {cost}");
    }
}

#[test]
fn descent_has_at_most_a_moment_for_every_slot() {
    let day = Steps::new(10.0, vec![1.0, 2.0, 0.0, 3.0]);
    assert_eq!(descended(&day, 0), [0.0; 0]);
    assert_eq!(descended(&day, 4), [0.0, 10.0, 20.0, 30.0]);
    assert_eq!(descended(&day, 9), [0.0, 10.0, 20.0, 30.0]);
}

#[test]
fn descent_is_exact_for_one_moment_and_near_for_more() {
    for shift in 0..12usize {
        let values: Vec<f64> =
            (0..24).map(|slot| if (slot + shift) % 24 < 7 { 3.0 } else { 0.2 }).collect();
        let day = Steps::new(60.0, values.clone());
        let slots = (0..48).map(|slot| tidings_schedule::cost::Slot {
            until: 60.0 * (slot + 1) as f64,
            posting: values[slot % 24],
            access: 1.0,
        });
        let grid = Grid::new(0.0, slots);
        for (m, within) in [(1, 1.0 + 1e-9), (2, 1.001), (4, 1.03)] {
            let best = exact(Metric::Delay, &grid, 24, m).cost;
            let found = cost_of(Metric::Delay, &day, &day, 1440.0, &descended(&day, m));
            assert!(
                found <= best * within && found >= best * (1.0 - 1e-9),
                "{shift} {m}: {found} {best}"
            );
        }
    }
}

#[test]
fn plans_by_price_cost_as_much_as_their_gaps_and_fetches() {
    let slots = (1..=12).map(|i| tidings_schedule::cost::Slot {
        until: f64::from(i),
        posting: f64::from(1 + i % 3),
        access: f64::from(2 - i % 2),
    });
    let grid = Grid::new(0.0, slots);
    for metric in [Metric::Delay, Metric::Misses, Metric::ReaderDelay] {
        for price in [0.01, 1.0, 3.0, 1e6] {
            let way = by_price(metric, &grid, price);
            let edges: Vec<usize> =
                [0].into_iter().chain(way.stops.iter().copied()).chain([12]).collect();
            let gaps: f64 = edges.windows(2).map(|pair| grid.gap(metric, pair[0], pair[1])).sum();
            let cost = gaps + price * way.stops.len() as f64;
            assert!(
                (way.cost - cost).abs() < 1e-9 * cost.max(1.0),
                "{metric:?} {price}: {way:?} {cost}"
            );
        }
        assert_eq!(by_price(metric, &grid, 1e6).stops, [0usize; 0]);
        assert_eq!(by_price(metric, &grid, 1e-9).stops.len(), 11);
    }
    let empty = by_price(Metric::Delay, &Grid::new(0.0, []), 5.0);
    assert!(empty.stops.is_empty() && empty.cost.abs() < 1e-12, "{empty:?}");
}

/// Two superimposed waves: two busy hours in a period, one of them busier.
struct TwoWaves([Harmonic; 2]);

impl TwoWaves {
    /// Returns the same waves, shifted later by this part of the period.
    fn later(by: f64) -> Self {
        let wave = |period: f64, height: f64, by: f64| {
            let turn = std::f64::consts::TAU * by / period;
            Harmonic { mean: 1.0, sin: height * turn.cos(), cos: -height * turn.sin(), period }
        };
        // If both had the same phase, the two hours would be equally busy.
        Self([wave(1.0, 0.4, by + 0.15), wave(0.5, 1.4, by)])
    }
}

impl Rate for TwoWaves {
    fn at(&self, t: f64) -> f64 {
        self.0.iter().map(|wave| wave.at(t)).sum()
    }

    fn integral(&self, t: f64) -> f64 {
        self.0.iter().map(|wave| wave.integral(t)).sum()
    }

    fn double_integral(&self, t: f64) -> f64 {
        self.0.iter().map(|wave| wave.double_integral(t)).sum()
    }
}

/// Polishing finds the nearest good moment; the grid decides which one that is.
#[test]
fn the_fetch_comes_after_the_busier_of_two_hours_wherever_they_are() {
    const N: usize = 48;
    for shift in 0..12 {
        let source = TwoWaves::later(f64::from(shift) / 12.0);
        let cost = |moments: &[f64]| cost_of(Metric::Delay, &source, &source, 1.0, moments);
        let at = |slot: usize| slot as f64 / N as f64;
        let alone = (0..N).map(|a| cost(&[at(a)])).fold(f64::INFINITY, f64::min);
        let pairs = (0..N).flat_map(|a| (a + 1..N).map(move |b| [at(a), at(b)]));
        let both = pairs.map(|pair| cost(&pair)).fold(f64::INFINITY, f64::min);
        for (m, best) in [(1, alone), (2, both)] {
            let moments = smooth(Metric::Delay, &source, &source, 1.0, m, N);
            assert_eq!(moments.len(), m);
            let found = cost(&moments);
            assert!(
                found <= best + 1e-9,
                "{m} fetches, shift {shift}: {found}, on the grid {best}"
            );
        }
    }
}
