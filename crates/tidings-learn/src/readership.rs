//! What readers have in common: how far down a page they read, and what most of them like.

use crate::attention::{Attention, fit, fit::Pair};
use crate::prior::{Prior, READERS_NEEDED};
use crate::taste::{Population, Taste};
use tidings_model::{
    SourceId,
    taste::{Subject, TopicId},
};
use tidings_numerics::pack::{Packer, Unpacker};

/// The version of the encoding. Other versions are not read, and the readership is learned again.
const VERSION: u8 = 1;
/// The number of positions for which attention is estimated.
const POSITIONS: usize = 30;
/// The unobserved pairs that pull the estimate of positions towards the initial assumption.
const DOUBT: f64 = 5.0;

/// What readers have in common.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Readership {
    /// What is expected of any reader, if enough are known.
    pub population: Option<Population>,
    /// How far down a page readers read.
    pub attention: Attention,
}

impl Readership {
    /// Learns from readers' tastes and from what they opened at which position.
    ///
    /// ```
    /// use tidings_learn::readership::Readership;
    /// assert_eq!(Readership::learned(&[], &[]), Readership::default());
    /// ```
    #[must_use]
    pub fn learned(tastes: &[Taste], seen: &[Pair]) -> Self {
        // With only a few readers, individuals could be recognised.
        let population = (tastes.len() > READERS_NEEDED).then(|| Population::learned(tastes));
        let attention = Attention::start();
        let fitted = fit::fit(seen, &attention.first(POSITIONS), &Prior::even(), DOUBT, fit::STEPS);
        Self { population, attention: attention.learned(&fitted) }
    }

    /// Encodes the readership for storage.
    ///
    /// ```
    /// use tidings_learn::readership::Readership;
    /// let nobody = Readership::default();
    /// assert_eq!(Readership::unpacked(&nobody.packed()), Some(nobody));
    /// assert_eq!(Readership::unpacked(b"junk"), None);
    /// ```
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        let known = self.attention.known();
        let mut packer = Packer::new(VERSION).count(known.len() as u64);
        for chance in known {
            packer = packer.whole(*chance);
        }
        let Some(population) = &self.population else { return packer.count(0).done() };
        packer = packer.count(1);
        packer = prior(prior(packer, &population.topic), &population.source);
        packer = packer.count(population.each.len() as u64);
        for (subject, each) in &population.each {
            let (kind, id) = match subject {
                Subject::Topic(topic) => (0, u64::from(topic.0)),
                Subject::Source(source) => (1, source.0.unsigned_abs()),
            };
            packer = prior(packer.count(kind).count(id), each);
        }
        packer.done()
    }

    /// Decodes a readership. Returns `None` if the bytes are not valid.
    #[must_use]
    pub fn unpacked(bytes: &[u8]) -> Option<Self> {
        let mut from = Unpacker::new(bytes, VERSION)?;
        let n = usize::try_from(from.count()?).ok().filter(|n| *n <= POSITIONS)?;
        let known = (0..n).map(|_| from.whole()).collect::<Option<Vec<f64>>>()?;
        let attention = Attention::of(&known);
        let population = match from.count()? {
            0 => None,
            1 => Some(read_population(&mut from)?),
            _ => return None,
        };
        Some(Self { population, attention })
    }
}

fn prior(mut packer: Packer, prior: &Prior) -> Packer {
    for weight in prior.weights() {
        packer = packer.whole(*weight);
    }
    packer
}

fn read_population(from: &mut Unpacker<'_>) -> Option<Population> {
    let (topic, source) = (read_prior(from)?, read_prior(from)?);
    let mut population = Population { topic, source, ..Population::default() };
    for _ in 0..from.count()? {
        let (kind, id) = (from.count()?, from.count()?);
        let subject = match kind {
            0 => Subject::Topic(TopicId(u16::try_from(id).ok()?)),
            1 => Subject::Source(SourceId(i64::try_from(id).ok()?)),
            _ => return None,
        };
        population.each.insert(subject, read_prior(from)?);
    }
    Some(population)
}

fn read_prior(from: &mut Unpacker<'_>) -> Option<Prior> {
    let mut weights = *Prior::flat().weights();
    for weight in &mut weights {
        *weight = from.whole()?;
    }
    Prior::of(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Evidence;
    use crate::taste::{Composition, TasteContext};

    fn readership(n_readers: usize) -> Readership {
        let frame = TasteContext { topics: 5, sources: 3, ..TasteContext::default() };
        let mut taste = Taste::default();
        for _ in 0..5 {
            let (topic, source) = (Subject::Topic(TopicId(3)), Subject::Source(SourceId(7)));
            taste.observe(&Composition::alone(topic), &Evidence::opened(1.0), &frame);
            taste.observe(&Composition::alone(source), &Evidence::refused(1.0), &frame);
        }
        Readership::learned(&vec![taste; n_readers], &[])
    }

    #[test]
    fn a_population_is_learned_only_from_enough_readers() {
        assert!(readership(READERS_NEEDED).population.is_none());
        assert!(readership(READERS_NEEDED + 1).population.is_some());
    }

    #[test]
    fn the_encoding_round_trips() {
        let before = readership(30);
        let each = &before.population.as_ref().unwrap().each;
        assert_eq!(each.len(), 2, "a topic and a source");
        let after = Readership::unpacked(&before.packed()).unwrap();
        assert_eq!(after.attention, before.attention);
        let close = |a: &Prior, b: &Prior| {
            a.weights().iter().zip(b.weights()).all(|(a, b)| (a - b).abs() < 1e-12)
        };
        let (before, after) = (before.population.unwrap(), after.population.unwrap());
        assert!(close(&before.topic, &after.topic) && close(&before.source, &after.source));
        for (subject, prior) in &before.each {
            assert!(close(prior, &after.each[subject]), "{subject:?}");
        }
    }

    #[test]
    fn truncated_bytes_are_rejected() {
        let bytes = readership(30).packed();
        for n in 0..bytes.len() {
            assert_eq!(Readership::unpacked(&bytes[..n]), None, "{n} of {} bytes", bytes.len());
        }
    }
}
