//! Tests of the filter: figures of an independent implementation, and properties that hold for all evidence.

use super::*;
use crate::evidence::Answer;
use proptest::prelude::*;

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 2e-6, "{found}, expected {expected}");
}

fn seen(g: f64, clicked: u8) -> Evidence {
    if clicked == 1 { Evidence::opened(g) } else { Evidence::refused(g) }
}

/// Clicks and refusals, each at its own visit.
const OBSERVED: [(f64, u8); 5] = [(1.0, 1), (0.95, 1), (0.9, 0), (0.7, 0), (1.0, 0)];

#[test]
fn mean_and_variance_follow_the_reference() {
    let plain = [
        (0.686_455_347, 0.079_441_316),
        (0.802_182_198_5, 0.042_799_13),
        (0.663_641_815, 0.060_416_800_4),
        (0.584_658_338_3, 0.063_284_445_9),
        (0.432_291_138_7, 0.044_846_032_8),
    ];
    let changing = [
        (0.686_455_347, 0.079_441_316),
        (0.802_004_113_2, 0.042_876_094),
        (0.659_869_260_5, 0.062_098_998_5),
        (0.577_671_130_2, 0.065_847_216),
        (0.420_598_977_2, 0.047_600_871_6),
    ];
    let prior = Prior::flat();
    for (hazard, expected) in [(0.0, plain), (HAZARD, changing)] {
        let mut interest = Interest::default();
        for ((g, clicked), (mean, variance)) in OBSERVED.into_iter().zip(expected) {
            interest = interest.rested(&prior, hazard, 1).after(&prior, &seen(g, clicked));
            let liking = interest.liking(&prior);
            close(liking.mean, mean);
            close(liking.variance, variance);
        }
        if hazard > 0.0 {
            let posterior = interest.posterior(&prior);
            close(posterior[0], 0.003_356_918_3);
            close(posterior[13], 0.144_973_497_2);
            close(posterior[19], 0.001_063_290_7);
            let idle = interest.rested(&prior, hazard, 100).liking(&prior);
            close(idle.mean, 0.402_692_656_5);
            close(idle.variance, 0.066_716_699_7);
        }
    }
}

#[test]
fn a_readers_own_prior_follows_the_reference() {
    let prior = Prior::flat();
    let opened = Interest::default().after(&prior, &Evidence::opened(1.0));
    let refused = Interest::default().after(&prior, &Evidence::refused(1.0));
    let own = prior.own_step(&prior, 3, &[opened, refused]);
    close(own.weights()[0], 0.048_249_467_8);
    close(own.weights()[19], 0.053_196_624);
    close(opened.liking(&own).mean, 0.694_152_857_9);
    close(refused.liking(&own).mean, 0.174_584_229_7);
    close(Interest::default().liking(&own).mean, 0.363_390_569_3);
}

#[test]
fn resting_many_times_at_once_equals_one_by_one() {
    let prior = Prior::even();
    let known = Interest::told(0.7, 12.0);
    let at_once = known.rested(&prior, 0.01, 30);
    let one_by_one = (0..30).fold(known, |interest, _| interest.rested(&prior, 0.01, 1));
    close(at_once.liking(&prior).mean, one_by_one.liking(&prior).mean);
}

#[test]
fn a_weight_of_three_equals_three_observations() {
    let prior = Prior::flat();
    let heavy = Evidence { weight: 3.0, ..Evidence::refused(0.8) };
    let thrice = (0..3)
        .fold(Interest::default(), |interest, _| interest.after(&prior, &Evidence::refused(0.8)));
    close(
        Interest::default().after(&prior, &heavy).liking(&prior).mean,
        thrice.liking(&prior).mean,
    );
}

#[test]
fn an_interest_takes_eighty_bytes() {
    assert_eq!(size_of::<Interest>(), 80);
}

