//! What sources are like in general: the usual rate, groups that keep the same hours, and which ways of learning do well.

use super::{DAY, Rhythm, SHAPES, SPANS, WAYS, shares, weighed};
use crate::cluster::Clusters;
use crate::pattern::WeekPattern;
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::dates::{has_passed, until};
use tidings_numerics::gamma::Gamma;

/// What is believed of sources in general: where beliefs about a new one begin.
#[derive(Debug, Clone, PartialEq)]
pub struct Population {
    /// The usual rate in postings per minute.
    pub rate: Gamma,
    /// Groups that keep the same hours.
    pub clusters: Clusters,
    /// Factors for the six tenths of minutes of the hour, with mean 1.
    pub minute: [f64; 6],
    /// How many postings one posting calls forth, for each of the echoes.
    pub echo: [f64; 4],
    /// How probable each way to learn a rate is before a source has spoken for itself.
    pub ways: [f64; WAYS],
    /// The same for the ways to shrink a pattern.
    pub shapes: [f64; SHAPES],
    /// How many times more is found after a long silence than was expected; 1 where beliefs are right.
    pub waking: f64,
}

impl Population {
    /// Fewer sources do not tell what sources are like.
    pub const SOURCES_NEEDED: usize = 5;
    /// It is learned again this often, once it is known well.
    const REFIT_EVERY: Duration = Duration::from_secs(7 * 86_400);
    /// The first time after this.
    const FIRST_FIT: Duration = Duration::from_secs(86_400);

    /// Whether it is time to learn what sources are like: when the oldest source has been watched for a day, for two, for
    /// four, and then every week.
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

    /// What is believed before anything was seen: about a posting a day, at any time.
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

    /// What many sources' beliefs say of sources in general.
    #[must_use]
    pub fn of(rhythms: &[Rhythm], n_clusters: usize) -> Self {
        let weeks: Vec<WeekPattern> =
            rhythms.iter().map(|rhythm| rhythm.week.map(f64::from)).collect();
        let counted: f64 = weeks.iter().flatten().sum();
        let mut minute = [1.0; 6];
        let (mut echo, mut postings) = ([0.5; 4], 10.0);
        for rhythm in rhythms {
            // Each source has one voice at most, however loud it is.
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
            // A group takes some hundreds of postings to tell from chance.
            clusters: Clusters::fitted(&weeks, n_clusters.min(1 + (counted / 400.0) as usize), 12),
            minute: minute.map(|sum| sum / mean),
            echo: echo.map(|sum| sum / postings),
            ways: leaning(&rhythms.iter().map(|rhythm| &rhythm.way_scores)),
            shapes: leaning(&rhythms.iter().map(|rhythm| &rhythm.shape_scores)),
            waking: waking(rhythms),
        }
    }
}

/// What was found at late looks against what was expected, with two postings' worth of belief that beliefs are right.
fn waking(rhythms: &[Rhythm]) -> f64 {
    let late = rhythms.iter().map(|rhythm| rhythm.late);
    let all = late.fold(Gamma { a: 2.0, b: 2.0 }, |all, one| all.seen(one.a, one.b));
    all.mean()
}

/// The Gamma from which the sources' rates most probably come: the likeliest negative binomial of what was counted.
///
/// Moments would follow the few loudest sources, and believe the many quiet ones to be quieter than they are.
fn usual_rate(rhythms: &[Rhythm]) -> Gamma {
    // A few hundred sources tell as much as all of them.
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
    // Both numbers in turn, by ever smaller steps.
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

/// How common each of several ways is among sources with these scores: the shares that explain them best.
fn leaning<'a, const N: usize>(scores: &(impl Iterator<Item = &'a [f64; N]> + Clone)) -> [f64; N] {
    let mut common = [1.0 / N as f64; N];
    for _ in 0..20 {
        // One source's worth of doubt keeps every way alive.
        let mut sum = [1.0 / N as f64; N];
        for scores in scores.clone() {
            sum.iter_mut().zip(weighed(scores, &common)).for_each(|(sum, part)| *sum += part);
        }
        common = shares(sum);
    }
    common
}
