//! Deletes what is no longer needed: old articles, ended sessions, sign-in attempts, and data that nothing refers to
//! any more.

use crate::context::Context;
use std::time::Duration;
use tidings_model::dates::days_before;
use tidings_store::{Error, Retention as Kept};
use tracing::info;

/// Sources whose old articles are searched at once.
const AT_ONCE: usize = 500;

/// Deletes what is no longer needed.
#[derive(Debug)]
pub struct RetentionService {
    context: Context,
    keep: Option<Duration>,
}

impl RetentionService {
    pub(crate) fn new(context: Context, keep: Option<Duration>) -> Self {
        Self { context, keep }
    }

    /// Returns the number of days for which articles are kept; `None` means forever.
    pub(crate) fn keep_days(&self) -> Option<u32> {
        let days = |keep: Duration| u32::try_from(keep.as_secs().div_ceil(86_400));
        self.keep.map(|keep| days(keep).unwrap_or(u32::MAX))
    }

    /// Deletes what is old.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn sweep(&self) -> Result<(), Error> {
        let now = self.context.now();
        let store = &self.context.store;
        store.users().sweep_sessions(now).await?;
        store.rules().sweep(now).await?;
        store.imports().settle_marks(now).await?;
        let yesterday = days_before(now, 1);
        store.attempts().sweep(yesterday).await?;
        store.jobs().forget_processes(yesterday).await?;
        let kept = Kept { article_days: self.keep_days(), ..Kept::default() };
        let (mut after, mut n_articles) = (None, 0);
        loop {
            let swept = store.maintenance().sweep(kept.clone(), after, AT_ONCE, now).await?;
            n_articles += swept.n_articles;
            after = swept.resume_after;
            if after.is_none() {
                break;
            }
        }
        if n_articles > 0 {
            info!(articles = n_articles, "deleted old articles");
            store.maintenance().optimize().await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
