//! Leases on periodic jobs: one process runs a job, and another takes over if it dies.

use crate::{
    engine::db::{Connection, Row},
    error::Result,
    store::Store,
    values,
};
use jiff::Timestamp;
use std::time::Duration;

/// The maximum duration of a lease. A lease that ends later was taken before the clock was set back, and counts as expired.
const LONGEST_LEASE: Duration = Duration::from_secs(2 * 86_400);

/// The state of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobState {
    /// Its name.
    pub name: String,
    /// The process that holds the lease, or held it last.
    pub holder: String,
    /// When the lease expires.
    pub lease_until: Timestamp,
    /// When it is due next.
    pub next_at: Timestamp,
    /// When the last run began.
    pub started_at: Option<Timestamp>,
    /// How long that run took.
    pub took_ms: Option<u64>,
    /// What went wrong in that run.
    pub error: Option<String>,
    /// The number of runs so far.
    pub n_runs: u64,
    /// The number of failed runs.
    pub n_failures: u64,
}

impl JobState {
    /// Whether another process holds the lease.
    #[must_use]
    pub fn is_held_by_another(&self, process: &str, now: Timestamp) -> bool {
        self.holder != process && self.lease_until > now && self.lease_until <= latest(now)
    }

    /// Returns when it is due next. A date further ahead than `every` was stored before the clock was set back, and counts
    /// as due now.
    #[must_use]
    pub fn due_at(&self, every: Duration, now: Timestamp) -> Timestamp {
        let latest = now.saturating_add(every).unwrap_or(Timestamp::MAX);
        if self.next_at > latest { now } else { self.next_at }
    }
}

/// A report on some runs of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobReport {
    /// The job's name.
    pub name: String,
    /// The process that ran it.
    pub holder: String,
    /// When the last of these runs began.
    pub started_at: Timestamp,
    /// How long that run took.
    pub took_ms: u64,
    /// What went wrong in that run.
    pub error: Option<String>,
    /// The number of reported runs.
    pub n_runs: u64,
    /// The number of failed runs.
    pub n_failures: u64,
    /// When it is due next.
    pub next_at: Timestamp,
    /// When the lease expires; a time in the past releases it.
    pub lease_until: Timestamp,
}

/// The periodic jobs.
#[derive(Debug, Clone, Copy)]
pub struct Jobs<'a>(&'a Store);

impl Store {
    /// Returns the periodic jobs: who runs them, and with what result.
    #[must_use]
    pub fn jobs(&self) -> Jobs<'_> {
        Jobs(self)
    }
}

impl Jobs<'_> {
    /// Returns the state of all jobs, ordered by name.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn all(self) -> Result<Vec<JobState>> {
        self.0
            .read(|c| {
                let sql = format!("{SELECT} order by name");
                c.query(&sql, &[])?.into_iter().map(read_state).collect()
            })
            .await
    }

    /// Returns the state of a job, or `None` if it never ran.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn state(self, name: String) -> Result<Option<JobState>> {
        self.0
            .read(move |c| {
                let sql = format!("{SELECT} where name = $1");
                c.query_first(&sql, values![&name])?.map(read_state).transpose()
            })
            .await
    }

    /// Takes or extends the lease on a job. Returns `false` while another process holds it.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn claim(
        self,
        name: String,
        holder: String,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<bool> {
        self.0.write(move |c| claim(c, &name, &holder, until, now)).await
    }

    /// Stores a report on a job. Returns `false`, and stores nothing, if another process has taken the job over.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn report(self, report: JobReport) -> Result<bool> {
        self.0
            .write(move |c| {
                let sql = "update jobs set started_at = $3, took_ms = $4, error = $5, n_runs = n_runs + $6, \
                           n_failures = n_failures + $7, next_at = $8, lease_until = $9 where name = $1 and holder = $2";
                let n = c.execute(
                    sql,
                    values![
                        &report.name,
                        &report.holder,
                        report.started_at,
                        report.took_ms,
                        report.error.as_deref(),
                        report.n_runs,
                        report.n_failures,
                        report.next_at,
                        report.lease_until
                    ],
                )?;
                Ok(n > 0)
            })
            .await
    }

    /// Releases all leases of a process, for when it stops.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn release(self, holder: String, now: Timestamp) -> Result<()> {
        self.0
            .write(move |c| {
                let sql = "update jobs set lease_until = $2 where holder = $1 and lease_until > $2";
                c.execute(sql, values![&holder, now]).map(drop)
            })
            .await
    }

    /// Removes jobs of single processes, whose names end in `@` and the process, that have not run since the given time.
    ///
    /// # Errors
    /// Fails when the store cannot be written.
    pub async fn forget_processes(self, before: Timestamp) -> Result<u64> {
        self.0
            .write(move |c| {
                let sql = "delete from jobs where name like '%@%' and lease_until < $1";
                c.execute(sql, values![before])
            })
            .await
    }
}

const SELECT: &str = "select name, holder, lease_until, next_at, started_at, took_ms, error, n_runs, n_failures from jobs";

fn read_state(mut row: Row) -> Result<JobState> {
    Ok(JobState {
        name: row.get("name")?,
        holder: row.get("holder")?,
        lease_until: row.get("lease_until")?,
        next_at: row.get("next_at")?,
        started_at: row.get("started_at")?,
        took_ms: row.get("took_ms")?,
        error: row.get("error")?,
        n_runs: row.get("n_runs")?,
        n_failures: row.get("n_failures")?,
    })
}

fn latest(now: Timestamp) -> Timestamp {
    now.saturating_add(LONGEST_LEASE).unwrap_or(Timestamp::MAX)
}

fn claim(
    c: &mut dyn Connection,
    name: &str,
    holder: &str,
    until: Timestamp,
    now: Timestamp,
) -> Result<bool> {
    let sql = "insert into jobs(name, holder, lease_until, next_at) values ($1, $2, $3, $4) \
               on conflict(name) do update set holder = excluded.holder, lease_until = excluded.lease_until \
               where jobs.holder = excluded.holder or jobs.lease_until <= $4 or jobs.lease_until > $5";
    let n = c.execute(sql, values![name, holder, until, now, latest(now)])?;
    Ok(n > 0)
}
