//! Runs jobs: waits until one is due, takes its lease, runs it and records the result.
//!
//! A job that runs every few seconds or minutes keeps its lease between runs, and is recorded every five minutes, so an
//! idle server writes almost nothing. A job that runs every hour gives its lease back immediately.

use super::table::{JOBS, Job, JobError, JobScope};
use crate::services::Services;
use futures_util::FutureExt;
use jiff::Timestamp;
use std::{any::Any, panic::AssertUnwindSafe, sync::Arc, time::Duration};
use tidings_model::{
    Clock,
    dates::{is_over, later, until},
};
use tidings_store::{Error, JobReport};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::{error, warn};

/// A job checks the store at least this often, because another process may have died or the wall clock may have jumped.
const LONGEST_REST: Duration = Duration::from_secs(300);
/// After a failure a job is tried again this much later, or at its next time if that is later.
const AFTER_TROUBLE: Duration = Duration::from_secs(30);
/// A job that runs more often than this keeps its lease between runs …
const OFTEN: Duration = Duration::from_secs(601);
/// … for this long after each, and is recorded this often.
const KEPT: Duration = Duration::from_secs(300);
/// Leases outlast the longest run by this.
const GRACE: Duration = Duration::from_secs(30);

/// Runs all jobs until told to stop.
///
/// # Errors
/// When the store has closed or crashed.
pub async fn run(services: &Arc<Services>, stop: &CancellationToken) -> Result<(), Error> {
    let mut tasks = JoinSet::new();
    for job in JOBS.iter().filter(|job| job.is_wanted(services)) {
        let holder = Holder::new(Arc::clone(services), job);
        tasks.spawn(holder.keep(stop.clone()));
    }
    while let Some(ended) = tasks.join_next().await {
        match ended {
            Ok(Ok(())) => {}
            Ok(Err(gone)) => return Err(gone),
            Err(error) => {
                error!(%error, "job runner panicked; the job runs again after the next start")
            }
        }
    }
    let context = &services.context;
    // Other processes may take over immediately. If that cannot be stored, they wait until the leases expire.
    let _ = context.store.jobs().release(services.owner.to_string(), context.now()).await;
    Ok(())
}

/// Runs one job now, whether or not it is due and whoever holds its lease. For benchmarks and tests.
///
/// # Errors
/// When the job fails.
pub async fn run_once(services: &Arc<Services>, job: &Job) -> Result<(), JobError> {
    (job.run)(Arc::clone(services)).await
}

/// One job in one process.
struct Holder {
    services: Arc<Services>,
    job: &'static Job,
    /// The name of its lease.
    name: String,
    /// Until when this process holds the lease.
    held_until: Option<Timestamp>,
    /// The runs that are not recorded yet, and how the last one went.
    last: Runs,
    reported_at: Option<Timestamp>,
}

/// The result of some runs.
#[derive(Default, Clone)]
struct Runs {
    n: u64,
    n_failures: u64,
    started_at: Timestamp,
    took_ms: u64,
    error: Option<String>,
}

/// Why a job checks whether it is due.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// Its interval has passed.
    Time,
    /// There is work for it.
    Signal,
}

impl Holder {
    fn new(services: Arc<Services>, job: &'static Job) -> Self {
        let name = match job.scope {
            JobScope::Shared => job.name.name().to_owned(),
            JobScope::EachProcess => format!("{}@{}", job.name.name(), services.owner),
        };
        Self { services, job, name, held_until: None, last: Runs::default(), reported_at: None }
    }

    async fn keep(mut self, stop: CancellationToken) -> Result<(), Error> {
        let mut cause = Cause::Time;
        while !stop.is_cancelled() {
            let turn = tokio::select! {
                biased;
                // What a run has not committed is not done, and will be done after the next start.
                () = stop.cancelled() => break,
                turn = self.turn(cause) => turn,
            };
            let rest = match turn {
                Ok(rest) => rest,
                Err(gone @ (Error::Crashed | Error::Closed)) => return Err(gone),
                Err(error) => {
                    warn!(job = self.name, %error, "job is waiting for the store");
                    AFTER_TROUBLE
                }
            };
            cause = tokio::select! {
                biased;
                () = stop.cancelled() => break,
                () = self.services.signals.of(self.job.name).notified() => Cause::Signal,
                () = self.sleep(rest) => Cause::Time,
            };
        }
        self.flush().await
    }

    /// Sleeps. Jobs of each process, such as indexing, run in real time even if the clock runs faster.
    async fn sleep(&self, rest: Duration) {
        match self.job.scope {
            JobScope::Shared => self.services.context.time.sleep(rest).await,
            JobScope::EachProcess => tokio::time::sleep(rest).await,
        }
    }

