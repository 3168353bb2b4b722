//! Reasons why a line of an imported list could not be subscribed to.
//!
//! Stored as a code with its number, so that each user reads it in their own language.

use crate::FailureKind;
use std::fmt;

/// Why a line of an imported list could not be subscribed to.
///
/// ```
/// use tidings_model::Refusal;
/// assert_eq!(Refusal::Full { most: 2000 }.code(), "full 2000");
/// assert_eq!(Refusal::of_code("full 2000"), Some(Refusal::Full { most: 2000 }));
/// assert_eq!(Refusal::of_code("The address is empty."), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The line has no address.
    NoAddress,
    /// The given text is not an address.
    NotAnAddress,
    /// The address is longer than the limit.
    TooLong,
    /// The scheme is neither http nor https.
    OtherScheme,
    /// The account has reached the maximum number of subscriptions.
    Full {
        /// That maximum.
        most: u64,
    },
    /// The address must not be fetched.
    Forbidden(FailureKind),
}

impl Refusal {
    /// Returns the name, and the number if there is one.
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

    /// Parses a stored code. Returns `None` for anything else, such as the sentences that earlier versions stored.
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
            Self::NoAddress => write!(f, "This line has no feed address."),
            Self::NotAnAddress => write!(f, "This is not an address."),
            Self::TooLong => write!(f, "The address is too long."),
            Self::OtherScheme => write!(f, "Only http and https addresses are supported."),
            Self::Full { most } => {
                write!(f, "This account already has {most} subscriptions, the most allowed.")
            }
            Self::Forbidden(kind) => {
                write!(f, "This address must not be fetched ({}).", kind.code())
            }
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
    fn codes_round_trip() {
        for refusal in every_refusal() {
            assert_eq!(Refusal::of_code(&refusal.code()), Some(refusal));
        }
    }

    #[test]
    fn codes_match_the_stored_ones() {
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
    fn other_texts_are_not_refusals() {
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
    fn every_refusal_has_its_own_sentence() {
        let full = Refusal::Full { most: 2000 }.to_string();
        assert_eq!(full, "This account already has 2000 subscriptions, the most allowed.");
        let forbidden = Refusal::Forbidden(FailureKind::ForbiddenAddress).to_string();
        assert_eq!(forbidden, "This address must not be fetched (forbidden_address).");
        let mut sentences: Vec<String> = every_refusal().iter().map(ToString::to_string).collect();
        let n = sentences.len();
        assert!(sentences.iter().all(|sentence| sentence.ends_with('.')), "{sentences:?}");
        sentences.sort();
        sentences.dedup();
        assert_eq!(sentences.len(), n, "two refusals read the same");
    }

    proptest! {
        #[test]
        fn parsing_any_text_never_panics(text in ".*") {
            if let Some(refusal) = Refusal::of_code(&text) {
                prop_assert_eq!(Refusal::of_code(&refusal.code()), Some(refusal));
            }
        }
    }
}
