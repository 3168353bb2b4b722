//! What a replay came to: delays, wasted and lost.

use super::{FetchTimes, Replay};
use crate::trace::DAY;
use tidings_numerics::hull::{Hull, Node};
use tidings_numerics::price::price_that_spends;

/// Postings that a feed shows; older ones are pushed out.
pub const WINDOW: usize = 10;

/// The figures of one policy at one budget.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tally {
    /// Fetches made.
    pub requests: usize,
    /// Postings fetched.
    pub postings: usize,
    /// Minutes from posting to fetch, on average, by the sources' weights.
    pub average_delay: f64,
    /// Nineteen of twenty postings wait no longer.
    pub p95_delay: f64,
    /// The longest wait.
    pub max_delay: f64,
    /// The part of the fetches that brought nothing.
    pub empty_share: f64,
    /// The part of the postings that were pushed out of a window of ten before they were fetched.
    pub lost_share: f64,
    /// By what part the worst whole day from the third on spent more or less than an even share of the budget; none where
    /// there is no such day.
    pub worst_day: Option<f64>,
}

impl Tally {
    /// What several runs came to on average: luck is the less, the more of them there are. The longest wait is the longest of all.
    ///
    /// ```
    /// use tidings_lab::monitor::tally::Tally;
    /// let ran = |average_delay, max_delay| Tally { average_delay, max_delay, ..Tally::default() };
    /// let mean = Tally::mean(&[ran(10.0, 90.0), ran(20.0, 70.0)]);
    /// assert_eq!((mean.average_delay, mean.max_delay), (15.0, 90.0));
    /// ```
    #[must_use]
    pub fn mean(runs: &[Self]) -> Self {
        let n = runs.len().max(1) as f64;
        let mean = |of: fn(&Self) -> f64| runs.iter().map(of).sum::<f64>() / n;
        let worst =
            |of: fn(&Self) -> Option<f64>| runs.iter().filter_map(of).max_by(f64::total_cmp);
        Self {
            requests: mean(|run| run.requests as f64).round() as usize,
            postings: mean(|run| run.postings as f64).round() as usize,
            average_delay: mean(|run| run.average_delay),
            p95_delay: mean(|run| run.p95_delay),
            max_delay: worst(|run| Some(run.max_delay)).unwrap_or_default(),
            empty_share: mean(|run| run.empty_share),
            lost_share: mean(|run| run.lost_share),
            worst_day: worst(|run| run.worst_day),
        }
    }
}

