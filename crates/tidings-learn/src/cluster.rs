//! Groups of sources that post at the same hours, for sources with few postings of their own.
//!
//! A mixture of multinomials over the hours of the week, fitted by expectation maximisation. Sia (2009, figure 2.12)
//! groups posting patterns into 20 clusters by k-means. A mixture also gives the probability of each group, and
//! weighs sources of all rates by their counts.

use crate::pattern::{HOURS, WeekPattern, evened};

/// The fitted groups: the share and the pattern of each.
#[derive(Debug, Clone, PartialEq)]
pub struct Clusters {
    groups: Vec<Group>,
}

#[derive(Debug, Clone, PartialEq)]
struct Group {
    share: f64,
    pattern: WeekPattern,
    ln_pattern: WeekPattern,
}

/// The pseudo-counts that pull each group towards the pattern of all sources.
const HELD: f64 = 100.0;
/// A source counts as at most this many postings, so that a news agency does not form a group of its own.
const LOUDEST: f64 = 200.0;
/// Postings come in bursts, so they say less about hours than as many independent ones would. Their log-likelihood is
/// scaled by this.
const TEMPER: f64 = 0.3;

impl Clusters {
    /// Returns one group with a uniform pattern.
    #[must_use]
    pub fn flat() -> Self {
        Self::of(vec![(1.0, [1.0; HOURS])])
    }

    pub(crate) fn of(groups: Vec<(f64, WeekPattern)>) -> Self {
        let group = |(share, pattern): (f64, WeekPattern)| Group {
            share,
            pattern,
            ln_pattern: pattern.map(|cell| cell.max(1e-6).ln()),
        };
        Self { groups: groups.into_iter().map(group).collect() }
    }

