//! Periodic work: one table of jobs, each leased in the store so that one of all processes runs it.
//!
//! `table.rs` names every job, how often it runs and how long it may take. `runner.rs` keeps them going: it waits until a job
//! is due, takes its lease, runs it, and writes down how that went. A process that dies loses its leases, and another takes
//! over. Nothing periodic lives outside this table.

mod runner;
mod table;

pub use runner::{run, run_once};
pub use table::{JOBS, Job, JobError, JobName, JobScope};

use tokio::sync::Notify;

/// Wakes the fetching loop and jobs before their time, within this process.
#[derive(Debug, Default)]
pub struct Signals {
    /// Something may be due to be fetched.
    pub(crate) due: Notify,
    jobs: [Notify; JobName::ALL.len()],
}

impl Signals {
    /// Has a job run soon: there is work for it.
    pub(crate) fn wake(&self, job: JobName) {
        self.of(job).notify_one();
    }

    /// Articles were stored: what follows from that need not wait.
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
