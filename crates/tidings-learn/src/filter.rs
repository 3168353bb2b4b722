//! The estimate of a reader's interest in one topic or source: a distribution over the grid, stored as posterior ÷
//! prior.
//!
//! With this form a better prior takes effect without a replay, and an interest without observations is all ones and
//! need not be stored.

use crate::evidence::Evidence;
use crate::grid::{self, GRID, POINTS, Weights};
use crate::prior::Prior;
use tidings_model::Liking;

/// The probability that an interest changes from one visit to the next.
pub const HAZARD: f64 = 0.003;

/// What was learned about one interest: posterior ÷ prior for each point of the grid, up to a factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interest(pub(crate) [f32; POINTS]);

impl Default for Interest {
    /// Returns an interest about which nothing was learned.
    fn default() -> Self {
        Self([1.0; POINTS])
    }
}

/// The share of one topic or source in an article.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TopicPart {
    /// The weight of this part in the article, 0 to 1.
    pub weight: f64,
    /// What the other parts add to the probability that the article is opened.
    pub others: f64,
}

impl TopicPart {
    /// The only part of an article.
    pub const WHOLE: Self = Self { weight: 1.0, others: 0.0 };
}

impl Interest {
    /// Returns the posterior: a probability for each point.
    #[must_use]
    pub fn posterior(&self, prior: &Prior) -> Weights {
        grid::normalised(self.joint(prior)).unwrap_or(*prior.weights())
    }

    /// Returns the mean and variance of the posterior.
    ///
    /// ```
    /// use tidings_learn::{evidence::Evidence, filter::Interest, prior::Prior};
    /// let prior = Prior::flat();
    /// let opened = Interest::default().after(&prior, &Evidence::opened(1.0));
    /// assert!((opened.liking(&prior).mean - 0.686455347).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn liking(&self, prior: &Prior) -> Liking {
        grid::moments(&self.joint(prior))
    }

    /// Returns the observations as a likelihood, up to a factor.
    #[must_use]
    pub fn likelihood(&self) -> Weights {
        self.0.map(f64::from)
    }

    /// Creates an interest from a likelihood, up to a factor.
    #[must_use]
    pub fn of_likelihood(seen: &Weights) -> Self {
        let most = seen.iter().copied().fold(0.0, f64::max);
        let is_usable = most > 0.0 && most.is_finite();
        if is_usable { Self(seen.map(|seen| (seen / most) as f32)) } else { Self::default() }
    }

    /// Creates an interest from a reader's statement: the share of articles the reader would open, with the weight of
    /// `times` observations.
    ///
    /// ```
    /// use tidings_learn::{filter::Interest, prior::Prior};
    /// let said = Interest::told(0.8, 20.0).liking(&Prior::even());
    /// assert!((said.mean - 0.8).abs() < 0.05);
    /// ```
    #[must_use]
    pub fn told(share: f64, times: f64) -> Self {
        let (yes, no) = (share.clamp(0.0, 1.0) * times, (1.0 - share.clamp(0.0, 1.0)) * times);
        Self::of_likelihood(&GRID.map(|theta| (yes * theta.ln() + no * (1.0 - theta).ln()).exp()))
    }

    /// Returns the interest after `visits`, at each of which it was redrawn from the prior with probability `hazard`.
    #[must_use]
    pub fn rested(&self, prior: &Prior, hazard: f64, visits: u32) -> Self {
        let stays = (1.0 - hazard).powf(f64::from(visits));
        let sum: f64 = self.joint(prior).iter().sum();
        if !(sum.is_finite() && sum > 0.0) {
            return Self::default();
        }
        let kept = (stays / sum) as f32;
        let redrawn = (1.0 - stays) as f32;
        Self(self.0.map(|ratio| kept * ratio + redrawn))
    }

    /// Returns the interest after a click on, or a refusal of, an article about nothing else.
    #[must_use]
    pub fn after(&self, prior: &Prior, evidence: &Evidence) -> Self {
        self.after_part(prior, evidence, TopicPart::WHOLE)
    }

    /// Returns the interest after a click on, or a refusal of, an article of which it is a part.
    #[must_use]
    pub fn after_part(&self, prior: &Prior, evidence: &Evidence, part: TopicPart) -> Self {
        let chance = |theta: f64| part.others + part.weight * theta;
        let seen: Weights =
            std::array::from_fn(|k| f64::from(self.0[k]) * evidence.likelihood(chance(GRID[k])));
        let sum: f64 = seen.iter().zip(prior.weights()).map(|(seen, prior)| seen * prior).sum();
        // A click at a position that is never read means that the position was wrong. It says nothing about the
        // interest.
        if !(sum.is_finite() && sum > f64::from(f32::MIN_POSITIVE)) {
            return *self;
        }
        Self(seen.map(|seen| (seen / sum) as f32))
    }

    /// Returns the prior times what was learned.
    fn joint(&self, prior: &Prior) -> Weights {
        std::array::from_fn(|k| prior.weights()[k] * f64::from(self.0[k]))
    }
}

#[cfg(test)]
mod tests;
