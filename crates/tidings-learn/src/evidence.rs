//! What a reader's signs say: each is a click or a refusal, at a chance of having been read at all, with a weight.

use tidings_model::Reaction;

/// Yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// She opened it.
    Click,
    /// She did not.
    Refusal,
}

/// A click or a refusal, and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    /// Which.
    pub answer: Answer,
    /// The chance that it was read at all where it stood.
    pub g: f64,
    /// How often it counts: the exponent of its likelihood.
    pub weight: f64,
}

impl Evidence {
    /// A plain click where it is read with chance `g`.
    #[must_use]
    pub fn opened(g: f64) -> Self {
        Self { answer: Answer::Click, g, weight: 1.0 }
    }

    /// A plain refusal there.
    #[must_use]
    pub fn refused(g: f64) -> Self {
        Self { answer: Answer::Refusal, g, weight: 1.0 }
    }

    /// What a reaction says alone. What was reacted to was certainly read.
    ///
    /// The weights follow the order of the specification; no log that we know tells their sizes.
    #[must_use]
    pub fn of(reaction: Reaction) -> Self {
        let (answer, weight) = match reaction {
            Reaction::Opened => (Answer::Click, 1.0),
            Reaction::Kept => (Answer::Click, 1.5),
            Reaction::Starred | Reaction::Tagged | Reaction::Shared => (Answer::Click, 2.0),
            Reaction::Liked => (Answer::Click, 2.0),
            Reaction::Hidden => (Answer::Refusal, 2.0),
            Reaction::Skipped => (Answer::Refusal, 1.0),
            Reaction::Dismissed => (Answer::Refusal, 0.5),
        };
        Self { answer, g: 1.0, weight }
    }

    /// All that is known of one article, as one piece of evidence: what she said counts before what she did, the last
    /// word before earlier ones, a click before a refusal, the strongest before weaker ones. Where she did nothing, it is
    /// a refusal by one who read of it with chance `g`.
    ///
    /// ```
    /// use tidings_learn::evidence::Evidence;
    /// use tidings_model::Reaction;
    /// let read = |reactions: &[Reaction]| Evidence::of_article(0.7, reactions);
    /// assert_eq!(read(&[]), Evidence::refused(0.7));
    /// assert_eq!(read(&[Reaction::Dismissed, Reaction::Opened]), Evidence::of(Reaction::Opened));
    /// assert_eq!(read(&[Reaction::Opened, Reaction::Starred]), Evidence::of(Reaction::Starred));
    /// assert_eq!(read(&[Reaction::Opened, Reaction::Hidden]), Evidence::of(Reaction::Hidden));
    /// ```
    #[must_use]
    pub fn of_article(g: f64, reactions: &[Reaction]) -> Self {
        let said =
            reactions.iter().rfind(|said| matches!(said, Reaction::Liked | Reaction::Hidden));
        if let Some(said) = said {
            return Self::of(*said);
        }
        let all = reactions.iter().map(|reaction| Self::of(*reaction));
        let strongest = |answer: Answer| {
            all.clone()
                .filter(|evidence| evidence.answer == answer)
                .max_by(|a, b| a.weight.total_cmp(&b.weight))
        };
        strongest(Answer::Click)
            .or_else(|| strongest(Answer::Refusal))
            .unwrap_or_else(|| Self::refused(g))
    }

    /// The likelihood of this where the chance of opening is `chance`.
    #[must_use]
    pub fn likelihood(&self, chance: f64) -> f64 {
        let read = (self.g * chance).clamp(0.0, 1.0);
        let plain = match self.answer {
            Answer::Click => read,
            Answer::Refusal => 1.0 - read,
        };
        if (self.weight - 1.0).abs() < 1e-9 { plain } else { plain.powf(self.weight) }
    }
}
