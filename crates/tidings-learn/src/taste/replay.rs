//! A taste from the log: the same events in the same order give the same taste.

use super::{Composition, Taste, TasteContext};
use crate::evidence::Evidence;
use tidings_model::taste::Subject;

/// One line of a reader's log.
#[derive(Debug, Clone, PartialEq)]
pub enum TasteEvent {
    /// She came, and a page was ranked for her.
    Visit,
    /// What became of an article that she was shown.
    Seen {
        /// What it is made up of, by the topics of now.
        makeup: Composition,
        /// What she did.
        evidence: Evidence,
    },
    /// She said herself how much she likes a subject.
    Told {
        /// Which.
        subject: Subject,
        /// The share of it that she wishes to open.
        share: f64,
    },
}

impl Taste {
    /// What is believed after all of these, when the next page is ranked.
    #[must_use]
    pub fn replay<'a>(
        events: impl IntoIterator<Item = &'a TasteEvent>,
        frame: &TasteContext<'_>,
    ) -> Self {
        let mut taste = Self::default();
        events.into_iter().for_each(|event| taste.follow(event, frame));
        taste.reflect(frame);
        taste
    }

    /// After one more event.
    pub fn follow(&mut self, event: &TasteEvent, frame: &TasteContext<'_>) {
        match event {
            TasteEvent::Visit => {
                self.reflect(frame);
                self.visit(frame);
            }
            TasteEvent::Seen { makeup, evidence } => self.observe(makeup, evidence, frame),
            TasteEvent::Told { subject, share } => self.tell(*subject, *share),
        }
    }
}
