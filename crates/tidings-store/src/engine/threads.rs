//! The threads that own connections: one writer and a few readers for SQLite, a few of each for PostgreSQL.
//!
//! The SQLite writer commits in groups: it takes all waiting jobs, runs each in a savepoint of one transaction, and reports
//! all results after the commit. Many durable commits then cost one sync of the disk.

use crate::{
    engine::{db::Connection, postgres::PostgresConnection, sqlite::SqliteConnection, work::Job},
    error::{Error, Result},
    store::lock,
};
use std::{
    sync::{Arc, Mutex, mpsc},
    thread::JoinHandle,
    time::Duration,
};

/// The maximum number of jobs in one commit.
const GROUP: usize = 64;
/// The maximum number of attempts of a transaction on PostgreSQL.
const ATTEMPTS: u32 = 8;

/// A message to a thread.
pub(crate) enum Message {
    /// Run this job.
    Run(Job),
    /// Run this job on a snapshot of the database (readers only).
    Snapshot(Job),
    /// End the thread.
    Stop,
}

/// A queue served by several threads.
#[derive(Clone)]
pub(crate) struct Queue(Arc<Mutex<mpsc::Receiver<Message>>>);

impl Queue {
    pub(crate) fn new(receiver: mpsc::Receiver<Message>) -> Self {
        Self(Arc::new(Mutex::new(receiver)))
    }

    /// Returns the next message, or `Stop` when all senders are gone.
    fn next(&self) -> Message {
        lock(&self.0).recv().unwrap_or(Message::Stop)
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>> {
    std::thread::Builder::new().name(format!("tidings-{name}")).spawn(work).map_err(Error::from)
}

/// Starts the thread that writes to SQLite.
pub(crate) fn sqlite_writer(
    mut c: SqliteConnection,
    receiver: mpsc::Receiver<Message>,
) -> Result<JoinHandle<()>> {
    spawn("writer", move || {
        let mut is_stopping = false;
        while !is_stopping {
            let mut group: Vec<Job> = Vec::new();
            let mut message = receiver.recv().ok();
            loop {
                match message {
                    Some(Message::Run(job) | Message::Snapshot(job)) => group.push(job),
                    Some(Message::Stop) | None => {
                        is_stopping = true;
                        break;
                    }
                }
                if group.len() == GROUP {
                    break;
                }
                match receiver.try_recv() {
                    Ok(next) => message = Some(next),
                    Err(_) => break,
                }
            }
            write_group(&mut c, group);
        }
    })
}

/// Runs jobs in one transaction, each in its own savepoint, and reports their results after the commit.
fn write_group(c: &mut SqliteConnection, mut jobs: Vec<Job>) {
    if jobs.len() > 1 {
        match try_group(c, &mut jobs) {
            Ok(outcomes) => {
                for (job, outcome) in jobs.into_iter().zip(outcomes) {
                    job.answer(outcome);
                }
                return;
            }
            Err(error) => {
                tracing::debug!(%error, "group commit failed; running its jobs one by one");
                c.rollback();
            }
        }
    }
    for mut job in jobs {
        let result = write_alone(c, |c| job.run(c));
        job.answer(result);
    }
}

/// Returns `Err` when the transaction as a whole failed; then no job has had any effect.
fn try_group(c: &mut SqliteConnection, jobs: &mut [Job]) -> Result<Vec<Result<()>>> {
    c.begin()?;
    let mut outcomes = Vec::with_capacity(jobs.len());
    for job in jobs {
        c.batch("savepoint job")?;
        let outcome = job.run(c);
        if outcome.is_err() {
            if !c.is_in_transaction() {
                return outcome.map(|()| Vec::new());
            }
            c.batch("rollback to job")?;
        }
        c.batch("release job")?;
        outcomes.push(outcome);
    }
    c.commit()?;
    Ok(outcomes)
}

/// Runs work in its own transaction on SQLite.
pub(crate) fn write_alone<T>(
    c: &mut SqliteConnection,
    work: impl FnOnce(&mut SqliteConnection) -> Result<T>,
) -> Result<T> {
    c.begin()?;
    let result = work(c).and_then(|value| c.commit().map(|()| value));
    if result.is_err() {
        c.rollback();
    }
    result
}

/// Starts a thread that reads from SQLite.
pub(crate) fn sqlite_reader(mut c: SqliteConnection, queue: Queue) -> Result<JoinHandle<()>> {
    spawn("reader", move || {
        loop {
            match queue.next() {
                Message::Run(mut job) => {
                    let result = job.run(&mut c);
                    job.answer(result);
                }
                Message::Snapshot(mut job) => {
                    let result = read_snapshot(&mut c, |c| job.run(c));
                    job.answer(result);
                }
                Message::Stop => break,
            }
        }
    })
}

/// Runs work inside a read transaction.
pub(crate) fn read_snapshot<T>(
    c: &mut SqliteConnection,
    work: impl FnOnce(&mut SqliteConnection) -> Result<T>,
) -> Result<T> {
    c.batch("begin deferred")?;
    let result = work(c);
    c.rollback();
    result
}

/// Starts a thread that writes to PostgreSQL.
pub(crate) fn postgres_writer(mut c: PostgresConnection, queue: Queue) -> Result<JoinHandle<()>> {
    spawn("writer", move || {
        while let Message::Run(mut job) | Message::Snapshot(mut job) = queue.next() {
            let result = transact(&mut c, "begin", |c| job.run(c));
            job.answer(result);
        }
    })
}

/// Starts a thread that reads from PostgreSQL.
pub(crate) fn postgres_reader(mut c: PostgresConnection, queue: Queue) -> Result<JoinHandle<()>> {
    spawn("reader", move || {
        loop {
            match queue.next() {
                Message::Run(mut job) => {
                    let mut result = c.ensure().and_then(|()| job.run(&mut c));
                    if result.as_ref().is_err_and(|error| c.is_lost_by(error)) {
                        result = c.ensure().and_then(|()| job.run(&mut c));
                    }
                    job.answer(result);
                }
                Message::Snapshot(mut job) => {
                    let begin = "begin isolation level repeatable read read only";
                    let result = transact(&mut c, begin, |c| job.run(c));
                    job.answer(result);
                }
                Message::Stop => break,
            }
        }
    })
}

/// Runs work in a transaction on PostgreSQL, and again after collisions and lost connections.
pub(crate) fn transact<T>(
    c: &mut PostgresConnection,
    begin: &str,
    mut work: impl FnMut(&mut dyn Connection) -> Result<T>,
) -> Result<T> {
    let mut attempt = 1;
    loop {
        let result = c.ensure().and_then(|()| c.batch(begin)).and_then(|()| work(c));
        let error = match result {
            Ok(value) => match c.batch("commit") {
                Ok(()) => return Ok(value),
                Err(error) if c.is_lost_by(&error) => return Err(Error::Unsure(error.to_string())),
                Err(error) => error,
            },
            Err(error) => error,
        };
        let is_lost = c.is_lost_by(&error);
        c.rollback();
        let can_retry = matches!(error, Error::Collision(_)) || is_lost && attempt <= 2;
        if !can_retry || attempt == ATTEMPTS {
            return Err(error);
        }
        std::thread::sleep(Duration::from_millis(u64::from(3 * attempt)));
        attempt += 1;
    }
}
