//! Vectors from an independent implementation, and invariants of every rule.

use super::*;
use proptest::prelude::*;

const RATES: [f64; 12] = [
    0.000192273,
    0.000314911,
    0.014768671,
    0.001469908,
    0.000440166,
    0.004875478,
    0.018476454,
    0.000591926,
    0.030225232,
    0.060605855,
    0.00619703,
    0.010158813,
];

#[test]
fn rules_agree_with_the_vectors() {
    let check = |rule, expected: [f64; 12]| {
        for (got, expected) in share(rule, &RATES, 0.1).iter().zip(expected) {
            assert!((got - expected).abs() < 2e-8, "{rule:?} {got} {expected}");
        }
    };
    check(
        AllocationRule::SquareRoot,
        [
            0.001330621,
            0.0017029,
            0.011661809,
            0.003679089,
            0.002013277,
            0.006700447,
            0.013043812,
            0.002334688,
            0.016683226,
            0.023623949,
            0.007554174,
            0.009672009,
        ],
    );
    check(
        AllocationRule::CubeRoot,
        [
            0.002643557,
            0.003116103,
            0.011237326,
            0.005207699,
            0.003484079,
            0.007766433,
            0.012108455,
            0.003845667,
            0.01426721,
            0.017990948,
            0.008412861,
            0.009919661,
        ],
    );
    check(
        AllocationRule::Age,
        [
            0.00307522,
            0.003613923,
            0.011381217,
            0.005922431,
            0.004029716,
            0.008502447,
            0.011967893,
            0.004434728,
            0.013166292,
            0.014421671,
            0.009098783,
            0.010385679,
        ],
    );
    check(
        AllocationRule::Fresh,
        [
            0.003078019,
            0.003870338,
            0.013892776,
            0.007572258,
            0.004507902,
            0.011592338,
            0.013581568,
            0.005146082,
            0.010777447,
            0.0,
            0.012369007,
            0.013612266,
        ],
    );
    check(
        AllocationRule::Harmonic,
        [
            0.0019551,
            0.002469511,
            0.012032308,
            0.004977836,
            0.002887902,
            0.008164141,
            0.012870206,
            0.003311314,
            0.014692864,
            0.017042731,
            0.008939529,
            0.010656558,
        ],
    );
}

proptest! {
    #[test]
    fn shares_spend_exactly_the_budget(rates in proptest::collection::vec(1e-6f64..1.0, 1..30), budget in 1e-4f64..10.0) {
        for rule in [AllocationRule::Even, AllocationRule::Proportional, AllocationRule::SquareRoot, AllocationRule::CubeRoot, AllocationRule::Age, AllocationRule::Fresh, AllocationRule::Harmonic] {
            let shares = share(rule, &rates, budget);
            prop_assert!((shares.iter().sum::<f64>() / budget - 1.0).abs() < 1e-9, "{rule:?}");
            prop_assert!(shares.iter().all(|share| *share >= 0.0));
        }
    }
}

const ALL: [AllocationRule; 7] = [
    AllocationRule::Even,
    AllocationRule::Proportional,
    AllocationRule::SquareRoot,
    AllocationRule::CubeRoot,
    AllocationRule::Age,
    AllocationRule::Fresh,
    AllocationRule::Harmonic,
];

fn check(rule: AllocationRule, rates: &[f64], budget: f64, expected: &[f64]) {
    let found = share(rule, rates, budget);
    assert_eq!(found.len(), expected.len());
    let is_near = |(found, expected): (&f64, &f64)| (found - expected).abs() < 1e-9;
    assert!(found.iter().zip(expected).all(is_near), "{rule:?}: {found:?}, not {expected:?}");
}

