//! The rhythm of a source: how often it posts, at which hours and minutes, and how postings trigger others.
//!
//! The expected rate at time t is
//!
//! λ(t) = rate · week(t) · minute(t) + Σⱼ ηⱼ · gⱼ(t),  gⱼ(t) = Σ over past postings of exp(−age/τⱼ)/τⱼ
//!
//! - **rate**: four Gamma estimates that forget with half-lives from a quarter of a week to eight weeks, weighted by
//!   how well each predicted the days so far (negative binomial, tempered). The rate of a steady source is remembered
//!   for long, and that of a changing one is relearned within days.
//! - **week**: counts by hour of week, [shrunk](crate::pattern) towards the pattern of its [group](crate::cluster).
//! - **minute**: six intervals of ten minutes in the hour, because many feeds are generated on the hour.
//! - **bursts**: a self-exciting term (Hawkes) with time constants from 10 minutes to a day. Each posting is divided
//!   between the background and the previous postings in proportion to their rates, and only the background's share
//!   updates rate and pattern.
//!
//! Times are minutes since a Monday 00:00 UTC. Beliefs are plain values, updated mainly by [`Rhythm::observe`].

mod forecast;
mod habits;
mod packed;
mod population;

pub use forecast::Forecast;
pub use habits::Habits;
pub use population::Population;

use crate::pattern::{HOURS, WeekPattern, shrunk};
use tidings_numerics::gamma::Gamma;

/// The minutes in a day.
const DAY: f64 = 1440.0;
/// The minutes in a week.
const WEEK: f64 = 7.0 * DAY;

/// The longest silence that is counted day by day. After a year, what was before hardly matters.
const LONGEST: f64 = 400.0 * DAY;

/// The number of half-lives used in parallel.
const SPANS: usize = 4;
/// The number of ways to learn a rate: each half-life with each firmness.
const WAYS: usize = 3 * SPANS;
/// The number of ways to shrink a pattern.
const SHAPES: usize = 3;

/// The belief about one source's postings. It takes about 1.1 kB of stored state, and 2.7 kB of patterns derived from
/// it and from the population.
#[derive(Debug, Clone, PartialEq)]
pub struct Rhythm {
    rates: [Gamma; SPANS],
    /// How well each way predicted the days so far, as logarithms, and the resulting probability of each way.
    way_scores: [f64; WAYS],
    ways: [f64; WAYS],
    shape_scores: [f64; SHAPES],
    shapes: [f64; SHAPES],
    /// The current day: background postings, and the number expected at a rate of one.
    today: Gamma,
    week: [f32; HOURS],
    minute: [f32; 6],
    /// The minutes observed on each day of the week. They fade as the counts do.
    days: [f32; 7],
    /// gⱼ at `as_of`.
    excited: [f64; 4],
    /// The number of postings triggered by others, and of all postings.
    called: [f64; 4],
    postings: f64,
    as_of: f64,
    /// The postings found and expected at fetches after a long silence, and the number expected at the next fetch, if
    /// it is such a fetch.
    late: Gamma,
    promised: f64,
    /// The initial estimate of the rate, before this source was observed.
    first_rate: f64,
    /// The shrunk patterns, recomputed at the end of each day, and their weighted mean.
    patterns: [[f32; HOURS]; SHAPES],
    pattern: [f32; HOURS],
}

impl Rhythm {
    /// Creates the belief about a new source, which follows the population. Observed from `now` on.
    #[must_use]
    pub fn new(population: &Population, now: f64) -> Self {
        let expected = population.clusters.expected(&[0.0; HOURS]);
        Self {
            rates: [Gamma::default(); SPANS],
            way_scores: [0.0; WAYS],
            ways: population.ways,
            shape_scores: [0.0; SHAPES],
            shapes: population.shapes,
            today: Gamma::default(),
            week: [0.0; HOURS],
            minute: [0.0; 6],
            days: [0.0; 7],
            excited: [0.0; 4],
            called: [0.0; 4],
            postings: 0.0,
            as_of: now,
            late: Gamma::default(),
            promised: 0.0,
            first_rate: population.rate.mean(),
            patterns: [expected.map(|cell| cell as f32); SHAPES],
            pattern: expected.map(|cell| cell as f32),
        }
    }

    /// Takes in a fetch at `now` that found these postings since the previous one, in order of time.
    pub fn observe(
        &mut self,
        postings: &[f64],
        now: f64,
        population: &Population,
        habits: &Habits,
    ) {
        if self.promised > 0.0 {
            self.late = self.late.seen(postings.len() as f64, self.promised);
            self.promised = 0.0;
        }
        for &posting in postings {
            // A posting dated before the current state counts as posted just now.
            let at = posting.clamp(self.as_of, now.max(self.as_of));
            self.pass(at, population, habits);
            self.count(at, population, habits);
        }
        self.pass(now, population, habits);
    }

    /// Records how many postings are expected at the next fetch, if that comes as late as fetches ever do.
    ///
    /// Some sources are seasonal and wake up when everything suggests silence. How much more is found at such fetches
    /// than expected is learned for all sources together ([`Population::waking`]).
    pub fn promise(&mut self, expected: f64) {
        self.promised = expected.max(0.0);
    }

