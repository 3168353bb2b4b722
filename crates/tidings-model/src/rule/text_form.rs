//! Conditions and actions as lines of text, for storage, exports and people.
//!
//! A condition is `title words: spoiler finale` or `not author is: Jane Doe`, an action `block` or `tag: later maybe`.

use super::{Action, Condition, Field, Matching, Polarity, Rule, RuleScope, Test};
use crate::WebhookId;
use std::{fmt, str::FromStr};

/// The error for a line that is neither a condition nor an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a condition such as \"title words: a b\" or an action such as \"star\", found {:?}",
            self.0
        )
    }
}

impl std::error::Error for Unreadable {}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.polarity == Polarity::Fails {
            f.write_str("not ")?;
        }
        write!(f, "{} {}: {}", self.field.code(), self.test.code(), one_line(&self.text))
    }
}

impl FromStr for Condition {
    type Err = Unreadable;

    fn from_str(line: &str) -> Result<Self, Unreadable> {
        let unreadable = || Unreadable(line.to_owned());
        let (polarity, rest) = match line.strip_prefix("not ") {
            Some(rest) => (Polarity::Fails, rest),
            None => (Polarity::Holds, line),
        };
        let (head, text) = rest.split_once(": ").ok_or_else(unreadable)?;
        let (field, test) = head.split_once(' ').ok_or_else(unreadable)?;
        Ok(Self {
            polarity,
            field: Field::from_code(field).ok_or_else(unreadable)?,
            test: Test::from_code(test).ok_or_else(unreadable)?,
            text: text.to_owned(),
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Block => f.write_str("block"),
            Self::Keep => f.write_str("keep"),
            Self::Read => f.write_str("read"),
            Self::Star => f.write_str("star"),
            Self::Later => f.write_str("later"),
            Self::Tag(name) => write!(f, "tag: {}", one_line(name)),
            Self::Webhook(id) => write!(f, "webhook: {id}"),
        }
    }
}

impl FromStr for Action {
    type Err = Unreadable;

    fn from_str(line: &str) -> Result<Self, Unreadable> {
        let unreadable = || Unreadable(line.to_owned());
        Ok(match line.split_once(": ") {
            Some(("tag", name)) => Self::Tag(name.to_owned()),
            Some(("webhook", id)) => {
                Self::Webhook(WebhookId(id.parse().map_err(|_| unreadable())?))
            }
            _ => match line {
                "block" => Self::Block,
                "keep" => Self::Keep,
                "read" => Self::Read,
                "star" => Self::Star,
                "later" => Self::Later,
                _ => return Err(unreadable()),
            },
        })
    }
}

/// Writes the rule as one line for logs and exports: `Spoilers: all sources, all of [title words: finale] -> block`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scope = match self.scope {
            RuleScope::All => "all sources".to_owned(),
            RuleScope::Folder(id) => format!("folder {id}"),
            RuleScope::Source(id) => format!("source {id}"),
        };
        let matching = match self.matching {
            Matching::All => "all of",
            Matching::Any => "any of",
        };
        let conditions = lines(&self.conditions).replace('\n', "; ");
        let actions = lines(&self.actions).replace('\n', ", ");
        write!(f, "{}: {scope}, {matching} [{conditions}] -> {actions}", one_line(&self.name))
    }
}

/// Writes items, one per line.
///
/// ```
/// use tidings_model::rule::{Action, lines, read_lines};
/// let actions = [Action::Star, Action::Tag("rust".into())];
/// assert_eq!(lines(&actions), "star\ntag: rust");
/// assert_eq!(read_lines::<Action>("star\ntag: rust").unwrap(), actions);
/// ```
#[must_use]
pub fn lines<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Reads [`lines`] back.
///
/// # Errors
/// When a line cannot be parsed.
pub fn read_lines<T: FromStr<Err = Unreadable>>(text: &str) -> Result<Vec<T>, Unreadable> {
    text.lines().filter(|line| !line.is_empty()).map(str::parse).collect()
}

/// Replaces control characters, because a line break would start a new condition.
fn one_line(text: &str) -> String {
    text.replace(|character: char| character.is_control(), " ").trim().to_owned()
}
