//! The rhythm of a source: how often it posts, when in the week and in the hour, and how postings call forth others.
//!
//! The expected rate at time t is
//!
//! λ(t) = rate · week(t) · minute(t) + Σⱼ ηⱼ · gⱼ(t),  gⱼ(t) = Σ over past postings of exp(−age/τⱼ)/τⱼ
//!
//! - **rate**: three Gamma beliefs that forget with half-lives of half a week, two and eight weeks, weighed by how well
//!   each foretold the days so far (negative binomial, tempered): a steady source is believed for long, a changing one
//!   relearned within days.
//! - **week**: counts by hour of week, [shrunk](crate::pattern) to what its [group](crate::cluster) does.
//! - **minute**: six tenths of minutes of the hour; many feeds are written on the hour.
//! - **bursts**: a self-exciting term (Hawkes) over 10 minutes to a day. Each posting is shared between the background and
//!   the postings before it in proportion to their rates; only the background's share teaches rate and pattern.
//!
//! Times are minutes since a Monday 00:00 UTC. Beliefs are plain values; [`Rhythm::observe`] is the only way they change.

#![expect(
    clippy::suboptimal_flops,
    reason = "without the instruction a fused multiply-add is a slow library call, and formulas read as in the papers"
)]

use crate::cluster::Clusters;
use crate::pattern::{Firmness, HOURS, Week, shrunk};
use tidings_numerics::gamma::Gamma;

/// Minutes in a day.
const DAY: f64 = 1440.0;
/// Minutes in a week.
const WEEK: f64 = 7.0 * DAY;

/// Half-lives that are tried at once.
const SPANS: usize = 4;
/// Ways to learn a rate: each half-life with each firmness.
const WAYS: usize = 3 * SPANS;
/// Ways to shrink a pattern.
const SHAPES: usize = 3;

/// How the beliefs are formed. The defaults are what the daemon runs; the laboratory takes them apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Habits {
    /// After these times evidence about the rate weighs half, in minutes.
    pub half_lives: [f64; SPANS],
    /// How sure the first guess of a rate is, in postings.
    pub firmness: [f64; 3],
    /// How much a day's evidence for one half-life over another counts.
    pub temper: f64,
    /// What of that evidence is left after a day.
    pub remembered: f64,
    /// After this time a count of the week's pattern weighs half, in minutes.
    pub pattern_half_life: f64,
    /// How firmly patterns hold to what is expected of the source.
    pub pattern: [Firmness; SHAPES],
    /// How many postings must speak before a source's own minutes of the hour are half believed.
    pub minute_firmness: f64,
    /// How long postings call forth others, in minutes.
    pub echoes: [f64; 4],
    /// How many postings must speak before a source's own echoes are half believed; infinite for no bursts at all.
    pub echo_firmness: f64,
    /// After this time evidence about echoes weighs half, in minutes.
    pub echo_half_life: f64,
    /// How much a posting that was called forth still says of week and minute: 1 as much as any.
    pub echo_shown: f64,
    /// The most postings that one posting may call forth.
    pub loudest_echo: f64,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            half_lives: [0.25 * WEEK, 0.75 * WEEK, 2.5 * WEEK, 8.0 * WEEK],
            firmness: [0.15, 1.0, 6.0],
            temper: 0.5,
            remembered: 0.99,
            pattern_half_life: 16.0 * WEEK,
            pattern: [
                Firmness { hour: 0.25, day: 4.0, cell: 10.0 },
                Firmness { hour: 1.0, day: 4.0, cell: 10.0 },
                Firmness { hour: 4.0, day: 16.0, cell: 40.0 },
            ],
            minute_firmness: 20.0,
            echoes: [10.0, 60.0, 360.0, 1440.0],
            echo_firmness: 10.0,
            echo_half_life: 8.0 * WEEK,
            echo_shown: 0.0,
            loudest_echo: 0.9,
        }
    }
}

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
}

impl Population {
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
        }
    }

    /// What many sources' beliefs say of sources in general.
    #[must_use]
    pub fn of(rhythms: &[Rhythm], n_clusters: usize) -> Self {
        let weeks: Vec<Week> = rhythms.iter().map(|rhythm| rhythm.week.map(f64::from)).collect();
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
        }
    }
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

/// What is believed of one source, whatever it posts: about 1.1 kB that must be kept, and 2.7 kB of patterns that follow from
/// it and from the population.
#[derive(Debug, Clone, PartialEq)]
pub struct Rhythm {
    rates: [Gamma; SPANS],
    /// How well each way foretold the days so far, as logarithms, and how probable that makes it.
    way_scores: [f64; WAYS],
    ways: [f64; WAYS],
    shape_scores: [f64; SHAPES],
    shapes: [f64; SHAPES],
    /// Of the day that is not over yet: background postings, and what was expected of a rate of one.
    today: Gamma,
    week: [f32; HOURS],
    minute: [f32; 6],
    /// gⱼ at `as_of`.
    excited: [f64; 4],
    /// Postings that were called forth by others, and all of them.
    called: [f64; 4],
    postings: f64,
    as_of: f64,
    /// The rate at first sight, before this source was watched.
    first_rate: f64,
    /// The shrunk patterns, made anew at the end of each day, and what they make together.
    patterns: [[f32; HOURS]; SHAPES],
    pattern: [f32; HOURS],
}

