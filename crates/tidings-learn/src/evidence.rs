//! Evidence from a reader's reactions: each is a click or a refusal with a weight and the probability that the
//! article was read.

use tidings_model::Reaction;

/// Whether the reader clicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The reader opened the article.
    Click,
    /// The reader did not open it.
    Refusal,
}

/// A click or a refusal with its weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    /// Which of the two.
    pub answer: Answer,
    /// The probability that the article was read at its position.
    pub g: f64,
    /// The weight, as the exponent of the likelihood.
    pub weight: f64,
}

impl Evidence {
    /// Creates a plain click on an article that is read with probability `g`.
    #[must_use]
    pub fn opened(g: f64) -> Self {
        Self { answer: Answer::Click, g, weight: 1.0 }
    }

    /// Creates a plain refusal of an article that is read with probability `g`.
    #[must_use]
    pub fn refused(g: f64) -> Self {
        Self { answer: Answer::Refusal, g, weight: 1.0 }
    }

    /// Returns the evidence of a single reaction. The article was certainly read.
    ///
    /// The order of the weights follows the specification. Their sizes are not measured: we know of no log that would
    /// allow it.
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

    /// Combines everything known about one article into one piece of evidence. Explicit statements take precedence
    /// over other reactions, later statements over earlier ones, clicks over refusals, and strong reactions over weak
    /// ones. Without any reaction, it is a refusal of an article that was read with probability `g`.
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

    /// Returns the likelihood of this evidence if the probability of opening is `chance`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Reaction; 9] = [
        Reaction::Opened,
        Reaction::Kept,
        Reaction::Starred,
        Reaction::Tagged,
        Reaction::Shared,
        Reaction::Liked,
        Reaction::Skipped,
        Reaction::Dismissed,
        Reaction::Hidden,
    ];

    #[test]
    fn every_reaction_is_a_weighted_click_or_refusal() {
        for (reaction, answer, weight) in [
            (Reaction::Opened, Answer::Click, 1.0),
            (Reaction::Kept, Answer::Click, 1.5),
            (Reaction::Starred, Answer::Click, 2.0),
            (Reaction::Tagged, Answer::Click, 2.0),
            (Reaction::Shared, Answer::Click, 2.0),
            (Reaction::Liked, Answer::Click, 2.0),
            (Reaction::Skipped, Answer::Refusal, 1.0),
            (Reaction::Dismissed, Answer::Refusal, 0.5),
            (Reaction::Hidden, Answer::Refusal, 2.0),
        ] {
            assert_eq!(Evidence::of(reaction), Evidence { answer, g: 1.0, weight }, "{reaction:?}");
        }
    }

    #[test]
    fn one_reaction_of_many_counts() {
        use Reaction::{Dismissed, Hidden, Kept, Liked, Opened, Skipped, Starred};
        for (reactions, expected) in [
            (vec![Opened], Opened),
            (vec![Opened, Kept], Kept),
            (vec![Starred, Opened, Kept], Starred),
            (vec![Skipped, Opened], Opened),
            (vec![Opened, Skipped], Opened),
            (vec![Dismissed, Skipped], Skipped),
            (vec![Skipped, Dismissed], Skipped),
            (vec![Liked, Hidden], Hidden),
            (vec![Hidden, Liked], Liked),
            (vec![Hidden, Starred, Opened], Hidden),
            (vec![Liked, Skipped], Liked),
        ] {
            assert_eq!(
                Evidence::of_article(0.3, &reactions),
                Evidence::of(expected),
                "{reactions:?}"
            );
        }
        assert_eq!(Evidence::of_article(0.3, &[]), Evidence::refused(0.3));
    }

    #[test]
    fn likelihoods_combine_reading_and_opening() {
        let of = |answer, g, weight| Evidence { answer, g, weight };
        for (evidence, chance, expected) in [
            (Evidence::opened(0.5), 0.4, 0.2),
            (Evidence::refused(0.5), 0.4, 0.8),
            (Evidence::opened(1.0), 1.0, 1.0),
            (Evidence::refused(1.0), 1.0, 0.0),
            (Evidence::refused(0.0), 0.7, 1.0),
            (of(Answer::Click, 0.5, 2.0), 0.4, 0.04),
            (of(Answer::Refusal, 0.5, 2.0), 0.4, 0.64),
            (of(Answer::Refusal, 1.0, 0.5), 0.19, 0.9),
            // Impossible values are bounded.
            (Evidence::opened(1.0), 1.5, 1.0),
            (Evidence::opened(1.0), -0.5, 0.0),
            (Evidence::refused(1.0), -0.5, 1.0),
        ] {
            let found = evidence.likelihood(chance);
            assert!((found - expected).abs() < 1e-12, "{evidence:?} at {chance}: {found}");
        }
    }

    proptest! {
        #[test]
        fn clicks_favour_high_and_refusals_low_interests(
            g in 0.0f64..1.0, low in 0.0f64..1.0, more in 0.0f64..1.0, which in 0usize..9,
        ) {
            let evidence = Evidence { g, ..Evidence::of(ALL[which]) };
            let (at, beyond) = (evidence.likelihood(low), evidence.likelihood(low + more));
            prop_assert!((0.0..=1.0).contains(&at));
            match evidence.answer {
                Answer::Click => prop_assert!(beyond >= at),
                Answer::Refusal => prop_assert!(beyond <= at),
            }
        }
    }
}
