//! The store: opening, migrating, reading, writing and closing. Every other module builds on this.

use crate::{
    engine::{
        db::Connection,
        faults::Faults,
        migrate,
        postgres::{Address, PostgresConnection},
        sqlite::{Access, File, SqliteConnection},
        threads::{self, Message, Queue},
        work::{Job, Value, Work, caught, erased, typed},
    },
    error::{Error, Result},
};
use jiff::Timestamp;
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, mpsc},
    thread::JoinHandle,
};
pub(crate) use tidings_model::locks::locked as lock;

/// The number of SQLite readers.
const SQLITE_READERS: usize = 3;
/// The number of PostgreSQL readers, and also of writers.
const POSTGRES_THREADS: usize = 4;

/// Where the data is stored.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreLocation {
    /// An SQLite file.
    File(PathBuf),
    /// SQLite in memory; implies [`Mode::Inline`].
    Memory,
    /// A PostgreSQL URL.
    Postgres(String),
}

impl StoreLocation {
    /// Parses a database setting: `postgres://…`, `postgresql://…`, `sqlite:PATH` or a path.
    #[must_use]
    pub fn from_setting(text: &str) -> Self {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Self::Postgres(text.to_owned());
        }
        Self::File(text.strip_prefix("sqlite:").unwrap_or(text).into())
    }
}

impl std::fmt::Debug for StoreLocation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
            Self::Memory => f.write_str("Memory"),
            // The URL may contain a password.
            Self::Postgres(_) => f.write_str("Postgres(…)"),
        }
    }
}

/// Where jobs run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// On dedicated threads, with group commit.
    #[default]
    Threads,
    /// On the calling thread (SQLite only), which makes the whole program deterministic with a paused clock.
    Inline,
}

/// Options for opening a store.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where the data is stored.
    pub place: StoreLocation,
    /// Where jobs run.
    pub mode: Mode,
    /// Simulated crashes (SQLite only).
    pub faults: Option<Arc<Faults>>,
    /// The current time, recorded with migrations.
    pub now: Timestamp,
}

impl Options {
    /// Creates options for normal use: with threads, without faults.
    #[must_use]
    pub fn new(place: StoreLocation, now: Timestamp) -> Self {
        Self { place, mode: Mode::Threads, faults: None, now }
    }

    /// Creates options for running jobs on the calling thread.
    #[must_use]
    pub fn inline(place: StoreLocation, now: Timestamp) -> Self {
        Self { mode: Mode::Inline, ..Self::new(place, now) }
    }
}

/// The store. Cheap to clone; all clones share the connections.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

enum Inner {
    Inline(Mutex<Option<SqliteConnection>>),
    Threads(Threads),
}

struct Threads {
    reads: mpsc::Sender<Message>,
    writes: mpsc::Sender<Message>,
    readers: Mutex<Vec<JoinHandle<()>>>,
    writers: Mutex<Vec<JoinHandle<()>>>,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Store")
    }
}

impl Store {
    /// Opens the store, creating and migrating the database if needed. A database newer than this release is rejected
    /// before anything is written.
    ///
    /// # Errors
    /// Fails when the location cannot be used; the message says what to do.
    pub async fn open(options: Options) -> Result<Self> {
        Self::open_at(options, migrate::newest_version()).await
    }

    /// Like [`Store::open`], but stops migrating at the given version. Used to restore a backup at the version it was made
    /// with; nothing else works on an older version.
    ///
    /// # Errors
    /// Same as [`Store::open`].
    #[doc(hidden)]
    pub async fn open_at(options: Options, version: i64) -> Result<Self> {
        if options.mode == Mode::Inline || options.place == StoreLocation::Memory {
            return open_blocking(&options, version).map(|inner| Self(Arc::new(inner)));
        }
        // Opening may wait for the disk, the network or another process, and the PostgreSQL client runs its own event loop.
        let inner = on_own_thread(move || open_blocking(&options, version)).await?;
        Ok(Self(Arc::new(inner)))
    }

    /// Runs work that only reads. Each statement sees what was committed when it started.
    ///
    /// # Errors
    /// Returns the error of the work, or the reason why it could not run.
    pub async fn read<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnMut(&mut dyn Connection) -> Result<T> + Send + 'static,
    {
        self.run_reading(Message::Run, erased(work)).await.map(typed)
    }

