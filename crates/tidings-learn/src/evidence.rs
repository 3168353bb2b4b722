//! What a reader's signs say: each is a click or a refusal, at a chance of having been read at all, with a weight.

use crate::attention::Attention;

/// One thing that a reader did, or let be, with an article that was shown to her.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Opened it.
    Opened,
    /// Kept it open for as long as reading takes.
    KeptOpen,
    /// Starred it, put it aside for later.
    Starred,
    /// Tagged it.
    Tagged,
    /// Shared it.
    Shared,
    /// Asked for more like it.
    MoreLikeThis,
    /// Asked for less like it.
    LessLikeThis,
    /// Had it on her screen and went on.
    ScrolledPast,
    /// Marked it read without opening it, alone or with others.
    MarkedRead,
}

impl Sign {
    /// All of them with the names by which they are kept.
    pub const ALL: [(&'static str, Self); 9] = [
        ("opened", Self::Opened),
        ("kept-open", Self::KeptOpen),
        ("starred", Self::Starred),
        ("tagged", Self::Tagged),
        ("shared", Self::Shared),
        ("more", Self::MoreLikeThis),
        ("less", Self::LessLikeThis),
        ("passed", Self::ScrolledPast),
        ("marked-read", Self::MarkedRead),
    ];

    /// Its name in the store and in JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        Self::ALL.iter().find(|(_, sign)| *sign == self).map_or("", |(code, _)| code)
    }

    /// The sign of a code.
    ///
    /// ```
    /// use tidings_learn::evidence::Sign;
    /// assert_eq!(Sign::of_code("more"), Some(Sign::MoreLikeThis));
    /// assert_eq!(Sign::MoreLikeThis.code(), "more");
    /// ```
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == code).map(|(_, sign)| *sign)
    }

    /// What it says alone. All of these were certainly read.
    ///
    /// The weights follow the order of the specification; no log that we know tells their sizes.
    #[must_use]
    pub fn evidence(self) -> Evidence {
        let (answer, weight) = match self {
            Self::Opened => (Answer::Click, 1.0),
            Self::KeptOpen => (Answer::Click, 1.5),
            Self::Starred | Self::Tagged | Self::Shared => (Answer::Click, 2.0),
            Self::MoreLikeThis => (Answer::Click, 3.0),
            Self::LessLikeThis => (Answer::Refusal, 3.0),
            Self::ScrolledPast => (Answer::Refusal, 1.0),
            Self::MarkedRead => (Answer::Refusal, 0.5),
        };
        Evidence { answer, g: 1.0, weight }
    }
}

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

    /// All that is known of one article that was shown at a position (from 1), as one piece of evidence: what she said
    /// counts before what she did, the strongest sign before weaker ones, and where there is none, it may not have been
    /// seen.
    ///
    /// ```
    /// use tidings_learn::attention::Attention;
    /// use tidings_learn::evidence::{Evidence, Sign};
    /// let attention = Attention::start();
    /// let read = |signs: &[Sign]| Evidence::of_showing(3, signs, &attention);
    /// assert_eq!(read(&[]), Evidence::refused(attention.at(3)));
    /// assert_eq!(read(&[Sign::MarkedRead, Sign::Opened]), Sign::Opened.evidence());
    /// assert_eq!(read(&[Sign::Opened, Sign::Starred]), Sign::Starred.evidence());
    /// assert_eq!(read(&[Sign::Opened, Sign::LessLikeThis]), Sign::LessLikeThis.evidence());
    /// ```
    #[must_use]
    pub fn of_showing(position: usize, signs: &[Sign], attention: &Attention) -> Self {
        let said =
            signs.iter().rfind(|sign| matches!(sign, Sign::MoreLikeThis | Sign::LessLikeThis));
        if let Some(said) = said {
            return said.evidence();
        }
        let all = signs.iter().map(|sign| sign.evidence());
        let strongest = |answer: Answer| {
            all.clone()
                .filter(|evidence| evidence.answer == answer)
                .max_by(|a, b| a.weight.total_cmp(&b.weight))
        };
        strongest(Answer::Click)
            .or_else(|| strongest(Answer::Refusal))
            .unwrap_or_else(|| Self::refused(attention.at(position)))
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
