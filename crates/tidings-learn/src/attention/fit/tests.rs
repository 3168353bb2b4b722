//! Tests of the estimate: an independent implementation's arithmetic, and logs whose truth is known.

use super::*;
use tidings_numerics::Draws;

/// Six pairs shown eight times each, at these positions, with these clicks.
fn few() -> Vec<Pair> {
    const POSITIONS: [usize; 8] = [1, 2, 3, 1, 2, 3, 2, 3];
    let clicks = ["10011011", "10011000", "10010001", "00000101", "00000000", "10110001"];
    let pair = |clicks: &&str| {
        let shown = |(position, click): (usize, char)| {
            let clicks = f64::from(u8::from(click == '1'));
            Shown { position, clicks, refusals: 1.0 - clicks }
        };
        POSITIONS.into_iter().zip(clicks.chars()).map(shown).collect()
    };
    clicks.iter().map(pair).collect()
}

#[test]
fn the_arithmetic_is_the_references() {
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

/// Readers who like some topics and are shown more and more of those: positions are confounded with interest.
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
                    own[topic].push(Shown { position: place + 1, ..Shown::default() });
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
fn positions_of_a_ranked_list_are_told_from_interest() {
    let truth: Vec<f64> = (1..=7).map(|j| 1.0 / f64::from(j).sqrt()).collect();
    let fitted = fit(&ranked_log(&truth, 150, 5), &[0.7; 7], &Prior::flat(), 5.0, STEPS);
    let errors: Vec<f64> = fitted.g.iter().zip(&truth).map(|(g, truth)| g - truth).collect();
    let rmse = (errors.iter().map(|e| e * e).sum::<f64>() / 6.0).sqrt();
    assert!(rmse < 0.03, "{:?} for {truth:?}", fitted.g);
    // The errors that it states are of the size that they have.
    let stated = (fitted.error.iter().map(|e| e * e).sum::<f64>() / 6.0).sqrt();
    assert!((0.25..4.0).contains(&(rmse / stated)), "{rmse} stated as {stated}");
}

#[test]
fn leaps_end_where_plain_steps_end() {
    let log = ranked_log(&[1.0, 0.8, 0.5], 15, 8);
    let start = [1.0, 0.6, 0.6];
    let leapt = fit(&log, &start, &Prior::flat(), 5.0, STEPS);
    let plain = plain(&log, &start, &Prior::flat(), 5.0, 1500);
    for (leapt, plain) in leapt.g.iter().zip(&plain.g) {
        assert!((leapt - plain).abs() < 0.01, "{leapt} and {plain}");
    }
}

#[test]
fn few_data_state_that_they_are_few() {
    let fitted = fit(&few(), &[1.0, 0.7, 0.7], &Prior::flat(), 5.0, STEPS);
    assert!(fitted.error[1..].iter().all(|&error| error > 0.05), "{:?}", fitted.error);
    let nothing = fit(&[], &[1.0, 0.7], &Prior::flat(), 5.0, 2);
    assert_eq!(nothing.g, [1.0, 0.7]);
    assert!(nothing.error[1].is_infinite());
}
