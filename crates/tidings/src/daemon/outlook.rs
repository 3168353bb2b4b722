//! What is believed of a source, in plain numbers for the page about it.

use super::Daemon;
use jiff::Timestamp;
use tidings_learn::week_time;
use tidings_model::SourceId;
use tidings_store::Error;
use tidings_web::Outlook;

/// What is to come is counted in steps of so many minutes.
const STEP: f64 = 10.0;
/// No further ahead than two weeks.
const STEPS: usize = 14 * 144;

impl Daemon {
    /// What is believed of a source that is looked at next at an instant; `None` before anything is known.
    pub(crate) async fn outlook(
        &self,
        source: SourceId,
        next_at: Timestamp,
    ) -> Result<Option<Outlook>, Error> {
        let (general, believed) = self.believed(source).await?;
        let Some(believed) = believed else { return Ok(None) };
        let (population, habits) = (&general.population, &self.watch.habits);
        let mut forecast = believed.rhythm.forecast(population, habits);
        let (mut at, until) = (believed.rhythm.as_of(), week_time(next_at));
        let mut expected = 0.0;
        for _ in 0..STEPS {
            let next = (at + STEP).min(until);
            if next <= at {
                break;
            }
            expected += forecast.until(next) * (next - at);
            at = next;
        }
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
