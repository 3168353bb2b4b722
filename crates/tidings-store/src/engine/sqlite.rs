//! SQLite behind the facade: one file, a write-ahead log, every commit synced to disk.

use crate::{
    engine::{
        db::{ColumnNames, Connection, Engine, Row, Value, translate},
        faults::Faults,
    },
    error::{Error, Result},
};
use rusqlite::{
    ErrorCode, OpenFlags, ToSql,
    config::DbConfig,
    types::{ToSqlOutput, ValueRef},
};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// The longest wait for another process to finish writing.
const BUSY: Duration = Duration::from_secs(5);
/// The longest wait for another process to finish migrating.
const MIGRATING: Duration = Duration::from_secs(600);
/// The number of prepared statements kept per connection.
const PREPARED: usize = 192;

/// Where the data is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum File {
    /// In a file.
    Path(PathBuf),
    /// In memory only: gone when the connection closes.
    Memory,
}

/// The purpose of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Reading and writing; creates the file.
    Write,
    /// Reading only.
    Read,
}

/// A statement in SQLite's dialect, and the names of its columns.
#[derive(Debug)]
struct Translation {
    sql: String,
    names: ColumnNames,
}

impl Translation {
    fn new(sql: &str) -> Self {
        Self { sql: translate(sql, Engine::Sqlite), names: [].into() }
    }
}

/// A connection to SQLite.
#[derive(Debug)]
pub(crate) struct SqliteConnection {
    connection: rusqlite::Connection,
    translated: HashMap<String, Translation>,
    access: Access,
    faults: Option<Arc<Faults>>,
}

impl SqliteConnection {
    /// Opens a connection without writing to the file; settings that write are made by [`SqliteConnection::set_up`].
    pub(crate) fn open(file: &File, access: Access, faults: Option<Arc<Faults>>) -> Result<Self> {
        if let (File::Path(path), Access::Write) = (file, access) {
            create_private(path)?;
        }
        let connection = match (file, access) {
            (File::Memory, _) => rusqlite::Connection::open_in_memory(),
            (File::Path(path), Access::Write) => rusqlite::Connection::open_with_flags(
                path,
                OpenFlags::SQLITE_OPEN_READ_WRITE
                    | OpenFlags::SQLITE_OPEN_CREATE
                    | OpenFlags::SQLITE_OPEN_NO_MUTEX,
            ),
            (File::Path(path), Access::Read) => rusqlite::Connection::open_with_flags(
                path,
                OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
            ),
        }
        .map_err(|error| explain(&error))?;
        connection.busy_timeout(BUSY).map_err(|error| explain(&error))?;
        connection.set_prepared_statement_cache_capacity(PREPARED);
        // Otherwise a statement is prepared again whenever its first parameter changes, in case another plan fits better:
        // that took a quarter of all time, and made plans differ from call to call.
        connection
            .set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)
            .map_err(|error| explain(&error))?;
        Ok(Self { connection, translated: HashMap::new(), access, faults })
    }

    /// Applies the settings that every connection needs. Page caches are deliberately small: the operating system caches
    /// the file.
    pub(crate) fn set_up(&mut self, access: Access) -> Result<()> {
        let settings = match access {
            // FULL syncs at every commit: a confirmed write survives a power cut.
            Access::Write => {
                "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; \
                 pragma cache_size = -12288; pragma journal_size_limit = 67108864"
            }
            Access::Read => "pragma query_only = on; pragma cache_size = -4096",
        };
        // Switching to WAL needs exclusive access for a moment, and does not wait for it by itself.
        for _ in 0..100 {
            match self.batch(settings) {
                Err(Error::Busy(_)) => std::thread::sleep(Duration::from_millis(20)),
                result => return result,
            }
        }
        self.batch(settings)
    }

    /// Runs work that may have to wait for another process to migrate.
    pub(crate) fn patiently<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.connection.busy_timeout(MIGRATING).map_err(|error| explain(&error))?;
        let result = work(self);
        self.connection.busy_timeout(BUSY).map_err(|error| explain(&error))?;
        result
    }

    /// Runs several statements without parameters or results.
    pub(crate) fn batch(&mut self, sql: &str) -> Result<()> {
        self.connection.execute_batch(sql).map_err(|error| explain(&error))
    }

    /// Begins a transaction that may write. IMMEDIATE waits for other writers here; a later upgrade of the lock could not
    /// wait.
    pub(crate) fn begin(&mut self) -> Result<()> {
        self.check()?;
        self.batch("begin immediate")
    }

    /// Commits. A simulated crash may happen before or after.
    pub(crate) fn commit(&mut self) -> Result<()> {
        let step = |faults: &Arc<Faults>| faults.step();
        self.faults.as_ref().map_or(Ok(()), step)?;
        self.batch("commit")?;
        self.faults.as_ref().map_or(Ok(()), step)
    }

    /// Rolls back any open transaction.
    pub(crate) fn rollback(&mut self) {
        if self.is_in_transaction()
            && let Err(error) = self.batch("rollback")
        {
            tracing::warn!(%error, "rollback failed");
        }
    }

    /// Whether a transaction is open. SQLite itself ends it when the disk is full.
    pub(crate) fn is_in_transaction(&self) -> bool {
        !self.connection.is_autocommit()
    }

    /// Writes a copy of the whole database, at one point in time, to a new file.
    pub(crate) fn copy_to(&mut self, path: &Path) -> Result<()> {
        let target =
            path.to_str().ok_or_else(|| Error::Io(format!("{} is not UTF-8", path.display())))?;
        self.connection
            .execute("vacuum into ?1", [target])
            .map(drop)
            .map_err(|error| explain(&error))
    }

    fn check(&self) -> Result<()> {
        self.faults.as_deref().map_or(Ok(()), Faults::check)
    }

    fn step(&self) -> Result<()> {
        match &self.faults {
            Some(faults) if self.access == Access::Write && self.is_in_transaction() => {
                faults.step()
            }
            Some(faults) => faults.check(),
            None => Ok(()),
        }
    }

    fn with_statement<T>(
        &mut self,
        sql: &str,
        values: &[Value],
        work: impl FnOnce(&mut rusqlite::CachedStatement<'_>, &ColumnNames) -> Result<T>,
    ) -> Result<T> {
        self.step()?;
        if !self.translated.contains_key(sql) && self.translated.len() > 4 * PREPARED {
            self.translated.clear();
        }
        let translated = match self.translated.get_mut(sql) {
            Some(translated) => translated,
            None => self.translated.entry(sql.to_owned()).or_insert_with(|| Translation::new(sql)),
        };
        let mut statement =
            self.connection.prepare_cached(&translated.sql).map_err(|error| explain(&error))?;
        if translated.names.len() != statement.column_count() {
            translated.names = statement.column_names().map(Box::from).collect();
        }
        for (index, value) in values.iter().enumerate() {
            statement.raw_bind_parameter(index + 1, value).map_err(|error| explain(&error))?;
        }
        work(&mut statement, &translated.names)
    }
}

