//! The reasons why an act was refused.

use crate::{Error, health, pages::rules::form, voice::Voice};
use tidings_model::{Failure, MAX_FOLDER_LEVELS};

/// Why an act was refused. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActError {
    /// It does not exist, or it is not this person's.
    #[error("this {0} does not exist")]
    NotFound(&'static str),
    /// Only operators may do this.
    #[error("only operators of this server can do that")]
    OperatorsOnly,
    /// Operators may not do this to their own account.
    #[error("operators cannot do that to their own account")]
    Yourself,
    /// The text is too short, too long, or has invisible characters.
    #[error(
        "{field} must have {least} to {most} characters, without leading or trailing spaces and without control characters"
    )]
    Text {
        /// The field.
        field: &'static str,
        /// Minimum length.
        least: usize,
        /// Maximum length.
        most: usize,
    },
    /// The number is out of bounds.
    #[error("{field} must be from {least} to {most}")]
    Number {
        /// The field.
        field: &'static str,
        /// Minimum.
        least: u32,
        /// Maximum.
        most: u32,
    },
    /// The value is not one of the choices.
    #[error("{field} is not one of the allowed values")]
    Choice {
        /// The field.
        field: &'static str,
    },
    /// The minimum interval is longer than the maximum.
    #[error("min_minutes must not be greater than max_minutes")]
    Contrary,
    /// They already have something else of that name.
    #[error("the {0} is already taken; choose another")]
    Taken(&'static str),
    /// Folders would be nested too deep.
    #[error("folders can be nested up to {MAX_FOLDER_LEVELS} levels deep")]
    TooDeep,
    /// A folder would be moved into itself.
    #[error("a folder cannot be moved into itself or into a folder inside it")]
    InsideItself,
    /// More than one act can take.
    #[error("send at most {most} {what} at once")]
    AtOnce {
        /// Of what.
        what: &'static str,
        /// How many it takes.
        most: usize,
    },
    /// They have reached the maximum number.
    #[error("you already have {most} {what}, the most allowed; remove one first")]
    Full {
        /// Of what.
        what: &'static str,
        /// The maximum.
        most: usize,
    },
    /// The rule is not valid.
    #[error(transparent)]
    Rule(tidings_rules::RuleError),
    /// There is nothing to subscribe to at this address.
    #[error("no feed found at this address")]
    NoFeed,
    /// The file has no entries.
    #[error("the file is empty")]
    EmptyFile,
    /// The article has no page of its own.
    #[error("this article has no web address to fetch")]
    NoLink,
    /// A password without a user name, or a header without a value.
    #[error("send a user name with the password, or a value with the header")]
    HalfAKey,
    /// The network or the remote server failed.
    #[error("{}", .0.message)]
    Network(Failure),
    /// Any other refusal of the store.
    #[error("{0}")]
    Stored(String),
    /// It failed for a reason that is not the person's mistake.
    #[error(transparent)]
    Failed(Error),
}

impl ActError {
    /// Returns the field of the form or document that the error is about.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        match self {
            Self::Text { field, .. } | Self::Number { field, .. } | Self::Choice { field } => {
                Some(field)
            }
            Self::Contrary => Some("max_minutes"),
            Self::Taken(_) | Self::TooDeep | Self::InsideItself => Some("name"),
            Self::AtOnce { .. } => Some("ids"),
            Self::NoFeed => Some("url"),
            _ => None,
        }
    }

    /// Returns the sentence shown to the person.
    pub(crate) fn sentence(&self, t: &Voice) -> String {
        let most = |key, n: usize| t.with(key, "most", &n.to_string());
        match self {
            Self::NotFound("webhook") => t.of("refused-webhook").to_owned(),
            Self::NotFound(_) => t.of("refused-not-found").to_owned(),
            Self::OperatorsOnly => t.of("refused-operators").to_owned(),
            Self::Yourself => t.of("users-not-yourself").to_owned(),
            Self::Text { field: "title", most: n, .. } => most("refused-title", *n),
            Self::Text { field: "url", most: n, .. } => most("refused-address", *n),
            Self::Text { field: "query", most: n, .. } => most("refused-words", *n),
            Self::Text { most: n, .. } => most("refused-name", *n),
            Self::Number { least, most, .. } => t.with2(
                "refused-number",
                ("least", &least.to_string()),
                ("most", &most.to_string()),
            ),
            Self::Choice { .. } => t.of("refused-choice").to_owned(),
            Self::Contrary => t.of("refused-contrary").to_owned(),
            Self::Taken(_) => t.of("refused-taken").to_owned(),
            Self::TooDeep => most("refused-too-deep", MAX_FOLDER_LEVELS),
            Self::InsideItself => t.of("refused-inside-itself").to_owned(),
            Self::AtOnce { most: n, .. } => most("refused-at-once", *n),
            Self::Full { most: n, .. } => most("refused-full", *n),
            Self::Rule(refused) => form::complaint(t, refused),
            Self::NoFeed => t.of("src-add-nothing").to_owned(),
            Self::EmptyFile => t.of("src-import-empty-file").to_owned(),
            Self::NoLink => t.of("refused-no-link").to_owned(),
            Self::HalfAKey => t.of("refused-half-a-key").to_owned(),
            Self::Network(failure) => health::failure(t, failure.kind).to_owned(),
            Self::Stored(words) => words.clone(),
            Self::Failed(error) => error.sentence(t),
        }
    }
}

