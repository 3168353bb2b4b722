//! One simulated reader: their interests in each round, and what they would click.

use super::setting::{Drift, Group, Interests, RankExperiment};
use tidings_numerics::Draws;

/// Seed of what topics have in common for all readers.
const OF_TOPICS: u64 = 0x746f_7069_6373;
/// Seed of the clicks.
const OF_CLICKS: u64 = 0x636c_6963_6b73;

/// Returns how popular each topic is, the same for all readers of a seed.
#[must_use]
pub fn popularity(setting: &RankExperiment, seed: u64) -> Vec<f64> {
    let mut draws = Draws::part(seed, OF_TOPICS);
    (0..setting.topics).map(|_| draws.normal()).collect()
}

/// A reader.
#[derive(Debug, Clone)]
pub struct Reader {
    clicks: u64,
    draws: Draws,
    interests: Interests,
    drift: Drift,
    /// The common and the individual part of the interests, for low click rates.
    common: Vec<f64>,
    own: Vec<f64>,
    /// The current chance of opening each topic when reading it.
    pub likes: Vec<f64>,
}

impl Reader {
    /// Creates the reader with this number.
    ///
    /// ```
    /// use tidings_lab::rank::{RankExperiment, reader::{Reader, popularity}};
    /// let setting = RankExperiment::named("stable").unwrap();
    /// let reader = Reader::new(&setting, &popularity(&setting, 1), 1, 0);
    /// assert_eq!(reader.likes.iter().filter(|like| **like >= 0.9).count(), 7);
    /// assert_eq!(reader.likes.iter().filter(|like| **like == 0.0).count(), 25);
    /// ```
    #[must_use]
    pub fn new(setting: &RankExperiment, popularity: &[f64], seed: u64, number: u64) -> Self {
        let mut draws = Draws::part(seed, number.wrapping_add(1));
        let (mut common, mut own, mut likes) = (Vec::new(), Vec::new(), vec![0.0; setting.topics]);
        match setting.interests {
            Interests::Groups { high, medium, activity } => {
                let count = |group: Group, draws: &mut Draws| {
                    group.count.0 + draws.below(group.count.1 - group.count.0 + 1)
                };
                let (n_high, n_medium) = (count(high, &mut draws), count(medium, &mut draws));
                let activity = between(activity, &mut draws);
                let order = shuffled(setting.topics, &mut draws);
                for (place, topic) in order.into_iter().take(n_high + n_medium).enumerate() {
                    let group = if place < n_high { high } else { medium };
                    likes[topic] = activity * between(group.chance, &mut draws);
                }
            }
            Interests::Logistic { level, topic, own: weight, reader } => {
                let activity = draws.normal();
                common = popularity.iter().map(|z| level + topic * z + reader * activity).collect();
                own = (0..setting.topics).map(|_| draws.normal()).collect();
                likes = common
                    .iter()
                    .zip(&own)
                    .map(|(common, e)| logistic(common + weight * e))
                    .collect();
            }
        }
        let clicks = Draws::part(seed ^ OF_CLICKS, number).bits();
        Self {
            clicks,
            draws,
            interests: setting.interests,
            drift: setting.drift,
            common,
            own,
            likes,
        }
    }

    /// Updates the interests for a round, counted from 0. Must be called for one round after the other.
    pub fn enter(&mut self, round: usize) {
        let is_time =
            self.drift.every().is_some_and(|every| round > 0 && round.is_multiple_of(every));
        if !is_time {
            return;
        }
        match self.drift {
            Drift::None => {}
            Drift::Swap { count, from, .. } => self.swap(count, from),
            Drift::Redraw { chance, .. } => self.redraw(chance),
        }
    }

    fn swap(&mut self, count: usize, from: f64) {
        let chosen = |wanted: &dyn Fn(f64) -> bool, likes: &[f64], draws: &mut Draws| {
            let of: Vec<usize> = (0..likes.len()).filter(|&topic| wanted(likes[topic])).collect();
            let order = shuffled(of.len(), draws);
            order.into_iter().take(count).map(|at| of[at]).collect::<Vec<_>>()
        };
        let lost = chosen(&|like| like > 0.0 && like >= from, &self.likes, &mut self.draws);
        let found = chosen(&|like| like <= 0.0, &self.likes, &mut self.draws);
        for (lost, found) in lost.into_iter().zip(found) {
            self.likes.swap(lost, found);
        }
    }

