//! Users: their accounts, subscriptions, readings and reactions.

use crate::{ArticleId, FolderId, SourceId, UserId};
use jiff::Timestamp;

/// What a user may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Reads, and manages their own data.
    User,
    /// Also manages the server: users, budget, backups.
    Operator,
}

impl Role {
    /// Returns the name used in the store and in JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Operator => "operator",
        }
    }

    /// Returns the role with this name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::User, Self::Operator].into_iter().find(|role| role.code() == code)
    }
}

/// A person with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The id.
    pub id: UserId,
    /// The name they sign in with.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// When the account was created.
    pub created_at: Timestamp,
}

/// A user's subscription to a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// The user.
    pub user: UserId,
    /// The source.
    pub source: SourceId,
    /// The folder, if any.
    pub folder: Option<FolderId>,
    /// The user's own title for the source.
    pub title: Option<String>,
    /// When the user subscribed.
    pub created_at: Timestamp,
}

/// A user's state for one article. An article without a reading is unread.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// When it was marked read.
    pub read_at: Option<Timestamp>,
    /// When it was starred.
    pub starred_at: Option<Timestamp>,
    /// When it was saved for later.
    pub later_at: Option<Timestamp>,
    /// The number of times it was opened.
    pub n_opened: u32,
    /// The time spent on it.
    pub spent_ms: i64,
    /// When it was last opened.
    pub opened_at: Option<Timestamp>,
}

/// A visit: a user opened Tidings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    /// The user.
    pub user: UserId,
    /// The time.
    pub at: Timestamp,
}

/// What a user did with an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaction {
    /// Opened the article.
    Opened,
    /// Kept it open long enough to read it.
    Kept,
    /// Starred it.
    Starred,
    /// Tagged it.
    Tagged,
    /// Shared it.
    Shared,
    /// Asked for more like this.
    Liked,
    /// Scrolled past it.
    Skipped,
    /// Marked it as read without opening it.
    Dismissed,
    /// Asked for less like this.
    Hidden,
}

/// A reaction of a user to an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UserReaction {
    /// The user.
    pub user: UserId,
    /// The article.
    pub article: ArticleId,
    /// The reaction.
    pub reaction: Reaction,
    /// The time.
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
        assert!(Role::User < Role::Operator, "operators may do more");
    }

    #[test]
    fn a_default_reading_is_unread() {
        let untouched = Reading::default();
        assert_eq!(
            (untouched.read_at, untouched.starred_at, untouched.later_at),
            (None, None, None)
        );
        assert_eq!((untouched.n_opened, untouched.spent_ms, untouched.opened_at), (0, 0, None));
    }
}