    /// Runs work that only reads, on one snapshot of the database.
    ///
    /// # Errors
    /// Returns the error of the work, or the reason why it could not run.
    pub async fn read_snapshot<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnMut(&mut dyn Connection) -> Result<T> + Send + 'static,
    {
        self.run_reading(Message::Snapshot, erased(work)).await.map(typed)
    }

    async fn run_reading(&self, message: fn(Job) -> Message, mut work: Work) -> Result<Value> {
        match &*self.0 {
            Inner::Inline(connection) => {
                let mut guard = lock(connection);
                let c = guard.as_mut().ok_or(Error::Closed)?;
                caught(|| work(c))
            }
            Inner::Threads(threads) => {
                let (job, answer) = Job::new(work);
                threads.reads.send(message(job)).map_err(|_| Error::Closed)?;
                answer.await.unwrap_or(Err(Error::Closed))
            }
        }
    }

    /// Runs work in a transaction that is committed when the work returns `Ok` and rolled back otherwise. The work may run
    /// more than once; only its last run counts.
    ///
    /// # Errors
    /// Returns the error of the work, or the reason why it could not be committed.
    pub async fn write<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnMut(&mut dyn Connection) -> Result<T> + Send + 'static,
    {
        self.run_writing(erased(work)).await.map(typed)
    }

    async fn run_writing(&self, mut work: Work) -> Result<Value> {
        match &*self.0 {
            Inner::Inline(connection) => {
                let mut guard = lock(connection);
                let c = guard.as_mut().ok_or(Error::Closed)?;
                threads::write_alone(c, |c| caught(|| work(c)))
            }
            Inner::Threads(threads) => {
                let (job, answer) = Job::new(work);
                threads.writes.send(Message::Run(job)).map_err(|_| Error::Closed)?;
                answer.await.unwrap_or(Err(Error::Closed))
            }
        }
    }

    /// Finishes waiting jobs, closes all connections and returns once that is done. Later calls fail with
    /// [`Error::Closed`].
    pub async fn close(&self) {
        match &*self.0 {
            Inner::Inline(connection) => drop(lock(connection).take()),
            Inner::Threads(threads) => {
                // Writers first: the last SQLite connection to close merges the write-ahead log into the file.
                for (sender, handles) in
                    [(&threads.writes, &threads.writers), (&threads.reads, &threads.readers)]
                {
                    let handles = std::mem::take(&mut *lock(handles));
                    for _ in &handles {
                        let _ = sender.send(Message::Stop);
                    }
                    let joined = on_own_thread(move || {
                        for handle in handles {
                            let _ = handle.join();
                        }
                        Ok(())
                    });
                    if let Err(error) = joined.await {
                        tracing::warn!(%error, "waiting for the store's threads failed");
                    }
                }
            }
        }
    }

    /// Limits the SQLite file to this many pages of 4 KiB, to simulate a full disk; `None` removes the limit.
    ///
    /// # Errors
    /// Fails when the store cannot be written, or is not SQLite.
    pub async fn limit_pages(&self, pages: Option<u32>) -> Result<()> {
        let pages = pages.unwrap_or(u32::MAX - 1);
        self.write(move |c| c.query(&format!("pragma max_page_count = {pages}"), &[]).map(drop))
            .await
    }
}

/// Runs blocking work on its own thread. Works in any runtime, even a single-threaded one.
pub(crate) async fn on_own_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let (reply, answer) = tokio::sync::oneshot::channel();
    std::thread::Builder::new().name("tidings-store".to_owned()).spawn(move || {
        let _ = reply.send(caught(work));
    })?;
    answer.await.unwrap_or(Err(Error::Closed))
}