    fn redraw(&mut self, chance: f64) {
        let Interests::Logistic { own: weight, .. } = self.interests else { return };
        for (topic, own) in self.own.iter_mut().enumerate() {
            if self.draws.unit() < chance {
                *own = self.draws.normal();
                self.likes[topic] = logistic(self.common[topic] + weight * *own);
            }
        }
    }

    /// Returns whether the reader clicks a topic in a round if it is read with this chance.
    #[must_use]
    pub fn clicks(&self, round: usize, topic: usize, read: f64) -> bool {
        let of_round = Draws::part(self.clicks, round as u64).bits();
        Draws::part(of_round, topic as u64).unit() < read * self.likes[topic]
    }

    /// Returns the clicks that a strategy knowing the reader would get in a round.
    #[must_use]
    pub fn best(&self, position: &[f64]) -> f64 {
        let mut likes = self.likes.clone();
        likes.sort_unstable_by(|a, b| b.total_cmp(a));
        likes.iter().zip(position).map(|(like, read)| like * read).sum()
    }

    /// Returns how far estimates are from the interests: Σ |θ'−θ|/θ over all positive ones.
    #[must_use]
    pub fn error(&self, estimates: &[f64]) -> f64 {
        let liked = self.likes.iter().zip(estimates).filter(|(like, _)| **like > 0.0);
        liked.map(|(like, estimate)| (estimate - like).abs() / like).sum()
    }
}

fn between((from, to): (f64, f64), draws: &mut Draws) -> f64 {
    from + (to - from) * draws.unit()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn shuffled(n: usize, draws: &mut Draws) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for last in (1..n).rev() {
        order.swap(last, draws.below(last + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of a strategy that knows all readers, one that knows nothing, and the start: Sia 2009, table 3.1.
    #[test]
    fn readers_agree_with_the_dissertation_on_average() {
        let setting = RankExperiment::named("stable").unwrap();
        let popularity = popularity(&setting, 1);
        let readers: Vec<Reader> =
            (0..3000).map(|number| Reader::new(&setting, &popularity, 1, number)).collect();
        let mean = |of: &dyn Fn(&Reader) -> f64| readers.iter().map(of).sum::<f64>() / 3000.0;
        let oracle = mean(&|reader| reader.best(&setting.position));
        assert!((oracle - 5.67).abs() < 0.01, "{oracle}");
        let reading = setting.position.iter().sum::<f64>() / 45.0;
        let random = mean(&|reader| reading * reader.likes.iter().sum::<f64>());
        assert!((random - 1.8247).abs() < 0.005, "{random}");
        let error = mean(&|reader| reader.error(&[0.25; 45]));
        assert!((error - 12.0937).abs() < 0.02, "{error}");
    }

    #[test]
    fn a_drift_moves_interests_and_keeps_their_number() {
        let setting = RankExperiment::named("drift7").unwrap();
        let mut reader = Reader::new(&setting, &popularity(&setting, 3), 3, 5);
        let before = reader.likes.clone();
        (0..30).for_each(|round| reader.enter(round));
        assert_eq!(reader.likes, before);
        reader.enter(30);
        let lost = before.iter().zip(&reader.likes).filter(|(was, is)| **was > 0.0 && **is == 0.0);
        assert!(lost.clone().count() == 2 && lost.clone().all(|(was, _)| *was >= 0.9));
        assert_eq!(reader.likes.iter().filter(|like| **like > 0.0).count(), 20);
    }

    #[test]
    fn low_click_rates_are_as_low_as_intended() {
        let setting = RankExperiment::named("low").unwrap();
        let seeds = 0..40;
        let mean = seeds.clone().map(|seed| {
            let popularity = popularity(&setting, seed);
            let likes = (0..50).flat_map(|n| Reader::new(&setting, &popularity, seed, n).likes);
            likes.sum::<f64>() / 5000.0
        });
        let mean = mean.sum::<f64>() / 40.0;
        assert!((mean - 0.081).abs() < 0.006, "{mean}");
    }
}
