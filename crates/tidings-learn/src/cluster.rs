//! Sources that keep the same hours: patterns of groups, for those whose own counts say little yet.
//!
//! A mixture of multinomials over the hours of the week, fitted by expectation and maximisation. Sia (2009, figure 2.12)
//! groups posting patterns into 20 by k-means; a mixture also says how sure it is, and lets sources of all rates take part
//! by their counts.

use crate::pattern::{HOURS, Week, evened};

/// The groups found: how common each is, and when it posts.
#[derive(Debug, Clone, PartialEq)]
pub struct Clusters {
    groups: Vec<Group>,
}

#[derive(Debug, Clone, PartialEq)]
struct Group {
    share: f64,
    pattern: Week,
    ln_pattern: Week,
}

/// Pseudo-counts that hold each group to the pattern of all sources together.
const HELD: f64 = 100.0;
/// A source counts as at most this many postings, so that a wire service does not make a group alone.
const LOUDEST: f64 = 200.0;
/// Postings of one source come in company, so its hours say less than as many independent ones would.
const TEMPER: f64 = 0.3;

impl Clusters {
    /// No groups: everybody is expected to post evenly.
    #[must_use]
    pub fn flat() -> Self {
        Self::of(vec![(1.0, [1.0; HOURS])])
    }

    pub(crate) fn of(groups: Vec<(f64, Week)>) -> Self {
        let group = |(share, pattern): (f64, Week)| Group {
            share,
            pattern,
            ln_pattern: pattern.map(|cell| cell.max(1e-6).ln()),
        };
        Self { groups: groups.into_iter().map(group).collect() }
    }

    /// How common each group is, and when it posts.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (f64, &Week)> {
        self.groups.iter().map(|group| (group.share, &group.pattern))
    }

    /// Fits `n` groups to the counts of many sources; deterministic.
    ///
    /// ```
    /// use tidings_learn::{cluster::Clusters, pattern::HOURS};
    /// let office = |begin: usize| std::array::from_fn(|hour| if (begin..begin + 8).contains(&(hour % 24)) { 3.0 } else { 0.0 });
    /// let counts: Vec<_> = [1, 15].into_iter().cycle().take(40).map(office).collect();
    /// let clusters = Clusters::fitted(&counts, 2, 20);
    /// let expected = clusters.expected(&office(15));
    /// assert!(expected[18] > 5.0 * expected[3]);
    /// ```
    #[must_use]
    pub fn fitted(counts: &[Week], n: usize, rounds: u32) -> Self {
        let sources: Vec<Week> =
            counts.iter().map(capped).filter(|week| week.iter().sum::<f64>() >= 1.0).collect();
        if sources.is_empty() {
            return Self::flat();
        }
        let mut common = [1.0; HOURS];
        for week in &sources {
            common.iter_mut().zip(week).for_each(|(sum, count)| *sum += count);
        }
        let common = evened(blurred(&common));
        let mut clusters = Self::begun(&sources, &common, n);
        for _ in 0..rounds {
            clusters = clusters.refitted(&sources, &common);
        }
        clusters
    }

    /// Groups to begin with: the sources with most postings, spread by the hour in which the middle of their day lies.
    fn begun(sources: &[Week], common: &Week, n: usize) -> Self {
        let mut order: Vec<(f64, &Week)> =
            sources.iter().map(|week| (middle(week), week)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let size = order.len().div_ceil(n.max(1));
        let group = |part: &[(f64, &Week)]| {
            let mut sum = common.map(|cell| cell * HELD / HOURS as f64);
            for (_, week) in part {
                sum.iter_mut().zip(*week).for_each(|(sum, count)| *sum += count);
            }
            (part.len() as f64 / sources.len() as f64, evened(blurred(&sum)))
        };
        Self::of(order.chunks(size.max(1)).map(group).collect())
    }

    fn refitted(&self, sources: &[Week], common: &Week) -> Self {
        let held = common.map(|cell| cell * HELD / HOURS as f64);
        let mut sums: Vec<(f64, Week)> = self.groups.iter().map(|_| (1.0, held)).collect();
        for week in sources {
            for ((share, sum), part) in sums.iter_mut().zip(self.parts(week)) {
                *share += part;
                if part > 1e-3 {
                    sum.iter_mut().zip(week).for_each(|(sum, count)| *sum += part * count);
                }
            }
        }
        let all: f64 = sums.iter().map(|(share, _)| share).sum();
        Self::of(
            sums.into_iter().map(|(share, sum)| (share / all, evened(blurred(&sum)))).collect(),
        )
    }

    /// How probably a source with these counts belongs to each group.
    fn parts(&self, counts: &Week) -> Vec<f64> {
        let fit = |group: &Group| {
            let ln: f64 = counts.iter().zip(&group.ln_pattern).map(|(count, ln)| count * ln).sum();
            TEMPER * ln + group.share.ln()
        };
        let fits: Vec<f64> = self.groups.iter().map(fit).collect();
        let best = fits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let parts: Vec<f64> = fits.iter().map(|fit| (fit - best).exp()).collect();
        let sum: f64 = parts.iter().sum();
        parts.into_iter().map(|part| part / sum).collect()
    }

    /// The pattern to expect of a source with these counts: its groups', as probable as each is.
    #[must_use]
    pub fn expected(&self, counts: &Week) -> Week {
        let mut pattern = [0.0; HOURS];
        for (group, part) in self.groups.iter().zip(self.parts(counts)) {
            pattern.iter_mut().zip(&group.pattern).for_each(|(sum, cell)| *sum += part * cell);
        }
        evened(pattern)
    }
}

fn capped(counts: &Week) -> Week {
    let n: f64 = counts.iter().sum();
    if n > LOUDEST { counts.map(|count| count * LOUDEST / n) } else { *counts }
}

/// Neighbouring hours lend to one another, across midnight too.
fn blurred(week: &Week) -> Week {
    std::array::from_fn(|hour| {
        0.5 * week[hour] + 0.25 * (week[(hour + HOURS - 1) % HOURS] + week[(hour + 1) % HOURS])
    })
}

/// The hour of the day around which postings lie, as on a clock face.
fn middle(week: &Week) -> f64 {
    let angle = |hour: usize| std::f64::consts::TAU * (hour % 24) as f64 / 24.0;
    let (sin, cos) = week.iter().enumerate().fold((0.0, 0.0), |(sin, cos), (hour, count)| {
        (sin + count * angle(hour).sin(), cos + count * angle(hour).cos())
    });
    sin.atan2(cos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_nothing_is_expected_to_be_like_all() {
        let day = |hour: usize| if (8..18).contains(&(hour % 24)) { 2.0 } else { 0.1 };
        let counts = vec![std::array::from_fn(day); 30];
        let expected = Clusters::fitted(&counts, 3, 10).expected(&[0.0; HOURS]);
        assert!(expected[12] > 4.0 * expected[2]);
    }

    #[test]
    fn nothing_seen_is_flat() {
        assert_eq!(Clusters::fitted(&[], 10, 5), Clusters::flat());
        let expected = Clusters::fitted(&[[0.0; HOURS]; 4], 10, 5).expected(&[0.0; HOURS]);
        assert!(expected.iter().all(|cell| (cell - 1.0).abs() < 1e-12));
    }
}