fn open_blocking(options: &Options, version: i64) -> Result<Inner> {
    let now = options.now.as_millisecond();
    let file = match &options.place {
        StoreLocation::Postgres(_) if options.mode == Mode::Inline => {
            return Err(Error::Refused("only SQLite can run jobs inline; use threads".to_owned()));
        }
        StoreLocation::Postgres(url) => return open_postgres(&Address::parse(url)?, version, now),
        StoreLocation::File(path) => File::Path(path.clone()),
        StoreLocation::Memory => File::Memory,
    };
    let mut writer = open_sqlite(&file, options.faults.clone(), version, now)?;
    if options.mode == Mode::Inline || file == File::Memory {
        // After a simulated crash the operating system is still running, so nothing unsynced is lost.
        writer.batch("pragma synchronous = off")?;
        return Ok(Inner::Inline(Mutex::new(Some(writer))));
    }
    let (reads, receiver) = mpsc::channel();
    let queue = Queue::new(receiver);
    let mut readers = Vec::new();
    for _ in 0..SQLITE_READERS {
        let mut reader = SqliteConnection::open(&file, Access::Read, options.faults.clone())?;
        reader.set_up(Access::Read)?;
        readers.push(threads::sqlite_reader(reader, queue.clone())?);
    }
    let (writes, receiver) = mpsc::channel();
    let writers = vec![threads::sqlite_writer(writer, receiver)?];
    Ok(Inner::Threads(Threads { reads, writes, readers: readers.into(), writers: writers.into() }))
}

/// Opens the writing connection of an SQLite file: rejects newer files untouched, backs up older ones, and migrates.
fn open_sqlite(
    file: &File,
    faults: Option<Arc<Faults>>,
    target: i64,
    now: i64,
) -> Result<SqliteConnection> {
    if let File::Path(path) = file
        && path.metadata().is_ok_and(|meta| meta.len() > 0)
    {
        // First opened read-only, so that a newer or foreign file is not changed.
        let mut look = SqliteConnection::open(file, Access::Read, None)?;
        let version = migrate::current_version(&mut look)?;
        if version > 0 && version < target {
            copy_before_migration(&mut look, path, version)?;
        }
    }
    let mut writer = SqliteConnection::open(file, Access::Write, faults)?;
    writer.set_up(Access::Write)?;
    writer.patiently(|c| {
        while threads::write_alone(c, |c| migrate::apply_next(c, target, now))? {}
        Ok(())
    })?;
    Ok(writer)
}

/// Keeps a copy of the file as it was before a migration, beside it.
fn copy_before_migration(c: &mut SqliteConnection, path: &Path, version: i64) -> Result<()> {
    let beside = |ending: &str| {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".version-{version}{ending}"));
        path.with_file_name(name)
    };
    let (unfinished, finished) = (beside(".part"), beside(""));
    let _ = std::fs::remove_file(&unfinished);
    c.copy_to(&unfinished)?;
    std::fs::rename(&unfinished, &finished)?;
    tracing::info!(copy = %finished.display(), "database copied before migration");
    Ok(())
}

fn open_postgres(address: &Address, target: i64, now: i64) -> Result<Inner> {
    let mut first = PostgresConnection::open(address)?;
    while threads::transact(&mut first, "begin", |c| migrate::apply_next(c, target, now))? {}
    let mut first = Some(first);
    let mut connect = || match first.take() {
        Some(connection) => Ok(connection),
        None => PostgresConnection::open(address),
    };
    let (writes, receiver) = mpsc::channel();
    let queue = Queue::new(receiver);
    let mut writers = Vec::new();
    for _ in 0..POSTGRES_THREADS {
        writers.push(threads::postgres_writer(connect()?, queue.clone())?);
    }
    let (reads, receiver) = mpsc::channel();
    let queue = Queue::new(receiver);
    let mut readers = Vec::new();
    for _ in 0..POSTGRES_THREADS {
        readers.push(threads::postgres_reader(connect()?, queue.clone())?);
    }
    Ok(Inner::Threads(Threads { reads, writes, readers: readers.into(), writers: writers.into() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_before_a_migration_is_a_complete_database() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tidings.db");
        let file = File::Path(path.clone());
        let mut c = open_sqlite(&file, None, 1, 0).unwrap();
        let insert = "insert into settings(user_id, name, value) values (0, 'a', 'b')";
        threads::write_alone(&mut c, |c| c.execute(insert, &[])).unwrap();
        // Twice, because a copy left by an earlier attempt must be replaced.
        for _ in 0..2 {
            copy_before_migration(&mut c, &path, 1).unwrap();
        }
        let copy = File::Path(folder.path().join("tidings.db.version-1"));
        let mut c = SqliteConnection::open(&copy, Access::Read, None).unwrap();
        assert_eq!(migrate::current_version(&mut c).unwrap(), 1);
        assert_eq!(c.query("select value from settings", &[]).unwrap().len(), 1);
    }
}
