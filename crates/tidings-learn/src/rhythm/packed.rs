//! The encoding of beliefs for storage. Only counts are stored, and what follows from them is recomputed.

use super::{Habits, Population, Rhythm, SHAPES};
use crate::cluster::Clusters;
use crate::pattern::HOURS;
use tidings_numerics::gamma::Gamma;
use tidings_numerics::pack::{Packer, Unpacker};

/// The version of the encoding. Other versions are not read, and the source is learned again.
const VERSION: u8 = 1;
/// Counts below this are negligible and not stored.
const FAINT: f32 = 1e-3;

impl Rhythm {
    /// Encodes the belief: about 200 bytes, plus five for each hour of the week in which the source ever posted.
    ///
    /// ```
    /// use tidings_learn::rhythm::{Habits, Population, Rhythm};
    /// let (population, habits) = (Population::unknown(), Habits::default());
    /// let mut rhythm = Rhythm::new(&population, 0.0);
    /// rhythm.observe(&[600.0, 700.0], 1440.0, &population, &habits);
    /// let bytes = rhythm.packed();
    /// assert!(bytes.len() < 250);
    /// let again = Rhythm::unpacked(&bytes, &population, &habits).unwrap();
    /// assert_eq!(again.as_of(), 1440.0);
    /// ```
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        let rates = self.rates.map(|rate| [rate.a, rate.b]);
        let week = self.week.map(|count| if count < FAINT { 0.0 } else { count });
        Packer::new(VERSION)
            .whole(self.as_of)
            .all(rates.as_flattened())
            .all(&self.way_scores)
            .all(&self.shape_scores)
            .all(&[self.today.a, self.today.b, self.postings, self.first_rate])
            .all(&[self.late.a, self.late.b, self.promised])
            .all(&self.excited)
            .all(&self.called)
            .sparse(&self.minute)
            .sparse(&self.days)
            .sparse(&week)
            .done()
    }

    /// Decodes a belief. Returns `None` if the bytes are not valid.
    #[must_use]
    pub fn unpacked(bytes: &[u8], population: &Population, habits: &Habits) -> Option<Self> {
        let mut from = Unpacker::new(bytes, VERSION)?;
        let mut rhythm = Self::new(population, from.whole()?);
        let rates: [f64; 8] = from.all()?;
        rhythm.rates = std::array::from_fn(|i| Gamma { a: rates[2 * i], b: rates[2 * i + 1] });
        rhythm.way_scores = from.all()?;
        rhythm.shape_scores = from.all()?;
        let [a, b, postings, first_rate] = from.all()?;
        rhythm.today = Gamma { a, b };
        (rhythm.postings, rhythm.first_rate) = (postings, first_rate);
        let [a, b, promised] = from.all()?;
        (rhythm.late, rhythm.promised) = (Gamma { a, b }, promised);
        rhythm.excited = from.all()?;
        rhythm.called = from.all()?;
        rhythm.minute = from.sparse()?;
        rhythm.days = from.sparse()?;
        rhythm.week = from.sparse()?;
        if !(from.is_done() && rhythm.is_sound()) {
            return None;
        }
        rhythm.reshape(population, habits);
        Some(rhythm)
    }

    /// Returns whether arithmetic on it is safe: counts are not negative, and the rate is positive.
    fn is_sound(&self) -> bool {
        let counts =
            self.rates.iter().chain([&self.today, &self.late]).flat_map(|rate| [rate.a, rate.b]);
        let counts =
            counts.chain(self.excited).chain(self.called).chain([self.postings, self.promised]);
        let cells = self.week.iter().chain(&self.minute).chain(&self.days);
        counts.chain(cells.map(|&cell| f64::from(cell))).all(|count| count >= 0.0)
            && self.first_rate > 0.0
    }
}

impl Population {
    /// Encodes the population.
    ///
    /// ```
    /// use tidings_learn::rhythm::Population;
    /// let unknown = Population::unknown();
    /// let again = Population::unpacked(&unknown.packed()).unwrap();
    /// assert!((again.rate.mean() / unknown.rate.mean() - 1.0).abs() < 1e-6);
    /// assert!(Population::unpacked(b"junk").is_none());
    /// ```
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        let mut to = Packer::new(VERSION)
            .all(&[self.rate.a, self.rate.b, self.waking])
            .all(&self.minute)
            .all(&self.echo)
            .all(&self.ways)
            .all(&self.shapes);
        for (share, pattern) in self.clusters.groups() {
            to = to.all(&[share]).all(pattern);
        }
        to.done()
    }

    /// Decodes a population. Returns `None` if the bytes are not valid.
    #[must_use]
    pub fn unpacked(bytes: &[u8]) -> Option<Self> {
        let mut from = Unpacker::new(bytes, VERSION)?;
        let [a, b, waking] = from.all()?;
        let (minute, echo, ways) = (from.all()?, from.all()?, from.all()?);
        let shapes: [f64; SHAPES] = from.all()?;
        let mut groups = Vec::new();
        while !from.is_done() {
            let [share] = from.all()?;
            groups.push((share, from.all::<HOURS>()?));
        }
        let is_sound = a > 0.0 && b > 0.0 && waking > 0.0 && !groups.is_empty();
        let rate = Gamma { a, b };
        let clusters = Clusters::of(groups);
        is_sound.then_some(Self { rate, clusters, minute, echo, ways, shapes, waking })
    }
}
