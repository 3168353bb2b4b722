//! Estimates attention by position from the log: EM with each reader's interest in each topic as the latent variable.
//!
//! Raw click rates by position are biased if the list was ranked, because articles near the top are also the ones
//! that readers like most. Here each pair of reader and topic has an interest on the grid, and positions are compared
//! by how often the same interest leads to clicks elsewhere.

use crate::grid::{self, GRID, POINTS, Weights};
use crate::prior::Prior;

/// The clicks and refusals of one reader on one topic at one position.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PositionCounts {
    /// The position, counted from 1.
    pub position: usize,
    /// The number of clicks there.
    pub clicks: f64,
    /// The number of times it was shown without a click.
    pub refusals: f64,
}

/// All observations of one reader and one topic.
pub type Pair = Vec<PositionCounts>;

/// The estimate of attention from a log.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AttentionFit {
    /// The probability of being read by position. It is 1 at the first.
    pub g: Vec<f64>,
    /// The standard error of each. Infinite for positions where nothing was shown.
    pub error: Vec<f64>,
    /// The distribution of interests, which is estimated along with it.
    pub prior: Prior,
}

/// A sufficient number of EM steps, taken in groups of three of which the third is an extrapolation.
pub const STEPS: usize = 150;

/// Estimates attention from a log, starting with a probability for each position and a prior. The first position is
/// the anchor, which is always read. `doubt` unobserved pairs are mixed into the prior.
///
/// Plain EM converges slowly at low click rates, because only the first position distinguishes a position that is
/// read more from articles that are liked more. So every third step extrapolates from the previous two (Varadhan and
/// Roland 2008, SQUAREM), unless that makes the log less probable.
#[must_use]
pub fn fit(pairs: &[Pair], start: &[f64], prior: &Prior, doubt: f64, steps: usize) -> AttentionFit {
    let log = Log { pairs, base: prior, doubt };
    let mut now = State::new(start, prior);
    for _ in 0..steps.div_ceil(3) {
        let (first, _) = log.step(&now);
        let (second, before) = log.step(&first);
        let (leapt, after) = log.step(&now.leap(&first, &second));
        now = if after >= before { leapt } else { second };
    }
    let error = errors(pairs, &now.g, &now.prior);
    AttentionFit { g: now.g, error, prior: now.prior }
}

/// Returns the same estimate by plain EM.
#[must_use]
pub fn plain(
    pairs: &[Pair],
    start: &[f64],
    prior: &Prior,
    doubt: f64,
    steps: usize,
) -> AttentionFit {
    let log = Log { pairs, base: prior, doubt };
    let now = (0..steps).fold(State::new(start, prior), |now, _| log.step(&now).0);
    let error = errors(pairs, &now.g, &now.prior);
    AttentionFit { g: now.g, error, prior: now.prior }
}

/// The parameters that are estimated.
#[derive(Debug, Clone, PartialEq)]
struct State {
    g: Vec<f64>,
    prior: Prior,
}

impl State {
    fn new(start: &[f64], prior: &Prior) -> Self {
        let mut g = start.to_vec();
        if let Some(first) = g.first_mut() {
            *first = 1.0;
        }
        Self { g, prior: *prior }
    }

    fn numbers(&self) -> impl Iterator<Item = f64> {
        self.g.iter().chain(self.prior.weights()).copied()
    }

    /// Extrapolates from two steps.
    fn leap(&self, first: &Self, second: &Self) -> Self {
        let steps: Vec<(f64, f64, f64)> = self
            .numbers()
            .zip(first.numbers())
            .zip(second.numbers())
            .map(|((now, first), second)| (now, first - now, second - 2.0 * first + now))
            .collect();
        let length = |of: fn(&(f64, f64, f64)) -> f64| {
            steps.iter().map(|step| of(step).powi(2)).sum::<f64>().sqrt()
        };
        let (step, bend) = (length(|step| step.1), length(|step| step.2));
        // At least one step, and not beyond what two steps can predict.
        let far = if bend > 0.0 { (step / bend).clamp(1.0, 200.0) } else { 1.0 };
        let mut there = steps.iter().map(|(now, r, v)| now + 2.0 * far * r + far * far * v);
        let g = there.by_ref().take(self.g.len()).map(|g| g.clamp(1e-3, 1.0)).collect();
        let mut weights = second.prior.weights().map(|_| 0.0);
        weights.iter_mut().zip(there).for_each(|(weight, there)| *weight = there.max(0.0));
        Self { g, prior: Prior::of(weights).unwrap_or(second.prior) }
    }
}

/// A log and the prior.
struct Log<'a> {
    pairs: &'a [Pair],
    base: &'a Prior,
    doubt: f64,
}

