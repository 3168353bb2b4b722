//! Rebuilds a taste from the log: the same events in the same order give the same taste.

use super::{Composition, Taste, TasteContext};
use crate::evidence::Evidence;
use tidings_model::taste::Subject;

/// One event of a reader's log.
#[derive(Debug, Clone, PartialEq)]
pub enum TasteEvent {
    /// The reader visited, and a page was ranked.
    Visit,
    /// The result for an article that was shown.
    Seen {
        /// Its composition by the current topics.
        makeup: Composition,
        /// The reader's reaction.
        evidence: Evidence,
    },
    /// The reader stated a preference for a subject.
    Told {
        /// The subject.
        subject: Subject,
        /// The share of its articles the reader would open.
        share: f64,
    },
}

impl Taste {
    /// Rebuilds the taste from these events, ready for ranking the next page.
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

    /// Applies one more event.
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
