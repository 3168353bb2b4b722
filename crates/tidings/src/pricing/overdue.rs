//! After a start or a sleep, many sources may be overdue at once. They are fetched one after the other, the most
//! valuable first.

use super::PricingService;
use jiff::Timestamp;
use std::time::Duration;
use tidings_schedule::policy;
use tidings_store::Error;
use tracing::{info, warn};

impl PricingService {
    /// Spreads overdue sources over as much time as the budget needs for them.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn spread_overdue(&self, now: Timestamp) -> Result<(), Error> {
        let n = self.context.store.sources().count_overdue(now).await?;
        let window = policy::spread_over(n, &self.means());
        if window.0 <= 0.0 {
            return Ok(());
        }
        let over = Duration::from_secs_f64(window.0 * 60.0);
        let n = self.context.store.sources().spread_overdue(now, over).await?;
        info!(sources = n, minutes = window.0.round(), "spread overdue sources over time");
        Ok(())
    }

    /// Brings back plans that a fast clock put far in the future.
    ///
    /// # Errors
    /// When the store fails.
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
            warn!(
                sources = n,
                "plans were too far in the future, probably because of a wrong clock; the sources are due now"
            );
        }
        Ok(())
    }
}
