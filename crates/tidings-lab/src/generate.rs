//! `lab generate`: traces of simulated sources that behave like real kinds of sources.

use crate::trace::DAY;
use std::fmt::Write;
use tidings_numerics::Draws;

/// A kind of source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GeneratedKind {
    /// The same rate at all times.
    Even,
    /// An editorial office: working hours on weekdays, few postings at night.
    Office,
    /// People rather than publishers: bursts that last minutes to hours, and pauses of days.
    Bursts,
    /// Active for some weeks, silent for others.
    Seasons,
    /// On the hour, by a machine.
    Clockwork,
}

impl GeneratedKind {
    /// All kinds with their names.
    pub const ALL: [(&'static str, Self); 5] = [
        ("even", Self::Even),
        ("office", Self::Office),
        ("bursts", Self::Bursts),
        ("seasons", Self::Seasons),
        ("clockwork", Self::Clockwork),
    ];

    /// Returns the kind with this name.
    ///
    /// ```
    /// use tidings_lab::generate::GeneratedKind;
    /// assert_eq!(GeneratedKind::named("office"), Some(GeneratedKind::Office));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }

    /// Returns the postings of one source of this kind, in minutes from a Monday, at about `per_day` a day.
    ///
    /// ```
    /// use tidings_lab::generate::GeneratedKind;
    /// use tidings_numerics::Draws;
    /// // A machine that posts on the hour, or a minute or two later.
    /// let postings = GeneratedKind::Clockwork.postings(4.0, 7, &mut Draws::new(1));
    /// assert!(postings.iter().all(|posting| posting % 60.0 < 3.0));
    /// ```
    #[must_use]
    pub fn postings(self, per_day: f64, days: u32, draws: &mut Draws) -> Vec<f64> {
        let end = f64::from(days) * DAY;
        let rate = per_day / DAY;
        match self {
            Self::Even => thinned(end, rate, draws, |_| 1.0),
            Self::Office => {
                let opens = 6.0 + draws.unit() * 4.0;
                thinned(end, rate * 3.6, draws, |t| {
                    let (hour, day) = ((t / 60.0) % 24.0, (t / DAY) as u64 % 7);
                    let is_open = hour >= opens && hour < opens + 10.0;
                    let weekday = if day < 5 { 1.0 } else { 0.25 };
                    weekday * if is_open { 0.8 } else { 0.03 }
                })
            }
            Self::Bursts => bursts(end, rate, draws),
            Self::Seasons => {
                let (span, phase) = (DAY * (10.0 + 30.0 * draws.unit()), draws.unit());
                thinned(end, rate * 2.0, draws, |t| {
                    if (t / span + phase).fract() < 0.5 { 1.0 } else { 0.02 }
                })
            }
            Self::Clockwork => {
                let every = (1.0 / rate / 60.0).round().max(1.0) * 60.0;
                let minute = (draws.unit() * 3.0).floor();
                let count = (end / every) as usize;
                (0..count)
                    .map(|i| i as f64 * every + minute)
                    .filter(|_| draws.unit() < 0.9)
                    .collect()
            }
        }
    }
}

/// Returns a Poisson process with rate `most` in which each event is kept with probability `share`.
fn thinned(end: f64, most: f64, draws: &mut Draws, share: impl Fn(f64) -> f64) -> Vec<f64> {
    let mut postings = Vec::new();
    let mut t = draws.wait(most);
    while t < end {
        if draws.unit() < share(t) {
            postings.push(t);
        }
        t += draws.wait(most);
    }
    postings
}

/// Bursts come every few days, during the day, and each has several postings some minutes apart.
fn bursts(end: f64, rate: f64, draws: &mut Draws) -> Vec<f64> {
    let in_a_row = 3.0 + 12.0 * draws.unit();
    let apart = 5.0 * 12f64.powf(draws.unit());
    let mut postings = Vec::new();
    for begin in thinned(end, 2.0 * rate / in_a_row, draws, |t| {
        if (8.0..23.0).contains(&((t / 60.0) % 24.0)) { 0.75 } else { 0.08 }
    }) {
        let mut t = begin;
        while t < end {
            postings.push(t);
            if draws.unit() < 1.0 / in_a_row {
                break;
            }
            t += draws.wait(1.0 / apart);
        }
    }
    postings.sort_unstable_by(f64::total_cmp);
    postings
}

/// Returns a trace as TSV with a header, from Monday 4 January 2021 on. Rates spread over two orders of magnitude
/// around one a day.
///
/// ```
/// use tidings_lab::generate::{GeneratedKind, trace};
/// assert!(trace(&[GeneratedKind::Even], 2, 7, 1).starts_with("source\ttime\n"));
/// ```
#[must_use]
pub fn trace(kinds: &[GeneratedKind], n_sources: u32, days: u32, seed: u64) -> String {
    parts(kinds, n_sources, days, seed).collect()
}

/// Returns the same in parts, the header and then one for each source, so that a long trace does not have to fit into
/// memory.
///
/// ```
/// use tidings_lab::generate::{GeneratedKind, parts};
/// assert_eq!(parts(&[GeneratedKind::Even], 2, 7, 1).count(), 3);
/// ```
pub fn parts(
    kinds: &[GeneratedKind],
    n_sources: u32,
    days: u32,
    seed: u64,
) -> impl Iterator<Item = String> + '_ {
    const MONDAY: i64 = 1_609_718_400;
    let of_source = move |(source, &kind): (u32, &GeneratedKind)| {
        let mut draws = Draws::part(seed, u64::from(source));
        let per_day = 10f64.powf(2.0 * draws.unit() - 1.0);
        let mut text = String::new();
        for posting in kind.postings(per_day, days, &mut draws) {
            // Whole seconds within some years.
            let second = MONDAY + (posting * 60.0) as i64;
            writeln!(text, "{source:05}\t{second}").expect("writing to a string cannot fail");
        }
        text
    };
    let header = std::iter::once(String::from("source\ttime\n"));
    header.chain((0..n_sources).zip(kinds.iter().cycle()).map(of_source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_posts_about_as_often_as_requested() {
        for (name, kind) in GeneratedKind::ALL {
            let mut draws = Draws::new(5);
            let counts: usize = (0..60).map(|_| kind.postings(2.0, 90, &mut draws).len()).sum();
            let per_day = counts as f64 / (60.0 * 90.0);
            assert!((1.0..3.5).contains(&per_day), "{name}: {per_day}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_trace() {
        let kinds = [GeneratedKind::Bursts, GeneratedKind::Office];
        assert_eq!(trace(&kinds, 4, 20, 9), trace(&kinds, 4, 20, 9));
        assert_ne!(trace(&kinds, 4, 20, 9), trace(&kinds, 4, 20, 10));
        assert_eq!(GeneratedKind::named("bursts"), Some(GeneratedKind::Bursts));
    }
}
