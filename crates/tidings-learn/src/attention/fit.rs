//! The chance of being read by position, from the log: EM with each reader's interest in each topic as what is not seen.
//!
//! Raw click rates by position err where the list was ranked: what stands first is also what is liked most. Here each pair
//! of reader and topic has an interest on the grid, and positions are judged by what the same interest did elsewhere.

use crate::grid::{self, GRID, POINTS, Weights};
use crate::prior::Prior;

/// What one reader did with one topic at one position.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Shown {
    /// The position, from 1.
    pub position: usize,
    /// Clicks there.
    pub clicks: f64,
    /// Showings without a click.
    pub refusals: f64,
}

/// All that is known of one reader and one topic.
pub type Pair = Vec<Shown>;

/// Chances of being read as the log tells them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fitted {
    /// By position, 1 at the first.
    pub g: Vec<f64>,
    /// The standard error of each; infinite where nothing was shown.
    pub error: Vec<f64>,
    /// What interests are like in general, learned on the way.
    pub prior: Prior,
}

/// Steps of EM that are enough.
pub const STEPS: usize = 100;

/// Estimates from a log, beginning with chances for each position and a prior. The first position is the anchor: it is
/// always read. `doubt` are pairs that nobody has seen, mixed into the prior.
#[must_use]
pub fn fit(pairs: &[Pair], start: &[f64], prior: &Prior, doubt: f64, steps: usize) -> Fitted {
    let mut g = start.to_vec();
    if let Some(first) = g.first_mut() {
        *first = 1.0;
    }
    let base = *prior;
    let mut prior = base;
    for _ in 0..steps {
        let mut sums = vec![(0.0, 0.0); g.len()];
        let mut beliefs = base.weights().map(|weight| doubt * weight);
        for pair in pairs {
            let posterior = posterior(pair, &g, &prior);
            beliefs.iter_mut().zip(&posterior).for_each(|(sum, p)| *sum += p);
            for shown in within(pair, g.len()) {
                let here = g[shown.position - 1];
                let (read, n) = &mut sums[shown.position - 1];
                *read += shown.clicks + shown.refusals * read_though_refused(&posterior, here);
                *n += shown.clicks + shown.refusals;
            }
        }
        for (g, (read, n)) in g.iter_mut().zip(&sums).skip(1) {
            if *n > 0.0 {
                *g = (read / n).clamp(1e-6, 1.0);
            }
        }
        prior = Prior::of(beliefs).unwrap_or(prior);
    }
    let error = errors(pairs, &g, &prior);
    Fitted { g, error, prior }
}

fn within(pair: &Pair, n: usize) -> impl Iterator<Item = &Shown> {
    pair.iter().filter(move |shown| (1..=n).contains(&shown.position))
}

/// What is believed of an interest after all its showings.
fn posterior(pair: &Pair, g: &[f64], prior: &Prior) -> Weights {
    // Products of many small numbers: as logarithms, for a reader of years has thousands of them.
    let mut logs = prior.weights().map(f64::ln);
    for shown in within(pair, g.len()) {
        let here = g[shown.position - 1];
        for (log, theta) in logs.iter_mut().zip(&GRID) {
            *log += shown.clicks * (here * theta).ln() + shown.refusals * (1.0 - here * theta).ln();
        }
    }
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    grid::normalised(logs.map(|log| (log - most).exp())).unwrap_or(*prior.weights())
}

/// How probably something that was refused had been read: E of g(1−θ)/(1−gθ).
fn read_though_refused(posterior: &Weights, g: f64) -> f64 {
    let chance = |theta: f64| g * (1.0 - theta) / (1.0 - g * theta);
    posterior.iter().zip(&GRID).map(|(p, theta)| p * chance(*theta)).sum()
}

/// Standard errors from the scores of the pairs: the inverse of the sum of their outer products (Fisher's identity gives
/// each score as the expected derivative under the pair's posterior). What interests are like is taken as known.
fn errors(pairs: &[Pair], g: &[f64], prior: &Prior) -> Vec<f64> {
    let n = g.len().saturating_sub(1);
    let mut information = vec![vec![0.0; n]; n];
    for pair in pairs {
        let posterior = posterior(pair, g, prior);
        let mut score = vec![0.0; n];
        for shown in within(pair, g.len()).filter(|shown| shown.position > 1) {
            let here = g[shown.position - 1];
            let slope: f64 =
                (0..POINTS).map(|k| posterior[k] * GRID[k] / (1.0 - here * GRID[k])).sum();
            score[shown.position - 2] += shown.clicks / here - shown.refusals * slope;
        }
        for (row, a) in information.iter_mut().zip(&score) {
            row.iter_mut().zip(&score).for_each(|(sum, b)| *sum += a * b);
        }
    }
    let mut errors = vec![0.0];
    errors.extend(
        diagonal_of_inverse(information)
            .into_iter()
            .map(|variance| if variance > 0.0 { variance.sqrt() } else { f64::INFINITY }),
    );
    errors.truncate(g.len());
    errors
}

/// The diagonal of the inverse of a symmetric matrix; infinite where it has none.
fn diagonal_of_inverse(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let n = matrix.len();
    let scale = (0..n).map(|i| matrix[i][i]).fold(0.0, f64::max);
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    let mut lost = vec![false; n];
    for i in 0..n {
        let pivot = matrix[i][i];
        // Nothing was shown there, or nothing that tells it from other positions.
        if pivot <= scale * 1e-12 {
            lost[i] = true;
            continue;
        }
        let (row, own) = (matrix[i].clone(), inverse[i].clone());
        for j in (0..n).filter(|&j| j != i) {
            let factor = matrix[j][i] / pivot;
            for k in 0..n {
                matrix[j][k] -= factor * row[k];
                inverse[j][k] -= factor * own[k];
            }
        }
    }
    (0..n).map(|i| if lost[i] { f64::INFINITY } else { inverse[i][i] / matrix[i][i] }).collect()
}

#[cfg(test)]
mod tests;