    /// Returns the share and the pattern of each group.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (f64, &WeekPattern)> {
        self.groups.iter().map(|group| (group.share, &group.pattern))
    }

    /// Fits `n` groups to the counts of many sources. Deterministic.
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
    pub fn fitted(counts: &[WeekPattern], n: usize, rounds: u32) -> Self {
        let sources: Vec<WeekPattern> =
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

    /// Returns the initial groups: sources divided by the mean hour of their day.
    fn begun(sources: &[WeekPattern], common: &WeekPattern, n: usize) -> Self {
        let mut order: Vec<(f64, &WeekPattern)> =
            sources.iter().map(|week| (middle(week), week)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let size = order.len().div_ceil(n.max(1));
        let group = |part: &[(f64, &WeekPattern)]| {
            let mut sum = common.map(|cell| cell * HELD / HOURS as f64);
            for (_, week) in part {
                sum.iter_mut().zip(*week).for_each(|(sum, count)| *sum += count);
            }
            (part.len() as f64 / sources.len() as f64, evened(blurred(&sum)))
        };
        Self::of(order.chunks(size.max(1)).map(group).collect())
    }

    fn refitted(&self, sources: &[WeekPattern], common: &WeekPattern) -> Self {
        let held = common.map(|cell| cell * HELD / HOURS as f64);
        let mut sums: Vec<(f64, WeekPattern)> = self.groups.iter().map(|_| (1.0, held)).collect();
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

    /// Returns the probability of each group for a source with these counts.
    fn parts(&self, counts: &WeekPattern) -> Vec<f64> {
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

    /// Returns the expected pattern of a source with these counts: the mean of the groups' patterns, weighted by
    /// probability.
    #[must_use]
    pub fn expected(&self, counts: &WeekPattern) -> WeekPattern {
        let mut pattern = [0.0; HOURS];
        for (group, part) in self.groups.iter().zip(self.parts(counts)) {
            pattern.iter_mut().zip(&group.pattern).for_each(|(sum, cell)| *sum += part * cell);
        }
        evened(pattern)
    }
}

fn capped(counts: &WeekPattern) -> WeekPattern {
    let n: f64 = counts.iter().sum();
    if n > LOUDEST { counts.map(|count| count * LOUDEST / n) } else { *counts }
}

/// Smooths over neighbouring hours, across midnight and the end of the week.
fn blurred(week: &WeekPattern) -> WeekPattern {
    std::array::from_fn(|hour| {
        0.5 * week[hour] + 0.25 * (week[(hour + HOURS - 1) % HOURS] + week[(hour + 1) % HOURS])
    })
}

/// Returns the circular mean of the hour of day, as an angle.
fn middle(week: &WeekPattern) -> f64 {
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
    fn a_source_without_postings_is_expected_to_be_average() {
        let day = |hour: usize| if (8..18).contains(&(hour % 24)) { 2.0 } else { 0.1 };
        let counts = vec![std::array::from_fn(day); 30];
        let expected = Clusters::fitted(&counts, 3, 10).expected(&[0.0; HOURS]);
        assert!(expected[12] > 4.0 * expected[2]);
    }

    #[test]
    fn without_data_the_pattern_is_flat() {
        assert_eq!(Clusters::fitted(&[], 10, 5), Clusters::flat());
        let expected = Clusters::fitted(&[[0.0; HOURS]; 4], 10, 5).expected(&[0.0; HOURS]);
        assert!(expected.iter().all(|cell| (cell - 1.0).abs() < 1e-12));
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
    }

    /// Returns a week with these counts and zeros elsewhere.
    fn week(counts: &[(usize, f64)]) -> WeekPattern {
        let mut week = [0.0; HOURS];
        counts.iter().for_each(|(hour, count)| week[*hour] = *count);
        week
    }

    #[test]
    fn busy_sources_count_as_two_hundred_postings() {
        let loud = capped(&week(&[(1, 300.0), (5, 100.0)]));
        close(loud[1], 150.0);
        close(loud[5], 50.0);
        let quiet = week(&[(1, 150.0), (5, 50.0)]);
        assert_eq!(capped(&quiet).to_vec(), quiet);
        assert_eq!(capped(&[0.0; HOURS]).to_vec(), [0.0; HOURS]);
    }

    #[test]
    fn smoothing_wraps_around_the_week() {
        let one = blurred(&week(&[(10, 8.0)]));
        assert_eq!(one.to_vec(), week(&[(9, 2.0), (10, 4.0), (11, 2.0)]));
        assert_eq!(blurred(&week(&[(0, 8.0)])).to_vec(), week(&[(167, 2.0), (0, 4.0), (1, 2.0)]));
        assert_eq!(
            blurred(&week(&[(167, 8.0)])).to_vec(),
            week(&[(166, 2.0), (167, 4.0), (0, 2.0)])
        );
    }

    #[test]
    fn the_middle_of_a_day_is_an_angle() {
        use std::f64::consts::{FRAC_PI_2, PI};
        close(middle(&week(&[(0, 3.0)])), 0.0);
        close(middle(&week(&[(6, 1.0)])), FRAC_PI_2);
        close(middle(&week(&[(24 + 6, 1.0)])), FRAC_PI_2);
        close(middle(&week(&[(18, 1.0)])), -FRAC_PI_2);
        close(middle(&week(&[(12, 1.0)])).abs(), PI);
        // Three postings at midnight outweigh one at six: atan(1/3).
        close(middle(&week(&[(0, 3.0), (6, 1.0)])), (1.0f64 / 3.0).atan());
        close(middle(&week(&[(23, 1.0), (1, 1.0)])), 0.0);
    }

    #[test]
    fn the_probability_of_a_group_follows_from_its_pattern_and_share() {
        let (mut early, mut late) = ([1.0; HOURS], [1.0; HOURS]);
        (early[8], late[8]) = (4.0, 0.5);
        let clusters = Clusters::of(vec![(0.25, early), (0.75, late)]);
        let parts = clusters.parts(&[0.0; HOURS]);
        close(parts[0], 0.25);
        close(parts[1], 0.75);
        // Five postings at eight give odds of ⅓ times (4 ÷ 0.5)^(0.3·5).
        let parts = clusters.parts(&week(&[(8, 5.0)]));
        close(parts[0] / parts[1], 8f64.powf(1.5) / 3.0);
        close(parts[0] + parts[1], 1.0);
    }

    #[test]
    fn the_expected_pattern_is_a_mixture_with_mean_one() {
        let (mut early, mut late) = ([1.0; HOURS], [1.0; HOURS]);
        (early[8], early[20], late[8], late[20]) = (2.0, 0.0, 0.0, 2.0);
        let clusters = Clusters::of(vec![(0.25, early), (0.75, late)]);
        let expected = clusters.expected(&[0.0; HOURS]);
        close(expected[8], 0.5);
        close(expected[20], 1.5);
        close(expected[0], 1.0);
        close(expected.iter().sum(), 168.0);
    }

    #[test]
    fn initial_groups_are_pulled_towards_the_common_pattern() {
        let sources = [week(&[(3, 20.0)]), week(&[(12, 20.0)])];
        let clusters = Clusters::begun(&sources, &[1.0; HOURS], 2);
        let groups: Vec<(f64, &WeekPattern)> = clusters.groups().collect();
        assert_eq!(groups.len(), 2);
        // 100 pseudo-counts are spread evenly, and 20 counts at three are smoothed to 10 with 5 on each side.
        let even = 100.0 / 168.0;
        let mean = 120.0 / 168.0;
        close(groups[0].0, 0.5);
        close(groups[0].1[3], (even + 10.0) / mean);
        close(groups[0].1[2], (even + 5.0) / mean);
        close(groups[0].1[12], even / mean);
        close(groups[1].1[12], (even + 10.0) / mean);
    }

    #[test]
    fn there_are_no_more_groups_than_sources() {
        let sources = [week(&[(3, 20.0)]), week(&[(12, 20.0)])];
        assert_eq!(Clusters::begun(&sources, &[1.0; HOURS], 9).groups().count(), 2);
        assert_eq!(Clusters::begun(&sources, &[1.0; HOURS], 0).groups().count(), 1);
        assert_eq!(Clusters::fitted(&sources, 1, 3).groups().count(), 1);
    }

    #[test]
    fn refitting_assigns_every_source_to_its_most_probable_group() {
        let sources: Vec<WeekPattern> = (0..30)
            .map(|n| if n % 3 == 0 { week(&[(3, 50.0)]) } else { week(&[(15, 50.0)]) })
            .collect();
        let clusters = Clusters::fitted(&sources, 2, 10);
        let mut shares: Vec<f64> = clusters.groups().map(|(share, _)| share).collect();
        shares.sort_by(f64::total_cmp);
        // With one pseudo-source each: (10 + 1)/32 and (20 + 1)/32.
        assert!((shares[0] - 11.0 / 32.0).abs() < 1e-3, "{shares:?}");
        assert!((shares[1] - 21.0 / 32.0).abs() < 1e-3, "{shares:?}");
        let early = clusters.expected(&week(&[(3, 5.0)]));
        assert!(early[3] > 10.0 * early[15], "{} {}", early[3], early[15]);
    }

    #[test]
    fn sources_with_less_than_one_posting_are_ignored() {
        let faint = vec![week(&[(3, 0.99)]); 5];
        assert_eq!(Clusters::fitted(&faint, 2, 3), Clusters::flat());
        assert_ne!(Clusters::fitted(&[week(&[(3, 1.0)])], 2, 3), Clusters::flat());
    }
}