impl Rhythm {
    /// A source about which nothing is known but what sources are like; watched from `now` on.
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
            excited: [0.0; 4],
            called: [0.0; 4],
            postings: 0.0,
            as_of: now,
            first_rate: population.rate.mean(),
            patterns: [expected.map(|cell| cell as f32); SHAPES],
            pattern: expected.map(|cell| cell as f32),
        }
    }

    /// Counts in a retrieval at `now` that found these postings since the last one, in order of time.
    pub fn observe(
        &mut self,
        postings: &[f64],
        now: f64,
        population: &Population,
        habits: &Habits,
    ) {
        for &posting in postings {
            // A date before what is already counted is believed to be just now.
            let at = posting.clamp(self.as_of, now.max(self.as_of));
            self.pass(at, population, habits);
            self.count(at, population, habits);
        }
        self.pass(now, population, habits);
    }

    /// Takes what is now believed of sources in general as this one's starting point.
    pub fn regroup(&mut self, population: &Population, habits: &Habits) {
        self.first_rate =
            population.rate.seen(self.rates[SPANS - 1].a, self.rates[SPANS - 1].b).mean();
        self.reshape(population, habits);
    }

    fn reshape(&mut self, population: &Population, habits: &Habits) {
        let counts = self.week.map(f64::from);
        let expected = population.clusters.expected(&counts);
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

    /// Lets silent time pass.
    fn pass(&mut self, now: f64, population: &Population, habits: &Habits) {
        while now > self.as_of {
            let midnight = ((self.as_of / DAY).floor() + 1.0) * DAY;
            let until = now.min(midnight);
            self.today.b += self.exposure(self.as_of, until);
            for (excited, echo) in self.excited.iter_mut().zip(habits.echoes) {
                *excited *= (-(until - self.as_of) / echo).exp();
            }
            self.as_of = until;
            if until >= midnight {
                self.end_day(population, habits);
            }
        }
    }

    /// ∫ week(t) dt, within a day.
    fn exposure(&self, from: f64, to: f64) -> f64 {
        let (mut at, mut sum) = (from, 0.0);
        while at < to {
            let until = (((at / 60.0).floor() + 1.0) * 60.0).min(to);
            sum += f64::from(self.pattern[hour_of_week(at)]) * (until - at);
            at = until;
        }
        sum
    }

    /// One posting, at `as_of`.
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
        self.week.iter_mut().chain(&mut self.minute).for_each(|count| *count *= kept);
        let kept = (-DAY / habits.echo_half_life).exp2();
        self.called.iter_mut().for_each(|called| *called *= kept);
        self.postings *= kept;
        self.reshape(population, habits);
    }

    /// The expected rate of the background over a whole week, in postings per minute.
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

    /// How many postings one posting is expected to call forth, for each of the echoes.
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

    /// Factors for the six tenths of minutes of the hour.
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

    /// What the source is expected to do from now on, for a planner to ask slot by slot.
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

    /// The shrunk weekly pattern.
    #[must_use]
    pub fn pattern(&self) -> &[f32; HOURS] {
        &self.pattern
    }

    /// Up to when history is counted in.
    #[must_use]
    pub fn as_of(&self) -> f64 {
        self.as_of
    }
}

/// The rate to come, walked forwards slot by slot.
#[derive(Debug, Clone)]
pub struct Forecast<'a> {
    pattern: &'a [f32; HOURS],
    minutes: [f64; 6],
    mean_minute: f64,
    echo: [f64; 4],
    excited: [f64; 4],
    at: f64,
    echoes: [f64; 4],
    /// The length of the last slot, and for each echo what of it is left after such a slot, and what of its
    /// excitement shows in one on average: most slots are alike.
    length: f64,
    kept: [f64; 4],
    shown: [f64; 4],
}

impl Forecast<'_> {
    /// The expected rate from where the walk stands until `until`, in postings per minute; the walk then stands there.
    ///
    /// Echoes of postings yet to come are expected too: g grows by what the rate brings.
    pub fn until(&mut self, until: f64) -> f64 {
        let h = until - self.at;
        let middle = f64::midpoint(self.at, until);
        let cell = f64::from(self.pattern[hour_of_week(middle)]);
        // Slots of an hour and more hold every tenth of it.
        let minute = if h < 30.0 { self.minutes[tenth(middle)] } else { self.mean_minute };
        if (self.length - h).abs() > 1e-9 {
            self.length = h;
            self.kept = self.echoes.map(|echo| (-h / echo).exp());
            self.shown =
                std::array::from_fn(|j| self.echo[j] * (1.0 - self.kept[j]) * self.echoes[j] / h);
        }
        let mut rate = cell * minute;
        for j in 0..4 {
            rate += self.shown[j] * self.excited[j];
        }
        for j in 0..4 {
            self.excited[j] = (self.excited[j] - rate) * self.kept[j] + rate;
        }
        self.at = until;
        rate
    }

    /// The rate of the background over a whole week.
    #[must_use]
    pub fn background(&self) -> f64 {
        self.mean_minute
    }
}

/// Shares that sum to one.
fn shares<const N: usize>(parts: [f64; N]) -> [f64; N] {
    let sum: f64 = parts.iter().sum();
    parts.map(|part| part / sum)
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

/// How probable each of several ways is, by what it scored and how probable it was before.
fn weighed<const N: usize>(scores: &[f64; N], before: &[f64; N]) -> [f64; N] {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    shares(std::array::from_fn(|way| before[way] * (scores[way] - best).exp()))
}

/// The hour of the week of a time since a Monday 00:00.
fn hour_of_week(t: f64) -> usize {
    // Integers, because the remainder of a float is slow; a time before that Monday falls at most an hour off.
    ((t / 60.0) as i64).rem_euclid(HOURS as i64) as usize
}

/// Which tenth of minutes of the hour.
fn tenth(t: f64) -> usize {
    ((t / 10.0) as i64).rem_euclid(6) as usize
}

#[cfg(test)]
mod tests;
