//! Checks of sources, what is expected of them, and the operator's limits.

use super::{WebServices, failure_of};
use tidings_fetch::BoxFuture;
use tidings_model::{Failure, SourceId, UserId};
use tidings_web::{CheckOutcome, Checks, Outlook, SourceDefaults};

impl Checks for WebServices {
    fn refresh(
        &self,
        user: UserId,
        source: SourceId,
    ) -> BoxFuture<'_, Result<CheckOutcome, Failure>> {
        Box::pin(
            async move { self.0.subscribing.check_now(user, source).await.map_err(failure_of) },
        )
    }

    fn outlook(
        &self,
        source: SourceId,
        next_at: jiff::Timestamp,
    ) -> BoxFuture<'_, Result<Option<Outlook>, Failure>> {
        Box::pin(async move {
            self.0.beliefs.outlook(source, next_at).await.map_err(|error| failure_of(error.into()))
        })
    }

    fn source_defaults(&self) -> SourceDefaults {
        let limits = &self.0.context.limits;
        let minutes =
            |time: std::time::Duration| u32::try_from(time.as_secs() / 60).unwrap_or(u32::MAX);
        SourceDefaults {
            keep_days: self.0.retention.keep_days(),
            min_minutes: minutes(limits.min_interval),
            max_minutes: minutes(limits.max_interval),
            target_delay: self
                .0
                .pricing
                .target_delay()
                .and_then(|delay| std::time::Duration::try_from_secs_f64(delay.0 * 60.0).ok()),
            is_target_out_of_reach: self.0.pricing.unreachable_delay().is_some(),
            most_subscriptions: limits.subscriptions_per_user,
            import_bytes: limits.import_bytes,
        }
    }
}