    /// Skips time in which the source was not observed. Postings in it are unknown, and it does not count as silence.
    pub fn skip(&mut self, until: f64, population: &Population, habits: &Habits) {
        self.as_of = self.as_of.max(until - LONGEST);
        while until > self.as_of {
            let midnight = ((self.as_of / DAY).floor() + 1.0) * DAY;
            self.excite_until(until.min(midnight), habits);
            if until >= midnight {
                self.end_day(population, habits);
            }
        }
    }

    /// Adopts an updated population as the starting point for this source.
    pub fn regroup(&mut self, population: &Population, habits: &Habits) {
        self.first_rate =
            population.rate.seen(self.rates[SPANS - 1].a, self.rates[SPANS - 1].b).mean();
        self.reshape(population, habits);
    }

    fn reshape(&mut self, population: &Population, habits: &Habits) {
        let counts = self.week.map(f64::from);
        let expected = population.clusters.expected(&counts);
        let counts = self.filled(counts, &expected);
        self.ways = weighed(&self.way_scores, &population.ways);
        self.shapes = weighed(&self.shape_scores, &population.shapes);
        self.patterns = habits
            .pattern
            .map(|firmness| shrunk(&counts, &expected, firmness).map(|cell| cell as f32));
        self.pattern = std::array::from_fn(|hour| {
            self.shapes
                .iter()
                .zip(&self.patterns)
                .map(|(part, pattern)| *part as f32 * pattern[hour])
                .sum()
        });
    }

    /// Returns the counts as if all days of the week had been observed equally: unobserved time is filled with what
    /// is expected, rather than with silence.
    fn filled(&self, counts: WeekPattern, expected: &WeekPattern) -> WeekPattern {
        let most = self.days.iter().copied().fold(0.0, f32::max);
        // A tenth is tolerated, because days fade and never have quite the same weight.
        let watched = self.days.map(|day| f64::from((day / (0.9 * most).max(1e-6)).min(1.0)));
        if watched.iter().all(|part| *part >= 1.0) {
            return counts;
        }
        let hoped: f64 = (0..HOURS).map(|cell| expected[cell] * watched[cell / 24]).sum();
        let unit = counts.iter().sum::<f64>() / hoped.max(1e-6);
        std::array::from_fn(|cell| {
            counts[cell] + (1.0 - watched[cell / 24]) * expected[cell] * unit
        })
    }

    /// Lets time pass without postings.
    fn pass(&mut self, now: f64, population: &Population, habits: &Habits) {
        self.as_of = self.as_of.max(now - LONGEST);
        while now > self.as_of {
            let midnight = ((self.as_of / DAY).floor() + 1.0) * DAY;
            let until = now.min(midnight);
            self.today.b += self.exposure(self.as_of, until);
            self.days[hour_of_week(self.as_of) / 24] += (until - self.as_of) as f32;
            self.excite_until(until, habits);
            if until >= midnight {
                self.end_day(population, habits);
            }
        }
    }

    /// Lets echoes decay.
    fn excite_until(&mut self, until: f64, habits: &Habits) {
        for (excited, echo) in self.excited.iter_mut().zip(habits.echoes) {
            *excited *= (-(until - self.as_of) / echo).exp();
        }
        self.as_of = until;
    }

    /// Returns ∫ week(t) dt within a day.
    fn exposure(&self, from: f64, to: f64) -> f64 {
        let (mut at, mut sum) = (from, 0.0);
        while at < to {
            let until = (((at / 60.0).floor() + 1.0) * 60.0).min(to);
            sum += f64::from(self.pattern[hour_of_week(at)]) * (until - at);
            at = until;
        }
        sum
    }

    /// Counts one posting at `as_of`.
    fn count(&mut self, at: f64, population: &Population, habits: &Habits) {
        let minutes = self.minutes(population, habits);
        let background =
            self.rate(habits) * f64::from(self.pattern[hour_of_week(at)]) * minutes[tenth(at)];
        let echo = self.echo(population, habits);
        let called: [f64; 4] = std::array::from_fn(|j| echo[j] * self.excited[j]);
        let all = background + called.iter().sum::<f64>();
        let own = if all > 0.0 { background / all } else { 1.0 };
        for (sum, called) in self.called.iter_mut().zip(called) {
            *sum += called / all.max(f64::MIN_POSITIVE);
        }
        for (excited, echo) in self.excited.iter_mut().zip(habits.echoes) {
            *excited += 1.0 / echo;
        }
        for (score, pattern) in self.shape_scores.iter_mut().zip(&self.patterns) {
            *score += habits.temper * own * f64::from(pattern[hour_of_week(at)]).ln();
        }
        self.postings += 1.0;
        self.today.a += own;
        let shown = habits.echo_shown.mul_add(1.0 - own, own) as f32;
        self.week[hour_of_week(at)] += shown;
        self.minute[tenth(at)] += shown;
    }