impl From<tidings_store::Error> for ActError {
    fn from(error: tidings_store::Error) -> Self {
        match error {
            tidings_store::Error::NotFound(what) => Self::NotFound(what),
            tidings_store::Error::Taken(what) => Self::Taken(what),
            tidings_store::Error::TooDeep => Self::TooDeep,
            tidings_store::Error::InsideItself => Self::InsideItself,
            tidings_store::Error::Refused(words) => Self::Stored(words),
            other => Self::Failed(other.into()),
        }
    }
}

impl From<Failure> for ActError {
    fn from(failure: Failure) -> Self {
        Self::Network(failure)
    }
}

impl From<Error> for ActError {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(refusal) => *refusal,
            error => Self::Failed(error),
        }
    }
}

impl From<ActError> for Error {
    fn from(refusal: ActError) -> Self {
        match refusal {
            ActError::NotFound(_) => Self::NotFound,
            ActError::OperatorsOnly => Self::Forbidden,
            ActError::Failed(error) => error,
            other => Self::Refused(Box::new(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_survives_conversion_to_an_error_and_back() {
        for refusal in [
            ActError::Contrary,
            ActError::Yourself,
            ActError::Taken("name"),
            ActError::NoFeed,
            ActError::Number { field: "days", least: 1, most: 2 },
            ActError::Full { what: "rules", most: 200 },
        ] {
            assert_eq!(ActError::from(Error::from(refusal.clone())), refusal);
        }
    }

    #[test]
    fn errors_of_pages_and_clients_are_not_refusals() {
        for (refusal, error) in [
            (ActError::NotFound("tag"), Error::NotFound),
            (ActError::OperatorsOnly, Error::Forbidden),
            (ActError::Failed(Error::Busy), Error::Busy),
        ] {
            assert_eq!(Error::from(refusal), error);
        }
    }

    #[test]
    fn every_refusal_has_a_sentence_with_its_numbers_in_every_language() {
        let text = |field| ActError::Text { field, least: 1, most: 4711 };
        let numbered = [
            text("title"),
            text("url"),
            text("query"),
            text("name"),
            ActError::Number { field: "days", least: 1, most: 4711 },
            ActError::AtOnce { what: "ids", most: 4711 },
            ActError::Full { what: "rules", most: 4711 },
        ];
        let plain = [
            ActError::NotFound("webhook"),
            ActError::NotFound("folder"),
            ActError::OperatorsOnly,
            ActError::Yourself,
            ActError::Choice { field: "theme" },
            ActError::Contrary,
            ActError::Taken("name"),
            ActError::TooDeep,
            ActError::InsideItself,
            ActError::NoFeed,
            ActError::EmptyFile,
            ActError::NoLink,
            ActError::HalfAKey,
        ];
        for language in crate::texts::Language::ALL {
            let look = crate::preferences::Preferences {
                language: Some(language),
                ..crate::preferences::Preferences::default()
            };
            let t = Voice::new(look, &http::HeaderMap::new());
            for refusal in &numbered {
                let said = refusal.sentence(&t);
                assert!(
                    said.replace([',', '.', '\u{202f}', '\u{a0}'], "").contains("4711"),
                    "{said}"
                );
            }
            let sentences: std::collections::BTreeSet<String> =
                plain.iter().map(|refusal| refusal.sentence(&t)).collect();
            assert_eq!(sentences.len(), plain.len(), "all sentences differ: {sentences:?}");
        }
    }
}
