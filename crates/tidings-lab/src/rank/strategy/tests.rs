//! Strategies: the literature's scores checked by hand, and draws by their moments.

use super::{Strategy, *};
use proptest::prelude::*;

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
}

#[test]
fn every_name_is_its_strategy() {
    for (name, learner, score) in [
        ("random", Learner::Beta, Score::Chance),
        ("greedy", Learner::Beta, Score::Bonus(0.0)),
        ("ee-10", Learner::Beta, Score::Bonus(10.0)),
        ("ee-20", Learner::Beta, Score::Bonus(20.0)),
        ("ee-10-forget", Learner::Fading(0.95), Score::Bonus(10.0)),
        ("thompson", Learner::Beta, Score::Sample),
        ("ucb", Learner::Beta, Score::Bound),
        ("default", Learner::Own, Score::Bonus(5.0)),
        ("default-common", Learner::Common, Score::Bonus(5.0)),
        ("default-topic", Learner::PerTopic, Score::Bonus(5.0)),
    ] {
        assert_eq!(named(name), Some(Strategy { learner, score }), "{name}");
    }
    for unknown in ["", "Default", "default ", "best"] {
        assert_eq!(named(unknown), None, "{unknown:?}");
    }
    assert_eq!(STRATEGIES.len(), 10);
}

#[test]
fn the_bonus_is_a_multiple_of_the_variance() {
    // Beta(1, 3): mean 1/4, variance 3/80.
    let start = Liking { mean: 0.25, variance: 0.0375 };
    for (exploration, expected) in [(0.0, 0.25), (10.0, 0.625), (20.0, 1.0), (-10.0, -0.125)] {
        close(bonus(start, exploration), expected);
    }
}

#[test]
fn the_bound_is_the_rate_and_its_error() {
    for (clicks, readings, t, expected) in [
        (2.0, 4.0, 1, 0.5),
        (0.0, 4.0, 1, 0.0),
        // 3/10 + √(0.1 ln 100 / 10)
        (3.0, 10.0, 100, 0.3 + 0.214_596_602_629),
        // √(0.1 ln 2)
        (0.0, 1.0, 2, 0.263_276_884_773),
    ] {
        close(bound(clicks, readings, t), expected);
    }
    for readings in [0.0, -0.0, -1.0] {
        assert!(bound(0.0, readings, 5).is_infinite(), "what was never shown comes first");
    }
    assert!(bound(0.0, f64::MIN_POSITIVE, 1).is_finite());
}

/// Returns mean, variance and skewness of many draws.
fn moments(n: u32, mut draw: impl FnMut() -> f64) -> (f64, f64, f64) {
    let all: Vec<f64> = (0..n).map(|_| draw()).collect();
    let n = f64::from(n);
    let mean = all.iter().sum::<f64>() / n;
    let central = |power: i32| all.iter().map(|x| (x - mean).powi(power)).sum::<f64>() / n;
    (mean, central(2), central(3) / central(2).powf(1.5))
}

#[test]
fn gamma_draws_have_the_moments_of_their_shape() {
    // A gamma distribution of shape k has mean k, variance k and skewness 2/√k.
    for shape in [0.3, 0.9, 1.0, 1.5, 2.5, 10.0, 100.0] {
        let mut draws = Draws::new(17);
        let (mean, variance, skewness) = moments(30_000, || gamma(shape, &mut draws));
        assert!((mean / shape - 1.0).abs() < 0.03, "{shape}: mean {mean}");
        assert!((variance / shape - 1.0).abs() < 0.06, "{shape}: variance {variance}");
        assert!((skewness - 2.0 / shape.sqrt()).abs() < 0.3, "{shape}: skewness {skewness}");
    }
}

#[test]
fn beta_draws_have_the_moments_of_their_shapes() {
    for (alpha, beta) in [(2.0, 6.0), (1.0, 3.0), (0.5, 0.5), (30.0, 10.0), (0.2, 4.0)] {
        let mut draws = Draws::new(5);
        let (mean, variance, _) = moments(20_000, || sample(alpha, beta, &mut draws));
        let sum: f64 = alpha + beta;
        let expected = alpha / sum;
        let spread = expected * (1.0 - expected) / (sum + 1.0);
        assert!((mean - expected).abs() < 0.01, "{alpha}, {beta}: mean {mean}");
        assert!((variance / spread - 1.0).abs() < 0.06, "{alpha}, {beta}: variance {variance}");
    }
}

#[test]
fn shapes_of_zero_give_a_half() {
    close(sample(0.0, 0.0, &mut Draws::new(1)), 0.5);
    close(sample(1e-12, 1e-12, &mut Draws::new(1)), 0.5);
    close(sample(0.0, 3.0, &mut Draws::new(1)), 0.0);
    close(sample(3.0, 0.0, &mut Draws::new(1)), 1.0);
}

#[test]
fn the_highest_score_comes_first() {
    let order = |scores: &[f64]| super::order(scores, &mut Draws::new(9));
    assert_eq!(order(&[]), [0usize; 0]);
    assert_eq!(order(&[0.3]), [0]);
    assert_eq!(order(&[0.1, 0.9, 0.5, -2.0, f64::INFINITY]), [4, 1, 2, 0, 3]);
}

#[test]
fn ties_are_broken_at_random_but_repeatably() {
    let first = |seed| order(&[1.0; 4], &mut Draws::new(seed))[0];
    let mut counts = [0; 4];
    (0..400).for_each(|seed| counts[first(seed)] += 1);
    assert!(counts.iter().all(|count| (60..140).contains(count)), "{counts:?}");
    assert_eq!(first(3), first(3), "the same seed, the same order");
}

proptest! {
    #[test]
    fn an_order_contains_every_index_once(scores in proptest::collection::vec(-1e3f64..1e3, 0..30), seed in any::<u64>()) {
        let found = order(&scores, &mut Draws::new(seed));
        prop_assert!(found.windows(2).all(|pair| scores[pair[0]] >= scores[pair[1]]));
        let mut places = found;
        places.sort_unstable();
        prop_assert_eq!(places, (0..scores.len()).collect::<Vec<_>>());
    }

    #[test]
    fn draws_are_chances(alpha in 0.0f64..50.0, beta in 0.0f64..50.0, seed in any::<u64>()) {
        let found = sample(alpha, beta, &mut Draws::new(seed));
        prop_assert!((0.0..=1.0).contains(&found), "{found}");
    }

    #[test]
    fn the_bound_falls_with_readings_and_rises_with_time(
        clicks in 0.0f64..10.0, readings in 0.1f64..100.0, more in 0.0f64..100.0, t in 1usize..10_000,
    ) {
        prop_assert!(bound(clicks, readings + more, t) <= bound(clicks, readings, t));
        prop_assert!(bound(clicks, readings, t + 1) > bound(clicks, readings, t));
    }
}