#[test]
fn plain_rules_by_hand() {
    check(AllocationRule::Even, &[1.0, 4.0, 27.0], 30.0, &[10.0, 10.0, 10.0]);
    check(AllocationRule::Proportional, &[1.0, 4.0], 30.0, &[6.0, 24.0]);
    check(AllocationRule::SquareRoot, &[1.0, 4.0], 30.0, &[10.0, 20.0]);
    check(AllocationRule::CubeRoot, &[1.0, 8.0, 27.0], 30.0, &[5.0, 10.0, 15.0]);
    check(AllocationRule::SquareRoot, &[0.0, 4.0], 30.0, &[0.0, 30.0]);
    check(AllocationRule::Proportional, &[0.0, 0.0], 30.0, &[0.0, 0.0]);
    ALL.into_iter().for_each(|rule| check(rule, &[], 30.0, &[]));
    ALL.into_iter().for_each(|rule| check(rule, &[2.0], 3.0, &[3.0]));
}

#[test]
fn rules_by_price_meet_their_condition() {
    let rates = [0.5, 2.0];
    // Maximal freshness: λ/(f+λ)² is the same for all.
    let fresh = share(AllocationRule::Fresh, &rates, 4.0);
    let gain = |at: usize| rates[at] / (fresh[at] + rates[at]).powi(2);
    assert!((gain(0) / gain(1) - 1.0).abs() < 1e-6, "{fresh:?}");
    // Minimal harmonic staleness: λ/(f(f+λ)) is the same for all.
    let harmonic = share(AllocationRule::Harmonic, &rates, 4.0);
    let gain = |at: usize| rates[at] / (harmonic[at] * (harmonic[at] + rates[at]));
    assert!((gain(0) / gain(1) - 1.0).abs() < 1e-6, "{harmonic:?}");
    // Minimal age: the slope of A(f) = (½ − 1/r + (1−e⁻ʳ)/r²)/f with r = λ/f, by differences.
    let aged = share(AllocationRule::Age, &rates, 4.0);
    let age = |rate: f64, f: f64| {
        let r = rate / f;
        (0.5 - 1.0 / r + (1.0 - (-r).exp()) / (r * r)) / f
    };
    let slope =
        |at: usize| (age(rates[at], aged[at] + 1e-4) - age(rates[at], aged[at] - 1e-4)) / 2e-4;
    assert!((slope(0) / slope(1) - 1.0).abs() < 1e-4, "{aged:?}");
}

#[test]
fn the_series_of_the_aging_agrees_with_its_closed_form() {
    // Where r = λ/f passes 1/1000, both ways to compute it agree: −dA/df is nearly r/3/f².
    for f in [0.9, 0.999, 1.001, 1.1] {
        let rate = 1e-3;
        let r = rate / f;
        let price = (r / 3.0 - r * r / 8.0) / (f * f);
        assert!((aging(rate, price) / f - 1.0).abs() < 1e-3, "{f}: {}", aging(rate, price));
    }
    // For so rare a source, the closed form would lose all digits.
    let price = 1e-9 / 3.0;
    assert!((aging(1e-9, price) - 1.0).abs() < 1e-6, "{}", aging(1e-9, price));
}

proptest! {
    #[test]
    fn a_source_that_posts_more_is_fetched_at_least_as_often(low in 1e-4f64..1.0, more in 0.0f64..1.0, budget in 1e-2f64..10.0) {
        for rule in [AllocationRule::Even, AllocationRule::Proportional, AllocationRule::SquareRoot, AllocationRule::CubeRoot, AllocationRule::Age, AllocationRule::Harmonic] {
            let shares = share(rule, &[low, low + more, 0.3], budget);
            prop_assert!(shares[1] >= shares[0] * (1.0 - 1e-9), "{rule:?} {shares:?}");
        }
    }

    #[test]
    fn the_order_of_sources_does_not_matter(rates in proptest::collection::vec(1e-4f64..1.0, 2..10), budget in 1e-2f64..10.0) {
        let reversed: Vec<f64> = rates.iter().rev().copied().collect();
        for rule in ALL {
            let (one, other) = (share(rule, &rates, budget), share(rule, &reversed, budget));
            for (one, other) in one.iter().zip(other.iter().rev()) {
                prop_assert!((one - other).abs() <= 1e-6 * budget, "{rule:?}");
            }
        }
    }
}
