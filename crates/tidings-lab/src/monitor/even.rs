//! Policies that learn from training alone: evenly spaced, by timetable, and by price.

use super::{FetchTimes, Replay};
use crate::monitor::allocation::{AllocationRule, share};
use crate::monitor::timetable::{by_price, descended, exact};
use crate::trace::{DAY, WEEK};
use tidings_numerics::{Draws, Steps};
use tidings_schedule::cost::{Grid, Metric, Slot};

/// Slots in a day's timetable, of ten minutes each.
const SLOTS: usize = 144;

/// Returns evenly spaced fetches from a random phase on, as many as the rule allocates.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::even::spaced;
/// use tidings_lab::monitor::allocation::AllocationRule;
/// let fetches = spaced(&replay, AllocationRule::Even, &[]);
/// assert_eq!(fetches[0].len(), 28);
/// assert!((fetches[0][1] - fetches[0][0] - 720.0).abs() < 1e-6);
/// ```
#[must_use]
pub fn spaced(replay: &Replay<'_>, rule: AllocationRule, weights: &[f64]) -> FetchTimes {
    let rates = weighted(&replay.raw_rates(), weights);
    let n = rates.len() as f64;
    let shares = share(rule, &rates, n / replay.interval);
    let phases = phases(&rates, replay.seed);
    shares
        .into_iter()
        .zip(phases)
        .map(|(frequency, phase)| {
            // A random k or k + 1 fetches, so that the average is right.
            let due = frequency * replay.span();
            let count = (due + phase).floor() as usize;
            (0..count).map(|i| replay.trained + (i as f64 + 1.0 - phase) / frequency).collect()
        })
        .collect()
}

/// How the papers schedule: allocation first, then a timetable for the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sia {
    /// All sources equally often, each at the best times of its day.
    Scheduling,
    /// √λ fetches, each at the best times of its day.
    Combined,
    /// The same, relearned every week from the last 14 days.
    Rolling,
}

/// Returns fetches by the daily timetable of each source.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::even::{Sia, timetabled};
/// // Posted at ten every day: one of the two daily fetches comes soon after.
/// let fetches = timetabled(&replay, Sia::Combined, &[]);
/// assert!(fetches[0].iter().any(|at| (600.0..720.0).contains(&(at % 1440.0))));
/// ```
#[must_use]
pub fn timetabled(replay: &Replay<'_>, kind: Sia, weights: &[f64]) -> FetchTimes {
    let trace = replay.trace;
    let n = trace.postings.len();
    let mut fetches: FetchTimes = vec![Vec::new(); n];
    // The fraction of a fetch carried over from day to day.
    let mut carried = phases(&replay.raw_rates(), replay.seed);
    let mut begin = replay.trained;
    while begin < trace.end {
        let until = if kind == Sia::Rolling { (begin + WEEK).min(trace.end) } else { trace.end };
        let window =
            if kind == Sia::Rolling { (begin - 14.0 * DAY).max(trace.begin) } else { trace.begin };
        let known = |source: usize| {
            let postings = &trace.postings[source];
            let (a, b) = (
                postings.partition_point(|&p| p < window),
                postings.partition_point(|&p| p < begin),
            );
            &postings[a..b]
        };
        let rates: Vec<f64> =
            (0..n).map(|source| (known(source).len() as f64).max(0.5) / (begin - window)).collect();
        let rule =
            if kind == Sia::Scheduling { AllocationRule::Even } else { AllocationRule::SquareRoot };
        let per_day = share(rule, &weighted(&rates, weights), n as f64 * DAY / replay.interval);
        for source in 0..n {
            let mut tables = Timetables::of(known(source), SLOTS);
            let mut day = begin;
            while day < until {
                let due = carried[source] + per_day[source] * ((trace.end - day) / DAY).min(1.0);
                carried[source] = due.fract();
                // Midnight is the end of a day, not its beginning.
                let times = tables.with(due as usize).iter();
                let times = times.map(|&time| day + if time > 0.0 { time } else { DAY });
                fetches[source].extend(times.filter(|&time| time <= trace.end));
                day += DAY;
            }
        }
        begin = until;
    }
    fetches.iter_mut().for_each(|times| times.sort_unstable_by(f64::total_cmp));
    fetches
}

