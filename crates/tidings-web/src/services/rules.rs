//! Rules on what is here already: tried out, or carried out.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::fmt::Debug;
use tidings_model::{Failure, RuleId, UserId};
use tidings_rules::CompiledRule;
use tidings_store::RuleArticle;

/// Runs rules over a person's articles.
pub trait RuleRuns: Send + Sync + Debug {
    /// Tries a rule out on what a user got lately, without doing anything.
    fn try_rule(
        &self,
        user: UserId,
        rule: CompiledRule,
    ) -> BoxFuture<'_, Result<RuleTrial, Failure>>;

    /// Carries one of a user's rules out on what they got lately.
    fn apply_rule(&self, user: UserId, rule: RuleId) -> BoxFuture<'_, Result<RuleEffect, Failure>>;
}

/// What a rule would have done.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RuleTrial {
    /// The newest matches.
    pub shown: Vec<RuleArticle>,
    /// All matches that were found.
    pub n_matched: u64,
    /// Articles that were looked at.
    pub n_looked_at: u64,
    /// Until when articles were looked at, where time did not suffice for all.
    pub stopped_at: Option<Timestamp>,
}

/// What a rule did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleEffect {
    /// To how many articles.
    pub n_articles: u64,
    /// What takes it back.
    pub undo: Option<i64>,
}