impl Log<'_> {
    /// Makes one step of EM. Returns the new state and the log-likelihood before the step.
    fn step(&self, now: &State) -> (State, f64) {
        let State { g, prior } = now;
        let mut sums = vec![(0.0, 0.0); g.len()];
        let mut beliefs = self.base.weights().map(|weight| self.doubt * weight);
        let weights = self.base.weights().iter().zip(prior.weights());
        let mut log: f64 =
            weights.map(|(base, now)| self.doubt * base * now.max(1e-300).ln()).sum();
        for pair in self.pairs {
            let (posterior, evidence) = posterior(pair, g, prior);
            log += evidence;
            beliefs.iter_mut().zip(&posterior).for_each(|(sum, p)| *sum += p);
            for shown in within(pair, g.len()) {
                let here = g[shown.position - 1];
                let (read, n) = &mut sums[shown.position - 1];
                *read += shown.clicks + shown.refusals * read_though_refused(&posterior, here);
                *n += shown.clicks + shown.refusals;
            }
        }
        let mut g = g.clone();
        for (g, (read, n)) in g.iter_mut().zip(&sums).skip(1) {
            if *n > 0.0 {
                *g = (read / n).clamp(1e-6, 1.0);
            }
        }
        (State { g, prior: Prior::of(beliefs).unwrap_or(*prior) }, log)
    }
}

fn within(pair: &Pair, n: usize) -> impl Iterator<Item = &PositionCounts> {
    pair.iter().filter(move |shown| (1..=n).contains(&shown.position))
}

/// Returns the posterior of an interest after all observations, and their log-likelihood.
fn posterior(pair: &Pair, g: &[f64], prior: &Prior) -> (Weights, f64) {
    // Computed as logarithms, because a reader's log of several years gives products of thousands of small numbers.
    let mut logs = prior.weights().map(f64::ln);
    for shown in within(pair, g.len()) {
        let here = g[shown.position - 1];
        for (log, theta) in logs.iter_mut().zip(&GRID) {
            *log += shown.clicks * (here * theta).ln() + shown.refusals * (1.0 - here * theta).ln();
        }
    }
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let joint = logs.map(|log| (log - most).exp());
    let evidence = most + joint.iter().sum::<f64>().ln();
    (grid::normalised(joint).unwrap_or(*prior.weights()), evidence)
}

/// Returns the probability that a refused article had been read: E of g(1−θ)/(1−gθ).
fn read_though_refused(posterior: &Weights, g: f64) -> f64 {
    let chance = |theta: f64| g * (1.0 - theta) / (1.0 - g * theta);
    posterior.iter().zip(&GRID).map(|(p, theta)| p * chance(*theta)).sum()
}

/// Returns standard errors from the scores of the pairs: the inverse of the sum of their outer products (by Fisher's
/// identity, each score is the expected derivative under the pair's posterior). The distribution of interests is
/// estimated jointly with the positions, as softmax weights. At low click rates one can hardly be separated from the
/// other, and the errors show that.
fn errors(pairs: &[Pair], g: &[f64], prior: &Prior) -> Vec<f64> {
    let positions = g.len().saturating_sub(1);
    // The last point of the grid is the reference for the others.
    let n = positions + POINTS - 1;
    let mut information = vec![vec![0.0; n]; n];
    for pair in pairs {
        let (posterior, _) = posterior(pair, g, prior);
        let mut score = vec![0.0; n];
        for shown in within(pair, g.len()).filter(|shown| shown.position > 1) {
            let here = g[shown.position - 1];
            let slope: f64 =
                (0..POINTS).map(|k| posterior[k] * GRID[k] / (1.0 - here * GRID[k])).sum();
            score[shown.position - 2] += shown.clicks / here - shown.refusals * slope;
        }
        for k in 0..POINTS - 1 {
            score[positions + k] = posterior[k] - prior.weights()[k];
        }
        for (row, a) in information.iter_mut().zip(&score) {
            row.iter_mut().zip(&score).for_each(|(sum, b)| *sum += a * b);
        }
    }
    let mut errors = vec![0.0];
    errors.extend(
        diagonal_of_inverse(information)
            .into_iter()
            .take(positions)
            .map(|variance| if variance > 0.0 { variance.sqrt() } else { f64::INFINITY }),
    );
    errors.truncate(g.len());
    errors
}

/// Returns the diagonal of the inverse of a symmetric matrix, with infinity where it does not exist.
fn diagonal_of_inverse(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let n = matrix.len();
    let own: Vec<f64> = (0..n).map(|i| matrix[i][i]).collect();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    let mut lost = vec![false; n];
    for i in 0..n {
        let pivot = matrix[i][i];
        // Nothing was shown there, or nothing that distinguishes it from other positions.
        if pivot <= own[i] * 1e-9 {
            lost[i] = true;
            continue;
        }
        let (row, unit) = (matrix[i].clone(), inverse[i].clone());
        for j in (0..n).filter(|&j| j != i) {
            let factor = matrix[j][i] / pivot;
            for k in 0..n {
                matrix[j][k] -= factor * row[k];
                inverse[j][k] -= factor * unit[k];
            }
        }
    }
    (0..n).map(|i| if lost[i] { f64::INFINITY } else { inverse[i][i] / matrix[i][i] }).collect()
}

#[cfg(test)]
mod tests;