    fn end_day(&mut self, population: &Population, habits: &Habits) {
        for (way, score) in self.way_scores.iter_mut().enumerate() {
            let rate = self.rates[way % SPANS];
            let prior = Gamma::around(self.first_rate, habits.firmness[way / SPANS]);
            let ln_chance = prior.seen(rate.a, rate.b).ln_chance(self.today.a, self.today.b);
            *score = habits.remembered * *score + habits.temper * ln_chance;
        }
        for score in &mut self.shape_scores {
            *score *= habits.remembered;
        }
        for (rate, half_life) in self.rates.iter_mut().zip(habits.half_lives) {
            *rate = rate.faded((-DAY / half_life).exp2()).seen(self.today.a, self.today.b);
        }
        self.today = Gamma::default();
        let kept = (-DAY / habits.pattern_half_life).exp2() as f32;
        let counts = self.week.iter_mut().chain(&mut self.minute).chain(&mut self.days);
        counts.for_each(|count| *count *= kept);
        let kept = (-DAY / habits.echo_half_life).exp2();
        self.called.iter_mut().for_each(|called| *called *= kept);
        self.postings *= kept;
        self.late = self.late.faded(kept);
        self.reshape(population, habits);
    }

    /// Returns the expected background rate, averaged over a week, in postings per minute.
    #[must_use]
    pub fn rate(&self, habits: &Habits) -> f64 {
        let mut sum = 0.0;
        for (way, part) in self.ways.iter().enumerate() {
            let rate = self.rates[way % SPANS];
            let prior = Gamma::around(self.first_rate, habits.firmness[way / SPANS]);
            sum += part * prior.seen(rate.a + self.today.a, rate.b + self.today.b).mean();
        }
        sum
    }

    /// Returns the expected number of postings that one posting triggers, for each of the echoes.
    #[must_use]
    pub fn echo(&self, population: &Population, habits: &Habits) -> [f64; 4] {
        if habits.echo_firmness.is_infinite() {
            return [0.0; 4];
        }
        let k = habits.echo_firmness;
        let echo: [f64; 4] = std::array::from_fn(|j| {
            (self.called[j] + k * population.echo[j]) / (self.postings + k)
        });
        let sum: f64 = echo.iter().sum();
        if sum > habits.loudest_echo {
            echo.map(|part| part * habits.loudest_echo / sum)
        } else {
            echo
        }
    }

    /// Returns the factors for the six ten-minute intervals of the hour.
    #[must_use]
    pub fn minutes(&self, population: &Population, habits: &Habits) -> [f64; 6] {
        let n: f64 = self.minute.iter().map(|&count| f64::from(count)).sum();
        let k = habits.minute_firmness;
        if k.is_infinite() {
            return [1.0; 6];
        }
        std::array::from_fn(|j| {
            (6.0 * f64::from(self.minute[j]) + k * population.minute[j]) / (n + k)
        })
    }

    /// Returns a forecast of the source from now on, which a planner can query slot by slot.
    #[must_use]
    pub fn forecast(&self, population: &Population, habits: &Habits) -> Forecast<'_> {
        let rate = self.rate(habits);
        let minutes = self.minutes(population, habits).map(|factor| factor * rate);
        Forecast {
            pattern: &self.pattern,
            minutes,
            mean_minute: rate,
            echo: self.echo(population, habits),
            excited: self.excited,
            at: self.as_of,
            echoes: habits.echoes,
            length: 0.0,
            kept: [1.0; 4],
            shown: [0.0; 4],
        }
    }

    /// Returns the shrunk weekly pattern.
    #[must_use]
    pub fn pattern(&self) -> &[f32; HOURS] {
        &self.pattern
    }

    /// Returns the time up to which the history has been counted.
    #[must_use]
    pub fn as_of(&self) -> f64 {
        self.as_of
    }

    /// Returns how long the source was observed, in minutes. Older time counts less.
    #[must_use]
    pub fn watched(&self) -> f64 {
        self.rates[SPANS - 1].b + self.today.b
    }

    /// Returns postings per minute averaged over a week, including those triggered by others.
    #[must_use]
    pub fn mean(&self, habits: &Habits) -> f64 {
        let own = self.postings - self.called.iter().sum::<f64>();
        self.rate(habits) * (self.postings + 1.0) / (own.max(0.0) + 1.0)
    }
}

/// Scales parts to a sum of one.
fn shares<const N: usize>(parts: [f64; N]) -> [f64; N] {
    let sum: f64 = parts.iter().sum();
    parts.map(|part| part / sum)
}

/// Returns the posterior probability of each of several ways, from their scores and prior probabilities.
fn weighed<const N: usize>(scores: &[f64; N], before: &[f64; N]) -> [f64; N] {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    shares(std::array::from_fn(|way| before[way] * (scores[way] - best).exp()))
}

/// Returns the hour of the week of a time since a Monday 00:00.
fn hour_of_week(t: f64) -> usize {
    // Integers, because the remainder of a float is slow. A time before that Monday is off by at most an hour.
    ((t / 60.0) as i64).rem_euclid(HOURS as i64) as usize
}

/// Returns the ten-minute interval of the hour.
fn tenth(t: f64) -> usize {
    ((t / 10.0) as i64).rem_euclid(6) as usize
}

#[cfg(test)]
mod tests;
