//! Tests of the estimate: the arithmetic of an independent implementation, and logs with known truth.

use super::*;
use tidings_numerics::Draws;

/// Returns six pairs that were shown eight times each, at these positions and with these clicks.
fn few() -> Vec<Pair> {
    const POSITIONS: [usize; 8] = [1, 2, 3, 1, 2, 3, 2, 3];
    let clicks = ["10011011", "10011000", "10010001", "00000101", "00000000", "10110001"];
    let pair = |clicks: &&str| {
        let shown = |(position, click): (usize, char)| {
            let clicks = f64::from(u8::from(click == '1'));
            PositionCounts { position, clicks, refusals: 1.0 - clicks }
        };
        POSITIONS.into_iter().zip(clicks.chars()).map(shown).collect()
    };
    clicks.iter().map(pair).collect()
}

#[test]
fn the_arithmetic_matches_the_reference() {
    let start = [1.0, 0.7, 0.7];
    for (steps, expected) in [
        (1, [1.0, 0.587_277_004_5, 0.661_158_596_9]),
        (50, [1.0, 0.234_274_708_2, 0.434_335_211_3]),
    ] {
        let fitted = plain(&few(), &start, &Prior::flat(), 0.0, steps);
        for (found, expected) in fitted.g.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-8, "{found}, expected {expected}");
        }
    }
}

/// Returns the log of readers who like some topics and are increasingly shown those: positions are confounded with
/// interest.
fn ranked_log(g: &[f64], readers: usize, seed: u64) -> Vec<Pair> {
    let mut draws = Draws::new(seed);
    let mut pairs = Vec::new();
    for _ in 0..readers {
        let thetas: Vec<f64> =
            (0..20).map(|i| if i < 6 { 0.5 + 0.5 * draws.unit() } else { 0.1 }).collect();
        let mut own: Vec<Pair> = vec![Vec::new(); thetas.len()];
        let mut clicked = vec![0.0; thetas.len()];
        for _ in 0..30 {
            let mut order: Vec<(f64, usize)> = clicked
                .iter()
                .enumerate()
                .map(|(topic, clicks)| (clicks + 3.0 * draws.unit(), topic))
                .collect();
            order.sort_by(|a, b| b.0.total_cmp(&a.0));
            for (place, &(_, topic)) in order.iter().take(g.len()).enumerate() {
                let clicks = f64::from(u8::from(draws.unit() < thetas[topic] * g[place]));
                clicked[topic] += clicks;
                let at = own[topic].iter().position(|shown| shown.position == place + 1);
                let at = at.unwrap_or_else(|| {
                    own[topic]
                        .push(PositionCounts { position: place + 1, ..PositionCounts::default() });
                    own[topic].len() - 1
                });
                own[topic][at].clicks += clicks;
                own[topic][at].refusals += 1.0 - clicks;
            }
        }
        pairs.extend(own);
    }
    pairs
}

#[test]
fn positions_of_a_ranked_list_are_separated_from_interest() {
    let truth: Vec<f64> = (1..=7).map(|j| 1.0 / f64::from(j).sqrt()).collect();
    let fitted = fit(&ranked_log(&truth, 150, 5), &[0.7; 7], &Prior::flat(), 5.0, STEPS);
    let errors: Vec<f64> = fitted.g.iter().zip(&truth).map(|(g, truth)| g - truth).collect();
    let rmse = (errors.iter().map(|e| e * e).sum::<f64>() / 6.0).sqrt();
    assert!(rmse < 0.03, "{:?} for {truth:?}", fitted.g);
    // The stated errors have the size of the actual ones.
    let stated = (fitted.error.iter().map(|e| e * e).sum::<f64>() / 6.0).sqrt();
    assert!((0.25..4.0).contains(&(rmse / stated)), "{rmse} stated as {stated}");
}

#[test]
fn extrapolation_converges_to_the_same_estimate() {
    let log = ranked_log(&[1.0, 0.8, 0.5], 15, 8);
    let start = [1.0, 0.6, 0.6];
    let leapt = fit(&log, &start, &Prior::flat(), 5.0, STEPS);
    let plain = plain(&log, &start, &Prior::flat(), 5.0, 1500);
    for (leapt, plain) in leapt.g.iter().zip(&plain.g) {
        assert!((leapt - plain).abs() < 0.01, "{leapt} and {plain}");
    }
}

#[test]
fn little_data_gives_large_errors() {
    let fitted = fit(&few(), &[1.0, 0.7, 0.7], &Prior::flat(), 5.0, STEPS);
    assert!(fitted.error[1..].iter().all(|&error| error > 0.05), "{:?}", fitted.error);
    let nothing = fit(&[], &[1.0, 0.7], &Prior::flat(), 5.0, 2);
    assert_eq!(nothing.g, [1.0, 0.7]);
    assert!(nothing.error[1].is_infinite());
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
}

#[test]
fn the_diagonal_of_an_inverse_is_correct() {
    let found = diagonal_of_inverse(vec![vec![4.0, 2.0], vec![2.0, 3.0]]);
    // 1/8 · (3, 4)
    close(found[0], 0.375);
    close(found[1], 0.5);
    let three = vec![vec![2.0, 1.0, 0.0], vec![1.0, 3.0, 1.0], vec![0.0, 1.0, 4.0]];
    // The determinant is 18, and the minors are 11, 8 and 5.
    for (found, expected) in diagonal_of_inverse(three).iter().zip([11.0, 8.0, 5.0]) {
        close(*found, expected / 18.0);
    }
    assert_eq!(diagonal_of_inverse(Vec::new()), [0.0; 0]);
}