    /// Runs the job if it is due and no other process holds it. Returns how long to sleep.
    async fn turn(&mut self, cause: Cause) -> Result<Duration, Error> {
        let context = &self.services.context;
        let now = context.now();
        if !self.is_held(now) {
            if let Some(rest) = self.must_rest(cause, now).await? {
                return Ok(rest.clamp(Duration::from_secs(1), LONGEST_REST));
            }
            let until = later(now, self.in_clock_time(self.job.limit + GRACE) + self.kept());
            let owner = self.services.owner.to_string();
            if !context.store.jobs().claim(self.name.clone(), owner, until, now).await? {
                return Ok(Duration::from_secs(1));
            }
            self.held_until = Some(until);
        }
        let ran = self.run().await;
        if let Err(JobError::Store(gone @ (Error::Crashed | Error::Closed))) = ran {
            return Err(gone);
        }
        self.note(&ran, now).await?;
        Ok(if ran.is_ok() { self.job.every } else { self.job.every.max(AFTER_TROUBLE) })
    }

    /// Returns whether the lease lasts for another run.
    fn is_held(&self, now: Timestamp) -> bool {
        let run = self.in_clock_time(self.job.limit);
        self.held_until
            .is_some_and(|held| until(now, held) > run && until(now, held) <= self.longest())
    }

    /// Returns the longest possible lease. A longer one means that the clock was set back.
    fn longest(&self) -> Duration {
        self.in_clock_time(self.job.limit + GRACE) + self.kept()
    }

    /// Returns how long the lease is kept after a run.
    fn kept(&self) -> Duration {
        if self.job.every < OFTEN { self.in_clock_time(KEPT) } else { Duration::ZERO }
    }

    /// Converts a duration from real time to the time of the store's clock.
    fn in_clock_time(&self, time: Duration) -> Duration {
        time * self.services.context.time.speed()
    }

    /// Returns how long to sleep if it is not this process's turn.
    async fn must_rest(&self, cause: Cause, now: Timestamp) -> Result<Option<Duration>, Error> {
        let state = self.services.context.store.jobs().state(self.name.clone()).await?;
        let Some(state) = state else { return Ok(None) };
        if state.is_held_by_another(&self.services.owner, now) {
            return Ok(Some(until(now, state.lease_until)));
        }
        let due_at = state.due_at(self.job.every, now);
        Ok((due_at > now && cause == Cause::Time).then(|| until(now, due_at)))
    }

    async fn run(&self) -> Result<(), JobError> {
        let work = AssertUnwindSafe((self.job.run)(Arc::clone(&self.services))).catch_unwind();
        match tokio::time::timeout(self.job.limit, work).await {
            Err(_) => Err(JobError::TookTooLong(self.job.limit)),
            Ok(Err(panic)) => Err(JobError::Broken(words(&*panic))),
            Ok(Ok(ran)) => ran,
        }
    }

    /// Remembers how a run went, and records it if there is something to report.
    async fn note(
        &mut self,
        ran: &Result<(), JobError>,
        started_at: Timestamp,
    ) -> Result<(), Error> {
        let time = &self.services.context.time;
        let (now, speed) = (time.now(), u64::from(time.speed()));
        let error = ran.as_ref().err().map(ToString::to_string);
        if let Some(error) = &error {
            warn!(job = self.name, %error, "job failed; it will be tried again");
        }
        let is_news = error != self.last.error
            || self.reported_at.is_none_or(|at| is_over(at, self.in_clock_time(KEPT), now));
        let took_ms = u64::try_from(now.as_millisecond() - started_at.as_millisecond());
        self.last = Runs {
            n: self.last.n + 1,
            n_failures: self.last.n_failures + u64::from(error.is_some()),
            started_at,
            took_ms: took_ms.unwrap_or(0) / speed,
            error,
        };
        let is_kept = !self.kept().is_zero();
        if is_kept && !is_news {
            return Ok(());
        }
        let until = if is_kept { later(now, self.longest()) } else { now };
        self.report(until, now).await
    }

    /// Records the remaining runs when the process stops.
    async fn flush(&mut self) -> Result<(), Error> {
        let now = self.services.context.now();
        if self.last.n > 0 { self.report(now, now).await } else { Ok(()) }
    }

    async fn report(&mut self, lease_until: Timestamp, now: Timestamp) -> Result<(), Error> {
        let Runs { n, n_failures, started_at, took_ms, error } = self.last.clone();
        let report = JobReport {
            name: self.name.clone(),
            holder: self.services.owner.to_string(),
            started_at,
            took_ms,
            error,
            n_runs: n,
            n_failures,
            next_at: later(started_at, self.job.every),
            lease_until,
        };
        let is_ours = self.services.context.store.jobs().report(report).await?;
        self.held_until = Some(lease_until).filter(|until| is_ours && *until > now);
        (self.last.n, self.last.n_failures) = (0, 0);
        self.reported_at = Some(now);
        Ok(())
    }
}

/// Returns the message of a panic.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given").to_owned()
}

#[cfg(test)]
mod tests;
