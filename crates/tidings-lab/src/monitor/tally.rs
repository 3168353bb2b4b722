//! What a replay came to: delays, wasted and lost.

use super::{Replay, Retrievals};

/// Postings that a feed shows; older ones are pushed out.
pub const WINDOW: usize = 10;

/// The figures of one policy at one budget.
#[derive(Debug, Clone, PartialEq)]
pub struct Tally {
    /// Retrievals made.
    pub requests: usize,
    /// Postings retrieved.
    pub postings: usize,
    /// Minutes from posting to retrieval, on average, by the sources' weights.
    pub average_delay: f64,
    /// Nineteen of twenty postings wait no longer.
    pub p95_delay: f64,
    /// The longest wait.
    pub max_delay: f64,
    /// The part of the retrievals that brought nothing.
    pub empty_share: f64,
    /// The part of the postings that were pushed out of a window of ten before they were retrieved.
    pub lost_share: f64,
}

/// Counts a replay out. `weights` has one number for each source, or none at all.
///
/// A policy may miss its budget by a little; its delay is then multiplied by spent/budget, and those who spent less gain
/// nothing from it.
#[must_use]
pub fn tally(replay: &Replay<'_>, retrievals: &Retrievals, weights: &[f64]) -> Tally {
    let mut delays: Vec<f32> = Vec::new();
    let (mut sum, mut weight_sum, mut empty, mut lost, mut requests) = (0.0, 0.0, 0, 0, 0);
    for (source, postings) in replay.trace.postings.iter().enumerate() {
        let weight = weights.get(source).copied().unwrap_or(1.0);
        let mut next = postings.partition_point(|&posting| posting <= replay.trained);
        requests += retrievals[source].len();
        let end = [replay.trace.end];
        for (number, &at) in retrievals[source].iter().chain(&end).enumerate() {
            let first = next;
            while next < postings.len() && postings[next] <= at {
                sum += weight * (at - postings[next]);
                weight_sum += weight;
                // Minutes to seven digits are more than a percentile needs.
                delays.push((at - postings[next]) as f32);
                next += 1;
            }
            let is_retrieval = number < retrievals[source].len();
            empty += usize::from(is_retrieval && next == first);
            lost += (next - first).saturating_sub(WINDOW);
        }
    }
    delays.sort_unstable_by(f32::total_cmp);
    let quantile = |part: f64| {
        let rank = ((part * delays.len() as f64).ceil() as usize).saturating_sub(1);
        f64::from(delays.get(rank).copied().unwrap_or(0.0))
    };
    let spent = requests as f64 / replay.budget();
    Tally {
        requests,
        postings: delays.len(),
        average_delay: if weight_sum > 0.0 { sum / weight_sum * spent } else { 0.0 },
        p95_delay: quantile(0.95),
        max_delay: quantile(1.0),
        empty_share: empty as f64 / requests.max(1) as f64,
        lost_share: lost as f64 / delays.len().max(1) as f64,
    }
}

/// Finds the number that makes a policy spend its budget: more of it, fewer requests.
///
/// Starts at `guess` and steps along the line through the last two tries on logarithmic paper, inside the bracket known so
/// far. Ends within 0.1 % of the budget, or after twenty tries with the nearest one.
pub fn within_budget(budget: f64, guess: f64, mut replay: impl FnMut(f64) -> Retrievals) -> (f64, Retrievals) {
    let mut best: Option<(f64, f64, Retrievals)> = None;
    let (mut low, mut high) = ((f64::NEG_INFINITY, 0.0), (f64::INFINITY, 0.0));
    let mut at = guess.ln();
    for _ in 0..20 {
        let retrievals = replay(at.exp());
        let spent = retrievals.iter().map(Vec::len).sum::<usize>() as f64;
        let miss = (spent.max(0.5) / budget).ln();
        if best.as_ref().is_none_or(|best| miss.abs() < best.1.abs()) {
            best = Some((at.exp(), miss, retrievals));
        }
        if (spent / budget - 1.0).abs() <= 0.001 {
            break;
        }
        // Too much spent: the answer lies above.
        if miss > 0.0 { low = (at, miss) } else { high = (at, miss) }
        at = match (low.0.is_finite(), high.0.is_finite()) {
            (true, true) => {
                let part = low.1 / (low.1 - high.1);
                low.0 + (high.0 - low.0) * part.clamp(0.05, 0.95)
            }
            // Requests fall about as the square root of what is asked for them.
            _ => at + 1.9 * miss,
        };
    }
    let (number, _, retrievals) = best.expect("there was at least one try");
    (number, retrievals)
}