#[test]
fn inseparable_parameters_have_infinite_errors() {
    let found =
        diagonal_of_inverse(vec![vec![2.0, 0.0, 0.0], vec![0.0, 0.0, 0.0], vec![0.0, 0.0, 4.0]]);
    close(found[0], 0.5);
    assert!(found[1].is_infinite());
    close(found[2], 0.25);
    // The second row repeats the first.
    let same = diagonal_of_inverse(vec![vec![1.0, 1.0], vec![1.0, 1.0]]);
    assert!(same[1].is_infinite(), "{same:?}");
}

#[test]
fn a_posterior_is_prior_times_likelihood() {
    let shown = |position, clicks, refusals| PositionCounts { position, clicks, refusals };
    let pair = vec![shown(1, 2.0, 1.0), shown(2, 0.0, 3.0), shown(3, 9.0, 9.0)];
    let (found, evidence) = posterior(&pair, &[1.0, 0.5], &Prior::flat());
    let joint = |theta: f64| 0.05 * theta.powi(2) * (1.0 - theta) * (1.0 - 0.5 * theta).powi(3);
    let sum: f64 = GRID.iter().map(|theta| joint(*theta)).sum();
    for (found, theta) in found.iter().zip(GRID) {
        close(*found, joint(theta) / sum);
    }
    close(evidence, sum.ln());
    close(found.iter().sum(), 1.0);
}

#[test]
fn refused_articles_were_read_with_this_probability() {
    let mut certain = [0.0; POINTS];
    certain[13] = 1.0;
    // θ = ½: g·½/(1 − g/2).
    close(read_though_refused(&certain, 1.0), 1.0);
    close(read_though_refused(&certain, 0.5), 0.25 / 0.75);
    close(read_though_refused(&certain, 0.0), 0.0);
    let mut two = [0.0; POINTS];
    (two[13], two[7]) = (0.5, 0.5);
    close(read_though_refused(&two, 0.5), 0.5 * (0.25 / 0.75) + 0.5 * (0.45 / 0.95));
}

#[test]
fn only_estimated_positions_count() {
    let pair: Pair =
        (0..5).map(|position| PositionCounts { position, clicks: 1.0, refusals: 0.0 }).collect();
    let positions: Vec<usize> = within(&pair, 3).map(|shown| shown.position).collect();
    assert_eq!(positions, [1, 2, 3]);
}

#[test]
fn the_first_position_is_the_anchor() {
    let state = State::new(&[0.3, 0.4], &Prior::flat());
    assert_eq!(state.g, [1.0, 0.4]);
    assert_eq!(State::new(&[], &Prior::flat()).g, [0.0; 0]);
}

#[test]
fn a_leap_extrapolates_two_steps() {
    // With steps of 0.1 and 0.05 the whole way is 0.2, which one leap covers.
    let at = |g: f64| State { g: vec![1.0, g], prior: Prior::flat() };
    let leapt = at(0.5).leap(&at(0.6), &at(0.65));
    close(leapt.g[0], 1.0);
    close(leapt.g[1], 0.7);
    leapt.prior.weights().iter().for_each(|weight| close(*weight, 0.05));
    // Without a movement there is no leap. Impossible values are bounded.
    assert_eq!(at(0.5).leap(&at(0.5), &at(0.5)).g, [1.0, 0.5]);
    close(at(0.5).leap(&at(0.7), &at(0.899)).g[1], 1.0);
    close(at(0.5).leap(&at(0.3), &at(0.101)).g[1], 1e-3);
}

#[test]
fn one_step_takes_the_mean_of_reads() {
    let log = [vec![
        PositionCounts { position: 1, clicks: 0.0, refusals: 1.0 },
        PositionCounts { position: 2, clicks: 1.0, refusals: 1.0 },
    ]];
    let base = Prior::flat();
    let (after, evidence) =
        Log { pairs: &log, base: &base, doubt: 2.0 }.step(&State::new(&[1.0, 0.5], &base));
    let (posterior, own) = posterior(&log[0], &[1.0, 0.5], &base);
    close(after.g[0], 1.0);
    close(after.g[1], (1.0 + read_though_refused(&posterior, 0.5)) / 2.0);
    for k in [0, 7, 19] {
        close(after.prior.weights()[k], (2.0 * 0.05 + posterior[k]) / 3.0);
    }
    // Two pairs of the base, and the one that was observed.
    close(evidence, 2.0 * 0.05f64.ln() + own);
}

#[test]
fn standard_errors_shrink_with_the_root_of_the_log() {
    let log = ranked_log(&[1.0, 0.7, 0.5], 30, 4);
    let (g, prior) = ([1.0, 0.7, 0.5], Prior::flat());
    let once = errors(&log, &g, &prior);
    let four_times: Vec<Pair> = log.iter().cycle().take(4 * log.len()).cloned().collect();
    let long = errors(&four_times, &g, &prior);
    close(once[0], 0.0);
    assert_eq!(once.len(), 3);
    for position in 1..3 {
        assert!(once[position].is_finite() && once[position] > 0.0);
        // Points of the grid that can hardly be separated drop out at slightly different places.
        assert!((once[position] / long[position] - 2.0).abs() < 0.15, "{once:?} {long:?}");
    }
    assert_eq!(errors(&log, &[], &prior), [0.0; 0]);
}
