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

    #[test]
    fn codes_are_read_back() {
        let plain =
            [Refusal::NoAddress, Refusal::NotAnAddress, Refusal::TooLong, Refusal::OtherScheme];
        let kinds = FailureKind::ALL.into_iter().map(Refusal::Forbidden);
        for refusal in plain.into_iter().chain([Refusal::Full { most: 7 }]).chain(kinds) {
            assert_eq!(Refusal::of_code(&refusal.code()), Some(refusal));
        }
    }
}
