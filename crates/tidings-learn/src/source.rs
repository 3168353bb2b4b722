//! The beliefs about one source, and how a fetch changes them.

use crate::fetching::FetchBelief;
use crate::posting::Postings;
use crate::rhythm::{Habits, Population, Rhythm};
use crate::{overflow, week_time};
use jiff::Timestamp;
use tidings_model::units::PerDay;
use tidings_numerics::pack::{Packer, Unpacker};

/// The version of the encoding.
const VERSION: u8 = 1;
/// The number of bytes before the rhythm.
const HEAD: usize = 1 + 6 * 4;

/// The beliefs about one source.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceBelief {
    /// When and how often it posts.
    pub rhythm: Rhythm,
    /// The cost of fetching it.
    pub fetching: FetchBelief,
}

impl SourceBelief {
    /// Creates the belief about a new source, which follows the population. Observed from `now` on.
    #[must_use]
    pub fn unknown(population: &Population, now: Timestamp) -> Self {
        let rhythm = Rhythm::new(population, week_time(now));
        Self { rhythm, fetching: FetchBelief::default() }
    }

    /// Takes in what a fetch at `now` found.
    ///
    /// Time that was not observed, before the first fetch or where articles were missed, is skipped.
    pub fn observe(
        &mut self,
        postings: &Postings,
        now: Timestamp,
        population: &Population,
        habits: &Habits,
    ) {
        let since = week_time(postings.since);
        if since < self.rhythm.as_of() && self.rhythm.watched() <= 0.0 {
            self.rhythm = Rhythm::new(population, since);
        }
        self.rhythm.skip(since, population, habits);
        let at: Vec<f64> = postings.at.iter().map(|at| week_time(*at)).collect();
        self.rhythm.observe(&at, week_time(now), population, habits);
    }

    /// Returns the expected number of postings per day.
    #[must_use]
    pub fn per_day(&self, habits: &Habits) -> PerDay {
        PerDay(self.rhythm.mean(habits) * 1440.0)
    }

    /// Returns the largest number of postings to expect by the next fetch without losing any.
    #[must_use]
    pub fn fullest(&self, population: &Population, habits: &Habits) -> f64 {
        overflow::fullest(self.fetching.shown(), self.echo(population, habits))
    }

    /// Returns the probability that articles are lost if this many postings are expected by the next fetch.
    #[must_use]
    pub fn overflow(&self, expected: f64, population: &Population, habits: &Habits) -> f64 {
        match self.fetching.shown() {
            0 => 0.0,
            shown => overflow::chance(shown, expected, self.echo(population, habits)),
        }
    }

    fn echo(&self, population: &Population, habits: &Habits) -> f64 {
        self.rhythm.echo(population, habits).iter().sum()
    }

    /// Encodes the beliefs for storage.
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        let FetchBelief { asked, failed, bytes, seconds, shown, caught } = self.fetching;
        let mut packed =
            Packer::new(VERSION).all(&[asked, failed, bytes, seconds, shown, caught]).done();
        packed.extend(self.rhythm.packed());
        packed
    }

    /// Decodes beliefs. Returns `None` if the bytes are not valid.
    #[must_use]
    pub fn unpacked(bytes: &[u8], population: &Population, habits: &Habits) -> Option<Self> {
        let (head, rest) = bytes.split_at_checked(HEAD)?;
        let numbers: [f64; 6] = Unpacker::new(head, VERSION)?.all()?;
        let [asked, failed, bytes, seconds, shown, caught] = numbers;
        let fetching = FetchBelief { asked, failed, bytes, seconds, shown, caught };
        let rhythm = Rhythm::unpacked(rest, population, habits)?;
        numbers.iter().all(|part| *part >= 0.0).then_some(Self { rhythm, fetching })
    }
}

#[cfg(test)]
mod tests;
