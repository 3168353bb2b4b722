//! Periodic work: one table of jobs, each leased in the store so that one of all processes runs it.
//!
//! `table.rs` names every job, its interval and its time limit. `runner.rs` runs them: it waits until a job is due,
//! takes its lease, runs it and records the result. When a process dies, its leases expire and another process takes
//! over. Nothing periodic is outside this table.

mod runner;
mod table;

pub use runner::{run, run_once};
pub use table::{JOBS, Job, JobError, JobName, JobScope};

use tokio::sync::Notify;

/// Wakes the fetching loop and jobs early, within this process.
#[derive(Debug, Default)]
pub struct Signals {
    /// A source may be due.
    pub(crate) due: Notify,
    jobs: [Notify; JobName::ALL.len()],
}

impl Signals {
    /// Makes a job run soon, because there is work for it.
    pub(crate) fn wake(&self, job: JobName) {
        self.of(job).notify_one();
    }

    /// Wakes the jobs that handle newly stored articles.
    pub(crate) fn new_articles(&self) {
        use JobName::{FullTexts, SearchIndex, TopicAssignment, Webhooks};
        [Webhooks, TopicAssignment, SearchIndex, FullTexts]
            .into_iter()
            .for_each(|job| self.wake(job));
    }

    fn of(&self, job: JobName) -> &Notify {
        &self.jobs[job as usize]
    }
}

#[cfg(test)]
mod tests;