/// Returns allocation and timetable in one: the raw daily histogram of training, planned by price over the whole
/// replay.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::even::priced;
/// let dear = priced(&replay, 2_000.0, &[])[0].len();
/// assert!(dear < priced(&replay, 200.0, &[])[0].len());
/// ```
#[must_use]
pub fn priced(replay: &Replay<'_>, price: f64, weights: &[f64]) -> FetchTimes {
    let rates = replay.raw_rates();
    let phases = phases(&rates, replay.seed);
    let days = (replay.span() / DAY).ceil() as usize;
    let one = |source: usize| {
        let day = Timetables::of(replay.training(source), SLOTS).day;
        let all = day.values().iter().sum::<f64>() * day.step();
        let slot = |i: usize| Slot {
            until: replay.trained + (i + 1) as f64 * day.step(),
            posting: rates[source] * DAY * day.values()[i % SLOTS] / all,
            access: 0.0,
        };
        let grid = Grid::new(replay.trained, (0..days * SLOTS).map(slot));
        // Sources with one posting are all alike. With equal prices, they would all gain or lose a fetch at once.
        let price =
            price * (1.0 + phases[source] / 50.0) / weights.get(source).copied().unwrap_or(1.0);
        let stops = by_price(Metric::Delay, &grid, price).stops;
        let times = stops.into_iter().map(|stop| stop as f64 * day.step() + replay.trained);
        times.take_while(|&time| time <= replay.trace.end).collect()
    };
    (0..rates.len()).map(one).collect()
}

/// Returns allocation by a rule, then the best daily timetable for a metric that knows when readers visit.
///
/// This is the papers' way to plan for readers: Sia (2009) by condition 2.6, He & Parker (2010) by condition 6, both
/// searched exactly on half hours. Postings and visits are histograms of 24 bins from training.
#[must_use]
pub fn timetabled_for_readers(
    replay: &Replay<'_>,
    rule: AllocationRule,
    metric: Metric,
) -> FetchTimes {
    const HALF_HOURS: usize = 48;
    let trace = replay.trace;
    let looks = replay.looks.map_or(&[][..], |looks| &looks.at);
    let seen = &looks[..looks.partition_point(|&look| look < replay.trained)];
    let access = Timetables::of(seen, HALF_HOURS).day;
    let rates = replay.raw_rates();
    let per_day = share(rule, &rates, rates.len() as f64 * DAY / replay.interval);
    let mut carried = phases(&rates, replay.seed);
    let one = |source: usize| {
        let posting = Timetables::of(replay.training(source), HALF_HOURS).day;
        let slot = |i: usize| Slot {
            until: (i + 1) as f64 * posting.step(),
            posting: posting.values()[i % HALF_HOURS],
            access: access.values()[i % HALF_HOURS],
        };
        let grid = Grid::new(0.0, (0..2 * HALF_HOURS).map(slot));
        let mut tables: std::collections::BTreeMap<usize, Vec<usize>> = Default::default();
        let mut fetches = Vec::new();
        let mut day = replay.trained;
        while day < trace.end {
            let due = carried[source] + per_day[source];
            carried[source] = due.fract();
            // There are no more fetches than half hours; with that many, all half hours are used.
            let m = (due as usize).min(HALF_HOURS);
            if m > 0 {
                let stops =
                    tables.entry(m).or_insert_with(|| exact(metric, &grid, HALF_HOURS, m).stops);
                fetches.extend(stops.iter().map(|&stop| {
                    // Midnight is the end of a day, not its beginning.
                    day + if stop > 0 { stop as f64 * posting.step() } else { DAY }
                }));
            }
            day += DAY;
        }
        fetches.retain(|&at| at <= trace.end);
        fetches.sort_unstable_by(f64::total_cmp);
        fetches
    };
    (0..trace.postings.len()).map(one).collect()
}

/// The timetables of one source, by their number of fetches.
struct Timetables {
    day: Steps,
    by_number: Vec<Option<Vec<f64>>>,
}

impl Timetables {
    fn of(known: &[f64], n_slots: usize) -> Self {
        let mut bins = [0.0; 24];
        for posting in known {
            bins[((posting / 60.0).floor().rem_euclid(24.0)) as usize] += 1.0;
        }
        if known.is_empty() {
            bins = [1.0; 24];
        }
        Self { day: Steps::interpolated(&bins, DAY, n_slots), by_number: Vec::new() }
    }

    fn with(&mut self, m: usize) -> &[f64] {
        if self.by_number.len() <= m {
            self.by_number.resize(m + 1, None);
        }
        self.by_number[m].get_or_insert_with(|| descended(&self.day, m))
    }
}

/// Returns a phase for each source: random, and spread evenly among sources with similar rates.
///
/// A few sources post most of what is posted. If their phases were drawn independently, the luck of those few would
/// decide.
fn phases(rates: &[f64], seed: u64) -> Vec<f64> {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let mut order: Vec<usize> = (0..rates.len()).collect();
    order.sort_by(|&a, &b| rates[b].total_cmp(&rates[a]));
    let first = Draws::part(seed, 1).unit();
    let mut phases = vec![0.0; rates.len()];
    for (rank, source) in order.into_iter().enumerate() {
        phases[source] = (rank as f64).mul_add(GOLDEN, first).fract();
    }
    phases
}

/// Returns the rates that allocate fetches according to the sources' weights.
fn weighted(rates: &[f64], weights: &[f64]) -> Vec<f64> {
    rates
        .iter()
        .enumerate()
        .map(|(i, rate)| rate * weights.get(i).copied().unwrap_or(1.0))
        .collect()
}
