//! Strategies by name: what is learned about a topic, and how that becomes a score.

use tidings_model::Liking;
use tidings_numerics::Draws;
use tidings_rank::page::EXPLORATION;

/// What a strategy learns from clicks and refusals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Learner {
    /// A beta distribution by the dissertation's update.
    Beta,
    /// The same, moving back towards its start by this factor each round.
    Fading(f64),
    /// The filter on a grid, with a prior from the reader's own experience.
    Own,
    /// The same with a prior learned from other readers, one for all topics.
    Common,
    /// The same with a prior learned from other readers for each topic.
    PerTopic,
}

/// How the belief becomes a score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Score {
    /// At random.
    Chance,
    /// Mean plus this many variances. A higher number explores more.
    Bonus(f64),
    /// A draw from the belief (Thompson 1933).
    Sample,
    /// Click rate plus a bound on its error: c/n + √(0.1 ln t / n). What was never shown comes first.
    Bound,
}

/// A strategy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strategy {
    /// What it learns.
    pub learner: Learner,
    /// How it scores.
    pub score: Score,
}

/// Every strategy with its name.
pub const STRATEGIES: [(&str, Strategy); 10] = [
    ("random", Strategy { learner: Learner::Beta, score: Score::Chance }),
    ("greedy", Strategy { learner: Learner::Beta, score: Score::Bonus(0.0) }),
    ("ee-10", Strategy { learner: Learner::Beta, score: Score::Bonus(10.0) }),
    ("ee-20", Strategy { learner: Learner::Beta, score: Score::Bonus(20.0) }),
    ("ee-10-forget", Strategy { learner: Learner::Fading(0.95), score: Score::Bonus(10.0) }),
    ("thompson", Strategy { learner: Learner::Beta, score: Score::Sample }),
    ("ucb", Strategy { learner: Learner::Beta, score: Score::Bound }),
    ("default", Strategy { learner: Learner::Own, score: Score::Bonus(EXPLORATION) }),
    ("default-common", Strategy { learner: Learner::Common, score: Score::Bonus(EXPLORATION) }),
    ("default-topic", Strategy { learner: Learner::PerTopic, score: Score::Bonus(EXPLORATION) }),
];

/// Returns the strategy with this name.
///
/// ```
/// use tidings_lab::rank::strategy::{Score, named};
/// assert_eq!(named("ee-20").unwrap().score, Score::Bonus(20.0));
/// assert!(named("best").is_none());
/// ```
#[must_use]
pub fn named(name: &str) -> Option<Strategy> {
    STRATEGIES.iter().find(|(known, _)| *known == name).map(|(_, strategy)| *strategy)
}

/// Returns the mean plus `exploration` times the variance worth exploring.
///
/// ```
/// use tidings_model::Liking;
/// use tidings_lab::rank::strategy::bonus;
/// assert_eq!(bonus(Liking { mean: 0.25, variance: 0.0375 }, 10.0), 0.625);
/// ```
#[must_use]
pub fn bonus(liking: Liking, exploration: f64) -> f64 {
    liking.mean + exploration * liking.variance
}

/// Returns the clicks per reading plus a bound on its error in round `t`, counted from 1.
///
/// ```
/// use tidings_lab::rank::strategy::bound;
/// assert!(bound(0.0, 0.0, 5).is_infinite());
/// assert_eq!(bound(2.0, 4.0, 1), 0.5);
/// ```
#[must_use]
pub fn bound(clicks: f64, readings: f64, t: usize) -> f64 {
    if readings <= 0.0 {
        return f64::INFINITY;
    }
    clicks / readings + (0.1 * (t as f64).ln() / readings).sqrt()
}

/// Draws from Beta(α, β).
///
/// ```
/// use tidings_numerics::Draws;
/// use tidings_lab::rank::strategy::sample;
/// let mut draws = Draws::new(1);
/// let mean = (0..4000).map(|_| sample(2.0, 6.0, &mut draws)).sum::<f64>() / 4000.0;
/// assert!((mean - 0.25).abs() < 0.01);
/// ```
#[must_use]
pub fn sample(alpha: f64, beta: f64, draws: &mut Draws) -> f64 {
    let (a, b) = (gamma(alpha, draws), gamma(beta, draws));
    // Both are zero only if their shapes are tiny; then neither is preferred.
    if a + b > 0.0 { a / (a + b) } else { 0.5 }
}

/// Draws from the gamma distribution with this shape and scale 1 (Marsaglia and Tsang 2000).
fn gamma(shape: f64, draws: &mut Draws) -> f64 {
    if shape < 1.0 {
        let lift = (1.0 - draws.unit()).powf(1.0 / shape.max(1e-9));
        return lift * gamma(shape + 1.0, draws);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = draws.normal();
        let v = (1.0 + c * x).powi(3);
        if v <= 0.0 {
            continue;
        }
        let u = 1.0 - draws.unit();
        if u.ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// Returns the indices of the scores from the highest down, with ties broken at random.
///
/// ```
/// use tidings_numerics::Draws;
/// use tidings_lab::rank::strategy::order;
/// assert_eq!(order(&[0.1, 0.9, 0.5], &mut Draws::new(1)), [1, 2, 0]);
/// ```
#[must_use]
pub fn order(scores: &[f64], draws: &mut Draws) -> Vec<usize> {
    let mut places: Vec<(f64, u64, usize)> =
        scores.iter().enumerate().map(|(place, score)| (*score, draws.bits(), place)).collect();
    places.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    places.into_iter().map(|(_, _, place)| place).collect()
}

#[cfg(test)]
mod tests;
