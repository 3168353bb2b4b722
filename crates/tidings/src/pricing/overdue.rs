//! After a start or a sleep everything may be overdue at once: it is fetched one after the other, what is worth most first.

use super::PricingService;
use jiff::Timestamp;
use std::time::Duration;
use tidings_schedule::policy;
use tidings_store::Error;
use tracing::{info, warn};

impl PricingService {
    /// Spreads what is overdue over as much time as the budget takes for it.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn spread_overdue(&self, now: Timestamp) -> Result<(), Error> {
        let n = self.context.store.sources().count_overdue(now).await?;
        let window = policy::spread_over(n, &self.means());
        if window.0 <= 0.0 {
            return Ok(());
        }
        let over = Duration::from_secs_f64(window.0 * 60.0);
        let n = self.context.store.sources().spread_overdue(now, over).await?;
        info!(sources = n, minutes = window.0.round(), "spread what is overdue, as after a sleep");
        Ok(())
    }

    /// Brings back plans that a clock which was ahead left far in the future.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(crate) async fn check_plans(&self) -> Result<(), Error> {
        let now = self.context.now();
        let limits = &self.context.limits;
        let horizon = policy::horizon(limits, now);
        let n = self
            .context
            .store
            .sources()
            .put_clock_right(limits.as_ref().clone(), horizon, now)
            .await?;
        if n > 0 {
            warn!(sources = n, "plans lay too far ahead, as after a wrong clock; they are due now");
        }
        Ok(())
    }
}
