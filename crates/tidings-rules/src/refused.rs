//! The limits of rules, and the errors of rules that cannot be saved.

/// Maximum number of rules per user.
pub const RULES_PER_USER: usize = 200;
/// Maximum number of conditions per rule.
pub(crate) const CONDITIONS: usize = 20;
/// Maximum number of actions per rule.
pub(crate) const ACTIONS: usize = 12;
/// Maximum length of the text of a condition, and of the names of rules and tags.
pub(crate) const TEXT_BYTES: usize = 500;
/// Maximum length of a regular expression.
pub(crate) const REGEX_BYTES: usize = 4 << 10;

/// Why a rule cannot be saved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// The name is empty or too long.
    #[error("the name of a rule must have 1 to {TEXT_BYTES} bytes")]
    Name,
    /// The rule would match everything.
    #[error("a rule for all sources must have at least one condition")]
    NoCondition,
    /// The rule has too many conditions.
    #[error("a rule has at most {CONDITIONS} conditions, this one has {0}")]
    ManyConditions(usize),
    /// The rule has no action.
    #[error("a rule must have at least one action")]
    NoAction,
    /// The rule has too many actions.
    #[error("a rule has at most {ACTIONS} actions, this one has {0}")]
    ManyActions(usize),
    /// The rule both blocks and keeps.
    #[error("a rule can either block or keep, not both")]
    BlockAndKeep,
    /// A condition has no text to look for.
    #[error("condition {0} has no word to look for")]
    Empty(usize),
    /// A condition is too long.
    #[error("condition {0} is longer than {limit} bytes", limit = .1)]
    Long(usize, usize),
    /// The name of a tag is empty or too long.
    #[error("the name of a tag must have 1 to {TEXT_BYTES} bytes")]
    TagName,
    /// The regular expression is not valid.
    #[error("condition {0} is not a valid regular expression: {1}")]
    Regex(usize, String),
    /// The regular expression would take too much memory.
    #[error(
        "the regular expression of condition {0} is too large when compiled; use fewer repetitions"
    )]
    RegexSize(usize),
}