/// Counts a replay out. `weights` has one number for each source, or none at all.
///
/// A policy may miss its budget by a little; its delay is then multiplied by spent/budget, and those who spent less gain
/// nothing from it.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::tally::tally;
/// // Posted at ten, found at eleven and asked in vain at midnight.
/// let day = |n: i32| [f64::from(n) * 1440.0 + 660.0, f64::from(n + 1) * 1440.0];
/// let tally = tally(&replay, &vec![(14..28).flat_map(day).collect()], &[]);
/// assert_eq!((tally.average_delay, tally.empty_share), (60.0, 0.5));
/// assert_eq!(tally.worst_day, Some(0.0));
/// ```
#[must_use]
pub fn tally(replay: &Replay<'_>, fetches: &FetchTimes, weights: &[f64]) -> Tally {
    let mut delays: Vec<f32> = Vec::new();
    let (mut sum, mut weight_sum, mut empty, mut lost, mut requests) = (0.0, 0.0, 0, 0, 0);
    for (source, postings) in replay.trace.postings.iter().enumerate() {
        let weight = weights.get(source).copied().unwrap_or(1.0);
        let mut next = postings.partition_point(|&posting| posting <= replay.trained);
        requests += fetches[source].len();
        let end = [replay.trace.end];
        for (number, &at) in fetches[source].iter().chain(&end).enumerate() {
            let first = next;
            while next < postings.len() && postings[next] <= at {
                sum += weight * (at - postings[next]);
                weight_sum += weight;
                // Minutes to seven digits are more than a percentile needs.
                delays.push((at - postings[next]) as f32);
                next += 1;
            }
            let is_fetch = number < fetches[source].len();
            empty += usize::from(is_fetch && next == first);
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
        worst_day: daily(replay, fetches)
            .iter()
            .skip(2)
            .map(|spent| (spent - 1.0).abs())
            .max_by(f64::total_cmp),
    }
}

/// What each whole day of a replay spent, against an even share of the budget.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::tally::daily;
/// assert_eq!(daily(&replay, &vec![vec![14.5 * 1440.0, 14.7 * 1440.0]])[..2], [1.0, 0.0]);
/// ```
#[must_use]
pub fn daily(replay: &Replay<'_>, fetches: &FetchTimes) -> Vec<f64> {
    let mut days = vec![0.0; (replay.span() / DAY) as usize];
    for at in fetches.iter().flatten() {
        if let Some(day) = days.get_mut(((at - replay.trained) / DAY) as usize) {
            *day += 1.0;
        }
    }
    let grant = replay.trace.postings.len() as f64 * DAY / replay.interval;
    days.iter().map(|spent| spent / grant).collect()
}

/// Finds the number that makes a policy spend its budget: more of it, fewer requests.
///
/// Starts at `guess` and steps along the line through the last two tries on logarithmic paper, inside the bracket known so
/// far. Ends within 0.1 % of the budget, or after twenty tries with the nearest one.
///
/// ```
/// use tidings_lab::monitor::tally::within_budget;
/// let spends = |factor: f64| vec![vec![0.0; (90_000.0 / factor) as usize]];
/// let (factor, _) = within_budget(3_000.0, 7.0, spends);
/// assert!((factor - 30.0).abs() < 0.1);
/// ```
pub fn within_budget(
    budget: f64,
    guess: f64,
    mut replay: impl FnMut(f64) -> FetchTimes,
) -> (f64, FetchTimes) {
    let mut best: Option<(f64, f64, FetchTimes)> = None;
    let (mut low, mut high) = ((f64::NEG_INFINITY, 0.0), (f64::INFINITY, 0.0));
    let mut at = guess.ln();
    for _ in 0..20 {
        let fetches = replay(at.exp());
        let spent = fetches.iter().map(Vec::len).sum::<usize>() as f64;
        let miss = (spent.max(0.5) / budget).ln();
        if best.as_ref().is_none_or(|best| miss.abs() < best.1.abs()) {
            best = Some((at.exp(), miss, fetches));
        }
        if (spent / budget - 1.0).abs() <= 0.001 {
            break;
        }
        // Too much spent: the answer lies above.
        if miss > 0.0 {
            low = (at, miss)
        } else {
            high = (at, miss)
        }
        at = match (low.0.is_finite(), high.0.is_finite()) {
            (true, true) => {
                let part = low.1 / (low.1 - high.1);
                low.0 + (high.0 - low.0) * part.clamp(0.05, 0.95)
            }
            // Requests fall about as the square root of what is asked for them.
            _ => at + 1.9 * miss,
        };
    }
    let (number, _, fetches) = best.expect("there was at least one try");
    (number, fetches)
}

/// The least average delay that any schedule with as many fetches could reach, knowing all postings beforehand.
///
/// A clairvoyant fetches right at postings; which of them is a Monge problem, shared out among the sources by price.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::tally::least_delay;
/// // Twice as many requests as postings: a clairvoyant is always there.
/// assert_eq!(least_delay(&replay), 0.0);
/// ```
#[must_use]
pub fn least_delay(replay: &Replay<'_>) -> f64 {
    let replayed: Vec<&[f64]> = replay
        .trace
        .postings
        .iter()
        .map(|postings| &postings[postings.partition_point(|&posting| posting <= replay.trained)..])
        .collect();
    let n: usize = replayed.iter().map(|postings| postings.len()).sum();
    if n as f64 <= replay.budget() {
        return 0.0;
    }
    let mut hull = Hull::default();
    let mut at_price = |price: f64| {
        let (mut requests, mut delay) = (0.0, 0.0);
        for postings in &replayed {
            let (count, sum) = clairvoyant(postings, replay.trace.end, price, &mut hull);
            requests += count;
            delay += sum;
        }
        (requests, delay)
    };
    let price = price_that_spends(replay.budget(), (1e-3, 1e7), |price| at_price(price).0);
    // Differences of large sums: nothing may come out as a little less than that.
    (at_price(price).1 / n as f64).max(0.0)
}

/// How often a clairvoyant fetches at that price, and how long postings then wait in all; at the end what is left counts as
/// fetched.
fn clairvoyant(postings: &[f64], end: f64, price: f64, hull: &mut Hull) -> (f64, f64) {
    let Some(first) = postings.first() else { return (0.0, 0.0) };
    // Node k: the first k postings are fetched, at the k-th. A gap waits (its number)·(its last) − (their sum).
    let mut sum = 0.0;
    let mut nodes = vec![Node::default()];
    // (count − a)·time − (sum − sum_a): a line in time with slope a.
    let node = |count: f64, time: f64, sum: f64| Node {
        x: time,
        base: count * time - sum,
        slope: count,
        intercept: sum,
    };
    for (k, posting) in postings.iter().enumerate() {
        sum += posting - first;
        nodes.push(node((k + 1) as f64, posting - first, sum));
    }
    let n = postings.len();
    nodes.push(node(n as f64, end.max(postings[n - 1]) - first, sum));
    hull.run(&nodes, price);
    let count = hull.stops(n + 1).len() as f64;
    (count, hull.value[n + 1] - price * (count + 1.0))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The postings of the vectors.
    pub(in crate::monitor) const POSTINGS: [f64; 9] = [
        4.618798843,
        38.541999323,
        52.575990323,
        392.484734265,
        562.668013832,
        578.97752475,
        680.41880567,
        923.900400545,
        945.519891022,
    ];

    /// A vector of an independent implementation: the least delay by number of fetches, from none on.
    #[test]
    fn a_clairvoyant_waits_as_long_as_the_vector_says() {
        let least = [
            4_820.293_841_427,
            1_978.021_812_396,
            699.697_035_076,
            395.373_192_316,
            208.880_401_831,
            99.920_183_875,
            51.962_992_395,
            30.343_501_918,
            14.033_991,
            0.0,
        ];
        let mut hull = Hull::default();
        for (number, expected) in least.into_iter().enumerate() {
            // It is convex: any price between what one fetch more saves, and one less, gives that number.
            let saved = |at: usize| least[at] - least.get(at + 1).copied().unwrap_or(0.0);
            let before = if number == 0 { 1e4 } else { saved(number - 1) };
            let price = f64::midpoint(before, saved(number));
            let (count, delay) = clairvoyant(&POSTINGS, 1_000.0, price, &mut hull);
            assert!((count - number as f64).abs() < 1e-9, "{number}: {count}");
            assert!((delay - expected).abs() < 1e-6, "{number}: {delay}");
        }
    }

    #[test]
    fn the_search_meets_the_budget() {
        let (factor, fetches) = within_budget(5_000.0, 7.0, |factor| {
            vec![vec![0.0; (90_000.0 / factor.sqrt()) as usize]]
        });
        assert!((fetches[0].len() as f64 / 5_000.0 - 1.0).abs() <= 0.001, "{factor}");
    }
}
