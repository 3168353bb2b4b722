//! Priors: the distribution of an interest before any observation. It can be uniform, a reader's own experience, or
//! what other readers turned out to be like.

use crate::filter::Interest;
use crate::grid::{self, GRID, POINTS, Weights};
use tidings_model::Liking;

/// Unobserved topics that are added to a reader's own, so that a few topics do not decide everything.
pub const OWN_DOUBT: f64 = 10.0;
/// Unobserved pairs that are added for the prior of all readers and topics.
pub const COMMON_DOUBT: f64 = 5.0;
/// Average readers that are added for the prior of one topic.
pub const TOPIC_DOUBT: f64 = 20.0;
/// The number of readers needed to learn priors from them.
pub const READERS_NEEDED: usize = 20;
const COMMON_STEPS: usize = 200;
const TOPIC_STEPS: usize = 50;

/// A probability for each point of the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prior(Weights);

impl Default for Prior {
    fn default() -> Self {
        Self::even()
    }
}

impl Prior {
    /// Returns the prior that gives every point the same weight, as in the specification. Points are dense at low
    /// probabilities, so this prior expects low ones.
    #[must_use]
    pub fn flat() -> Self {
        Self([1.0 / POINTS as f64; POINTS])
    }

    /// Returns the prior that is uniform over 0..1: each point has the weight of the interval nearest to it. This is
    /// the initial prior of a reader. It expects more than [`Prior::flat`], so that what is not known yet, or no
    /// longer known, is shown sooner.
    ///
    /// ```
    /// use tidings_learn::prior::Prior;
    /// assert!((Prior::even().liking().mean - 0.5).abs() < 0.003);
    /// ```
    #[must_use]
    pub fn even() -> Self {
        Self(grid::cells())
    }

    /// Creates a prior from weights, scaled to a sum of one. Returns `None` if they are not valid weights.
    ///
    /// ```
    /// use tidings_learn::prior::Prior;
    /// assert_eq!(Prior::of([3.0; 20]), Some(Prior::flat()));
    /// assert_eq!(Prior::of([0.0; 20]), None);
    /// assert_eq!(Prior::of([f64::NAN; 20]), None);
    /// ```
    #[must_use]
    pub fn of(weights: Weights) -> Option<Self> {
        let is_weight = |weight: &f64| weight.is_finite() && *weight >= 0.0;
        weights.iter().all(is_weight).then(|| grid::normalised(weights))?.map(Self)
    }

    /// Returns the probabilities.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.0
    }

    /// Returns the mean and variance of the prior.
    #[must_use]
    pub fn liking(&self) -> Liking {
        grid::moments(&self.0)
    }

    /// Returns a reader's own prior after one EM step over all `n` topics, with [`OWN_DOUBT`] topics of the base
    /// mixed in. Topics without an interest count as this prior.
    ///
    /// ```
    /// use tidings_learn::{evidence::Evidence, filter::Interest, prior::Prior};
    /// let flat = Prior::flat();
    /// let opened = Interest::default().after(&flat, &Evidence::opened(1.0));
    /// let next = flat.own_step(&flat, 3, &[opened]);
    /// assert!(next.liking().mean > flat.liking().mean);
    /// ```
    #[must_use]
    pub fn own_step(&self, base: &Self, n: usize, interests: &[Interest]) -> Self {
        let unknown = n.saturating_sub(interests.len()) as f64;
        let mut sum: Weights = std::array::from_fn(|k| OWN_DOUBT * base.0[k] + unknown * self.0[k]);
        for interest in interests {
            let posterior = interest.posterior(self);
            sum.iter_mut().zip(&posterior).for_each(|(sum, p)| *sum += p);
        }
        Self::of(sum).unwrap_or(*self)
    }

    /// Returns the prior that maximises the probability of the observations of many (reader, topic) pairs, by EM from
    /// this one. Each step is the mean of the pairs' posteriors and of `doubt` pairs that follow this prior.
    ///
    /// `seen` are likelihoods on the grid, up to a factor, such as [`Interest::likelihood`].
    #[must_use]
    pub fn learned(&self, seen: &[Weights], doubt: f64, steps: usize) -> Self {
        let mut prior = self.0;
        for _ in 0..steps {
            let mut sum = self.0.map(|weight| doubt * weight);
            for likelihood in seen {
                let joint: Weights = std::array::from_fn(|k| prior[k] * likelihood[k]);
                if let Some(posterior) = grid::normalised(joint) {
                    sum.iter_mut().zip(&posterior).for_each(|(sum, p)| *sum += p);
                }
            }
            prior = grid::normalised(sum).unwrap_or(prior);
        }
        Self(prior)
    }

    /// Returns the prior for readers in general, from the observations of all pairs.
    #[must_use]
    pub fn common(seen: &[Weights]) -> Self {
        Self::flat().learned(seen, COMMON_DOUBT, COMMON_STEPS)
    }

    /// Returns the prior for one topic, where `self` is the general one.
    #[must_use]
    pub fn of_topic(&self, seen: &[Weights]) -> Self {
        self.learned(seen, TOPIC_DOUBT, TOPIC_STEPS)
    }
}

