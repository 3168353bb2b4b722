//! Why a line of a list cannot be followed.
//!
//! Kept as a code with its number, so that each person reads it in their own language.

use crate::FailureKind;
use std::fmt;

/// Why a line of a list cannot be followed.
///
/// ```
/// use tidings_model::Refusal;
/// assert_eq!(Refusal::Full { most: 2000 }.code(), "full 2000");
/// assert_eq!(Refusal::of_code("full 2000"), Some(Refusal::Full { most: 2000 }));
/// assert_eq!(Refusal::of_code("The address is empty."), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// No address is given.
    NoAddress,
    /// What is given is none.
    NotAnAddress,
    /// It is longer than any that is kept.
    TooLong,
    /// Neither http nor https.
    OtherScheme,
    /// The account follows as many sources as one may.
    Full {
        /// How many.
        most: u64,
    },
    /// The address may not be asked.
    Forbidden(FailureKind),
}

impl Refusal {
    /// Its name, and its number if it has one.
    #[must_use]
    pub fn code(self) -> String {
        match self {
            Self::NoAddress => "no-address".to_owned(),
            Self::NotAnAddress => "not-an-address".to_owned(),
            Self::TooLong => "too-long".to_owned(),
            Self::OtherScheme => "other-scheme".to_owned(),
            Self::Full { most } => format!("full {most}"),
            Self::Forbidden(kind) => kind.code().to_owned(),
        }
    }

    /// The refusal of a code; `None` for anything else, such as the sentences that were kept formerly.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        Some(match code {
            "no-address" => Self::NoAddress,
            "not-an-address" => Self::NotAnAddress,
            "too-long" => Self::TooLong,
            "other-scheme" => Self::OtherScheme,
            _ => match code.strip_prefix("full ") {
                Some(most) => Self::Full { most: most.parse().ok()? },
                None => Self::Forbidden(FailureKind::from_code(code)?),
            },
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAddress => write!(f, "The line has no address of a feed."),
            Self::NotAnAddress => write!(f, "This is not an address."),
            Self::TooLong => write!(f, "The address is too long."),
            Self::OtherScheme => write!(f, "Only http and https addresses can be followed."),
            Self::Full { most } => {
                write!(f, "{most} sources are followed, which is the most one account can.")
            }
            Self::Forbidden(kind) => write!(f, "The address may not be asked ({}).", kind.code()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn every_refusal() -> Vec<Refusal> {
        let plain =
            [Refusal::NoAddress, Refusal::NotAnAddress, Refusal::TooLong, Refusal::OtherScheme];
        let full = [0, 1, 7, u64::MAX].map(|most| Refusal::Full { most });
        let kinds = FailureKind::ALL.into_iter().map(Refusal::Forbidden);
        plain.into_iter().chain(full).chain(kinds).collect()
    }

    #[test]
    fn codes_are_read_back() {
        for refusal in every_refusal() {
            assert_eq!(Refusal::of_code(&refusal.code()), Some(refusal));
        }
    }

    #[test]
    fn codes_are_the_stored_ones() {
        for (refusal, code) in [
            (Refusal::NoAddress, "no-address"),
            (Refusal::NotAnAddress, "not-an-address"),
            (Refusal::TooLong, "too-long"),
            (Refusal::OtherScheme, "other-scheme"),
            (Refusal::Full { most: 2000 }, "full 2000"),
            (Refusal::Forbidden(FailureKind::ForbiddenPort), "forbidden_port"),
        ] {
            assert_eq!(refusal.code(), code);
        }
    }

    #[test]
    fn what_is_no_code_is_no_refusal() {
        for text in [
            "",
            "full",
            "full ",
            "full -1",
            "full 1.5",
            "full 18446744073709551616",
            "FULL 3",
            "The address is empty.",
        ] {
            assert_eq!(Refusal::of_code(text), None, "{text:?}");
        }
    }

    #[test]
    fn every_refusal_is_a_sentence_of_its_own() {
        let full = Refusal::Full { most: 2000 }.to_string();
        assert_eq!(full, "2000 sources are followed, which is the most one account can.");
        let forbidden = Refusal::Forbidden(FailureKind::ForbiddenAddress).to_string();
        assert_eq!(forbidden, "The address may not be asked (forbidden_address).");
        let mut sentences: Vec<String> = every_refusal().iter().map(ToString::to_string).collect();
        let n = sentences.len();
        assert!(sentences.iter().all(|sentence| sentence.ends_with('.')), "{sentences:?}");
        sentences.sort();
        sentences.dedup();
        assert_eq!(sentences.len(), n, "two refusals read the same");
    }

    proptest! {
        #[test]
        fn any_text_can_be_asked(text in ".*") {
            if let Some(refusal) = Refusal::of_code(&text) {
                prop_assert_eq!(Refusal::of_code(&refusal.code()), Some(refusal));
            }
        }
    }
}
