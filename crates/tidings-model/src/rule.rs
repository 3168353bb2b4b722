//! What a rule is: where it looks, what for, what then; and what all rules of a user say of an article.

mod text_form;

pub use text_form::{Unreadable, lines, read_lines};

use crate::{FolderId, RuleId, SourceId, WebhookId};

/// A rule as its user wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// What the user calls it.
    pub name: String,
    /// Which articles it looks at.
    pub scope: RuleScope,
    /// How its conditions are joined.
    pub matching: Matching,
    /// What it looks for. Without any it matches all of its scope.
    pub conditions: Vec<Condition>,
    /// Whether accents count.
    pub accents: Accents,
    /// What happens to an article that matches.
    pub actions: Vec<Action>,
}

/// Which articles a rule looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleScope {
    /// Those of all sources.
    All,
    /// Those of the sources in a folder.
    Folder(FolderId),
    /// Those of a source.
    Source(SourceId),
}

/// How conditions are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Matching {
    /// All must hold.
    All,
    /// One is enough.
    Any,
}

/// Whether accents count when words are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Accents {
    /// "Müller" is not "Muller".
    Count,
    /// "Müller" is "Muller", "straße" is "strasse".
    Ignored,
}

/// One thing a rule looks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Whether it must hold, or must not.
    pub polarity: Polarity,
    /// Where it looks.
    pub field: Field,
    /// How it looks.
    pub test: Test,
    /// What it looks for.
    pub text: String,
}

/// Whether a condition must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Polarity {
    /// It must.
    Holds,
    /// It must not.
    Fails,
}

macro_rules! coded {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $code:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }

        impl $name {
            /// All of them, in the order a person is shown.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word it is stored by. Stable.
            #[must_use]
            pub fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }

            /// What a word stands for.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.code() == code)
            }
        }
    };
}

coded! {
    /// Where a condition looks.
    Field {
        /// The headline.
        Title = "title",
        /// The text, without markup.
        Content = "content",
        /// One of the authors.
        Author = "author",
        /// One of the publisher's categories.
        Tag = "tag",
        /// The address.
        Link = "link",
        /// All of these.
        Any = "any",
    }
}

coded! {
    /// How a condition looks.
    Test {
        /// Every one of the words occurs, in any order.
        Words = "words",
        /// The words occur one after the other.
        Phrase = "phrase",
        /// The whole of it is this.
        Is = "is",
        /// A regular expression matches somewhere.
        Regex = "regex",
    }
}

/// What happens to an article that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// It is not shown, and no other action applies.
    Block,
    /// It is shown, and what no such rule of the scope matches is not.
    Keep,
    /// It arrives read.
    Read,
    /// It is starred.
    Star,
    /// It is put aside for later.
    Later,
    /// It gets a tag.
    Tag(String),
    /// A message goes out.
    Webhook(WebhookId),
}

/// What happens to an article.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// The rules that matched and whose actions apply, in order.
    pub matched: Vec<RuleId>,
    /// The rule by which it is not shown; nothing else applies then.
    pub blocked_by: Option<RuleId>,
    /// It arrives read.
    pub is_read: bool,
    /// It is starred.
    pub is_starred: bool,
    /// It is put aside.
    pub is_later: bool,
    /// Tags it gets.
    pub tags: Vec<String>,
    /// Messages that go out, each with the rule that sends it.
    pub webhooks: Vec<(WebhookId, RuleId)>,
}

impl Verdict {
    /// Whether nothing happens.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests;
