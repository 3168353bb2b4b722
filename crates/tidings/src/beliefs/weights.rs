//! How much each source matters, from who subscribes to it and what they open.

use super::BeliefService;
use std::collections::{BTreeMap, HashMap};
use tidings_learn::interest::OpenCounts;
use tidings_model::{SourceId, UserId, dates::days_before};
use tidings_store::Error;

/// Number of days for which opened articles count.
const WEIGHED_DAYS: i64 = 30;
/// Number of sources loaded at once.
const PAGE: usize = 500;

impl BeliefService {
    /// Weighs all sources. They are loaded twice, because a source is compared with what its readers open elsewhere.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn weigh(&self) -> Result<(), Error> {
        let store = &self.context.store;
        let since = days_before(self.context.now(), WEIGHED_DAYS);
        let mut readers: HashMap<UserId, OpenCounts> = HashMap::new();
        let mut after = SourceId(0);
        while let Some(last) = store.sources().stride(after, PAGE).await? {
            for read in store.sources().read_of_sources(after, last, since).await? {
                let all = readers.entry(read.user).or_default();
                *all = all.and(OpenCounts::counted(read.n_arrived, read.n_opened));
            }
            after = last;
        }
        let usual = |user: &UserId| readers.get(user).copied().unwrap_or_default().share();
        after = SourceId(0);
        while let Some(last) = store.sources().stride(after, PAGE).await? {
            let mut weights: BTreeMap<SourceId, f64> = BTreeMap::new();
            for read in store.sources().read_of_sources(after, last, since).await? {
                let one = OpenCounts::counted(read.n_arrived, read.n_opened);
                *weights.entry(read.source).or_default() += one.interest(usual(&read.user));
            }
            store.sources().set_weights(weights.into_iter().collect()).await?;
            after = last;
        }
        Ok(())
    }
}
