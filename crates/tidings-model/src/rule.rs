//! Rules: their scope, conditions and actions, and the verdict of all of a user's rules on an article.

mod text_form;

pub use text_form::{Unreadable, lines, read_lines};

use crate::{FolderId, RuleId, SourceId, WebhookId};

/// A rule as its user wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The name given by the user.
    pub name: String,
    /// The articles it applies to.
    pub scope: RuleScope,
    /// How its conditions are joined.
    pub matching: Matching,
    /// The conditions. A rule without conditions matches its whole scope.
    pub conditions: Vec<Condition>,
    /// Whether accents matter.
    pub accents: Accents,
    /// The actions for articles that match.
    pub actions: Vec<Action>,
}

/// The articles that a rule applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleScope {
    /// Articles of all sources.
    All,
    /// Articles of the sources in a folder.
    Folder(FolderId),
    /// Articles of one source.
    Source(SourceId),
}

/// How conditions are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Matching {
    /// All conditions must hold.
    All,
    /// One condition is enough.
    Any,
}

/// Whether accents matter when words are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Accents {
    /// "Müller" and "Muller" differ.
    Count,
    /// "Müller" equals "Muller", and "straße" equals "strasse".
    Ignored,
}

/// One condition of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Whether it must hold or must not hold.
    pub polarity: Polarity,
    /// The part of the article to test.
    pub field: Field,
    /// The test.
    pub test: Test,
    /// The text to look for.
    pub text: String,
}

/// Whether a condition must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Polarity {
    /// The condition must hold.
    Holds,
    /// The condition must not hold.
    Fails,
}

macro_rules! coded {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $code:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }

        impl $name {
            /// All values, in display order.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Returns the word it is stored as, which never changes.
            #[must_use]
            pub fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }

            /// Returns the value stored as this word.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.code() == code)
            }
        }
    };
}

coded! {
    /// The part of an article that a condition tests.
    Field {
        /// The title.
        Title = "title",
        /// The text, without markup.
        Content = "content",
        /// One of the authors.
        Author = "author",
        /// One of the publisher's tags.
        Tag = "tag",
        /// The web address.
        Link = "link",
        /// Any of these.
        Any = "any",
    }
}

coded! {
    /// How a condition compares texts.
    Test {
        /// All words occur, in any order.
        Words = "words",
        /// The words occur in sequence.
        Phrase = "phrase",
        /// The whole text is equal.
        Is = "is",
        /// A regular expression matches somewhere.
        Regex = "regex",
    }
}

/// What happens to an article that matches a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// The article is hidden, and no other action applies.
    Block,
    /// The article is shown, and articles of the same scope that match no such rule are hidden.
    Keep,
    /// The article is marked as read on arrival.
    Read,
    /// The article is starred.
    Star,
    /// The article is saved for later.
    Later,
    /// The article gets a tag.
    Tag(String),
    /// The webhook is called.
    Webhook(WebhookId),
}

/// What happens to an article after all rules were applied.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// The rules that matched and whose actions apply, in order.
    pub matched: Vec<RuleId>,
    /// The rule that hides the article. If set, nothing else applies.
    pub blocked_by: Option<RuleId>,
    /// Whether the article is marked as read.
    pub is_read: bool,
    /// Whether the article is starred.
    pub is_starred: bool,
    /// Whether the article is saved for later.
    pub is_later: bool,
    /// The tags it gets.
    pub tags: Vec<String>,
    /// The webhooks to call, each with the rule that calls it.
    pub webhooks: Vec<(WebhookId, RuleId)>,
}

impl Verdict {
    /// Returns whether nothing happens.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests;
