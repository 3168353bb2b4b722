//! Rules tried on and applied to stored articles.

use super::{WebServices, failure_of};
use tidings_fetch::BoxFuture;
use tidings_model::{Failure, RuleId, UserId};
use tidings_rules::CompiledRule;
use tidings_web::{RuleEffect, RuleRuns, RuleTrial};

impl RuleRuns for WebServices {
    fn try_rule(
        &self,
        user: UserId,
        rule: CompiledRule,
    ) -> BoxFuture<'_, Result<RuleTrial, Failure>> {
        Box::pin(async move {
            self.0.rules.try_rule(user, rule).await.map_err(|error| failure_of(error.into()))
        })
    }

    fn apply_rule(&self, user: UserId, rule: RuleId) -> BoxFuture<'_, Result<RuleEffect, Failure>> {
        Box::pin(async move {
            self.0.rules.apply_rule(user, rule).await.map_err(|error| failure_of(error.into()))
        })
    }
}
