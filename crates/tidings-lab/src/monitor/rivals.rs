//! What other feed readers do, as formulas of the last postings' times, with all intervals multiplied by one factor.

use super::{FetchTimes, Replay};
use crate::trace::{DAY, WEEK};
use tidings_numerics::Draws;

/// A rule that decides at a fetch how long to wait for the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rival {
    /// Miniflux with `POLLING_SCHEDULER=entry_frequency`.
    Miniflux,
    /// CommaFeed's empirical interval.
    CommaFeed,
    /// FreshRSS with the AutoTTL extension.
    AutoTtl,
    /// NewsBlur with one premium subscriber.
    NewsBlur,
}

/// Entries that a feed shows.
const DOCUMENT: usize = 20;

impl Rival {
    /// Returns the minutes until the next fetch, given these postings up to `now`.
    ///
    /// ```
    /// use tidings_lab::monitor::rivals::Rival;
    /// // One posting a day: Miniflux fetches once a day.
    /// let known: Vec<f64> = (0..30).map(|day| f64::from(day) * 1440.0).collect();
    /// assert_eq!(Rival::Miniflux.interval(&known, 29.0 * 1440.0), 1440.0);
    /// assert_eq!(Rival::CommaFeed.interval(&known, 29.0 * 1440.0), 60.0);
    /// ```
    #[must_use]
    pub fn interval(self, known: &[f64], now: f64) -> f64 {
        let since = |span: f64| &known[known.partition_point(|&posting| posting < now - span)..];
        match self {
            Self::Miniflux => {
                let week = since(WEEK);
                let spread = week.last().unwrap_or(&0.0) - week.first().unwrap_or(&0.0);
                if week.len() < 2 || spread <= 0.0 {
                    return DAY;
                }
                let per_week = (WEEK / (spread / (week.len() - 1) as f64)).ceil();
                (WEEK / per_week).clamp(5.0, DAY)
            }
            Self::CommaFeed => {
                const MOST: f64 = 240.0;
                let document = &known[known.len().saturating_sub(DOCUMENT)..];
                let Some(&newest) = document.last() else { return MOST };
                let silent = ((now - newest) / DAY).floor();
                let gap = (document.len() > 1)
                    .then(|| (newest - document[0]) / (document.len() - 1) as f64);
                match gap {
                    _ if silent >= 30.0 => MOST,
                    _ if silent >= 14.0 => MOST / 2.0,
                    _ if silent >= 7.0 => MOST / 4.0,
                    Some(gap) => (gap / 2.0).clamp(5.0, MOST / 4.0),
                    None => MOST,
                }
            }
            Self::AutoTtl => {
                let month = since(30.0 * DAY);
                let Some(oldest) = month.first() else { return DAY };
                let average = (now - oldest) / month.len() as f64;
                if average <= 0.0 || average > DAY { DAY } else { average.max(60.0) }
            }
            Self::NewsBlur => {
                let per_day = since(30.0 * DAY).len() as f64 / 30.0;
                let wait = if per_day >= 1.0 {
                    45.0
                } else if per_day > 0.0 {
                    360.0 * (1.0 - per_day)
                } else {
                    let silent = known.last().map_or(0.0, |last| (now - last) / (30.0 * DAY));
                    720.0 * silent.max(1.0)
                };
                wait.min(240.0)
            }
        }
    }
}

/// Replays a rule with all its intervals multiplied by `factor`.
///
/// The first fetch comes after a random part of the first interval.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::rivals::replayed;
/// let fetches = replayed(&replay, 2.0, |_, _, _, _| 360.0);
/// assert_eq!(fetches[0][1] - fetches[0][0], 720.0);
/// ```
#[must_use]
pub fn replayed(
    replay: &Replay<'_>,
    factor: f64,
    mut interval: impl FnMut(usize, &[f64], f64, &mut Draws) -> f64,
) -> FetchTimes {
    let one = |(source, postings): (usize, &Vec<f64>)| {
        let mut draws = Draws::part(replay.seed, 100 + source as u64);
        let known = |now: f64| &postings[..postings.partition_point(|&posting| posting <= now)];
        let mut fetches = Vec::new();
        let first = interval(source, known(replay.trained), replay.trained, &mut draws) * factor;
        let mut now = first.mul_add(draws.unit(), replay.trained);
        while now <= replay.trace.end {
            fetches.push(now);
            now += (interval(source, known(now), now, &mut draws) * factor).max(0.1);
        }
        fetches
    };
    replay.trace.postings.iter().enumerate().map(one).collect()
}

/// The learned monitoring rate of Roitman et al. (2008), equation 5: λ ← α_T λ + (1−α_T)·new/|W'|, α_T = α₀·exp(−T/G).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Roitman {
    /// α₀.
    pub alpha: f64,
    /// G, in probes.
    pub slowness: f64,
    /// Whether history and news change roles, so that later evidence moves the rate less and less.
    pub roles: Roles,
}

/// Which of the two terms α_T weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Roles {
    /// As printed: α_T weights the rate so far.
    Printed,
    /// Swapped: α_T weights what the last window contained.
    Swapped,
}

/// Replays equation 5. The interval is 1/λ, between ten minutes and a week, times `factor`.
///
/// The paper does not bound it; without a bound, a source whose last window was empty would never be fetched again.
///
/// ```
/// # use tidings_lab::{monitor::Replay, trace::Trace};
/// # let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
/// # let trace = Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
/// # let replay = Replay { trace: &trace, trained: 14.0 * 1440.0, interval: 720.0, seed: 1, looks: None };
/// use tidings_lab::monitor::rivals::{Roitman, Roles, roitman};
/// let rule = Roitman { alpha: 0.1, slowness: 100.0, roles: Roles::Swapped };
/// assert!(roitman(&replay, 1.0, rule)[0].len() > 10);
/// ```
#[must_use]
pub fn roitman(replay: &Replay<'_>, factor: f64, rule: Roitman) -> FetchTimes {
    let rates = replay.raw_rates();
    let one = |(source, postings): (usize, &Vec<f64>)| {
        let mut draws = Draws::part(replay.seed, 100 + source as u64);
        let mut rate = rates[source];
        let mut fetches: Vec<f64> = Vec::new();
        let wait = |rate: f64| factor * (1.0 / rate).clamp(10.0, WEEK);
        let mut last = replay.trained;
        let mut now = last + wait(rate) * draws.unit();
        while now <= replay.trace.end {
            let new =
                postings.partition_point(|&p| p <= now) - postings.partition_point(|&p| p <= last);
            let seen = new as f64 / (now - last);
            let alpha = rule.alpha * (-(fetches.len() as f64 + 1.0) / rule.slowness).exp();
            rate = match rule.roles {
                Roles::Printed => alpha * rate + (1.0 - alpha) * seen,
                Roles::Swapped => (1.0 - alpha) * rate + alpha * seen,
            };
            fetches.push(now);
            last = now;
            now += wait(rate);
        }
        fetches
    };
    replay.trace.postings.iter().enumerate().map(one).collect()
}
