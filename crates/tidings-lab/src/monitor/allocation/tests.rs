//! Vectors of an independent implementation, and what every rule keeps.

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
        Rule::SquareRoot,
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
        Rule::CubeRoot,
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
        Rule::Age,
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
        Rule::Fresh,
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
        Rule::Harmonic,
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
        for rule in [Rule::Even, Rule::Proportional, Rule::SquareRoot, Rule::CubeRoot, Rule::Age, Rule::Fresh, Rule::Harmonic] {
            let shares = share(rule, &rates, budget);
            prop_assert!((shares.iter().sum::<f64>() / budget - 1.0).abs() < 1e-9, "{rule:?}");
            prop_assert!(shares.iter().all(|share| *share >= 0.0));
        }
    }
}
