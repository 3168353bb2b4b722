//! Rules on what is here already: tried out, or carried out.

use super::{WebServices, said};
use tidings_fetch::BoxFuture;
use tidings_model::{Failure, RuleId, UserId};
use tidings_rules::Compiled;
use tidings_web::{Applied, RuleRuns, Tried};

impl RuleRuns for WebServices {
    fn try_rule(&self, user: UserId, rule: Compiled) -> BoxFuture<'_, Result<Tried, Failure>> {
        Box::pin(async move {
            self.0.rules.try_rule(user, rule).await.map_err(|error| said(error.into()))
        })
    }

    fn apply_rule(&self, user: UserId, rule: RuleId) -> BoxFuture<'_, Result<Applied, Failure>> {
        Box::pin(async move {
            self.0.rules.apply_rule(user, rule).await.map_err(|error| said(error.into()))
        })
    }
}
