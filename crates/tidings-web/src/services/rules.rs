//! Trying out and applying rules on stored articles.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::fmt::Debug;
use tidings_model::{Failure, RuleId, UserId};
use tidings_rules::CompiledRule;
use tidings_store::RuleArticle;

/// Runs rules over a person's articles.
pub trait RuleRuns: Send + Sync + Debug {
    /// Tries a rule out on a user's recent articles, without changing anything.
    fn try_rule(
        &self,
        user: UserId,
        rule: CompiledRule,
    ) -> BoxFuture<'_, Result<RuleTrial, Failure>>;

    /// Applies one of a user's rules to their recent articles.
    fn apply_rule(&self, user: UserId, rule: RuleId) -> BoxFuture<'_, Result<RuleEffect, Failure>>;
}

/// What a rule would have done.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RuleTrial {
    /// The newest matches.
    pub shown: Vec<RuleArticle>,
    /// The number of matches.
    pub n_matched: u64,
    /// The number of articles examined.
    pub n_looked_at: u64,
    /// How far back the search got, if there was no time for all articles.
    pub stopped_at: Option<Timestamp>,
}

/// What a rule did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleEffect {
    /// The number of articles changed.
    pub n_articles: u64,
    /// The id of the undo.
    pub undo: Option<i64>,
}
