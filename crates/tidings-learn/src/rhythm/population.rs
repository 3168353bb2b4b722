//! The population of sources: the usual rate, groups that post at the same hours, and which ways of learning work
//! well.

use super::{DAY, Rhythm, SHAPES, SPANS, WAYS, shares, weighed};
use crate::cluster::Clusters;
use crate::pattern::WeekPattern;
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::dates::{has_passed, until};
use tidings_numerics::gamma::Gamma;

/// What sources are like in general, which is the starting point for a new one.
#[derive(Debug, Clone, PartialEq)]
pub struct Population {
    /// The usual rate in postings per minute.
    pub rate: Gamma,
    /// Groups that post at the same hours.
    pub clusters: Clusters,
    /// The factors for the six ten-minute intervals of the hour, with mean 1.
    pub minute: [f64; 6],
    /// The number of postings that one posting triggers, for each of the echoes.
    pub echo: [f64; 4],
    /// The prior probability of each way to learn a rate.
    pub ways: [f64; WAYS],
    /// The prior probability of each way to shrink a pattern.
    pub shapes: [f64; SHAPES],
    /// The ratio of found to expected postings after a long silence. It is 1 if predictions are right.
    pub waking: f64,
}

impl Population {
    /// The minimum number of sources to learn a population from.
    pub const SOURCES_NEEDED: usize = 5;
    /// The interval at which a population is learned again, once it is well known.
    const REFIT_EVERY: Duration = Duration::from_secs(7 * 86_400);
    /// The time after which it is first learned.
    const FIRST_FIT: Duration = Duration::from_secs(86_400);

    /// Returns whether it is time to learn the population: when the oldest source has been observed for one day, two
    /// days, four days, and then every week.
    ///
    /// ```
    /// use tidings_learn::rhythm::Population;
    /// let day = |n: i64| jiff::Timestamp::from_second(86_400 * n).unwrap();
    /// assert!(!Population::is_refit_due(None, day(1), day(1)));
    /// assert!(Population::is_refit_due(None, day(0), day(1)));
    /// assert!(!Population::is_refit_due(Some(day(2)), day(0), day(3)));
    /// assert!(Population::is_refit_due(Some(day(2)), day(0), day(4)));
    /// assert!(Population::is_refit_due(Some(day(20)), day(0), day(27)));
    /// ```
    #[must_use]
    pub fn is_refit_due(
        learned_at: Option<Timestamp>,
        watched_since: Timestamp,
        now: Timestamp,
    ) -> bool {
        let Some(at) = learned_at else {
            return has_passed(watched_since, Self::FIRST_FIT, now);
        };
        let age = until(watched_since, at);
        has_passed(at, age.clamp(Self::FIRST_FIT, Self::REFIT_EVERY), now)
    }

    /// Returns the population assumed without any data: about one posting per day, at any time.
    #[must_use]
    pub fn unknown() -> Self {
        Self {
            rate: Gamma { a: 0.3, b: 0.3 * DAY },
            clusters: Clusters::flat(),
            minute: [1.0; 6],
            echo: [0.05; 4],
            ways: [1.0 / WAYS as f64; WAYS],
            shapes: [1.0 / SHAPES as f64; SHAPES],
            waking: 1.0,
        }
    }

