//! Serializes models for storage. A version comes first; bytes of another version, or broken ones, are rejected, and
//! the model is then learned again.

use super::model::{Model, Parts, Topic, Word};
use super::sampler::{MOST_TOPICS, Slot};
use tidings_model::taste::TopicId;
use tidings_numerics::pack::{Packer, Unpacker};

/// The format since topics have the name given by their articles.
const MODEL: u8 = 2;
/// The format before that: a topic had only one name.
const MODEL_WITHOUT_OWN_NAMES: u8 = 1;

impl Model {
    /// Serializes the model.
    ///
    /// ```
    /// # use tidings_numerics::Draws;
    /// # use tidings_text::topics::{BagsOfWords, Model, TrainingSettings, Trainer};
    /// # let model = Trainer::cold(BagsOfWords::default(), TrainingSettings::default(), Draws::new(1)).trained().model;
    /// assert_eq!(Model::from_bytes(&model.to_bytes()), Some(model));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut packer = Packer::new(MODEL)
            .count(self.training.into())
            .count(self.next_id.into())
            .count(self.n_sweeps.into())
            .whole(self.beta)
            .count(self.topics.len() as u64);
        for (topic, &alpha) in self.topics.iter().zip(&self.alpha) {
            packer = packer.count(topic.id.0.into()).text(&topic.name).text(&topic.own_name);
            packer = packer.count(topic.is_given.into()).whole(alpha);
        }
        packer = packer.count(self.words.len() as u64);
        for (number, word) in self.words.iter().enumerate() {
            let slots = self.slots_of(number);
            packer = packer.text(&word.term).text(&word.form).count(word.documents.into());
            packer = packer.count(slots.len() as u64);
            for slot in slots {
                packer = packer.count(slot.topic.into()).count(slot.count.into());
            }
        }
        packer.done()
    }

    /// Deserializes a model; `None` if the bytes are not valid.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let before = || Some((Unpacker::new(bytes, MODEL_WITHOUT_OWN_NAMES)?, false));
        let now = Unpacker::new(bytes, MODEL).map(|unpacker| (unpacker, true));
        let (mut unpacker, has_own_names) = now.or_else(before)?;
        let (training, next_id) = (number(&mut unpacker)?, small(&mut unpacker)?);
        let n_sweeps = number(&mut unpacker).filter(|n| *n > 0)?;
        let beta = unpacker.whole().filter(|beta| *beta > 0.0)?;
        let n_topics = unpacker.length().filter(|n| (1..=MOST_TOPICS).contains(n))?;
        let (mut topics, mut alpha) = (Vec::new(), Vec::new());
        for _ in 0..n_topics {
            let (id, name) = (TopicId(small(&mut unpacker)?), unpacker.text()?.to_owned());
            let own_name = if has_own_names { unpacker.text()?.to_owned() } else { name.clone() };
            topics.push(Topic { id, name, own_name, is_given: number(&mut unpacker)? != 0 });
            alpha.push(unpacker.whole().filter(|alpha| *alpha > 0.0)?);
        }
        let (mut words, mut ends, mut slots) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..unpacker.length()? {
            let (term, form) = (unpacker.text()?.into(), unpacker.text()?.into());
            words.push(Word { term, form, documents: number(&mut unpacker)? });
            let mut before = None;
            for _ in 0..unpacker.length()? {
                let slot = Slot { topic: number(&mut unpacker)?, count: number(&mut unpacker)? };
                // In the order of topics, each of them known and unique: searches rely on it.
                let follows = before.is_none_or(|before| slot.topic > before);
                (follows && (slot.topic as usize) < n_topics).then_some(())?;
                before = Some(slot.topic);
                slots.push(slot);
            }
            ends.push(slots.len());
        }
        let parts = Parts { training, next_id, topics, words, alpha, beta, n_sweeps, ends, slots };
        unpacker.is_done().then(|| Self::new(parts))
    }
}

fn number(unpacker: &mut Unpacker<'_>) -> Option<u32> {
    u32::try_from(unpacker.count()?).ok()
}

fn small(unpacker: &mut Unpacker<'_>) -> Option<u16> {
    u16::try_from(unpacker.count()?).ok()
}

#[cfg(test)]
mod tests;
