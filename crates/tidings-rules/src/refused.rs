//! The bounds of a rule, and why one cannot be saved.

/// Most rules of one user.
pub const RULES_PER_USER: usize = 200;
/// Most conditions of one rule.
pub(crate) const CONDITIONS: usize = 20;
/// Most actions of one rule.
pub(crate) const ACTIONS: usize = 12;
/// Longest words, phrase or value of a condition, name of a rule or of a tag.
pub(crate) const TEXT_BYTES: usize = 500;
/// Longest regular expression.
pub(crate) const REGEX_BYTES: usize = 4 << 10;

/// Why a rule cannot be saved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// No name, or a long one.
    #[error("a rule has a name of 1 to {TEXT_BYTES} bytes")]
    Name,
    /// It would match everything.
    #[error("a rule for all sources has at least one condition")]
    NoCondition,
    /// Too many conditions.
    #[error("a rule has at most {CONDITIONS} conditions, this one has {0}")]
    ManyConditions(usize),
    /// No action.
    #[error("a rule does something: choose at least one action")]
    NoAction,
    /// Too many actions.
    #[error("a rule has at most {ACTIONS} actions, this one has {0}")]
    ManyActions(usize),
    /// Hidden and shown at once.
    #[error("a rule either blocks or keeps, not both")]
    BlockAndKeep,
    /// Nothing to look for.
    #[error("condition {0} has no word to look for")]
    Empty(usize),
    /// Too long.
    #[error("condition {0} is longer than {limit} bytes", limit = .1)]
    Long(usize, usize),
    /// A tag without a name, or with a long one.
    #[error("a tag has a name of 1 to {TEXT_BYTES} bytes")]
    TagName,
    /// Not a regular expression.
    #[error("condition {0} is no regular expression: {1}")]
    Regex(usize, String),
    /// A regular expression that would take too much memory.
    #[error(
        "the regular expression of condition {0} grows too large when it is prepared; use fewer repetitions"
    )]
    RegexSize(usize),
}