    /// Learns the population from the beliefs about many sources.
    #[must_use]
    pub fn of(rhythms: &[Rhythm], n_clusters: usize) -> Self {
        let weeks: Vec<WeekPattern> =
            rhythms.iter().map(|rhythm| rhythm.week.map(f64::from)).collect();
        let counted: f64 = weeks.iter().flatten().sum();
        let mut minute = [1.0; 6];
        let (mut echo, mut postings) = ([0.5; 4], 10.0);
        for rhythm in rhythms {
            // Each source has at most one vote, however much it posts.
            let all: f64 = rhythm.minute.iter().map(|&count| f64::from(count)).sum();
            for (sum, count) in minute.iter_mut().zip(rhythm.minute) {
                *sum += f64::from(count) / (all + 1.0);
            }
            let loudness = 50.0 / (50.0 + rhythm.postings);
            for (sum, called) in echo.iter_mut().zip(rhythm.called) {
                *sum += called * loudness;
            }
            postings += rhythm.postings * loudness;
        }
        let mean = minute.iter().sum::<f64>() / 6.0;
        Self {
            rate: usual_rate(rhythms),
            // It takes some hundreds of postings to tell a group from chance.
            clusters: Clusters::fitted(&weeks, n_clusters.min(1 + (counted / 400.0) as usize), 12),
            minute: minute.map(|sum| sum / mean),
            echo: echo.map(|sum| sum / postings),
            ways: leaning(&rhythms.iter().map(|rhythm| &rhythm.way_scores)),
            shapes: leaning(&rhythms.iter().map(|rhythm| &rhythm.shape_scores)),
            waking: waking(rhythms),
        }
    }
}

/// Returns the ratio of found to expected postings at late fetches, with two postings' worth of prior weight on 1.
fn waking(rhythms: &[Rhythm]) -> f64 {
    let late = rhythms.iter().map(|rhythm| rhythm.late);
    let all = late.fold(Gamma { a: 2.0, b: 2.0 }, |all, one| all.seen(one.a, one.b));
    all.mean()
}

/// Returns the maximum-likelihood Gamma distribution of the sources' rates, by the negative binomial of their counts.
///
/// Moments would be dominated by the few busiest sources, and underestimate the many quiet ones.
fn usual_rate(rhythms: &[Rhythm]) -> Gamma {
    // A sample of a few hundred sources is sufficient.
    let every = rhythms.len().div_ceil(600).max(1);
    let counted: Vec<Gamma> = rhythms
        .iter()
        .step_by(every)
        .map(|rhythm| rhythm.rates[SPANS - 1])
        .filter(|rate| rate.b > 0.0)
        .collect();
    let watched: f64 = counted.iter().map(|rate| rate.b).sum();
    if watched <= 0.0 {
        return Population::unknown().rate;
    }
    let mean = (counted.iter().map(|rate| rate.a).sum::<f64>() + 0.5) / watched;
    let fit = |ln_a: f64, ln_mean: f64| {
        let belief = Gamma::around(ln_mean.exp(), ln_a.exp());
        counted.iter().map(|rate| belief.ln_chance(rate.a, rate.b)).sum::<f64>()
    };
    // Coordinate search over both parameters, with decreasing steps.
    let (mut ln_a, mut ln_mean, mut step) = (0.0f64, mean.ln(), 1.0);
    let mut best = fit(ln_a, ln_mean);
    while step > 0.03 {
        let moves = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
        let tried = moves.map(|(da, dm)| ((ln_a + da).clamp(-4.0, 2.0), ln_mean + dm));
        let fits = tried.map(|(a, m)| fit(a, m));
        let top = (0..4).max_by(|&i, &j| fits[i].total_cmp(&fits[j])).unwrap_or(0);
        if fits[top] > best {
            (ln_a, ln_mean) = tried[top];
            best = fits[top];
        } else {
            step /= 2.0;
        }
    }
    Gamma::around(ln_mean.exp(), ln_a.exp())
}

/// Returns how common each of several ways is among sources with these scores: the shares that explain them best.
fn leaning<'a, const N: usize>(scores: &(impl Iterator<Item = &'a [f64; N]> + Clone)) -> [f64; N] {
    let mut common = [1.0 / N as f64; N];
    for _ in 0..20 {
        // One source's worth of uniform weight keeps every way possible.
        let mut sum = [1.0 / N as f64; N];
        for scores in scores.clone() {
            sum.iter_mut().zip(weighed(scores, &common)).for_each(|(sum, part)| *sum += part);
        }
        common = shares(sum);
    }
    common
}