/// Creates the file, if there is none, readable only by its owner; SQLite gives its companion files the same permissions.
fn create_private(path: &Path) -> Result<()> {
    let mut options = std::fs::File::options();
    options.append(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            Err(Error::Denied(format!("{}: {error}", path.display())))
        }
        Err(error) => Err(Error::CannotOpen(format!("{}: {error}", path.display()))),
    }
}

impl Connection for SqliteConnection {
    fn engine(&self) -> Engine {
        Engine::Sqlite
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
        self.with_statement(sql, values, |statement, names| {
            let mut rows = statement.raw_query();
            let mut result = Vec::new();
            while let Some(row) = rows.next().map_err(|error| explain(&error))? {
                result.push(read_row(row, names)?);
            }
            Ok(result)
        })
    }

    fn pairs(&mut self, sql: &str, values: &[Value]) -> Result<Vec<(i64, i64)>> {
        self.with_statement(sql, values, |statement, _| {
            let mut rows = statement.raw_query();
            let mut pairs = Vec::new();
            while let Some(row) = rows.next().map_err(|error| explain(&error))? {
                let number = |index| row.get(index).map_err(|error| explain(&error));
                pairs.push((number(0)?, number(1)?));
            }
            Ok(pairs)
        })
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64> {
        self.with_statement(sql, values, |statement, _| {
            statement.raw_execute().map(|n| n as u64).map_err(|error| explain(&error))
        })
    }

    fn for_each(
        &mut self,
        sql: &str,
        values: &[Value],
        each: &mut dyn FnMut(Row) -> Result<()>,
    ) -> Result<()> {
        self.with_statement(sql, values, |statement, names| {
            let mut rows = statement.raw_query();
            while let Some(row) = rows.next().map_err(|error| explain(&error))? {
                each(read_row(row, names)?)?;
            }
            Ok(())
        })
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::I64(number) => ValueRef::Integer(*number),
            Self::F64(number) => ValueRef::Real(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn read_row(row: &rusqlite::Row<'_>, names: &ColumnNames) -> Result<Row> {
    let mut values = Vec::with_capacity(names.len());
    for index in 0..names.len() {
        values.push(Some(match row.get_ref(index).map_err(|error| explain(&error))? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => Value::I64(number),
            ValueRef::Real(number) => Value::F64(number),
            ValueRef::Text(bytes) => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
            ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
        }));
    }
    Ok(Row::new(names, values))
}

/// Translates an error of SQLite.
fn explain(error: &rusqlite::Error) -> Error {
    let text = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Error::DiskFull(text),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Busy(text),
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Error::Damaged(text),
        Some(
            ErrorCode::PermissionDenied
            | ErrorCode::ReadOnly
            | ErrorCode::AuthorizationForStatementDenied,
        ) => Error::Denied(text),
        Some(ErrorCode::CannotOpen) => Error::CannotOpen(text),
        Some(ErrorCode::SystemIoFailure) => Error::Io(text),
        _ => Error::Statement(text),
    }
}
