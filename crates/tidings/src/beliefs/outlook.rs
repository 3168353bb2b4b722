//! The belief about a source in plain numbers, for the page about it.

use super::BeliefService;
use jiff::Timestamp;
use tidings_learn::week_time;
use tidings_model::SourceId;
use tidings_store::Error;
use tidings_web::Outlook;

impl BeliefService {
    /// Returns the belief about a source whose next check is at `next_at`; `None` before anything is known.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn outlook(
        &self,
        source: SourceId,
        next_at: Timestamp,
    ) -> Result<Option<Outlook>, Error> {
        let (general, believed) = self.of_source(source).await?;
        let Some(believed) = believed else { return Ok(None) };
        let (population, habits) = (&general.population, &self.habits);
        let expected = believed.rhythm.forecast(population, habits).expected(week_time(next_at));
        Ok(Some(Outlook {
            pattern: *believed.rhythm.pattern(),
            per_day: believed.per_day(habits).0,
            bytes: believed.fetching.mean_bytes(),
            seconds: believed.fetching.mean_seconds(),
            n_shown: believed.fetching.shown(),
            expected,
            loss: believed.overflow(expected, population, habits),
        }))
    }
}
