//! People: who they are, what they follow, what they did with an article.

use crate::{ArticleId, FolderId, SourceId, UserId};
use jiff::Timestamp;

/// What a user may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Reads, and manages what is their own.
    User,
    /// Also runs the server: users, budget, backup.
    Operator,
}

impl Role {
    /// Its name in the store and in JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Operator => "operator",
        }
    }

    /// The role of a code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::User, Self::Operator].into_iter().find(|role| role.code() == code)
    }
}

/// A person with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Their id.
    pub id: UserId,
    /// The name they sign in with.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// When the account was made.
    pub created_at: Timestamp,
}

/// A user follows a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Who.
    pub user: UserId,
    /// What.
    pub source: SourceId,
    /// In which folder.
    pub folder: Option<FolderId>,
    /// The user's own title for it.
    pub title: Option<String>,
    /// Since when.
    pub created_at: Timestamp,
}

/// A user's state for an article; articles without one are as they arrived.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// When it was marked read.
    pub read_at: Option<Timestamp>,
    /// When it was starred.
    pub starred_at: Option<Timestamp>,
    /// When it was put aside for later.
    pub later_at: Option<Timestamp>,
    /// How often it was opened.
    pub n_opened: u32,
    /// Time spent on it.
    pub spent_ms: i64,
    /// When it was opened last.
    pub opened_at: Option<Timestamp>,
}

/// A user came to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    /// Who.
    pub user: UserId,
    /// When.
    pub at: Timestamp,
}

/// What a user did with an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaction {
    /// Opened it.
    Opened,
    /// Kept it open long enough to read it.
    Kept,
    /// Gave it a star.
    Starred,
    /// Gave it a tag.
    Tagged,
    /// Shared it.
    Shared,
    /// Asked for more like it.
    Liked,
    /// Had it on the screen and passed over it.
    Skipped,
    /// Marked it read without opening it.
    Dismissed,
    /// Asked for less like it.
    Hidden,
}

/// A reaction, with who, to what and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UserReaction {
    /// Who.
    pub user: UserId,
    /// To what.
    pub article: ArticleId,
    /// How.
    pub reaction: Reaction,
    /// When.
    pub at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_its_stored_code() {
        for (role, code) in [(Role::User, "user"), (Role::Operator, "operator")] {
            assert_eq!(role.code(), code);
            assert_eq!(Role::from_code(code), Some(role));
        }
        for unknown in ["", "User", "admin", "operator "] {
            assert_eq!(Role::from_code(unknown), None, "{unknown:?}");
        }
        assert!(Role::User < Role::Operator, "an operator may more");
    }

    #[test]
    fn an_article_arrives_unread() {
        let untouched = Reading::default();
        assert_eq!(
            (untouched.read_at, untouched.starred_at, untouched.later_at),
            (None, None, None)
        );
        assert_eq!((untouched.n_opened, untouched.spent_ms, untouched.opened_at), (0, 0, None));
    }
}