/// Returns the likelihood on the grid of clicks and refusals at a position that is read with probability `g`.
///
/// ```
/// use tidings_learn::prior::likelihood;
/// let one = likelihood(1.0, 0.0, 0.5);
/// assert!((one[19] / one[0] - 495.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn likelihood(clicks: f64, refusals: f64, g: f64) -> Weights {
    GRID.map(|theta| (g * theta).powf(clicks) * (1.0 - g * theta).powf(refusals))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four (reader, topic) pairs, with figures from an independent implementation.
    #[test]
    fn em_finds_the_distribution_of_pairs() {
        let seen = [(3.0, 1.0), (0.0, 4.0), (1.0, 6.0), (0.0, 2.0)]
            .map(|(clicks, refusals)| likelihood(clicks, refusals, 1.0));
        let once = Prior::flat().learned(&seen, 0.0, 1);
        for (k, expected) in [(0, 0.052_969_804), (7, 0.070_242_773_8), (19, 0.004_338_634_9)] {
            assert!((once.weights()[k] - expected).abs() < 1e-9, "{k}: {once:?}");
        }
        let long = Prior::flat().learned(&seen, 0.0, 200);
        for (k, expected) in [
            (5, 0.014_453_277_1),
            (6, 0.530_454_030_7),
            (7, 0.197_916_307_8),
            (15, 0.256_591_813_7),
        ] {
            assert!((long.weights()[k] - expected).abs() < 1e-9, "{k}: {long:?}");
        }
    }

    #[test]
    fn a_topic_that_everyone_opens_is_expected_to_be_opened() {
        let loved: Vec<Weights> = (0..40).map(|_| likelihood(6.0, 2.0, 1.0)).collect();
        let ignored: Vec<Weights> = (0..200).map(|_| likelihood(0.0, 8.0, 1.0)).collect();
        let all: Vec<Weights> = loved.iter().chain(&ignored).copied().collect();
        let common = Prior::common(&all);
        let (loved, ignored) = (common.of_topic(&loved), common.of_topic(&ignored));
        assert!(loved.liking().mean > 0.5, "{:?}", loved.liking());
        assert!(ignored.liking().mean < 0.05, "{:?}", ignored.liking());
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
    }

    #[test]
    fn weights_must_be_valid() {
        let with = |weight: f64| {
            let mut weights = [1.0; POINTS];
            weights[3] = weight;
            Prior::of(weights)
        };
        close(with(0.0).unwrap().weights()[0], 1.0 / 19.0);
        close(with(0.0).unwrap().weights()[3], 0.0);
        for odd in [-0.1, f64::NAN, f64::INFINITY] {
            assert_eq!(with(odd), None, "{odd}");
        }
        assert_eq!(Prior::default(), Prior::even());
        close(Prior::flat().weights().iter().sum(), 1.0);
        close(Prior::even().weights().iter().sum(), 1.0);
    }

    #[test]
    fn a_readers_own_prior_contains_ten_topics_of_the_base() {
        let mut point = [0.0; POINTS];
        point[19] = 1.0;
        let (base, now) = (Prior::flat(), Prior::of(point).unwrap());
        let unknown = now.own_step(&base, 4, &[]);
        close(unknown.weights()[0], 10.0 * 0.05 / 14.0);
        close(unknown.weights()[19], (0.5 + 4.0) / 14.0);
        // One of four is known, and the prior determines it completely.
        let known = now.own_step(&base, 4, &[Interest::told(0.01, 50.0)]);
        close(known.weights()[19], (0.5 + 3.0 + 1.0) / 14.0);
        // More interests than topics, so none are unknown.
        let more = base.own_step(&base, 0, &[Interest::default(), Interest::default()]);
        more.weights().iter().for_each(|weight| close(*weight, 0.05));
    }

    #[test]
    fn without_data_a_prior_stays_as_it_is() {
        close(Prior::even().learned(&[], 5.0, 3).weights()[7], Prior::even().weights()[7]);
        assert_eq!(
            Prior::even().learned(&[[0.0; POINTS]], 5.0, 3),
            Prior::even().learned(&[], 5.0, 3)
        );
        let seen = [likelihood(3.0, 1.0, 1.0)];
        assert_eq!(Prior::flat().learned(&seen, 5.0, 0), Prior::flat());
    }

    #[test]
    fn doubt_is_unobserved_pairs() {
        let seen = [likelihood(1.0, 0.0, 1.0)];
        let joint = GRID.map(|theta| 0.05 * theta);
        let sum: f64 = joint.iter().sum();
        let once = Prior::flat().learned(&seen, 3.0, 1);
        for k in [0, 10, 19] {
            close(once.weights()[k], (3.0 * 0.05 + joint[k] / sum) / 4.0);
        }
        assert_eq!(Prior::common(&seen), Prior::flat().learned(&seen, 5.0, 200));
        assert_eq!(Prior::even().of_topic(&seen), Prior::even().learned(&seen, 20.0, 50));
    }

    #[test]
    fn likelihoods_are_products_of_probabilities() {
        let found = likelihood(2.0, 3.0, 0.5);
        close(found[13], 0.25f64.powi(2) * 0.75f64.powi(3));
        close(found[7], 0.05f64.powi(2) * 0.95f64.powi(3));
        assert_eq!(likelihood(0.0, 0.0, 0.5).to_vec(), [1.0; POINTS]);
    }
}