proptest! {
    #[test]
    fn the_filter_always_stays_a_probability(
        shown in proptest::collection::vec((0.0..=1.0f64, 0u8..2, 0.0..4.0f64, 0.0..=1.0f64, 0u32..50), 0..200),
        hazard in 0.0..0.2f64,
    ) {
        let prior = Prior::even();
        let mut interest = Interest::default();
        for (g, clicked, weight, part, visits) in shown {
            let answer = if clicked == 1 { Answer::Click } else { Answer::Refusal };
            let part = TopicPart { weight: part, others: 0.5 * (1.0 - part) };
            interest = interest
                .rested(&prior, hazard, visits)
                .after_part(&prior, &Evidence { answer, g, weight }, part);
            let posterior = interest.posterior(&prior);
            prop_assert!((posterior.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(posterior.iter().all(|p| (0.0..=1.0).contains(p)));
            let liking = interest.liking(&prior);
            prop_assert!((0.0..=1.0).contains(&liking.mean) && (0.0..=0.25).contains(&liking.variance));
        }
    }

    #[test]
    fn a_click_never_lowers_and_a_refusal_never_raises_an_interest(
        before in 0.01..0.99f64, times in 0.0..30.0f64, g in 0.05..=1.0f64,
    ) {
        let prior = Prior::flat();
        let interest = Interest::told(before, times);
        let mean = |interest: Interest| interest.liking(&prior).mean;
        prop_assert!(mean(interest.after(&prior, &Evidence::opened(g))) >= mean(interest) - 1e-6);
        prop_assert!(mean(interest.after(&prior, &Evidence::refused(g))) <= mean(interest) + 1e-6);
    }
}

#[test]
fn without_observations_the_prior_holds() {
    for prior in [Prior::flat(), Prior::even()] {
        assert_eq!(Interest::default().liking(&prior), prior.liking());
        let posterior = Interest::default().posterior(&prior);
        posterior
            .iter()
            .zip(prior.weights())
            .for_each(|(found, expected)| close(*found, *expected));
        let rested = Interest::default().rested(&prior, 0.1, 7);
        close(rested.liking(&prior).mean, prior.liking().mean);
    }
    assert_eq!(Interest::default().likelihood().to_vec(), [1.0; POINTS]);
}

#[test]
fn an_interest_may_be_redrawn_at_every_visit() {
    let prior = Prior::flat();
    let known = Interest::default().after(&prior, &Evidence::opened(1.0));
    let mean = |interest: Interest| interest.liking(&prior).mean;
    close(mean(known.rested(&prior, 0.0, 100)), mean(known));
    close(mean(known.rested(&prior, 1.0, 1)), mean(Interest::default()));
    close(mean(known.rested(&prior, 0.5, 0)), mean(known));
    // Half of it remains after one visit, a quarter after two.
    let (start, learned) = (mean(Interest::default()), mean(known));
    close(mean(known.rested(&prior, 0.5, 1)), f64::midpoint(start, learned));
    close(mean(known.rested(&prior, 0.5, 2)), 0.75 * start + 0.25 * learned);
}

#[test]
fn evidence_acts_through_the_part_in_the_article() {
    let prior = Prior::flat();
    let part = TopicPart { weight: 0.4, others: 0.1 };
    let found = Interest::default().after_part(&prior, &Evidence::refused(0.5), part);
    let joint = GRID.map(|theta| 0.05 * (1.0 - 0.5 * (0.1 + 0.4 * theta)));
    let sum: f64 = joint.iter().sum();
    for (found, joint) in found.posterior(&prior).iter().zip(joint) {
        close(*found, joint / sum);
    }
    // With a part of zero, nothing is learned.
    let none = TopicPart { weight: 0.0, others: 0.5 };
    let same = Interest::default().after_part(&prior, &Evidence::opened(1.0), none);
    close(same.liking(&prior).mean, prior.liking().mean);
}

#[test]
fn a_click_at_an_unread_position_teaches_nothing() {
    let prior = Prior::flat();
    let known = Interest::told(0.7, 9.0);
    assert_eq!(known.after(&prior, &Evidence::opened(0.0)), known);
    let tiny = Evidence::opened(1e-37);
    assert_ne!(known.after(&prior, &tiny), known.after(&prior, &Evidence::opened(0.0)));
    assert_eq!(known.after(&prior, &Evidence::opened(1e-300)), known, "too small to divide by");
}

#[test]
fn likelihoods_are_kept_up_to_a_factor() {
    let mut seen = [0.5; POINTS];
    seen[4] = 2.0;
    let found = Interest::of_likelihood(&seen).likelihood();
    close(found[4], 1.0);
    close(found[5], 0.25);
    assert_eq!(Interest::of_likelihood(&[0.0; POINTS]), Interest::default());
    seen[4] = f64::INFINITY;
    assert_eq!(Interest::of_likelihood(&seen), Interest::default());
}

#[test]
fn a_statement_counts_as_this_many_observations() {
    // Two of eight: θ²(1−θ)⁶ has its maximum at a quarter.
    let told = Interest::told(0.25, 8.0).likelihood();
    let of = |theta: f64| theta.powi(2) * (1.0 - theta).powi(6);
    for (found, theta) in told.iter().zip(GRID) {
        close(*found, of(theta) / of(0.25));
    }
    assert_eq!(Interest::told(0.6, 0.0), Interest::default());
    assert_eq!(Interest::told(7.0, 5.0), Interest::told(1.0, 5.0));
    assert_eq!(Interest::told(-7.0, 5.0), Interest::told(0.0, 5.0));
}

#[test]
fn invalid_states_are_forgotten() {
    let prior = Prior::flat();
    let broken = Interest([0.0; POINTS]);
    assert_eq!(broken.rested(&prior, 0.1, 1), Interest::default());
    assert_eq!(broken.posterior(&prior).to_vec(), *prior.weights());
}
