//! The results of a replay: delays, empty fetches and lost postings.

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
    /// Average minutes from posting to fetch, by the sources' weights.
    pub average_delay: f64,
    /// The delay that nineteen of twenty postings do not exceed.
    pub p95_delay: f64,
    /// The longest delay.
    pub max_delay: f64,
    /// The share of fetches that found nothing new.
    pub empty_share: f64,
    /// The share of postings that were pushed out of a window of ten before they were fetched.
    pub lost_share: f64,
    /// The largest relative deviation of a whole day from the third on from an even share of the budget; `None` if
    /// there is no such day.
    pub worst_day: Option<f64>,
}

impl Tally {
    /// Returns the average of several runs, which averages out luck. The longest delay is the longest of all.
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

/// Computes the results of a replay. `weights` has one number for each source, or none at all.
///
/// A policy may miss its budget by a little. Its delay is then multiplied by spent/budget, so that spending less or
/// more brings no advantage.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::tally::tally;
/// // Posted at ten, found at eleven; the fetch at midnight finds nothing new.
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
                // Seven digits are more than a percentile needs.
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

/// Returns the requests of each whole day of a replay, relative to an even share of the budget.
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

/// Finds the number that makes a policy use its budget. A higher number must mean fewer requests.
///
/// Starts at `guess` and follows the line through the last two tries on a log-log scale, inside the bracket known so
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
        // Too much spent: the number must be higher.
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
            // Requests fall roughly as the square root of the price.
            _ => at + 1.9 * miss,
        };
    }
    let (number, _, fetches) = best.expect("there was at least one try");
    (number, fetches)
}

/// Returns the least average delay that any schedule with as many fetches could reach, knowing all postings in advance.
///
/// A clairvoyant fetches exactly at postings. Which ones is a Monge problem, divided among the sources by price.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::tally::least_delay;
/// // Twice as many requests as postings: a clairvoyant is always on time.
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
    // A difference of large sums may be slightly negative.
    (at_price(price).1 / n as f64).max(0.0)
}

/// Returns how often a clairvoyant fetches at that price, and how long postings then wait in total. At the end, the
/// remaining postings count as fetched.
fn clairvoyant(postings: &[f64], end: f64, price: f64, hull: &mut Hull) -> (f64, f64) {
    let Some(first) = postings.first() else { return (0.0, 0.0) };
    // Node k: the first k postings are fetched at the k-th. A gap waits (its number)·(its last) − (their sum).
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

    /// A vector from an independent implementation: the least delay by number of fetches, from none on.
    #[test]
    fn the_least_delay_agrees_with_the_vector() {
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
            // It is convex: any price between what one more fetch saves and what one fewer costs gives that number.
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
